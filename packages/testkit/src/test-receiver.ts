/** A receiver of webhooks without a network: records attempts, and responds as configured. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { createHmac } from 'node:crypto';
import type { ExternalEvent, WebhookTransport } from '@org/approval-core';
import type {
  CallOutcome,
  CallRequest,
  InboundSignature,
  WebhookAttempt,
  WebhookOutcome,
} from '@org/approval-core/views';

/** A received attempt. */
export interface ReceivedAttempt extends Omit<WebhookAttempt, 'body' | 'signal'> {
  /** The event of the attempt. */
  readonly event: ExternalEvent;
}

/** A received request of a webhook node. */
export interface ReceivedCall extends Omit<CallRequest, 'body'> {
  /** Body of the request as text; empty without one. */
  readonly text: string;
}

/** Response to a request of a webhook node; a number is its status. */
export type TestResponse =
  | number
  | {
      /** Status; 200 by default. */
      readonly status?: number;
      /** Headers by name in lower case. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Body, sent as JSON. */
      readonly json?: unknown;
      /** Wait in ms that the receiver asks for. */
      readonly retryAfterMs?: number;
    };

/** A transport that records what it gets. */
export interface TestReceiver extends WebhookTransport {
  /** Attempts in the order of arrival. */
  readonly received: readonly ReceivedAttempt[];
  /** Requests of webhook nodes in the order of arrival. */
  readonly calls: readonly ReceivedCall[];
  /**
   * Sets the responses to later requests of webhook nodes; status 200 by default. null: no
   * response.
   */
  respondToCalls(respond: (call: ReceivedCall) => TestResponse | null | Promise<TestResponse | null>): void;
  /** Sets the status of later responses; 200 by default. */
  respondWith(respond: (attempt: ReceivedAttempt) => number | Promise<number>): void;
}

/** Creates a receiver for the engine's option `webhooks.transport`. Any `https:` URL is allowed. */
export function createTestReceiver(): TestReceiver {
  const received: ReceivedAttempt[] = [];
  let respond: (attempt: ReceivedAttempt) => number | Promise<number> = () => 200;
  const calls: ReceivedCall[] = [];
  let respondToCall: Parameters<TestReceiver['respondToCalls']>[0] = () => 200;
  return {
    received,
    calls,
    respondToCalls(next) {
      respondToCall = next;
    },
    async call({ body, ...request }) {
      const call = { ...request, text: new TextDecoder().decode(body ?? new Uint8Array()) };
      calls.push(call);
      return callOutcome(await respondToCall(call));
    },
    respondWith(next) {
      respond = next;
    },
    checkUrl: (url) => (/^https:\/\//.test(url) && parseUrl(url) !== null ? null : 'must be an https: URL'),
    async deliver({ body, signal: _, ...attempt }) {
      const event = JSON.parse(new TextDecoder().decode(body)) as ExternalEvent;
      const got = { ...attempt, event };
      received.push(got);
      return outcomeOf(await respond(got));
    },
    verifySignature(request) {
      return Promise.resolve(request.preset === 'svc' ? isStandard(request) : isHmac(request));
    },
  };
}

const TOLERANCE_MS = 300_000;

/** The Standard Webhooks trio: id, time and body under one signature. */
function isStandard({ headers, body, secret, now }: InboundSignature): boolean {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (it) => headers[it],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string') return false;
  if (!(Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS)) return false;
  const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return given === `v1,${digest}`;
}

/** Header, algorithm and prefix of the senders whose signatures are of the body alone. */
const SENDERS = {
  github: { header: 'x-hub-signature-256', algorithm: 'sha256', prefix: 'sha256=' },
  vercel: { header: 'x-vercel-signature', algorithm: 'sha1', prefix: '' },
  custom: { header: 'x-svc-signature', algorithm: 'sha256', prefix: 'sha256=' },
} as const;

function isHmac({ preset, ...request }: InboundSignature): boolean {
  const sender = SENDERS[preset === 'svc' ? 'custom' : preset];
  const { header = sender.header, algorithm = sender.algorithm } = request;
  const ownPrefix = algorithm === 'sha1' || request.encoding !== undefined ? '' : sender.prefix;
  const { prefix = ownPrefix } = request;
  const expected =
    prefix +
    createHmac(algorithm, request.secret)
      .update(request.body)
      .digest(request.encoding ?? 'hex');
  return request.headers[header.toLowerCase()] === expected;
}

function callOutcome(response: TestResponse | null): CallOutcome {
  if (response === null) return { ok: false, reason: 'unavailable', error: 'the receiver did not respond' };
  if (typeof response === 'number') return callOutcome({ status: response });
  const { status = 200, headers = {}, json, retryAfterMs } = response;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  return {
    ok: true,
    status,
    headers: { ...type, ...headers },
    body: new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json)),
    truncated: false,
    retryAfterMs,
  };
}

const outcomeOf = (status: number): WebhookOutcome =>
  status >= 200 && status < 300
    ? { ok: true, status }
    : { ok: false, status, error: `the receiver responded ${status}` };
