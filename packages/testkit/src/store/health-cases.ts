/** Cases on health and queues. */
import assert from 'node:assert/strict';
import type { StoreQueues } from '@org/approval-core/store';
import { itemAt } from '@org/approval-internal/lists';
import type { StoreCase, StoreContext } from './case.js';
import { oneClaim, pushing, resultOf } from './delivery-fixtures.js';

const EMPTY: StoreQueues = {
  due: 0,
  oldestDueAt: null,
  pending: 0,
  oldestPendingAt: null,
  dead: 0,
  feeds: [],
};

async function queues({ store, now }: StoreContext, workspaceId: string): Promise<StoreQueues | null> {
  const health = await store.health({ workspaceId, now: now() });
  assert.equal(health.migrated, true);
  return health.queues;
}

export const healthCases: readonly StoreCase[] = [
  {
    name: 'a store reports its health and time, and only the requested queues',
    async run({ store, now }) {
      const before = now();
      const { migrated, queues: none, now: at } = await store.health({ workspaceId: null, now: before });
      assert.deepEqual([migrated, none], [true, null]);
      assert.ok(Math.abs(at - before) < 60_000, `it is ${before}, not ${at}`);
    },
  },
  {
    name: 'health counts due, pending and dead items, of its workspace only',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      assert.deepEqual(await queues(context, workspaceId), EMPTY);
      const { first, seqs } = await pushing(context);
      const { createdAt: at } = first.state;
      const due = first.newJobs.filter((it) => it.dueAt <= at).length;
      const all = { ...EMPTY, due: due + 1, oldestDueAt: at, pending: seqs.length, oldestPendingAt: at };
      assert.ok(due > 0 && seqs.length > 1);
      assert.deepEqual(await queues(context, workspaceId), all);
      assert.deepEqual(await queues(context, otherWorkspaceId), EMPTY);
      const claimed = await oneClaim(context);
      assert.deepEqual(await queues(context, workspaceId), { ...all, due });
      const dead = resultOf(context, claimed, itemAt(seqs, 0), { status: 'dead', nextAttemptAt: null });
      assert.deepEqual(await store.recordDeliveryResults([dead]), [true]);
      assert.deepEqual(await queues(context, workspaceId), { ...all, pending: seqs.length - 1, dead: 1 });
    },
  },
  {
    name: 'health counts the backlog of each subscription, also before the feed is read',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      await pushing(context);
      const base = {
        workspaceId,
        rev: 1,
        attempts: 0,
        lastError: null,
        retryAt: null,
        token: null,
        leaseUntil: 0,
      };
      await store.saveSubscription({ ...base, name: 'new', position: 0 });
      const unread = (await queues(context, workspaceId))?.feeds;
      const { last, entries } = await store.readFeed({ workspaceId, after: 0, limit: 100 });
      await store.saveSubscription({ ...base, name: 'done', position: last });
      const lag = entries.length;
      assert.ok(lag > 0);
      assert.deepEqual(unread, [{ name: 'new', lag }]);
      const read = (await queues(context, workspaceId))?.feeds;
      assert.deepEqual(read, [
        { name: 'done', lag: 0 },
        { name: 'new', lag },
      ]);
      assert.deepEqual((await queues(context, otherWorkspaceId))?.feeds, []);
    },
  },
];
