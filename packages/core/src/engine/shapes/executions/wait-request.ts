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
  .describe('What to wait for: the end of the run, a step that waits, or the end of one step.');

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
        'How long to wait at most, in ms. Over HTTP 0 to 25,000, which is the default; in process for ever by default.',
      ),
  })
  .meta({ id: 'WaitExecutionRequest', description: 'Which execution to wait for, and until what.' });

/** In process nobody holds a connection open for it. */
export const waitInProcess = waitExecution.extend({ waitMs: ms(0, Number.MAX_SAFE_INTEGER).optional() });

interface Apart {
  readonly signal: AbortSignal | undefined;
  readonly data: unknown;
}

/**
 * The signal, which is no JSON, apart from the rest. A caller without TypeScript may have given anything: the parser says what
 * is wrong with what cannot even be taken apart.
 * @throws INVALID_ARGUMENT for what is no signal.
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
