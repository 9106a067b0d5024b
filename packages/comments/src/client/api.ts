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
  /** Logs listeners that throw; the console by default. Content never goes into a log. */
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
export type NewComment = Partial<Comment>;

/**
 * Records of one kind. They go to the customer's side first, and to the service when that has
 * succeeded.
 */
export interface RecordsApi {
  /**
   * Reads the records, oldest first. A record whose content is unavailable is listed without it.
   * @throws ServiceError
   */
  readonly list: (request?: ReadRequest) => Promise<readonly RecordItem[]>;
  /**
   * Makes a record of the identified user and returns its id. Notifications are made by the host's
   * own processes.
   * @throws CommentsSetupError, ResolverError (the service was not called), ServiceError
   */
  readonly add: (record: NewRecord) => Promise<string>;
  /**
   * Deletes a record for good; repeating it is harmless. Activities stay.
   * @throws CommentsSetupError, ResolverError, ServiceError
   */
  readonly remove: (record: { readonly id: string; readonly documentId: string }) => Promise<void>;
}

/**
 * Comments client. Call its methods in this order: `setDataProviders`, `identify`, `setDocuments`,
 * then everything else. A call that comes too early or too late throws a CommentsSetupError that
 * says what to do.
 *
 * Writes are shown at once, go to the customer's side and then to the service, and resolve when
 * both have them. They reject with a ResolverError (the customer's side failed, the service was not
 * called), a ServiceError (only the service failed: `retry`), a ConflictError (another person was
 * faster), a ContentMissingError or a CommentNotFoundError.
 */
export interface CommentsClient {
  /**
   * Names the customer's side, where content is kept; before `identify`. @throws CommentsSetupError
   */
  setDataProviders(providers: DataProviders): void;
  /**
   * Sets the signed-in user and their organization. Forgets everything that was read for another
   * user, documents too.
   * @throws CommentsSetupError
   */
  identify(user: Identity): void;
  /**
   * Chooses the documents, each by its id or as `{ id }`, and reads their threads.
   * @throws CommentsSetupError, ServiceError
   */
  setDocuments(documents: readonly DocumentChoice[]): Promise<void>;
  /** Always throws: a data provider works with `setDocuments` only (precondition 1). */
  setDocument(): never;
  /**
   * Reads the threads. A thread whose content is unavailable is listed without it.
   * @throws ServiceError
   */
  getCommentAnnotations(request?: ReadRequest): Promise<readonly CommentAnnotation[]>;
  /**
   * Reads the threads and makes notifications from them for the identified user, newest first.
   * @throws ServiceError
   */
  getNotifications(request?: ReadRequest): Promise<readonly CommentNotification[]>;
  /** Adds a thread. Comments without `from` are of the identified user. */
  addCommentAnnotation(annotation: CommentAnnotation): Promise<void>;
  /** Changes fields of the thread itself; `event` is one of `additionalEvents`. */
  updateCommentAnnotation(annotationId: string, fields: Fields, event: string): Promise<void>;
  /**
   * Adds a comment of the identified user, and returns its id: a new one, unless `newCommentId`
   * made it before.
   */
  addComment(annotationId: string, comment: NewComment): Promise<number>;
  /**
   * Replaces the named fields; `undefined` removes a field. Throws a ConflictError when others have
   * changed the same since.
   */
  updateComment(annotationId: string, commentId: number, fields: Fields): Promise<void>;
  /** Deletes a comment, on both sides and for good. */
  deleteComment(annotationId: string, commentId: number): Promise<void>;
  /** Deletes a thread with all its comments, on both sides and for good. */
  deleteCommentAnnotation(annotationId: string): Promise<void>;
  /**
   * Repeats the write that failed with this error, and only that: the same comment under the same
   * id, however far it came. After a ConflictError the same change is made on the state that the
   * error showed. If that state has changed again, the result is another conflict. Throws a
   * ConflictError too when others, or you yourself, have replaced the same since: the repeat does
   * not overwrite that.
   */
  retry(error: unknown): Promise<void>;
  /**
   * Gives up the write that failed with this error. Parts of an add that may have arrived are taken
   * back on both sides, so that no one finds them. For any other write there is nothing to take
   * back.
   * @throws ResolverError, ServiceError: repeat the call
   */
  discard(error: unknown): Promise<void>;
  /**
   * Looks for writes that one side has and the other does not, as a crash in between leaves them,
   * and finishes them unless `fix` is false.
   * @throws ServiceError, ResolverError
   */
  reconcile(request?: ReconcileRequest): Promise<readonly HalfDone[]>;
  /**
   * Returns the methods for reactions, activities, or notifications of the host's own, when
   * `setDataProviders` was given a provider of them.
   * @throws CommentsSetupError without such a provider
   */
  records(kind: RecordKind): RecordsApi;
  /**
   * Puts a file into the customer's storage. The result goes into `attachments` of a comment, under
   * its id.
   * @throws CommentsSetupError, ResolverError
   */
  uploadAttachment(attachment: NewAttachment): Promise<Attachment>;
  /**
   * Removes a file from the customer's storage. Change the comment that has it with
   * `updateComment`.
   * @throws ResolverError
   */
  deleteAttachment(attachment: OldAttachment): Promise<void>;
  /**
   * Returns the threads of the chosen documents as they are shown now, with changes under way.
   * Returns the same list until something changes.
   */
  readonly snapshot: () => readonly CommentAnnotation[];
  /** Calls `listener` after every change of the snapshot; returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns a function that ends it. */
  on(event: 'dataProvider', listener: DataProviderListener): () => void;
}
