/**
 * The in-memory store: the reference for the store contract, for tests and small tools. One
 * process; nothing survives it. Every method completes synchronously, without races inside.
 */
import { itemAt } from '@org/approval-internal/lists';
import { isTerminal } from '../interpreter/state.js';
import type { Delivery, DeliveryWork, Redelivery, DeliveryResult } from '../ports/store/deliveries.js';
import type { Change, CommitResult, RetentionRequest } from '../ports/store/executions.js';
import type { StoreHealth, StoreHealthRequest } from '../ports/store/health.js';
import type { Claim } from '../ports/store/jobs.js';
import type { ApprovalStore } from '../ports/store/store.js';
import { memoryAbsences } from './absences.js';
import { MemoryDefinitions } from './definitions.js';
import { claimsOf, queuesOf } from './health.js';
import { followingOf, headOf, withRedelivered, withResult } from './deliveries.js';
import { MemoryLinks } from './hosting.js';
import { MemoryTriggers } from './triggers.js';
import { MemoryJobs } from './jobs.js';
import { listSecrets, replaceSecret } from './secrets.js';
import { type ExecutionRecord, MemoryWorkspace } from './workspace.js';

const DELIVERY_JOB = { kind: 'webhook-delivery', stepId: '' } as const;

/** Deliveries that are given with the one that is due first. */
const FOLLOWING = 8;

/** Empty workspace for reads; it is never written to. */
const NO_WORKSPACE = new MemoryWorkspace();

/** A new, empty store. */
export function createMemoryStore(): ApprovalStore {
  const memory = new Memory();
  const { jobs, triggers } = memory;
  return {
    contractVersion: 1,
    shared: false,
    durable: false,

    ...definitionsIn(memory),
    ...executionsIn(memory),

    loadDeliveries: async (claims) => claims.map((claim) => memory.loadDelivery(claim)),
    recordDeliveryResults: async (results) => memory.finishAttempts(results),
    listDeliveries: async (query, page) => memory.of(query.workspaceId).listDeliveries(query, page),
    redeliver: async (request) => memory.redeliver(request),

    readFeed: async (query) => memory.of(query.workspaceId).feed.read(query),
    loadEvents: async (keys) =>
      keys.map(
        ({ workspaceId, executionId, seq }) =>
          memory.of(workspaceId).find(executionId)?.events[seq - 1] ?? null,
      ),
    trimFeed: async ({ before }) => memory.trimFeed(before),

    loadSubscription: async ({ workspaceId, name }) => memory.of(workspaceId).subscriptions.load(name),
    saveSubscription: async (next) => memory.made(next.workspaceId).subscriptions.save(next),
    deleteSubscription: async ({ workspaceId, name }) => memory.of(workspaceId).subscriptions.delete(name),
    listSubscriptions: async ({ workspaceId, limit }) => memory.of(workspaceId).subscriptions.list(limit),

    createLink: async (link) => memory.links.create(link),
    findLink: async (tokenHash) => memory.links.find(tokenHash),
    loadLink: async (key) => memory.links.load(key),
    listLinks: async (step) => memory.links.list(step),
    revokeLink: async (key, at) => memory.links.revoke(key, at),
    deleteLink: async (key) => memory.links.delete(key),

    health: async (request) => memory.health(request),

    listSecrets: async (page) => listSecrets(memory, page),
    replaceSecret: async (before, next) => replaceSecret(memory, before, next),

    claimJobs: async (request) => jobs.claim(request),
    extendJobs: async (claims, { now, leaseMs }) => claims.map((claim) => jobs.extend(claim, now + leaseMs)),
    finishJobs: async (claims) => claims.map((claim) => jobs.finish(claim)),
    releaseJobs: async (claims) => {
      for (const claim of claims) jobs.release(claim);
    },
    absences: memoryAbsences(),
    schedules: triggers.schedules(),
    events: triggers.events(),
    listJobs: async (executions) => executions.map((execution) => jobs.list(execution)),
    listClaims: async ({ workspaceId, now }) => ({
      now,
      claims: claimsOf(memory.of(workspaceId), triggers.jobsOf(workspaceId), now),
    }),
  };
}

class Memory {
  readonly definitions = new MemoryDefinitions();
  readonly workspaces = new Map<string, MemoryWorkspace>();
  readonly links = new MemoryLinks();
  readonly jobs: MemoryJobs = new MemoryJobs(
    (key) => this.of(key.workspaceId).find(key.executionId) ?? this.triggers.holderOf(key),
  );
  readonly triggers: MemoryTriggers = new MemoryTriggers(this.jobs, this.definitions);

  of(workspaceId: string): MemoryWorkspace {
    return this.workspaces.get(workspaceId) ?? NO_WORKSPACE;
  }

  /** The workspace, to be written to. */
  made(workspaceId: string): MemoryWorkspace {
    const known = this.workspaces.get(workspaceId);
    if (known !== undefined) return known;
    const made = new MemoryWorkspace();
    this.workspaces.set(workspaceId, made);
    return made;
  }

  commit(change: Change): CommitResult {
    const refusal = this.refuse(change);
    if (refusal !== null) return refusal;
    const { state } = change;
    const { workspaceId } = state;
    const definition = { workspaceId, uid: state.definitionUid };
    if (change.expectedSeq === 0) this.definitions.executionBegan(definition);
    if (isTerminal(state.status)) this.definitions.executionEnded(definition);
    const record = this.made(workspaceId).write(change);
    for (const claim of change.claims) if (claim.finishes) this.jobs.finish(claim);
    if (change.endedStepIds.length > 0) this.jobs.removeOfSteps(state, change.endedStepIds);
    for (const job of change.newJobs) {
      this.jobs.add(state, { ...job, concurrencyKey: job.concurrencyKey ?? null });
    }
    for (const { executionId, ...job } of change.jobsOfOthers ?? []) {
      // Nothing is left to do for an execution that does not exist, as commits are not concurrent.
      const other = { workspaceId, executionId };
      if (this.of(workspaceId).find(executionId) !== undefined)
        this.jobs.add(other, { ...job, concurrencyKey: null });
    }
    if (change.push !== null) this.planDelivery(record);
    return { kind: 'committed' };
  }

  private refuse({ state, expectedSeq, claims, knownHeads = [] }: Change): CommitResult | null {
    const known = this.of(state.workspaceId).find(state.executionId);
    if ((known?.state.seq ?? 0) !== expectedSeq) return { kind: 'conflict' };
    const lost = claims.filter((claim) => !this.jobs.holds(claim));
    if (lost.length > 0) return { kind: 'lost-claims', claims: lost };
    if (expectedSeq > 0) return null;
    const { idempotencyKey, workspaceId, definitionUid: uid } = state;
    if (idempotencyKey !== null && this.of(workspaceId).findByIdempotencyKey(idempotencyKey)) {
      return { kind: 'duplicate' };
    }
    const isActive = this.definitions.isActive({ workspaceId, uid });
    return isActive && knownHeads.every((it) => this.definitions.isHead(it))
      ? null
      : { kind: 'definition-gone' };
  }

  health({ workspaceId, now }: StoreHealthRequest): StoreHealth {
    const queues =
      workspaceId === null ? null : queuesOf(this.of(workspaceId), this.triggers.jobsOf(workspaceId), now);
    return { now, migrated: true, queues };
  }

  deleteEnded(request: RetentionRequest): number {
    let deleted = 0;
    for (const it of this.workspaces.values()) {
      const gone = it.deleteEnded({ ...request, limit: request.limit - deleted });
      deleted += gone.length;
      for (const { workspaceId, definitionUid: uid } of gone)
        this.definitions.executionDeleted({ workspaceId, uid });
    }
    this.triggers.forgetEvents(request.keysBefore);
    this.links.deleteWhere((it) => this.of(it.workspaceId).find(it.executionId) === undefined);
    return deleted;
  }

  trimFeed(before: number): number {
    let trimmed = 0;
    for (const it of this.workspaces.values()) trimmed += it.feed.trim(before);
    return trimmed;
  }

  loadDelivery(claim: Claim): DeliveryWork | null {
    const record = this.claimed(claim);
    const delivery = record?.deliveries ? headOf(record.deliveries) : undefined;
    if (!record?.deliveries || delivery === undefined) return null;
    const { state: execution, sealedSecret } = record;
    const eventOf = ({ seq }: Delivery) => itemAt(record.events, seq - 1);
    const following = followingOf(record.deliveries, delivery, FOLLOWING);
    return {
      delivery,
      event: eventOf(delivery),
      following: following.map((it) => ({ delivery: it, event: eventOf(it) })),
      execution,
      sealedSecret,
    };
  }

  /** A claim may have several results: it is given back when all of them are written. */
  finishAttempts(results: readonly DeliveryResult[]): boolean[] {
    const records = results.map((result) => {
      const record = this.claimed(result.claim);
      if (!record?.deliveries) return null;
      record.deliveries = withResult(record.deliveries, result);
      return record;
    });
    return records.map((record, index) => {
      const claim = results[index]?.claim;
      if (record !== null && claim !== undefined && this.jobs.holds(claim)) {
        this.jobs.release(claim);
        this.planDelivery(record);
      }
      return record !== null;
    });
  }

  redeliver(request: Redelivery): number | null {
    const record = this.of(request.workspaceId).find(request.executionId);
    if (record === undefined) return null;
    if (record.deliveries === null) return request.seq === null ? 0 : null;
    const redelivered = withRedelivered(record.deliveries, request);
    if (redelivered === null) return null;
    record.deliveries = redelivered.deliveries;
    this.planDelivery(record);
    return redelivered.count;
  }

  /** The rule of `DeliveryStore`: the job is due with the pending delivery of the lowest seq. */
  private planDelivery({ state, deliveries }: ExecutionRecord): void {
    const head = deliveries === null ? undefined : headOf(deliveries);
    if (deliveries === null || head === undefined) {
      this.jobs.remove(state, DELIVERY_JOB);
      return;
    }
    if (this.jobs.find(state, DELIVERY_JOB)?.token != null) return;
    this.jobs.add(state, {
      ...DELIVERY_JOB,
      dueAt: head.nextAttemptAt,
      attempt: 1,
      concurrencyKey: deliveries.concurrencyKey,
    });
  }

  /** The execution that a claim which holds is on. */
  private claimed(claim: Claim): ExecutionRecord | undefined {
    const { workspaceId, executionId } = claim.job;
    return this.jobs.holds(claim) ? this.of(workspaceId).find(executionId) : undefined;
  }
}

/** Definitions, with the triggers that they plan. */
function definitionsIn({ definitions, triggers }: Memory) {
  return {
    createDefinition: async (first, plan) => {
      if (definitions.head(first) === null && triggers.exceeds(first, plan)) return 'full';
      const result = definitions.create(first);
      if (result === 'created') triggers.plan(first, plan);
      return result;
    },
    addDefinitionVersion: async (next, plan) => {
      if (definitions.newestOf(next) === next.version - 1 && triggers.exceeds(next, plan)) return 'full';
      const result = definitions.add(next);
      if (result === 'added') triggers.plan(next, plan);
      return result;
    },
    deleteDefinition: async (ref) => {
      const result = definitions.delete(ref);
      if (result === 'deleted') triggers.plan(ref);
      return result;
    },
    findDefinitions: async (keys) => keys.map((key) => definitions.head(key)),
    loadDefinitions: async (refs) => refs.map((ref) => definitions.version(ref)),
    listDefinitions: async (scope, page) => definitions.list(scope, page),
  } satisfies Partial<ApprovalStore>;
}

/** Queries of executions. */
function executionsIn(memory: Memory) {
  return {
    commit: async (changes) => changes.map((change) => memory.commit(change)),
    executionBytes: async (keys) => keys.map(() => 0),
    loadExecutions: async (keys) =>
      keys.map(({ workspaceId, executionId }) => memory.of(workspaceId).find(executionId)?.state ?? null),
    findByIdempotencyKeys: async (keys) =>
      keys.map((key) => memory.of(key.workspaceId).findByIdempotencyKey(key.idempotencyKey) ?? null),
    areParties: async (keys) =>
      keys.map(
        (key) => memory.of(key.workspaceId).find(key.executionId)?.parties.includes(key.userId) ?? false,
      ),
    readEvents: async (query) => memory.of(query.workspaceId).readEvents(query),
    listExecutions: async (query, page) => memory.of(query.workspaceId).list(query, page),
    countExecutions: async (query, most) => {
      const page = memory.of(query.workspaceId).list(query, { limit: most, cursor: null });
      return page === 'bad-cursor' ? 0 : page.items.length;
    },
    listWaiting: async (query, page) => memory.of(query.workspaceId).inbox.list(query, page),
    deleteEnded: async (request) => memory.deleteEnded(request),
  } satisfies Partial<ApprovalStore>;
}
