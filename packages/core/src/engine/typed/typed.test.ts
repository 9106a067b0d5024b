/** Typed workflows: invalid ones neither compile nor run, with any schema library. */
import { createTestEngine } from '@org/approval-testkit';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { type Duration, defineWorkflow, duration, nodes, op, variable, when } from '../../index.js';
import type { StandardSchema, ValuesOf } from '../../definition.js';

const URL_GIVEN = { url: 'https://example.com/receipt' };

const FORM = [
  { name: 'costCentre', type: 'string', required: true },
  { name: 'category', type: 'choice', choices: ['travel', 'food'], required: true },
  { name: 'net', type: 'number' },
] as const;

const LIST = [
  nodes.human({ nodeId: 'manager', reviewers: ['ann'], onReject: 'rework', fields: FORM }),
  nodes.agent({ nodeId: 'rework', agentId: '__mock__', urlPath: 'url' }),
] as const;

const workflow = <const S extends StandardSchema>(context: S) =>
  defineWorkflow({ definitionId: 'expense', name: 'Expense', context, nodes: LIST, edges: [] });

const SCHEMAS = {
  zod: z.object({
    amount: z.number().positive(),
    url: z.string(),
    lines: z.array(z.object({ net: z.number() })).optional(),
  }),
  valibot: v.object({
    amount: v.pipe(v.number(), v.minValue(1)),
    url: v.string(),
    lines: v.optional(v.array(v.object({ net: v.number() }))),
  }),
  arktype: type({ amount: 'number > 0', url: 'string', 'lines?': type({ net: 'number' }).array() }),
};

describe.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
  test('a context that fits is kept as it was given; one that does not is refused with every place', async () => {
    const expense = workflow(schema as typeof SCHEMAS.zod);
    const { engine } = createTestEngine();
    await expense.ensure(engine);
    expect(await expense.ensure(engine)).toMatchObject({ created: false, updated: false });
    const { executionId } = await expense.dispatch(engine, {
      ...{ context: { amount: 12, ...URL_GIVEN }, idempotencyKey: 'order-7' },
    });
    expect(await engine.executions.get({ executionId })).toMatchObject({
      ...{ definitionId: 'expense', triggerContext: { amount: 12, ...URL_GIVEN } },
    });
    const refused = expense.dispatch(engine, {
      // @ts-expect-error: neither at compile time …
      context: { amount: 12, url: 7, lines: [{ net: 1 }, { net: 'two' }] },
    });
    // … nor at run time.
    const error: unknown = await refused.catch((it: unknown) => it);
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const paths = (error as { details: { issues: { path: string }[] } }).details.issues.map((it) => it.path);
    expect(paths.toSorted()).toEqual(['triggerContext.lines[1].net', 'triggerContext.url']);
    expect((await engine.executions.list()).items).toHaveLength(1);
    await engine.stop();
  });
});

test('the types are those of the schema, by each library', () => {
  interface Context {
    amount: number;
    url: string;
    lines?: { net: number }[] | undefined;
  }
  const _zod = workflow(SCHEMAS.zod);
  const _valibot = workflow(SCHEMAS.valibot);
  const _arktype = workflow(SCHEMAS.arktype);
  type Given<W extends { dispatch: (on: never, request: never) => unknown }> = Parameters<
    W['dispatch']
  >[1] extends {
    readonly context: infer C;
  }
    ? C
    : never;
  expectTypeOf<Given<typeof _zod>>().toExtend<Context>();
  expectTypeOf<Given<typeof _valibot>>().toExtend<Context>();
  expectTypeOf<Given<typeof _arktype>>().toExtend<Context>();
  expectTypeOf<Context['amount']>().toExtend<Given<typeof _arktype>['amount']>();
  expectTypeOf<{ amount: string; url: string }>().not.toExtend<Given<typeof _zod>>();
  expectTypeOf<{ amount: string; url: string }>().not.toExtend<Given<typeof _valibot>>();
  expectTypeOf<{ amount: string; url: string }>().not.toExtend<Given<typeof _arktype>>();
});

test('a decision has the values of its form, and the context as the schema makes it', async () => {
  expectTypeOf<ValuesOf<typeof FORM>>().toEqualTypeOf<
    { readonly costCentre: string; readonly category: 'travel' | 'food' } & { readonly net?: number }
  >();
  // Strings in the input are dates for handlers.
  const schema = z.object({ url: z.string(), bought: z.iso.date().transform((it) => new Date(it)) });
  const expense = workflow(schema);
  const { engine, advance } = createTestEngine();
  await expense.ensure(engine);
  const seen: unknown[] = [];
  const subscription = expense.onDecision(engine, { name: 'books', nodeId: 'manager' }, (decided) => {
    expectTypeOf(decided.context).toEqualTypeOf<{ url: string; bought: Date }>();
    expectTypeOf(decided.values).toEqualTypeOf<ValuesOf<typeof FORM> | null>();
    const { decision, values, context } = decided;
    seen.push([decision, values?.category, values?.net, context.bought.getUTCFullYear()]);
  });
  // @ts-expect-error: there is no such node, and agents decide nothing.
  const wrong = () => expense.onDecision(engine, { name: 'x', nodeId: 'rework' }, () => undefined);
  expectTypeOf(wrong).toBeFunction();
  const start = async () => expense.dispatch(engine, { context: { ...URL_GIVEN, bought: '2026-03-04' } });
  const decide = ({ executionId }: { executionId: string }, more: object) =>
    engine.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_manager', reviewerId: 'ann', decision: 'approve' },
      ...more,
    });
  await decide(await start(), { values: { costCentre: 'x1', category: 'travel', net: 9.5 } });
  await decide(await start(), { decision: 'reject', reason: 'no receipt' });
  await advance(1_000);
  expect(seen).toEqual([
    ['approve', 'travel', 9.5, 2026],
    ['reject', undefined, undefined, 2026],
  ]);
  await subscription.close();
  await engine.stop();
});

test('an invalid schema is refused', () => {
  expect(() => workflow({} as never)).toThrow(/context must be a schema of zod/);
});

describe('nodes', () => {
  test('are the same as plain JSON', async () => {
    const built = [
      nodes.human({
        nodeId: 'legal',
        name: 'Legal',
        sla: '2d',
        reviewers: ['ann', { pool: { group: 'counsel' }, count: 2 }],
        onReject: { loopBack: { toNodeId: 'draft' } },
        allow: ['claim', 'ask'],
        claim: '4h',
        pause: 'P1D',
        reminders: [{ after: '1d' }, { beforeDue: 'PT2H' }],
        retry: { maximumAttempts: 4, initialInterval: '5s', maximumInterval: '1m 30s' },
      }),
      nodes.agent({
        nodeId: 'draft',
        agentId: 'writer',
        urlPath: 'url',
        maxRuntime: '10m',
        sla: '72wh',
        calendar: 'office',
      }),
    ];
    expect(built).toEqual([
      {
        nodeId: 'legal',
        name: 'Legal',
        type: 'human',
        slaMs: 172_800_000,
        retry: { maximumAttempts: 4, initialIntervalMs: 5_000, maximumIntervalMs: 90_000 },
        config: {
          reviewers: [
            { userId: 'ann', mandatory: true },
            { pool: { group: 'counsel' }, count: 2 },
          ],
          onReject: { loopBack: { toNodeId: 'draft' } },
          allow: ['claim', 'ask'],
          claimMs: 14_400_000,
          pauseMs: 86_400_000,
          reminders: [{ afterMs: 86_400_000 }, { beforeDueMs: 7_200_000 }],
        },
      },
      {
        nodeId: 'draft',
        type: 'agent',
        sla: { workingMs: 259_200_000, calendar: 'office' },
        config: { agentId: 'writer', urlPath: 'url', agentMaxRuntimeMs: 600_000 },
      },
    ]);
    // JSON, to the last field.
    expect(JSON.parse(JSON.stringify(built))).toEqual(built);
    const { engine } = createTestEngine();
    const [{ definition }] = [workflow(SCHEMAS.zod)];
    expect((await engine.definitions.validate(definition)).issues).toEqual([]);
    expect(() => nodes.human({ nodeId: 'a', reviewers: ['ann'], calendar: 'office' })).toThrow(
      /calendar needs sla/,
    );
    await engine.stop();
  });
});

describe('durations', () => {
  test.each([
    ['7d', 604_800_000],
    ['1d 12h', 129_600_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['2w', 1_209_600_000],
    ['PT8H', 28_800_000],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['PT1.5S', 1_500],
    [0, 0],
    [86_400_000, 86_400_000],
  ] as const)('%s is %d ms', (given, ms) => {
    expect(duration(given as never)).toBe(ms);
  });

  test.each([
    '',
    '7',
    'd',
    '7 d',
    '-1d',
    '1d12h',
    '1y',
    'P1Y',
    'P1M',
    'P',
    'PT',
    'P1DT',
    '1d  2h',
    '1e3s',
    -1,
    1.5,
    NaN,
    null,
    '9'.repeat(200),
  ])('%s is none', (given) => {
    expect(() => duration(given as never)).toThrow(/is not a duration: use whole ms/);
  });

  test('what is surely none does not compile', () => {
    // @ts-expect-error: a unit is missing.
    expect(() => duration('7')).toThrow(TypeError);
    // @ts-expect-error: there is no such unit.
    expect(() => nodes.human({ nodeId: 'a', reviewers: ['ann'], sla: '7 days' })).toThrow(
      'nodes.human: sla: "7 days" is not a duration',
    );
    expect(() =>
      nodes.human({ nodeId: 'a', reviewers: ['ann'], reminders: [{ after: '1h' }, { after: 'P1Y' }] }),
    ).toThrow('nodes.human: reminders[1].after: "P1Y" is not a duration');
  });
});

describe('durations in plain nodes', () => {
  const plain = (sla: Duration | 'soon') =>
    defineWorkflow({
      definitionId: 'expense',
      name: 'Expense',
      context: SCHEMAS.zod,
      nodes: [
        {
          nodeId: 'manager',
          type: 'human',
          slaMs: sla as Duration,
          config: {
            reviewers: [{ userId: 'ann', mandatory: true }],
            commentBody: '7d',
            pauseMs: '2d',
            reminders: [{ beforeDueMs: '1d 12h' }, { afterMs: 60_000 }],
            onReject: { routeToNodeId: 'rework' },
          },
        },
        {
          nodeId: 'rework',
          type: 'agent',
          retry: { initialIntervalMs: '2s' },
          config: { agentId: '__mock__', urlPath: 'url', agentMaxRuntimeMs: 'PT8H' },
        },
      ],
      edges: [{ from: 'manager', to: 'rework', when: when(op('eq', variable('step.status'), 'breached')) }],
    });

  test('are ms in the JSON, which the engine takes; texts that only look like one stay', async () => {
    const workflow7d = plain('7d');
    const { definition } = workflow7d;
    expect(definition.nodes).toMatchObject([
      {
        slaMs: 604_800_000,
        config: {
          commentBody: '7d',
          pauseMs: 172_800_000,
          reminders: [{ beforeDueMs: 129_600_000 }, { afterMs: 60_000 }],
        },
      },
      { retry: { initialIntervalMs: 2_000 }, config: { agentMaxRuntimeMs: 28_800_000 } },
    ]);
    const { engine } = createTestEngine();
    expect(await workflow7d.ensure(engine)).toMatchObject({ created: true });
  });

  test.each<[() => unknown, string]>([
    [
      () => nodes.human('legal' as never),
      "nodes.human: give one object, as in nodes.human({ nodeId: 'legal', … })",
    ],
    [() => nodes.human({ nodeId: 'legal' } as never), 'nodes.human: reviewers must be a list, not undefined'],
    [
      () => nodes.human({ reviewers: [], fields: {} } as never),
      'nodes.human: fields must be a list, not object',
    ],
    [() => nodes.agent(undefined as never), 'nodes.agent: give one object'],
    [
      () => defineWorkflow({ context: z.object({}), nodes: {} } as never),
      'defineWorkflow: nodes must be a list',
    ],
  ])('the builder reports an invalid node: %s', (make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  test('an invalid one is reported with its path', () => {
    expect(() => plain('soon')).toThrow('defineWorkflow: nodes[0].slaMs: "soon" is not a duration');
  });

  test('over HTTP, and in plain definitions, ms are numbers', async () => {
    const { engine } = createTestEngine();
    const [node] = plain('7d').definition.nodes;
    const given = { ...plain('7d').definition, nodes: [{ ...node, slaMs: '7d' }] };
    await expect(engine.definitions.create(given as never)).rejects.toThrow('nodes[0].slaMs');
  });
});

test('omitted options are reported', async () => {
  expect(() => (defineWorkflow as () => unknown)()).toThrow('defineWorkflow: context must be a schema');
  const { engine } = createTestEngine();
  const { definitions } = engine as unknown as { definitions: { create(): Promise<unknown> } };
  await expect(definitions.create()).rejects.toThrow('invalid-field: is missing; give an object');
  await engine.stop();
});
