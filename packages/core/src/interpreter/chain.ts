/**
 * Chain of an execution's record, stored with its state. The fold of the events does not have it.
 */
import type { Parties } from './header.js';

/** Chain of an execution: one link for each event, from `from` on. */
export interface RecordChain {
  /** Key of the run, 16 random bytes in base64url. It makes the salts of what is hidden. */
  readonly key: string;
  /** First event that is chained. */
  readonly from: number;
  /** Last event that is chained. */
  readonly seq: number;
  /** Head after that event, as hex. */
  readonly head: string;
  /** Seal of the head; absent without a key, and once broken. */
  readonly seal?: string;
  /** Id of the key that sealed it. */
  readonly sealKey?: string;
  /** Parties when the chain began; absent until they have changed. null: none were named. */
  readonly parties?: Parties | null;
  /** First event after a seal that did not hold; absent otherwise. */
  readonly broken?: number;
}
