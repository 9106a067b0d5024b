/** The client: threads of the chosen documents, with their content, in a browser or in Node. */
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  texts,
  withMethods,
} from '@org/approval-shared/options';
import { type Clock, systemClock } from '../clock.js';
import { CommentsSetupError } from '../errors.js';
import type { CommentEvent, DataProviders } from '../provider/provider.js';
import type { Comment, CommentAnnotation, Fields } from '../record.js';
import type { CommentService } from '../service/port.js';
import {
  type Write,
  addComment,
  addThread,
  changeThread,
  deleteComment,
  deleteThread,
  updateComment,
} from './changes.js';
import { type DataProviderListener, Emitter, type Logger } from './emitter.js';
import { createUniqueId, newCommentId } from './ids.js';
import { type CommentNotification, notificationsFor } from './notifications.js';
import { type ReadOptions, read } from './reads.js';
import { type HalfDone, type ReconcileRequest, reconcile } from './reconcile.js';
import { type Identity, type Session, Sessions, checkDocuments } from './session.js';
import { createWriter } from './writes.js';

/** What a comments client works with. */
export interface CommentsClientOptions {
  /** Where the structural records live: `createHttpService`, or a memory one for tests. */
  readonly service: CommentService;
  /** Names of `updateCommentAnnotation` events beside the five of the contract. */
  readonly additionalEvents?: readonly string[];
  /** For endpoints; the platform's by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** The clock of times, timeouts and waits; the system's by default. */
  readonly clock?: Clock;
  /** Told of listeners that throw; the console by default. Content never goes into a log. */
  readonly logger?: Logger;
}

/** What to read, and whether to read it anew. */
export interface ReadRequest {
  /** Some of the documents of `setDocuments`; all by default. */
  readonly documentIds?: readonly string[];
  /** Reads content again that was read before; false by default. */
  readonly refresh?: boolean;
}

/** `commentId` and `from` are filled in where they are missing. */
export type NewComment = Omit<Comment, 'commentId'> & { readonly commentId?: number };

/**
 * Called in this order: `setDataProviders`, `identify`, `setDocuments`, then everything else; a call that comes too
 * early or too late throws a CommentsSetupError that says what to do.
 *
 * Writes are shown at once, go to the customer's side and then to the service, and resolve when both have them. They
 * reject with a ResolverError (the customer's side failed, the service was not called), a ServiceError (only the
 * service failed: `retry`), a ConflictError (somebody was faster), a ContentMissingError or a CommentNotFoundError.
 */
export interface CommentsClient {
  /** Names the customer's side, where content is kept; before `identify`. @throws CommentsSetupError */
  setDataProviders(providers: DataProviders): void;
  /**
   * Says who is signed in, and in which organization; what was read for somebody else is forgotten, documents too.
   * @throws CommentsSetupError
   */
  identify(user: Identity): void;
  /** Chooses the documents and reads their threads. @throws ServiceError */
  setDocuments(documentIds: readonly string[]): Promise<void>;
  /** Always throws: a data provider works with `setDocuments` only (precondition 1). */
  setDocument(): never;
  /** Reads the threads. One whose content cannot be had is there without it. @throws ServiceError */
  getCommentAnnotations(request?: ReadRequest): Promise<readonly CommentAnnotation[]>;
  /** Reads, and makes notifications for the identified user from it, newest first. @throws ServiceError */
  getNotifications(request?: ReadRequest): Promise<readonly CommentNotification[]>;
  /** Comments without `from` are of the identified user. */
  addCommentAnnotation(annotation: CommentAnnotation): Promise<void>;
  /** Changes fields of the thread itself; `event` is one of `additionalEvents`. */
  updateCommentAnnotation(annotationId: string, fields: Fields, event: string): Promise<void>;
  /** Adds a comment of the identified user, and returns its id: a new one, unless `newCommentId` made it before. */
  addComment(annotationId: string, comment: NewComment): Promise<number>;
  /** Replaces the fields that are named; `undefined` takes one away. What others have changed since is a ConflictError. */
  updateComment(annotationId: string, commentId: number, fields: Fields): Promise<void>;
  /** Deletes a comment, on both sides and for good. */
  deleteComment(annotationId: string, commentId: number): Promise<void>;
  /** Deletes a thread with all its comments, on both sides and for good. */
  deleteCommentAnnotation(annotationId: string): Promise<void>;
  /**
   * Does again what failed with this error: the same comment under the same id, however far it came. After a
   * ConflictError the same change is made on what the error showed; if that has changed again, it is another conflict.
   */
  retry(error: unknown): Promise<void>;
  /**
   * Looks for writes that one side has and the other has not, as a crash in between leaves them, and finishes them
   * unless `mend` is false. @throws ServiceError, ResolverError
   */
  reconcile(request?: ReconcileRequest): Promise<readonly HalfDone[]>;
  /** What is shown now, changes under way included; the same list until something changes. */
  readonly snapshot: () => readonly CommentAnnotation[];
  /** Calls `listener` after every change of the snapshot; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Gives a function that ends it. */
  on(event: 'dataProvider', listener: DataProviderListener): () => void;
}

const EVENTS: readonly string[] = [
  'comment_annotation.add',
  'comment_annotation.delete',
  'comment.add',
  'comment.update',
  'comment.delete',
] satisfies CommentEvent[];

const NOTHING: readonly CommentAnnotation[] = [];

/** Of the client, and of whatever makes one. */
export const CLIENT_OPTIONS: Checks<CommentsClientOptions> = {
  service: withMethods('list', 'save', 'delete'),
  additionalEvents: optional(texts),
  fetch: optional(callable),
  clock: optional(withMethods('now', 'wakeAt')),
  logger: optional(withMethods('error')),
};

/**
 * Makes a client whose content stays with the customer: each thread is taken apart on write and put together on read.
 * Call `setDataProviders`, `identify` and `setDocuments`, in this order.
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
 *   comments: { 1: { commentId: 1, commentText: 'Clause 4 is missing.', from: { userId: 'ada' } } },
 * });
 * console.log(client.snapshot()[0]?.comments[1]?.commentText); // → Clause 4 is missing.
 * ```
 */
export function createCommentsClient(options: CommentsClientOptions): CommentsClient {
  checkOptions('createCommentsClient', options, CLIENT_OPTIONS);
  const { service, clock = systemClock, logger = console, additionalEvents = [] } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const emitter = new Emitter(logger);
  const uniqueId = createUniqueId();
  const listeners = new Set<() => void>();
  const sessions = new Sessions({ clock, emit: emitter.emit, uniqueId }, () => {
    for (const listener of listeners) listener();
  });
  const now = () => clock.now();
  const ports = { service, emit: emitter.emit, uniqueId, now };

  const shown = ({ threads }: Session, documentIds: readonly string[]) =>
    threads.shown().filter(({ metadata }) => documentIds.includes(metadata.documentId ?? ''));

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

  const { write, retry } = createWrites({ sessions, service, additionalEvents, ports });

  return {
    retry,
    reconcile: async (request = {}) => {
      const session = sessions.ready('reconcile');
      const asked = request.documentIds ?? session.documentIds;
      checkDocuments(asked, session.documentIds);
      const { mend = true } = request;
      return reconcile(session, service, { documentIds: asked, mend, now: now() });
    },
    setDataProviders: (providers) => sessions.setDataProviders(providers, fetch),
    identify: (user) => sessions.identify(user),
    setDocument: () => {
      throw new CommentsSetupError('Use setDocuments([documentId]): a data provider works with it only.');
    },
    setDocuments: async (documentIds) => {
      const session = sessions.setDocuments(documentIds);
      await read(session, sessions.documentIds(), ports, { moduleName: 'setDocuments' });
    },
    getCommentAnnotations: (request = {}) => readThreads('getCommentAnnotations', request),
    getNotifications: async (request = {}) => {
      const { user } = sessions.ready('getNotifications');
      return notificationsFor(user.userId, await readThreads('getNotifications', request));
    },
    ...writeMethods(sessions, write, now),
    snapshot: () => sessions.current()?.threads.shown() ?? NOTHING,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on: (_event, listener) => emitter.on(listener),
  };
}

interface WritesOptions {
  readonly sessions: Sessions;
  readonly service: CommentsClientOptions['service'];
  readonly additionalEvents: readonly string[];
  readonly ports: Parameters<typeof read>[2];
}

/** Writes of whoever is identified, and the repeat of one that failed. */
function createWrites({ sessions, service, additionalEvents, ports }: WritesOptions) {
  const writer = createWriter(service);
  return {
    write: async (method: string, change: Write): Promise<void> => {
      const session = sessions.ready(method);
      if (!EVENTS.includes(change.event) && !additionalEvents.includes(change.event))
        throw new CommentsSetupError(
          `The event ${JSON.stringify(change.event)} is not known: name it in additionalEvents.`,
        );
      await writer.write(session, change);
    },
    retry: async (error: unknown): Promise<void> => {
      const failed = writer.failed(error);
      const session = sessions.ready('retry');
      if (failed === undefined || failed.session.threads !== session.threads)
        throw new CommentsSetupError('retry takes an error of a write of this client, for the same user.');
      const { documentIds } = session;
      await writer.again(failed, () =>
        read(session, documentIds, ports, { moduleName: 'getCommentAnnotations' }),
      );
    },
  };
}

type WriteMethods = Pick<
  CommentsClient,
  | 'addCommentAnnotation'
  | 'updateCommentAnnotation'
  | 'addComment'
  | 'updateComment'
  | 'deleteComment'
  | 'deleteCommentAnnotation'
>;

/** In the name of whoever is signed in, unless it says somebody: which the servers let nobody but processes do. */
function ofUser({ organizationId: _organization, ...user }: Identity, comment: NewComment): Comment {
  return { commentId: newCommentId(), from: user, ...comment };
}

function writeMethods(
  sessions: Sessions,
  write: (method: string, change: Write) => Promise<void>,
  now: () => number,
): WriteMethods {
  return {
    addCommentAnnotation: async (annotation) => {
      const { user, documentIds } = sessions.ready('addCommentAnnotation');
      const complete = inOrganization(annotation, user.organizationId);
      checkDocuments([complete.metadata.documentId], documentIds);
      const comments = Object.entries(complete.comments).map(([key, it]) => [key, ofUser(user, it)]);
      const named = { ...complete, comments: Object.fromEntries(comments) as typeof complete.comments };
      await write('addCommentAnnotation', addThread(named, now()));
    },
    updateCommentAnnotation: (annotationId, fields, event) =>
      write('updateCommentAnnotation', changeThread(annotationId, fields, event, now())),
    addComment: async (annotationId, comment) => {
      const complete = ofUser(sessions.ready('addComment').user, comment);
      await write('addComment', addComment(annotationId, complete, now()));
      return complete.commentId;
    },
    updateComment: (annotationId, commentId, fields) =>
      write('updateComment', updateComment(annotationId, commentId, fields, now())),
    deleteComment: (annotationId, commentId) =>
      write('deleteComment', deleteComment(annotationId, commentId, now())),
    deleteCommentAnnotation: (annotationId) => write('deleteCommentAnnotation', deleteThread(annotationId)),
  };
}

/** Threads say which organization they belong to: the customer's side scopes by it. */
function inOrganization(annotation: CommentAnnotation, organizationId: string): CommentAnnotation {
  const { metadata } = annotation;
  if (metadata.organizationId !== undefined && metadata.organizationId !== organizationId)
    throw new CommentsSetupError('metadata.organizationId must be the organization given to identify.');
  return { ...annotation, metadata: { ...metadata, organizationId } };
}
