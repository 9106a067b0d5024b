/** Schedules, listeners and emitted events (contract section 13). */
import assert from 'node:assert/strict';
import {
  type EventStore,
  type PlannedTrigger,
  type ScheduleStore,
  type StoredHostEvent,
  type StoredTrigger,
  type TriggerBound,
  type TriggerKey,
  eventExecutionId,
  listenerStepId,
  matchOf,
} from '@org/approval-core/store';
import type { StoreCase, StoreContext } from './case.js';
import { aDefinition, unique } from './fixtures.js';

/** Runs on the schedules of a store; passes on a store without any. */
const scheduling = (
  { store }: StoreContext,
  run: (schedules: ScheduleStore) => Promise<void>,
): Promise<void> => (store.schedules === undefined ? Promise.resolve() : run(store.schedules));

/** Runs on the events of a store; passes on a store without any. */
const listening = ({ store }: StoreContext, run: (events: EventStore) => Promise<void>): Promise<void> =>
  store.events === undefined ? Promise.resolve() : run(store.events);

const schedule = (
  triggerId: string,
  nextAt: number | null,
  more: Partial<PlannedTrigger> = {},
): PlannedTrigger => ({ triggerId, kind: 'schedule', types: [], nextAt, keepsNext: false, ...more });

const listener = (triggerId: string, ...types: string[]): PlannedTrigger => ({
  triggerId,
  kind: 'event',
  types,
  nextAt: null,
  keepsNext: false,
});

async function defined(context: StoreContext, triggers: readonly PlannedTrigger[]) {
  const { workspaceId, store } = context;
  const first = aDefinition({ workspaceId, definitionId: unique('flow') }, context.now());
  assert.equal(await store.createDefinition(first, { triggers }), 'created');
  return first;
}

type Defined = Awaited<ReturnType<typeof defined>>;

const updated = ({ store }: StoreContext, before: Defined, triggers: readonly PlannedTrigger[]) =>
  store.addDefinitionVersion({ ...before, version: before.version + 1 }, { triggers });

const claim = ({ store, now }: StoreContext, kind: 'schedule' | 'event-start', leaseMs = 60_000) =>
  store.claimJobs({ kinds: [kind], now: now(), leaseMs, limit: 100 });

/** Claimed jobs of a definition's schedules, by triggerId. */
async function claimed(context: StoreContext, { uid }: Pick<TriggerKey, 'uid'>) {
  const { claimed: jobs } = await claim(context, 'schedule');
  return jobs
    .filter(({ job }) => job.executionId === uid)
    .toSorted((a, b) => (a.job.stepId < b.job.stepId ? -1 : 1));
}

/** Writers that race, of which three are within the bound. */
async function raced(context: StoreContext, trigger: PlannedTrigger, bound: TriggerBound): Promise<void> {
  const { workspaceId, otherWorkspaceId, store } = context;
  const triggers = [trigger];
  const create = (of: string) => {
    const first = aDefinition({ workspaceId: of, definitionId: unique('flow') }, context.now());
    return store.createDefinition(first, { triggers, bounds: [bound] });
  };
  const empty = await defined(context, []);
  const results = await Promise.all([
    ...Array.from({ length: 4 }, () => create(workspaceId)),
    store.addDefinitionVersion({ ...empty, version: 2 }, { triggers, bounds: [bound] }),
  ]);
  assert.equal(results.filter((it) => it === 'full').length, 2);
  assert.equal(await create(workspaceId), 'full');
  assert.equal(await create(otherWorkspaceId), 'created');
  // A version without bounds adds nothing, and is stored.
  const newest = results[4] === 'added' ? 2 : 1;
  const next = { ...empty, version: newest + 1 };
  assert.equal(await store.addDefinitionVersion(next, { triggers: [] }), 'added');
}

const nextTimes = (triggers: readonly StoredTrigger[]) =>
  triggers.map(({ triggerId, nextAt }) => [triggerId, nextAt]);

const anEvent = (
  { workspaceId, now }: Pick<StoreContext, 'workspaceId' | 'now'>,
  more: Partial<StoredHostEvent> = {},
): StoredHostEvent => ({
  workspaceId,
  eventKey: unique('key'),
  id: 'order-7',
  type: 'order.paid',
  payload: { text: 'ä \u{1f600} "x"', list: [1, null] },
  emittedAt: now(),
  organizationId: null,
  documentId: 'd1',
  initiatorId: 'ida',
  matched: 1,
  ...more,
});

const NOTHING_YET = {
  lastAt: null,
  lastScheduledAt: null,
  lastExecutionId: null,
  lastError: null,
  missed: 0,
  skipped: 0,
};

export const triggerCases: readonly StoreCase[] = [
  {
    name: 'a schedule is stored with its definition, and its job is claimed at its time, once',
    run: (context) =>
      scheduling(context, async (schedules) => {
        const dueAt = context.now() + 1_000;
        const it = await defined(context, [schedule('b', null), schedule('a', dueAt)]);
        const { workspaceId, uid } = it;
        assert.deepEqual(await schedules.listTriggers(it), [
          { workspaceId, uid, triggerId: 'a', kind: 'schedule', nextAt: dueAt, ...NOTHING_YET },
          { workspaceId, uid, triggerId: 'b', kind: 'schedule', nextAt: null, ...NOTHING_YET },
        ]);
        assert.deepEqual(await claimed(context, it), []);
        await context.advance(1_000);
        const [job, ...others] = await claimed(context, it);
        assert.deepEqual(others, []);
        assert.deepEqual(job?.job, { workspaceId, executionId: uid, stepId: 'a', kind: 'schedule' });
        assert.deepEqual([job.dueAt, job.attempt], [dueAt, 1]);
        assert.deepEqual(await claimed(context, it), []);
        const other = { workspaceId: context.otherWorkspaceId, uid };
        assert.deepEqual(await schedules.listTriggers(other), []);
      }),
  },
  {
    name: 'a moved job is due at its new time, and the outcome is recorded with it',
    run: (context) =>
      scheduling(context, async (schedules) => {
        const it = await defined(context, [schedule('a', context.now())]);
        const trigger = { workspaceId: it.workspaceId, uid: it.uid, triggerId: 'a' };
        const [first] = await claimed(context, it);
        assert.ok(first !== undefined);
        const dueAt = context.now() + 1_000;
        const note = { nextAt: dueAt, lastAt: 5, lastScheduledAt: 4, lastExecutionId: 'exec', missed: 2 };
        const move = { claim: first, dueAt, attempt: 3, trigger, note };
        assert.deepEqual(await schedules.moveJobs([move]), [true]);
        assert.deepEqual(await schedules.moveJobs([move]), [false]);
        assert.deepEqual(await claimed(context, it), []);
        await context.advance(1_000);
        const [second] = await claimed(context, it);
        assert.deepEqual([second?.dueAt, second?.attempt], [dueAt, 3]);
        assert.ok(second !== undefined);
        const lastError = { code: 'x', message: 'it failed', at: 7 };
        const end = { claim: second, dueAt: null, attempt: 1, trigger };
        const outcome = { nextAt: null, lastError, missed: 1, skipped: 1 };
        assert.deepEqual(await schedules.moveJobs([{ ...end, note: outcome }]), [true]);
        const [stored] = await schedules.listTriggers(it);
        assert.deepEqual(stored, {
          ...trigger,
          kind: 'schedule',
          ...NOTHING_YET,
          ...{ nextAt: null, lastAt: 5, lastScheduledAt: 4, lastExecutionId: 'exec', lastError },
          ...{ missed: 3, skipped: 1 },
        });
        await schedules.noteTriggers([
          { trigger, note: { lastAt: 9 } },
          { trigger: { ...trigger, triggerId: 'gone' }, note: { lastAt: 9 } },
        ]);
        assert.equal((await schedules.listTriggers(it))[0]?.lastAt, 9);
      }),
  },
  {
    name: 'a new version keeps, moves and deletes schedules with their jobs',
    run: (context) =>
      scheduling(context, async (schedules) => {
        const [now, later] = [context.now(), context.now() + 5_000];
        const ids = ['kept', 'moved', 'removed', 'stopped'];
        const it = await defined(
          context,
          ids.map((triggerId) => schedule(triggerId, now)),
        );
        const jobs = await claimed(context, it);
        assert.equal(jobs.length, 4);
        const keyOf = (triggerId: string) => ({ workspaceId: it.workspaceId, uid: it.uid, triggerId });
        await schedules.noteTriggers(
          ids.map((triggerId) => ({ trigger: keyOf(triggerId), note: { missed: 1 } })),
        );
        const next = [
          schedule('kept', later, { keepsNext: true }),
          schedule('moved', later),
          schedule('stopped', null),
        ];
        assert.equal(await updated(context, it, next), 'added');
        const stored = await schedules.listTriggers(it);
        assert.deepEqual(nextTimes(stored), [
          ['kept', now],
          ['moved', later],
          ['stopped', null],
        ]);
        assert.deepEqual(
          stored.map(({ missed }) => missed),
          [1, 1, 1],
        );
        const moves = jobs.map(({ job, token }) => ({
          claim: { job, token },
          dueAt: now,
          attempt: 1,
          trigger: keyOf(job.stepId),
          note: {},
        }));
        // Only the schedule that is left alone keeps its claim.
        assert.deepEqual(await schedules.moveJobs(moves), [true, false, false, false]);
        await context.advance(5_000);
        assert.deepEqual(
          (await claimed(context, it)).map(({ job }) => job.stepId),
          ['kept', 'moved'],
        );
        assert.equal(await updated(context, it, []), 'conflict');
        assert.equal((await schedules.listTriggers(it)).length, 3);
      }),
  },
  {
    name: 'a deleted definition has no triggers and no jobs of them',
    run: (context) =>
      scheduling(context, async (schedules) => {
        const it = await defined(context, [schedule('a', context.now()), listener('b', 'order.paid')]);
        assert.equal(await context.store.deleteDefinition(it), 'deleted');
        assert.deepEqual(await schedules.listTriggers(it), []);
        assert.deepEqual(await claimed(context, it), []);
        const { workspaceId } = it;
        const found = await context.store.events?.findListeners({
          workspaceId,
          type: 'order.paid',
          limit: 9,
        });
        assert.deepEqual(found ?? [], []);
      }),
  },
  {
    name: 'lost jobs of schedules are found and restored',
    run: (context) =>
      scheduling(context, async (schedules) => {
        const { workspaceId } = context;
        const one = await defined(context, [schedule('a', context.now()), schedule('b', null)]);
        const two = await defined(context, [schedule('a', context.now() + 1_000)]);
        assert.deepEqual(await schedules.lostSchedules({ workspaceId, limit: 9 }), []);
        const [job] = await claimed(context, one);
        assert.ok(job !== undefined);
        assert.deepEqual(await context.store.finishJobs([job]), [true]);
        const lost = await schedules.lostSchedules({ workspaceId, limit: 9 });
        assert.deepEqual(
          lost.map(({ uid, triggerId }) => [uid, triggerId]),
          [[one.uid, 'a']],
        );
        await schedules.restoreSchedules([...lost, { workspaceId, uid: two.uid, triggerId: 'a' }]);
        assert.deepEqual(await schedules.lostSchedules({ workspaceId, limit: 9 }), []);
        assert.equal((await claimed(context, one)).length, 1);
        assert.deepEqual(await claimed(context, two), []);
      }),
  },
  {
    name: 'writers that race never exceed a bound on schedules together',
    run: (context) =>
      scheduling(context, () =>
        raced(context, schedule('a', context.now() + 1_000), { kind: 'schedules', others: 2 }),
      ),
  },
  {
    name: 'writers that race never exceed a bound on listeners together',
    run: (context) =>
      listening(context, () =>
        raced(context, listener('a', 'order.paid'), { kind: 'listeners', type: 'order.paid', others: 2 }),
      ),
  },
  {
    name: 'an event is emitted once, with a job for each match',
    run: (context) =>
      listening(context, async (events) => {
        const { workspaceId, otherWorkspaceId, store } = context;
        const it = await defined(context, [listener('a', 'order.paid'), listener('b', 'order.paid', 'x')]);
        const matches = ['a', 'b'].map((triggerId) => ({ workspaceId, uid: it.uid, triggerId }));
        const event = anEvent(context);
        const lastError = { code: 'x', message: 'no value', at: 1 };
        const notes = [
          { trigger: { ...matches[1], workspaceId, uid: it.uid, triggerId: 'b' }, note: { lastError } },
        ];
        const emitted = await Promise.all([1, 2].map(() => events.emit({ event, matches, notes })));
        assert.deepEqual(
          emitted.toSorted((a, b) => Number(a !== null) - Number(b !== null)),
          [null, event],
        );
        const { eventKey } = event;
        assert.deepEqual(await events.loadHostEvent({ workspaceId, eventKey }), event);
        assert.equal(await events.loadHostEvent({ workspaceId: otherWorkspaceId, eventKey }), null);
        assert.deepEqual(
          (await events.listTriggers(it)).map((trigger) => trigger.lastError),
          [null, lastError],
        );
        const ours = async () =>
          (await claim(context, 'event-start')).claimed.filter(
            ({ job }) => job.executionId === eventExecutionId(eventKey),
          );
        const jobs = await ours();
        assert.deepEqual(
          jobs.map(({ job }) => matchOf(job)).toSorted((a, b) => (a.triggerId < b.triggerId ? -1 : 1)),
          matches.map(({ uid, triggerId }) => ({ eventKey, uid, triggerId })),
        );
        assert.deepEqual(await ours(), []);
        const ends = jobs.map((job) => {
          const trigger = { workspaceId, ...matchOf(job.job) };
          return { claim: job, dueAt: null, attempt: 1, trigger, note: { lastExecutionId: job.job.stepId } };
        });
        assert.deepEqual(await events.moveJobs(ends), [true, true]);
        assert.deepEqual(
          (await events.listTriggers(it)).map((trigger) => trigger.lastExecutionId),
          matches.map((match) => listenerStepId(match)),
        );
        assert.deepEqual(
          await store.claimJobs({ kinds: ['event-start'], now: context.now(), leaseMs: 1, limit: 1 }),
          {
            claimed: [],
            nextDueAt: null,
          },
        );
      }),
  },
  {
    name: 'listeners are found by type, in active definitions of their workspace',
    run: (context) =>
      listening(context, async (events) => {
        const { workspaceId, otherWorkspaceId } = context;
        const type = 'order.paid';
        const one = await defined(context, [listener('a', type), listener('b', 'other', type)]);
        const two = await defined(context, [listener('a', 'Order.paid'), listener('b', type)]);
        assert.equal(await updated(context, two, [listener('b', 'other')]), 'added');
        const found = (of: string, limit = 9) => events.findListeners({ workspaceId: of, type, limit });
        const version = 1;
        assert.deepEqual(await found(workspaceId), [
          { workspaceId, uid: one.uid, triggerId: 'a', version },
          { workspaceId, uid: one.uid, triggerId: 'b', version },
        ]);
        assert.equal((await found(workspaceId, 1)).length, 1);
        assert.deepEqual(await found(otherWorkspaceId), []);
        const other = await events.findListeners({ workspaceId, type: 'other', limit: 9 });
        assert.deepEqual(other.map((it) => it.version).toSorted(), [1, 2]);
      }),
  },
  {
    name: 'an emitted event is forgotten with idempotency keys, once its matches have started',
    run: (context) =>
      listening(context, async (events) => {
        const { workspaceId, store } = context;
        const it = await defined(context, [listener('a', 'order.paid')]);
        const match = { workspaceId, uid: it.uid, triggerId: 'a' };
        const [old, waiting] = [anEvent(context), anEvent(context)];
        await events.emit({ event: old, matches: [], notes: [] });
        await events.emit({ event: waiting, matches: [match], notes: [] });
        await context.advance(10);
        const keysBefore = context.now();
        await context.advance(10);
        const young = anEvent(context);
        await events.emit({ event: young, matches: [], notes: [] });
        const forget = () => store.deleteEnded({ endedBefore: keysBefore, keysBefore, limit: 100 });
        const kept = () =>
          Promise.all(
            [old, waiting, young].map(async (event) => (await events.loadHostEvent(event)) !== null),
          );
        await forget();
        assert.deepEqual(await kept(), [false, true, true]);
        const { claimed: jobs } = await claim(context, 'event-start');
        const mine = jobs.filter(({ job }) => job.executionId === eventExecutionId(waiting.eventKey));
        await events.moveJobs(
          mine.map((job) => ({ claim: job, dueAt: null, attempt: 1, trigger: match, note: {} })),
        );
        await forget();
        assert.deepEqual(await kept(), [false, false, true]);
      }),
  },
];
