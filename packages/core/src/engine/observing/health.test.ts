/** The health report of an engine with a store that answers, hangs, fails, or is not migrated. */
import { VirtualClock } from '@org/approval-testkit';
import { afterEach, expect, test } from 'vitest';
import { type ApprovalStore, createApprovalEngine, createMemoryStore } from '../../index.js';

type Answer = ApprovalStore['health'];

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** An engine on a store whose `health` is what `answer.now` is at the time. */
function world() {
  const clock = new VirtualClock(1_000_000);
  const sound = createMemoryStore();
  const warned: unknown[] = [];
  const logger = { warn: (...line: unknown[]) => void warned.push(line), error: () => undefined };
  const answer: { now: Answer } = { now: (request) => sound.health(request) };
  const asked: (string | null)[] = [];
  const health: Answer = (request) => {
    asked.push(request.workspaceId);
    return answer.now(request);
  };
  const engine = createApprovalEngine({ store: { ...sound, health }, clock, logger });
  ends.push(() => engine.stop());
  return { clock, sound, answer, asked, warned, engine };
}

const never: Answer = () => new Promise(() => undefined);
const settle = () => new Promise((resolve) => setImmediate(resolve));

const UNKNOWN = {
  ok: false,
  store: { reachable: false, migrated: false, clockSkewMs: null },
  jobs: { due: null, oldestDueMs: null, running: 0 },
  deliveries: { pending: null, dead: null, oldestMs: null },
  feeds: [],
};

test('an engine without work is well', async () => {
  const { engine } = world();
  expect(await engine.isHealthy()).toBe(true);
  expect(await engine.health()).toEqual({
    ok: true,
    store: { reachable: true, migrated: true, clockSkewMs: 0 },
    jobs: { due: 0, oldestDueMs: null, running: 0 },
    deliveries: { pending: 0, dead: 0, oldestMs: null },
    feeds: [],
  });
});

test('times are ms from now', async () => {
  const { engine, answer, clock } = world();
  const now = clock.now();
  const queues = { due: 2, oldestDueAt: now - 7, pending: 1, oldestPendingAt: now - 9, dead: 3, feeds: [] };
  answer.now = () => Promise.resolve({ now, migrated: true, queues });
  const { jobs, deliveries } = await engine.health();
  expect([jobs.due, jobs.oldestDueMs, deliveries]).toEqual([2, 7, { pending: 1, dead: 3, oldestMs: 9 }]);
});

test('the store is looked at once a second for a workspace, however many ask', async () => {
  const { engine, asked, clock } = world();
  const all = () =>
    Promise.all([
      engine.health(),
      engine.health(),
      engine.forWorkspace('other').health(),
      engine.isHealthy(),
    ]);
  await all();
  await clock.advance(999);
  await all();
  expect(asked).toEqual(['default', 'other', null]);
  await clock.advance(1);
  await all();
  expect(asked).toHaveLength(6);
});

test('a store that does not answer within 2 s is not well, and gets no second look until it has', async () => {
  const { engine, answer, asked, clock, sound } = world();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  answer.now = async (request) => {
    await held;
    return sound.health(request);
  };
  let known: boolean | null = null;
  const first = engine.isHealthy().then((ok) => (known = ok));
  await clock.advance(1_999);
  await settle();
  expect(known).toBe(null);
  await clock.advance(1);
  expect(await first).toBe(false);
  await clock.advance(5_000);
  expect(await engine.isHealthy()).toBe(false);
  expect(asked).toHaveLength(1);
  release();
  await settle();
  expect(await engine.isHealthy()).toBe(true);
  expect(asked).toHaveLength(2);
});

test('a look that never comes back does not keep an engine from getting well', async () => {
  const { engine, answer, clock, sound } = world();
  answer.now = never;
  const whole = engine.health();
  await clock.advance(2_000);
  expect(await whole).toEqual(UNKNOWN);
  answer.now = (request) => sound.health(request);
  await clock.advance(30_000);
  expect((await engine.health()).ok).toBe(true);
});

test('a store that fails is not well, and the log has why', async () => {
  const { engine, answer, warned } = world();
  const fault = new Error('no route to host');
  answer.now = () => Promise.reject(fault);
  expect(await engine.health()).toEqual(UNKNOWN);
  expect(warned).toEqual([['the store did not say how it is', fault]]);
});

test('a store that is not migrated is reachable, and not well', async () => {
  const { engine, answer, clock } = world();
  answer.now = () => Promise.resolve({ now: clock.now(), migrated: false, queues: null });
  const store = { reachable: true, migrated: false, clockSkewMs: 0 };
  expect(await engine.health()).toEqual({ ...UNKNOWN, store });
});
