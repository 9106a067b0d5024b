/** What a case of the store conformance suite is. */
import type { ApprovalStore } from '@org/approval-core';

/** What a case needs of the store under test beyond the contract; without it the case is skipped, and said to be. */
export type StoreNeed =
  /** `reopen` returns another object on the same data, as another process would have. */
  | 'second-instance'
  /** It has `listJobs`. */
  | 'job-list'
  /** It has `listClaims`. */
  | 'claim-list';

/** A store, and what a case needs around it. */
export interface StoreUnderTest {
  /** On no data, or on data that has none of the workspaces of this run. */
  readonly store: ApprovalStore;
  /** The time that the store judges due times and leases by, in ms since the epoch. */
  readonly now: () => number;
  /** Lets that time pass. A store with a clock of its own may have to wait for real. */
  readonly advance: (ms: number) => Promise<void>;
  /** Another store on the same data, as another process would have. */
  readonly reopen?: () => Promise<ApprovalStore>;
  /** Gives up what was opened. */
  readonly close?: () => Promise<void>;
}

/** What a case is run with. */
export interface StoreContext extends Omit<StoreUnderTest, 'close'> {
  /** New for each case. */
  readonly workspaceId: string;
  /** Another new workspace, to show that nothing crosses. */
  readonly otherWorkspaceId: string;
}

/** A case of the store conformance suite. */
export interface StoreCase {
  /** The rule, in a sentence. */
  readonly name: string;
  /** What it needs beyond the contract. */
  readonly needs?: readonly StoreNeed[];
  /** Throws what is wrong. */
  readonly run: (context: StoreContext) => Promise<void>;
}
