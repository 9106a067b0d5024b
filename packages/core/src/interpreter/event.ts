/** What happens in an execution: a closed set of events (contract section 11). */
import { EXTERNAL_EVENTS } from '@org/approval-internal/event-types';
import type { DataOf, EventEntry } from './events/entry.js';
import { EVENTS } from './events/events.js';
import type { OpenStepStatus } from './state.js';

/** Data of every event, by its type. */
export type EventData = { [T in keyof typeof EVENTS]: DataOf<(typeof EVENTS)[T]> };
/** Type of any event, internal ones included. */
export type EventType = keyof EventData;
/** Type of an event that hosts and receivers see. */
export type ExternalEventType = {
  [T in EventType]: (typeof EVENTS)[T] extends { readonly external: true } ? T : never;
}[EventType];

/** An event of one type, as it is stored and sent. */
export interface EventOf<T extends EventType> {
  /** Id of the event, the same wherever it is seen. */
  readonly eventId: string;
  /** From 1, without gaps within an execution; external events alone skip some. */
  readonly seq: number;
  /** What happened. */
  readonly type: T;
  /** The execution in which it happened. */
  readonly executionId: string;
  /** The step that it happened to; null when it is about the execution. */
  readonly stepId: string | null;
  /** When it happened, in ms since the epoch. */
  readonly timestamp: number;
  /** The host's own id, as the dispatch gave it, or one that was made. */
  readonly correlationId: string;
  /** What else is to be known. */
  readonly data: EventData[T];
}

/** Any event, as it is stored. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
/** An event that hosts and receivers see. */
export type ExternalEvent = { [T in ExternalEventType]: EventOf<T> }[ExternalEventType];

const ENTRIES: { readonly [T in EventType]: EventEntry<EventData[T]> } = EVENTS;

/** All that the engine knows of the events of a type. */
export const entryOf = <T extends EventType>(type: T): EventEntry<EventData[T]> => ENTRIES[type];

/** Statuses of a step in which an event of this type may happen to it; null: any. A type that is not known may come at any time. */
export const statusesDuring = (type: EventType): readonly OpenStepStatus[] | null =>
  Object.hasOwn(ENTRIES, type) ? entryOf(type).during : null;

const typesIn = <T extends EventType>(table: Readonly<Record<T, unknown>>): T[] => Object.keys(table) as T[];

/** Every type that there is. */
export const ALL_EVENT_TYPES: EventType[] = typesIn(EVENTS);

/** Every one, and nothing else: the compiler holds both, so that a list that was not made anew does not compile. */
const EXTERNAL: Readonly<Record<ExternalEventType, true>> = EXTERNAL_EVENTS;

/** Types of the events that hosts and receivers see. */
export const EXTERNAL_EVENT_TYPES: ExternalEventType[] = typesIn(EXTERNAL);

const endingsOf = (subject: 'step' | 'execution'): readonly EventType[] =>
  ALL_EVENT_TYPES.filter((it) => it.startsWith(`${subject}.`) && entryOf(it).ends !== undefined);

/** An execution ends with one of these, which is its last event. */
export const EXECUTION_ENDINGS = endingsOf('execution');
/** A step ends with one of these, after which nothing happens to it. */
export const STEP_ENDINGS = endingsOf('step');

/** Whether an event leaves the engine. */
export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
