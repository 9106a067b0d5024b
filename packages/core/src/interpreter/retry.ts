/** Retries of failed attempts. */
import type { RetryPolicy } from '../compile/compiled.js';
import type { JobKind } from './job.js';
import type { StepError, StepState } from './state.js';
import type { Transition } from './transition.js';

/** Delay in ms after the given failed attempt. */
export function retryDelay(retry: RetryPolicy, attempt: number): number {
  const interval = retry.initialIntervalMs * retry.backoffCoefficient ** (attempt - 1);
  return Math.round(Math.min(interval, retry.maximumIntervalMs));
}

interface NextAttempt {
  readonly error: StepError;
  readonly retry: RetryPolicy;
  /** Kind of the job that makes the attempts. */
  readonly kind: JobKind;
  readonly concurrencyKey?: string;
  /** Wait that the other side asks for. It never shortens the delay of the policy. */
  readonly atLeastMs?: number | null;
}

/** Schedules the next attempt of a step. Returns false after the last one. */
export function retryStep(transition: Transition, step: StepState, next: NextAttempt): boolean {
  const { error, retry, kind, concurrencyKey, atLeastMs } = next;
  if (step.attempt >= retry.maximumAttempts) return false;
  const attempt = step.attempt + 1;
  const asked = Math.min(atLeastMs ?? 0, retry.maximumIntervalMs);
  const retryAt = transition.now + Math.max(retryDelay(retry, step.attempt), asked);
  const { stepId } = step;
  transition.emit('step.retried', stepId, { attempt, error, retryAt });
  const key = concurrencyKey === undefined ? {} : { concurrencyKey };
  transition.schedule({ kind, stepId, dueAt: retryAt, attempt, ...key });
  return true;
}
