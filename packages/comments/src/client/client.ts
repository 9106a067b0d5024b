/** The client: threads of the chosen documents, with their content, in a browser or in Node. */
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  texts,
  withMethods,
} from '@org/approval-internal/options';
import { systemClock } from '../clock.js';
import { CommentsSetupError } from '../errors.js';
import type { DataProviderEvent } from '../provider/events.js';
import type { CommentEvent } from '../provider/provider.js';
import type { CommentAnnotation } from '../record.js';
import type { CommentsClient, CommentsClientOptions, ReadRequest } from './api.js';
import type { Write } from './changes.js';
import { Emitter } from './emitter.js';
import { createUniqueId } from './ids.js';
import { laterMethods } from './later-methods.js';
import { type ReadOptions, read } from './reads.js';
import type { ReconcileRequest } from './reconcile.js';
import { type Session, Sessions, checkDocuments, chosenOnly, knownTo } from './session.js';
import { writeMethods } from './write-methods.js';
import { createWriter } from './writes.js';

export type { CommentsClient, CommentsClientOptions, NewComment, ReadRequest, RecordsApi } from './api.js';

const EVENTS: readonly string[] = [
  'comment_annotation.add',
  'comment_annotation.delete',
  'comment.add',
  'comment.update',
  'comment.delete',
] satisfies CommentEvent[];

const NOTHING: readonly CommentAnnotation[] = [];

/** Checks of the client's options, also for functions that make one. */
export const CLIENT_OPTIONS: Checks<CommentsClientOptions> = {
  service: withMethods('list', 'save', 'delete'),
  additionalEvents: optional(texts),
  fetch: optional(callable),
  clock: optional(withMethods('now', 'wakeAt')),
  logger: optional(withMethods('error')),
};

/**
 * Makes a client whose content stays with the customer: each thread is taken apart on write and put
 * together on read. Call `setDataProviders`, `identify` and `setDocuments`, in this order.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createCommentsClient } from '@org/approval-comments';
 * import { createLocalService } from '@org/approval-comments/service';
 *
 * const client = createCommentsClient({ service: createLocalService() });
 * client.setDataProviders({
 *   comment: {
 *     get: async () => ({ success: true, statusCode: 200, data: {} }), // from your database
 *     save: async () => ({ success: true, statusCode: 200 }), // to your database
 *     delete: async () => ({ success: true, statusCode: 200 }),
 *   },
 * });
 * client.identify({ userId: 'ada', organizationId: 'acme' });
 * await client.setDocuments(['contract-7']);
 * await client.addCommentAnnotation({
 *   annotationId: 'thread-1',
 *   metadata: { documentId: 'contract-7' },
 *   comments: {
 *     1: { commentId: 1, commentText: 'Clause 4 is missing.', from: { userId: 'ada' } },
 *   },
 * });
 * console.log(client.snapshot()[0]?.comments[1]?.commentText); // → Clause 4 is missing.
 * ```
 */
export function createCommentsClient(options: CommentsClientOptions): CommentsClient {
  checkOptions('createCommentsClient', options, CLIENT_OPTIONS);
  const { service, clock = systemClock, logger = console, additionalEvents = [] } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const emitter = new Emitter<[DataProviderEvent]>(logger, 'the event dataProvider');
  const shownEmitter = new Emitter<[]>(logger, 'subscribe');
  const uniqueId = createUniqueId();
  const resolving = { clock, emit: emitter.emit, uniqueId };
  const sessions = new Sessions(resolving, service, shownEmitter.emit);
  const chosen = chosenOnly();
  const ports = { service, emit: emitter.emit, uniqueId, now: () => clock.now() };

  const shown = (session: Session, documentIds: readonly string[]) =>
    knownTo(session).filter(({ metadata }) => documentIds.includes(metadata.documentId ?? ''));

  async function readThreads(
    method: ReadOptions['moduleName'],
    { documentIds, refresh = false }: ReadRequest,
  ): Promise<readonly CommentAnnotation[]> {
    const session = sessions.ready(method);
    const asked = documentIds ?? session.documentIds;
    checkDocuments(asked, session.documentIds);
    await read(session, asked, ports, { moduleName: method, refresh });
    return shown(session, asked);
  }

  const { write, ...writes } = createWrites({ sessions, service, additionalEvents, ports });

  return {
    ...writes,
    reconcile: (request = {}) => reconcileIn(sessions, service, request, clock.now()),
    setDataProviders: (providers) => sessions.setDataProviders(providers, fetch),
    identify: (user) => sessions.identify(user),
    setDocument: () => {
      throw new CommentsSetupError('Use setDocuments([documentId]): a data provider works with it only.');
    },
    setDocuments: async (documents) => {
      const session = sessions.setDocuments(documents);
      await read(session, sessions.documentIds(), ports, { moduleName: 'setDocuments' });
    },
    getCommentAnnotations: (request = {}) => readThreads('getCommentAnnotations', request),
    getNotifications: async (request = {}) => {
      const { user } = sessions.ready('getNotifications');
      const { notificationsFor } = await import('./notifications.js');
      return notificationsFor(user.userId, await readThreads('getNotifications', request));
    },
    ...writeMethods(sessions, write, ports.now),
    ...laterMethods(sessions, service),
    snapshot: () => {
      const session = sessions.current();
      return session === null ? NOTHING : chosen(knownTo(session), sessions.documentIds());
    },
    subscribe: (listener) => shownEmitter.on(listener),
    on: (event: unknown, listener) => {
      if (event === 'dataProvider' && typeof listener === 'function') return emitter.on(listener);
      throw new CommentsSetupError('on takes "dataProvider" and a function.');
    },
  };
}

async function reconcileIn(
  sessions: Sessions,
  service: CommentsClientOptions['service'],
  { documentIds, fix = true }: ReconcileRequest,
  now: number,
) {
  const session = sessions.ready('reconcile');
  const asked = documentIds ?? session.documentIds;
  checkDocuments(asked, session.documentIds);
  // Only processes of the host need it: no page loads it.
  const { reconcile } = await import('./reconcile.js');
  return reconcile(session, service, { documentIds: asked, fix, now });
}

interface WritesOptions {
  readonly sessions: Sessions;
  readonly service: CommentsClientOptions['service'];
  readonly additionalEvents: readonly string[];
  readonly ports: Parameters<typeof read>[2];
}

/** Writes of the identified person, and the repeat of one that failed. */
function createWrites({ sessions, service, additionalEvents, ports }: WritesOptions) {
  const writer = createWriter({
    service,
    read: (session) => read(session, sessions.documentIds(), ports, { moduleName: 'getCommentAnnotations' }),
  });
  const failedWith = (error: unknown, method: string) => {
    const failed = writer.failed(error);
    const session = sessions.ready(method);
    if (failed === undefined || failed.session.threads !== session.threads)
      throw new CommentsSetupError(`${method} takes an error of a write of this client, for the same user.`);
    return failed;
  };
  return {
    write: async (method: string, change: Write): Promise<void> => {
      const session = sessions.ready(method);
      const own = [...additionalEvents, ...session.provider.additionalSaveEvents];
      if (!EVENTS.includes(change.event) && !own.includes(change.event))
        throw new CommentsSetupError(
          `The event ${JSON.stringify(change.event)} is not known: name it in additionalEvents.`,
        );
      await writer.write(session, change);
    },
    retry: async (error: unknown): Promise<void> => writer.again(failedWith(error, 'retry')),
    discard: async (error: unknown): Promise<void> => writer.discard(failedWith(error, 'discard')),
  };
}
