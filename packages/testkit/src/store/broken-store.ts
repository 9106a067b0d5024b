/** What a store with a fault is. */
import type { ApprovalStore } from '@org/approval-core';

/** A fault, and how to put it into a store that has none. */
export interface BrokenStore {
  /** What is wrong, in a sentence. */
  readonly fault: string;
  /** A case that must fail on it. */
  readonly caughtBy: string;
  /** The same store with the fault. */
  readonly breakIt: (sound: ApprovalStore) => ApprovalStore;
}
