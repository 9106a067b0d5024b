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
const sink2 = (from: string) => [edge(from, 'sink', onStatus('failed'))];
const one = (node: object, edges = sink2('n')) =>
  compiled([{ nodeId: 'n', ...node }, human('b', 'ann', sink), agent('sink')], [edge('n', 'b'), ...edges]);
const call = (config: object = {}) =>
  one({
    type: 'webhook',
    retry: { maximumAttempts: 2 },
    config: { url: 'https://example.com/x', ...config },
  });
const notice = (config: object = {}) =>
  one({
    type: 'notification',
    retry: { maximumAttempts: 2 },
    config: { channel: 'mail', body: { text: 'x' }, ...config },
  });
const wait = (config: object) =>
  one({ type: 'wait', slaMs: 1_000, config }, [edge('n', 'sink', onStatus('breached'))]);
const run = (config: object) =>
  one({ type: 'subflow', config: { definitionId: 'child', version: 'newest', ...config } }, [
    ...sink2('n'),
    { from: 'n', to: 'sink', on: 'reject' } as never,
  ]);
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

const NEW_KINDS: readonly [string, Tried, CompiledDefinition, number][] = [
  ['a call that is repeated', 'everything', call(), 100],
  ['a call with a callback', 'everything', call({ mode: 'async' }), 100],
  ['a notification', 'everything', notice(), 80],
  ['a notification whose failure is none', 'everything', notice({ onFailure: 'continue' }), 60],
  ['a wait for a time', 'everything', wait({ forMs: 60_000 }), 40],
  ['a wait for a signal', 'decisions and results', wait({ signal: 'go' }), 8],
  ['a run in a run', 'everything', run({}), 60],
  ['a run that decides', 'everything', run({ decisionFrom: 'review' }), 60],
];

describe('every state of', () => {
  test.each([...DEFINITIONS, ...NEW_KINDS])('%s', (_, tried, definition, atLeast) => {
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
