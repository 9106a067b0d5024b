/** Requests that once held or killed a server, as sent (see `docs/reference/limits.md`). */
import { type Definition, op, variable, when } from '@org/approval-core';
import type { DefinitionNode } from '@org/approval-core/definition';
import type { Bomb } from './detonate.js';
import { SMALL, definitionOf } from './shape.js';

/** A single request, valid or not. */
export interface Row {
  readonly name: string;
  readonly path: 'definitions/validate' | 'definitions/create' | 'definitions/ensure';
  readonly data: object;
}

/** A definition and the input of its run, both valid. */
export interface RunRow extends Bomb {
  readonly name: string;
  /** Outcome of the run. */
  readonly ending: string;
}

const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const agent = (nodeId: string, config: object = {}): DefinitionNode => ({
  nodeId,
  type: 'agent',
  config: { agentId: '__mock__', urlPath: 'url', ...config },
});
const human = (nodeId: string, onReject: object): DefinitionNode => ({
  nodeId,
  type: 'human',
  config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject },
});
const chain = (count: number) => list(count - 1, (it) => ({ from: `n${it}`, to: `n${it + 1}` }));
const base = { definitionId: 'row', name: 'Row' };
const loopingBack = (count: number, to: (index: number) => string) => ({
  ...base,
  nodes: list(count, (it) => human(`n${it}`, { loopBack: { toNodeId: to(it) } })),
  edges: chain(count),
});
const one = { nodes: [agent('n0')], edges: [] };

const DEFINITIONS: Readonly<Record<string, object>> = {
  'loopBack at each of 100 nodes': loopingBack(100, () => 'n0'),
  'loopBack at each of 100 nodes, to itself': loopingBack(100, (it) => `n${it}`),
  'loopBack at each of 500 nodes': loopingBack(500, () => 'n0'),
  '120,000 edges of unknown fields': { ...base, ...one, edges: list(120_000, () => ({ x: 1 })) },
  '90,000 unknown fields': { ...base, ...one, ...Object.fromEntries(list(90_000, (it) => [`k${it}`, 1])) },
  '100 groups of 100 members': {
    ...base,
    nodes: list(100, (it) => human(`n${it}`, { routeToNodeId: 'n99' })),
    edges: chain(100),
    groups: list(100, (it) => ({
      ...{ groupId: `g${it}`, expectedSteps: 1, quorum: 1 },
      memberNodeIds: list(100, (member) => `n${member}`),
    })),
  },
  '340,000 nodes of nothing': { ...base, nodes: list(340_000, () => ({})), edges: [] },
  'an inputMapping of 50,000 names': {
    ...base,
    nodes: [agent('n0', { inputMapping: Object.fromEntries(list(50_000, (it) => [`k${it}`, 'output'])) })],
    edges: [],
  },
  // Valid: it is stored, and compared with the stored version.
  '454 edges with conditions of 500 operands at 32 levels': definitionOf({
    ...SMALL,
    ...{ nodes: 100, edges: 454, slaMs: 1_000, whenSize: 500, whenDepth: 32, whenLength: 788, headers: 50 },
  }),
};

export const ROWS: readonly Row[] = Object.entries(DEFINITIONS).flatMap(([name, data]) =>
  (['definitions/validate', 'definitions/create', 'definitions/ensure'] as const).map((path) => ({
    name,
    path,
    data,
  })),
);

const input = variable('execution.input.text');
const needle = variable('execution.input.needle');
const running = (condition: string): Definition => ({
  ...base,
  nodes: [agent('n0'), agent('n1')],
  edges: [{ from: 'n0', to: 'n1', when: condition }],
});
const different = (edges: number, condition: (index: number) => string): Definition => ({
  ...base,
  nodes: [agent('n0'), agent('n1')],
  edges: list(edges, (it) => ({ from: 'n0', to: 'n1', when: condition(it) })),
});
const times = (count: number, it: ReturnType<typeof op>) =>
  when(op('and', ...list(count, () => op('not', it))));
const COSTLY = 'failed expression-too-costly';
/** Completes in the command that starts it. */
const past = (nodeId: string): DefinitionNode => ({
  nodeId,
  type: 'wait',
  config: { until: '2000-01-01T00:00:00Z' },
});
/** Each doubles the steps that follow; `last` ends them all. */
const diamonds = (
  count: number,
  inner: (nodeId: string) => DefinitionNode,
  last: (nodeId: string) => DefinitionNode,
): Definition => ({
  ...base,
  nodes: [...list(count, (it) => [`n${it}`, `a${it}`, `b${it}`].map(inner)).flat(), last(`n${count}`)],
  edges: list(count, (it) =>
    ['a', 'b'].flatMap((side) => [
      { from: `n${it}`, to: `${side}${it}` },
      { from: `${side}${it}`, to: `n${it + 1}` },
    ]),
  ).flat(),
});
const FAILED = when(op('eq', variable('step.status'), 'failed'));
/** 1,024 and 512 members of two groups that fail at the start and are recovered. */
const failingMembers = (onQuorumMet: 'waitAll' | 'cancelOnQuorum' | 'joinOnQuorum'): Definition => {
  const { nodes, edges = [], ...rest } = diamonds(10, past, (nodeId) => member(nodeId));
  return {
    ...rest,
    nodes: [...nodes, member('other'), past('end')],
    groups: [{ groupId: 'g', memberNodeIds: ['n10', 'other'], expectedSteps: 2, quorum: 1, onQuorumMet }],
    edges: [
      ...edges,
      { from: 'n9', to: 'other' },
      ...['n10', 'other'].map((from) => ({ from, to: 'end', when: FAILED })),
    ],
  };
};
const member = (nodeId: string): DefinitionNode =>
  agent(nodeId, {
    blocking: true,
    resolutionPolicy: { kind: 'allResolved' },
    inputMapping: mapping(50),
  });
const mapping = (names: number) => Object.fromEntries(list(names, (it) => [`k${it}`, 'execution.input']));

export const RUN_ROWS: readonly RunRow[] = [
  {
    name: '500 edges with conditions of 500 operands, nodes with deadlines, 52 groups',
    definition: definitionOf({
      ...SMALL,
      ...{ nodes: 100, edges: 500, groups: 52, slaMs: 86_400_000, whenSize: 500 },
    }),
    triggerContext: { url: 'u' },
    // The input of its first step is missing.
    ending: 'failed step-failed',
  },
  {
    name: '500 edges with conditions of 500 operands at 32 levels, 50 reviewers, 14 names of an input',
    definition: definitionOf({
      ...SMALL,
      ...{ edges: 500, whenSize: 500, whenDepth: 32, inputNames: 14, reviewers: 50 },
    }),
    triggerContext: { url: 'u' },
    ending: 'failed step-failed',
  },
  {
    name: 'includes of a needle of 80 kB, 30 times',
    definition: running(times(30, op('includes', input, needle))),
    triggerContext: { url: 'u', text: 'x'.repeat(160_000), needle: `${'x'.repeat(80_000)}y` },
    ending: 'completed',
  },
  {
    name: 'a regular expression of 900 states over 250 kB',
    definition: running(when(op('regex', input, '[xy]*x[xy]{900}z'))),
    triggerContext: { url: 'u', text: 'xy'.repeat(125_000) },
    ending: COSTLY,
  },
  {
    name: 'ten edges with a regular expression of 900 states',
    definition: different(10, (it) => when(op('regex', input, `${it}x.{900}z`))),
    triggerContext: { url: 'u', text: 'xy'.repeat(125_000) },
    ending: COSTLY,
  },
  {
    name: 'a regular expression as costly as it may be',
    definition: running(when(op('not', op('regex', input, '[xy]*x[xy]{900}z')))),
    triggerContext: { url: 'u', text: 'xy'.repeat(2_000) },
    ending: 'completed',
  },
  {
    name: 'eq of arrays of 60,000 numbers, on 100 edges',
    definition: different(100, (it) =>
      when(
        op('or', op('eq', variable('execution.input.a'), variable('execution.input.b')), op('eq', input, it)),
      ),
    ),
    triggerContext: { url: 'u', a: list(60_000, () => 1), b: list(60_000, (it) => (it < 59_999 ? 1 : 2)) },
    ending: COSTLY,
  },
  {
    name: 'an input of 4 MiB at each step, until no more fits',
    definition: {
      ...base,
      nodes: list(9, (it) => agent(`n${it}`, { inputMapping: mapping(15) })),
      edges: chain(9),
    },
    triggerContext: { url: 'u', text: 'x'.repeat(261_000) },
    ending: 'failed execution-too-large',
  },
  {
    name: '50 names that each copy 250 kB',
    definition: { ...base, nodes: [agent('n0', { inputMapping: mapping(50) })], edges: [] },
    triggerContext: { url: 'u', text: 'x'.repeat(250_000) },
    ending: 'failed step-failed',
  },
  {
    name: 'outputs of 256 KiB and 1,000 findings, one step after the other',
    definition: {
      ...base,
      nodes: list(40, (it) => agent(`n${it}`, { agentId: it % 2 === 0 ? 'says-much' : 'finds-much' })),
      edges: chain(40),
    },
    triggerContext: { url: 'u' },
    ending: 'completed',
  },
  {
    name: '8,189 steps in one command',
    definition: diamonds(11, past, past),
    triggerContext: { url: 'u' },
    ending: 'completed',
  },
  {
    name: '1,533 steps in one command, and 512 agents after them',
    definition: diamonds(9, past, agent),
    triggerContext: { url: 'u' },
    ending: 'completed',
  },
  {
    name: '6,141 steps in one command, and 2,048 agents after them',
    definition: diamonds(11, past, agent),
    triggerContext: { url: 'u' },
    ending: 'completed',
  },
  {
    name: '765 steps in one command, and 256 that wait for 50 people with a text of 8,000 characters',
    definition: diamonds(8, past, (nodeId) => ({
      nodeId,
      type: 'human',
      config: {
        reviewers: list(50, (it) => ({ userId: `${it}`.padEnd(256, 'u'), mandatory: true })),
        reviewerEmails: list(50, (it) => `${it}`.padEnd(320, 'e')),
        commentBody: 'x'.repeat(8_000),
        onReject: { loopBack: { toNodeId: nodeId } },
      },
    })),
    triggerContext: { url: 'u' },
    ending: 'failed execution-too-large',
  },
  ...(['memory', 'sqlite'] as const).map((store): RunRow => ({
    name: `40 steps that wait for 500 people each, ${store}`,
    store,
    definition: {
      ...base,
      nodes: [
        ...list(40, (it): DefinitionNode => ({
          nodeId: `n${it}`,
          type: 'human',
          config: {
            reviewers: [{ pool: { var: 'execution.input.team' }, count: 50, mandatory: true }],
            allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'],
            decisionRule: { kind: 'count', approvals: 50 },
            onReject: { routeToNodeId: 'rework' },
          },
        })),
        agent('rework'),
      ],
      edges: [],
    },
    triggerContext: { url: 'u', team: list(500, (it) => `p${it}`.padEnd(60, 'x')) },
    ending: 'running',
  })),
  ...(['waitAll', 'cancelOnQuorum', 'joinOnQuorum'] as const).map((policy) => ({
    name: `1,536 members of a group that fail in one command, ${policy}`,
    definition: failingMembers(policy),
    triggerContext: { url: 'u', text: 'x'.repeat(200_000) },
    ending: COSTLY,
  })),
];
