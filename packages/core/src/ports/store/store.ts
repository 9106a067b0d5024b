/**
 * The store: everything the engine stores. Implement it for your own database, and prove it with
 * the conformance suite of `@org/approval-testkit`. A store persists decisions made elsewhere; it
 * decides nothing. Every row belongs to a workspace, and no method reads or changes rows of
 * another. Strings are stored and compared byte for byte; JSON is returned unchanged.
 */
import type { AbsenceStore } from './absences.js';
import type { DefinitionStore } from './definitions.js';
import type { DeliveryStore } from './deliveries.js';
import type { ExecutionStore } from './executions.js';
import type { FeedStore } from './feed.js';
import type { HealthStore } from './health.js';
import type { JobStore } from './jobs.js';
import type { LinkStore } from './links.js';
import type { SecretStore } from './secrets.js';
import type { SubscriptionStore } from './subscriptions.js';
import type { EventStore, ScheduleStore } from './triggers.js';

/**
 * Storage of an engine: a port, for any database. `registerStoreConformance` of the testkit proves
 * one. `Tx` is the type of a host transaction: `never` for a store that cannot join one.
 */
export interface ApprovalStore<Tx = never>
  extends
    DefinitionStore,
    ExecutionStore,
    JobStore,
    DeliveryStore,
    SecretStore,
    FeedStore,
    SubscriptionStore,
    LinkStore,
    HealthStore {
  /** The version of this contract that the store implements. An engine refuses any other. */
  readonly contractVersion: 1;
  /**
   * True if other processes may write to it. The engine then polls for their jobs; otherwise it
   * only wakes for known due times.
   */
  readonly shared: boolean;
  /**
   * Returns ms since the epoch by the shared clock for due times and leases: engines follow it, so
   * their own clocks do not matter. Without it the store uses the time of its caller.
   */
  readonly now?: () => Promise<number>;
  /** True if `commit` calls a hook in its transaction; a store without transactions cannot. */
  readonly callsHook?: true;
  /** True if data outlives the process; secrets in such a store need a key. */
  readonly durable: boolean;
  /**
   * Returns the store inside a transaction that the host began on its own connection and will
   * commit or roll back: writes here and there commit together. Optional.
   * @throws ApprovalError FAILED_PRECONDITION, with what to pass instead, for anything but an open
   * transaction; the methods of
   *   the returned store throw it where only the database can tell.
   */
  readonly inTransaction?: (transaction: Tx) => ApprovalStore;
  /** Storage of absences. Optional: substitutes need it. */
  readonly absences?: AbsenceStore;
  /** Storage of schedules. Optional: definitions with schedules need it. */
  readonly schedules?: ScheduleStore;
  /** Storage of host events. Optional: definitions with event triggers need it. */
  readonly events?: EventStore;
}

/** Version of the store contract in this release; an engine refuses a store of another one. */
export const STORE_CONTRACT_VERSION = 1;
