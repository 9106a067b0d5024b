/** Every response of a receiver, in one table. The README shows it. */
import type { VerifyReason } from '../signing/failure.js';

/** A response as a plain value. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, as JSON. */
  readonly body: string;
}

/**
 * Outcome of a delivery. 2xx ends it; the sender retries everything else (contract section 12).
 * @see docs/reference/contract.md#12-outbound-webhooks
 */
export type Outcome =
  | 'handled'
  /** Handled by an earlier delivery. */
  | 'duplicate'
  /** A type of a newer engine, without a handler. */
  | 'ignored'
  | 'event-malformed'
  | 'unauthenticated'
  | 'method-not-allowed'
  | 'in-progress'
  | 'too-large'
  | 'body-unreadable'
  | 'handler-failed'
  | 'raw-body-unavailable'
  | 'seen-events-failed';

interface Row {
  readonly http: number;
  /** Status of the contract's error table; null for success. */
  readonly status: string | null;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Response to each outcome of a request. */
export const OUTCOMES: Readonly<Record<Outcome, Row>> = {
  handled: { http: 200, status: null, message: '' },
  duplicate: { http: 200, status: null, message: '' },
  ignored: { http: 200, status: null, message: '' },
  'event-malformed': { http: 400, status: 'INVALID_ARGUMENT', message: 'the body is not an event' },
  'body-unreadable': { http: 400, status: 'INVALID_ARGUMENT', message: 'the body could not be read' },
  unauthenticated: { http: 401, status: 'UNAUTHENTICATED', message: 'the delivery could not be verified' },
  'method-not-allowed': {
    http: 405,
    status: 'NOT_FOUND',
    message: 'deliveries are sent with POST',
    headers: { allow: 'POST' },
  },
  'in-progress': {
    http: 409,
    status: 'FAILED_PRECONDITION',
    message: 'an earlier delivery of this event is still being handled',
  },
  'too-large': { http: 413, status: 'INVALID_ARGUMENT', message: 'the body is too large' },
  'handler-failed': { http: 500, status: 'INTERNAL', message: 'the event could not be handled' },
  'raw-body-unavailable': {
    http: 500,
    status: 'INTERNAL',
    message: 'the receiver is not set up: its body was already read; mount it before body parsers',
  },
  'seen-events-failed': {
    http: 503,
    status: 'UNAVAILABLE',
    message: 'the record of handled events could not be read',
  },
};

/** `{received: true, outcome}`, or the contract's error envelope with `details.reason`. */
export function answerOf(outcome: Outcome, reason: VerifyReason | Outcome = outcome): Answer {
  const { http, status, message, headers } = OUTCOMES[outcome];
  const body =
    status === null ? { received: true, outcome } : { error: { status, message, details: { reason } } };
  return {
    status: http,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
