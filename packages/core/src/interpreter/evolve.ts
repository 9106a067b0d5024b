/** Folds events into the state. Each event's entry says how (`events/`). */
import { type Draft, draftOf } from './draft.js';
import { type EngineEvent, entryOf } from './event.js';
import type { ExecutionHeader } from './header.js';
import { type ExecutionState, initialState } from './state.js';

export { type Draft, draftOf, positionIn } from './draft.js';

/** Returns the state after `event`. */
export function evolve(state: ExecutionState, event: EngineEvent): ExecutionState {
  const draft = draftOf(state);
  apply(draft, event);
  return draft.state;
}

/** Returns the state after all `events` of an execution, equal to the stored one. */
export function fold(header: ExecutionHeader, events: Iterable<EngineEvent>): ExecutionState {
  const folding = beginFold(header);
  folding.add(events);
  return folding.state;
}

/** A fold of events that are read page by page. */
export interface Folding {
  /** Adds the next events in the order of their seq. */
  readonly add: (events: Iterable<EngineEvent>) => void;
  /** State after all added events. It changes with the next ones. */
  readonly state: ExecutionState;
}

/** Begins a fold with the initial state. */
export function beginFold(header: ExecutionHeader): Folding {
  const draft = draftOf(initialState(header));
  const add = (events: Iterable<EngineEvent>) => {
    for (const event of events) apply(draft, event);
  };
  return { add, state: draft.state };
}

/** Applies `event` to a draft in place. */
export function apply(draft: Draft, event: EngineEvent): void {
  draft.state.seq = event.seq;
  draft.state.updatedAt = event.timestamp;
  entryOf(event.type).apply(draft, event);
}
