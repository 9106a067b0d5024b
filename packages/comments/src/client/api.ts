/** Interface of a comments client. */
import type { Clock } from '../clock.js';
import type { DataProviders } from '../provider/provider.js';
import type { Attachment, Comment, CommentAnnotation, Fields, RecordKind } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { NewAttachment, OldAttachment } from './attachments.js';
import type { DataProviderListener, Logger } from './emitter.js';
import type { Identity } from './identity.js';
import type { CommentNotification } from './notifications.js';
import type { HalfDone, ReconcileRequest } from './reconcile.js';
import type { NewRecord, RecordItem } from './records.js';
import type { DocumentChoice } from './session.js';

/** Options of a comments client. */
export interface CommentsClientOptions {
  /** The service with the structural records: `createHttpService`, or a memory one for tests. */
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

/** Selects what to read, from the cache or anew. */
export interface ReadRequest {
  /** Some of the documents of `setDocuments`; all by default. */
  readonly documentIds?: readonly string[];
  /** Reads content again that was read before; false by default. */
  readonly refresh?: boolean;
}

/** `commentId` and `from` are filled in where they are missing. */
export type NewComment = Omit<Comment, 'commentId'> & { readonly commentId?: number };

/**
 * Records of one kind. They go to the customer's side first, and to the service when that has
 * succeeded.
 */
export interface RecordsApi {
  /**
   * Reads them, oldest first; one whose content cannot be had is there without it. @throws
   * ServiceError
   */
  readonly list: (request?: ReadRequest) => Promise<readonly RecordItem[]>;
  /**
   * Makes one, of the identified user, and gives its id. Notifications are made by the host's own
   * processes.
   * @throws CommentsSetupError, ResolverError (the service was not called), ServiceError
   */
  readonly add: (record: NewRecord) => Promise<string>;
  /**
   * Deletes one for good; the repeat is harmless. Activities stay. @throws CommentsSetupError,
   * ResolverError, ServiceError
   */
  readonly remove: (record: { readonly id: string; readonly documentId: string }) => Promise<void>;
}

/**
 * Called in this order: `setDataProviders`, `identify`, `setDocuments`, then everything else; a
 * call that comes too early or too late throws a CommentsSetupError that says what to do.
 *
 * Writes are shown at once, go to the customer's side and then to the service, and resolve when
 * both have them. They reject with a ResolverError (the customer's side failed, the service was not
 * called), a ServiceError (only the service failed: `retry`), a ConflictError (somebody was
 * faster), a ContentMissingError or a CommentNotFoundError.
 */
export interface CommentsClient {
  /**
   * Names the customer's side, where content is kept; before `identify`. @throws CommentsSetupError
   */
  setDataProviders(providers: DataProviders): void;
  /**
   * Says who is signed in, and in which organization; what was read for somebody else is forgotten,
   * documents too.
   * @throws CommentsSetupError
   */
  identify(user: Identity): void;
  /**
   * Chooses the documents, each by its id or as `{ id }`, and reads their threads. @throws
   * CommentsSetupError, ServiceError
   */
  setDocuments(documents: readonly DocumentChoice[]): Promise<void>;
  /** Always throws: a data provider works with `setDocuments` only (precondition 1). */
  setDocument(): never;
  /**
   * Reads the threads. One whose content cannot be had is there without it. @throws ServiceError
   */
  getCommentAnnotations(request?: ReadRequest): Promise<readonly CommentAnnotation[]>;
  /**
   * Reads, and makes notifications for the identified user from it, newest first. @throws
   * ServiceError
   */
  getNotifications(request?: ReadRequest): Promise<readonly CommentNotification[]>;
  /** Comments without `from` are of the identified user. */
  addCommentAnnotation(annotation: CommentAnnotation): Promise<void>;
  /** Changes fields of the thread itself; `event` is one of `additionalEvents`. */
  updateCommentAnnotation(annotationId: string, fields: Fields, event: string): Promise<void>;
  /**
   * Adds a comment of the identified user, and returns its id: a new one, unless `newCommentId`
   * made it before.
   */
  addComment(annotationId: string, comment: NewComment): Promise<number>;
  /**
   * Replaces the fields that are named; `undefined` takes one away. What others have changed since
   * is a ConflictError.
   */
  updateComment(annotationId: string, commentId: number, fields: Fields): Promise<void>;
  /** Deletes a comment, on both sides and for good. */
  deleteComment(annotationId: string, commentId: number): Promise<void>;
  /** Deletes a thread with all its comments, on both sides and for good. */
  deleteCommentAnnotation(annotationId: string): Promise<void>;
  /**
   * Does again what failed with this error, and nothing else: the same comment under the same id,
   * however far it came. After a ConflictError the same change is made on what the error showed; if
   * that has changed again, it is another conflict. What others, or you yourself, have replaced
   * since is a ConflictError too: it is not put over that.
   */
  retry(error: unknown): Promise<void>;
  /**
   * Gives up what failed with this error. What may have arrived of an add is taken back on both
   * sides, so that no one finds it; of any other write there is nothing to take back. @throws
   * ResolverError, ServiceError: do the same again
   */
  discard(error: unknown): Promise<void>;
  /**
   * Looks for writes that one side has and the other has not, as a crash in between leaves them,
   * and finishes them unless `mend` is false. @throws ServiceError, ResolverError
   */
  reconcile(request?: ReconcileRequest): Promise<readonly HalfDone[]>;
  /**
   * Reactions, activities, or notifications of the host's own, where `setDataProviders` was given a
   * provider of them.
   * @throws CommentsSetupError where it was not.
   */
  records(kind: RecordKind): RecordsApi;
  /**
   * Puts a file into the customer's storage; what it gives goes into `attachments` of a comment,
   * under its id.
   * @throws CommentsSetupError, ResolverError
   */
  uploadAttachment(attachment: NewAttachment): Promise<Attachment>;
  /**
   * Takes a file out of the customer's storage; the comment that has it is changed with
   * `updateComment`. @throws ResolverError
   */
  deleteAttachment(attachment: OldAttachment): Promise<void>;
  /**
   * The threads of the chosen documents as they are shown now, changes under way included; the same
   * list until something changes.
   */
  readonly snapshot: () => readonly CommentAnnotation[];
  /** Calls `listener` after every change of the snapshot; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Gives a function that ends it. */
  on(event: 'dataProvider', listener: DataProviderListener): () => void;
}
