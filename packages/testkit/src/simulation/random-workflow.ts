/** Random valid definitions: consecutive stages, each of a random shape. */
import fc from 'fast-check';
import { type JsonObject, type JsonValue, op, variable, when } from '@org/approval-core';
import type { NodeType } from '@org/approval-core/definition';
import { NODE_TYPES } from '@org/approval-core/internal';
import { toJson } from '@org/approval-internal/json';
import { sampleNode } from './sample-nodes.js';
import { agent, edge, human, onDecision, onStatus } from './workflow.js';

interface Parts {
  nodes: JsonValue[];
  edges: JsonValue[];
  groups: JsonValue[];
  loops: JsonValue[];
}
/** A stage: its entry, its exits, and its parts of the definition. */
interface Stage {
  readonly entries: string[];
  readonly exits: string[];
  readonly parts: Partial<Parts>;
}

/**
 * The definition that random subflows run, and its human node. A world with a store must have it.
 */
export const CHILD = { definitionId: 'child', decides: 'review' } as const;

/** Name of every signal that random runs wait for and get. */
export const SIGNAL = 'go';

const SLA_MS = 1_000;
const reviewers = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 1 }))
  .map(([mandatory, optional]) => [
    ...['ann', 'bob', 'cem'].slice(0, mandatory),
    ...['dan'].slice(0, optional).map((userId) => ({ userId, mandatory: false })),
  ]);

const VERBS = { allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'], claimMs: 60_000 };

/** Settings that make a human node a people node, and change how it is decided. */
const people = fc.constantFrom<{ rules: JsonObject; later: JsonObject[] }>(
  { rules: {}, later: [] },
  { rules: {}, later: [] },
  { rules: { reasonRequired: 'never' }, later: [] },
  { rules: {}, later: [{ userId: 'eve', mandatory: true, order: 2, veto: true }] },
  { rules: { allowAbstain: true, decisionRule: { kind: 'percent', approvals: 50, of: 'cast' } }, later: [] },
  { rules: {}, later: [{ pool: { users: ['ann', 'dan', 'eve'] }, count: 2, mandatory: true }] },
  { rules: {}, later: [{ pool: { var: 'execution.input.lenient' } }] },
  { rules: VERBS, later: [] },
  { rules: VERBS, later: [{ pool: { users: ['fay', 'eve'] }, mandatory: true }] },
  { rules: { ...VERBS, separation: { excludeInitiator: true, excludeContributors: true } }, later: [] },
  { rules: { ...VERBS, onSubjectChange: 'keep' }, later: [{ userId: 'eve', mandatory: true, order: 2 }] },
  { rules: { reminders: [{ afterMs: 1 }, { afterMs: 100 }] }, later: [{ pool: { group: 'team' } }] },
);

/**
 * A human node that rejects to the sink; with an SLA its breach also goes there, or fails the
 * execution.
 */
const reviewer = (nodeId: string) =>
  fc.tuple(reviewers, fc.constantFrom('none', 'routed', 'input'), people).map((made): Partial<Parts> => {
    const [list, sla, { rules, later }] = made;
    const breach =
      sla === 'routed'
        ? onStatus('breached')
        : when(
            op(
              'and',
              op('eq', variable('step.status'), 'breached'),
              op('eq', variable('execution.input.lenient'), true),
            ),
          );
    return {
      nodes: [
        human(nodeId, [...list, ...later], {
          onReject: { routeToNodeId: 'sink' },
          ...rules,
          ...(sla !== 'none' && { slaMs: SLA_MS }),
        }),
      ].map(toJson),
      edges: sla === 'none' ? [] : [edge(nodeId, 'sink', breach)],
    };
  });

const blocking = (nodeId: string, policy: JsonObject = { kind: 'allResolved' }) =>
  toJson(
    agent(nodeId, 'scanner', {
      blocking: true,
      resolutionPolicy: policy,
      retry: { maximumAttempts: 2 },
    }),
  );

const notification = (nodeId: string, config: JsonObject = {}): JsonValue => ({
  nodeId,
  name: nodeId,
  type: 'notification',
  retry: { maximumAttempts: 2 },
  config: { channel: 'mail', body: { text: 'About {{execution.input.url}}' }, ...config },
});

const only = (id: string, parts: Partial<Parts>): Stage => ({ entries: [id], exits: [id], parts });

/** Stages of one node, for kinds with more to vary than a sample node. */
const SINGLES: Readonly<Partial<Record<NodeType, (id: string) => fc.Arbitrary<Stage>[]>>> = {
  human: (id) => [reviewer(id).map((parts) => only(id, parts))],
  agent: (id) => [
    fc.constant(only(id, { nodes: [agent(id, 'worker', { retry: { maximumAttempts: 2 } })].map(toJson) })),
    fc.constant(
      only(id, {
        nodes: [agent(id, 'worker', { retry: { maximumAttempts: 1 } })].map(toJson),
        edges: [edge(id, 'sink', onStatus('failed'))],
      }),
    ),
    fc
      .constantFrom<JsonObject>({ kind: 'allResolved' }, { kind: 'minResolved', minCount: 1 })
      .map((policy) =>
        only(id, { nodes: [blocking(id, policy)], edges: [edge(id, 'sink', onDecision('reject'))] }),
      ),
  ],
  wait: (id) =>
    [{ forMs: 1_000 }, { signal: SIGNAL }, { signal: SIGNAL, withinMs: 1_000 }].map((config) =>
      fc.constant(only(id, { nodes: [{ nodeId: id, name: id, type: 'wait', config }] })),
    ),
  notification: (id) => [
    ...[{}, { onFailure: 'continue', to: [{ initiator: true }] }, { to: [{ contributors: true }] }].map(
      (config) => fc.constant(only(id, { nodes: [notification(id, config)] })),
    ),
    fc.constant(only(id, { nodes: [notification(id)], edges: [edge(id, 'sink', onStatus('failed'))] })),
  ],
  // Random ends are added to whole workflows (`random-ends.ts`).
  end: () => [],
  subflow: (id) =>
    [{}, { decisionFrom: CHILD.decides }].map((config) =>
      fc.constant(
        only(id, {
          nodes: [
            {
              nodeId: id,
              name: id,
              type: 'subflow',
              config: { definitionId: CHILD.definitionId, ...config },
            },
          ],
          edges: [
            edge(id, 'sink', onStatus('failed')),
            ...('decisionFrom' in config ? [toJson({ from: id, to: 'sink', on: 'reject' })] : []),
          ],
        }),
      ),
    ),
};

const single = (id: string): fc.Arbitrary<Stage> =>
  fc.oneof(
    ...NODE_TYPES.flatMap(
      (type) =>
        SINGLES[type]?.(id) ?? [fc.constant(only(id, { nodes: [toJson(sampleNode(type, { nodeId: id }))] }))],
    ),
  );

const policies = fc.constantFrom('waitAll', 'cancelOnQuorum', 'joinOnQuorum');

const group = (id: string): fc.Arbitrary<Stage> =>
  fc
    .record({
      size: fc.integer({ min: 2, max: 3 }),
      quorum: fc.integer({ min: 1, max: 3 }),
      required: fc.integer({ min: 0, max: 2 }),
      policy: policies,
      scanner: fc.boolean(),
      leads: fc.boolean(),
    })
    .chain(({ size, quorum, required, policy, scanner, leads }) => {
      const from = { kind: 'group', groupId: `group-${id}` };
      const own = leads && policy === 'waitAll' ? [toJson({ from, to: 'sink', on: 'reject' })] : [];
      const members = Array.from({ length: size }, (_, index) => `${id}-${index}`);
      const agents = scanner ? members.slice(-1) : [];
      const people = members.filter((it) => !agents.includes(it));
      return fc.tuple(...people.map(reviewer)).map((parts): Stage => {
        const needed = Math.min(quorum, size);
        return {
          entries: members,
          exits: members,
          parts: {
            nodes: [...parts.flatMap((it) => it.nodes ?? []), ...agents.map((it) => blocking(it))],
            edges: [
              ...parts.flatMap((it) => it.edges ?? []),
              ...agents.map((it) => edge(it, 'sink', onDecision('reject'))),
              ...own,
            ],
            groups: [
              {
                groupId: `group-${id}`,
                memberNodeIds: members,
                expectedSteps: size,
                quorum: needed,
                onQuorumMet: policy,
                requiredNodeIds: members.slice(0, Math.min(required, needed)),
              },
            ],
          },
        };
      });
    });

const maxIterations = fc.integer({ min: 1, max: 3 });
const TO_ESCALATION = { onExhausted: { routeToNodeId: 'escalation' } };
const exhausted = fc.constantFrom({}, TO_ESCALATION);

const FINAL = when(op('ne', variable('output.rejectionReason'), 'final'));

/**
 * A draft and a reviewer who sends it back; where only some rejections loop back, the others are
 * unhandled.
 */
const loopBack = (id: string): fc.Arbitrary<Stage> =>
  fc.tuple(reviewers, maxIterations, exhausted, fc.boolean()).map(([list, max, route, onlySome]): Stage => {
    const loop = { toNodeId: `${id}-draft`, maxIterations: max, ...route, ...(onlySome && { when: FINAL }) };
    return {
      entries: [`${id}-draft`],
      exits: [`${id}-review`],
      parts: {
        nodes: [
          agent(`${id}-draft`, 'worker'),
          human(`${id}-review`, list, { onReject: { loopBack: loop } }),
        ].map(toJson),
        edges: [edge(`${id}-draft`, `${id}-review`)],
      },
    };
  });

/**
 * Two reviewers in one group, each with a separate draft and loop: its members are in different
 * loops.
 */
const spread = (id: string): fc.Arbitrary<Stage> =>
  fc
    .tuple(loopBack(`${id}-x`), loopBack(`${id}-y`), policies, fc.integer({ min: 1, max: 2 }))
    .map(([x, y, onQuorumMet, quorum]): Stage => {
      const members = [...x.exits, ...y.exits];
      const all = (part: keyof Parts) => [...(x.parts[part] ?? []), ...(y.parts[part] ?? [])];
      return {
        entries: [...x.entries, ...y.entries],
        exits: members,
        parts: {
          nodes: all('nodes'),
          edges: all('edges'),
          groups: [{ groupId: `group-${id}`, memberNodeIds: members, expectedSteps: 2, quorum, onQuorumMet }],
        },
      };
    });

interface LoopedShape {
  readonly max: number;
  readonly route: object;
  readonly onlySome: boolean;
  /** Place of a reviewer who is not a member: beside the members, or before one of them. */
  readonly side: 'none' | 'beside' | 'before';
  /** End of the body: the members, who must all approve, or one reviewer after some of them. */
  readonly end: 'members' | 'final';
  readonly quorum: number;
  readonly author: 'agent' | 'human';
}
const loopedShape: fc.Arbitrary<LoopedShape> = fc.record({
  max: maxIterations,
  route: exhausted,
  onlySome: fc.boolean(),
  side: fc.constantFrom('none', 'beside', 'before'),
  end: fc.constantFrom('members', 'final'),
  quorum: fc.integer({ min: 1, max: 2 }),
  author: fc.constantFrom('agent', 'human'),
});

/**
 * A draft and parallel reviewers that rewind as a unit, with a predicate that selects the
 * rejections.
 */
const loopedGroup = (id: string): fc.Arbitrary<Stage> => loopedShape.map((shape) => loopedStage(id, shape));

function loopedStage(id: string, shape: LoopedShape): Stage {
  const [draft, side, final] = [`${id}-draft`, `${id}-side`, `${id}-final`];
  const members = [`${id}-a`, `${id}-b`];
  const endsInMembers = shape.end === 'members';
  // Beside the members, a body has a second end, which is only valid if its members end it.
  const hasSide = shape.side === 'before' || (shape.side === 'beside' && endsInMembers);
  const comesFrom = (it: string) => (shape.side === 'before' && it === members[0] ? side : draft);
  const isHuman = shape.author === 'human';
  const started = [...(hasSide ? [side] : []), ...members.filter((it) => comesFrom(it) === draft)];
  const toSink = endsInMembers ? { onReject: { routeToNodeId: 'sink' } } : {};
  return {
    entries: [draft],
    exits: endsInMembers ? members : [final],
    parts: {
      nodes: [
        isHuman
          ? human(draft, ['ann', 'bob'], { slaMs: SLA_MS })
          : agent(draft, 'worker', { inputMapping: { previousAttempts: 'execution.input.url' } }),
        ...(hasSide ? [human(side, 'cem')] : []),
        ...members.map((it) => human(it, ['ann', 'bob'], toSink)),
        ...(endsInMembers ? [] : [human(final, 'dan')]),
      ].map(toJson),
      edges: [
        ...started.map((it) => edge(draft, it)),
        ...(isHuman ? started.map((it) => edge(draft, it, onStatus('breached'))) : []),
        ...members.filter((it) => comesFrom(it) === side).map((it) => edge(side, it)),
        ...(endsInMembers ? [] : members.map((it) => edge(it, final))),
      ],
      groups: [
        {
          groupId: `group-${id}`,
          memberNodeIds: members,
          expectedSteps: 2,
          quorum: endsInMembers ? 2 : shape.quorum,
          onQuorumMet: 'joinOnQuorum',
        },
      ],
      loops: [
        {
          loopId: `loop-${id}`,
          entryNodeId: draft,
          bodyNodeIds: [draft, ...(hasSide ? [side] : []), ...members, ...(endsInMembers ? [] : [final])],
          maxIterations: shape.max,
          ...shape.route,
          ...(shape.onlySome && { onIterationReject: { when: FINAL } }),
        },
      ],
    },
  };
}

/**
 * Two nodes that must have different deciders, in sequence, in parallel, or in a loop; seats of
 * both can be reassigned.
 */
const separated = (id: string): fc.Arbitrary<Stage> =>
  fc
    .tuple(fc.constantFrom('behind', 'beside', 'back'), fc.boolean(), maxIterations)
    .map(([where, isNamedFirst, max]): Stage => {
      const [first, second] = [`${id}-first`, `${id}-second`] as const;
      const apart = (other: string) => ({ separation: { excludeDecidersOf: [other] } });
      const back = { loopBack: { toNodeId: first, maxIterations: max, ...TO_ESCALATION } };
      const toSink = { routeToNodeId: 'sink' };
      const isBeside = where === 'beside';
      const people = [
        human(first, ['ann', { pool: { users: ['dan', 'eve', 'fay'] }, mandatory: true }], {
          onReject: toSink,
          ...VERBS,
          ...(isNamedFirst && apart(second)),
        }),
        human(second, ['bob', { pool: { users: ['ann', 'dan', 'eve', 'fay'] }, mandatory: true }], {
          onReject: where === 'back' ? back : toSink,
          ...VERBS,
          ...(!isNamedFirst && apart(first)),
        }),
      ];
      return {
        entries: isBeside ? [first, second] : [first],
        exits: isBeside ? [first, second] : [second],
        parts: { nodes: people.map(toJson), edges: isBeside ? [] : [edge(first, second)] },
      };
    });

const stage = (id: string): fc.Arbitrary<Stage> =>
  fc.oneof(single(id), single(id), group(id), loopBack(id), loopedGroup(id), spread(id));

/** Condition of the exits between two stages: none, one that holds, or one that does not. */
const passage = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  when(op('eq', variable('execution.input.lenient'), true)),
  when(op('ne', variable('output.decision'), 'reject')),
);

/** Valid definitions of every feature of the interpreter. */
export const randomWorkflow: fc.Arbitrary<JsonObject> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(
      fc.tuple(...Array.from({ length: count }, (_, index) => stage(`s${index}`))),
      fc.array(passage, { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([stages, passages]) => workflowOf(stages, passages));

/**
 * One loop with a group in its body, a reviewer who is not a member, and a route out: the
 * combination of all three.
 */
export const randomLoopWithGroup: fc.Arbitrary<JsonObject> = fc
  .tuple(loopedShape, fc.constantFrom('beside', 'before'), fc.integer({ min: 1, max: 2 }))
  .map(([shape, side, max]) =>
    workflowOf([loopedStage('s0', { ...shape, side, max, route: TO_ESCALATION })], []),
  );

/**
 * Two nodes that must have different deciders, followed by a stage. Separate, because seeds of
 * `randomWorkflow` are recorded.
 */
export const randomSeparation: fc.Arbitrary<JsonObject> = fc
  .tuple(separated('s0'), stage('s1'), passage)
  .map(([first, second, between]) => workflowOf([first, second], [between]));

function workflowOf(stages: readonly Stage[], passages: readonly (string | undefined)[]): JsonObject {
  const between = stages
    .slice(1)
    .flatMap(({ entries }, index) =>
      (stages[index]?.exits ?? []).flatMap((from) => entries.map((to) => edge(from, to, passages[index]))),
    );
  const all = (part: keyof Parts): JsonValue[] => stages.flatMap((it) => it.parts[part] ?? []);
  const edges = [...between, ...all('edges')];
  const loopsUsed = JSON.stringify(stages).includes('escalation');
  const sinkUsed = JSON.stringify(stages).includes('"sink"');
  return {
    definitionId: 'random',
    name: 'Random',
    nodes: [
      ...all('nodes'),
      ...(sinkUsed ? [agent('sink', 'worker')] : []).map(toJson),
      ...(loopsUsed
        ? [human('escalation', 'eve', { onReject: { routeToNodeId: 'bin' } }), agent('bin', 'worker')]
        : []
      ).map(toJson),
    ],
    edges,
    groups: all('groups'),
    loops: all('loops'),
  };
}
