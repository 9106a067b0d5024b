/** Webhook deliveries: order per execution, concurrency keys, results, redelivery. */
import assert from 'node:assert/strict';
import type { Delivery, DeliveryQuery, Push } from '@org/approval-core/store';
import type { StoreCase } from './case.js';
import { committed, conflict } from './commit-cases.js';
import { KEY, LEASE_MS, claim, drain, listed, oneClaim, pushing, resultOf } from './delivery-fixtures.js';
import { approval, change } from './fixtures.js';

export const deliveryCases: readonly StoreCase[] = [
  {
    name: 'a pushed event is delivered with all data of an attempt',
    async run(context) {
      const { first, seqs } = await pushing(context);
      const claimed = await oneClaim(context);
      const { workspaceId, executionId } = first.state;
      assert.deepEqual(claimed.job, { workspaceId, executionId, stepId: '', kind: 'webhook-delivery' });
      assert.equal(claimed.concurrencyKey, KEY);
      const [work] = await context.store.loadDeliveries([claimed]);
      const event = first.events.find((it) => it.seq === seqs[0]);
      assert.ok(work);
      assert.deepEqual(work.event, event);
      assert.equal(work.sealedSecret, 'sealed');
      assert.deepEqual(
        [work.execution.executionId, work.execution.definitionUid, work.execution.webhookUrl],
        [executionId, first.state.definitionUid, first.state.webhookUrl],
      );
      assert.deepEqual(work.delivery, {
        workspaceId,
        executionId,
        seq: seqs[0],
        eventId: event?.eventId,
        type: 'execution.dispatched',
        status: 'pending',
        attempts: 0,
        nextAttemptAt: event?.timestamp,
        lastStatus: null,
        lastError: null,
        createdAt: event?.timestamp,
        updatedAt: event?.timestamp,
      });
    },
  },
  {
    name: 'deliveries of an execution are sent one at a time, in seq order',
    async run(context) {
      const { definition, first, seqs } = await pushing(context);
      await oneClaim(context);
      assert.deepEqual((await claim(context)).claimed, [], 'one is under way');
      const next = change(definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await context.store.commit([next]), [committed]);
      assert.deepEqual((await claim(context)).claimed, [], 'a commit does not take a claim away');
      await context.advance(LEASE_MS + 1);
      assert.deepEqual(await drain(context), seqs);
      assert.deepEqual((await claim(context)).claimed, []);
      const rows = await listed(context.store, { workspaceId: context.workspaceId });
      assert.deepEqual(
        rows.map((it) => [it.seq, it.status, it.attempts]),
        seqs.toReversed().map((seq) => [seq, 'delivered', 1]),
      );
    },
  },
  {
    name: 'an event committed during an attempt is sent after it',
    async run(context) {
      const { definition, first, seqs } = await pushing(context);
      for (const seq of seqs) {
        const claimed = await oneClaim(context);
        if (seq === seqs.at(-1)) {
          const cancel = { kind: 'cancel-execution', reason: null } as const;
          const last = change(definition, first.state, context.now(), cancel);
          const push = { concurrencyKey: KEY, seqs: [last.state.seq] };
          assert.deepEqual(await context.store.commit([{ ...last, push }]), [committed]);
        }
        assert.deepEqual(await context.store.recordDeliveryResults([resultOf(context, claimed, seq)]), [
          true,
        ]);
      }
      const [work] = await context.store.loadDeliveries([await oneClaim(context)]);
      assert.equal(work?.delivery.type, 'execution.cancelled');
    },
  },
  {
    name: 'a conflicting change delivers nothing',
    async run(context) {
      const { definition, first } = await pushing(context);
      await drain(context);
      const winner = change(definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await context.store.commit([winner]), [committed]);
      const cancel = { kind: 'cancel-execution', reason: null } as const;
      const loser = change(definition, first.state, context.now(), cancel);
      const push = { concurrencyKey: KEY, seqs: [loser.state.seq] };
      assert.deepEqual(await context.store.commit([{ ...loser, push }]), [conflict]);
      assert.deepEqual((await claim(context)).claimed, []);
    },
  },
  {
    name: 'a failed attempt is due again at its time, and blocks later ones',
    async run(context) {
      const { seqs } = await pushing(context);
      const claimed = await oneClaim(context);
      const nextAttemptAt = context.now() + 400;
      const failed = { status: 'pending', nextAttemptAt, lastStatus: 503, lastError: 'busy' } as const;
      const result = resultOf(context, claimed, seqs[0] ?? 0, failed);
      assert.deepEqual(await context.store.recordDeliveryResults([result]), [true]);
      const { claimed: none, nextDueAt } = await claim(context);
      assert.deepEqual(none, []);
      assert.ok(nextDueAt !== null && nextDueAt <= nextAttemptAt);
      const [, row] = await listed(context.store, { workspaceId: context.workspaceId });
      assert.deepEqual(
        [row?.attempts, row?.nextAttemptAt, row?.lastStatus, row?.lastError],
        [1, nextAttemptAt, 503, 'busy'],
      );
      await context.advance(401);
      const again = await oneClaim(context);
      assert.equal(again.dueAt, nextAttemptAt);
      const [work] = await context.store.loadDeliveries([again]);
      assert.deepEqual([work?.delivery.seq, work?.delivery.attempts], [seqs[0], 1]);
    },
  },
  {
    name: 'several deliveries of one claim are written together, and the job continues after them',
    async run(context) {
      const { store, workspaceId, now } = context;
      const { seqs } = await pushing(context);
      const claimed = await oneClaim(context);
      const [work] = await store.loadDeliveries([claimed]);
      const given = work?.following?.map(({ delivery, event }) => [delivery.seq, event.seq]);
      const next = seqs.slice(1).map((seq) => [seq, seq]);
      assert.deepEqual(given ?? next, next, 'a store may leave it out');
      const [first = 0, second = 0] = seqs;
      const nextAttemptAt = now() + 400;
      const failed = { status: 'pending', nextAttemptAt, lastStatus: 503, lastError: 'busy' } as const;
      const results = [resultOf(context, claimed, first), resultOf(context, claimed, second, failed)];
      assert.deepEqual(await store.recordDeliveryResults(results), [true, true]);
      assert.deepEqual(
        (await listed(store, { workspaceId })).map((it) => [it.seq, it.status, it.attempts]),
        [
          [second, 'pending', 1],
          [first, 'delivered', 1],
        ],
      );
      assert.deepEqual((await claim(context)).claimed, []);
      assert.deepEqual(await store.recordDeliveryResults(results), [false, false], 'the claim is given back');
      await context.advance(401);
      const again = await oneClaim(context);
      assert.equal(again.dueAt, nextAttemptAt);
      const late = [resultOf(context, again, second)];
      assert.deepEqual(await store.recordDeliveryResults(late), [true]);
      assert.deepEqual((await claim(context)).claimed, []);
    },
  },
  {
    name: 'a dead delivery does not block the next one, and can be sent again',
    async run(context) {
      const { store, workspaceId, now } = context;
      const { first, seqs } = await pushing(context);
      const dead = { status: 'dead', nextAttemptAt: null, lastStatus: null, lastError: 'timeout' } as const;
      const { executionId } = first.state;
      await store.recordDeliveryResults([resultOf(context, await oneClaim(context), seqs[0] ?? 0, dead)]);
      assert.deepEqual(await drain(context), seqs.slice(1));
      const seqsWith = async (status: Delivery['status']) =>
        (await listed(store, { workspaceId, status })).map((it) => it.seq);
      assert.deepEqual([await seqsWith('dead'), await seqsWith('pending')], [[seqs[0]], []]);
      assert.equal(await store.redeliver({ workspaceId, executionId, seq: null, now: now() }), 1);
      assert.deepEqual([await seqsWith('dead'), await seqsWith('pending')], [[], [seqs[0]]]);
      const [work] = await store.loadDeliveries([await oneClaim(context)]);
      assert.deepEqual([work?.delivery.seq, work?.delivery.attempts], [seqs[0], 0]);
    },
  },
  {
    name: 'one delivery is sent again by its seq, but not a pending or an unknown one',
    async run(context) {
      const { store, workspaceId, now, otherWorkspaceId } = context;
      const { first, seqs } = await pushing(context);
      const { executionId } = first.state;
      const again = (seq: number | null, more: object = {}) =>
        store.redeliver({ workspaceId, executionId, seq, now: now(), ...more });
      assert.equal(await again(seqs[0] ?? 0), 0, 'it is pending');
      await drain(context);
      assert.equal(await again(seqs[1] ?? 0), 1);
      assert.deepEqual(await drain(context), [seqs[1]]);
      assert.deepEqual(
        [await again(9_999), await again(null, { executionId: 'ghost' }), await again(null)],
        [null, null, 0],
      );
      assert.equal(await again(null, { workspaceId: otherWorkspaceId }), null);
    },
  },
  {
    name: 'a result is written also after a redelivery of earlier ones, which are sent next',
    async run(context) {
      const { store, workspaceId, now } = context;
      const { definition, first, seqs } = await pushing(context);
      const { executionId } = first.state;
      const dead = { status: 'dead', nextAttemptAt: null, lastStatus: null, lastError: 'timeout' } as const;
      for (const seq of seqs)
        await store.recordDeliveryResults([resultOf(context, await oneClaim(context), seq, dead)]);
      const next = change(definition, first.state, now(), { kind: 'cancel-execution', reason: null });
      const last = next.state.seq;
      const push: Push = { concurrencyKey: KEY, seqs: [last] };
      assert.deepEqual(await store.commit([{ ...next, push }]), [committed]);
      const claimed = await oneClaim(context);
      assert.equal(await store.redeliver({ workspaceId, executionId, seq: null, now: now() }), seqs.length);
      assert.deepEqual(await store.recordDeliveryResults([resultOf(context, claimed, last)]), [true]);
      assert.deepEqual(await drain(context), seqs);
    },
  },
  {
    name: 'a lost claim records nothing',
    async run(context) {
      const { seqs } = await pushing(context);
      const old = await oneClaim(context);
      await context.advance(LEASE_MS + 1);
      const holder = await oneClaim(context);
      assert.deepEqual(await context.store.loadDeliveries([old]), [null]);
      const late = resultOf(context, old, seqs[0] ?? 0);
      assert.deepEqual(await context.store.recordDeliveryResults([late]), [false]);
      const [work] = await context.store.loadDeliveries([holder]);
      assert.equal(work?.delivery.attempts, 0);
    },
  },
  {
    name: 'a used-up concurrency key does not block others',
    async run(context) {
      for (let index = 0; index < 12; index++) await pushing(context, 'https://slow.example.com');
      const healthy = await pushing(context, 'https://healthy.example.com');
      const perKey = { each: 3, left: {} };
      const { claimed } = await claim(context, perKey, 8);
      const keysOf = claimed.map((it) => it.concurrencyKey).sort();
      assert.deepEqual(keysOf, [
        'https://healthy.example.com',
        ...Array<string>(3).fill('https://slow.example.com'),
      ]);
      assert.ok(claimed.some((it) => it.job.executionId === healthy.first.state.executionId));
      const left = { 'https://slow.example.com': 0 };
      const { claimed: none, nextDueAt } = await claim(context, { each: 3, left }, 8);
      assert.deepEqual(none, []);
      assert.ok(
        nextDueAt === null || nextDueAt > context.now(),
        'a used-up concurrency key causes no further scan',
      );
      const { claimed: one } = await claim(context, { each: 3, left: { 'https://slow.example.com': 1 } }, 8);
      assert.deepEqual(
        one.map((it) => it.concurrencyKey),
        ['https://slow.example.com'],
      );
    },
  },
  {
    name: 'deliveries are listed newest first, by status and execution, page by page, of one workspace',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      const runs = [await pushing(context)];
      await context.advance(2);
      runs.push(await pushing(context));
      const expected = runs
        .toReversed()
        .flatMap(({ first, seqs }) => seqs.toReversed().map((seq) => [first.state.executionId, seq]));
      const keys = (rows: Delivery[]) => rows.map((it) => [it.executionId, it.seq]);
      for (const limit of [1, 3, 100]) {
        assert.deepEqual(keys(await listed(store, { workspaceId }, limit)), expected);
      }
      const executionId = runs[0]?.first.state.executionId;
      assert.deepEqual(keys(await listed(store, { workspaceId, executionId })), expected.slice(2));
      assert.deepEqual(await listed(store, { workspaceId, status: 'dead' }), []);
      assert.deepEqual(await listed(store, { workspaceId: otherWorkspaceId }), []);
      for (const cursor of ['x', '-1', '1e9', "'", '{}']) {
        assert.equal(await store.listDeliveries({ workspaceId }, { limit: 1, cursor }), 'bad-cursor', cursor);
      }
    },
  },
  {
    name: 'deliveries of invisible executions are in no listing',
    async run(context) {
      const { store, workspaceId } = context;
      const { first, seqs } = await pushing(context);
      await context.advance(2);
      await pushing(context);
      const { definitionId, executionId } = first.state;
      const list = async (visible: object, more: Partial<DeliveryQuery> = {}) =>
        (await listed(store, { workspaceId, visible, ...more }, 1)).map((it) => [it.executionId, it.seq]);
      const own = seqs.toReversed().map((seq) => [executionId, seq]);
      assert.deepEqual(await list({ definitionIds: [definitionId, 'another'] }), own);
      assert.deepEqual(
        await list({ definitionIds: [definitionId] }, { executionId, status: 'pending' }),
        own,
      );
      assert.deepEqual(await list({ definitionIds: ['another'] }, { executionId }), []);
      assert.equal((await list({})).length, 2 * own.length);
      for (const nothing of [{ definitionIds: [] }, { definitionIds: [definitionId], documentIds: ['doc'] }])
        assert.deepEqual(await list(nothing), []);
    },
  },
];
