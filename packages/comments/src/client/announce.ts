/**
 * Tells the service that a thread is about to go, where a write may be between both sides: its
 * field is shown to no one, and the service refuses it from then on.
 */
import { ConflictError } from '../errors.js';
import type { CommentService, DeleteRequest } from '../service/port.js';

/** One answer may be lost; a service that is away holds up no deletion at the customer's side. */
const ATTEMPTS = 2;

/**
 * @param refuse throws what there is now
 * @returns the condition of the deletion; undefined when the service was not told
 */
export async function announceDeletion(
  service: CommentService,
  request: DeleteRequest,
  refuse: () => Promise<never>,
): Promise<{ readonly revision: number } | undefined> {
  for (let count = 0; count < ATTEMPTS; count += 1)
    try {
      const told = await service.announce?.(request);
      return told && { revision: told.revision };
    } catch (error) {
      if (error instanceof ConflictError) return refuse();
    }
  return undefined;
}
