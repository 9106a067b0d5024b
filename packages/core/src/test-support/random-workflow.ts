/** Random valid definitions: stages one after the other, each of a random shape. */
import fc from 'fast-check';
import { type JsonObject, type JsonValue, op, variable, when } from '../index.js';
import { agent, edge, human, onDecision, onStatus } from './run.js';

interface Parts {
  nodes: JsonValue[];
  edges: JsonValue[];
  groups: JsonValue[];
  loops: JsonValue[];
}
/** A stage: where a run enters it, where it leaves it, and what it adds to the definition. */
interface Stage {
  readonly entries: string[];
  readonly exits: string[];
  readonly parts: Partial<Parts>;
}

const SLA_MS = 1_000;
const reviewers = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 1 }))
  .map(([mandatory, optional]) => [
    ...['ann', 'bob', 'cem'].slice(0, mandatory),
    ...['dan'].slice(0, optional).map((userId) => ({ userId, mandatory: false })),
  ]);

/** A human node that rejects to the sink; with an SLA its breach goes there too, or fails the run. */
const reviewer = (nodeId: string) =>
  fc.tuple(reviewers, fc.constantFrom('none', 'routed', 'input')).map(([list, sla]): Partial<Parts> => {
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
        human(nodeId, list, {
          onReject: { routeToNodeId: 'sink' },
          ...(sla !== 'none' && { slaMs: SLA_MS }),
        }),
      ] as never,
      edges: sla === 'none' ? [] : [edge(nodeId, 'sink', breach)],
    };
  });

const blocking = (nodeId: string, policy: JsonObject = { kind: 'allResolved' }) =>
  agent(nodeId, 'scanner', {
    blocking: true,
    resolutionPolicy: policy,
    retry: { maximumAttempts: 2 },
  }) as never;

const single = (id: string): fc.Arbitrary<Stage> => {
  const at = (parts: Partial<Parts>): Stage => ({ entries: [id], exits: [id], parts });
  return fc.oneof(
    reviewer(id).map(at),
    fc.constant(at({ nodes: [agent(id, 'worker', { retry: { maximumAttempts: 2 } })] as never })),
    fc.constant(
      at({
        nodes: [agent(id, 'worker', { retry: { maximumAttempts: 1 } })] as never,
        edges: [edge(id, 'sink', onStatus('failed'))],
      }),
    ),
    fc
      .constantFrom<JsonObject>({ kind: 'allResolved' }, { kind: 'minResolved', minCount: 1 })
      .map((policy) =>
        at({ nodes: [blocking(id, policy)], edges: [edge(id, 'sink', onDecision('reject'))] }),
      ),
    fc.constant(at({ nodes: [{ nodeId: id, type: 'webhook', config: { url: 'https://example.com' } }] })),
  );
};

const policies = fc.constantFrom('waitAll', 'cancelOnQuorum', 'joinOnQuorum');

const group = (id: string): fc.Arbitrary<Stage> =>
  fc
    .record({
      size: fc.integer({ min: 2, max: 3 }),
      quorum: fc.integer({ min: 1, max: 3 }),
      required: fc.integer({ min: 0, max: 2 }),
      policy: policies,
      scanner: fc.boolean(),
    })
    .chain(({ size, quorum, required, policy, scanner }) => {
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
const exhausted = fc.constantFrom({}, { onExhausted: { routeToNodeId: 'escalation' } });

const FINAL = when(op('ne', variable('output.rejectionReason'), 'final'));

/** A draft and a reviewer who sends it back; where only some rejections go back, the others are unhandled. */
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
        ] as never,
        edges: [edge(`${id}-draft`, `${id}-review`)],
      },
    };
  });

/** Two reviewers, each with a draft and a loop of their own, in one group: its members are in different loops. */
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

/** A draft and parallel reviewers that rewind as a unit, with a predicate of which rejections count. */
const loopedGroup = (id: string): fc.Arbitrary<Stage> =>
  fc.tuple(maxIterations, exhausted, fc.boolean()).map(([max, route, onlySome]): Stage => {
    const members = [`${id}-a`, `${id}-b`];
    return {
      entries: [`${id}-draft`],
      exits: members,
      parts: {
        nodes: [
          agent(`${id}-draft`, 'worker'),
          ...members.map((it) => human(it, ['ann', 'bob'], { onReject: { routeToNodeId: 'sink' } })),
        ] as never,
        edges: members.map((it) => edge(`${id}-draft`, it)),
        groups: [
          {
            groupId: `group-${id}`,
            memberNodeIds: members,
            expectedSteps: 2,
            quorum: 2,
            onQuorumMet: 'joinOnQuorum',
          },
        ],
        loops: [
          {
            loopId: `loop-${id}`,
            entryNodeId: `${id}-draft`,
            bodyNodeIds: [`${id}-draft`, ...members],
            maxIterations: max,
            ...route,
            ...(onlySome && { onIterationReject: { when: FINAL } }),
          },
        ],
      },
    };
  });

const stage = (id: string): fc.Arbitrary<Stage> =>
  fc.oneof(single(id), single(id), group(id), loopBack(id), loopedGroup(id), spread(id));

/** How the exits of one stage lead to the next: always, or on a condition that holds or does not. */
const passage = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  when(op('eq', variable('execution.input.lenient'), true)),
  when(op('ne', variable('output.decision'), 'reject')),
);

export const randomWorkflow: fc.Arbitrary<JsonObject> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(
      fc.tuple(...Array.from({ length: count }, (_, index) => stage(`s${index}`))),
      fc.array(passage, { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([stages, passages]) => {
    const between = stages
      .slice(1)
      .flatMap(({ entries }, index) =>
        (stages[index]?.exits ?? []).flatMap((from) => entries.map((to) => edge(from, to, passages[index]))),
      );
    const all = (part: keyof Parts): JsonValue[] => stages.flatMap((it) => it.parts[part] ?? []);
    const edges = [...between, ...all('edges')] as JsonObject[];
    const loopsUsed = JSON.stringify(stages).includes('escalation');
    const sinkUsed = JSON.stringify(stages).includes('"sink"');
    return {
      definitionId: 'random',
      name: 'Random',
      nodes: [
        ...all('nodes'),
        ...(sinkUsed ? [agent('sink', 'worker')] : []),
        ...(loopsUsed
          ? [human('escalation', 'eve', { onReject: { routeToNodeId: 'bin' } }), agent('bin', 'worker')]
          : []),
      ] as never,
      edges: edges as never,
      groups: all('groups') as never,
      loops: all('loops') as never,
    };
  });
