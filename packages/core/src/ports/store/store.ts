/**
 * The store: all that the engine needs to keep. Implement it for a database of your own, and prove it with the
 * conformance suite of `@org/approval-testkit`.
 *
 * A store persists decisions that were made elsewhere; it decides nothing. Every row belongs to a workspace, and
 * no method reads or changes rows of another than it is given. Strings are kept and compared byte for byte; JSON
 * comes back as it went in.
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

/**
 * Everything that an engine keeps: a port, for any database. `registerStoreConformance` of the testkit proves one. `Tx`
 * is what a transaction of the host is named by: `never` for a store that cannot join one.
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
   * Whether other processes may write to it. The engine then looks for jobs it was not told of, at an interval;
   * otherwise it wakes only when it knows that something is due.
   */
  readonly shared: boolean;
  /**
   * ms since the epoch by the clock that due times and leases are judged by, which all processes share: engines go by
   * it, so that their own clocks do not matter. Without it the store goes by the time of its caller.
   */
  readonly now?: () => Promise<number>;
  /** Whether `commit` calls a hook in its transaction; a store without transactions cannot. */
  readonly callsHook?: true;
  /** Whether anything outlives the process. An engine keeps no secret in a durable store without a key to seal it. */
  readonly durable: boolean;
  /**
   * The same store inside a transaction that the host has begun on its own connection, and will commit or roll
   * back: what is written here and what the host writes come true together. A store may do without.
   *
   * @throws ApprovalError FAILED_PRECONDITION, with what to pass, for what is not an open transaction; the methods of
   *   the store that is returned throw it where only the database can tell.
   */
  readonly inTransaction?: (transaction: Tx) => ApprovalStore;
  /** Where absences are kept. A store may do without: then nobody stands in for anybody. */
  readonly absences?: AbsenceStore;
}

/** Version of the store contract that this release speaks; an engine refuses a store of another one. */
export const STORE_CONTRACT_VERSION = 1;
