/** Events of an execution, a closed set (contract section 11). */
import { keysOf } from '@org/approval-internal/lists';
import { EXTERNAL_EVENTS } from '@org/approval-internal/event-types';
import type { DataOf, EventEntry } from './events/entry.js';
import { EVENTS } from './events/events.js';
import type { OpenStepStatus } from './state.js';

/** Data of every event by type. */
export type EventData = { [T in keyof typeof EVENTS]: DataOf<(typeof EVENTS)[T]> };
/** Type of any event, internal ones included. */
export type EventType = keyof EventData;
/** Type of an event that hosts and receivers see. */
export type ExternalEventType = {
  [T in EventType]: (typeof EVENTS)[T] extends { readonly external: true } ? T : never;
}[EventType];

/** An event of one type as it is stored and sent. */
export interface EventOf<T extends EventType> {
  /** Id of the event, the same everywhere. */
  readonly eventId: string;
  /** Number within the execution, from 1 without gaps. External events alone skip numbers. */
  readonly seq: number;
  /** Type of the event. */
  readonly type: T;
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the step; null for an event of the execution. */
  readonly stepId: string | null;
  /** Time of the event, in ms since the epoch. */
  readonly timestamp: number;
  /** Correlation id from the dispatch, or a generated one. */
  readonly correlationId: string;
  /** Data of the event. */
  readonly data: EventData[T];
}

/** Any stored event. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
/** An event that hosts and receivers see. */
export type ExternalEvent = { [T in ExternalEventType]: EventOf<T> }[ExternalEventType];

const ENTRIES: { readonly [T in EventType]: EventEntry<EventData[T]> } = EVENTS;

/** Returns the entry of an event type. */
export const entryOf = <T extends EventType>(type: T): EventEntry<EventData[T]> => ENTRIES[type];

/** Statuses of a step that allow this event; null for any status or an unknown type. */
export const statusesDuring = (type: EventType): readonly OpenStepStatus[] | null =>
  Object.hasOwn(ENTRIES, type) ? entryOf(type).during : null;

const typesIn = <T extends EventType>(table: Readonly<Record<T, unknown>>): T[] => keysOf(table);

/** Every event type. */
export const ALL_EVENT_TYPES: EventType[] = typesIn(EVENTS);

/** Exactly the external types. The compiler rejects an outdated list. */
const EXTERNAL: Readonly<Record<ExternalEventType, true>> = EXTERNAL_EVENTS;

/** Types of the events that hosts and receivers see. */
export const EXTERNAL_EVENT_TYPES: ExternalEventType[] = typesIn(EXTERNAL);

const endingsOf = (subject: 'step' | 'execution'): readonly EventType[] =>
  ALL_EVENT_TYPES.filter((it) => it.startsWith(`${subject}.`) && entryOf(it).ends !== undefined);

/** Types of the last event of an execution. */
export const EXECUTION_ENDINGS = endingsOf('execution');
/** Types of the last event of a step. */
export const STEP_ENDINGS = endingsOf('step');

/** Returns true for an event that leaves the engine. */
export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
