/** Folding events into the state; how each event changes it is in its entry (`events/`). */
import { type Draft, draftOf } from './draft.js';
import { type EngineEvent, entryOf } from './event.js';
import type { ExecutionHeader } from './header.js';
import { type ExecutionState, initialState } from './state.js';

export { type Draft, draftOf, positionIn } from './draft.js';

/** The state after `event`. */
export function evolve(state: ExecutionState, event: EngineEvent): ExecutionState {
  const draft = draftOf(state);
  apply(draft, event);
  return draft.state;
}

/** The state after all `events` of an execution: exactly what is stored. */
export function fold(header: ExecutionHeader, events: Iterable<EngineEvent>): ExecutionState {
  const folding = beginFold(header);
  folding.add(events);
  return folding.state;
}

/** As `fold`, of events that are read page by page and need not be held together. */
export interface Folding {
  /** The next events, in the order of their seq. */
  readonly add: (events: Iterable<EngineEvent>) => void;
  /** After all events that were added; it changes with the next. */
  readonly state: ExecutionState;
}

/** Begins with an execution of which nothing has happened. */
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
