/** The one error that the engine throws. */
import { brand } from '@org/approval-internal/brand';
import { type Issue, issuesText } from '../definition/issue.js';
import type { Refusal } from '../interpreter/command.js';

/** Limit of stored error texts, in characters. */
export const ERROR_LENGTH = 500;

/**
 * Contract section 14; UNAVAILABLE and INTERNAL go beyond the source's list.
 * @see docs/reference/contract.md#14-authentication-permissions-limits
 */
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

/** Details of an error; the fields depend on the refusal. */
export interface ErrorDetails {
  /** Everything that is wrong with a definition or a request. */
  readonly issues?: readonly Issue[];
  readonly [key: string]: unknown;
}

/**
 * An error of the engine. `details` is plain JSON; `cause` is for the host's log and never leaves
 * the process.
 * @example
 * ```ts
 * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * try {
 *   await engine.executions.get({ executionId: 'nobody-knows-it' });
 * } catch (error) {
 *   if (!(error instanceof ApprovalError)) throw error;
 *   console.log(error.status); // → NOT_FOUND
 * }
 * await engine.stop();
 * ```
 */
export class ApprovalError extends Error {
  static {
    brand(ApprovalError, '@org/approval-core:ApprovalError');
  }

  override readonly name = 'ApprovalError';
  /** Status of the error; determines the HTTP status. */
  readonly status: ErrorStatus;
  /** Further details; empty by default. */
  readonly details: ErrorDetails;

  constructor(status: ErrorStatus, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.details = details;
  }
}

/** Marks the abort of a caller inside an operation: its reason is not a failure of the store. */
export class GivenUp extends Error {
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    super('the caller has given up');
    this.signal = signal;
  }
}

/** @throws GivenUp where the signal is aborted. */
export function refuseGivenUp(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new GivenUp(signal);
}

/** INVALID_ARGUMENT with everything that is wrong; the message carries the first code. */
export function invalidArgument(issues: readonly Issue[]): ApprovalError {
  return new ApprovalError('INVALID_ARGUMENT', issuesText(issues), { issues });
}

/** Creates a FAILED_PRECONDITION that programs distinguish by `details.code`. */
export const failedPrecondition = (
  code: string,
  message: string,
  details: ErrorDetails = {},
): ApprovalError => new ApprovalError('FAILED_PRECONDITION', message, { code, ...details });

/** Converts a refusal of the interpreter to an error for callers. */
export const refusalError = ({ status, message, details }: Refusal): ApprovalError =>
  new ApprovalError(status, message, details);

/** Converts a store's error to one for callers. */
export function unavailable(cause: unknown): ApprovalError {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError('UNAVAILABLE', 'the store did not respond; try again', {}, cause);
}

/** Converts an unexpected engine error to one for callers; a retry would not help. */
export function internal(cause: unknown): ApprovalError {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError(
    'INTERNAL',
    'the engine failed on this request; to try again will not help',
    {},
    cause,
  );
}

export const unknownExecution = (executionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `execution "${executionId}" does not exist`);
