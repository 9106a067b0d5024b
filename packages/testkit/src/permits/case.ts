/** Types of a case of the permit store conformance suite. */
import type { PermitStore } from '@org/approval-agents';

/** A permit store, with the means that a case needs. */
export interface PermitStoreUnderTest {
  /** On no data, or on data without the workspaces of this run. */
  readonly store: PermitStore;
  /** Another store on the same data, as another process would have. */
  readonly reopen: () => Promise<PermitStore>;
  /** Releases the opened resources. */
  readonly close?: () => Promise<void>;
}

/** Context of a case. */
export interface PermitStoreContext extends Omit<PermitStoreUnderTest, 'close'> {
  /** New for each case. */
  readonly workspaceId: string;
  /** Another new workspace, to show isolation. */
  readonly otherWorkspaceId: string;
}

/** A case of the permit store conformance suite. */
export interface PermitStoreCase {
  /** The rule, in a sentence. */
  readonly name: string;
  /** Throws an error that names the fault. */
  readonly run: (context: PermitStoreContext) => Promise<void>;
}
