/** Turns errors of a service of the host into a ServiceError. */
import { ConflictError, ServiceError } from '../errors.js';

export async function asServiceError<Result>(
  operation: ServiceError['operation'],
  call: Promise<Result>,
): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    throw cause instanceof ServiceError || cause instanceof ConflictError
      ? cause
      : new ServiceError(operation, null, { cause });
  }
}
