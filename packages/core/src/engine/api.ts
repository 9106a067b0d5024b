/** The API of an engine. */
import type { Duration } from '@org/approval-internal/duration';
import type { ExternalEventType } from '../interpreter/event.js';
import type { Caller } from './shapes/shared/caller.js';
import type { DoctorReport } from './doctor/report.js';
import type { EventListener } from './observing/events.js';
import type { InboundOperations } from './operations/inbound.js';
import type { WorkspaceOperations } from './operations/workspace-operations.js';
import type { DoctorRequest } from './shapes/doctor/request.js';

/**
 * An engine: operations on the workspace `default`, its events, and its lifecycle in this process.
 * `Tx` is the store's type of a host transaction; `never` if it cannot join one.
 */
export interface ApprovalEngine<Tx = never> extends WorkspaceOperations {
  /** Triggers and callbacks, to be mounted in a server; `@org/approval-http` does so. */
  readonly inbound: InboundOperations;
  /**
   * Returns the same operations on another workspace; the engine's own are on the workspace
   * `default`. With a `caller` they read only what it may read, and decision events record its
   * authentication. Further permissions are up to the host (`@org/approval-http` has them).
   * @throws ApprovalError INVALID_ARGUMENT for an id that is not 1 to 128 characters without
   * control characters; TypeError for a caller with an unknown or invalid field, which would
   * otherwise restrict nothing.
   */
  forWorkspace(workspaceId: string, caller?: Caller): WorkspaceOperations;
  /**
   * Calls `listener` for every external event that this process commits, or those of one type.
   * Calls follow the commit, in seq order per execution. Returns a function that removes the
   * listener.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * engine.on('step.completed', ({ stepId, data }) => console.log(stepId, data.nodeType));
   * const off = engine.on('event', ({ type }, { workspaceId }) => console.log(workspaceId, type));
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const { executionId } = await engine.executions.dispatch({ definitionId: 'check' });
   * await engine.steps.recordReviewerDecision({
   *   ...{ executionId, stepId: 'step_ann', reviewerId: 'ann', decision: 'approve' },
   * });
   * await engine.idle();
   * off();
   * await engine.stop();
   * // → default execution.dispatched
   * // → default step.awaiting-approval
   * // → step_ann human
   * // → default step.completed
   * // → default execution.completed
   * ```
   */
  on(type: 'event', listener: EventListener): () => void;
  on<T extends ExternalEventType>(type: T, listener: EventListener<T>): () => void;
  /**
   * Resolves when no work is under way in this process and no job is due; for tests and scripts.
   * With `exceptAgents` it does not wait for agents that have not responded.
   */
  idle(options?: { readonly exceptAgents?: boolean }): Promise<void>;
  /** Returns the one form of a user id, by the option `normalizeUserId`. */
  normalizeUserId(userId: string): string;
  /**
   * Resolves to true when the store is migrated and answers within 2 s; for health probes. The
   * store is read once a second at most. Never rejects.
   */
  isHealthy(): Promise<boolean>;
  /**
   * Checks stored runs of one workspace (default `default`), newest first, for impossible states:
   * lost jobs, a state that is not the fold of its events, a decision by a user who was not asked.
   * It takes no locks and works on live executions; one that changes meanwhile is read again. With
   * `fix` it only recreates lost jobs, by an ordinary commit.
   * @throws ApprovalError INVALID_ARGUMENT, UNAVAILABLE.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * await engine.executions.dispatch({ definitionId: 'check' });
   * await engine.idle();
   * let cursor: string | null = null;
   * do {
   *   const report = await engine.doctor({ fix: true, ...(cursor !== null && { cursor }) });
   *   console.log(report.checked, report.findings); // → 1 []
   *   cursor = report.nextCursor;
   * } while (cursor !== null);
   * await engine.stop();
   * ```
   */
  doctor(request?: DoctorRequest): Promise<DoctorReport>;
  /** Returns the current work of this process, for metrics and health checks. */
  stats(): EngineStats;
  /**
   * Returns the operations inside a transaction of the host's own connection: they commit or roll
   * back with the host's writes. Call them one at a time. Call `committed()` after the host's
   * commit: it emits in-process events and starts due jobs at once. Without it they wait for the
   * next poll.
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join a transaction, and for
   * what is not an open
   *   transaction; where only the database can tell, the operations throw it.
   * @example
   * ```ts
   * import { createApprovalEngine } from '@org/approval-core';
   * import { createSqliteStore, migrateSqlite } from '@org/approval-store-sql';
   * import Database from 'libsql';
   * import { mkdtempSync } from 'node:fs';
   * import { tmpdir } from 'node:os';
   * import { join } from 'node:path';
   *
   * const file = join(mkdtempSync(join(tmpdir(), 'approvals-')), 'approvals.db');
   * const database = new Database(file); // the store's own
   * await migrateSqlite({ database });
   * const engine = createApprovalEngine({
   *   store: await createSqliteStore({ database }),
   *   jobs: { run: false },
   * });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const own = new Database(file); // the host's
   * own.exec('create table invoices (id integer, execution text)');
   *
   * own.exec('begin immediate');
   * const hosted = engine.withTransaction(own);
   * const { executionId } = await hosted.executions.dispatch({
   *   definitionId: 'check',
   *   triggerContext: { url: 'https://example.com/invoices/1' },
   * });
   * own.prepare('insert into invoices values (1, ?)').run(executionId);
   * own.exec('commit'); // both, or neither
   * hosted.committed();
   *
   * console.log((await engine.executions.list()).items.length); // → 1
   * await engine.stop();
   * ```
   */
  readonly withTransaction: (transaction: Tx) => TransactionOperations;
  /**
   * Seals secrets that are unsealed or sealed with an older key with the newest of `secretKeys`;
   * returns their number.
   * @throws UNAVAILABLE after all others are sealed, when some could not be opened
   * (`details.owners` lists their owners).
   */
  resealSecrets(): Promise<number>;
  /**
   * Stops claiming jobs, waits up to `graceMs` (10 s by default, or as `'30s'`) for running ones,
   * then aborts and releases the rest. Operations still work. The host's store stays open.
   */
  stop(options?: { readonly graceMs?: Duration }): Promise<void>;
}

/** Current work of one process. */
export interface EngineStats {
  /** Calls of webhook nodes. */
  readonly calls: {
    /** Number of calls that are made now. */
    readonly running: number;
  };
  /** Calls of agents. */
  readonly agentCalls: {
    /** Calls that hold a place of `jobs.agentConcurrency`. */
    readonly running: number;
    /**
     * Running calls whose step has ended or whose lease is lost, and which ignore their signal.
     * They use no slot; a growing number means that an agent hangs.
     */
    readonly abandoned: number;
  };
  /** Deadlines and time limits that are being applied. */
  readonly timers: { readonly running: number };
  /** Attempts to deliver webhooks. */
  readonly deliveries: { readonly running: number };
}

/**
 * Operations of one workspace that work before the commit. Waiting, which would hold the
 * transaction open, the feed, links, health and the record are left out.
 */
export interface ChangeOperations extends Omit<
  WorkspaceOperations,
  'executions' | 'feed' | 'ask' | 'links' | 'health' | 'record'
> {
  /** Current and past executions, without `wait`, which could only return after the commit. */
  readonly executions: Omit<WorkspaceOperations['executions'], 'wait'>;
}

/** Operations whose changes commit with the host's transaction. */
export interface TransactionOperations extends ChangeOperations {
  /** The same operations on another workspace, in the same transaction. */
  forWorkspace(workspaceId: string): ChangeOperations;
  /** To be called after the host's commit, and not after a rollback. */
  committed(): void;
}
