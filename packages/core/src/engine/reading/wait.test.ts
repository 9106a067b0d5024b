/** A wait reads a large run (up to 32 MiB) only after relevant events, and not at every poll. */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../index.js';
import { HOSTING_LIMITS } from '../../definition/limits.js';
import { agent, edge, human, rejectTo } from '../../test-support/run.js';

const PEOPLE = ['ann', 'bob', 'cy'];
const nodes = [
  human('first', PEOPLE, rejectTo('rework')),
  { nodeId: 'pause', type: 'wait' as const, config: { until: 0 } },
  human('second', 'ann', rejectTo('rework')),
  agent('rework'),
];
const edges = [edge('first', 'pause'), edge('pause', 'second')];

async function started() {
  const store = createMemoryStore();
  let loads = 0;
  const counting = overriding(store, {
    loadExecutions: (keys) => {
      loads += 1;
      return store.loadExecutions(keys);
    },
  });
  const kit = createTestEngine({ store: counting });
  await kit.engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges });
  const { executionId } = await kit.engine.executions.dispatch({ definitionId: 'flow' });
  await kit.drain();
  const approve = (reviewerId: string, stepId = 'step_first') =>
    kit.engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' });
  return { ...kit, executionId, approve, loads: () => loads };
}

test('nothing that happens to others, or to the run, has it read before it matters', async () => {
  const { engine, executionId, approve, advance, loads } = await started();
  const waiting = engine.executions.wait({ executionId, until: 'ended', waitMs: 60_000 });
  await advance(5_000);
  const before = loads();
  await advance(20_000);
  expect(loads()).toBe(before);
  await approve('ann');
  await approve('bob');
  await advance(5_000);
  // Each answer is decided on the state once.
  expect(loads()).toBe(before + 2);
  await engine.executions.cancel({ executionId });
  expect(await waiting).toMatchObject({ reached: true, execution: { status: 'cancelled' } });
  await engine.stop();
});

test('what it waits for is seen: a step that ends, one that ends at once, one that waits, and the time', async () => {
  const { engine, executionId, approve, advance, drain } = await started();
  const wait = (until: 'ended' | 'waiting' | { stepId: string }, waitMs: number) =>
    engine.executions.wait({ executionId, until, waitMs });
  const first = wait({ stepId: 'step_first' }, 60_000);
  const pause = wait({ stepId: 'step_first__to__pause' }, 60_000);
  const late = wait('ended', 1_000);
  // They are under way before the time goes on.
  await drain();
  await advance(2_000);
  expect(await late).toMatchObject({ reached: false, execution: { status: 'running' } });
  for (const person of PEOPLE) await approve(person);
  await advance(2_000);
  expect((await first).reached).toBe(true);
  expect((await pause).execution.steps.map((it) => [it.nodeId, it.status])).toEqual([
    ['first', 'completed'],
    ['pause', 'completed'],
    ['second', 'waiting'],
  ]);
  const end = wait('ended', 60_000);
  await drain();
  await approve('ann', 'step_first__to__pause__to__second');
  await advance(2_000);
  expect(await end).toMatchObject({ reached: true, execution: { status: 'completed' } });
  await engine.stop();
});

/** Number of reads of the run while one step ends and the next one waits. */
async function loadsWhileStepsEnd(isWaitedFor: boolean): Promise<number> {
  const { engine, executionId, approve, advance, loads } = await started();
  const waiting = isWaitedFor
    ? engine.executions.wait({ executionId, until: 'ended', waitMs: 60_000 })
    : null;
  await advance(1_000);
  const before = loads();
  for (const person of PEOPLE) await approve(person);
  await advance(5_000);
  const read = loads() - before;
  await engine.executions.cancel({ executionId });
  await waiting;
  await engine.stop();
  return read;
}

test('who waits for the end does not read the run for what its steps tell', async () => {
  expect(await loadsWhileStepsEnd(true)).toBe(await loadsWhileStepsEnd(false));
});

test('durations are texts too, in process: of a question, and of a wait', async () => {
  const { engine, executionId, advance, drain, clock } = await started();
  const waiting = engine.executions.wait({ executionId, until: 'ended', waitMs: '2s' });
  await drain();
  await advance(2_000);
  expect(await waiting).toMatchObject({ reached: false });

  const question = { key: 'deploy', reviewers: ['ann'], askMs: 'P7D', waitMs: '0s' } as const;
  const asked = await engine.ask(question);
  const { steps } = await engine.executions.get({ executionId: asked.executionId });
  expect(steps[0]).toMatchObject({ dueAt: clock.now() + 604_800_000 });
  // The same length in other words is the same question.
  expect(await engine.ask({ ...question, askMs: '1w' })).toEqual(asked);

  const wrong = { status: 'INVALID_ARGUMENT' };
  await expect(engine.ask({ ...question, askMs: 'P1Y' })).rejects.toMatchObject({
    ...wrong,
    message: expect.stringContaining('"P1Y" is not a duration') as string,
  });
  await expect(engine.ask({ ...question, askMs: '53w' })).rejects.toMatchObject(wrong);
  await expect(engine.executions.wait({ executionId, until: 'ended', waitMs: '-1s' })).rejects.toMatchObject(
    wrong,
  );
  await engine.stop({ graceMs: '1s' });
});

test('what a caller without TypeScript gets wrong is refused, and not taken for a store that is down', async () => {
  const { engine, executionId } = await started();
  const invalid = { status: 'INVALID_ARGUMENT' };
  const trap = (): never => {
    throw new Error('trap');
  };
  const trapped = [
    new Proxy({}, { ownKeys: trap }),
    Object.defineProperty({}, 'key', { get: trap, enumerable: true }),
  ];
  for (const request of [undefined, null, 'run', {}, ...trapped]) {
    await expect(engine.executions.wait(request as never)).rejects.toMatchObject(invalid);
    await expect(engine.ask(request as never)).rejects.toMatchObject(invalid);
  }
  const unreadable = Object.defineProperty({}, 'aborted', { get: trap, enumerable: true });
  for (const signal of [7, null, {}, new AbortController(), unreadable]) {
    const odd = { signal: signal as never };
    const waiting = engine.executions.wait({ executionId, until: 'ended', waitMs: 0, ...odd });
    await expect(waiting).rejects.toMatchObject(invalid);
    await expect(engine.ask({ key: 'q', reviewers: ['ann'], waitMs: 0, ...odd })).rejects.toMatchObject(
      invalid,
    );
  }
  // No question was asked.
  expect((await engine.executions.list()).items).toHaveLength(1);
  for (const handler of [undefined, null, {}]) {
    const subscribe = () => engine.feed.subscribe('index', handler as never, { from: 'start' });
    expect(subscribe).toThrow(/^invalid-field at handler: must be a function/);
  }
});

test('an aborted wait ends with the reason of the signal, for any reason', async () => {
  const { engine, executionId } = await started();
  const reasons: unknown[] = [
    new Error('given up'),
    new DOMException('late', 'TimeoutError'),
    'a text',
    { code: 7 },
  ];
  for (const reason of reasons) {
    for (const isBefore of [true, false]) {
      const waits = [
        (signal: AbortSignal) => engine.executions.wait({ executionId, until: 'ended', signal }),
        (signal: AbortSignal) => engine.ask({ key: 'given-up', reviewers: ['ann'], signal }),
      ];
      for (const wait of waits) {
        const stop = new AbortController();
        if (isBefore) stop.abort(reason);
        const error = wait(stop.signal).then(
          () => 'answered',
          (it: unknown) => it,
        );
        if (!isBefore) setTimeout(() => stop.abort(reason), 5);
        expect(await error).toBe(reason);
      }
    }
  }
  await engine.stop();
});

test('waits from outside have shares of subject and workspace, and waits in process have none', async () => {
  const { engine, drain, advance } = createTestEngine();
  const of = async (workspaceId: string) => {
    const on = engine.forWorkspace(workspaceId);
    await on.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges });
    const { executionId } = await on.executions.dispatch({ definitionId: 'flow' });
    let over = 0;
    const wait = (sub: string | null | undefined, waitMs = 20_000) => {
      const via = sub === undefined ? undefined : ({ kind: 'token', sub } as const);
      const { executions } = engine.forWorkspace(workspaceId, { via });
      void executions.wait({ executionId, until: 'ended', waitMs }).then(() => (over += 1));
    };
    const cancel = () => on.executions.cancel({ executionId });
    return { wait, over: () => over, cancel };
  };
  const [main, other] = [await of('main'), await of('other')];
  await drain();
  const many = (count: number, act: () => void) => Array.from({ length: count }, act);

  many(HOSTING_LIMITS.subjectWaits + 3, () => main.wait('ann'));
  await drain();
  expect(main.over()).toBe(3);
  many(HOSTING_LIMITS.workspaceWaits, () => main.wait(`u${Math.random()}`));
  await drain();
  expect(main.over()).toBe(3 + HOSTING_LIMITS.subjectWaits);

  // Neither the host nor another workspace is answered early.
  main.wait(undefined);
  other.wait('ann');
  const asked = engine.forWorkspace('main').ask({ key: 'go', reviewers: ['ann'], waitMs: 20_000 });
  let isAnswered = false;
  void asked.then(() => (isAnswered = true));
  await drain();
  await advance(5_000);
  expect([main.over(), other.over(), isAnswered]).toEqual([103, 0, false]);
  await main.cancel();
  await advance(2_000);
  expect(main.over()).toBe(3 + 1 + HOSTING_LIMITS.workspaceWaits + HOSTING_LIMITS.subjectWaits);
  // Ended waits have freed their places.
  other.wait('bob');
  await drain();
  expect(other.over()).toBe(0);
  await other.cancel();
  await advance(20_000);
  await engine.stop();
});
