/** Cases on the data of hosts: parties, the feed, subscriptions and links. */
import assert from 'node:assert/strict';
import type { FeedEntry, StoredLink, StoredSubscription } from '@org/approval-core/store';
import { isExternal } from '@org/approval-core/interpreter';
import type { StoreCase, StoreContext } from './case.js';
import { committed, started } from './commit-cases.js';
import { approval, cancellation, change, unique } from './fixtures.js';

async function feedOf(
  { store, workspaceId }: Pick<StoreContext, 'store' | 'workspaceId'>,
  after = 0,
  more: { limit?: number; executionId?: string } = {},
) {
  return store.readFeed({ workspaceId, after, limit: 1_000, ...more });
}

const keysOf = (entries: readonly FeedEntry[]) => entries.map((it) => [it.executionId, it.seq]);

function subscription(workspaceId: string, rev: number, more: Partial<StoredSubscription> = {}) {
  const base = { position: 0, attempts: 0, lastError: null, retryAt: null, token: null, leaseUntil: 0 };
  return { workspaceId, name: 'index', rev, ...base, ...more };
}

function aLink(workspaceId: string, executionId: string, more: Partial<StoredLink> = {}): StoredLink {
  return {
    workspaceId,
    executionId,
    linkId: unique('link'),
    tokenHash: unique('hash'),
    stepId: 'step_review',
    reviewerId: 'ann',
    round: 1,
    decision: null,
    createdAt: 1,
    expiresAt: 2,
    revokedAt: null,
    ...more,
  };
}

export const hostingCases: readonly StoreCase[] = [
  {
    name: 'a named user stays a party, compared byte for byte, and no other user is one',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      const { first } = await started(context);
      const { executionId } = first.state;
      const key = (userId: string, ws = workspaceId) => ({ workspaceId: ws, executionId, userId });
      const keys = [key('ann'), key('Ann'), key('ann '), key('stranger'), key('ann', otherWorkspaceId)];
      assert.deepEqual(await store.areParties(keys), [true, false, false, false, false]);
      const long = 'ä'.repeat(256);
      const second = change((await started(context)).definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await store.commit([{ ...second, parties: [long] }]), [committed]);
      assert.deepEqual(await store.areParties([key(long), key(`${long.slice(1)}a`), key('bob')]), [
        true,
        false,
        true,
      ]);
    },
  },
  {
    name: 'the executions of a party are listed in full pages, with every other filter',
    async run(context) {
      const { store, workspaceId } = context;
      const ids: string[] = [];
      for (let index = 0; index < 6; index++) {
        const { definition, first } = await started(context);
        await context.advance(2);
        if (index % 2 === 1) continue;
        const second = change(definition, first.state, context.now(), approval('ann'));
        await store.commit([{ ...second, parties: ['zoe'] }]);
        ids.unshift(first.state.executionId);
      }
      const query = { workspaceId, party: 'zoe' };
      const one = await store.listExecutions(query, { limit: 2, cursor: null });
      assert.ok(one !== 'bad-cursor' && one.cursor !== null);
      const two = await store.listExecutions(query, { limit: 2, cursor: one.cursor });
      assert.ok(two !== 'bad-cursor' && two.cursor === null);
      assert.deepEqual(
        [...one.items, ...two.items].map((it) => it.executionId),
        ids,
      );
      const none = await store.listExecutions({ ...query, status: 'failed' }, { limit: 2, cursor: null });
      assert.deepEqual(none, { items: [], cursor: null });
    },
  },
  {
    name: 'invisible executions are in no listing',
    async run(context) {
      const { store, workspaceId } = context;
      const { first } = await started(context);
      await started(context);
      const { definitionId, executionId } = first.state;
      const list = async (visible: object) => {
        const executions = await store.listExecutions({ workspaceId, visible }, { limit: 9, cursor: null });
        const waiting = await store.listWaiting({ workspaceId, visible }, { limit: 9, cursor: null });
        assert.ok(executions !== 'bad-cursor' && waiting !== 'bad-cursor');
        const waits = waiting.items.map((it) => it.execution.executionId);
        assert.deepEqual(waits.toSorted(), executions.items.map((it) => it.executionId).toSorted());
        return waits;
      };
      assert.deepEqual(await list({ definitionIds: [definitionId, 'another'] }), [executionId]);
      assert.equal((await list({})).length, 2);
      assert.deepEqual(await list({ definitionIds: [] }), []);
      assert.deepEqual(await list({ definitionIds: [definitionId], documentIds: ['doc'] }), []);
      const many = Array.from({ length: 999 }, (_, index) => `definition-${index}`);
      assert.deepEqual(await list({ definitionIds: [...many, definitionId] }), [executionId]);
    },
  },
  {
    name: 'the feed has every external event once, in the order of seq per execution',
    async run(context) {
      const runs = [await started(context), await started(context)];
      for (const { definition, first } of runs) {
        const next = change(definition, first.state, context.now(), cancellation);
        assert.deepEqual(await context.store.commit([next]), [committed]);
      }
      const { entries, last, oldest } = await feedOf(context);
      assert.deepEqual([entries.at(-1)?.position, oldest], [last, 0]);
      assert.ok(
        entries.every((it, index) => index === 0 || it.position > (entries[index - 1]?.position ?? 0)),
      );
      for (const { first } of runs) {
        const { executionId, workspaceId } = first.state;
        const all = { workspaceId, executionId, afterSeq: 0, limit: 99, externalOnly: true };
        const events = await context.store.readEvents(all);
        const mine = entries.filter((it) => it.executionId === executionId);
        assert.deepEqual(
          mine.map((it) => it.seq),
          events.map((it) => it.seq),
        );
        assert.deepEqual(await context.store.loadEvents(mine), events);
        assert.deepEqual((await feedOf(context, 0, { executionId })).entries, mine);
        assert.ok(events.every(isExternal));
      }
      const { workspaceId: own, otherWorkspaceId: workspaceId } = context;
      assert.deepEqual((await feedOf({ store: context.store, workspaceId })).entries, []);
      assert.notEqual(own, workspaceId);
    },
  },
  {
    name: 'a page of the feed continues the previous one, and positions do not change',
    async run(context) {
      await started(context);
      const before = await feedOf(context);
      await started(context);
      const after = await feedOf(context);
      assert.deepEqual(after.entries.slice(0, before.entries.length), before.entries);
      const rest = await feedOf(context, before.last);
      assert.deepEqual(rest.entries, after.entries.slice(before.entries.length));
      const [first] = after.entries;
      const one = await feedOf(context, first?.position, { limit: 1 });
      assert.deepEqual(keysOf(one.entries), keysOf(after.entries.slice(1, 2)));
      assert.equal(one.last, after.last);
    },
  },
  {
    name: 'later commits follow every assigned position',
    async run(context) {
      const { store, workspaceId } = context;
      const empty = await feedOf(context);
      const runs = await Promise.all(Array.from({ length: 4 }, () => started(context)));
      let last = empty.last;
      for (const { definition, first } of runs) {
        const before = await feedOf(context);
        assert.ok(before.last >= last);
        const next = change(definition, first.state, context.now(), cancellation);
        // A concurrent read.
        await Promise.all([feedOf(context), store.commit([next]), feedOf(context)]);
        const behind = await store.readFeed({ workspaceId, after: before.last, limit: 99 });
        assert.deepEqual(
          behind.entries.map((it) => it.seq),
          next.events.filter(isExternal).map((it) => it.seq),
        );
        last = behind.last;
      }
      const { entries } = await feedOf(context);
      assert.ok(entries.length >= 12);
      assert.equal(new Set(entries.map((it) => it.position)).size, entries.length);
    },
  },
  {
    name: 'retention trims the feed from its start, and keeps executions with events in it',
    async run(context) {
      const { store } = context;
      const old = await started(context);
      await store.commit([change(old.definition, old.first.state, context.now(), cancellation)]);
      await context.advance(50);
      const before = context.now();
      await context.advance(50);
      await started(context);
      const all = await feedOf(context);
      const { length: taken } = all.entries.filter((it) => it.executionId === old.first.state.executionId);
      const keep = { endedBefore: before, keysBefore: 0, limit: 1_000 };
      await store.deleteEnded(keep);
      assert.notEqual((await store.loadExecutions([old.first.state]))[0], null, 'its events are in the feed');
      assert.ok((await store.trimFeed({ before })) >= taken);
      const { entries, oldest, last } = await feedOf(context);
      assert.deepEqual(entries, all.entries.slice(taken));
      assert.deepEqual([oldest, last], [all.entries[taken - 1]?.position, all.last]);
      await store.deleteEnded(keep);
      assert.deepEqual(await store.loadExecutions([old.first.state]), [null]);
    },
  },
  {
    name: 'a subscription is written only with its latest rev',
    async run({ store, workspaceId, otherWorkspaceId }) {
      const key = { workspaceId, name: 'index' };
      assert.equal(await store.loadSubscription(key), null);
      const one = subscription(workspaceId, 1, { position: 7, lastError: 'ä' });
      const racing = await Promise.all([1, 2, 3].map(() => store.saveSubscription(one)));
      assert.deepEqual(racing.toSorted(), [false, false, true]);
      assert.deepEqual(await store.loadSubscription(key), one);
      const two = subscription(workspaceId, 2, { token: 'a', leaseUntil: 5 });
      assert.deepEqual([await store.saveSubscription(two), await store.saveSubscription(two)], [true, false]);
      assert.deepEqual(await store.listSubscriptions({ workspaceId, limit: 9 }), [two]);
      assert.deepEqual(await store.listSubscriptions({ workspaceId: otherWorkspaceId, limit: 9 }), []);
      assert.deepEqual(
        [await store.deleteSubscription(key), await store.deleteSubscription(key)],
        [true, false],
      );
    },
  },
  {
    name: 'a link is found by the hash of its token, and is deleted with its execution',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      const { definition, first } = await started(context);
      const link = aLink(workspaceId, first.state.executionId);
      await store.createLink(link);
      await store.createLink(aLink(workspaceId, first.state.executionId, { stepId: 'step_other' }));
      assert.deepEqual(await store.findLink(link.tokenHash), link);
      assert.equal(await store.findLink(`${link.tokenHash}x`), null);
      assert.deepEqual(await store.loadLink(link), link);
      assert.equal(await store.loadLink({ ...link, workspaceId: otherWorkspaceId }), null);
      assert.deepEqual(await store.listLinks(link), [link]);
      assert.equal(await store.revokeLink({ ...link, workspaceId: otherWorkspaceId }, 5), false);
      assert.deepEqual([await store.revokeLink(link, 5), await store.revokeLink(link, 6)], [true, true]);
      assert.equal((await store.loadLink(link))?.revokedAt, 5);
      await store.commit([change(definition, first.state, context.now(), cancellation)]);
      await context.advance(50);
      await store.trimFeed({ before: context.now() });
      await store.deleteEnded({ endedBefore: context.now(), keysBefore: 0, limit: 1_000 });
      assert.equal(await store.findLink(link.tokenHash), null);
    },
  },
];
