/** Where the structural records live: the service, behind three calls. */
import type { StructuralAnnotation } from '../record.js';

export interface ListRequest {
  readonly organizationId: string;
  readonly documentIds: readonly string[];
}

export interface SaveRequest {
  readonly organizationId: string;
  readonly annotation: StructuralAnnotation;
  /** What was done: `comment.add` and so on. */
  readonly event: string;
  /** The comment that was added, changed or deleted; absent when it is the thread itself. */
  readonly commentId?: number | undefined;
}

export interface DeleteRequest {
  readonly organizationId: string;
  readonly annotationId: string;
  readonly event: string;
}

/**
 * MUST merge a save as `applySave` does, so that two people who write in one thread lose nothing, and MUST take the
 * same save or delete twice. Throws when it cannot answer.
 */
export interface CommentService {
  readonly list: (request: ListRequest) => Promise<readonly StructuralAnnotation[]>;
  readonly save: (request: SaveRequest) => Promise<void>;
  readonly delete: (request: DeleteRequest) => Promise<void>;
}
