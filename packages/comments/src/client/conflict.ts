/** A refusal of the customer's side, told as what it is. */
import { AttemptError, ConflictError, ResolverError } from '../errors.js';
import { isConflict } from '../service/http-service.js';

/** The error itself, if it is of another kind. */
export function asCustomerConflict(error: unknown, annotationId: string): unknown {
  const cause = error instanceof ResolverError ? error.cause : undefined;
  if (!(cause instanceof AttemptError) || !isConflict(cause.conflict)) return error;
  return new ConflictError('customer', { ...cause.conflict, annotationId }, { cause: error });
}
