/** The client event `dataProvider`: what is asked of the customer's side, told in identifiers. */
import type { AttemptFailure, OperationName } from '../errors.js';

/** Which part of the client caused the call. */
export type CommentResolverModuleName =
  | 'setDocuments'
  | 'getCommentAnnotations'
  | 'getNotifications'
  | 'saveCommentAnnotations'
  | 'deleteCommentAnnotations';

type Phase = 'RequestFormed' | 'RequestTriggered' | 'Result' | 'Error';

/**
 * `RequestFormed` once per call, `RequestTriggered` and then `Result` or `Error` once per attempt;
 * `commentResolutionResultFromCache` for threads that needed no call.
 */
export type DataProviderEventName =
  `comment${'Resolution' | 'Save' | 'Delete'}${Phase}` | 'commentResolutionResultFromCache';

/** Identifiers and outcomes, never content. */
export interface DataProviderEventPayload {
  readonly organizationId: string;
  readonly commentAnnotationIds: readonly string[];
  readonly documentIds?: readonly string[];
  readonly commentId?: number;
  /** What was done to the thread: `comment.add` and so on. */
  readonly event?: string;
  /** From 1. */
  readonly attempt?: number;
  readonly reason?: AttemptFailure;
  readonly statusCode?: number | null;
  /** On an error: whether another attempt follows. */
  readonly willRetry?: boolean;
}

export interface DataProviderEvent {
  readonly event: DataProviderEventName;
  readonly moduleName: CommentResolverModuleName;
  readonly methodName: OperationName;
  readonly source: 'function' | 'endpoint' | 'cache';
  /** ms since the epoch. */
  readonly timestamp: number;
  /** The same for all events of one call. */
  readonly uniqueId: string;
  readonly payload: DataProviderEventPayload;
}

export const EVENT_PREFIX = {
  get: 'commentResolution',
  save: 'commentSave',
  delete: 'commentDelete',
} as const satisfies Record<OperationName, string>;
