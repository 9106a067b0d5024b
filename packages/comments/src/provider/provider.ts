/** What a host registers, and what goes back and forth (contract section 16). */
import type { Metadata, PartialComment, PartialCommentAnnotation } from '../record.js';

/** What was done to a thread; a host may opt into names of its own with the client's `additionalEvents`. */
export type CommentEvent =
  | 'comment_annotation.add'
  | 'comment_annotation.delete'
  | 'comment.add'
  | 'comment.update'
  | 'comment.delete';

/** What `get` and the getConfig endpoint are given. The client names threads; the rest is for backends. */
export interface GetCommentResolverRequest {
  readonly organizationId: string;
  readonly commentAnnotationIds?: readonly string[];
  readonly documentIds?: readonly string[];
  readonly folderId?: string;
  readonly allDocuments?: boolean;
}

/** What `save` and the saveConfig endpoint are given: the thread as a whole, and which comment it is about. */
export interface SaveCommentResolverRequest {
  readonly commentAnnotation: Readonly<Record<string, PartialCommentAnnotation>>;
  readonly event?: string;
  readonly metadata?: Metadata;
  /** The comment that was added, changed or deleted; absent when it is the thread itself. */
  readonly commentId?: number;
  /** That comment; absent when it was deleted. */
  readonly targetComment?: PartialComment;
}

export interface DeleteCommentResolverRequest {
  readonly commentAnnotationId: string;
  readonly metadata?: Metadata;
  readonly event?: string;
}

export interface ResolverRequests {
  readonly get: GetCommentResolverRequest;
  readonly save: SaveCommentResolverRequest;
  readonly delete: DeleteCommentResolverRequest;
}

/** What an operation answers. A function succeeds with `success: true` and `statusCode: 200`. */
export interface ResolverResponse<Data = unknown> {
  readonly success: boolean;
  readonly statusCode: number;
  readonly data?: Data;
  readonly message?: string;
  readonly timestamp?: number;
}

/** Threads by annotationId. */
export type GetCommentResolverResponse = ResolverResponse<Readonly<Record<string, PartialCommentAnnotation>>>;

type Headers = Readonly<Record<string, string>>;

export interface EndpointConfig {
  readonly url: string;
  /** A function is called anew for every attempt, so that a token that expired is not sent again. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** Given to fetch. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
}

export interface RetryConfig {
  /** Further attempts after the first; 0 by default. */
  readonly retryCount?: number;
  /** ms between attempts; 0 by default. */
  readonly retryDelay?: number;
  /** Save and delete: whether a change that failed disappears from the view again; true by default. */
  readonly revertOnFailure?: boolean;
}

export interface ResolverConfig {
  readonly getConfig?: EndpointConfig;
  readonly saveConfig?: EndpointConfig;
  readonly deleteConfig?: EndpointConfig;
  /** ms for one attempt, headers and body included; 60,000 by default. */
  readonly resolveTimeout?: number;
  readonly getRetryConfig?: RetryConfig;
  readonly saveRetryConfig?: RetryConfig;
  readonly deleteRetryConfig?: RetryConfig;
  /** Custom fields that are copied to the customer. */
  readonly additionalFields?: readonly string[];
  /** Custom fields that are moved to the customer. */
  readonly fieldsToRemove?: readonly string[];
}

/** Each operation is a function here or an endpoint in `config`; a function wins over an endpoint. */
export interface CommentDataProvider {
  readonly get?: (request: GetCommentResolverRequest) => Promise<GetCommentResolverResponse>;
  readonly save?: (request: SaveCommentResolverRequest) => Promise<ResolverResponse>;
  readonly delete?: (request: DeleteCommentResolverRequest) => Promise<ResolverResponse>;
  readonly config?: ResolverConfig;
}

export interface DataProviders {
  readonly comment: CommentDataProvider;
}
