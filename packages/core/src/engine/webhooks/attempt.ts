/** One attempt through the host's transport, which always has an outcome. */
import type { Logger } from '../../ports/logger.js';
import type { WebhookAttempt, WebhookOutcome, WebhookTransport } from '../../ports/webhooks.js';

export type FailedOutcome = WebhookOutcome & { readonly ok: false };

/** Nothing was sent, but the attempt counts: a lasting fault must end as dead, with a reason. */
export const failed = (error: string): FailedOutcome => ({ ok: false, status: null, error });

/**
 * A transport should not throw (`WebhookTransport.deliver`). If it does, the attempt counts: a
 * delivery that is claimed again and again would hold up its run's events for ever. The error may
 * quote a secret, and goes to the log only.
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
      'the webhook transport returned an invalid WebhookOutcome; the attempt counts as failed',
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
