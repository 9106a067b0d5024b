/** Requests that wait (docs/reference/contract.md, section 18). */
import * as z from 'zod';
import { HOSTING_LIMITS } from '../../../definition/limits.js';
import { handleId } from '../../../definition/identifiers.js';
import { invalidField } from '../../../definition/issue.js';
import { invalidArgument } from '../../errors.js';
import { ms } from '../shared/duration-schema.js';
import { executionId } from '../shared/fields.js';

export type * from './wait-request.gen.js';

const until = z
  .union(
    [
      z.enum(['ended', 'waiting']),
      z.strictObject({
        stepId: handleId.describe('Id of the step; one that is not there yet is waited for.'),
      }),
    ],
    { error: 'give "ended", "waiting" or {"stepId": …}' },
  )
  .describe('Condition to wait for: the end of the execution, a waiting step, or the end of one step.');

export const waitExecution = z
  .strictObject({
    executionId,
    until,
    waitMs: z
      .int()
      .min(0)
      .max(HOSTING_LIMITS.waitMs)
      .optional()
      .describe(
        'Longest wait, in ms. Over HTTP 0 to 25,000, which is the default; in process unlimited by default.',
      ),
  })
  .meta({ id: 'WaitExecutionRequest', description: 'Execution to wait for, and the condition.' });

/** In process no connection stays open during the wait. */
export const waitInProcess = waitExecution.extend({ waitMs: ms(0, Number.MAX_SAFE_INTEGER).optional() });

interface Apart {
  readonly signal: AbortSignal | undefined;
  readonly data: unknown;
}

/**
 * Separates the signal, which is not JSON, from the rest. Without TypeScript a caller may pass
 * anything: the parser reports what cannot be separated.
 * @throws INVALID_ARGUMENT for an invalid signal.
 */
export function apartFromSignal(request: unknown): Apart {
  if (typeof request !== 'object' || request === null) return { signal: undefined, data: request };
  let apart: Apart | null;
  try {
    const { signal, ...data }: { readonly signal?: unknown } = request;
    apart = signal === undefined || isSignal(signal) ? { signal, data } : null;
  } catch {
    return { signal: undefined, data: request };
  }
  if (apart !== null) return apart;
  throw invalidArgument([invalidField('signal', 'must be an AbortSignal')]);
}

const isSignal = (it: unknown): it is AbortSignal =>
  typeof it === 'object' && it !== null && 'aborted' in it && typeof it.aborted === 'boolean';
