/** Record of handled events: delivery is at least once (contract section 12). */
import { checkOptions, count } from '@org/approval-internal/options';

/**
 * - `claimed`: it is new, and this caller must handle it.
 * - `in-progress`: another caller claimed it and has not reported an outcome.
 * - `handled`: it was handled before.
 */
export type Claim = 'claimed' | 'in-progress' | 'handled';

/**
 * The memory of a receiver. `claim` MUST be atomic: of two concurrent callers, in any processes,
 * one gets `claimed`. A claim that is neither confirmed nor released (its process died) MUST
 * expire, later than the longest run of the handler, or the event is never handled. Keep a
 * confirmed event for as long as it may be sent again: 11 minutes of retries, and manual
 * redeliveries.
 */
export interface SeenEvents {
  /** Claims an event for the caller. */
  claim(eventId: string): Promise<Claim>;
  /** Records that the handler succeeded. */
  confirm(eventId: string): Promise<void>;
  /** Records that the handler failed: the next delivery is handled like the first. */
  release(eventId: string): Promise<void>;
}

/**
 * Keeps the last `limit` events (10,000 by default) of this process: enough for retries, lost at a
 * restart. Claims end with the process and are not counted.
 */
export function memorySeenEvents(limit = 10_000): SeenEvents {
  checkOptions('memorySeenEvents', { limit }, { limit: count });
  const claimed = new Set<string>();
  const handled = new Set<string>();
  return {
    claim: async (eventId) => {
      if (handled.has(eventId)) return 'handled';
      if (claimed.has(eventId)) return 'in-progress';
      claimed.add(eventId);
      return 'claimed';
    },
    confirm: async (eventId) => {
      claimed.delete(eventId);
      handled.add(eventId);
      for (const oldest of handled) {
        if (handled.size <= limit) break;
        handled.delete(oldest);
      }
    },
    release: async (eventId) => {
      claimed.delete(eventId);
    },
  };
}
