/** A write on its way. */
import type { Metadata } from '../record.js';
import type { Write } from './changes.js';
import type { Seen } from './seeing.js';

/** A write on its way, and what its writer had seen when they made it. */
export interface Attempted {
  readonly write: Write;
  readonly base: Seen;
  /** False: its writer saw the thread without content. */
  readonly sawContent: boolean;
  /** Where the thread was then: another delete may be before this one. */
  readonly metadata: Metadata | undefined;
  /** Its place among the writes of this person. */
  readonly order: number;
  /** True: made again it is a write of its own, as it was taken back, or is decided anew. */
  readonly isAnew: boolean;
}
