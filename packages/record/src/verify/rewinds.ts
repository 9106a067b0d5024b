/** A log in which a run goes back: two truths were signed. */
import type { LoggedState } from './log.js';

/**
 * Returns the state that goes back behind an earlier leaf, or names another head for its seq; null
 * without one.
 */
export function rewindIn(newestFirst: Iterable<LoggedState>): LoggedState | null {
  let later: LoggedState | null = null;
  for (const state of newestFirst) {
    if (later !== null && (later.seq < state.seq || (later.seq === state.seq && later.head !== state.head)))
      return later;
    later = state;
  }
  return null;
}
