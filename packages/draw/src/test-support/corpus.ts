/** Thirty definitions to draw: common ones, one for each feature, random ones, and the largest. */
import { type Definition, type JsonValue, compileDefinition, op, variable, when } from '@org/approval-core';
import { agent, edge, human, onDecision, onStatus, randomWorkflow } from '@org/approval-testkit/simulation';
import fc from 'fast-check';
import type { Drawable } from '../index.js';

type Parts = Pick<Definition, 'nodes' | 'edges' | 'groups' | 'loops'>;

const named = (name: string, parts: Parts): Definition => ({
  definitionId: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  name,
  ...parts,
});

const toSink = { onReject: { routeToNodeId: 'sink' } };
const count = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const large = when(op('gte', variable('execution.input.amount'), 10_000));

const signOff = named('Sign-off', {
  nodes: [
    human('legal', 'maria', { onReject: { routeToNodeId: 'rework' } }),
    agent('publish'),
    agent('rework'),
  ],
  edges: [edge('legal', 'publish')],
});

const sequence = named('Sequence of five', {
  nodes: [...count(5, (it) => human(`step-${it}`, 'ann', toSink)), agent('sink')],
  edges: count(4, (it) => edge(`step-${it}`, `step-${it + 1}`)),
});

const amounts = named('By amount', {
  nodes: [
    human('clerk', ['ann', 'bob'], toSink),
    human('director', 'dora', toSink),
    agent('pay', 'bank'),
    agent('sink', 'mailer'),
  ],
  edges: [
    edge('clerk', 'director', large),
    edge('clerk', 'pay', when(op('lt', variable('execution.input.amount'), 10_000))),
    edge('director', 'pay'),
  ],
});

const deadline = named('Deadline and escalation', {
  nodes: [
    human('team', 'ann', { ...toSink, slaMs: 172_800_000 }),
    human('head', 'eve', toSink),
    agent('publish'),
    agent('sink'),
  ],
  edges: [edge('team', 'publish'), edge('team', 'head', onStatus('breached')), edge('head', 'publish')],
});

const quorum = (size: number, needed: number, policy: 'waitAll' | 'cancelOnQuorum' | 'joinOnQuorum') =>
  named(`${needed} of ${size}, ${policy}`, {
    nodes: [
      agent('draft', 'writer'),
      ...count(size, (it) => human(`member-${it}`, 'ann', toSink)),
      human('chief', 'eve', toSink),
      agent('sink'),
    ],
    edges: count(size, (it) => it).flatMap((it) => [
      edge('draft', `member-${it}`),
      edge(`member-${it}`, 'chief'),
    ]),
    groups: [
      {
        groupId: 'board',
        memberNodeIds: count(size, (it) => `member-${it}`),
        expectedSteps: size,
        quorum: needed,
        onQuorumMet: policy,
      },
    ],
  });

const loopBack = named('Send back', {
  nodes: [
    agent('draft', 'writer'),
    human('review', 'ann', {
      onReject: {
        loopBack: { toNodeId: 'draft', maxIterations: 3, onExhausted: { routeToNodeId: 'escalation' } },
      },
    }),
    agent('publish'),
    human('escalation', 'eve', toSink),
    agent('sink'),
  ],
  edges: [edge('draft', 'review'), edge('review', 'publish')],
});

const loopedGroup = named('A group in a loop', {
  nodes: [
    agent('draft', 'writer'),
    ...['legal', 'brand', 'finance'].map((it) => human(it, it)),
    agent('publish'),
    human('board', 'eve', toSink),
    agent('sink'),
  ],
  edges: ['legal', 'brand', 'finance'].flatMap((it) => [edge('draft', it), edge(it, 'publish')]),
  groups: [
    {
      groupId: 'reviewers',
      memberNodeIds: ['legal', 'brand', 'finance'],
      expectedSteps: 3,
      quorum: 3,
      onQuorumMet: 'joinOnQuorum',
    },
  ],
  loops: [
    {
      loopId: 'revision',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'legal', 'brand', 'finance'],
      maxIterations: 4,
      onExhausted: { routeToNodeId: 'board' },
    },
  ],
});

const scanner = named('Findings', {
  nodes: [
    agent('scan', 'scanner', { blocking: true, resolutionPolicy: { kind: 'allResolved' } }),
    { nodeId: 'notify', type: 'webhook', config: { url: 'https://example.com/hooks/approvals' } },
    agent('sink'),
  ],
  edges: [
    edge('scan', 'notify'),
    edge('scan', 'sink', onDecision('reject')),
    edge('scan', 'sink', onStatus('failed')),
  ],
});

const islands = named('Nodes by themselves', { nodes: count(12, (it) => agent(`island-${it}`)), edges: [] });

const chain = named('A hundred in a row', {
  nodes: [...count(99, (it) => human(`n${it}`, 'ann', toSink)), agent('sink')],
  edges: count(98, (it) => edge(`n${it}`, `n${it + 1}`)),
});

const star = named('One and ninety-nine', {
  nodes: [agent('start'), ...count(98, (it) => human(`n${it}`, 'ann', toSink)), agent('sink')],
  edges: count(98, (it) => edge('start', `n${it}`)),
});

/** Ten stages of seven reviewers; each is joined before the next, with the maximum of edges. */
const stages = named('Ten joined stages of seven', {
  nodes: [
    agent('start'),
    ...count(10, (at) => count(7, (it) => human(`s${at}-${it}`, 'ann', toSink))).flat(),
    agent('sink'),
  ],
  edges: [
    ...count(7, (it) => edge('start', `s0-${it}`)),
    ...count(9, (at) =>
      count(49, (it) => edge(`s${at}-${it % 7}`, `s${at + 1}-${Math.floor(it / 7)}`)),
    ).flat(),
  ],
  groups: count(10, (at) => ({
    groupId: `stage-${at}`,
    memberNodeIds: count(7, (it) => `s${at}-${it}`),
    expectedSteps: 7,
    quorum: 7,
    onQuorumMet: 'joinOnQuorum' as const,
  })),
});

const twentyLoops = named('Twenty loops', {
  nodes: [...count(20, (it) => [agent(`d${it}`, 'writer'), human(`r${it}`, 'ann')]).flat(), agent('end')],
  edges: count(20, (it) => [
    edge(`d${it}`, `r${it}`),
    edge(`r${it}`, it === 19 ? 'end' : `d${it + 1}`),
  ]).flat(),
  loops: count(20, (it) => ({
    loopId: `round-${it}`,
    entryNodeId: `d${it}`,
    bodyNodeIds: [`d${it}`, `r${it}`],
    maxIterations: 2,
  })),
});

const crossing = named('A group across loops', {
  nodes: [...['a', 'b'].flatMap((it) => [agent(`draft-${it}`), human(`review-${it}`, it)]), agent('end')],
  edges: ['a', 'b'].flatMap((it) => [edge(`draft-${it}`, `review-${it}`), edge(`review-${it}`, 'end')]),
  groups: [
    {
      groupId: 'both',
      memberNodeIds: ['review-a', 'review-b'],
      expectedSteps: 2,
      quorum: 2,
      onQuorumMet: 'waitAll',
    },
  ],
  loops: ['a', 'b'].map((it) => ({
    loopId: `loop-${it}`,
    entryNodeId: `draft-${it}`,
    bodyNodeIds: [`draft-${it}`, `review-${it}`],
  })),
});

const random = fc
  .sample(randomWorkflow, { seed: 16, numRuns: 12 })
  .map((it, index) => ({ ...it, name: `Random ${index}` }) as unknown as Definition);

/** Handwritten definitions first; an engine accepts each. */
export const CORPUS: readonly Definition[] = [
  ...[signOff, sequence, amounts, deadline, scanner, loopBack, loopedGroup, crossing, islands],
  ...[
    quorum(3, 2, 'joinOnQuorum'),
    quorum(5, 3, 'cancelOnQuorum'),
    quorum(2, 2, 'waitAll'),
    quorum(40, 20, 'joinOnQuorum'),
  ],
  ...[chain, star, stages, twentyLoops, quorum(97, 60, 'joinOnQuorum')],
  ...random,
];

/** Adds the compiled form, as `definitions.get` returns it. */
export function compiled(definition: Definition): Drawable {
  const checked = compileDefinition(definition as unknown as JsonValue, { maxStepsPerExecution: 10_000 });
  if (!checked.ok) throw new Error(`${definition.name}: ${JSON.stringify(checked.issues.slice(0, 3))}`);
  return { ...definition, compiled: checked.compiled };
}
