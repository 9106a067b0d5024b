/**
 * Random strict definitions and inputs. No execution completes after an approval whose node has an
 * edge that can hold on it, if none held. `APPROVAL_STRICT_RUNS=10000` is a long run.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Definition,
  type JsonObject,
  type JsonValue,
  compileDefinition,
  op,
  variable,
  when,
} from '../index.js';
import type { DefinitionEdge, Expression, Operand } from '../definition.js';
import { type ExecutionState, simulate } from '../interpreter.js';
import { canFire, guardOf } from '../expression/guard.js';
import type { CompiledDefinition } from '../compile/compiled.js';
import { agent, human, rejectTo } from '../test-support/run.js';

const RUNS = Number(process.env['APPROVAL_STRICT_RUNS'] ?? 300);

const PROPERTIES: JsonObject = {
  amount: { type: 'number', minimum: 0, maximum: 3 },
  limit: { type: ['number', 'null'] },
  kind: { enum: ['a', 'b', 1] },
  parts: { type: 'object', properties: { size: { type: 'number' } } },
};
const inputSchema: JsonObject = {
  type: 'object',
  properties: { url: { type: 'string' }, ...PROPERTIES },
  required: ['url'],
};
/** Any input that fits the schema; everything but the URL may be missing. */
const input = fc.record<Record<string, JsonValue>>(
  {
    url: fc.constant('https://example.com'),
    amount: fc.integer({ min: 0, max: 3 }),
    limit: fc.constantFrom(0, 1, 2, null),
    kind: fc.constantFrom('a', 'b', 1),
    parts: fc.constantFrom({}, { size: 1 }, { size: 2 }),
  },
  { requiredKeys: ['url'], noNullPrototype: true },
);

const operand = fc.constantFrom<Operand>(
  ...['amount', 'limit', 'kind', 'parts', 'parts.size'].map((it) => variable(`execution.input.${it}`)),
  ...['output.decision', 'output.approved', 'step.attempt'].map(variable),
  ...[0, 1, 2, 'a', 'approve', null],
);
const comparison = fc
  .tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), operand, operand)
  .map(([name, a, b]) => op(name, a, b));
const condition: fc.Arbitrary<Expression> = fc.letrec<{ it: Expression }>((tie) => ({
  it: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    comparison,
    operand.map((it) => op('isEmpty', it)),
    tie('it').map((it) => op('not', it)),
    fc.tuple(fc.constantFrom('and', 'or'), tie('it'), tie('it')).map(([name, a, b]) => op(name, a, b)),
  ),
})).it;

const NODES = 4;
interface Drawn {
  readonly people: readonly boolean[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly how: Expression | 'always' | 'otherwise';
  }[];
  readonly joins: boolean;
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  people: fc.array(fc.boolean(), { minLength: NODES, maxLength: NODES }),
  edges: fc.uniqueArray(
    fc.record({
      from: fc.integer({ min: 0, max: NODES - 2 }),
      to: fc.integer({ min: 1, max: NODES - 1 }),
      how: fc.oneof(
        { weight: 6, arbitrary: condition },
        fc.constantFrom('always' as const, 'otherwise' as const),
      ),
    }),
    { minLength: 1, maxLength: 6, selector: ({ from, to }) => `${from} ${to}` },
  ),
  joins: fc.boolean(),
});

/** A graph without cycles. With a join its first two nodes are members with the same targets. */
function definitionOf({ people, edges, joins }: Drawn): Definition {
  const id = (it: number) => `n${it}`;
  const isPerson = (it: number) => people[it] === true || (joins && it < 2);
  const targets = joins ? [2, 3].filter((to) => edges.some((it) => it.from === 0 && it.to === to)) : [];
  const own = edges.filter(({ from, to }) => from < to && !(joins && (from < 2 || to < 2)));
  const shared = targets.flatMap((to) =>
    [0, 1].map((from) => ({
      from,
      to,
      how: edges.find((it) => it.to === to && it.from === from)?.how ?? ('always' as const),
    })),
  );
  const otherwise = new Set<number>();
  const written = [...own, ...shared].map(({ from, to, how }): DefinitionEdge => {
    const edge = { from: id(from), to: id(to) };
    if (typeof how !== 'string') return { ...edge, when: when(how) };
    if (how === 'always' || joins || otherwise.has(from)) return edge;
    otherwise.add(from);
    return { ...edge, on: 'otherwise' };
  });
  const isJoin = joins && targets.length > 0;
  return {
    ...{ definitionId: 'strict', name: 'Strict', strict: true, inputSchema, edges: written },
    nodes: [
      ...Array.from({ length: NODES }, (_, it) =>
        isPerson(it) ? human(id(it), 'ann', rejectTo('sink')) : agent(id(it)),
      ),
      agent('sink'),
    ],
    groups: isJoin
      ? [
          {
            groupId: 'g',
            memberNodeIds: ['n0', 'n1'],
            expectedSteps: 2,
            quorum: 2,
            onQuorumMet: 'joinOnQuorum',
          },
        ]
      : [],
  };
}

/** Steps that ended well although their node has an edge for that end, and that nothing follows. */
function stuckIn(compiled: CompiledDefinition, { steps }: ExecutionState): string[] {
  const follows = (prefix: string) => steps.some((it) => it.stepId.startsWith(`${prefix}__to__`));
  return steps.flatMap(({ stepId, nodeId, status, output }) => {
    const decision = output?.['decision'] ?? null;
    if (status !== 'completed' || decision === 'reject') return [];
    const outcome = decision === 'approve' ? 'approved' : 'undecided';
    const edges = (compiled.outgoing[nodeId] ?? []).flatMap((it) => compiled.edges[it] ?? []);
    if (!edges.some((it) => canFire(guardOf(it.when), outcome))) return [];
    const isMember = compiled.groupOf[nodeId] !== undefined;
    return follows(isMember ? 'group_g' : stepId) ? [] : [stepId];
  });
}

const answers = fc.array(fc.constantFrom('approve', 'approve', 'approve', 'reject'), {
  minLength: 40,
  maxLength: 40,
});

test('a completed execution has no approval without a branch', () => {
  const ends = new Map<string, number>();
  fc.assert(
    fc.property(drawn, input, answers, (it, given, decisions) => {
      const definition = definitionOf(it);
      const checked = compileDefinition(definition as unknown as JsonValue);
      // Members of a join whose conditions differ in their outcomes may not share successors.
      if (!checked.ok) {
        expect(checked.issues.map(({ code }) => code)).toEqual([
          'group-joinonquorum-members-must-share-successors',
        ]);
        return;
      }
      const { state } = simulate(definition, {
        ...{ input: given, now: 0 },
        answers: decisions.map((decision, index) => ({
          nodeId: `n${index % NODES}`,
          reviewerId: 'ann',
          decision,
        })),
      });
      const end = state.failureReason?.code ?? state.status;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (state.status === 'completed') expect(stuckIn(checked.compiled, state)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  const seen = ['completed', 'no-branch-taken', 'condition-path-missing', 'condition-not-comparable'];
  expect([...ends.keys()]).toEqual(expect.arrayContaining(seen));
  expect(ends.get('completed')).toBeGreaterThan(RUNS / 10);
}, 600_000);
