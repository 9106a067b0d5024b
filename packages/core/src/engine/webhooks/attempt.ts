/** One attempt through the host's transport: whatever it does, there is an outcome. */
import type { Logger } from '../../ports/logger.js';
import type { WebhookAttempt, WebhookOutcome, WebhookTransport } from '../../ports/webhooks.js';

export type FailedOutcome = WebhookOutcome & { readonly ok: false };

/** Nothing was sent, as far as is known. It counts all the same: what stays so must end as dead, and say why. */
export const failed = (error: string): FailedOutcome => ({ ok: false, status: null, error });

/**
 * A transport should not throw (`WebhookTransport.deliver`). One that does has made an attempt: left to be claimed again, its
 * delivery would hold its run's events back for ever. What it threw may quote a secret, and is the log's alone.
 */
export async function attemptBy(
  transport: WebhookTransport,
  attempt: WebhookAttempt,
  logger: Logger,
): Promise<WebhookOutcome> {
  try {
    const outcome: unknown = await transport.deliver(attempt);
    if (isOutcome(outcome)) return outcome;
    logger.error(
      'the webhook transport returned what is no WebhookOutcome; the attempt counts as failed',
      outcome,
    );
    return failed('the transport returned no outcome; see the log of the engine');
  } catch (error) {
    logger.error('the webhook transport threw; the attempt counts as failed', error);
    return failed('the transport threw; see the log of the engine');
  }
}

function isOutcome(given: unknown): given is WebhookOutcome {
  if (typeof given !== 'object' || given === null) return false;
  const { ok, status, error } = given as { readonly [K in 'ok' | 'status' | 'error']?: unknown };
  if (ok === true) return isStatus(status);
  return ok === false && (status === null || isStatus(status)) && typeof error === 'string';
}

const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && (status as number) >= 0 && (status as number) <= 999;
