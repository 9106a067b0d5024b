/** Calls of nodes to the outside: requests to make, and their responses (contract section 2). */
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { CompiledAuth } from '../nodes/webhook/compile.js';

/** Way for a receiver to report the result of an async call. */
export interface CallbackAddress {
  readonly url: string;
  readonly token: string;
  readonly tokenHeader: string;
}

/** A rendered request of a webhook node. The worker adds secrets. */
export interface WebhookCall {
  readonly kind: 'webhook';
  /** Definition of the execution, so that the caller need not read the execution again. */
  readonly definitionUid: string;
  readonly definitionId: string;
  readonly definitionVersion: number;
  readonly nodeId: string;
  readonly attempt: number;
  readonly origin: string;
  readonly url: string;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** null for a request without a body. */
  readonly body: string | null;
  readonly auth: CompiledAuth;
  readonly timeoutMs: number;
  /** Response headers to keep, in lower case. */
  readonly keptHeaders: readonly string[];
}

/** A call for a worker to make. */
export type Call = WebhookCall;

/** Response of a receiver, within the limits and without secrets. */
export interface WebhookAnswer {
  readonly kind: 'webhook';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** null if the response is not JSON within the limits. */
  readonly json: JsonValue;
  readonly truncated: boolean;
  /** Wait that the receiver asks for, in ms; null without one. */
  readonly retryAfterMs: number | null;
}

/** Response to a call. */
export type CallAnswer = WebhookAnswer;

/** A call without a response. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** Result of a callback. */
export interface CalledBack {
  readonly status: 'completed' | 'failed';
  readonly output: JsonObject | null;
  readonly error: string | null;
}
