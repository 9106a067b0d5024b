/** What happens in an execution: a closed set of events (contract section 11). */
import { EXTERNAL_EVENTS } from '../definition/event-types.js';
import type { ExternalEventData } from './external-events.js';
import type { InternalEventData } from './internal-events.js';

/** Data of every event, by its type. */
export type EventData = ExternalEventData & InternalEventData;
/** Type of any event, internal ones included. */
export type EventType = keyof EventData;
/** Type of an event that hosts and receivers see. */
export type ExternalEventType = Extract<keyof ExternalEventData, string>;

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

/** Every one, and nothing else: the compiler holds both. */
const EXTERNAL: Readonly<Record<ExternalEventType, true>> = EXTERNAL_EVENTS;

/** Types of the events that hosts and receivers see. */
export const EXTERNAL_EVENT_TYPES: ExternalEventType[] = Object.keys(
  EXTERNAL_EVENTS,
) as (keyof typeof EXTERNAL_EVENTS)[];

/** An execution ends with one of these, which is its last event. */
export const EXECUTION_ENDINGS: readonly EventType[] = [
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
];

/** Whether an event leaves the engine. */
export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
