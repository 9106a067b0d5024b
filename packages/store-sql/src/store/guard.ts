/**
 * Errors of the store: transient ones stay as they are (UNAVAILABLE to callers), permanent ones
 * become refusals.
 */
import { ApprovalError } from '@org/approval-core';
import type { Driver } from '../sql/driver.js';

type Method = (...args: never[]) => Promise<unknown>;

/** Wraps the methods so that their errors say if a retry can help (see `ExecutionStore.commit`). */
export function guarded<S extends object>(store: S, driver: Pick<Driver, 'faultOf'>): S {
  const methods = Object.entries(store).map(([name, method]: [string, Method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw refusalOf(driver, error) ?? error;
      }
    },
  ]);
  return Object.fromEntries(methods) as S;
}

/** null: the error is transient. */
function refusalOf({ faultOf }: Pick<Driver, 'faultOf'>, error: unknown): ApprovalError | null {
  if (error instanceof ApprovalError) return error;
  const fault = faultOf(error);
  if (fault === 'too-large') {
    return new ApprovalError(
      'RESOURCE_EXHAUSTED',
      'the request is larger than the database accepts',
      {},
      error,
    );
  }
  if (fault !== 'other') return null;
  return new ApprovalError('INTERNAL', 'the database refused the request; retrying will not help', {}, error);
}
