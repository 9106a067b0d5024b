/** A decision ends a step and takes places of another. Its own consequences come first. */
import { describe, expect, test } from 'vitest';
import type { Definition } from '../../index.js';
import { must, pool } from '../../test-support/people.js';
import { Run, agent, edge, group, human, onStatus, rejectTo } from '../../test-support/run.js';

const separated = { separation: { excludeDecidersOf: ['m1'] } };

/** `ann` may decide only one of two members. `b` fails when she decides `m1`; `help` handles it. */
const members = (quorum: number, onQuorumMet: 'joinOnQuorum' | 'cancelOnQuorum') => ({
  nodes: [
    human('m1', [must('ann')], rejectTo('rework')),
    human('m2', [pool(['ann'], { mandatory: true })], { ...rejectTo('rework'), ...separated }),
    agent('next'),
    agent('help'),
    agent('rework'),
  ],
  edges: [edge('m1', 'next'), edge('m2', 'next'), edge('m2', 'help', onStatus('failed'))],
  groups: [group(onQuorumMet, ['m1', 'm2'], quorum)],
});

describe.each(['joinOnQuorum', 'cancelOnQuorum'] as const)('%s', (policy) => {
  test('the decision that meets a quorum cancels the others, even with lost places', async () => {
    const run = await Run.start(members(1, policy));
    const events = await run.during(() => run.decide('m1', 'ann', 'approve'));
    expect(events.slice(0, 4)).toEqual([
      'step.completed step_m1',
      'group.quorum-met',
      'step.cancelled step_m2',
      expect.stringContaining('step.completed'),
    ]);
    expect(await run.statuses()).toEqual(['m1 completed', 'm2 cancelled', 'next completed']);
    await run.ended('completed');
  });

  test('one that does not takes the place away, and the step fails', async () => {
    const run = await Run.start(members(2, policy));
    await run.decide('m1', 'ann', 'approve');
    expect((await run.step('m2')).error?.code).toBe('reviewers-insufficient');
    expect(await run.count('help')).toBe(1);
    await run.check();
  });
});

/** A draft, a reviewer whose rejection rewinds, and a parallel step separated from it. */
const looped = (loop: Partial<NonNullable<Definition['loops']>[number]>) => ({
  nodes: [
    agent('draft'),
    human('m1', [must('ann')]),
    human('m2', [must('bob')]),
    human('side', [pool(['ann'], { mandatory: true })], separated),
    human('fix', 'cem'),
    agent('publish'),
    agent('escalate'),
  ],
  edges: [
    ...['m1', 'm2', 'side'].map((it) => edge('draft', it)),
    edge('side', 'fix', onStatus('failed')),
    ...['m1', 'm2'].map((it) => edge(it, 'publish')),
  ],
  groups: [group('joinOnQuorum', ['m1', 'm2'], 2)],
  loops: [
    {
      loopId: 'L',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'm1', 'm2', 'side', 'fix'],
      onExhausted: { routeToNodeId: 'escalate' },
      ...loop,
    },
  ],
});

test('a rejection that rewinds a loop cancels the open steps of its body, even with lost places', async () => {
  const run = await Run.start(looped({}));
  await run.decide('m1', 'ann', 'reject');
  const statuses = await run.statuses();
  expect(statuses.slice(0, 5)).toEqual([
    'draft completed',
    'm1 completed',
    'm2 cancelled',
    'side cancelled',
    'draft#2 completed',
  ]);
  // Only the second iteration does this, in which no user is left to decide it.
  expect(statuses.filter((it) => it.startsWith('fix'))).toEqual(['fix#2 waiting']);
  expect((await run.step('fix')).input['fromStepId']).toBe('loop_L_iter_2__to__draft__to__side');
  await run.check();
});

test('a rejection that exhausts a loop takes the route, even if open steps of its body have lost places', async () => {
  const workflow = looped({ maxIterations: 1 });
  const edges = workflow.edges.filter((it) => it.to !== 'fix');
  const nodes = workflow.nodes.filter((it) => it.nodeId !== 'fix');
  const loops = workflow.loops.map((it) => ({ ...it, bodyNodeIds: ['draft', 'm1', 'm2', 'side'] }));
  const run = await Run.start({ ...workflow, nodes, edges, loops });
  await run.decide('m1', 'ann', 'reject');
  expect(await run.statuses()).toEqual([
    'draft completed',
    'm1 completed',
    'm2 cancelled',
    'side cancelled',
    'escalate completed',
  ]);
  await run.ended('completed');
});
