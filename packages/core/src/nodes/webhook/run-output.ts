/** The output of a webhook step. */
import { type JsonObject, type JsonValue, EMPTY_OBJECT } from '../../definition/json.js';
import { jsonBytes } from '../../definition/bytes.js';
import { LIMITS } from '../../definition/limits.js';
import { readPath } from '../../expression/variable.js';
import type { WebhookAnswer } from '../../interpreter/calls.js';
import type { StepState } from '../../interpreter/state.js';
import type { CompiledRequest } from './compile.js';

/** Output after a response, without the fields that `output` names. */
export const answerOutput = (step: StepState, answer: WebhookAnswer | null, now: number): JsonObject => ({
  httpStatus: answer?.status ?? null,
  responseHeaders: answer?.headers ?? EMPTY_OBJECT,
  responseText: answer?.text ?? '',
  responseJson: answer?.json ?? null,
  responseTruncated: answer?.truncated ?? false,
  attempts: step.attempt,
  durationMs: now - (step.startedAt ?? now),
});

/** Fields that `output` names; null if they are too large together. */
export function namedOutput({ output }: CompiledRequest, answer: WebhookAnswer): JsonObject | null {
  const { status, headers, text, json } = answer;
  const source = { response: { status, headers, text, json } };
  const named: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(output).map(([name, path]) => [name, readPath(source, path.split('.')) as JsonValue]),
  );
  return jsonBytes(named) <= LIMITS.outputBytes ? named : null;
}

/** Output of a step that a callback completes. */
export const callbackOutput = (step: StepState, output: JsonObject, now: number): JsonObject => ({
  ...output,
  httpStatus: step.output?.['httpStatus'] ?? null,
  attempts: step.attempt,
  durationMs: now - (step.startedAt ?? now),
});

/** True for a status that completes a sync step, and lets an async one wait for its callback. */
export const isSuccess = ({ successCodes }: CompiledRequest, status: number): boolean =>
  successCodes === null ? status >= 200 && status <= 299 : successCodes.includes(status);

/** True if the receiver of an async step has accepted its request. */
export function isAccepted(request: CompiledRequest, output: JsonObject | null): boolean {
  const status = output?.['httpStatus'];
  return request.isAsync && typeof status === 'number' && isSuccess(request, status);
}
