/** Where the structural records live: the service, behind three calls. */
import type { StructuralAnnotation } from '../record.js';
import type { SavedChange } from '../store/change.js';

/** Which threads to list. */
export interface ListRequest {
  readonly organizationId: string;
  /** Documents whose threads are listed. */
  readonly documentIds: readonly string[];
  /** The most threads of one page; 1,000 by default and at most. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

/** A thread as the service has it. */
export interface ListedAnnotation {
  /** The thread with its comments, without content. */
  readonly annotation: StructuralAnnotation;
  /** Grows with each write to the thread or its comments. */
  readonly revision: number;
}

/** One page of a list. */
export interface ListPage {
  /** Threads of this page, oldest first. */
  readonly threads: readonly ListedAnnotation[];
  /** Null: there are no more. */
  readonly next: string | null;
}

/** What a write changes, and what its writer had seen. */
export interface SaveRequest extends Omit<SavedChange, 'annotation'> {
  readonly organizationId: string;
  /** The thread with what is changed in it, without content. */
  readonly annotation: StructuralAnnotation;
  /** What was done: `comment.add` and so on. */
  readonly event: string;
}

/** Which thread to delete, and what its writer had seen. */
export interface DeleteRequest {
  readonly organizationId: string;
  readonly annotationId: string;
  readonly documentId?: string | undefined;
  /** What was done, as in `comment_annotation.delete`. */
  readonly event: string;
  /** The thread's revision that the writer saw. */
  readonly revision?: number | undefined;
  /** Id of the write, the same for every attempt of it. */
  readonly writeId?: string | undefined;
}

/** What a write made of the thread. */
export interface Written {
  /** The thread's revision after it. */
  readonly revision: number;
  /** The revision of what was written, before the write: whoever had seen that has seen all of it. */
  readonly previous: number;
}

/**
 * MUST change what a save says and nothing else, as `applyChange` does, and MUST take the same save or delete twice.
 * Throws a ConflictError for what somebody else has changed or deleted since, and a ServiceError when it cannot
 * answer.
 */
export interface CommentService {
  /** Lists the threads of documents, page by page. */
  readonly list: (request: ListRequest) => Promise<ListPage>;
  /** Writes what is changed in a thread. */
  readonly save: (request: SaveRequest) => Promise<Written>;
  /** Deletes a thread with its comments. */
  readonly delete: (request: DeleteRequest) => Promise<Written>;
}
