/** A write on its way. */
import type { Metadata } from '../record.js';
import type { Write } from './changes.js';
import type { Seen } from './seeing.js';

/** A write on its way, and what its writer had seen when they made it. */
export interface Attempted {
  readonly write: Write;
  readonly base: Seen;
  /**
   * False when its writer saw the thread without content, or not all comments of a thread to
   * delete.
   */
  readonly sawContent: boolean;
  /**
   * Revision of the customer's side up to which the service, as its writer saw it, had every write.
   */
  readonly landed: number;
  /** Place of the thread then: another deletion may come before this one. */
  readonly metadata: Metadata | undefined;
  /** Position among the writes of this person. */
  readonly order: number;
  /** True when a repeat is a separate write: this one was taken back, or is decided again. */
  readonly isAnew: boolean;
}
