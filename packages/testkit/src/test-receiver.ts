/** A receiver of webhooks without a network: keeps what it gets, and answers as a test says. */
import { createHmac } from 'node:crypto';
import type { ExternalEvent, WebhookAttempt, WebhookOutcome, WebhookTransport } from '@org/approval-core';

export interface ReceivedAttempt extends Omit<WebhookAttempt, 'body' | 'signal'> {
  readonly event: ExternalEvent;
}

export interface TestReceiver extends WebhookTransport {
  /** In the order in which they came. */
  readonly received: readonly ReceivedAttempt[];
  /** Answers from now on; 200 by default. */
  answerWith(answer: (attempt: ReceivedAttempt) => number | Promise<number>): void;
}

/** For the engine's option `webhooks.transport`. Any `https:` URL is one that may be sent to. */
export function createTestReceiver(): TestReceiver {
  const received: ReceivedAttempt[] = [];
  let answer: (attempt: ReceivedAttempt) => number | Promise<number> = () => 200;
  return {
    received,
    answerWith(next) {
      answer = next;
    },
    checkUrl: (url) => (/^https:\/\//.test(url) && URL.canParse(url) ? null : 'must be an https: URL'),
    async deliver({ body, signal: _, ...attempt }) {
      const event = JSON.parse(new TextDecoder().decode(body)) as ExternalEvent;
      const got = { ...attempt, event };
      received.push(got);
      return outcomeOf(await answer(got));
    },
    verifySignature({ header = 'x-svc-signature', algorithm = 'sha256', prefix = 'sha256=', ...request }) {
      const expected = prefix + createHmac(algorithm, request.secret).update(request.body).digest('hex');
      return Promise.resolve(request.headers[header.toLowerCase()] === expected);
    },
  };
}

const outcomeOf = (status: number): WebhookOutcome =>
  status >= 200 && status < 300
    ? { ok: true, status }
    : { ok: false, status, error: `the receiver answered ${status}` };
