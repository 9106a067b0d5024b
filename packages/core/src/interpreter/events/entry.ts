/** An event as one entry: its data, who sees it, what it does to the state, and whom it makes a party. */
import type { Draft } from '../draft.js';
import type { EndedStepStatus, ExecutionStatus, OpenStepStatus } from '../state.js';

/** An event of one type, as its entry reads it. */
export interface Happening<D> {
  readonly seq: number;
  readonly stepId: string | null;
  readonly timestamp: number;
  readonly data: D;
}

/** Names of people; null and undefined stand for a field that names nobody. */
export type Names = readonly (string | null | undefined)[];

interface EntryOptions<D> {
  /** Changes the state. */
  readonly apply: (draft: Draft, event: Happening<D>) => unknown;
  /** Whom it makes a party of the run (docs/reference/contract.md, section 18). */
  readonly parties: (data: D) => Names;
  /** Statuses of a step in which it may happen to it, which the checker reads; null: the checker does not ask. */
  readonly during: readonly OpenStepStatus[] | null;
  /** Status of the step or of the execution that it ends; left out by events that end nothing. */
  readonly ends?: EndedStepStatus | ExecutionStatus;
}

/** All that the engine knows of a type of events. */
export interface EventEntry<D, External extends boolean = boolean> extends EntryOptions<D> {
  /** Whether hosts and receivers see it. */
  readonly external: External;
}

/** The data of the events of an entry. */
export type DataOf<E> = E extends EventEntry<infer D> ? D : never;

/** An event that leaves the engine, exactly as it is stored. Times in its data are ms since the epoch. */
export const external = <D>(options: EntryOptions<D>): EventEntry<D, true> => ({
  external: true,
  ...options,
});

/** An event that only the engine reads: what the fold needs beside those that leave the engine. */
export const internal = <D>(options: EntryOptions<D>): EventEntry<D, false> => ({
  external: false,
  ...options,
});

const NONE: readonly never[] = Object.freeze([]);

/** Of an event that changes nothing in the state. */
export const noChange = (): void => undefined;
/** Of an event that makes nobody a party. */
export const noParty = (): Names => NONE;

export const OPEN: readonly OpenStepStatus[] = ['pending', 'running', 'waiting'];
export const WAITING: readonly OpenStepStatus[] = ['waiting'];
export const CALLED: readonly OpenStepStatus[] = ['pending', 'running'];
