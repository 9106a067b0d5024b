import { describe, expect, test } from 'vitest';
import { type Definition, type EngineOptions, type StepView, op, variable, when } from '../index.js';
import { Run, agent, blocking, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';

type Loop = NonNullable<Definition['loops']>[number];

/** Writes another text in every iteration. */
const author: Partial<EngineOptions> = {
  agents: {
    author: ({ input }) => ({ passed: true, output: { text: `draft ${Number(input['iteration'] ?? 1)}` } }),
  },
};
const EDGES = [
  edge('draft', 'r1'),
  edge('draft', 'side'),
  edge('r1', 'r2'),
  edge('r2', 'publish'),
  edge('side', 'escalate'),
];
const BODY = { loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', 'r1', 'r2'] };
/** `draft` → `r1` → `r2` → `publish`; `side` is started by the draft, and in no body. */
const nodes = (r2: object = {}) => [
  agent('draft', 'author'),
  human('r1', 'ann'),
  human('r2', ['bob', { userId: 'zoe', mandatory: false }], r2),
  agent('publish'),
  human('side', 'eve', rejectTo('publish')),
  human('escalate', 'boss', rejectTo('publish')),
];
const written = (more: Partial<Loop> = {}) => ({
  nodes: nodes(),
  edges: EDGES,
  loops: [{ ...BODY, ...more }],
});
const onExhausted = { routeToNodeId: 'escalate' };
const toEscalate = { maxIterations: 2, onExhausted };
const shorthand = (more: object = {}) => ({
  nodes: nodes({ onReject: { loopBack: { toNodeId: 'draft', ...more } } }),
  edges: EDGES,
});

/** In both forms, the nodes being the same, the same must happen. */
const forms: [string, string, (more?: object) => ReturnType<typeof shorthand>][] = [
  ['loops[]', 'L', written],
  ['onReject.loopBack', 'auto_r2_loopback', shorthand],
];

const REJECTED = { rejectedBy: 'bob', rejectorMandatory: true, rejectionReason: 'too long' };

describe.each(forms)('a rejection in a loop written as %s (contract section 6)', (_, loopId, workflow) => {
  /** Rejected by the last reviewer. */
  const rejected = async (more: object = {}) => {
    const run = await Run.start(workflow(more), author);
    await run.advance(1_000);
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'bob', 'reject', 'too long');
    return run;
  };

  test('runs the whole body again', async () => {
    const run = await rejected();
    expect(await run.statuses()).toEqual([
      'draft completed',
      'r1 completed',
      'side waiting',
      'r2 completed',
      'draft#2 completed',
      'r1#2 waiting',
      'side waiting',
    ]);
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'bob', 'approve');
    expect(await run.step('publish')).toMatchObject({ status: 'completed', iteration: 1 });
    await run.check();
  });

  test('starts the entry node with the attempts so far, under its own id', async () => {
    const run = await rejected();
    const draft = await run.step('draft');
    expect(draft.stepId).toBe(`loop_${loopId}_iter_2__to__draft`);
    const [first] = (await run.get()).steps;
    const attempt = { iteration: 1, authorOutput: first?.output, ...REJECTED, rejectedAt: run.now() };
    expect(draft.input).toEqual({ iteration: 2, loopId, previousAttempts: [attempt] });
    expect(first?.output).toMatchObject({ text: 'draft 1' });
    expect((await run.step('r1')).stepId).toBe(`loop_${loopId}_iter_2__to__draft__to__r1`);
  });

  test('keeps all attempts, in order', async () => {
    const run = await rejected();
    await run.advance(5_000);
    await run.decide('r1', 'ann', 'reject');
    const { input } = await run.step('draft');
    expect(input).toMatchObject({ iteration: 3, loopId });
    const attempts = input['previousAttempts'] as { authorOutput: object }[];
    expect(attempts).toMatchObject([
      { iteration: 1, authorOutput: { text: 'draft 1' }, ...REJECTED },
      { iteration: 2, authorOutput: { text: 'draft 2' } },
    ]);
    expect(attempts[1]).toEqual({
      iteration: 2,
      authorOutput: attempts[1]?.authorOutput,
      rejectedBy: 'ann',
      rejectorMandatory: true,
      rejectionReason: null,
      rejectedAt: run.now(),
    });
  });

  test('says so by an event, after the rejecting step and before the new ones', async () => {
    const run = await Run.start(workflow(), author);
    expect(await run.during(() => run.decide('r1', 'ann', 'reject'))).toEqual([
      'step.completed step_draft__to__r1',
      'loop.iteration-started',
      `step.completed loop_${loopId}_iter_2__to__draft`,
      `step.awaiting-approval loop_${loopId}_iter_2__to__draft__to__r1`,
      `step.awaiting-approval loop_${loopId}_iter_2__to__draft__to__side`,
    ]);
    const [started] = await run.ofType('loop.iteration-started');
    expect(started).toMatchObject({ stepId: null });
    expect(started?.data).toEqual({ loopId, iteration: 2, triggeredBy: 'rejection' });
  });

  test('in the last iteration starts the exhausted route, with all attempts', async () => {
    const run = await rejected(toEscalate);
    expect(await run.during(() => run.decide('r1', 'ann', 'reject', 'still too long'))).toEqual([
      `step.completed loop_${loopId}_iter_2__to__draft__to__r1`,
      'loop.exhausted',
      `step.awaiting-approval loop_${loopId}_exhausted__to__escalate`,
    ]);
    const [exhausted] = await run.ofType('loop.exhausted');
    expect(exhausted).toMatchObject({ stepId: null });
    expect(exhausted?.data).toEqual({
      loopId,
      iteration: 2,
      lastRejectedBy: 'ann',
      lastRejectionReason: 'still too long',
    });
    const { input, iteration } = await run.step('escalate');
    expect(iteration).toBe(1);
    expect(input).toMatchObject({ iteration: 2, loopId });
    expect(Object.keys(input)).toEqual(['iteration', 'loopId', 'previousAttempts']);
    expect(input['previousAttempts']).toMatchObject([
      { iteration: 1, rejectedBy: 'bob', authorOutput: { text: 'draft 1' } },
      {
        iteration: 2,
        rejectedBy: 'ann',
        authorOutput: { text: 'draft 2' },
        rejectionReason: 'still too long',
      },
    ]);
    expect((await run.get()).status).toBe('running');
    await run.check();
  });

  test('in the last iteration fails the execution without a route', async () => {
    const run = await rejected({ maxIterations: 2 });
    expect(await run.during(() => run.decide('r1', 'ann', 'reject'))).toEqual([
      `step.completed loop_${loopId}_iter_2__to__draft__to__r1`,
      'loop.exhausted',
      'step.cancelled step_draft__to__side',
      `step.cancelled loop_${loopId}_iter_2__to__draft__to__side`,
      'execution.failed',
    ]);
    await run.ended('failed', 'loop-exhausted');
  });

  test.each([
    [undefined, 5],
    [1, 1],
    [3, 3],
  ])('maxIterations %s: the body runs so often', async (maxIterations, runs) => {
    const run = await Run.start(workflow(maxIterations === undefined ? {} : { maxIterations }), author);
    for (let iteration = 1; iteration <= runs; iteration++) {
      expect((await run.get()).status).toBe('running');
      await run.decide('r1', 'ann', 'reject');
    }
    expect(await run.count('draft')).toBe(runs);
    const numbers = (await run.get()).steps.filter((it) => it.nodeId === 'draft').map((it) => it.iteration);
    expect(numbers).toEqual(Array.from({ length: runs }, (_, index) => index + 1));
    await run.ended('failed', 'loop-exhausted');
  });

  test('counts when it is forced', async () => {
    const run = await Run.start(workflow(), author);
    await run.resolve('r1', 'force-reject', { actorId: 'root', reason: 'enough' });
    const { input } = await run.step('draft');
    expect(input['previousAttempts']).toMatchObject([
      { iteration: 1, rejectedBy: 'root', rejectorMandatory: true, rejectionReason: 'enough' },
    ]);
  });

  test('by an optional reviewer counts by default', async () => {
    const run = await Run.start(workflow(), author);
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'zoe', 'reject');
    expect((await run.step('draft')).input['previousAttempts']).toMatchObject([
      { rejectedBy: 'zoe', rejectorMandatory: false },
    ]);
  });
});

describe('which rejections a loop takes', () => {
  const mandatory = when(op('eq', variable('output.rejectorMandatory'), true));
  const reachedBy = async (run: Run) => (await run.get()).steps.slice(-1).map((it: StepView) => it.nodeId);

  test('one that it takes fires no edge', async () => {
    const run = await Run.start(
      {
        nodes: [agent('draft'), human('review', 'ann', rejectTo('archive')), agent('archive')],
        edges: [],
        loops: [{ loopId: 'L', entryNodeId: 'review', bodyNodeIds: ['review'], maxIterations: 2 }],
      },
      author,
    );
    await run.decide('review', 'ann', 'reject');
    expect(await run.statuses()).toEqual(['draft completed', 'review completed', 'review#2 waiting']);
    await run.decide('review', 'ann', 'reject');
    expect(await run.count('archive')).toBe(0);
    await run.ended('failed', 'loop-exhausted');
  });

  const predicates: [string, (more: object) => ReturnType<typeof shorthand>][] = [
    ['onIterationReject', (more) => written({ onIterationReject: { when: mandatory }, ...more })],
    ['loopBack.when', (more) => shorthand({ when: mandatory, ...more })],
  ];
  test.each(predicates)('%s: one that it does not match follows edges as usual', async (_, workflow) => {
    const definition = workflow({});
    const run = await Run.start(
      {
        ...definition,
        nodes: [...definition.nodes, agent('archive')],
        edges: [...definition.edges, edge('r2', 'archive', onDecision('reject'))],
      },
      author,
    );
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'zoe', 'reject');
    expect(await reachedBy(run)).toEqual(['archive']);
    expect(await run.ofType('loop.iteration-started')).toEqual([]);
  });

  test.each(predicates)('%s: one that it matches rewinds', async (_, workflow) => {
    const run = await Run.start(workflow({}), author);
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'bob', 'reject');
    expect(await run.count('draft')).toBe(2);
  });

  test('a predicate matches rejections only', async () => {
    const always = when(op('not', op('isEmpty', variable('output'))));
    const run = await Run.start(written({ onIterationReject: { when: always } }), author);
    await run.decide('r1', 'ann', 'approve');
    expect(await reachedBy(run)).toEqual(['r2']);
    await run.decide('r2', 'bob', 'reject');
    expect(await run.count('draft')).toBe(2);
  });

  test('only those of people: a blocking agent that rejects follows its edges', async () => {
    const run = await Run.start({
      nodes: [agent('draft'), blocking('check'), human('review', 'ann'), agent('archive')],
      edges: [
        edge('draft', 'check'),
        edge('check', 'review'),
        edge('check', 'archive', onDecision('reject')),
      ],
      loops: [{ loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', 'check', 'review'] }],
    });
    await run.resolveFinding('check', 'r', 'failure');
    expect(await run.statuses()).toEqual(['draft completed', 'check completed', 'archive completed']);
    await run.ended('completed');
  });

  test('no failures and no breaches: they follow their edges', async () => {
    const run = await Run.start(
      { ...written(), edges: [...EDGES, edge('r1', 'escalate', onStatus('failed'))] },
      author,
    );
    await run.resolve('r1', 'force-fail');
    expect(await run.ofType('loop.iteration-started')).toEqual([]);
    expect((await run.step('escalate')).stepId).toBe('step_draft__to__r1__to__escalate');
  });

  test('those of the body: one behind the loop leaves it alone', async () => {
    const run = await Run.start(
      {
        nodes: [...nodes(), human('final', 'cfo', rejectTo('archive')), agent('archive')],
        edges: [...EDGES, edge('publish', 'final')],
        loops: [BODY],
      },
      author,
    );
    await run.decide('r1', 'ann', 'approve');
    await run.decide('r2', 'bob', 'approve');
    await run.decide('final', 'cfo', 'reject');
    expect(await reachedBy(run)).toEqual(['archive']);
    expect(await run.count('draft')).toBe(1);
  });
});

describe('what the author of an attempt gave', () => {
  test('is the output of the entry step, also when that is a human one', async () => {
    const run = await Run.start({
      nodes: [human('owner', 'ann'), human('review', 'bob'), agent('publish')],
      edges: [edge('owner', 'review'), edge('review', 'publish')],
      loops: [{ loopId: 'L', entryNodeId: 'owner', bodyNodeIds: ['owner', 'review'] }],
    });
    await run.decide('owner', 'ann', 'approve', 'mine');
    await run.decide('review', 'bob', 'reject');
    const [owner] = (await run.get()).steps;
    const attempts = (await run.step('owner')).input['previousAttempts'] as { authorOutput: object }[];
    expect(attempts[0]?.authorOutput).toEqual(owner?.output);
    expect(owner?.output).toMatchObject({ decision: 'approve', decisions: [{ reason: 'mine' }] });
  });

  test('is the rejection itself when the entry node is the one that rejects', async () => {
    const run = await Run.start({
      nodes: [human('owner', 'ann')],
      edges: [],
      loops: [{ loopId: 'L', entryNodeId: 'owner', bodyNodeIds: ['owner'] }],
    });
    await run.decide('owner', 'ann', 'reject', 'no');
    expect((await run.step('owner')).input['previousAttempts']).toMatchObject([
      { authorOutput: { decision: 'reject', rejectedBy: 'ann' }, rejectedBy: 'ann', rejectionReason: 'no' },
    ]);
    await run.decide('owner', 'ann', 'approve');
    await run.ended('completed');
  });
});
