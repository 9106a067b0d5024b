/** Reading: the structure from the service, then the content from the customer. */
import type { CommentResolverModuleName, DataProviderEvent } from '../provider/events.js';
import type { CommentService, ListedAnnotation } from '../service/port.js';
import type { LastList } from './last-list.js';
import { type WholeList, isRecord, listChanged } from './lists.js';
import type { Session } from './session.js';

export interface ReadPorts {
  readonly service: CommentService;
  readonly emit: (event: DataProviderEvent) => void;
  readonly uniqueId: () => string;
  readonly now: () => number;
}

export interface ReadOptions {
  readonly moduleName: CommentResolverModuleName;
  /** True to read content again that was read before. */
  readonly refresh?: boolean;
}

/**
 * Reads threads. One whose content is unavailable stays without it; the next read asks again.
 *
 * @throws ServiceError when the service does not answer
 */
export async function read(
  session: Session,
  documentIds: readonly string[],
  ports: ReadPorts,
  { moduleName, refresh = false }: ReadOptions,
): Promise<void> {
  const { threads, user } = session;
  const since = threads.now();
  const withdrawn = session.withdrawals.flush();
  const { organizationId } = user;
  const known = refresh ? undefined : threads.digests(documentIds);
  const list = await listChanged(ports.service, organizationId, documentIds, known);
  const lastList = (threads.lastList ??= await lastListFor(list));
  const isListed = lastList?.take(documentIds, known, list);
  const listed = list.listed.filter((it) => !isRecord(it));
  threads.listed(documentIds, listed, since, isListed);
  const resolved = threads.resolved(documentIds);
  if (refresh) for (const { annotation } of resolved) threads.forgetContent(annotation.annotationId);
  const isUnread = ({ annotation }: ListedAnnotation) => threads.unread(annotation.annotationId) !== null;
  const unread = resolved.filter(isUnread);
  const read = resolved.filter((it) => !isUnread(it));
  if (read.length > 0) tellFromCache(session, read, ports, moduleName);
  await loadContent(session, unread, moduleName);
  await withdrawn;
  await session.people?.learn(threads.shown(), refresh);
}

/** A shorter list is read as a whole each time. */
const SHORT_LIST = 100;

async function lastListFor({ listed }: WholeList): Promise<LastList | null> {
  if (listed.length <= SHORT_LIST) return null;
  // Without its code the whole list is read again.
  const module = await import('./last-list.js').catch(() => null);
  return module === null ? null : new module.LastList();
}

async function loadContent(
  { threads, load }: Session,
  unread: readonly ListedAnnotation[],
  moduleName: CommentResolverModuleName,
): Promise<void> {
  if (unread.length === 0) return;
  const loaded = await load(unread, moduleName);
  threads.together(() => {
    for (const thread of unread) {
      const result = loaded.get(thread.annotation.annotationId);
      if (result !== undefined) threads.setContent(thread, result);
    }
  });
}

function tellFromCache(
  { user }: Session,
  known: readonly ListedAnnotation[],
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
      commentAnnotationIds: known.map((it) => it.annotation.annotationId),
    },
  });
}
