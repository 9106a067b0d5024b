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

/** Recipient of a message: a user of the host, or an address that the channel knows. */
export type MessageRecipient =
  | {
      /** User id; the host knows the address. */
      readonly userId: string;
      /** Cause: named by the node, or a part in the execution. */
      readonly reason: 'named' | 'reviewer' | 'decider' | 'initiator' | 'contributor';
    }
  | {
      /** Address, as of a mailbox or a room. */
      readonly address: string;
    };

/** Body of a message, as the node has it: exactly one of the four. */
export type MessageBody =
  | {
      /** Plain text. */
      readonly text: string;
    }
  | {
      /** HTML whose values are escaped. */
      readonly html: string;
    }
  | {
      /** Slack blocks, or a whole Slack message, whose values are escaped. */
      readonly slack: JsonValue;
    }
  | {
      /** JSON for the channel; nothing in it is escaped. */
      readonly json: JsonValue;
    };

/** Message of a notification node to its channel. */
export interface NotificationMessage {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly definitionId: string;
  readonly stepId: string;
  readonly nodeId: string;
  /** Attempt number from 1; a call that died with its worker is repeated with the same number. */
  readonly attempt: number;
  /** Same for every attempt of a step: pass it to effects that must not happen twice. */
  readonly idempotencyKey: string;
  /** Name of the channel. */
  readonly channel: string;
  /** Recipients, each once; empty if the node names none. */
  readonly to: readonly MessageRecipient[];
  /** Subject, one line; null without one. */
  readonly subject: string | null;
  /** Body, as the node has it. */
  readonly body: MessageBody;
  /** Further JSON for the channel; null without any. */
  readonly data: JsonValue;
}

/** A rendered message of a notification node, for its channel. */
export interface NotificationCall {
  readonly kind: 'notification';
  readonly nodeId: string;
  readonly attempt: number;
  readonly message: NotificationMessage;
}

/** A call for a worker to make. */
export type Call = WebhookCall | NotificationCall;

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

/** Response of a channel. */
export interface NotificationAnswer {
  readonly kind: 'notification';
  /** Number of recipients of the message. */
  readonly recipients: number;
  /** Number of recipients that the channel did not take. */
  readonly refused: number;
  /** Reference of the channel for the message; null without one. */
  readonly reference: string | null;
}

/** Response to a call. */
export type CallAnswer = WebhookAnswer | NotificationAnswer;

/** A call without a response. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** Wait that the other side asks for, in ms; absent or null without one. */
  readonly retryAfterMs?: number | null;
  /** Number of recipients of the message that was not delivered; absent for other calls. */
  readonly recipients?: number;
}

/** Result of a callback. */
export interface CalledBack {
  readonly status: 'completed' | 'failed';
  readonly output: JsonObject | null;
  readonly error: string | null;
}
