/** Effects of the calls of a webhook step. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import { storableText } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { CallAnswer, CallFailure, WebhookAnswer, WebhookCall } from '../../interpreter/calls.js';
import { succeeded } from '../../interpreter/command.js';
import { completeStep, failStep } from '../../interpreter/ending.js';
import { retryStep } from '../../interpreter/retry.js';
import type { StepError, StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import { withoutDecision } from '../agent/run-output.js';
import type { CalledBackBy, NodeCalls, TakenCallback } from '../run-kind.js';
import { tooLargeError } from '../run-templates.js';
import type { CompiledRequest } from './compile.js';
import { answerOutput, callbackOutput, isSuccess, namedOutput } from './run-output.js';
import { RequestInvalid, renderRequest } from './run-request.js';

/** Codes that are tried again, unless they are success codes. */
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429]);
const isRetried = (status: number): boolean => RETRIED.has(status) || status >= 500;

export const webhookCalls: NodeCalls<CompiledWebhookNode> = {
  begin(transition, step, { request }, callback) {
    if (request === undefined) throw new Error(`node ${step.nodeId} has no request`);
    if (request.isAsync && callback === null) {
      failStep(transition, step, NO_CALLBACKS);
      return null;
    }
    const rendered = tryRender(() =>
      renderRequest(transition, step, request, request.isAsync ? callback : null),
    );
    if ('kind' in rendered) return rendered;
    failStep(transition, step, rendered);
    return null;
  },
  maxRuntimeMs: ({ request }) => request?.maxRuntimeMs ?? null,
  returned(transition, step, { request }, answer) {
    if (request === undefined) throw new Error(`node ${step.nodeId} has no request`);
    takeAnswer(transition, step, request, answer);
  },
  failed(transition, step, { request }, failure) {
    if (request === undefined) throw new Error(`node ${step.nodeId} has no request`);
    takeFailure(transition, step, request, failure);
  },
};

const NO_CALLBACKS: StepError = {
  code: 'webhook-not-configured',
  message:
    'the engine cannot be called back; give createApprovalEngine `webhooks.callbackUrl`, and `secretKeys` with a durable store',
};

/** Renders a request, or returns the error that fails the step. */
function tryRender(render: () => WebhookCall): WebhookCall | StepError {
  try {
    return render();
  } catch (error) {
    if (error instanceof RequestInvalid) {
      return { code: 'webhook-request-invalid', message: error.message };
    }
    const tooLarge = tooLargeError(error);
    if (tooLarge === null) throw error;
    return tooLarge;
  }
}

function takeAnswer(
  transition: Transition,
  step: StepState,
  request: CompiledRequest,
  answer: CallAnswer,
): void {
  if (answer.kind !== 'webhook') throw new Error(`a ${answer.kind} answer for step ${step.stepId}`);
  const { status, retryAfterMs } = answer;
  const base = answerOutput(step, answer, transition.now);
  const named = namedOutput(request, answer);
  const output = { ...base, ...named };
  if (!isSuccess(request, status)) {
    const error = errorOf(status);
    transition.emit('step.resumed', step.stepId, { output });
    if (!isRetried(status) || !retried(transition, step, request, error, retryAfterMs)) {
      failStep(transition, transition.step(step.stepId), error);
    }
    return;
  }
  const fault = namedFault(named) ?? emptyFault(request, answer);
  if (fault !== null) {
    transition.emit('step.resumed', step.stepId, { output });
    failStep(transition, transition.step(step.stepId), fault);
    return;
  }
  // The callback completes an async step.
  if (request.isAsync) transition.emit('step.resumed', step.stepId, { output });
  else completeStep(transition, step, output, {});
}

const errorOf = (status: number): StepError => ({
  code: isRetried(status) ? 'webhook-unavailable' : 'webhook-rejected',
  message: `the receiver responded ${status}`,
});

const namedFault = (named: object | null): StepError | null =>
  named === null
    ? {
        code: 'webhook-output-too-large',
        message: `the fields that \`output\` names have more than ${LIMITS.outputBytes} bytes; name less of the response`,
      }
    : null;

const emptyFault = ({ requireNonEmptyOutput }: CompiledRequest, { text }: WebhookAnswer): StepError | null =>
  requireNonEmptyOutput && text === ''
    ? { code: 'webhook-response-empty', message: 'the response has no body, and the node requires one' }
    : null;

function takeFailure(
  transition: Transition,
  step: StepState,
  request: CompiledRequest,
  { code, message, retryable }: CallFailure,
): void {
  const error = { code, message };
  transition.emit('step.resumed', step.stepId, { output: answerOutput(step, null, transition.now) });
  if (retryable && retried(transition, step, request, error)) return;
  failStep(transition, transition.step(step.stepId), error);
}

const retried = (
  transition: Transition,
  step: StepState,
  { retry, origin }: CompiledRequest,
  error: StepError,
  atLeastMs: number | null = null,
): boolean => retryStep(transition, step, { error, retry, kind: 'call', concurrencyKey: origin, atLeastMs });

/** Ends an async step by a callback. */
export function takeCallback(
  transition: Transition,
  step: StepState,
  { request }: CompiledWebhookNode,
  { status, output, error, fingerprint }: CalledBackBy,
): TakenCallback {
  if (request?.isAsync !== true) return 'unexpected';
  const whole = callbackOutput(step, withoutDecision(output), transition.now);
  transition.emit('step.called-back', step.stepId, { fingerprint });
  if (status === 'completed') {
    completeStep(transition, step, whole, {});
  } else {
    const message = error ?? 'the callback reported a failure';
    transition.emit('step.resumed', step.stepId, { output: whole });
    failStep(transition, transition.step(step.stepId), {
      code: 'webhook-callback-failed',
      message: storableText(message, LIMITS.errorMessageLength),
    });
  }
  return succeeded(null);
}
