/**
 * Runs in runs: what a child takes over, how its end is the step's, and that none is left behind.
 */
import { describe, expect, test } from 'vitest';
import { agent, edge, human, onDecision, rejectTo } from '../../test-support/run.js';
import { REVIEW, kit, subflow, wait } from '../../test-support/runs-in-runs.js';

const onStatus = (status: string) => JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, status] });

test('a child takes over context, parties and ids, and its end is that of the step', async () => {
  const it = kit();
  const child = await it.define(REVIEW);
  const input = { n: '{{execution.input.n}}', by: '{{step.nodeId}}' };
  const output = {
    who: 'steps.review.output.decisions.0.reviewerId',
    n: 'execution.input.n',
    none: 'steps.no.output',
  };
  const parent = await it.define({ nodes: [subflow('sub', { definitionId: child, input, output })] });
  const id = await it.begin(parent, {
    triggerContext: { n: [1] },
    initiatorId: 'ida',
    contributorIds: ['cy'],
    correlationId: 'c',
  });
  const kid = await it.childOf(id);
  expect(await it.get(kid)).toMatchObject({
    definitionId: child,
    definitionVersion: 1,
    triggerContext: { n: [1], by: 'sub' },
    ...{ correlationId: 'c', initiatorId: 'ida', contributorIds: ['cy'], idempotencyKey: `sub:${kid}` },
    parent: { executionId: id, stepId: 'step_sub' },
    startedBy: { kind: 'step', triggerId: null, id: null },
  });
  expect(await it.get(id)).toMatchObject({ parent: null, startedBy: { kind: 'dispatch' } });
  const { items } = await it.engine.executions.list({ parentExecutionId: id });
  expect(items.map((one) => one.executionId)).toEqual([kid]);
  await it.decide(kid, 'approve');
  const end = await it.get(id);
  expect(end.status).toBe('completed');
  expect(end.steps[0]?.output).toEqual({
    childExecutionId: kid,
    definitionId: child,
    definitionVersion: 1,
    who: 'ann',
    n: [1],
    none: null,
  });
  const { events } = await it.engine.executions.getEvents({ executionId: id });
  expect(events.map((one) => one.type)).toEqual([
    'execution.dispatched',
    'step.run-started',
    'step.completed',
    'execution.completed',
  ]);
});

test.each(['approve', 'reject'] as const)(
  'the decision %s of a child is that of the step',
  async (decision) => {
    const it = kit();
    const child = await it.define(REVIEW);
    const parent = await it.define({
      nodes: [
        wait('draft', { forMs: 1 }),
        subflow('sub', { definitionId: child, decisionFrom: 'review' }),
        agent('yes'),
      ],
      edges: [edge('draft', 'sub'), edge('sub', 'yes', onDecision('approve'))],
      loops: [{ loopId: 'l', entryNodeId: 'draft', bodyNodeIds: ['draft', 'sub'], maxIterations: 2 }],
    });
    const id = await it.begin(parent);
    await it.advance(1);
    const first = await it.childOf(id);
    await it.decide(first, decision);
    if (decision === 'approve') {
      expect(await it.nodesOf(id)).toEqual(['draft:completed', 'sub:completed', 'yes:completed']);
      expect((await it.get(id)).outcome).toBe('approved');
      return;
    }
    await it.advance(1);
    const second = await it.childOf(id);
    expect(second).not.toBe(first);
    expect((await it.get(id)).steps[2]?.input['previousAttempts']).toMatchObject([
      { rejectedBy: 'ann', rejectorMandatory: true },
    ]);
    await it.decide(second, 'approve');
    expect((await it.get(id)).status).toBe('completed');
  },
);

test('a decision counts in a group; without decisionFrom a subflow cannot be a member', async () => {
  const it = kit();
  const child = await it.define(REVIEW);
  const group = (more: object) => ({
    nodes: [
      wait('w', { forMs: 1 }),
      subflow('sub', { definitionId: child, ...more }),
      human('p', 'pam', rejectTo('no')),
      agent('yes'),
      agent('no'),
    ],
    edges: [edge('w', 'sub'), edge('w', 'p'), edge('sub', 'yes'), edge('p', 'yes')],
    groups: [
      {
        groupId: 'g',
        memberNodeIds: ['sub', 'p'],
        expectedSteps: 2,
        quorum: 2,
        onQuorumMet: 'joinOnQuorum' as const,
      },
    ],
    loops: [{ loopId: 'l', entryNodeId: 'w', bodyNodeIds: ['w', 'sub', 'p'], maxIterations: 2 }],
  });
  await expect(it.define(group({}))).rejects.toThrow('group-non-blocking-agent-member');
  const id = await it.begin(await it.define(group({ decisionFrom: 'review' })));
  await it.advance(1);
  await it.decide(id, 'approve', 'step_w__to__p', 'pam');
  await it.decide(await it.childOf(id), 'approve');
  expect((await it.nodesOf(id)).filter((one) => one.startsWith('yes'))).toEqual(['yes:completed']);
});

test('an approval in a child that is not approved as a whole is none', async () => {
  const it = kit();
  const child = await it.define({
    nodes: [human('review', 'ann', rejectTo('no')), agent('no'), human('other', 'bob', rejectTo('no'))],
  });
  const parent = await it.define({
    nodes: [subflow('sub', { definitionId: child, decisionFrom: 'review' })],
    loops: [{ loopId: 'l', entryNodeId: 'sub', bodyNodeIds: ['sub'], maxIterations: 2 }],
  });
  const id = await it.begin(parent);
  const kid = await it.childOf(id);
  await it.decide(kid, 'approve');
  await it.decide(kid, 'reject', 'step_other', 'bob');
  expect((await it.get(id)).steps[0]?.error?.code).toBe('subflow-undecided');
});

test('a child that fails or is cancelled fails the step', async () => {
  const it = kit({ agents: { bad: () => Promise.reject(new Error('bad')) } });
  const failing = await it.define({ nodes: [agent('bad', 'bad')] });
  const waiting = await it.define(REVIEW);
  const of = (definitionId: string) =>
    it.define({
      nodes: [subflow('sub', { definitionId }), agent('fix')],
      edges: [edge('sub', 'fix', onStatus('failed'))],
    });
  const a = await it.begin(await of(failing));
  await it.advance(60_000);
  const b = await it.begin(await of(waiting));
  await it.engine.executions.cancel({ executionId: await it.childOf(b) });
  await it.drain();
  const errors = [await it.get(a), await it.get(b)].map((one) => one.steps[0]?.error);
  expect(errors.map((one) => one?.code)).toEqual(['subflow-failed', 'subflow-cancelled']);
  expect(errors[0]?.message).toContain('step-failed');
  for (const id of [a, b]) expect(await it.nodesOf(id)).toEqual(['sub:failed', 'fix:completed']);
});

describe('whatever ends the step cancels the child', () => {
  const ways: [string, object, (it: ReturnType<typeof kit>, executionId: string) => Promise<unknown>][] = [
    ['the end of the parent', {}, (it, executionId) => it.engine.executions.cancel({ executionId })],
    [
      'a cancelled step',
      {},
      (it, executionId) => it.engine.steps.cancel({ executionId, stepId: 'step_sub', actorId: 'root' }),
    ],
    [
      'a finished step',
      {},
      (it, executionId) =>
        it.engine.steps.finish({ executionId, stepId: 'step_sub', action: 'complete', actorId: 'root' }),
    ],
    ['a breach', { slaMs: 1_000 }, (it) => it.advance(1_000)],
  ];
  test.each(ways)('%s', async (_, more, end) => {
    const it = kit();
    const definitionId = await it.define(REVIEW);
    const id = await it.begin(
      await it.define({
        nodes: [subflow('sub', { definitionId }, more), agent('late')],
        edges: [edge('sub', 'late', onStatus('breached'))],
      }),
    );
    const kid = await it.childOf(id);
    await end(it, id);
    await it.drain();
    expect((await it.get(kid)).status).toBe('cancelled');
    const { events } = await it.engine.executions.getEvents({ executionId: kid });
    expect(events.at(-1)?.data).toEqual({ reason: 'parent-ended' });
    expect(events.find((one) => one.type === 'step.cancelled')?.data).toMatchObject({
      actorId: 'system:execution',
    });
  });
});

test('the pinned version runs, "newest" the new one', async () => {
  const it = kit();
  const definitionId = await it.define(REVIEW);
  const parents = [];
  for (const version of [{}, { version: 'newest' }, { version: 1 }])
    parents.push(await it.define({ nodes: [subflow('sub', { definitionId, ...version })] }));
  await it.engine.definitions.update({ definitionId, ifVersion: 1, name: 'Second' });
  const versions = [];
  for (const parent of parents)
    versions.push((await it.get(await it.childOf(await it.begin(parent)))).definitionVersion);
  expect(versions).toEqual([1, 2, 1]);
});

test('a newer child alone is no new version for ensure; a definition that is gone fails the step', async () => {
  const it = kit();
  const child = await it.define(REVIEW);
  const parent = {
    definitionId: 'parent',
    name: 'Parent',
    nodes: [subflow('sub', { definitionId: child })],
    edges: [],
  };
  await it.engine.definitions.ensure(parent);
  await it.engine.definitions.update({ definitionId: child, ifVersion: 1, name: 'Second' });
  expect(await it.engine.definitions.ensure(parent)).toMatchObject({ updated: false, version: 1 });
  await it.engine.definitions.delete({ definitionId: child });
  expect((await it.get(await it.begin('parent'))).steps[0]?.error?.code).toBe('subflow-definition-gone');
});

test('what is refused when it is written', async () => {
  const it = kit();
  const definitionId = await it.define(REVIEW);
  const refused = (config: object) => expect(it.define({ nodes: [subflow('sub', config)] })).rejects;
  await refused({ definitionId: 'not-there' }).toThrow('subflow-definition-missing');
  await refused({ definitionId, version: 9 }).toThrow('subflow-version-missing');
  await refused({ definitionId, decisionFrom: 'review' }).toThrow('human-missing-reject-path');
  const inLoop = {
    nodes: [subflow('sub', { definitionId, decisionFrom: 'no' })],
    loops: [{ loopId: 'l', entryNodeId: 'sub', bodyNodeIds: ['sub'] }],
  };
  await expect(it.define(inLoop)).rejects.toThrow('invalid-field');
  await refused({ definitionId, input: { a: '{{what.x}}' } }).toThrow('template-invalid');
  await refused({ definitionId, output: { decision: 'execution.input' } }).toThrow('invalid-field');
  const own = await it.define({ nodes: [subflow('sub', { definitionId })] });
  const nodes = [subflow('sub', { definitionId: own })];
  await expect(it.engine.definitions.update({ definitionId: own, ifVersion: 1, nodes })).rejects.toThrow(
    'subflow-recursive',
  );
  const { warnings } = await it.engine.definitions.validate({
    definitionId: 'x-1',
    name: 'X',
    edges: [],
    nodes: [subflow('sub', { definitionId, version: 'newest' })],
  });
  expect(warnings.map((one) => one.code)).toEqual(['subflow-unpinned']);
});

test('a child that its definition refuses fails the step with that code', async () => {
  const it = kit();
  const child = await it.define({
    nodes: [
      human('review', 'ann', { ...rejectTo('no'), separation: { excludeInitiator: true } }),
      agent('no'),
    ],
  });
  const id = await it.begin(await it.define({ nodes: [subflow('sub', { definitionId: child })] }));
  expect((await it.get(id)).steps[0]?.error?.code).toBe('initiator-required');
});

test('five levels run, the sixth is refused', async () => {
  const it = kit();
  let definitionId = await it.define({ nodes: [wait('w', { forMs: 1 })] });
  for (let level = 0; level < 5; level++)
    definitionId = await it.define({ nodes: [subflow('sub', { definitionId })] });
  const deep = await it.begin(definitionId);
  await it.advance(1);
  expect((await it.get(deep)).status).toBe('completed');
  let id = await it.begin(await it.define({ nodes: [subflow('sub', { definitionId })] }));
  await it.advance(1);
  const codes: string[] = [];
  while (id !== '') {
    codes.push((await it.get(id)).steps[0]?.error?.code ?? '');
    id = await it.childOf(id);
  }
  expect(codes).toEqual([...Array<string>(5).fill('subflow-failed'), 'subflow-too-deep']);
});

test('the 101st run of an execution is refused, and a tree of 100,000 steps when it is written', async () => {
  const it = kit();
  const definitionId = await it.define({ nodes: [wait('w', { forMs: 1 })] });
  const fan = (id: string, nodes = 100) => ({
    nodes: Array.from({ length: nodes }, (_, n) => subflow(`s${n}`, { definitionId: id })),
  });
  const chain = [
    subflow('s0', { definitionId }),
    ...Array.from({ length: 10 }, (_, n) => agent(`a${n}`)),
    subflow('more', { definitionId }),
  ];
  const edges = [
    ...Array.from({ length: 10 }, (_, n) => edge('s0', `a${n}`)),
    ...Array.from({ length: 10 }, (_, n) => edge(`a${n}`, 'more')),
  ];
  const many = await it.begin(
    await it.define({
      nodes: [...chain, ...fan(definitionId, 88).nodes.map((one, n) => ({ ...one, nodeId: `t${n}` }))],
      edges: [...edges, ...Array.from({ length: 10 }, (_, n) => edge(`a${n}`, 't0'))],
    }),
  );
  for (let turn = 0; turn < 3; turn++) await it.advance(1);
  const codes = (await it.get(many)).steps.map((one) => one.error?.code).filter((one) => one !== undefined);
  expect(codes).toContain('subflow-limit');
  const wide = await it.define(fan(await it.define(fan(definitionId))));
  await expect(it.define(fan(wide))).rejects.toThrow('fan-out-exceeds-limit');
});

test('separation crosses parent and child', async () => {
  const it = kit();
  const child = await it.define({ nodes: [human('review', 'ann', rejectTo('no')), agent('no')] });
  const id = await it.begin(
    await it.define({
      nodes: [
        human('first', 'ann', rejectTo('no')),
        agent('no'),
        subflow('sub', { definitionId: child, separation: { excludeDecidersOf: ['first'] } }),
      ],
      edges: [edge('first', 'sub')],
    }),
  );
  await it.decide(id, 'approve', 'step_first');
  const kid = await it.childOf(id);
  // The only reviewer of the child has decided in the parent.
  expect((await it.get(kid)).steps[0]).toMatchObject({ status: 'failed' });
});

test('who decided in a child is excluded from a later step that names its node', async () => {
  const it = kit();
  const separated = { separation: { excludeDecidersOf: ['sub'] } };
  const both = [
    { userId: 'ann', mandatory: false },
    { userId: 'bob', mandatory: true },
  ];
  const child = await it.define(REVIEW);
  const id = await it.begin(
    await it.define({
      nodes: [
        subflow('sub', { definitionId: child, decisionFrom: 'review' }),
        human('second', both, { ...rejectTo('no'), ...separated }),
        human('third', both, rejectTo('no')),
        agent('no'),
      ],
      edges: [edge('sub', 'second'), edge('sub', 'third'), { from: 'sub', to: 'no', on: 'reject' }],
    }),
  );
  await it.decide(await it.childOf(id), 'approve');
  const reviewers = async (nodeId: string) =>
    (await it.get(id)).steps.find((step) => step.nodeId === nodeId)?.output?.['reviewers'];
  const bob = { userId: 'bob', mandatory: true };
  expect(await reviewers('second')).toEqual([bob]);
  expect(await reviewers('third')).toEqual([{ userId: 'ann', mandatory: false }, bob]);
  const second = (await it.get(id)).steps.find((step) => step.nodeId === 'second')?.stepId;
  await expect(it.decide(id, 'approve', second)).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
});

test('a subject that a child has is not revised', async () => {
  const it = kit();
  const child = await it.define(REVIEW);
  const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
  const id = await it.begin(
    await it.define({ nodes: [subflow('sub', { definitionId: child, passSubject: true })] }),
    { subject: { digest: digest('a') } },
  );
  expect((await it.get(await it.childOf(id))).subject).toMatchObject({ digest: digest('a') });
  const revision = {
    executionId: id,
    subject: { digest: digest('b') },
    ifDigest: digest('a'),
    actorId: 'ida',
  };
  await expect(it.engine.executions.reviseSubject(revision)).rejects.toMatchObject({
    details: { code: 'subject-passed', stepIds: ['step_sub'] },
  });
});

test('keys of the engine are refused', async () => {
  const it = kit();
  const definitionId = await it.define({ nodes: [wait('w')] });
  for (const prefix of ['sub:', 'sched:', 'evt:', 'ask:']) {
    const dispatch = it.engine.executions.dispatch({
      definitionId,
      idempotencyKey: `${prefix}x`,
      triggerContext: {},
    });
    await expect(dispatch).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { code: 'reserved-key' },
    });
  }
});
