/** Meaningful definitions: connected graphs with matching groups, loops and conditions. */
import { type Definition, op, variable, when } from '@org/approval-core';
import {
  type DefinitionEdge,
  type DefinitionNode,
  type NodeType,
  type Expression,
  OPERATOR_NAMES,
  type Operand,
} from '@org/approval-core/definition';
import { NODE_TYPES, traitsOf } from '@org/approval-core/internal';
import { sampleNode } from '@org/approval-testkit/simulation';
import fc from 'fast-check';

const PATHS = [
  'output.decision',
  'output',
  'step.status',
  'execution.input',
  'execution.input.url',
  'output.a.b',
];
const literal = fc.oneof(
  fc.constantFrom('approve', 'reject', 'completed', 'failed', 'breached', '', null, true, false),
  fc.integer(),
  fc.string({ maxLength: 20 }),
);
const pattern = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('^a+$', '[xy]*x[xy]{90}z', '(a|b)*c', '\\w{1,200}') },
  { weight: 1, arbitrary: fc.constantFrom('(', 'a{2000}', '(?<x>', '\\1') },
);
const BINARY = OPERATOR_NAMES.filter(
  (it) => !['and', 'or', 'not', 'regex', 'length', 'isEmpty'].includes(it),
);

/** A tree of every operator; some have operands of the wrong type. */
const expression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression; operand: Operand }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('approve', 'reject').map((it) => op('eq', variable('output.decision'), it)),
    pattern.map((it) => op('regex', variable('execution.input.url'), it)),
    fc
      .tuple(fc.constantFrom(...BINARY), tie('operand'), tie('operand'))
      .map(([name, ...operands]) => op(name, ...operands)),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('operand'), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, operands]) => op(name, ...operands)),
    tie('operand').map((it) => op('not', it)),
  ),
  operand: fc.oneof(
    { depthSize: 'small' },
    literal as fc.Arbitrary<Operand>,
    fc.constantFrom(...PATHS).map(variable),
    tie('tree'),
  ),
})).tree;
const condition = expression.map(when);

const idOf = (index: number) => `n${index}`;
const target = (count: number) => fc.nat(count - 1).map(idOf);
/** Mostly a later node, so that most graphs have an end. */
const later = (index: number, count: number) =>
  fc.nat(count).map((it) => idOf(Math.min(index + 1 + it, count - 1)));

const human = (index: number, count: number): fc.Arbitrary<DefinitionNode> =>
  fc.record({
    nodeId: fc.constant(idOf(index)),
    type: fc.constant('human' as const),
    config: fc.record(
      {
        reviewers: fc.constantFrom<{ userId: string; mandatory: boolean }[]>(
          [{ userId: 'ann', mandatory: true }],
          [
            { userId: 'ann', mandatory: true },
            { userId: 'bob', mandatory: false },
          ],
        ),
        onReject: fc.oneof(
          fc.constantFrom('rejected', 'declined').map((it) => ({ end: it })),
          later(index, count).map((routeToNodeId) => ({ routeToNodeId })),
          fc.constant({ loopBack: { toNodeId: idOf(index), maxIterations: 2 } }),
          fc.nat(index).map((it) => ({ loopBack: { toNodeId: idOf(it), maxIterations: 2 } })),
        ),
      },
      { requiredKeys: ['reviewers', 'onReject'] },
    ),
  });

const agent = (nodeId: string): fc.Arbitrary<DefinitionNode> =>
  fc.record({
    nodeId: fc.constant(nodeId),
    type: fc.constant('agent' as const),
    config: fc
      .record(
        {
          agentId: fc.constantFrom('__mock__', 'says-much', 'finds-much', 'nobody'),
          urlPath: fc.constantFrom('url', 'nothing.here'),
          blocking: fc.boolean(),
          inputMapping: fc.dictionary(
            fc.string({ minLength: 1, maxLength: 8 }),
            fc.constantFrom('output', 'execution.input', 'execution.input.url', 'output.text'),
            { maxKeys: 4 },
          ),
        },
        { requiredKeys: ['agentId', 'urlPath'] },
      )
      .map((it) => ({ ...it, ...(it.blocking && { resolutionPolicy: { kind: 'allResolved' as const } }) })),
  });

const end = (nodeId: string): fc.Arbitrary<DefinitionNode> =>
  fc.record({
    nodeId: fc.constant(nodeId),
    type: fc.constant('end' as const),
    config: fc.record({
      outcome: fc.constantFrom('approved', 'rejected', 'held'),
      terminate: fc.boolean(),
    }),
  });

/** Random nodes of the kinds with more to vary than a sample node. */
const NODES: Readonly<
  Partial<Record<NodeType, (index: number, count: number) => readonly fc.Arbitrary<DefinitionNode>[]>>
> = {
  human: (index, count) => [human(index, count)],
  agent: (index) => [agent(idOf(index)), agent(idOf(index))],
  end: (index) => [end(idOf(index))],
};

/** Kinds that executions skip are left out, since they would shorten runs without new findings. */
const TRIED = NODE_TYPES.filter((type) => !traitsOf(type).skipped);

const nodesOf = (count: number): fc.Arbitrary<DefinitionNode[]> =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.oneof(
        ...TRIED.flatMap(
          (type) => NODES[type]?.(index, count) ?? [fc.constant(sampleNode(type, { nodeId: idOf(index) }))],
        ),
      ),
    ),
  );

const edgesOf = (count: number): fc.Arbitrary<DefinitionEdge[]> =>
  fc.array(
    fc
      .nat(count - 1)
      .chain((from) => fc.tuple(fc.constant(idOf(from)), later(from, count), fc.option(condition)))
      .map(([from, to, text]) => ({ from, to, ...(text !== null && { when: text }) })),
    { maxLength: count + 2 },
  );

const groupsOf = (count: number) =>
  fc.array(
    fc
      .tuple(fc.uniqueArray(target(count), { minLength: 1, maxLength: 4 }), fc.nat(3))
      .chain(([memberNodeIds, quorum]) =>
        fc.record({
          groupId: fc.constantFrom('g', 'h'),
          memberNodeIds: fc.constant(memberNodeIds),
          expectedSteps: fc.constant(memberNodeIds.length),
          quorum: fc.constant(Math.min(quorum + 1, memberNodeIds.length)),
          onQuorumMet: fc.constantFrom(
            'waitAll' as const,
            'cancelOnQuorum' as const,
            'joinOnQuorum' as const,
          ),
        }),
      ),
    { maxLength: 2 },
  );

const loopsOf = (count: number) =>
  fc.array(
    fc.uniqueArray(target(count), { minLength: 1, maxLength: 4 }).map((bodyNodeIds) => ({
      loopId: `l${bodyNodeIds.length}`,
      entryNodeId: bodyNodeIds[0] ?? idOf(0),
      bodyNodeIds,
      maxIterations: 3,
    })),
    { maxLength: 1 },
  );

const sometimes = <T>(list: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: list });

/** Most have a fault, like first drafts; about one in four is valid. */
export const definitions: fc.Arbitrary<Definition> = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc.record(
    {
      definitionId: fc.nat(5).map((it) => `made-${it}`),
      name: fc.constant('Made'),
      nodes: nodesOf(count),
      edges: edgesOf(count),
      groups: sometimes(groupsOf(count)),
      loops: sometimes(loopsOf(count)),
    },
    { requiredKeys: ['definitionId', 'name', 'nodes', 'edges'] },
  ),
);
