/** The one error that the engine throws. */
import type { Issue } from '../definition/issue.js';

/** Contract section 14; UNAVAILABLE and INTERNAL go beyond the source's list. */
export type ErrorStatus =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'FAILED_PRECONDITION'
  | 'RESOURCE_EXHAUSTED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

export interface ErrorDetails {
  /** Everything that is wrong with a definition or a request. */
  readonly issues?: readonly Issue[];
  readonly [key: string]: unknown;
}

/** `details` is plain JSON; `cause`, where there is one, is for the host's log and never leaves the process. */
export class ApprovalError extends Error {
  override readonly name = 'ApprovalError';
  readonly status: ErrorStatus;
  readonly details: ErrorDetails;

  constructor(status: ErrorStatus, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.details = details;
  }
}

/** INVALID_ARGUMENT with everything that is wrong; the message carries the first code. */
export function invalidArgument(issues: readonly Issue[]): ApprovalError {
  const [first] = issues;
  const where = first?.path ? ` at ${first.path}` : '';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const message = first === undefined ? 'invalid argument' : `${first.code}${where}: ${first.message}${more}`;
  return new ApprovalError('INVALID_ARGUMENT', message, { issues });
}

/** What the store threw, as callers see it. */
export function unavailable(cause: unknown): ApprovalError {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError('UNAVAILABLE', 'the store did not answer; try again', {}, cause);
}
