/** A write on its way. */
import type { Metadata } from '../record.js';
import type { Write } from './changes.js';
import type { Seen } from './seeing.js';

/** A write on its way, and what its writer had seen when they made it. */
export interface Attempted {
  readonly write: Write;
  readonly base: Seen;
  /**
   * False: its writer saw the thread without content, or not all comments of a thread to delete.
   */
  readonly sawContent: boolean;
  /** Place of the thread then: another deletion may come before this one. */
  readonly metadata: Metadata | undefined;
  /** Its place among the writes of this person. */
  readonly order: number;
  /** True: made again it is a write of its own, as it was taken back, or is decided anew. */
  readonly isAnew: boolean;
}
