import type { ApprovalStore } from '@org/approval-core';

/** A store on a database, `C` being a connection of its driver. */
export interface SqlStore<C> extends ApprovalStore {
  /**
   * The same store on a connection whose open transaction is the host's: what it commits becomes true with the
   * host's own writes, or not at all. Each call is a savepoint, so a conflict leaves the transaction as it was. On
   * MySQL the transaction must be READ COMMITTED. A deadlock is the host's to try again, from the start.
   */
  inTransaction(connection: C): ApprovalStore;
}
