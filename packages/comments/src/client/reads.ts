/** Reading: the structure from the service, then the content from the customer. */
import { ServiceError } from '../errors.js';
import type { CommentResolverModuleName, DataProviderEvent } from '../provider/events.js';
import type { StructuralAnnotation } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { Session } from './session.js';

export interface ReadPorts {
  readonly service: CommentService;
  readonly emit: (event: DataProviderEvent) => void;
  readonly uniqueId: () => string;
  readonly now: () => number;
}

export interface ReadOptions {
  readonly moduleName: CommentResolverModuleName;
  /** Whether content that was read before is read again. */
  readonly refresh?: boolean;
}

/**
 * Content that cannot be had leaves its thread without content; the next read asks again.
 *
 * @throws ServiceError when the service does not answer.
 */
export async function read(
  session: Session,
  documentIds: readonly string[],
  ports: ReadPorts,
  { moduleName, refresh = false }: ReadOptions,
): Promise<void> {
  const { threads, user } = session;
  const since = threads.now();
  const { organizationId } = user;
  const listed = await asServiceError('list', ports.service.list({ organizationId, documentIds }));
  threads.listed(documentIds, listed, since);
  const resolved = threads.resolved(documentIds);
  if (refresh) for (const { annotationId } of resolved) threads.forgetContent(annotationId);
  const unread = resolved.filter((it) => threads.unread(it.annotationId) !== null);
  const known = resolved.filter((it) => !unread.includes(it));
  if (known.length > 0) tellFromCache(session, known, ports, moduleName);
  await loadContent(session, unread, moduleName);
}

async function loadContent(
  { threads, load }: Session,
  unread: readonly StructuralAnnotation[],
  moduleName: CommentResolverModuleName,
): Promise<void> {
  if (unread.length === 0) return;
  const loaded = await load(unread, moduleName);
  for (const thread of unread) {
    const result = loaded.get(thread.annotationId);
    threads.setContent(thread, result?.ok ? result.content : 'failed');
  }
}

function tellFromCache(
  { user }: Session,
  known: readonly StructuralAnnotation[],
  { emit, uniqueId, now }: ReadPorts,
  moduleName: CommentResolverModuleName,
): void {
  emit({
    event: 'commentResolutionResultFromCache',
    moduleName,
    methodName: 'get',
    source: 'cache',
    timestamp: now(),
    uniqueId: uniqueId(),
    payload: {
      organizationId: user.organizationId,
      commentAnnotationIds: known.map((it) => it.annotationId),
    },
  });
}

export async function asServiceError<Result>(
  operation: ServiceError['operation'],
  call: Promise<Result>,
): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : new ServiceError(operation, null, { cause });
  }
}
