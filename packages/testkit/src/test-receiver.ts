/** A receiver of webhooks without a network: records attempts, and responds as configured. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { createHmac } from 'node:crypto';
import type { ExternalEvent, WebhookTransport } from '@org/approval-core';
import type { InboundSignature, WebhookAttempt, WebhookOutcome } from '@org/approval-core/views';

/** A received attempt. */
export interface ReceivedAttempt extends Omit<WebhookAttempt, 'body' | 'signal'> {
  /** The event of the attempt. */
  readonly event: ExternalEvent;
}

/** A transport that records what it gets. */
export interface TestReceiver extends WebhookTransport {
  /** Attempts in the order of arrival. */
  readonly received: readonly ReceivedAttempt[];
  /** Sets the status of later responses; 200 by default. */
  respondWith(respond: (attempt: ReceivedAttempt) => number | Promise<number>): void;
}

/** Creates a receiver for the engine's option `webhooks.transport`. Any `https:` URL is allowed. */
export function createTestReceiver(): TestReceiver {
  const received: ReceivedAttempt[] = [];
  let respond: (attempt: ReceivedAttempt) => number | Promise<number> = () => 200;
  return {
    received,
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

function isHmac({ preset, algorithm = 'sha256', prefix = 'sha256=', ...request }: InboundSignature): boolean {
  const { header = preset === 'github' ? 'x-hub-signature-256' : 'x-svc-signature' } = request;
  const expected = prefix + createHmac(algorithm, request.secret).update(request.body).digest('hex');
  return request.headers[header.toLowerCase()] === expected;
}

const outcomeOf = (status: number): WebhookOutcome =>
  status >= 200 && status < 300
    ? { ok: true, status }
    : { ok: false, status, error: `the receiver responded ${status}` };
