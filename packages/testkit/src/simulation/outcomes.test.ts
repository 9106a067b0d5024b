/** Reports say how the runs ended and what never ran. */
import { expect, test } from 'vitest';
import { Outcomes, keyOf, mergedOutcomes } from './outcomes.js';
import { describeReport, simulate } from './simulate.js';
import { simulateWorkflow } from './simulate-workflow.js';
import { agent, edge, human, onDecision } from './workflow.js';

const definition = {
  definitionId: 'purchase',
  name: 'Purchase',
  nodes: [
    agent('scan', 'scanner'),
    human('lead', 'ann', { onReject: { routeToNodeId: 'rework' } }),
    human('board', 'bob', { onReject: { routeToNodeId: 'rework' } }),
    agent('rework', 'writer'),
    agent('archive', 'writer'),
  ],
  edges: [
    edge('scan', 'lead'),
    edge(
      'lead',
      'board',
      '{"op":"and","args":[{"op":"gte","args":[{"var":"execution.input.amount"},100]},' +
        '{"op":"eq","args":[{"var":"output.decision"},"approve"]}]}',
    ),
    edge('board', 'archive', onDecision('approve')),
  ],
} as never;
const passing = { scanner: () => ({ passed: true }), writer: () => ({ passed: true }) };

test('when an agent always fails, every run is counted as failed, and the rest never ran', async () => {
  const scanner = async () => {
    throw new Error('the scanner is broken');
  };
  const failing = { ...passing, scanner };
  const triggerContext = { url: 'https://example.com/', amount: 1_000 };
  const report = await simulate({
    definition,
    triggerContext,
    agents: failing,
    histories: 6,
    faults: [],
    calls: 0,
  });
  const [only, ...others] = report.outcomes;
  expect([only, others]).toEqual([
    {
      ...{ status: 'failed', code: 'step-failed', outcome: null },
      ...{ runs: expect.any(Number) as number, share: 1, seed: 1 },
    },
    [],
  ]);
  expect(report.neverRan).toEqual({
    nodes: ['lead', 'board', 'rework', 'archive'],
    edges: ['scan → lead', 'lead → board', 'board → archive', 'lead → rework', 'board → rework'],
  });
  const text = describeReport(report);
  expect(text).toMatch(/runs ended:\n +100 % +\d+ {2}failed: step-failed \(first: seed 1\)/);
  expect(text).toContain('nodes that never ran: lead, board, rework, archive');
});

test('shares, first seeds, and the branch that a small amount never takes', async () => {
  const small = { url: 'https://example.com/', amount: 10 };
  const { outcomes, neverRan, endings } = await simulateWorkflow(definition, {
    ...{ agents: passing, triggerContext: small, histories: 40 },
  });
  expect(outcomes.reduce((sum, it) => sum + it.share, 0)).toBeCloseTo(1);
  const runsOf = (key: string) =>
    outcomes.filter((it) => keyOf(it) === key).reduce((sum, it) => sum + it.runs, 0);
  expect(outcomes.map((it) => it.outcome)).toContain('approved');
  expect(endings).toEqual(Object.fromEntries(outcomes.map(keyOf).map((key) => [key, runsOf(key)])));
  expect(neverRan?.nodes).toEqual(['board', 'archive']);
  expect(neverRan?.edges).toContain('lead → board');
  expect(neverRan?.edges).not.toContain('scan → lead');
  // The seed of an outcome replays it.
  for (const { status, code, outcome, seed } of outcomes) {
    const again = await simulate({ definition, triggerContext: small, agents: passing, seed, histories: 1 });
    expect(again.outcomes).toContainEqual(expect.objectContaining({ status, code, outcome }));
  }
});

test('a run that needs the branch reaches it; members of a group count where their decision leads on', async () => {
  const joined = {
    definitionId: 'joined',
    name: 'Joined',
    nodes: [
      human('a', 'ann', { onReject: { routeToNodeId: 'stop' } }),
      human('b', 'bob', { onReject: { routeToNodeId: 'stop' } }),
      agent('go', 'writer'),
      agent('stop', 'writer'),
    ],
    edges: [edge('a', 'go', onDecision('approve')), edge('b', 'go', onDecision('approve'))],
    groups: [
      {
        groupId: 'both',
        memberNodeIds: ['a', 'b'],
        expectedSteps: 2,
        quorum: 2,
        onQuorumMet: 'joinOnQuorum',
      },
    ],
  } as never;
  // Without calls of users every reviewer approves at the end.
  const report = await simulate({ definition: joined, agents: passing, histories: 3, faults: [], calls: 0 });
  expect(report.neverRan).toEqual({ nodes: ['stop'], edges: ['a → stop', 'b → stop'] });
  expect(describeReport({ ...report, neverRan: { nodes: [], edges: [] } })).toContain(
    'every node and every edge ran',
  );
});

test('random definitions have outcomes and no coverage; two reports add up', async () => {
  const report = await simulate({ histories: 3, seed: 5 });
  expect([report.neverRan, report.outcomes.length > 0]).toEqual([null, true]);
  const [a, b] = [new Outcomes(), new Outcomes()];
  const completed = { status: 'completed', code: null, outcome: 'approved' } as const;
  const failed = { status: 'failed', code: 'step-failed', outcome: null, seed: 7 } as const;
  a.count({ ...completed, runs: 1, seed: 9 });
  b.count({ ...completed, runs: 2, seed: 4 });
  b.count({ ...completed, outcome: 'rejected', runs: 2, seed: 3 });
  b.count({ ...failed, runs: 1 });
  expect(mergedOutcomes(a.list(), b.list())).toEqual([
    { ...completed, runs: 3, share: 0.5, seed: 4 },
    { ...completed, outcome: 'rejected', runs: 2, share: 2 / 6, seed: 3 },
    { ...failed, runs: 1, share: 1 / 6 },
  ]);
});
