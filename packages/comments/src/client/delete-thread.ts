/**
 * The deletion of a thread at both sides. Loaded with the first one: most pages delete none. Where
 * a write may be between both sides, the service gets an announcement first. The field of such a
 * write is shown to no one, and the service refuses it from then on.
 */
import { ConflictError } from '../errors.js';
import type { CommentService, DeleteRequest } from '../service/port.js';
import type { Attempted } from './attempted.js';
import { type WritePorts, atCustomer, checkFirst, refuseAnew, withRevision } from './both-sides.js';
import { hidesComments, readContent, replaced } from './read-first.js';
import { asServiceError } from './service-error.js';
import type { Session } from './session.js';

export async function deleteBoth(ports: WritePorts, session: Session, attempted: Attempted): Promise<void> {
  const { write, base } = attempted;
  const { threads, user } = session;
  const { annotationId, event, writeId } = write;
  // The customer's side scopes by the organization, also of a thread that is gone.
  const { organizationId } = user;
  await readBeforeDelete(session, attempted);
  const condition = () => withRevision(threads.seeing.condition(base, 'service'));
  const metadata = { organizationId, ...(threads.confirmed(annotationId)?.metadata ?? attempted.metadata) };
  const { documentId } = metadata;
  const request = {
    ...{ organizationId, annotationId, event, writeId },
    ...(documentId !== undefined && { documentId }),
  };
  if (!threads.seeing.tells('customer'))
    await checkFirst(ports, session, write, { delete: { ...request, ...condition() } });
  const announced =
    // The writer was shown what the service had then, and nothing of what it has since.
    (base.customer ?? 0) > attempted.landed &&
    (await announceDeletion(ports.service, { ...request, ...condition() }, () =>
      refuseAnew(ports, session, write),
    ));
  await atCustomer(session, write, 'delete', metadata, {
    commentAnnotationId: annotationId,
    metadata,
    event,
    ...withRevision(threads.seeing.condition(base, 'customer')),
    writeId,
  });
  try {
    await asServiceError('delete', ports.service.delete({ ...request, ...(announced || condition()) }));
  } catch (error) {
    threads.loseContent(annotationId);
    throw error;
  }
  threads.settleDelete(write);
}

/**
 * Refuses the deletion of a thread that was not shown whole, when it was decided or now.
 *
 * @throws ResolverError, ConflictError
 */
async function readBeforeDelete(session: Session, { write, sawContent }: Attempted): Promise<void> {
  const { threads } = session;
  await readContent(session, write.annotationId);
  const { content = null } = threads.stored(write.annotationId) ?? {};
  // A side without words has nothing that the page failed to show.
  if ((!sawContent && content !== null) || hidesComments(threads, write.annotationId))
    throw replaced(threads, write, 'customer');
}

/** One answer may be lost; a service that is away holds up no deletion at the customer's side. */
const ATTEMPTS = 2;

/**
 * @param refuse throws what there is now
 * @returns the condition of the deletion; undefined when the service was not told
 */
async function announceDeletion(
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
