/** Hostile input in process: every operation throws INVALID_ARGUMENT and changes nothing. */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { ApprovalError } from '../index.js';
import { CONTEXT, agent, human, rejectTo } from '../test-support/run.js';

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

/** Each as a value somewhere inside a payload. */
const HOSTILE: [string, unknown][] = [
  ['a __proto__ key', JSON.parse('{"__proto__": {"polluted": true}}')],
  ['a __proto__ key deep down', JSON.parse('{"a": [{"b": {"__proto__": 1}}]}')],
  ['5,000 levels', deep(5_000)],
  ['65 levels', deep(65)],
  ['a cycle', cyclic],
  ['a NUL', 'a\0b'],
  ['a NUL in a key', { 'a\0b': 1 }],
  ['a lone surrogate', '\ud800'],
  ['a lone surrogate in a key', { '\udc00': 1 }],
  ['NaN', NaN],
  ['Infinity', -Infinity],
  ['undefined in a list', [undefined]],
  ['a hole', [, 1]], // eslint-disable-line no-sparse-arrays
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a bigint', 1n],
  ['a Date', new Date(0)],
  ['a Map', new Map([['a', 1]])],
  [
    'an instance',
    new (class Order {
      id = 1;
    })(),
  ],
  ['a typed array', new Uint8Array(2)],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('trap');
      },
    },
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    ),
  ],
  ['a text of 1 MB', 'x'.repeat(1_000_000)],
  ['more than 256 KiB', Array.from({ length: 30_000 }, () => 'xxxxxxx')],
];

async function kit() {
  const it = createTestEngine();
  const nodes = [
    human('review', 'ann', rejectTo('rework')),
    agent('rework'),
    agent('scan', '__mock__', { blocking: true, resolutionPolicy: { kind: 'allResolved' } }),
  ];
  await it.engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
  const { executionId } = await it.engine.executions.dispatch({
    definitionId: 'flow',
    triggerContext: CONTEXT,
  });
  await it.drain();
  const everything = async () =>
    JSON.stringify([
      await it.engine.executions.list(),
      await it.engine.executions.get({ executionId }),
      (await it.engine.executions.getEvents({ executionId })).events,
      await it.engine.definitions.list(),
    ]);
  return { ...it, executionId, everything };
}

const invalid = (error: unknown) => {
  expect(error).toBeInstanceOf(ApprovalError);
  expect(error).toMatchObject({ status: 'INVALID_ARGUMENT' });
  const { issues } = (error as ApprovalError).details;
  expect(issues?.length).toBeGreaterThan(0);
  for (const issue of issues ?? []) expect(issue.message.length).toBeGreaterThan(10);
};

describe.each(HOSTILE)('%s', (_, value) => {
  test('in a payload', async () => {
    const { engine, executionId, everything } = await kit();
    const before = await everything();
    const scan = { executionId, stepId: 'step_scan' };
    const calls = [
      () => engine.executions.dispatch({ definitionId: 'flow', triggerContext: { value } as never }),
      () =>
        engine.steps.recordAgentResolution({
          ...scan,
          resolutionId: 'r',
          status: 'success',
          output: { value } as never,
        }),
      () =>
        engine.steps.resolve({
          ...scan,
          action: 'force-complete',
          actorId: 'ops',
          output: { value } as never,
        }),
      () =>
        engine.definitions.create({
          definitionId: 'other',
          name: 'x',
          nodes: [agent('a')],
          edges: [],
          custom: { value } as never,
        }),
      () => engine.definitions.update({ definitionId: 'flow', ifVersion: 1, custom: { value } as never }),
    ];
    for (const call of calls) await call().then(() => expect.unreachable(String(call)), invalid);
    expect(await everything()).toBe(before);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('in place of each field, and of the request', async () => {
    const { engine, executionId, everything } = await kit();
    const before = await everything();
    const good: Record<string, object> = {
      'executions.dispatch': {
        definitionId: 'flow',
        idempotencyKey: 'k',
        correlationId: 'c',
        triggerContext: {},
        organizationId: 'o',
        documentId: 'd',
      },
      'executions.get': { executionId },
      'executions.list': { definitionId: 'flow', status: 'running', pageSize: 1, cursor: '1' },
      'executions.getEvents': { executionId, sinceSeq: 0, pageSize: 1 },
      'executions.cancel': { executionId, reason: 'r' },
      'steps.recordReviewerDecision': {
        executionId,
        stepId: 'step_review',
        reviewerId: 'ann',
        decision: 'approve',
        reason: 'r',
      },
      'steps.cancel': { executionId, stepId: 'step_review', actorId: 'ops', reason: 'r' },
      'steps.resolve': {
        executionId,
        stepId: 'step_review',
        action: 'force-approve',
        actorId: 'ops',
        reason: 'r',
      },
      'steps.listWaiting': { reviewerId: 'ann', pageSize: 1, cursor: '1' },
      'definitions.get': { definitionId: 'flow', version: 1 },
      'definitions.delete': { definitionId: 'flow' },
    };
    for (const [name, request] of Object.entries(good)) {
      const [area, operation] = name.split('.') as ['steps', 'cancel'];
      const call = (data: unknown) => engine[area][operation](data as never);
      await call(value).then(() => expect.unreachable(name), invalid);
      for (const field of Object.keys(request)) {
        await call({ ...request, [field]: value }).then(
          () => expect.unreachable(`${name} ${field}`),
          invalid,
        );
      }
    }
    expect(await everything()).toBe(before);
  });
});

test('an agent that responds with such things fails its step, and nothing else', async () => {
  const responses = HOSTILE.map(([, value]) => ({ passed: true, output: { value } }));
  for (const response of responses) {
    const it = createTestEngine({ agents: { odd: () => response as never } });
    await it.engine.definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes: [agent('a', 'odd')],
      edges: [],
    });
    const { executionId } = await it.engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: CONTEXT,
    });
    await it.drain();
    const { steps, status } = await it.engine.executions.get({ executionId });
    expect([status, steps[0]?.error?.code]).toEqual(['failed', 'agent-output-invalid']);
  }
});

test('what looks hostile and is plain data is kept as it is', async () => {
  const { engine } = await kit();
  const triggerContext = {
    constructor: { prototype: { polluted: true } },
    prototype: [],
    toString: 'text',
    '': '\u2028',
    n: 1e-300,
  };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'flow', triggerContext });
  expect((await engine.executions.get({ executionId })).triggerContext).toEqual(triggerContext);
});

test.each([
  ['a NUL', 'a\0b'],
  ['nothing', ''],
  ['too much', 'a'.repeat(1_001)],
  ['no text', 1],
])('a workspace id with %s reaches no store', async (_, workspaceId) => {
  const { engine } = createTestEngine();
  expect(() => engine.forWorkspace(workspaceId as string)).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT' }),
  );
  await engine.stop();
});
