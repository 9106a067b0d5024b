/** One write at both sides: the customer's first, and the service when that has succeeded. */
import { type Metadata, isObject } from '../record.js';
import type { ResolverResponse } from '../provider/config.js';
import { marksOf } from '../content/marks.js';
import { ConflictError } from '../errors.js';
import type { CheckRequest, CommentService, Written } from '../service/port.js';
import type { Write } from './changes.js';
import { asCustomerConflict } from './conflict.js';
import { type Parts, partsOf } from './parts.js';
import { differing, partOf, readContent, readFirst, replaced } from './read-first.js';
import { type Side, isDelete } from './seeing.js';
import { asServiceError } from './service-error.js';
import type { Session } from './session.js';
import type { Attempted } from './attempted.js';

export interface WritePorts {
  readonly service: CommentService;
  /** Reads the documents of `setDocuments` again. */
  readonly read: (session: Session) => Promise<void>;
}

export async function saveBoth(ports: WritePorts, session: Session, attempted: Attempted): Promise<void> {
  const { write, base } = attempted;
  const { annotationId } = write;
  const { threads, user } = session;
  const { organizationId } = user;
  await readFirst(session, attempted);
  const parts = partsOf(session, write);
  const { metadata } = parts;
  const request = {
    ...parts.service,
    organizationId,
    ...conditionOf(session, attempted, 'service', parts),
    writeId: write.writeId,
    ...marksFor(session, parts),
  };
  if (isToCheck(session, write, parts)) await checkFirst(ports, session, write, { save: request });
  const saved = await atCustomer(session, write, 'save', metadata, {
    ...parts.customer,
    metadata,
    ...conditionOf(session, attempted, 'customer', parts),
    writeId: write.writeId,
  });
  const written = writtenIn(saved, annotationId);
  const isCustomerBehind = written !== null && isBehind(written, base.customer);
  if (written) threads.seeing.wrote(write, 'customer', written);
  else threads.seeing.answered('customer', false);
  const service = await asServiceError(
    'save',
    // A read meanwhile may have shown if the customer's side counts revisions.
    ports.service.save({
      ...request,
      ...conditionOf(session, attempted, 'service', parts),
      ...(written !== null && { customerRevision: written.revision }),
    }),
  );
  const isServiceBehind = isBehind(service, base.service);
  threads.seeing.wrote(write, 'service', service);
  threads.settle(write, parts, { service, isServiceBehind, isCustomerBehind });
  if (isServiceBehind || isCustomerBehind)
    await confirm(ports, session, write, isCustomerBehind ? 'customer' : 'service');
}

/**
 * A side that counts revisions refuses stale writes by itself, and only that side knows of its
 * fields.
 */
const marksFor = ({ threads }: Session, { contentFields }: Parts) =>
  threads.seeing.tells('customer') || contentFields.length === 0
    ? {}
    : { contentMarks: marksOf(contentFields) };

/**
 * True when only the service can find that the write is stale. An add of a comment replaces
 * nothing.
 */
const isToCheck = ({ threads }: Session, write: Write, { contentFields }: Parts): boolean =>
  !threads.seeing.tells('customer') &&
  write.event !== 'comment.add' &&
  (contentFields.length > 0 || isDelete(write));

/**
 * Asks the service before a write to a customer's side that counts no revisions. Does not wait for
 * a service that does not answer: the customer's side comes first.
 *
 * @throws ConflictError with the current content
 */
export async function checkFirst(
  ports: WritePorts,
  session: Session,
  write: Write,
  request: CheckRequest,
): Promise<void> {
  try {
    await ports.service.check?.(request);
  } catch (error) {
    if (error instanceof ConflictError) await refuseAnew(ports, session, write);
  }
}

/** @throws ConflictError with the current content */
export async function refuseAnew(ports: WritePorts, session: Session, write: Write): Promise<never> {
  const { threads } = session;
  threads.forgetContent(write.annotationId);
  await ports.read(session);
  await readContent(session, write.annotationId);
  throw replaced(threads, write, 'service');
}

/**
 * An add is a creation, which replaces nothing; every other write says what its writer has seen.
 */
function conditionOf({ threads }: Session, { base }: Attempted, side: Side, { service, isWhole }: Parts) {
  if (service.event === 'comment.add' || service.event === 'comment_annotation.add')
    return withRevision(base[side]);
  // A comment of the time before the provider is one that the customer's side never had.
  if (isWhole && side === 'customer') return { revision: 0 };
  return withRevision(threads.seeing.condition(base, side));
}

/**
 * True when the side had taken the write before, and a later write that its writer has not seen
 * followed.
 */
const isBehind = ({ revision, previous }: Written, base: number | undefined): boolean =>
  revision === previous && previous > (base ?? 0);

/**
 * Reads the current state of a write that was taken before.
 * @throws ConflictError when another person has replaced it since
 */
async function confirm(ports: WritePorts, session: Session, write: Write, side: Side): Promise<void> {
  const { threads } = session;
  await ports.read(session);
  await readContent(session, write.annotationId);
  const stored = threads.confirmed(write.annotationId);
  const before = partOf(stored, write);
  const isGone = before === undefined && write.event !== 'comment.delete';
  if (isGone || differing(before, partOf(write.apply(stored), write), write).length > 0)
    throw replaced(threads, write, side);
}

export const withRevision = (revision: number | undefined) => (revision === undefined ? {} : { revision });

/** @throws ConflictError when another person was faster, and ResolverError */
export async function atCustomer(
  session: Session,
  write: Write,
  operation: 'save' | 'delete',
  metadata: Metadata | undefined,
  request: Parts['customer'] | object,
): Promise<ResolverResponse> {
  const moduleName = operation === 'save' ? 'saveCommentAnnotations' : 'deleteCommentAnnotations';
  try {
    const payload = payloadOf(session, write, metadata);
    return await session.resolve(operation, request as never, { moduleName, payload });
  } catch (error) {
    throw asCustomerConflict(error, write.annotationId);
  }
}

function writtenIn({ data }: ResolverResponse, annotationId: string): Written | null {
  const it = isObject(data) && Object.hasOwn(data, annotationId) ? data[annotationId] : undefined;
  if (!isObject(it) || typeof it.revision !== 'number' || typeof it.previous !== 'number') return null;
  return { revision: it.revision, previous: it.previous };
}

const payloadOf = ({ user }: Session, { annotationId, event, commentId }: Write, metadata?: Metadata) => ({
  organizationId: user.organizationId,
  commentAnnotationIds: [annotationId],
  ...(metadata?.documentId !== undefined && { documentIds: [metadata.documentId] }),
  event,
  ...(commentId !== undefined && { commentId }),
});
