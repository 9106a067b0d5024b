/** Turns a refusal of the customer's side into a ConflictError. */
import { AttemptError, ConflictError, ResolverError } from '../errors.js';
import { isConflict } from '../service/http-service.js';

/** Returns the ConflictError; an error of another kind is returned as it is. */
export function asCustomerConflict(error: unknown, annotationId: string): unknown {
  const cause = error instanceof ResolverError ? error.cause : undefined;
  if (!(cause instanceof AttemptError) || !isConflict(cause.conflict)) return error;
  return new ConflictError('customer', { ...cause.conflict, annotationId }, { cause: error });
}
