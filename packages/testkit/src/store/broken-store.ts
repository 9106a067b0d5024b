/** Type of a store with a fault. */
import type { ApprovalStore } from '@org/approval-core';

/** A fault, and a function that adds it to a correct store. */
export interface BrokenStore {
  /** The fault, in a sentence. */
  readonly fault: string;
  /** A case that must fail on it. */
  readonly caughtBy: string;
  /** Adds the fault to the store. */
  readonly breakIt: (sound: ApprovalStore) => ApprovalStore;
}
