/** Parts of the cases on deliveries: executions that push, claims, results. */
import assert from 'node:assert/strict';
import type { ApprovalStore } from '@org/approval-core';
import type {
  Change,
  ClaimedJob,
  ConcurrencyLimits,
  Delivery,
  DeliveryQuery,
  DeliveryResult,
  Push,
} from '@org/approval-core/store';
import { itemAt } from '@org/approval-internal/lists';
import type { StoreContext } from './case.js';
import { committed, defined } from './commit-cases.js';
import { creation } from './fixtures.js';

export const KEY = 'https://hooks.example.com';
export const LEASE_MS = 1_000;

/** All external events of a change. */
const pushed = (it: Change, concurrencyKey = KEY): Change => {
  const external = it.events.filter(
    (event) => event.type === 'execution.dispatched' || event.type.startsWith('step.awaiting'),
  );
  const push: Push = { concurrencyKey, seqs: external.map((event) => event.seq) };
  return { ...it, push };
};

/** An execution whose creation has two events to deliver: the dispatch and the waiting review. */
export async function pushing(context: StoreContext, concurrencyKey?: string) {
  const definition = await defined(context);
  const first: Change = {
    ...pushed(creation(definition, context.now()), concurrencyKey),
    sealedSecret: 'sealed',
  };
  assert.deepEqual(await context.store.commit([first]), [committed]);
  return { definition, first, seqs: first.push?.seqs ?? [] };
}

export async function claim(
  { store, now, workspaceId }: StoreContext,
  perKey?: ConcurrencyLimits,
  limit = 100,
): Promise<{ claimed: ClaimedJob[]; nextDueAt: number | null }> {
  const request = { kinds: ['webhook-delivery'], now: now(), leaseMs: LEASE_MS, limit } as const;
  const { claimed, nextDueAt } = await store.claimJobs(perKey ? { ...request, perKey } : request);
  return { claimed: claimed.filter((it) => it.job.workspaceId === workspaceId), nextDueAt };
}

export async function oneClaim(context: StoreContext): Promise<ClaimedJob> {
  const { claimed } = await claim(context);
  assert.equal(claimed.length, 1);
  return itemAt(claimed, 0);
}

export const resultOf = (
  { now }: StoreContext,
  { job, token }: ClaimedJob,
  seq: number,
  outcome: Outcome = { status: 'delivered', nextAttemptAt: null },
): DeliveryResult => ({
  claim: { job, token },
  seq,
  at: now(),
  lastStatus: 200,
  lastError: null,
  ...outcome,
});

/** Outcome of an attempt; a failed one has a reason. */
type Outcome = (
  | { readonly status: 'delivered' | 'dead'; readonly nextAttemptAt: null }
  | { readonly status: 'pending'; readonly nextAttemptAt: number }
) &
  Partial<Pick<DeliveryResult, 'lastStatus' | 'lastError'>>;

export async function listed(store: ApprovalStore, query: DeliveryQuery, limit = 100): Promise<Delivery[]> {
  const items: Delivery[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listDeliveries(query, { limit, cursor });
    assert.ok(page !== 'bad-cursor');
    assert.ok(page.items.length <= limit);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return items;
}

/** Delivers everything claimable; returns the seqs in order. */
export async function drain(context: StoreContext): Promise<number[]> {
  const order: number[] = [];
  for (;;) {
    const { claimed } = await claim(context);
    if (claimed.length === 0) return order;
    const works = await context.store.loadDeliveries(claimed);
    const results = claimed.map((it, index) => resultOf(context, it, works[index]?.delivery.seq ?? -1));
    order.push(...results.map((it) => it.seq));
    assert.deepEqual(
      await context.store.recordDeliveryResults(results),
      claimed.map(() => true),
    );
  }
}
