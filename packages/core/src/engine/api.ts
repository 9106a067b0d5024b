/** What an engine offers. */
import type { Duration } from '@org/approval-internal/duration';
import type { ExternalEventType } from '../interpreter/event.js';
import type { Caller } from './caller.js';
import type { DoctorReport } from './doctor/report.js';
import type { EventListener } from './observing/events.js';
import type { InboundOperations } from './operations/inbound.js';
import type { WorkspaceOperations } from './operations/workspace-operations.js';
import type { DoctorRequest } from './shapes/doctor/request.js';

/**
 * An engine: its operations on the workspace `default`, its events, and its life in this process. `Tx` is what a
 * transaction of the host is named by, as its store says; `never` where it cannot join one.
 */
export interface ApprovalEngine<Tx = never> extends WorkspaceOperations {
  /** Triggers and callbacks, for whoever mounts them; `@org/approval-http` does. */
  readonly inbound: InboundOperations;
  /**
   * The same operations on another workspace; the engine's own are on the workspace `default`. With a `caller` they read
   * what it may read, and the events of what is decided say how it proved itself; what else it may do is the host's to
   * know (`@org/approval-http` does).
   * @throws ApprovalError INVALID_ARGUMENT for an id that is not 1 to 128 characters without control characters; TypeError
   * for a caller with a field that there is not, or that is not of its kind: what narrows nothing would show all.
   */
  forWorkspace(workspaceId: string, caller?: Caller): WorkspaceOperations;
  /**
   * Calls `listener` for every external event that this process commits, or for those of one type, after the commit, in seq
   * order per execution. Returns a function that takes it off.
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
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
   * await engine.idle();
   * off();
   * await engine.stop();
   * // → default execution.dispatched
   * // → step_spelling agent
   * // → default step.completed
   * // → default execution.completed
   * ```
   */
  on(type: 'event', listener: EventListener): () => void;
  on<T extends ExternalEventType>(type: T, listener: EventListener<T>): () => void;
  /**
   * Resolves when nothing is under way in this process and no job is due; for tests and scripts. With
   * `exceptAgents` it does not wait for agents that have been called and have not responded.
   */
  idle(options?: { readonly exceptAgents?: boolean }): Promise<void>;
  /**
   * Whether the store answers within 2 s and is migrated: what a probe of no workspace asks. The store is looked at once a
   * second at most. Never rejects.
   */
  isHealthy(): Promise<boolean>;
  /**
   * Looks at runs of one workspace (`default` without a `workspaceId`) as they are stored, newest first, and tells what can never be: jobs that were lost, a state that is not the
   * fold of its events, a decision by somebody who was not asked. It takes no locks, and works while everything goes on; what
   * changes under its eyes is looked at again. `mend` makes lost jobs again, by a commit like any other, and nothing else.
   * @throws ApprovalError INVALID_ARGUMENT, UNAVAILABLE.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
   * await engine.idle();
   * let cursor: string | null = null;
   * do {
   *   const report = await engine.doctor({ mend: true, ...(cursor !== null && { cursor }) });
   *   console.log(report.checked, report.findings); // → 1 []
   *   cursor = report.nextCursor;
   * } while (cursor !== null);
   * await engine.stop();
   * ```
   */
  doctor(request?: DoctorRequest): Promise<DoctorReport>;
  /** What this process has under way, for metrics and health checks. */
  stats(): EngineStats;
  /**
   * The operations inside a transaction that the host has begun on its own connection: they come true with what the
   * host writes there, or not at all. Call them one after the other, and `committed()` once the host has committed:
   * events are then emitted in process, and due jobs begin at once (without it they begin when next looked for).
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join a transaction, and for what is not an open
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
   * const engine = createApprovalEngine({ store: await createSqliteStore({ database }), jobs: { run: false } });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
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
   * Seals with the newest of `secretKeys` what was sealed with another, or not at all; returns how many.
   * @throws UNAVAILABLE when some could not be opened (`details.owners`: whose they are), after all others were sealed.
   */
  resealSecrets(): Promise<number>;
  /**
   * Claims no more jobs, waits up to `graceMs` (10 s by default, or as `'30s'`) for those under way, aborts the others and gives
   * them back. Operations still work. The store stays open: it is the host's.
   */
  stop(options?: { readonly graceMs?: Duration }): Promise<void>;
}

/** What one process has under way at a moment. */
export interface EngineStats {
  /** Calls of agents. */
  readonly agentCalls: {
    /** Calls that hold a place of `jobs.agentConcurrency`. */
    readonly running: number;
    /**
     * Calls whose time is up (the step has ended, or the lease was lost) and whose functions ignore their signal and run
     * on. They hold no place; a number that grows means that an agent hangs.
     */
    readonly abandoned: number;
  };
  /** Deadlines and time limits that are being applied. */
  readonly timers: { readonly running: number };
  /** Attempts to deliver webhooks. */
  readonly deliveries: { readonly running: number };
}

/**
 * The operations of one workspace that make sense before anything is committed: none that waits, which would hold the
 * transaction open, no feed, no links and no health.
 */
export interface ChangeOperations extends Omit<
  WorkspaceOperations,
  'executions' | 'feed' | 'ask' | 'links' | 'health'
> {
  /** What runs, and what ran; to wait for it, commit first. */
  readonly executions: Omit<WorkspaceOperations['executions'], 'wait'>;
}

/** Operations whose changes come true with a transaction of the host's. */
export interface TransactionOperations extends ChangeOperations {
  /** The same operations on another workspace, in the same transaction. */
  forWorkspace(workspaceId: string): ChangeOperations;
  /** To be called after the host's commit, and not after a rollback. */
  committed(): void;
}
