/** Makes one attempt at delivering a webhook (contract section 12). Node only. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type SecureContext, type SecureContextOptions, createSecureContext } from 'node:tls';
import { type Checks, callable, checkOptions, must, optional, timerMs } from '@org/approval-internal/options';
import { retryAfterMs } from './retry-after.js';
import { checkUrl } from '../address/check-url.js';
import { type Guard, guardedConnect } from '../address/connect.js';
import { type AddressPolicy, PUBLIC_ONLY } from '../address/policy.js';
import { type Timer, startDeadline, systemTimer } from './deadline.js';
import { type HttpRequest, areValidHeaders, drain, requested, secured } from './exchange.js';
import { type SendError, type Stage, errorAt, statusError, timedOut } from './failure.js';

/** Request of one attempt. */
export interface SendRequest {
  /** URL of the receiver. */
  readonly url: string;
  /**
   * Headers from `deliveryHeaders`. The sender sets those of the connection (host, content-length,
   * …).
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal;
}

/** Result of an attempt; `status` where a response arrived. */
export type SendResult =
  | {
      /** Always true for an accepted delivery. */
      readonly ok: true;
      /** HTTP status of the response. */
      readonly status: number;
    }
  | {
      readonly ok: false;
      /** HTTP status of the response; left out when there was none. */
      readonly status?: number;
      /** Reason of the failure. */
      readonly error: SendError;
      /** Wait that the receiver asks for, in ms; left out without one. */
      readonly retryAfterMs?: number;
    };

/** Limits and settings of a sender. */
export interface SenderOptions extends Partial<Guard> {
  /** Allowed addresses; public unicast over https by default. */
  readonly policy?: AddressPolicy;
  /**
   * Deadline of the whole exchange: DNS, connecting, TLS, headers and body, in ms. 10,000 by
   * default.
   */
  readonly timeoutMs?: Duration;
  /** Certificate authorities that replace those of Node.js, as in `node:tls`. */
  readonly ca?: SecureContextOptions['ca'];
  /** Timer; the system's by default. */
  readonly timer?: Timer;
}

/** Options of the exchange, without those that restrict addresses. */
export const EXCHANGE_OPTIONS: Checks<Omit<SenderOptions, 'policy'>> = {
  resolver: optional(callable),
  dial: optional(callable),
  timeoutMs: optional(timerMs),
  // Node.js validates it.
  ca: () => [],
  timer: optional(callable),
};

const OPTIONS: Checks<SenderOptions> = {
  ...EXCHANGE_OPTIONS,
  policy: optional(must('what addressPolicy returns', isPolicy)),
};

function isPolicy(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'hosts' in value && 'cidrs' in value;
}

/** Sends one signed request: one connection, no redirects, a bounded response. */
export type WebhookSender = (request: SendRequest) => Promise<SendResult>;

const TIMEOUT_MS = 10_000;

const INVALID_HEADERS: SendError = { code: 'request-invalid', message: 'a header cannot be sent over HTTP' };

/** A request, and the signal that aborts it. */
interface Requested extends Omit<HttpRequest, 'url'> {
  readonly url: string;
  /** Maximum length of the URL; that of a receiver by default. */
  readonly maxUrlLength?: number;
  readonly signal?: AbortSignal;
}

/** Reads a response. `reading` is called before its body is read. */
type ReadResponse<T> = (answer: IncomingMessage, reading: () => AbortSignal) => Promise<T>;

type Exchanged<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: SendError };

/** Makes one request on its own connection, within a time in ms. */
export type Exchange = <T>(
  request: Requested,
  timeoutMs: number,
  read: ReadResponse<T>,
) => Promise<Exchanged<T>>;

/** Creates the exchange of a sender. No connection is kept. */
export function createExchange(options: SenderOptions): Exchange {
  let context: SecureContext | undefined;
  // Loading the authorities takes a quarter of a handshake, and much more the first time.
  const secureContext = () =>
    (context ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    }));
  return (request, timeoutMs, read) => exchanged(request, { options, timeoutMs, secureContext }, read);
}

/**
 * Creates a sender. Each attempt resolves, checks and connects anew, and no connection is kept.
 * Deliveries to one receiver are seconds to days apart, so a kept connection would usually be dead
 * and fail the next delivery. The README lists the cost.
 * @throws TypeError when an option makes no sense.
 */
export function createSender(options: SenderOptions = {}): WebhookSender {
  checkOptions('createSender', options, OPTIONS);
  const exchange = createExchange(options);
  const timeoutMs = msOf(options.timeoutMs ?? TIMEOUT_MS);
  return (request) => deliver(exchange, request, timeoutMs);
}

async function deliver(exchange: Exchange, request: SendRequest, timeoutMs: number): Promise<SendResult> {
  let status: number | undefined;
  const made = await exchange<SendResult>(request, timeoutMs, async (answer, reading) => {
    status = answer.statusCode ?? 0;
    if (status < 200 || status > 299) {
      const waitMs = retryAfterMs(answer.headers['retry-after'], Date.now());
      const asked = waitMs === null ? {} : { retryAfterMs: waitMs };
      return { ok: false, status, error: statusError(status), ...asked };
    }
    await drain(answer, reading());
    return { ok: true, status };
  });
  if (made.ok) return made.value;
  return { ok: false, ...(status !== undefined && { status }), error: made.error };
}

interface Exchanging {
  readonly options: SenderOptions;
  readonly timeoutMs: number;
  readonly secureContext: () => SecureContext;
}

async function exchanged<T>(
  request: Requested,
  { options, timeoutMs, secureContext }: Exchanging,
  read: ReadResponse<T>,
): Promise<Exchanged<T>> {
  const { policy = PUBLIC_ONLY, timer = systemTimer } = options;
  const checked = checkUrl(request.url, policy, request.maxUrlLength);
  if (!checked.ok) return { ok: false, error: { code: checked.code, message: checked.message } };
  if (!areValidHeaders(request.headers)) return { ok: false, error: INVALID_HEADERS };
  const { url, host } = checked;
  const deadline = startDeadline(timeoutMs, timer, request.signal);
  const { signal } = deadline;
  let stage: Stage = 'connect';
  const sockets: Socket[] = [];
  try {
    signal.throwIfAborted();
    const isSecure = url.protocol === 'https:';
    const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
    let socket = await guardedConnect({ host, port }, { ...options, policy }, signal);
    sockets.push(socket);
    if (isSecure) {
      stage = 'tls';
      socket = await secured(socket, host, secureContext(), signal);
      sockets.push(socket);
    }
    stage = 'answer';
    const answer = await requested({ ...request, url }, socket, signal);
    const value = await read(answer, () => {
      stage = 'body';
      return signal;
    });
    return { ok: true, value };
  } catch (error) {
    const cause = deadline.cause();
    if (cause === 'timeout') return { ok: false, error: timedOut(stage, timeoutMs) };
    if (cause === 'aborted')
      return { ok: false, error: { code: 'aborted', message: 'the attempt was aborted' } };
    return { ok: false, error: errorAt(stage, error) };
  } finally {
    deadline.end();
    // No part of the exchange outlives it. Aborting its signal would work too, but creates an error
    // per listener.
    for (const socket of sockets) socket.destroy();
  }
}
