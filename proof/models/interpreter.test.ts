/** Small definitions, exhaustively: the record is sound and an end is reachable. */
import { compileDefinition } from '@org/approval-core';
import type { CompiledDefinition } from '@org/approval-core/definition';
import { describe, expect, test } from 'vitest';
import { agent, edge, human, onStatus } from '../../packages/testkit/src/simulation/workflow.js';
import { explore } from './explore.js';
import { type Distortion, type Tried, interpreterModel } from './interpreter-model.js';

const sink = { onReject: { routeToNodeId: 'sink' } };
const back = (toNodeId: string, maxIterations = 2) => ({
  onReject: { loopBack: { toNodeId, maxIterations } },
});
const optional = (userId: string) => ({ userId, mandatory: false });
const group = (onQuorumMet: string, quorum: number, memberNodeIds: readonly string[]) => ({
  groups: [{ groupId: 'group', memberNodeIds, expectedSteps: memberNodeIds.length, quorum, onQuorumMet }],
});
const members = ['a', 'b', 'c'];

function compiled(nodes: object[], edges: object[], more: object = {}): CompiledDefinition {
  const checked = compileDefinition({ definitionId: 'small', name: 'Small', nodes, edges, ...more } as never);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.compiled;
}

const late = [edge('a', 'sink', onStatus('breached'))];
const three = [...members.map((it) => human(it, `of-${it}`, sink)), agent('sink')];
const people = () =>
  compiled([human('a', ['ann', 'bob', optional('cyd')], { ...sink, slaMs: 1_000 }), agent('sink')], late);
const agents = () =>
  compiled(
    [agent('a', 'a', { retry: { maximumAttempts: 3 } }), human('b', 'ann', sink), agent('sink')],
    [edge('a', 'b')],
  );
const loop = (entryNodeId: string, bodyNodeIds: string[], more: object = {}) => ({
  loops: [{ loopId: 'loop', entryNodeId, bodyNodeIds, maxIterations: 2, ...more }],
});

const DEFINITIONS: readonly [string, Tried, CompiledDefinition, number][] = [
  ['three people on one step, with a deadline', 'everything', people(), 800],
  ['an agent that is tried again', 'everything', agents(), 400],
  [
    'a group that waits for all',
    'decisions and results',
    compiled(three, [], group('waitAll', 2, members)),
    200,
  ],
  [
    'a group that cancels',
    'decisions and results',
    compiled(three, [], group('cancelOnQuorum', 2, members)),
    200,
  ],
  ...(['waitAll', 'cancelOnQuorum'] as const).map((policy): [string, Tried, CompiledDefinition, number] => [
    `a group with edges of its own, ${policy}`,
    'decisions and results',
    compiled(
      [...members.map((it) => human(it, `of-${it}`)), agent('next'), agent('sink')],
      [
        { from: { kind: 'group', groupId: 'group' }, to: 'next' },
        { from: { kind: 'group', groupId: 'group' }, to: 'sink', on: 'reject' },
      ],
      group(policy, 2, members),
    ),
    20,
  ]),
  [
    'a group that joins',
    'decisions and results',
    compiled(
      [...three, agent('next')],
      members.map((it) => edge(it, 'next')),
      group('joinOnQuorum', 2, members),
    ),
    80,
  ],
  [
    'two loops, one behind the other',
    'decisions and results',
    compiled(
      [agent('one'), human('a', 'ann', back('one')), agent('two'), human('b', 'bob', back('two'))],
      [edge('one', 'a'), edge('a', 'two'), edge('two', 'b')],
    ),
    40,
  ],
  [
    'a group of three in a loop with a way out',
    'decisions and results',
    compiled(
      [agent('draft'), ...members.map((it) => human(it, `of-${it}`)), agent('publish'), agent('out')],
      members.flatMap((it) => [edge('draft', it), edge(it, 'publish')]),
      {
        ...group('joinOnQuorum', 3, members),
        ...loop('draft', ['draft', ...members], { onExhausted: { routeToNodeId: 'out' } }),
      },
    ),
    50,
  ],
];

describe('every state of', () => {
  test.each(DEFINITIONS)('%s', (_, tried, definition, atLeast) => {
    const { states, violation } = explore(interpreterModel(definition, tried), 5_000);
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(atLeast);
  });
});

describe('a planted bug is found', () => {
  const noDeadline: Distortion = (run) => ({
    ...run,
    jobs: run.jobs.filter((it) => it.kind !== 'step-deadline'),
  });
  const goesOn: Distortion = (run, { kind }) =>
    kind === 'cancel-step' ? { ...run, state: { ...run.state, status: 'running' } } : run;
  const vanishes: Distortion = (run, { kind }) =>
    kind === 'agent-returned' ? { ...run, state: { ...run.state, steps: [] } } : run;
  const repeats: Distortion = (run) => {
    const last = run.events.at(-1);
    if (last?.type !== 'step.retried') return run;
    return { ...run, events: [...run.events, last] };
  };

  test.each<[string, CompiledDefinition, Distortion, string]>([
    ['a deadline is forgotten', people(), noDeadline, 'has the jobs'],
    ['a run goes on without an open step', people(), goesOn, 'fold of the events'],
    ['steps vanish', agents(), vanishes, 'fold of the events'],
    ['an event is written twice', agents(), repeats, 'without gaps'],
  ])('%s', (_, definition, distort, what) => {
    const { violation } = explore(interpreterModel(definition, 'everything', distort), 5_000);
    expect(violation?.what).toMatch(what);
    expect(violation?.trace.length).toBeLessThan(6);
  });
});
