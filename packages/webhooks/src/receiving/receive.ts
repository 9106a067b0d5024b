/**
 * Receives deliveries as plain values; adapters of the frameworks translate (contract sections 11
 * and 12).
 */
import type { Duration } from '@org/approval-internal/duration';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import {
  type Check,
  type Checks,
  callable,
  checkOptions,
  count,
  must,
  optional,
  pauseMs,
  withMethods,
} from '@org/approval-internal/options';
import { isList } from '@org/approval-internal/values';
import type { UnknownEvent, WebhookEvent } from '../event.js';
import { type SecretInput, secretTexts } from '../secret.js';
import type { HeaderSource } from '../signing/headers.js';
import { type Scheme, type Verified, verify } from '../signing/verify.js';
import { type Answer, type Outcome, OUTCOMES, answerOf } from './answer.js';
import { type SeenEvents, memorySeenEvents } from './seen-events.js';

/** Secrets and handlers of a receiver. */
export interface ReceiverOptions {
  /** Every secret that a sender may currently sign with. */
  readonly secrets: readonly SecretInput[];
  /**
   * Called once per event; when it throws or rejects, the sender retries. It should finish within
   * 10 s.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /**
   * Events of types that this version does not know; without it they are acknowledged and dropped.
   */
  readonly onUnknownEvent?: (event: UnknownEvent) => unknown;
  /**
   * Called with errors that the sender does not see: of handlers, of `seenEvents`, and of the
   * setup.
   */
  readonly onError?: (error: unknown, outcome: Outcome) => void;
  /** In memory by default; use a database with several processes, or to survive a restart. */
  readonly seenEvents?: SeenEvents;
  /** `standard` by default. */
  readonly scheme?: Scheme;
  /** Largest difference to the sender's clock, in ms; 300,000 by default. */
  readonly toleranceMs?: Duration;
  /** 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Clock, in ms since the epoch. */
  readonly now?: () => number;
}

/** The bytes, or the reason why they are missing. */
export type ReceivedBody = Uint8Array | 'too-large' | 'body-unreadable' | 'raw-body-unavailable';

/** A request as plain values. */
export interface Received {
  /** Method, in capitals. */
  readonly method: string;
  /** Headers; the case of names does not matter. */
  readonly headers: HeaderSource;
  /** The bytes, or the reason why they are missing. */
  readonly body: ReceivedBody;
}

/** Never rejects. */
export type Receive = (request: Received) => Promise<Answer>;

export const MAX_BODY_BYTES = 1_048_576;

/** Never quotes a secret. */
const secrets: Check = (value, name) => {
  if (!isList(value)) return [`${name} must be a list of secrets`];
  const known = secretTexts(value);
  return known.ok ? [] : [`${name}: ${known.fault}`];
};

const OPTIONS: Checks<ReceiverOptions> = {
  secrets,
  onEvent: callable,
  onUnknownEvent: optional(callable),
  onError: optional(callable),
  seenEvents: optional(withMethods('claim', 'confirm', 'release')),
  scheme: optional(must('"standard" or "svc"', (value) => value === 'standard' || value === 'svc')),
  toleranceMs: optional(pauseMs),
  maxBodyBytes: optional(count),
  now: optional(callable),
};

/**
 * Creates a receiver for any framework: takes a request, verifies it, calls `onEvent` once per
 * event, and returns the response.
 * @throws TypeError when an option makes no sense, or it could never verify anything.
 */
export function createReceiver(options: ReceiverOptions): Receive {
  checkOptions('webhook receiver', options, OPTIONS);
  const { seenEvents = memorySeenEvents(), now = Date.now } = options;
  const onError = guarded(options.onError ?? reportToConsole, saidOnConsole);
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;

  return async ({ method, headers, body }) => {
    if (method !== 'POST') return answerOf('method-not-allowed');
    if (body === 'raw-body-unavailable') onError(new Error(OUTCOMES[body].message), body);
    if (typeof body === 'string') return answerOf(body);
    if (body.length > maxBodyBytes) return answerOf('too-large');
    const verified = await verify({ headers, body }, { ...options, now: now() });
    if (!verified.ok) {
      const outcome = verified.reason === 'event-malformed' ? 'event-malformed' : 'unauthenticated';
      return answerOf(outcome, verified.reason);
    }
    // Not recorded as seen: a host that adds the handler later can have it sent again.
    if (!verified.known && options.onUnknownEvent === undefined) return answerOf('ignored');
    return answerOf(await handleOnce(verified, { ...options, seenEvents, onError }));
  };
}

const FAILED = Symbol('failed');

type Genuine = Extract<Verified, { ok: true }>;
type HandleOptions = ReceiverOptions & Required<Pick<ReceiverOptions, 'seenEvents' | 'onError'>>;

async function handleOnce(genuine: Genuine, options: HandleOptions): Promise<Outcome> {
  const { seenEvents, onError } = options;
  const { eventId } = genuine.event;
  const attempt = async <T>(work: () => Promise<T>, failed: Outcome): Promise<T | typeof FAILED> => {
    try {
      return await work();
    } catch (error) {
      onError(error, failed);
      return FAILED;
    }
  };
  const claim = await attempt(() => seenEvents.claim(eventId), 'seen-events-failed');
  if (claim === FAILED) return 'seen-events-failed';
  if (claim !== 'claimed') return claim === 'handled' ? 'duplicate' : 'in-progress';
  const handled = await attempt(async () => handOver(genuine, options), 'handler-failed');
  // A handled event stays handled, even if recording it fails: a retry would handle it again.
  const remember = () => (handled === FAILED ? seenEvents.release(eventId) : seenEvents.confirm(eventId));
  await attempt(remember, 'seen-events-failed');
  return handled === FAILED ? 'handler-failed' : 'handled';
}

const handOver = (genuine: Genuine, { onEvent, onUnknownEvent }: ReceiverOptions): unknown =>
  genuine.known ? onEvent(genuine.event) : onUnknownEvent?.(genuine.event);

const reportToConsole = (error: unknown, outcome: Outcome) =>
  console.error(`[approval] webhook receiver: ${outcome}`, error);
