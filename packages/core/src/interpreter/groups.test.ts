import { describe, expect, test } from 'vitest';
import { op, variable, when } from '../index.js';
import type { DefinitionGroup } from '../definition.js';
import { Run, agent, blocking, edge, group, human, onStatus, rejectTo } from '../test-support/run.js';

type Policy = DefinitionGroup['onQuorumMet'];
const POLICIES: Policy[] = ['waitAll', 'cancelOnQuorum', 'joinOnQuorum'];
const THREE = ['m1', 'm2', 'm3'];

/** Members have a reviewer of the node's name. Approvals lead to `next`, rejections to `rework`. */
const panel = (policy: Policy, quorum: number, more: Partial<DefinitionGroup> = {}, members = THREE) => ({
  nodes: [
    ...members.map((it) => human(it, it, rejectTo('rework'))),
    human('next', 'boss', rejectTo('rework')),
    agent('rework'),
  ],
  edges: members.map((it) => edge(it, 'next')),
  groups: [group(policy, members, quorum, more)],
});
const approve = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'approve');
const reject = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'reject');

describe('quorum is met (contract section 5)', () => {
  const outcomes: [Policy, string[]][] = [
    [undefined, ['m3 waiting', 'next waiting', 'next waiting']],
    ['waitAll', ['m3 waiting', 'next waiting', 'next waiting']],
    ['cancelOnQuorum', ['m3 cancelled', 'next waiting', 'next waiting']],
    ['joinOnQuorum', ['m3 cancelled', 'next waiting']],
  ];
  test.each(outcomes)('%s: two of three approve', async (policy, rest) => {
    const run = await Run.start(panel(policy, 2));
    await approve(run, 'm1');
    expect(await run.types()).not.toContain('group.quorum-met');
    await approve(run, 'm2');
    expect(await run.statuses()).toEqual(['m1 completed', 'm2 completed', ...rest]);
    await run.check();
  });

  test.each(POLICIES)('%s: the event says how it was counted', async (policy) => {
    const run = await Run.start(panel(policy, 2));
    await reject(run, 'm3');
    await approve(run, 'm1');
    await approve(run, 'm2');
    const [met, ...more] = await run.ofType('group.quorum-met');
    expect(more).toEqual([]);
    expect(met).toMatchObject({ stepId: null });
    expect(met?.data).toEqual({
      groupId: 'g',
      iteration: 1,
      quorum: 2,
      totalApproved: 2,
      completedTotal: 3,
      expectedSteps: 3,
    });
  });

  test('expectedSteps is what the author wrote, not the number of members', async () => {
    const run = await Run.start(panel('joinOnQuorum', 1, { expectedSteps: 2 }));
    await approve(run, 'm1');
    const [met] = await run.ofType('group.quorum-met');
    expect(met?.data).toMatchObject({ quorum: 1, totalApproved: 1, completedTotal: 1, expectedSteps: 2 });
  });

  test('it is met once: later approvals of a waitAll group add no event', async () => {
    const run = await Run.start(panel('waitAll', 1));
    for (const nodeId of THREE) await approve(run, nodeId);
    const met = await run.ofType('group.quorum-met');
    expect(met.map((it) => it.data.totalApproved)).toEqual([1]);
    expect(await run.count('next')).toBe(3);
  });

  test('siblings are cancelled by the group', async () => {
    const run = await Run.start(panel('cancelOnQuorum', 1));
    await approve(run, 'm2');
    const cancelled = await run.ofType('step.cancelled');
    const by = { actorId: 'system:group-quorum', reason: 'group-quorum-met' };
    expect(cancelled.map((it) => it.data)).toEqual([
      { nodeId: 'm1', ...by },
      { nodeId: 'm3', ...by },
    ]);
  });

  const orders: [Policy, string[]][] = [
    ['waitAll', ['step.awaiting-approval step_m2__to__next']],
    [
      'cancelOnQuorum',
      ['step.cancelled step_m1', 'step.cancelled step_m3', 'step.awaiting-approval step_m2__to__next'],
    ],
    [
      'joinOnQuorum',
      ['step.cancelled step_m1', 'step.cancelled step_m3', 'step.awaiting-approval group_g__to__next'],
    ],
  ];
  test.each(orders)(
    '%s: the step, the quorum, cancellations, new steps (section 11)',
    async (policy, rest) => {
      const run = await Run.start(panel(policy, 1));
      expect(await run.during(() => approve(run, 'm2'))).toEqual([
        'step.completed step_m2',
        'group.quorum-met',
        ...rest,
      ]);
    },
  );

  test.each(['cancelOnQuorum', 'joinOnQuorum'] as Policy[])(
    '%s: late responses change nothing',
    async (policy) => {
      const run = await Run.start(panel(policy, 1));
      await approve(run, 'm1');
      const late = approve(run, 'm2');
      await expect(late).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
      expect(await run.count('next')).toBe(1);
      expect(await run.ofType('group.quorum-met')).toHaveLength(1);
    },
  );

  test('steps outside the group stay open', async () => {
    const workflow = panel('cancelOnQuorum', 1);
    const run = await Run.start({
      ...workflow,
      nodes: [human('side', 'eve', rejectTo('rework')), ...workflow.nodes],
    });
    await approve(run, 'm1');
    expect((await run.step('side')).status).toBe('waiting');
  });

  test('a member shows its group, another step none', async () => {
    const run = await Run.start(panel('waitAll', 3));
    await approve(run, 'm1');
    const { steps } = await run.get();
    expect(steps.map((it) => it.groupId)).toEqual(['g', 'g', 'g', null]);
  });
});

describe('required members', () => {
  test.each(POLICIES)('%s: without them no number of approvals is enough', async (policy) => {
    const run = await Run.start(panel(policy, 1, { requiredNodeIds: ['m3'] }));
    await approve(run, 'm1');
    await approve(run, 'm2');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    expect((await run.step('m3')).status).toBe('waiting');
    await approve(run, 'm3');
    const [met] = await run.ofType('group.quorum-met');
    expect(met?.data).toMatchObject({ quorum: 1, totalApproved: 3 });
  });

  test('they count for the quorum, and are not enough by themselves', async () => {
    const run = await Run.start(panel('joinOnQuorum', 2, { requiredNodeIds: ['m3'] }));
    await approve(run, 'm3');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await approve(run, 'm1');
    expect(await run.ofType('group.quorum-met')).toHaveLength(1);
  });

  test('the first one that can no longer approve puts the quorum out of reach', async () => {
    const run = await Run.start(panel('joinOnQuorum', 1, { requiredNodeIds: ['m3'] }));
    await reject(run, 'm3');
    expect(await run.statuses()).toEqual([
      'm1 cancelled',
      'm2 cancelled',
      'm3 completed',
      'rework completed',
    ]);
    await run.ended('completed');
  });
});

/** Blocking agents without edges for their endings. `m1` and `m2` are breached after a minute. */
const fragile = (policy: Policy, quorum: number) => {
  const never = when(
    op('and', op('eq', variable('step.status'), 'breached'), op('eq', variable('execution.input.x'), 'y')),
  );
  return {
    nodes: [
      blocking('m1', '__mock__', { slaMs: 60_000 }),
      blocking('m2', '__mock__', { slaMs: 120_000 }),
      blocking('m3'),
      agent('next'),
    ],
    edges: [...THREE.map((it) => edge(it, 'next')), edge('m1', 'next', never), edge('m2', 'next', never)],
    groups: [group(policy, THREE, quorum)],
  };
};
const endings: [string, (run: Run, nodeId: string) => Promise<unknown>, string][] = [
  ['a rejection', (run, nodeId) => run.resolveFinding(nodeId, 'r', 'failure'), 'unhandled-rejection'],
  ['a failure', (run, nodeId) => run.resolve(nodeId, 'force-fail'), 'step-failed'],
  ['a breach', (run) => run.advance(60_000), 'step-breached'],
];

describe('quorum is out of reach', () => {
  test.each(endings)('waitAll is not exempt: an unhandled %s fails the execution', async (_, end, code) => {
    const run = await Run.start(fragile('waitAll', 1));
    await end(run, 'm1');
    await run.ended('failed', code);
  });

  describe.each(['cancelOnQuorum', 'joinOnQuorum'] as Policy[])('%s', (policy) => {
    test.each(endings)('an unhandled %s is allowed while the quorum is in reach', async (_, end) => {
      const run = await Run.start(fragile(policy, 2));
      await end(run, 'm1');
      expect((await run.get()).status).toBe('running');
      await run.resolveFinding('m2', 'r', 'success');
      await run.resolveFinding('m3', 'r', 'success');
      expect(await run.count('next')).toBe(policy === 'joinOnQuorum' ? 1 : 2);
      await run.ended('completed');
    });

    test.each(endings)('an unhandled %s that puts it out of reach fails the execution', async (_, end) => {
      const run = await Run.start(fragile(policy, 2));
      await end(run, 'm1');
      await end(run, 'm2');
      await run.ended('failed', 'quorum-unreachable');
      expect((await run.step('m3')).status).toBe('cancelled');
      expect(await run.count('next')).toBe(0);
    });
  });

  test('waitAll: it means nothing, the members go on', async () => {
    const run = await Run.start(panel('waitAll', 3));
    await reject(run, 'm1');
    expect(await run.statuses()).toEqual(['m1 completed', 'm2 waiting', 'm3 waiting', 'rework completed']);
    await reject(run, 'm2');
    await reject(run, 'm3');
    expect(await run.count('rework')).toBe(3);
    await run.ended('completed');
  });

  test('cancelOnQuorum: members whose endings were taken up do not fail the run', async () => {
    const run = await Run.start(panel('cancelOnQuorum', 2));
    await reject(run, 'm1');
    await reject(run, 'm2');
    expect(await run.statuses()).toEqual([
      'm1 completed',
      'm2 completed',
      'm3 waiting',
      'rework completed',
      'rework completed',
    ]);
    await approve(run, 'm3');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await run.decide('next', 'boss', 'approve');
    await run.ended('completed');
  });

  test('cancelOnQuorum: one that is not taken up fails the run, also when it ended before', async () => {
    const workflow = fragile('cancelOnQuorum', 2);
    const repaired = [...workflow.nodes, agent('repair')];
    const edges = [...workflow.edges, edge('m2', 'repair', onStatus('failed'))];
    const run = await Run.start({ ...workflow, nodes: repaired, edges });
    await run.resolveFinding('m1', 'r', 'failure');
    await run.resolve('m2', 'force-fail');
    await run.ended('failed', 'quorum-unreachable');
    expect((await run.get()).failureReason).toMatchObject({ stepId: 'step_m1' });
  });

  test('cancelOnQuorum: one that is not taken up fails the run, also when it ends later', async () => {
    const run = await Run.start({
      nodes: [
        human('m1', 'm1', rejectTo('rework')),
        human('m2', 'm2', rejectTo('rework')),
        blocking('m3'),
        agent('rework'),
      ],
      edges: [],
      groups: [group('cancelOnQuorum', THREE, 2)],
    });
    await reject(run, 'm1');
    await reject(run, 'm2');
    expect((await run.get()).status).toBe('running');
    await run.resolveFinding('m3', 'r', 'failure');
    await run.ended('failed', 'quorum-unreachable');
  });

  test('too many are lost of all members, not of expectedSteps', async () => {
    const run = await Run.start(panel('joinOnQuorum', 2, { expectedSteps: 2 }));
    await reject(run, 'm1');
    expect((await run.step('m2')).status).toBe('waiting');
    await approve(run, 'm2');
    await approve(run, 'm3');
    expect(await run.ofType('group.quorum-met')).toHaveLength(1);
  });
});
