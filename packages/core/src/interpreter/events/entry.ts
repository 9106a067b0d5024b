/** The entry of an event type: its data, visibility, effect on the state, and new parties. */
import type { Draft } from '../draft.js';
import type { EndedStepStatus, ExecutionStatus, OpenStepStatus } from '../state.js';

/** An event of one type as its entry reads it. */
export interface Happening<D> {
  readonly seq: number;
  readonly stepId: string | null;
  readonly timestamp: number;
  readonly data: D;
}

/** User ids; null and undefined stand for a field without a user. */
export type Names = readonly (string | null | undefined)[];

interface EntryOptions<D> {
  /** Changes the state. */
  readonly apply: (draft: Draft, event: Happening<D>) => unknown;
  /** Users that the event makes parties (docs/reference/contract.md, section 18). */
  readonly parties: (data: D) => Names;
  /** Statuses of a step that allow the event, for the checker; null if it does not check. */
  readonly during: readonly OpenStepStatus[] | null;
  /** Status that the event ends a step or execution with; absent for other events. */
  readonly ends?: EndedStepStatus | ExecutionStatus;
}

/** The entry of an event type. */
export interface EventEntry<D, External extends boolean = boolean> extends EntryOptions<D> {
  /** True if hosts and receivers see the event. */
  readonly external: External;
}

/** Data type of an entry's events. */
export type DataOf<E> = E extends EventEntry<infer D> ? D : never;

/** Defines an event that leaves the engine as stored. Times in its data are ms since the epoch. */
export const external = <D>(options: EntryOptions<D>): EventEntry<D, true> => ({
  external: true,
  ...options,
});

/** Defines an event that only the engine reads. */
export const internal = <D>(options: EntryOptions<D>): EventEntry<D, false> => ({
  external: false,
  ...options,
});

const NONE: readonly never[] = Object.freeze([]);

/** `apply` of an event that does not change the state. */
export const noChange = (): void => undefined;
/** `parties` of an event without users. */
export const noParty = (): Names => NONE;

export const OPEN: readonly OpenStepStatus[] = ['pending', 'running', 'waiting'];
export const WAITING: readonly OpenStepStatus[] = ['waiting'];
export const CALLED: readonly OpenStepStatus[] = ['pending', 'running'];
