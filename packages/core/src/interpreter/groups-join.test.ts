import { describe, expect, test } from 'vitest';
import { op, variable, when } from '../index.js';
import {
  ManualAgent,
  Run,
  agent,
  blocking,
  edge,
  group,
  human,
  onDecision,
  onStatus,
  rejectTo,
} from '../test-support/run.js';

const approve = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'approve');
const reject = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'reject');
const THREE = ['m1', 'm2', 'm3'];
const SLA = { slaMs: 60_000 };

const join = (quorum: number, more: { members?: string[]; config?: object } = {}) => {
  const members = more.members ?? THREE;
  return {
    nodes: [
      ...members.map((it) => human(it, it, { ...rejectTo('rework'), ...more.config })),
      agent('next'),
      agent('rework'),
    ],
    edges: members.map((it) => edge(it, 'next')),
    groups: [group('joinOnQuorum', members, quorum)],
  };
};

describe('a join that meets its quorum (contract section 5)', () => {
  test('starts its successor once, named after the group, with the outputs of those who approved', async () => {
    const run = await Run.start(join(2));
    await reject(run, 'm2');
    expect(await run.statuses()).toEqual(['m1 waiting', 'm2 completed', 'm3 waiting']);
    await approve(run, 'm1');
    await approve(run, 'm3');
    const next = await run.step('next');
    expect(next.stepId).toBe('group_g__to__next');
    expect(next.input).toEqual({
      groupOutputs: { m1: (await run.step('m1')).output, m3: (await run.step('m3')).output },
      groupId: 'g',
      quorum: 2,
      totalApproved: 2,
    });
    expect(await run.count('rework')).toBe(0);
    await run.ended('completed');
  });

  test('starts every target that any of them starts, in the order of the edges', async () => {
    const gated = when(op('eq', variable('output.approveCount'), 2));
    const workflow = join(2, { members: ['m1', 'm2'] });
    const two = human('m2', ['m2', 'zoe'], rejectTo('rework'));
    const run = await Run.start({
      ...workflow,
      nodes: [...workflow.nodes.map((it) => (it.nodeId === 'm2' ? two : it)), agent('extra'), agent('never')],
      edges: [
        ...['m1', 'm2'].map((it) => edge(it, 'extra', gated)),
        ...workflow.edges,
        ...['m1', 'm2'].map((it) => edge(it, 'never', when(op('gt', variable('output.approveCount'), 2)))),
      ],
    });
    await approve(run, 'm1');
    await approve(run, 'm2');
    await run.decide('m2', 'zoe', 'approve');
    const { steps } = await run.get();
    expect(steps.slice(2).map((it) => it.stepId)).toEqual(['group_g__to__extra', 'group_g__to__next']);
  });

  test('looks at the edges of those who approved only', async () => {
    const workflow = join(2);
    const run = await Run.start({
      ...workflow,
      nodes: [...workflow.nodes, agent('sorry')],
      edges: [...workflow.edges, edge('m1', 'sorry', onDecision('reject'))],
    });
    await reject(run, 'm1');
    await approve(run, 'm2');
    await approve(run, 'm3');
    expect(await run.statuses()).toEqual(['m1 completed', 'm2 completed', 'm3 completed', 'next completed']);
  });

  test('blocking agents are members like people', async () => {
    const members = ['m1', 'm2'];
    const run = await Run.start(
      {
        nodes: [blocking('m1', 'checker'), blocking('m2'), agent('next')],
        edges: members.map((it) => edge(it, 'next')),
        groups: [group('joinOnQuorum', members, 2)],
      },
      { agents: { checker: () => ({ passed: true, findings: [] }) } },
    );
    expect(await run.statuses()).toEqual(['m1 completed', 'm2 waiting']);
    await run.resolveFinding('m2', 'r', 'success');
    expect(await run.count('next')).toBe(1);
    await run.ended('completed');
  });

  test('one that is still running is cancelled and aborted, and its response ignored', async () => {
    const checker = new ManualAgent();
    const run = await Run.start(
      {
        nodes: [blocking('m1', 'checker'), blocking('m2'), agent('next')],
        edges: ['m1', 'm2'].map((it) => edge(it, 'next')),
        groups: [group('joinOnQuorum', ['m1', 'm2'], 1)],
      },
      { agents: { checker: checker.call } },
    );
    await run.resolveFinding('m2', 'r', 'success');
    expect(checker.calls[0]?.signal.aborted).toBe(true);
    checker.respond({ passed: false, findings: [] });
    await run.drain();
    expect(await run.statuses()).toEqual(['m1 cancelled', 'm2 completed', 'next completed']);
    await run.ended('completed');
  });

  test('forced decisions count like those of the reviewers', async () => {
    const run = await Run.start(join(2));
    await run.resolve('m1', 'force-approve');
    await run.resolve('m2', 'force-reject');
    await run.resolve('m3', 'force-approve');
    const next = await run.step('next');
    expect(Object.keys(next.input['groupOutputs'] as object)).toEqual(['m1', 'm3']);
    await run.ended('completed');
  });
});

describe('a join whose quorum is out of reach', () => {
  test('cancels what is open, and looks at the edges of those who rejected together', async () => {
    const run = await Run.start(join(2));
    await reject(run, 'm3');
    expect(await run.count('rework')).toBe(0);
    expect(await run.during(() => reject(run, 'm1'))).toEqual([
      'step.completed step_m1',
      'step.cancelled step_m2',
      'step.completed group_g__to__rework',
      'execution.completed',
    ]);
    const [cancelled] = await run.ofType('step.cancelled');
    expect(cancelled?.data).toEqual({
      nodeId: 'm2',
      actorId: 'system:group-quorum',
      reason: 'group-quorum-unreachable',
    });
    expect((await run.step('rework')).input).toEqual({
      groupOutputs: { m1: (await run.step('m1')).output, m3: (await run.step('m3')).output },
      groupId: 'g',
      quorum: 2,
      totalApproved: 0,
    });
    await run.ended('completed');
  });

  test('does not look at the edges of those who approved', async () => {
    const run = await Run.start(join(3));
    await approve(run, 'm1');
    await reject(run, 'm2');
    expect(await run.statuses()).toEqual([
      'm1 completed',
      'm2 completed',
      'm3 cancelled',
      'rework completed',
    ]);
    expect((await run.step('rework')).input).toMatchObject({ totalApproved: 1 });
    expect(Object.keys((await run.step('rework')).input['groupOutputs'] as object)).toEqual(['m2']);
  });

  test('fails the run when they start nothing, after the siblings and before the others are cancelled', async () => {
    const members = ['m1', 'm2'];
    const run = await Run.start({
      nodes: [
        human('side', 'eve', rejectTo('next')),
        ...members.map((it) => blocking(it)),
        blocking('m3'),
        agent('next'),
      ],
      edges: THREE.map((it) => edge(it, 'next')),
      groups: [group('joinOnQuorum', THREE, 3)],
    });
    expect(await run.during(() => run.resolveFinding('m2', 'r', 'failure'))).toEqual([
      'step.completed step_m2',
      'step.cancelled step_m1',
      'step.cancelled step_m3',
      'step.cancelled step_side',
      'execution.failed',
    ]);
    await run.ended('failed', 'quorum-unreachable');
    const reasons = (await run.ofType('step.cancelled')).map((it) => it.data.reason);
    expect(reasons).toEqual(['group-quorum-unreachable', 'group-quorum-unreachable', 'execution-failed']);
  });

  test('late responses change nothing', async () => {
    const run = await Run.start(join(3));
    await reject(run, 'm1');
    await expect(approve(run, 'm2')).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await run.count('rework')).toBe(1);
  });
});

describe('recovery edges of members of a join', () => {
  const recovered = (quorum: number) => {
    const workflow = join(quorum, { config: SLA });
    return {
      ...workflow,
      nodes: [...workflow.nodes, human('boss', 'boss', rejectTo('rework'))],
      edges: [...workflow.edges, ...THREE.map((it) => edge(it, 'boss', onStatus('breached')))],
    };
  };

  test('fire one by one, while the quorum is still in reach', async () => {
    const workflow = recovered(2);
    const [first, ...others] = workflow.nodes;
    const slower = others.map((it) => (it.slaMs === undefined ? it : { ...it, slaMs: 600_000 }));
    const run = await Run.start({ ...workflow, nodes: [first!, ...slower] });
    expect(await run.during(() => run.advance(60_000))).toEqual([
      'step.breached step_m1',
      'step.awaiting-approval step_m1__to__boss',
    ]);
    await approve(run, 'm2');
    await approve(run, 'm3');
    expect(await run.count('next')).toBe(1);
    await run.decide('boss', 'boss', 'approve');
    await run.ended('completed');
  });

  test('handle a quorum that is out of reach', async () => {
    const workflow = recovered(3);
    const nodes = workflow.nodes.map((it) => (it.nodeId === 'm3' ? { ...it, slaMs: 600_000 } : it));
    const run = await Run.start({ ...workflow, nodes });
    await approve(run, 'm1');
    expect(await run.during(() => run.advance(60_000))).toEqual([
      'step.breached step_m2',
      'step.cancelled step_m3',
      'step.awaiting-approval step_m2__to__boss',
    ]);
    await run.decide('boss', 'boss', 'approve');
    expect(await run.count('next')).toBe(0);
    await run.ended('completed');
  });

  test('stand before what the rejections start', async () => {
    const workflow = recovered(2);
    const run = await Run.start({
      ...workflow,
      nodes: workflow.nodes.map((it) => (it.nodeId === 'm1' ? { ...it, slaMs: 60_000 } : it)),
    });
    await reject(run, 'm2');
    await run.advance(60_000);
    const { steps } = await run.get();
    expect(steps.slice(3).map((it) => it.stepId)).toEqual(['step_m1__to__boss', 'group_g__to__rework']);
  });

  test('that fired earlier in the iteration count as well', async () => {
    const run = await Run.start({
      nodes: [...THREE.map((it) => blocking(it)), agent('repair'), agent('next')],
      edges: [...THREE.map((it) => edge(it, 'next')), edge('m1', 'repair', onStatus('failed'))],
      groups: [group('joinOnQuorum', THREE, 2)],
    });
    await run.resolve('m1', 'force-fail');
    await run.resolveFinding('m2', 'r', 'failure');
    expect(await run.statuses()).toEqual(['m1 failed', 'm2 completed', 'm3 cancelled', 'repair completed']);
    await run.ended('completed');
  });
});

describe('members of a join that end without a decision', () => {
  const table: [string, (run: Run, nodeId: string) => Promise<unknown>][] = [
    ['completed by force', (run, nodeId) => run.resolve(nodeId, 'force-complete')],
    ['cancelled', (run, nodeId) => run.cancelStep(nodeId)],
  ];
  describe.each(table)('%s', (_, end) => {
    test('start nothing, and approve nothing', async () => {
      const run = await Run.start(join(1));
      await end(run, 'm1');
      expect(await run.count('next')).toBe(0);
      await approve(run, 'm2');
      const next = await run.step('next');
      expect(Object.keys(next.input['groupOutputs'] as object)).toEqual(['m2']);
      await run.ended('completed');
    });

    test('put the quorum out of reach, which nothing takes up', async () => {
      const run = await Run.start(join(3));
      await end(run, 'm2');
      await run.ended('failed', 'quorum-unreachable');
      expect((await run.step('m1')).status).toBe('cancelled');
    });

    test('leave it to those who rejected to take it up', async () => {
      const run = await Run.start(join(2));
      await reject(run, 'm1');
      await end(run, 'm2');
      expect(await run.count('rework')).toBe(1);
      await run.ended('completed');
    });
  });
});

describe('members of the other groups that end without a decision', () => {
  test('completed by force, a member of a cancelOnQuorum group follows its success edges', async () => {
    const workflow = join(3);
    const run = await Run.start({ ...workflow, groups: [group('cancelOnQuorum', THREE, 3)] });
    await run.resolve('m1', 'force-complete');
    expect(await run.count('next')).toBe(1);
    await approve(run, 'm2');
    await approve(run, 'm3');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await run.ended('completed');
  });

  test('cancelled, a member of a cancelOnQuorum group does not count as unhandled', async () => {
    const workflow = join(3);
    const run = await Run.start({ ...workflow, groups: [group('cancelOnQuorum', THREE, 3)] });
    await run.cancelStep('m1');
    expect((await run.get()).status).toBe('running');
    await approve(run, 'm2');
    await approve(run, 'm3');
    await run.ended('completed');
  });
});
