/** Which events were handled before: deliveries come at least once (contract section 12). */
import { checkOptions, count } from '@org/approval-internal/options';

/**
 * - `claimed`: it is new, and now this caller's to handle.
 * - `in-progress`: another caller claimed it and has not said yet what came of it.
 * - `handled`: somebody handled it.
 */
export type Claim = 'claimed' | 'in-progress' | 'handled';

/**
 * The memory of a receiver. `claim` MUST be atomic: of two callers at once, in whatever processes, one gets
 * `claimed`. A claim that is neither confirmed nor released (its process died) MUST lapse, later than the
 * handler can take, or the event is never handled. A confirmed event should be remembered for as long as
 * somebody may send it again: 11 minutes of retries, and redeliveries by hand.
 */
export interface SeenEvents {
  /** Claims an event for the caller. */
  claim(eventId: string): Promise<Claim>;
  /** The handler is done. */
  confirm(eventId: string): Promise<void>;
  /** The handler failed: the next delivery is as good as the first. */
  release(eventId: string): Promise<void>;
}

/**
 * Remembers the last `limit` events (10,000 by default) of this process: enough against retries, forgotten at a
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
