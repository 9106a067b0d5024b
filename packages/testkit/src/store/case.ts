/** Types of a case of the store conformance suite. */
import type { ApprovalStore } from '@org/approval-core';

/**
 * A capability beyond the contract that a case needs; without it the case is reported as skipped.
 */
export type StoreNeed =
  /** `reopen` returns another object on the same data, as another process would have. */
  | 'second-instance'
  /** It has `listJobs`. */
  | 'job-list'
  /** It has `listClaims`. */
  | 'claim-list';

/** A store, with the means that a case needs. */
export interface StoreUnderTest {
  /** On no data, or on data without the workspaces of this run. */
  readonly store: ApprovalStore;
  /** Clock of the store for due times and leases, in ms since the epoch. */
  readonly now: () => number;
  /** Advances that clock. A store with its own clock may have to sleep. */
  readonly advance: (ms: number) => Promise<void>;
  /** Another store on the same data, as another process would have. */
  readonly reopen?: () => Promise<ApprovalStore>;
  /** Releases the opened resources. */
  readonly close?: () => Promise<void>;
}

/** Context of a case. */
export interface StoreContext extends Omit<StoreUnderTest, 'close'> {
  /** New for each case. */
  readonly workspaceId: string;
  /** Another new workspace, to show isolation. */
  readonly otherWorkspaceId: string;
}

/** A case of the store conformance suite. */
export interface StoreCase {
  /** The rule, in a sentence. */
  readonly name: string;
  /** Capabilities beyond the contract. */
  readonly needs?: readonly StoreNeed[];
  /** Throws an error that names the fault. */
  readonly run: (context: StoreContext) => Promise<void>;
}
