/** The client event `dataProvider`: what is asked of the customer's side, told in identifiers. */
import type { AttemptFailure, OperationName, ProviderKind } from '../errors.js';

/** Part of the client that caused the call. */
export type CommentResolverModuleName =
  | 'setDocuments'
  | 'getCommentAnnotations'
  | 'getNotifications'
  | 'saveCommentAnnotations'
  | 'deleteCommentAnnotations'
  | 'getUsers'
  | 'getReactions'
  | 'saveReactions'
  | 'deleteReactions'
  | 'saveAttachments'
  | 'deleteAttachments'
  | 'getCustomNotifications'
  | 'deleteCustomNotifications'
  | 'getActivities'
  | 'saveActivities';

type Phase = 'RequestFormed' | 'RequestTriggered' | 'Result' | 'Error';

/**
 * `RequestFormed` once per call, `RequestTriggered` and then `Result` or `Error` once per attempt;
 * `commentResolutionResultFromCache` for threads that needed no call.
 */
export type DataProviderEventName =
  `${ProviderKind}${'Resolution' | 'Save' | 'Delete'}${Phase}` | 'commentResolutionResultFromCache';

/** Identifiers and outcomes, never content. */
export interface DataProviderEventPayload {
  readonly organizationId: string;
  /** Ids of the threads that the call is about. */
  readonly commentAnnotationIds: readonly string[];
  /**
   * Ids of the users, reactions, attachments, notifications or activities that the call is about.
   */
  readonly ids?: readonly string[];
  /** Ids of the documents that the call is about. */
  readonly documentIds?: readonly string[];
  readonly commentId?: number;
  /** Change of the thread: `comment.add` and so on. */
  readonly event?: string;
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** Reason why an attempt failed. */
  readonly reason?: AttemptFailure;
  /** HTTP status or `statusCode` of the response, if there was one. */
  readonly statusCode?: number | null;
  /** On an error: whether another attempt follows. */
  readonly willRetry?: boolean;
}

/**
 * A stage of a call of the customer's provider, for debugging and metrics; it carries no content.
 */
export interface DataProviderEvent {
  /** Stage of the call, and its operation. */
  readonly event: DataProviderEventName;
  /** The call of the client that led to it. */
  readonly moduleName: CommentResolverModuleName;
  /** Operation of the provider. */
  readonly methodName: OperationName;
  /** Source of the answer: a function, an endpoint, or an earlier read. */
  readonly source: 'function' | 'endpoint' | 'cache';
  /** ms since the epoch. */
  readonly timestamp: number;
  /** The same for all events of one call. */
  readonly uniqueId: string;
  /** Ids and outcome of the call. */
  readonly payload: DataProviderEventPayload;
}

/** Word for an operation in the name of an event. */
export const EVENT_WORD = {
  get: 'Resolution',
  save: 'Save',
  delete: 'Delete',
} as const satisfies Record<OperationName, string>;
