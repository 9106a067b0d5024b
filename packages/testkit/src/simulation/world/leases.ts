/** Checks every claim that a store gives, as its holders see it. */
import type { ApprovalStore } from '@org/approval-core';
import { JOB_KINDS } from '@org/approval-core/interpreter';
import type { Change, ClaimedJob, JobKey, TriggerStore } from '@org/approval-core/store';
import { itemAt } from '@org/approval-internal/lists';
import { overriding } from '../../overriding.js';
import type { ObserverHooks } from './observer.js';

interface Lease {
  readonly token: string;
  until: number;
}

const idOf = ({ workspaceId, executionId, stepId, kind }: JobKey): string =>
  `${workspaceId} ${executionId} ${stepId} ${kind}`;

/**
 * Wraps the store; a violation is a job that is given before it is due, or while another worker
 * holds it.
 */
export function observedClaims(
  store: ApprovalStore,
  hooks: Pick<ObserverHooks, 'onFeature' | 'onViolation'>,
): ApprovalStore {
  const leases = new Leases(hooks);
  return overriding(store, {
    async commit(changes) {
      const results = await store.commit(changes);
      for (const [index, { kind }] of results.entries())
        if (kind === 'committed') leases.ended(itemAt(changes, index));
      return results;
    },
    async claimJobs(request) {
      const result = await store.claimJobs(request);
      for (const job of result.claimed) leases.claimed(job, request.now, request.leaseMs);
      return result;
    },
    async extendJobs(claims, lease) {
      const held = await store.extendJobs(claims, lease);
      for (const [index, { job, token }] of claims.entries())
        if (held[index] === true) leases.extended(job, token, lease.now + lease.leaseMs);
      return held;
    },
    async finishJobs(claims) {
      const finished = await store.finishJobs(claims);
      for (const [index, { job }] of claims.entries()) if (finished[index] === true) leases.forget(job);
      return finished;
    },
    async releaseJobs(claims) {
      await store.releaseJobs(claims);
      for (const { job, token } of claims) leases.released(job, token);
    },
    ...(store.schedules && { schedules: movedIn(store.schedules, leases) }),
    ...(store.events && { events: movedIn(store.events, leases) }),
    async recordDeliveryResults(results) {
      const recorded = await store.recordDeliveryResults(results);
      for (const [index, { claim }] of results.entries())
        if (recorded[index] === true) leases.forget(claim.job);
      return recorded;
    },
  });
}

const movedIn = <T extends TriggerStore>(part: T, leases: Leases): T =>
  overriding<TriggerStore>(part, {
    async moveJobs(moves) {
      const moved = await part.moveJobs(moves);
      for (const [index, { claim }] of moves.entries()) if (moved[index] === true) leases.forget(claim.job);
      return moved;
    },
  }) as T;

/** Holders of jobs, by the results of the store. */
class Leases {
  private readonly held = new Map<string, Lease>();
  private readonly hooks: Pick<ObserverHooks, 'onFeature' | 'onViolation'>;

  constructor(hooks: Pick<ObserverHooks, 'onFeature' | 'onViolation'>) {
    this.hooks = hooks;
  }

  claimed({ job, token, dueAt }: ClaimedJob, now: number, leaseMs: number): void {
    const id = idOf(job);
    const known = this.held.get(id);
    if (known !== undefined && known.until > now)
      this.hooks.onViolation({ code: 'claimed-twice', message: `${id} is held until ${known.until}` });
    if (dueAt > now) this.hooks.onViolation({ code: 'claimed-too-early', message: `${id} is due ${dueAt}` });
    if (known !== undefined) this.hooks.onFeature('lease taken over');
    this.hooks.onFeature(`claimed ${job.kind}`);
    this.held.set(id, { token, until: now + leaseMs });
  }

  extended(job: JobKey, token: string, until: number): void {
    const known = this.held.get(idOf(job));
    if (known?.token === token) known.until = until;
  }

  released(job: JobKey, token: string): void {
    if (this.held.get(idOf(job))?.token === token) this.forget(job);
  }

  forget(job: JobKey): void {
    this.held.delete(idOf(job));
  }

  /** Forgets jobs that a commit deleted or replaced. */
  ended({ state, claims, newJobs, jobsOfOthers = [], endedStepIds }: Change): void {
    const { workspaceId, executionId } = state;
    for (const { job, finishes } of claims) if (finishes) this.forget(job);
    for (const { stepId, kind } of newJobs) this.forget({ workspaceId, executionId, stepId, kind });
    for (const { kind, ...it } of jobsOfOthers) this.forget({ workspaceId, ...it, kind });
    for (const stepId of endedStepIds)
      for (const kind of JOB_KINDS) this.forget({ workspaceId, executionId, stepId, kind });
  }
}
