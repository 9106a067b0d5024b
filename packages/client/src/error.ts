/** The error that all failed calls throw. */
import type { ErrorDetails, ErrorStatus, Issue } from '@org/approval-core';
import { brand } from '@org/approval-internal/brand';

/** Details of a failed call, in addition to its status and message. */
export interface ErrorContext {
  /** Details from the engine, such as `issues`. */
  readonly details?: ErrorDetails;
  /** HTTP status of the response; omitted without one. */
  readonly httpStatus?: number;
  /** Id of the request in the server's log. */
  readonly requestId?: string | null;
  /** ms */
  readonly retryAfterMs?: number | null;
  /** True if the operation may have been done anyway; false by default. */
  readonly outcomeUnknown?: boolean;
  /** Error of the connection. */
  readonly cause?: unknown;
}

/**
 * Error of a call: refused by the engine, or not answered. `status` is one of contract section 14;
 * without an answer it is UNAVAILABLE, and `message` says if an answer is not from the engine.
 * @see docs/reference/contract.md#14-authentication-permissions-limits
 */
export class ApprovalClientError extends Error {
  static {
    brand(ApprovalClientError, '@org/approval-client:ApprovalClientError');
  }

  override readonly name = 'ApprovalClientError';
  /** Status of the error, one of the engine's. */
  readonly status: ErrorStatus;
  /** Details from the engine, such as `issues`; empty without any. */
  readonly details: ErrorDetails;
  /** HTTP status of the response; null without one. */
  readonly httpStatus: number | null;
  /**
   * Id of the request in the server's log; null without an answer, or if a browser may not read the
   * header.
   */
  readonly requestId: string | null;
  /** Delay in ms that the server asked for; null if it did not. */
  readonly retryAfterMs: number | null;
  /** True if the operation may have been done anyway: check before you repeat it. */
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

  /** All faults of a definition or a request; empty for other errors. */
  get issues(): readonly Issue[] {
    return this.details.issues ?? [];
  }
}
