/** The service, which keeps the structural records, behind three calls. */
import type { StructuralAnnotation } from '../record.js';
import type { Listed } from '../content/list-parts.js';
import type { SavedChange } from '../store/change.js';

/** Selects the threads to list. */
export interface ListRequest {
  readonly organizationId: string;
  /** Documents whose threads are listed. */
  readonly documentIds: readonly string[];
  /** The most threads of one page; 1,000 by default and at most. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  /**
   * Digests of the list that the caller knows (`digestsOf`), for the first page: only the parts
   * that differ are listed.
   */
  readonly known?: readonly string[] | undefined;
}

/** A thread as the service has it. */
export interface ListedAnnotation {
  /** The thread with its comments, without content. */
  readonly annotation: StructuralAnnotation;
  /** Grows with each write to the thread or its comments. */
  readonly revision: number;
  /**
   * Revision of the customer's side up to which the service has every write. Absent where the
   * customer's side counts none.
   */
  readonly customerRevision?: number;
  /**
   * Times of the service when it first stored the thread and its comments, in ms since the epoch.
   */
  readonly times?: {
    /** Absent in rows of earlier versions. */
    readonly thread?: number;
    /** Times of comments by commentId. */
    readonly comments: Readonly<Record<string, number>>;
  };
}

/** One page of a list. */
export interface ListPage {
  /** Threads of this page, oldest first. */
  readonly threads: readonly ListedAnnotation[];
  /** Null: there are no more. */
  readonly next: string | null;
  /** Deleted threads and records, which count in the digests of the list. */
  readonly gone?: readonly Listed[];
  /** Parts that this page and those after it list; absent: everything is listed. */
  readonly parts?: readonly number[];
}

/** A write: its changes, and what its writer had seen. */
export interface SaveRequest extends Omit<SavedChange, 'annotation'> {
  readonly organizationId: string;
  /** The thread with what is changed in it, without content. */
  readonly annotation: StructuralAnnotation;
  /** Event of the write: `comment.add` and so on. */
  readonly event: string;
}

/** A deletion of a thread, and what its writer had seen. */
export interface DeleteRequest {
  readonly organizationId: string;
  readonly annotationId: string;
  readonly documentId?: string | undefined;
  /** Event of the deletion, as in `comment_annotation.delete`. */
  readonly event: string;
  /** The thread's revision that the writer saw. */
  readonly revision?: number | undefined;
  /** Id of the write, the same for every attempt of it. */
  readonly writeId?: string | undefined;
}

/** A save or delete that is not made yet. */
export type CheckRequest = { readonly save: SaveRequest } | { readonly delete: DeleteRequest };

/** Result of a write. */
export interface Written {
  /** The thread's revision after it. */
  readonly revision: number;
  /**
   * The revision of what was written, before the write: a writer who had seen that has seen
   * everything.
   */
  readonly previous: number;
  /** Revision of the customer's side up to which the service has every write of the thread. */
  readonly customerRevision?: number;
  /**
   * Time of the service when it first stored the written comment or thread, in ms since the epoch.
   */
  readonly storedAt?: number;
}

/**
 * MUST change what a save says and nothing else, as `applyChange` does, and MUST take the same save
 * or delete twice. Throws a ConflictError for what another write has changed or deleted since, and
 * a ServiceError when it cannot answer.
 */
export interface CommentService {
  /**
   * Throws the ConflictError that a save or delete would throw now; writes nothing. The client asks
   * before it writes to a customer's side that counts no revisions, so that a stale write does not
   * reach it. Without this method such a write is noticed only after the customer's side has taken
   * it.
   */
  readonly check?: (request: CheckRequest) => Promise<void>;
  /**
   * Says that the thread is about to be deleted, before the customer's side deletes it. Refused as
   * the deletion would be. From then on a write of the thread's own fields from an earlier view is
   * refused too. The client asks when a write of others may be between both sides, where its field
   * is shown to no one. Without this method such a write can be acknowledged and gone. Taken twice
   * with the same `writeId`.
   */
  readonly announce?: (request: DeleteRequest) => Promise<Written>;
  /** Lists the threads of documents, page by page. */
  readonly list: (request: ListRequest) => Promise<ListPage>;
  /** Writes what is changed in a thread. */
  readonly save: (request: SaveRequest) => Promise<Written>;
  /** Deletes a thread with its comments. */
  readonly delete: (request: DeleteRequest) => Promise<Written>;
}
