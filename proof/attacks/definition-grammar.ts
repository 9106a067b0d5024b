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
import { NODE_TYPES } from '@org/approval-core/internal';
import { randomEnds, sampleNode, withGroupEdges } from '@org/approval-testkit/simulation';
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

const nodesOf = (count: number): fc.Arbitrary<DefinitionNode[]> =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.oneof(
        ...NODE_TYPES.flatMap(
          (type) => NODES[type]?.(index, count) ?? [fc.constant(sampleNode(type, { nodeId: idOf(index) }))],
        ),
      ),
    ),
  );

type HowItFires = Pick<DefinitionEdge, 'on' | 'when' | 'loop'>;
/** Time at which an edge of a node fires: on success, on a condition, or on a word. */
const how: fc.Arbitrary<HowItFires> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 12, arbitrary: condition.map((it) => ({ when: it })) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<HowItFires>(
      ...(['success', 'approve', 'reject', 'breach', 'failure', 'always', 'otherwise'] as const).map(
        (on) => ({ on }),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<HowItFires>(
      { on: 'reject', loop: { maxIterations: 2 } },
      { on: 'exhausted' },
      { on: 'custom' },
    ),
  },
);
const howOfGroup = fc.constantFrom<HowItFires>({}, { on: 'approve' }, { on: 'reject' }, { on: 'always' });

const edgesOf = (count: number, groupIds: readonly string[]): fc.Arbitrary<DefinitionEdge[]> => {
  const ends = groupIds.map((groupId) => ({ kind: 'group' as const, groupId }));
  const ofNode = fc.nat(count - 1).chain((index) => {
    const nodeId = idOf(index);
    const to: fc.Arbitrary<DefinitionEdge['to']>[] = [
      later(index, count),
      ...ends.map((it) => fc.constant(it)),
    ];
    return fc.record({
      from: fc.constantFrom<DefinitionEdge['from']>(nodeId, nodeId, { kind: 'node', nodeId }),
      to: fc.oneof(...to),
      how,
    });
  });
  const ofGroup = ends.map((from) =>
    fc.record({ from: fc.constant(from), to: target(count), how: howOfGroup }),
  );
  const edge = fc
    .oneof({ weight: 3, arbitrary: ofNode }, ...ofGroup.map((arbitrary) => ({ weight: 1, arbitrary })))
    .map(({ from, to, how: fires }): DefinitionEdge => ({ from, to, ...fires }));
  return fc.array(edge, { maxLength: count + 2 });
};

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

const definitionId = fc.nat(5).map((it) => `made-${it}`);

/** Most have a fault, like first drafts; about one in eight is valid. */
const drafts: fc.Arbitrary<Definition> = fc
  .integer({ min: 1, max: 7 })
  .chain((count) => fc.tuple(fc.constant(count), sometimes(groupsOf(count))))
  .chain(([count, groups]) =>
    fc.record(
      {
        definitionId,
        name: fc.constant('Made'),
        nodes: nodesOf(count),
        edges: edgesOf(
          count,
          groups.map((it) => it.groupId),
        ),
        groups: fc.constant(groups),
        loops: sometimes(loopsOf(count)),
        strict: fc.constantFrom(false, false, true),
      },
      { requiredKeys: ['definitionId', 'name', 'nodes', 'edges', 'groups'] },
    ),
  );

/** Valid definitions, with edges of groups that random drafts hardly ever get right. */
const valid = fc
  .tuple(withGroupEdges(randomEnds), definitionId)
  .map(([made, id]) => ({ ...made, definitionId: id }) as unknown as Definition);

export const definitions: fc.Arbitrary<Definition> = fc.oneof(
  { weight: 7, arbitrary: drafts },
  { weight: 1, arbitrary: valid },
);
