/** The client: threads of the chosen documents, with their content, in a browser or in Node. */
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
import { createUniqueId } from './ids.js';
import { type CommentNotification, notificationsFor } from './notifications.js';
import { type ReadOptions, read } from './reads.js';
import { type Identity, type Session, Sessions, checkDocuments } from './session.js';
import { createWriter } from './writes.js';

export interface CommentsClientOptions {
  /** Where the structural records live: `createHttpService`, or a memory one for tests. */
  readonly service: CommentService;
  /** Names of `updateCommentAnnotation` events beside the five of the contract. */
  readonly additionalEvents?: readonly string[];
  /** For endpoints; the platform's by default. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Told of listeners that throw; the console by default. Content never goes into a log. */
  readonly logger?: Logger;
}

export interface ReadRequest {
  /** Some of the documents of `setDocuments`; all by default. */
  readonly documentIds?: readonly string[];
  /** Reads content again that was read before; false by default. */
  readonly refresh?: boolean;
}

/**
 * Called in this order: `setDataProviders`, `identify`, `setDocuments`, then everything else; a call that comes too
 * early or too late throws a CommentsSetupError that says what to do.
 *
 * Writes are shown at once, go to the customer's side and then to the service, and resolve when both have them. They
 * reject with a ResolverError (the customer's side failed, the service was not called), a ServiceError (only the
 * service failed: do the same again) or a CommentNotFoundError.
 */
export interface CommentsClient {
  setDataProviders(providers: DataProviders): void;
  identify(user: Identity): void;
  /** Chooses the documents and reads their threads. @throws ServiceError */
  setDocuments(documentIds: readonly string[]): Promise<void>;
  /** Always throws: a data provider works with `setDocuments` only (precondition 1). */
  setDocument(): never;
  /** Reads the threads. One whose content cannot be had is there without it. @throws ServiceError */
  getCommentAnnotations(request?: ReadRequest): Promise<readonly CommentAnnotation[]>;
  /** Reads, and makes notifications for the identified user from it, newest first. @throws ServiceError */
  getNotifications(request?: ReadRequest): Promise<readonly CommentNotification[]>;
  addCommentAnnotation(annotation: CommentAnnotation): Promise<void>;
  /** Changes fields of the thread itself; `event` is one of `additionalEvents`. */
  updateCommentAnnotation(annotationId: string, fields: Fields, event: string): Promise<void>;
  addComment(annotationId: string, comment: Comment): Promise<void>;
  /** Replaces the fields that are named; `undefined` takes one away. */
  updateComment(annotationId: string, commentId: number, fields: Fields): Promise<void>;
  deleteComment(annotationId: string, commentId: number): Promise<void>;
  deleteCommentAnnotation(annotationId: string): Promise<void>;
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

export function createCommentsClient(options: CommentsClientOptions): CommentsClient {
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
  const writeThread = createWriter(service);

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

  async function write(method: string, change: Write): Promise<void> {
    const session = sessions.ready(method);
    if (!EVENTS.includes(change.event) && !additionalEvents.includes(change.event))
      throw new CommentsSetupError(
        `The event ${JSON.stringify(change.event)} is not known: name it in additionalEvents.`,
      );
    await writeThread(session, change);
  }

  return {
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

type WriteMethods = Pick<
  CommentsClient,
  | 'addCommentAnnotation'
  | 'updateCommentAnnotation'
  | 'addComment'
  | 'updateComment'
  | 'deleteComment'
  | 'deleteCommentAnnotation'
>;

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
      await write('addCommentAnnotation', addThread(complete, now()));
    },
    updateCommentAnnotation: (annotationId, fields, event) =>
      write('updateCommentAnnotation', changeThread(annotationId, fields, event, now())),
    addComment: (annotationId, comment) => write('addComment', addComment(annotationId, comment, now())),
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
