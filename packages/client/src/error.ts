/** The one error that calls end with. */
import type { ErrorDetails, ErrorStatus, Issue } from '@org/approval-core';
import { brand } from '@org/approval-internal/brand';

/** What is known about a failed call beside its status and message. */
export interface ErrorContext {
  /** What the engine added, such as `issues`. */
  readonly details?: ErrorDetails;
  /** HTTP status of the response; left out when there was none. */
  readonly httpStatus?: number;
  /** What the server's log has of the call. */
  readonly requestId?: string | null;
  /** ms */
  readonly retryAfterMs?: number | null;
  /** Whether what was asked for may have been done all the same; false by default. */
  readonly outcomeUnknown?: boolean;
  /** What the connection threw. */
  readonly cause?: unknown;
}

/**
 * What the engine refused, or why it could not be asked. `status` is one of contract section 14; without an answer
 * it is UNAVAILABLE, with an answer that is not the engine's own `message` says so.
 * @see docs/reference/contract.md#14-authentication-permissions-limits
 */
export class ApprovalClientError extends Error {
  static {
    brand(ApprovalClientError, '@org/approval-client:ApprovalClientError');
  }

  override readonly name = 'ApprovalClientError';
  /** What kind of error it is, one of the engine's own statuses. */
  readonly status: ErrorStatus;
  /** What the engine added, such as `issues`; empty when it added nothing. */
  readonly details: ErrorDetails;
  /** HTTP status of the response; null when there was none. */
  readonly httpStatus: number | null;
  /** What the server's log has of the call; null when there was no answer, or a browser may not read the header. */
  readonly requestId: string | null;
  /** How long the server asked to wait, in ms; null when it did not. */
  readonly retryAfterMs: number | null;
  /** True when what was asked for may have been done all the same: look before you ask again. */
  readonly outcomeUnknown: boolean;

  constructor(status: ErrorStatus, message: string, context: ErrorContext = {}) {
    super(message, 'cause' in context ? { cause: context.cause } : undefined);
    this.status = status;
    this.details = context.details ?? {};
    this.httpStatus = context.httpStatus ?? null;
    this.requestId = context.requestId ?? null;
    this.retryAfterMs = context.retryAfterMs ?? null;
    this.outcomeUnknown = context.outcomeUnknown ?? false;
  }

  /** Everything that is wrong with a definition or a request; empty for other errors. */
  get issues(): readonly Issue[] {
    return this.details.issues ?? [];
  }
}
