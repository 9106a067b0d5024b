import { describe, expect, test } from 'vitest';
import { type Definition, type EngineOptions, op, variable, when } from '../index.js';
import { ManualAgent, Run, agent, edge, group, human, onDecision, rejectTo } from '../test-support/run.js';

type Loop = NonNullable<Definition['loops']>[number];
const THREE = ['m1', 'm2', 'm3'];
const approve = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'approve');
const reject = (run: Run, nodeId: string, reason?: string) => run.decide(nodeId, nodeId, 'reject', reason);

/** `draft`, three reviewers side by side, and `publish` when all of them approved. */
const bounded = (more: Partial<Loop> = {}) => ({
  nodes: [agent('draft'), ...THREE.map((it) => human(it, it)), agent('publish'), agent('escalate')],
  edges: THREE.flatMap((it) => [edge('draft', it), edge(it, 'publish')]),
  groups: [group('joinOnQuorum', THREE, 3)],
  loops: [{ loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', ...THREE], ...more }],
});

describe('a body that a group bounds (contract section 6)', () => {
  test('is rewound as a unit: open steps of the body are cancelled', async () => {
    const run = await Run.start(bounded());
    await approve(run, 'm3');
    expect(await run.during(() => reject(run, 'm2'))).toEqual([
      'step.completed step_draft__to__m2',
      'step.cancelled step_draft__to__m1',
      'loop.iteration-started',
      'step.completed loop_L_iter_2__to__draft',
      ...THREE.map((it) => `step.awaiting-approval loop_L_iter_2__to__draft__to__${it}`),
    ]);
    const [cancelled] = await run.ofType('step.cancelled');
    expect(cancelled?.data).toEqual({
      nodeId: 'm1',
      actorId: 'system:loop-restart',
      reason: 'loop-restart',
    });
    await run.check();
  });

  test('its group counts afresh in every iteration', async () => {
    const run = await Run.start(bounded());
    await approve(run, 'm1');
    await approve(run, 'm2');
    await reject(run, 'm3');
    await approve(run, 'm3');
    await approve(run, 'm1');
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await approve(run, 'm2');
    const [met] = await run.ofType('group.quorum-met');
    expect(met?.data).toEqual({
      groupId: 'g',
      iteration: 2,
      quorum: 3,
      totalApproved: 3,
      completedTotal: 3,
      expectedSteps: 3,
    });
    const publish = await run.step('publish');
    expect(publish.stepId).toBe('group_g_iter_2__to__publish');
    const outputs = publish.input['groupOutputs'] as Record<string, unknown>;
    expect(outputs).toEqual({
      m1: (await run.step('m1')).output,
      m2: (await run.step('m2')).output,
      m3: (await run.step('m3')).output,
    });
    await run.ended('completed');
  });

  test('left in the first iteration, it starts what follows under the plain id of the group', async () => {
    const run = await Run.start(bounded());
    for (const nodeId of THREE) await approve(run, nodeId);
    expect((await run.step('publish')).stepId).toBe('group_g__to__publish');
    await run.ended('completed');
  });

  test('exhausted, it is left by the route; open steps are cancelled before', async () => {
    const run = await Run.start(bounded({ maxIterations: 1, onExhausted: { routeToNodeId: 'escalate' } }));
    expect(await run.during(() => reject(run, 'm2', 'no'))).toEqual([
      'step.completed step_draft__to__m2',
      'step.cancelled step_draft__to__m1',
      'step.cancelled step_draft__to__m3',
      'loop.exhausted',
      'step.completed loop_L_exhausted__to__escalate',
      'execution.completed',
    ]);
    const reasons = (await run.ofType('step.cancelled')).map((it) => it.data);
    expect(reasons.map((it) => [it.actorId, it.reason])).toEqual([
      ['system:loop-restart', 'loop-restart'],
      ['system:loop-restart', 'loop-restart'],
    ]);
    await run.ended('completed');
  });

  test('exhausted without a route, the run fails for the loop, not for the group', async () => {
    const run = await Run.start(bounded({ maxIterations: 1 }));
    await reject(run, 'm2');
    await run.ended('failed', 'loop-exhausted');
  });

  test('a rejection that the predicate does not match is counted by the group', async () => {
    const serious = when(op('eq', variable('output.rejectionReason'), 'serious'));
    const workflow = bounded({ onIterationReject: { when: serious } });
    const run = await Run.start(workflow);
    await reject(run, 'm1', 'a trifle');
    await run.ended('failed', 'quorum-unreachable');

    const taken = await Run.start({
      ...workflow,
      nodes: [...workflow.nodes, agent('archive')],
      edges: [...workflow.edges, edge('m1', 'archive', onDecision('reject'))],
    });
    await reject(taken, 'm1', 'a trifle');
    expect((await taken.step('archive')).stepId).toBe('group_g__to__archive');
    const reasons = (await taken.ofType('step.cancelled')).map((it) => it.data.reason);
    expect(reasons).toEqual(['group-quorum-unreachable', 'group-quorum-unreachable']);
    await taken.ended('completed');
  });

  test('a running agent of the body is cancelled and aborted, one outside continues', async () => {
    const inside = new ManualAgent();
    const outside = new ManualAgent();
    const options: Partial<EngineOptions> = { agents: { inside: inside.call, outside: outside.call } };
    const run = await Run.start(
      {
        nodes: [
          agent('elsewhere', 'outside'),
          agent('draft'),
          human('m1', 'm1'),
          agent('check', 'inside'),
          human('m2', 'm2'),
          agent('publish'),
        ],
        edges: [
          edge('draft', 'm1'),
          edge('draft', 'check'),
          edge('check', 'm2'),
          edge('m1', 'publish'),
          edge('m2', 'publish'),
        ],
        groups: [group('joinOnQuorum', ['m1', 'm2'], 2)],
        loops: [{ loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', 'm1', 'check', 'm2'] }],
      },
      options,
    );
    await reject(run, 'm1');
    expect(await run.statuses()).toEqual([
      'elsewhere running',
      'draft completed',
      'm1 completed',
      'check cancelled',
      'draft#2 completed',
      'm1#2 waiting',
      'check#2 running',
    ]);
    expect(inside.calls.map((it) => it.signal.aborted)).toEqual([true, false]);
    expect(outside.calls.map((it) => it.signal.aborted)).toEqual([false]);
    inside.respond();
    await run.drain();
    expect((await run.step('check')).status).toBe('running');
    await run.check();
  });
});

describe('a group inside a sequential body', () => {
  /** Two of three reviewers, then `final`, all in the body. */
  const workflow = {
    nodes: [agent('draft'), ...THREE.map((it) => human(it, it)), human('final', 'final'), agent('publish')],
    edges: [...THREE.flatMap((it) => [edge('draft', it), edge(it, 'final')]), edge('final', 'publish')],
    groups: [group('joinOnQuorum', THREE, 2)],
    loops: [{ loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', ...THREE, 'final'] }],
  };

  test('a rejection that leaves the quorum in reach is offered to the loop first', async () => {
    const run = await Run.start(workflow);
    await reject(run, 'm1');
    expect(await run.ofType('loop.iteration-started')).toHaveLength(1);
    expect((await run.statuses()).slice(-3)).toEqual(THREE.map((it) => `${it}#2 waiting`));
  });

  test('the quorum is met once in every iteration, and its successor starts once in each', async () => {
    const run = await Run.start(workflow);
    for (const _ of [1, 2, 3]) {
      await approve(run, 'm1');
      await approve(run, 'm3');
      if ((await run.step('final')).iteration < 3) await reject(run, 'final');
    }
    await approve(run, 'final');
    const met = await run.ofType('group.quorum-met');
    expect(met.map((it) => it.data.iteration)).toEqual([1, 2, 3]);
    const finals = (await run.get()).steps.filter((it) => it.nodeId === 'final');
    expect(finals.map((it) => it.stepId)).toEqual([
      'group_g__to__final',
      'group_g_iter_2__to__final',
      'group_g_iter_3__to__final',
    ]);
    expect(await run.count('publish')).toBe(1);
    await run.ended('completed');
  });
});

describe('several loops whose members share one group', () => {
  const loop = (name: string, more: Partial<Loop> = {}): Loop => ({
    loopId: name,
    entryNodeId: `draft${name}`,
    bodyNodeIds: [`draft${name}`, name],
    ...more,
  });
  const shared = (policy: 'waitAll' | 'joinOnQuorum', quorum: number, loops: Loop[]) => ({
    nodes: [...['a', 'b'].flatMap((it) => [agent(`draft${it}`), human(it, it)]), agent('publish')],
    edges: ['a', 'b'].flatMap((it) => [edge(`draft${it}`, it), edge(it, 'publish')]),
    groups: [group(policy, ['a', 'b'], quorum)],
    loops,
  });

  test('a rewind of one leaves the approval of the other as it is', async () => {
    const run = await Run.start(shared('joinOnQuorum', 2, [loop('a'), loop('b')]));
    await approve(run, 'b');
    await reject(run, 'a');
    expect((await run.statuses()).filter((it) => it.startsWith('b '))).toEqual(['b completed']);
    expect(await run.ofType('group.quorum-met')).toEqual([]);
    await approve(run, 'a');
    const [met, ...more] = await run.ofType('group.quorum-met');
    expect(more).toEqual([]);
    expect(met?.data).toMatchObject({ totalApproved: 2, iteration: 2 });
    expect((await run.step('publish')).stepId).toBe('group_g_iter_2__to__publish');
    expect(await run.count('publish')).toBe(1);
    await run.ended('completed');
  });

  test('a rewind of one leaves the open step of the other open', async () => {
    const run = await Run.start(shared('joinOnQuorum', 2, [loop('a'), loop('b')]));
    await reject(run, 'a');
    expect((await run.step('b')).status).toBe('waiting');
    await reject(run, 'b');
    await approve(run, 'a');
    await approve(run, 'b');
    expect(await run.count('publish')).toBe(1);
    await run.ended('completed');
  });

  test('what was met stays met when the loop of one member goes round again', async () => {
    const run = await Run.start(shared('waitAll', 1, [loop('a'), loop('b')]));
    await approve(run, 'a');
    await reject(run, 'b');
    await approve(run, 'b');
    expect(await run.ofType('group.quorum-met')).toHaveLength(1);
    await run.check();
  });

  test('a member whose loop is exhausted can no longer approve', async () => {
    const exhausting = loop('a', { maxIterations: 1, onExhausted: { routeToNodeId: 'escalate' } });
    const workflow = shared('joinOnQuorum', 2, [exhausting, loop('b')]);
    const escalate = human('escalate', 'boss', rejectTo('archive'));
    const run = await Run.start({ ...workflow, nodes: [...workflow.nodes, escalate, agent('archive')] });
    expect(await run.during(() => reject(run, 'a'))).toEqual([
      'step.completed step_drafta__to__a',
      'step.cancelled step_draftb__to__b',
      'loop.exhausted',
      'step.awaiting-approval loop_a_exhausted__to__escalate',
    ]);
    const [cancelled] = await run.ofType('step.cancelled');
    expect(cancelled?.data).toMatchObject({ reason: 'group-quorum-unreachable' });
    await run.decide('escalate', 'boss', 'approve');
    await run.ended('completed');
  });
});

describe('an exhausted loop and a group that loses its quorum', () => {
  const escalation = { maxIterations: 1, onExhausted: { routeToNodeId: 'escalate' } };
  const escalate = [human('escalate', 'boss', rejectTo('archive')), agent('archive')];

  /**
   * The loop of `a` takes no rejection of these tests; that of `b` each. One approval is enough.
   */
  const mixed = (policy: 'cancelOnQuorum' | 'joinOnQuorum') => ({
    nodes: [
      ...['a', 'b'].flatMap((it) => [agent(`draft${it}`), human(it, it)]),
      agent('publish'),
      ...escalate,
    ],
    edges: ['a', 'b'].flatMap((it) => [edge(`draft${it}`, it), edge(it, 'publish')]),
    groups: [group(policy, ['a', 'b'], 1)],
    loops: [
      {
        ...{ loopId: 'La', entryNodeId: 'drafta', bodyNodeIds: ['drafta', 'a'] },
        onIterationReject: { when: when(op('eq', variable('output.rejectionReason'), 'serious')) },
      },
      { loopId: 'Lb', entryNodeId: 'draftb', bodyNodeIds: ['draftb', 'b'], ...escalation },
    ],
  });

  test.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('an unhandled rejection fails the run before it escalates in vain: %s, then %s', async (...order) => {
    const run = await Run.start(mixed('cancelOnQuorum'));
    for (const nodeId of order) await reject(run, nodeId);
    await run.ended('failed', 'quorum-unreachable');
    expect(await run.ofType('step.decision-recorded')).toHaveLength(2);
  });

  test.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('a join leaves both rejections to the escalation: %s, then %s', async (...order) => {
    const run = await Run.start(mixed('joinOnQuorum'));
    for (const nodeId of order) await reject(run, nodeId);
    await run.decide('escalate', 'boss', 'approve');
    await run.ended('completed');
  });

  /** `pre` exhausts the loop before its join has started; `outside` then starts a member. */
  const late = (quorum: number) => ({
    nodes: [
      human('pre', 'pre'),
      human('m1', 'm1'),
      human('m2', 'm2'),
      human('final', 'final'),
      human('outside', 'outside', rejectTo('archive')),
      agent('publish'),
      ...escalate,
    ],
    edges: [
      edge('pre', 'm1'),
      edge('pre', 'm2'),
      edge('m1', 'final'),
      edge('m2', 'final'),
      edge('final', 'publish'),
      edge('outside', 'm1'),
    ],
    groups: [group('joinOnQuorum', ['m1', 'm2'], quorum)],
    loops: [{ loopId: 'L', entryNodeId: 'pre', bodyNodeIds: ['pre', 'm1', 'm2', 'final'], ...escalation }],
  });

  test.each([1, 2])(
    'a join that is lost after the exhaustion of its loop fails the run (quorum %i)',
    async (quorum) => {
      const run = await Run.start(late(quorum));
      await reject(run, 'pre');
      await approve(run, 'outside');
      await run.resolve('m1', 'force-complete');
      await run.decide('escalate', 'boss', 'approve').catch(() => undefined);
      await run.ended('failed', 'quorum-unreachable');
    },
  );

  test('a join none of whose members started again is handled by the route', async () => {
    const run = await Run.start(late(2));
    await reject(run, 'pre');
    await run.decide('outside', 'outside', 'reject');
    await run.decide('escalate', 'boss', 'approve');
    await run.ended('completed');
  });
});
