/** `engine.steps.completeDeferred`: not over HTTP, where callbacks use a token. */
import { fingerprintOf } from '../../scheduling/encoding.js';
import type { CompleteDeferredResult } from '../../shapes/results.js';
import { type CompleteDeferredRequest, completeDeferred } from '../../shapes/steps/requests.js';
import { type Operating, operate } from '../operation.js';
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
    const parsed = on.parser.parse(completeDeferred, request);
    const { executionId, stepId, status, output = null, error = null } = parsed;
    const fingerprint = fingerprintOf({ status, output, error });
    const command = { kind: 'complete-deferred', stepId, status, output, error, fingerprint } as const;
    await submit(on, executionId, command);
    return { completed: true, executionId, stepId };
  });
