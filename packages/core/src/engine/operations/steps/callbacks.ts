/** `engine.steps.completeDeferred`: not over HTTP, where callbacks use a token. */
import { fingerprintOf } from '../../scheduling/encoding.js';
import type { CompleteDeferredResult } from '../../shapes/results.js';
import { type CompleteDeferredRequest, completeDeferred } from '../../shapes/steps/requests.js';
import { type Operating, operate } from '../operation.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/** Operations on steps in process alone. */
export interface StepCallbacks {
  /**
   * Reports the result of an agent that returned `{deferred: true}`. A repeat returns the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not running, or was called back with
   * another result.
   */
  completeDeferred(request: CompleteDeferredRequest): Promise<CompleteDeferredResult>;
}

export const completeDeferredOn = (
  on: Submitting & Operating,
  request: CompleteDeferredRequest,
): Promise<CompleteDeferredResult> =>
  operate(on, async () => {
    const parsed = await addressed(on, on.parser.parse(completeDeferred, request));
    const { executionId, stepId, status, output = null } = parsed;
    const error = messageOf(parsed.error);
    const fingerprint = fingerprintOf({ status, output, error });
    const command = { kind: 'complete-deferred', stepId, status, output, error, fingerprint } as const;
    await submit(on, executionId, command);
    return { completed: true, executionId, stepId };
  });

/** Text of an error, with its code in front. */
function messageOf(error: CompleteDeferredRequest['error']): string | null {
  if (error === undefined || typeof error === 'string') return error ?? null;
  const { code, message } = error;
  return code === undefined ? message : `${code}: ${message}`;
}
