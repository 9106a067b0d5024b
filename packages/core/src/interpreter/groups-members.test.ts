import { describe, expect, test } from 'vitest';
import { type EngineOptions, op, variable, when } from '../index.js';
import type { DefinitionGroup } from '../definition.js';
import { Run, agent, blocking, edge, group, human, rejectTo } from '../test-support/run.js';

type Policy = NonNullable<DefinitionGroup['onQuorumMet']>;
const DECIDING: Policy[] = ['cancelOnQuorum', 'joinOnQuorum'];
const approve = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'approve');
const reject = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'reject');
const member = (nodeId: string) => human(nodeId, nodeId, rejectTo('rework'));
const deferring: Partial<EngineOptions> = { agents: { slow: () => ({ deferred: true }) } };

describe('a member that starts after its group was decided (contract section 5)', () => {
  /** `m1` and `m2` start at once, `m3` after an agent that takes its time. */
  const late = (policy: Policy, quorum: number) => ({
    nodes: [agent('slow', 'slow'), ...['m1', 'm2', 'm3'].map(member), agent('next'), agent('rework')],
    edges: [edge('slow', 'm3'), ...['m1', 'm2', 'm3'].map((it) => edge(it, 'next'))],
    groups: [group(policy, ['m1', 'm2', 'm3'], quorum)],
  });

  test.each(DECIDING)('%s: it is created cancelled when the quorum was met', async (policy) => {
    const run = await Run.start(late(policy, 1), deferring);
    await approve(run, 'm1');
    expect(await run.during(() => run.callBack('slow', 'completed'))).toEqual([
      'step.completed step_slow',
      'step.cancelled step_slow__to__m3',
      'execution.completed',
    ]);
    const [, cancelled] = await run.ofType('step.cancelled');
    const by = { actorId: 'system:group-quorum', reason: 'group-quorum-met' };
    expect(cancelled?.data).toEqual({ nodeId: 'm3', ...by });
    expect(await run.step('m3')).toMatchObject({ status: 'cancelled', startedAt: null, output: null });
    await run.ended('completed');
  });

  test('joinOnQuorum: it is created cancelled when the quorum was out of reach', async () => {
    const run = await Run.start(late('joinOnQuorum', 2), deferring);
    await reject(run, 'm1');
    await reject(run, 'm2');
    await run.callBack('slow', 'completed');
    const [cancelled] = await run.ofType('step.cancelled');
    const by = { actorId: 'system:group-quorum', reason: 'group-quorum-unreachable' };
    expect(cancelled?.data).toEqual({ nodeId: 'm3', ...by });
    await run.ended('completed');
  });

  test('waitAll: it starts, the group only counts', async () => {
    const run = await Run.start(late('waitAll', 1), deferring);
    await approve(run, 'm1');
    await run.callBack('slow', 'completed');
    expect((await run.step('m3')).status).toBe('waiting');
  });

  test('cancelOnQuorum out of reach decides nothing: its siblings stay open, and it starts as they did', async () => {
    const run = await Run.start(late('cancelOnQuorum', 3), deferring);
    await reject(run, 'm1');
    expect((await run.step('m2')).status).toBe('waiting');
    await run.callBack('slow', 'completed');
    expect((await run.step('m3')).status).toBe('waiting');
  });

  test('a member that has not started yet can still approve', async () => {
    const run = await Run.start(late('joinOnQuorum', 2), deferring);
    await reject(run, 'm1');
    await approve(run, 'm2');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await run.callBack('slow', 'completed');
    await approve(run, 'm3');
    expect(await run.ofType('group.quorum-met')).toHaveLength(1);
    await run.ended('completed');
  });
});

describe('a member that starts several times', () => {
  /** `m1` starts from `a` and from `b`. */
  const twice = (policy: Policy, quorum: number, others = ['m2']) => ({
    nodes: [
      agent('a'),
      agent('b', 'slow'),
      member('m1'),
      ...others.map(member),
      agent('next'),
      agent('rework'),
    ],
    edges: [edge('a', 'm1'), edge('b', 'm1'), ...['m1', ...others].map((it) => edge(it, 'next'))],
    groups: [group(policy, ['m1', ...others], quorum)],
  });
  const FIRST = 'step_a__to__m1';
  const SECOND = 'step_b__to__m1';
  const both = async (policy: Policy, quorum: number, others?: string[]) => {
    const run = await Run.start(twice(policy, quorum, others), deferring);
    await run.callBack('b', 'completed');
    return run;
  };

  test.each(DECIDING)('%s: approves when all its steps did', async (policy) => {
    const run = await both(policy, 2);
    await run.decideStep(FIRST, 'm1', 'approve');
    await approve(run, 'm2');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await run.decideStep(SECOND, 'm1', 'approve');
    const [met] = await run.ofType('group.quorum-met');
    expect(met?.data).toMatchObject({ totalApproved: 2, completedTotal: 2 });
    await run.ended('completed');
  });

  test('counts once, however often it approves', async () => {
    const run = await both('joinOnQuorum', 2, ['m2', 'm3']);
    await run.decideStep(FIRST, 'm1', 'approve');
    await run.decideStep(SECOND, 'm1', 'approve');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
  });

  test('can no longer approve after one rejection', async () => {
    const run = await both('joinOnQuorum', 2);
    await run.decideStep(SECOND, 'm1', 'reject');
    expect(await run.statuses()).toEqual([
      'a completed',
      'b completed',
      'm2 cancelled',
      'm1 cancelled',
      'm1 completed',
      'rework completed',
    ]);
    await run.ended('completed');
  });

  test('is created cancelled the second time when the first approval met the quorum', async () => {
    const run = await Run.start(twice('joinOnQuorum', 2), deferring);
    await run.decideStep(FIRST, 'm1', 'approve');
    await approve(run, 'm2');
    expect(await run.count('next')).toBe(1);
    await run.callBack('b', 'completed');
    expect(await run.step('m1')).toMatchObject({ stepId: SECOND, status: 'cancelled' });
    await run.ended('completed');
  });

  const halves: [string, (run: Run) => Promise<unknown>][] = [
    ['while its other step is open', () => Promise.resolve()],
    ['when its other step rejected', (run) => run.decideStep(SECOND, 'm1', 'reject')],
  ];
  // Section 5: "a member approves when … all its steps" did, "the edges of the approving members
  // are looked at together", and the input holds "the members looked at".
  test.each(halves)('is not an approving member of a join %s', async (_, second) => {
    const run = await both('joinOnQuorum', 2, ['m2', 'm3']);
    await run.decideStep(FIRST, 'm1', 'approve');
    await second(run);
    await approve(run, 'm2');
    await approve(run, 'm3');
    const { input } = await run.step('next');
    expect(input['totalApproved']).toBe(2);
    expect(Object.keys(input['groupOutputs'] as object)).toEqual(['m2', 'm3']);
  });
});

describe('a group that is undecided when no step is open', () => {
  const ifUrgent = when(op('eq', variable('execution.input.urgent'), true));
  /** `m3` starts in urgent cases only. */
  const conditional = (policy: Policy, quorum: number, members: ReturnType<typeof member>[]) => ({
    nodes: [agent('a'), ...members, agent('next'), agent('rework')],
    edges: [edge('a', 'm1'), edge('a', 'm2'), edge('a', 'm3', ifUrgent)].concat(
      ['m1', 'm2', 'm3'].map((it) => edge(it, 'next')),
    ),
    groups: [group(policy, ['m1', 'm2', 'm3'], quorum)],
  });
  const people = ['m1', 'm2', 'm3'].map(member);
  const agents = ['m1', 'm2', 'm3'].map((it) => blocking(it));

  test('waitAll: the run is completed', async () => {
    const run = await Run.start(conditional('waitAll', 3, people));
    await approve(run, 'm1');
    await approve(run, 'm2');
    await run.ended('completed');
    expect(await run.types()).not.toContain('group.quorum-met');
  });

  test('joinOnQuorum: approvals that were not enough start nothing, and the run fails', async () => {
    const run = await Run.start(conditional('joinOnQuorum', 3, people));
    await approve(run, 'm1');
    await approve(run, 'm2');
    expect(await run.count('next')).toBe(0);
    await run.ended('failed', 'quorum-unreachable');
  });

  test('joinOnQuorum: a rejection below the quorum is looked at then', async () => {
    const run = await Run.start(conditional('joinOnQuorum', 2, people));
    await reject(run, 'm1');
    expect(await run.count('rework')).toBe(0);
    await approve(run, 'm2');
    expect((await run.step('rework')).stepId).toBe('group_g__to__rework');
    await run.ended('completed');
  });

  test('joinOnQuorum: it is looked at when all steps of the run have ended, not only the members', async () => {
    const workflow = conditional('joinOnQuorum', 2, people);
    const run = await Run.start({
      ...workflow,
      nodes: [...workflow.nodes, human('side', 'eve', rejectTo('next'))],
    });
    await reject(run, 'm1');
    await approve(run, 'm2');
    expect((await run.get()).status).toBe('running');
    await run.decide('side', 'eve', 'approve');
    expect(await run.count('rework')).toBe(1);
    await run.ended('completed');
  });

  test('joinOnQuorum: a conditional member that does start counts', async () => {
    const triggerContext = { url: 'https://example.com/doc', urgent: true };
    const run = await Run.start(conditional('joinOnQuorum', 3, people), { triggerContext });
    for (const nodeId of ['m1', 'm2', 'm3']) await approve(run, nodeId);
    expect(await run.count('next')).toBe(1);
    await run.ended('completed');
  });

  test('cancelOnQuorum: the run is completed when every ending was taken up', async () => {
    const run = await Run.start(conditional('cancelOnQuorum', 3, people));
    await approve(run, 'm1');
    await reject(run, 'm2');
    await run.ended('completed');
  });

  test('cancelOnQuorum: the run fails when one was not', async () => {
    const run = await Run.start(conditional('cancelOnQuorum', 2, agents));
    await run.resolveFinding('m1', 'r', 'failure');
    expect((await run.get()).status).toBe('running');
    await run.resolveFinding('m2', 'r', 'success');
    await run.ended('failed', 'quorum-unreachable');
  });

  test.each(['waitAll', ...DECIDING] as Policy[])(
    '%s: one that never started means nothing',
    async (policy) => {
      const workflow = conditional(policy, 3, people);
      const edges = workflow.edges.map((it) => (it.from === 'a' ? { ...it, when: ifUrgent } : it));
      const run = await Run.start({ ...workflow, edges });
      await run.ended('completed');
    },
  );

  test('all members cancelled by hand: a join fails, for nothing took up the lost quorum', async () => {
    const run = await Run.start({
      nodes: [member('m1'), member('m2'), agent('next'), agent('rework')],
      edges: [edge('m1', 'next'), edge('m2', 'next')],
      groups: [group('joinOnQuorum', ['m1', 'm2'], 1)],
    });
    await run.cancelStep('m1');
    await run.cancelStep('m2');
    await run.ended('failed', 'quorum-unreachable');
  });
});
