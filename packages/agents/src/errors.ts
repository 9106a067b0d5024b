/** The refusals of the gate. */
import { ApprovalError, type ErrorDetails, type Issue } from '@org/approval-core';

/** INVALID_ARGUMENT about one field; `code` goes into `details.code`. */
export function invalid(path: string, message: string, code?: string): ApprovalError {
  const issue: Issue = { code: 'invalid-field', message, path };
  const details: ErrorDetails = { issues: [issue], ...(code !== undefined && { code }) };
  return new ApprovalError('INVALID_ARGUMENT', `${code ?? issue.code} at ${path}: ${message}`, details);
}

/** FAILED_PRECONDITION with its code. */
export const refused = (code: string, message: string, details: ErrorDetails = {}): ApprovalError =>
  new ApprovalError('FAILED_PRECONDITION', message, { code, ...details });

export const denied = (message: string): ApprovalError => new ApprovalError('PERMISSION_DENIED', message);

export const unknownPermit = (permitId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `permit "${permitId}" does not exist`);

export const unknownGrant = (grantId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `standing grant "${grantId}" does not exist`);

/** Wraps an unexpected error as UNAVAILABLE for callers. */
export function unavailable(cause: unknown): ApprovalError {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError('UNAVAILABLE', 'the permit store did not respond; try again', {}, cause);
}
