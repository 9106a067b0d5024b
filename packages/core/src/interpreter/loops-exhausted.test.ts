import { describe, expect, test } from 'vitest';
import { type Definition, op, variable, when } from '../index.js';
import { Run, agent, blocking, edge, group, human, onDecision, onStatus } from '../test-support/run.js';

type Workflow = Pick<Definition, 'nodes' | 'edges' | 'groups' | 'loops'>;
type Policy = 'joinOnQuorum' | 'cancelOnQuorum';
const reject = (run: Run, nodeId: string, reason?: string) => run.decide(nodeId, nodeId, 'reject', reason);
const approve = (run: Run, nodeId: string) => run.decide(nodeId, nodeId, 'approve');
const people = (...nodeIds: string[]) => nodeIds.map((it) => human(it, it));

const SERIOUS = {
  onIterationReject: { when: when(op('eq', variable('output.rejectionReason'), 'serious')) },
};
const AFTER = [
  agent('publish'),
  human('escalate', 'escalate', { onReject: { routeToNodeId: 'bin' } }),
  agent('bin'),
];
const loop = (bodyNodeIds: string[], more: object = {}) => ({
  loopId: 'L',
  entryNodeId: 'draft',
  bodyNodeIds,
  maxIterations: 1,
  onExhausted: { routeToNodeId: 'escalate' },
  ...more,
});
const TWO = ['m1', 'm2'];
const THREE = ['m1', 'm2', 'm3'];

/** A group that bounds the body, and `side`, a reviewer beside it. */
const beside: Workflow = {
  nodes: [agent('draft'), ...people('side', ...TWO), ...AFTER],
  edges: [edge('draft', 'side'), ...TWO.flatMap((it) => [edge('draft', it), edge(it, 'publish')])],
  groups: [group('joinOnQuorum', TWO, 2)],
  loops: [loop(['draft', 'side', ...TWO])],
};

/** `side` stands before `m1`; the others start at once. */
const before = (members: string[], quorum: number, more: object = {}): Workflow => ({
  nodes: [agent('draft'), ...people('side', ...members, 'final'), agent('archive'), ...AFTER],
  edges: [
    edge('draft', 'side'),
    edge('side', 'm1'),
    ...members.filter((it) => it !== 'm1').map((it) => edge('draft', it)),
    ...members.map((it) => edge(it, 'final')),
    edge('final', 'publish'),
  ],
  groups: [group('joinOnQuorum', members, quorum)],
  loops: [loop(['draft', 'side', ...members, 'final'], more)],
});

/** The same, with a `cancelOnQuorum` group; a join behind it makes the body end in one node. */
const cancelling = (quorum: number): Workflow => {
  const joined = THREE.map((it) => `${it}-checked`);
  const { nodes, edges = [] } = before(THREE, quorum);
  return {
    nodes: [...nodes, ...people(...joined)],
    edges: [
      ...edges.filter((it) => it.to !== 'final'),
      ...THREE.map((it) => edge(it, `${it}-checked`)),
      ...joined.map((it) => edge(it, 'final')),
    ],
    groups: [
      group('cancelOnQuorum', THREE, quorum),
      group('joinOnQuorum', joined, 1, { groupId: 'checked' }),
    ],
    loops: [loop(['draft', 'side', ...THREE, ...joined, 'final'], SERIOUS)],
  };
};

describe('a rejection in the last iteration takes the route, even if a group loses members (contract section 6)', () => {
  test.each<[string, Workflow]>([
    ['beside all members', beside],
    ['before one member, the quorum out of reach', before(TWO, 2)],
    ['before one member, the quorum still in reach', before(TWO, 1)],
    ['beside a cancelOnQuorum group', cancelling(1)],
  ])('a reviewer %s', async (_, workflow) => {
    const run = await Run.start(workflow);
    const events = await run.during(() => reject(run, 'side', 'serious'));
    expect(events).toContain('loop.exhausted');
    expect(events.at(-1)).toBe('step.awaiting-approval loop_L_exhausted__to__escalate');
    const reasons = (await run.ofType('step.cancelled')).map((it) => it.data.reason);
    expect(new Set(reasons)).toEqual(new Set(['loop-restart']));
    await run.check();
    await approve(run, 'escalate');
    expect(await run.count('publish')).toBe(0);
    await run.ended('completed');
  });

  test('a member has approved before', async () => {
    const run = await Run.start(beside);
    await approve(run, 'm1');
    await reject(run, 'side');
    await approve(run, 'escalate');
    await run.ended('completed');
  });

  test.each<[Policy, Workflow]>([
    ['joinOnQuorum', before(THREE, 2, SERIOUS)],
    ['cancelOnQuorum', cancelling(2)],
  ])('%s: a member has rejected before, and the loop did not take it', async (_, workflow) => {
    const run = await Run.start(workflow);
    await reject(run, 'm2', 'a trifle');
    await reject(run, 'side', 'serious');
    expect((await run.step('escalate')).status).toBe('waiting');
    await approve(run, 'escalate');
    await run.ended('completed');
  });

  test('the edges of a member that has rejected are looked at then', async () => {
    const workflow = before(THREE, 2, SERIOUS);
    const archiving = edge('m2', 'archive', onDecision('reject'));
    const run = await Run.start({ ...workflow, edges: [...(workflow.edges ?? []), archiving] });
    await reject(run, 'm2', 'a trifle');
    expect(await run.count('archive')).toBe(0);
    await reject(run, 'side', 'serious');
    expect([await run.count('archive'), await run.count('escalate')]).toEqual([1, 1]);
    await approve(run, 'escalate');
    await run.ended('completed');
  });

  test('a member of the body has failed before', async () => {
    const { nodes, ...workflow } = before(TWO, 1);
    const run = await Run.start({
      ...workflow,
      nodes: nodes.map((it) => (it.nodeId === 'm2' ? blocking('m2') : it)),
    });
    await run.resolve('m2', 'force-fail');
    await reject(run, 'side');
    await approve(run, 'escalate');
    await run.ended('completed');
  });
});

describe('a group that reaches beyond the body of an exhausted loop', () => {
  /** `m1` ends a body that is entered twice; the rejection of `m2`, outside, is unhandled. */
  const reaching = (quorum: number): Workflow => ({
    nodes: [agent('a'), agent('b'), agent('draft'), ...people('side', 'm1'), blocking('m2'), ...AFTER],
    edges: [
      edge('a', 'draft'),
      edge('b', 'draft'),
      edge('draft', 'side'),
      edge('side', 'm1'),
      ...TWO.map((it) => edge(it, 'publish')),
    ],
    groups: [group('joinOnQuorum', TWO, quorum)],
    loops: [loop(['draft', 'side', 'm1'])],
  });
  /** One way through the body has come to `m1`, the other is rejected at `side`. */
  async function exhausted(quorum: number): Promise<Run> {
    const run = await Run.start(reaching(quorum));
    await run.decideStep('step_a__to__draft__to__side', 'side', 'approve');
    await run.decideStep('step_b__to__draft__to__side', 'side', 'reject');
    expect((await run.step('escalate')).status).toBe('waiting');
    return run;
  }

  test('can still be met by its other members', async () => {
    const run = await exhausted(1);
    await run.resolveFinding('m2', 'r', 'success');
    expect(await run.count('publish')).toBe(1);
    await approve(run, 'escalate');
    await run.ended('completed');
  });

  test('cancels them if it is out of reach without the body', async () => {
    const run = await exhausted(2);
    const cancelled = (await run.ofType('step.cancelled')).map((it) => [it.data.nodeId, it.data.reason]);
    expect(cancelled).toEqual([
      ['m2', 'group-quorum-unreachable'],
      ['m1', 'loop-restart'],
    ]);
    await approve(run, 'escalate');
    await run.ended('completed');
  });

  test('fails the run for a later rejection of theirs that nothing takes up', async () => {
    const run = await exhausted(1);
    await run.resolveFinding('m2', 'r', 'failure');
    await run.ended('failed', 'quorum-unreachable');
  });
});

describe('a member of a join that failed or was breached without its own recovery edge (contract section 5)', () => {
  const LENIENT = when(
    op('and', op('eq', variable('step.status'), 'breached'), op('eq', variable('execution.input.x'), 'y')),
  );
  /** The rejection of `m2` is taken up; of `m1` no recovery edge fires. */
  const workflow = (more: ReturnType<typeof edge>[] = []): Workflow => ({
    nodes: [
      blocking('m1', '__mock__', { slaMs: 60_000 }),
      human('m2', 'm2', { onReject: { routeToNodeId: 'rework' } }),
      agent('rework'),
      agent('next'),
    ],
    edges: [...TWO.map((it) => edge(it, 'next')), edge('m1', 'rework', LENIENT), ...more],
    groups: [group('joinOnQuorum', TWO, 1)],
  });

  test.each<[string, (run: Run) => Promise<unknown>, string]>([
    ['failed', (run) => run.resolve('m1', 'force-fail'), 'step-failed'],
    ['was breached', (run) => run.advance(60_000), 'step-breached'],
  ])('fails the run once the quorum is lost, whatever the others lead to: it %s', async (_, end, code) => {
    const run = await Run.start(workflow());
    await end(run);
    expect((await run.get()).status).toBe('running');
    await reject(run, 'm2');
    await run.ended('failed', code);
    expect((await run.get()).failureReason).toMatchObject({ stepId: 'step_m1' });
    expect(await run.count('rework')).toBe(0);
  });

  test('does not fail the run when the quorum is met', async () => {
    const run = await Run.start(workflow());
    await run.resolve('m1', 'force-fail');
    await approve(run, 'm2');
    await run.ended('completed');
  });

  test('does not fail the execution with its own recovery edge', async () => {
    const run = await Run.start(workflow([edge('m1', 'rework', onStatus('failed'))]));
    await run.resolve('m1', 'force-fail');
    await reject(run, 'm2');
    expect(await run.count('rework')).toBe(2);
    await run.ended('completed');
  });
});
