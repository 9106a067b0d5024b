/** Providers that a host registers, with their requests and responses (contract section 16). */
import type { Metadata, PartialComment, PartialCommentAnnotation } from '../record.js';
import type { ResolverConfig, ResolverResponse } from './config.js';
import type {
  ActivityDataProvider,
  AttachmentDataProvider,
  NotificationDataProvider,
  ReactionDataProvider,
  UserDataProvider,
} from './others.js';

/** Change of a thread. A host may opt into its own names with the client's `additionalEvents`. */
export type CommentEvent =
  | 'comment_annotation.add'
  | 'comment_annotation.delete'
  | 'comment.add'
  | 'comment.update'
  | 'comment.delete';

/**
 * Request of `get` and of the getConfig endpoint. The client names threads; the other fields are
 * for backends.
 */
export interface GetCommentResolverRequest {
  readonly organizationId: string;
  /** Only these threads. */
  readonly commentAnnotationIds?: readonly string[];
  /** Only threads of these documents. */
  readonly documentIds?: readonly string[];
  /** Only threads of this folder. */
  readonly folderId?: string;
  /** Threads of every document of the organization. */
  readonly allDocuments?: boolean;
  /**
   * Reconciliation asks for tombstones too; they stand beside the threads, in `deleted` of the
   * response.
   */
  readonly withDeleted?: boolean;
  /**
   * The most threads of one page; a backend that has more answers with `next`, which comes back as
   * `after`.
   */
  readonly limit?: number;
  /** Start of this page: `next` of the page before. */
  readonly after?: string;
}

/**
 * Request of `save` and of the saveConfig endpoint: only the changed part of the thread. A backend
 * has to merge: the comment in `comments` into those it has, and `changedFields` of it into the
 * comment.
 */
export interface SaveCommentResolverRequest {
  /** Content to write, by annotationId. */
  readonly commentAnnotation: Readonly<Record<string, PartialCommentAnnotation>>;
  /** Change that was made, as in `comment.add`. */
  readonly event?: string;
  /** Place of the thread. */
  readonly metadata?: Metadata;
  /** The comment that was added, changed or deleted; absent when it is the thread itself. */
  readonly commentId?: number;
  /** That comment, whole; absent when it was deleted. */
  readonly targetComment?: PartialComment;
  /** The fields that the write is about; absent where the thread or comment is new, or goes. */
  readonly changedFields?: readonly string[];
  /**
   * The thread's revision that the writer saw, where `get` told one: what is newer may not be
   * overwritten.
   */
  readonly revision?: number;
  /** The same for every attempt of one write. */
  readonly writeId?: string;
  /**
   * The writeId of an add that failed for its writer, and is taken back: what it wrote goes, and
   * what is still on its way is not taken any more. Sent only to a side that tells revisions, as
   * `applyChange` makes of it what is right.
   */
  readonly withdraws?: string;
}

/** Thread whose content to delete. */
export interface DeleteCommentResolverRequest {
  /** Id of the thread. */
  readonly commentAnnotationId: string;
  /** Place of the thread. */
  readonly metadata?: Metadata;
  /** Change that was made, as in `comment_annotation.delete`. */
  readonly event?: string;
  /**
   * The thread's revision that the writer saw, where `get` told one: what is newer may not be
   * deleted.
   */
  readonly revision?: number;
  /** Id of the write, the same for every attempt of it. */
  readonly writeId?: string;
}

export interface ResolverRequests {
  readonly get: GetCommentResolverRequest;
  readonly save: SaveCommentResolverRequest;
  readonly delete: DeleteCommentResolverRequest;
}

/** Threads by annotationId. */
export type GetCommentResolverResponse = ResolverResponse<Readonly<Record<string, PartialCommentAnnotation>>>;

/**
 * Each operation is a function here or an endpoint in `config`; a function wins over an endpoint.
 */
export interface CommentDataProvider {
  /** Reads content; wins over `config.getConfig`. */
  readonly get?: (request: GetCommentResolverRequest) => Promise<GetCommentResolverResponse>;
  /** Writes content; wins over `config.saveConfig`. */
  readonly save?: (request: SaveCommentResolverRequest) => Promise<ResolverResponse>;
  /** Deletes content; wins over `config.deleteConfig`. */
  readonly delete?: (request: DeleteCommentResolverRequest) => Promise<ResolverResponse>;
  /** Endpoints, timeouts and custom fields. */
  readonly config?: ResolverConfig;
}

/** The customer's providers, by what they keep. */
export interface DataProviders {
  /** Keeps the content of comments. */
  readonly comment: CommentDataProvider;
  /** Knows people: with it names and mail addresses are kept in no thread. */
  readonly user?: UserDataProvider;
  /** Keeps what people react with. */
  readonly reaction?: ReactionDataProvider;
  /** Keeps files. */
  readonly attachment?: AttachmentDataProvider;
  /** Keeps the text of notifications of the host's own. */
  readonly notification?: NotificationDataProvider;
  /** Keeps what was done, in words. */
  readonly activity?: ActivityDataProvider;
}
