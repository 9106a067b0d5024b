/** Events as receivers get them (contract section 11). */
import type { ExternalEvent } from '@org/approval-core';
import { EXTERNAL_EVENTS } from '@org/approval-internal/event-types';

/** An event that this release knows. */
export type WebhookEvent = ExternalEvent;

/** An event of a newer engine. Its envelope is checked; its type and data are unknown here. */
export interface UnknownEvent extends Omit<ExternalEvent, 'type' | 'data'> {
  /** Type of the event, as the newer engine names it. */
  readonly type: string;
  /** Data of the event, unchecked. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type ParsedEvent =
  | {
      /** Always true for a type that this release knows. */
      readonly known: true;
      /** The event. */
      readonly event: WebhookEvent;
    }
  | { readonly known: false; readonly event: UnknownEvent };

/**
 * The event in a body with a verified signature, or null if it is not one. The envelope is checked;
 * the data of a known type is trusted, since the engine signed it.
 */
export function parseEvent(body: Uint8Array): ParsedEvent | null {
  const value = jsonOf(body);
  if (!isUnknownEvent(value)) return null;
  return Object.hasOwn(EXTERNAL_EVENTS, value.type)
    ? { known: true, event: value as WebhookEvent }
    : { known: false, event: value };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

function isUnknownEvent(value: unknown): value is UnknownEvent {
  if (!isObject(value)) return false;
  const { eventId, seq, type, executionId, stepId, timestamp, correlationId, data } = value;
  return (
    [eventId, type, executionId, correlationId].every(isName) &&
    (stepId === null || isName(stepId)) &&
    [seq, timestamp].every(Number.isSafeInteger) &&
    isObject(data)
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
