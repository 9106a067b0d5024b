/** What a case of the permit store conformance suite is. */
import type { PermitStore } from '@org/approval-agents';

/** A permit store, and what a case needs around it. */
export interface PermitStoreUnderTest {
  /** On no data, or on data that has none of the workspaces of this run. */
  readonly store: PermitStore;
  /** Another store on the same data, as another process would have. */
  readonly reopen: () => Promise<PermitStore>;
  /** Gives up what was opened. */
  readonly close?: () => Promise<void>;
}

/** What a case is run with. */
export interface PermitStoreContext extends Omit<PermitStoreUnderTest, 'close'> {
  /** New for each case. */
  readonly workspaceId: string;
  /** Another new workspace, to show that nothing crosses. */
  readonly otherWorkspaceId: string;
}

/** A case of the permit store conformance suite. */
export interface PermitStoreCase {
  /** The rule, in a sentence. */
  readonly name: string;
  /** Throws what is wrong. */
  readonly run: (context: PermitStoreContext) => Promise<void>;
}
