/** Makes one attempt at delivering a webhook (contract section 12). Node only. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { Socket } from 'node:net';
import { type SecureContext, type SecureContextOptions, createSecureContext } from 'node:tls';
import { type Checks, callable, checkOptions, must, optional, timerMs } from '@org/approval-internal/options';
import { retryAfterMs } from './retry-after.js';
import { checkUrl } from '../address/check-url.js';
import { type Guard, guardedConnect } from '../address/connect.js';
import { type AddressPolicy, PUBLIC_ONLY } from '../address/policy.js';
import { type Timer, startDeadline, systemTimer } from './deadline.js';
import { areValidHeaders, drain, post, secured } from './exchange.js';
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

/**
 * Creates a sender. Each attempt resolves, checks and connects anew, and no connection is kept.
 * Deliveries to one receiver are seconds to days apart, so a kept connection would usually be dead
 * and fail the next delivery. The README lists the cost.
 * @throws TypeError when an option makes no sense.
 */
export function createSender(options: SenderOptions = {}): WebhookSender {
  checkOptions('createSender', options, OPTIONS);
  let context: SecureContext | undefined;
  // Loading the authorities takes a quarter of a handshake, and much more the first time.
  const secureContext = () =>
    (context ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    }));
  return (request) => attempt(request, options, secureContext);
}

async function attempt(
  request: SendRequest,
  options: SenderOptions,
  secureContext: () => SecureContext,
): Promise<SendResult> {
  const { policy = PUBLIC_ONLY, timer = systemTimer } = options;
  const timeoutMs = msOf(options.timeoutMs ?? TIMEOUT_MS);
  const checked = checkUrl(request.url, policy);
  if (!checked.ok) return { ok: false, error: { code: checked.code, message: checked.message } };
  if (!areValidHeaders(request.headers)) return { ok: false, error: INVALID_HEADERS };
  const { url, host } = checked;
  const deadline = startDeadline(timeoutMs, timer, request.signal);
  const { signal } = deadline;
  let stage: Stage = 'connect';
  let status: number | undefined;
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
    const answer = await post({ ...request, url }, socket, signal);
    status = answer.statusCode ?? 0;
    if (status < 200 || status > 299) {
      const waitMs = retryAfterMs(answer.headers['retry-after'], Date.now());
      return {
        ok: false,
        status,
        error: statusError(status),
        ...(waitMs !== null && { retryAfterMs: waitMs }),
      };
    }
    stage = 'body';
    await drain(answer, signal);
    return { ok: true, status };
  } catch (error) {
    const failed = { ok: false, ...(status !== undefined && { status }) } as const;
    const cause = deadline.cause();
    if (cause === 'timeout') return { ...failed, error: timedOut(stage, timeoutMs) };
    if (cause === 'aborted')
      return { ...failed, error: { code: 'aborted', message: 'the attempt was aborted' } };
    return { ...failed, error: errorAt(stage, error) };
  } finally {
    deadline.end();
    // No part of the exchange outlives it. Aborting its signal would work too, but creates an error
    // per listener.
    for (const socket of sockets) socket.destroy();
  }
}
