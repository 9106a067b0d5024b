/** Errors of this package. No message quotes content. */
import { type Fields, isObject } from './record.js';

const MOST_DETAIL = 500;

/** The text `message` of an answer. */
const detailOf = (answer: unknown): string | null =>
  isObject(answer) && typeof answer.message === 'string' ? answer.message.slice(0, MOST_DETAIL) : null;

/**
 * The parts of the client were put together wrongly, or called in the wrong order; the message says
 * what to do.
 */
export class CommentsSetupError extends Error {
  override readonly name = 'CommentsSetupError';
}

/** The thread or comment that was to be changed is not there any more. */
export class CommentNotFoundError extends Error {
  override readonly name = 'CommentNotFoundError';
  readonly annotationId: string;
  /** Null when it is the thread. */
  readonly commentId: number | null;

  constructor(annotationId: string, commentId: number | null = null) {
    const what = commentId === null ? `thread ${annotationId}` : `comment ${commentId} of ${annotationId}`;
    super(`the ${what} is not there; read the threads again`);
    this.annotationId = annotationId;
    this.commentId = commentId;
  }
}

/** The three operations of a data provider. */
export type OperationName = 'get' | 'save' | 'delete';

/** Kinds of data providers. */
export type ProviderKind = 'comment' | 'user' | 'reaction' | 'attachment' | 'notification' | 'activity';

/** Reason why one attempt failed. */
export type AttemptFailure =
  /** It took longer than `resolveTimeout`. */
  | 'timeout'
  /** No answer: the network, DNS or CORS. */
  | 'network'
  /** An endpoint's HTTP status was not 200. */
  | 'http-status'
  /** `success` was not true, or `statusCode` not 200. */
  | 'not-successful'
  /** The answer was not a response object; for get also: `data` was not a map. */
  | 'invalid-response'
  /** The host's function, or its `headers`, threw. */
  | 'provider-threw'
  /**
   * The answer was 409: another write has changed or deleted it since. Never tried again as it is.
   */
  | 'conflict'
  /**
   * The answer was a redirect: what is sent goes to the address that the host gave, and nowhere
   * else.
   */
  | 'redirect';

/** One failed attempt, the `cause` of a ResolverError. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  /** Reason of the failure. */
  readonly reason: AttemptFailure;
  /** HTTP status or `statusCode` of the answer; null if there was none. */
  readonly statusCode: number | null;
  /** Details of a conflict in the answer. */
  readonly conflict: unknown;
  /**
   * Text `message` of the answer, up to 500 characters: why the side refused, and what to do. Null
   * without one. It may quote content, so no message of this package repeats it.
   */
  readonly detail: string | null;

  constructor(
    reason: AttemptFailure,
    statusCode: number | null = null,
    options: ErrorOptions & { readonly conflict?: unknown; readonly answer?: unknown } = {},
  ) {
    super(statusCode === null ? reason : `${reason} (${statusCode})`, options);
    this.reason = reason;
    this.statusCode = statusCode;
    this.conflict = options.conflict;
    this.detail = detailOf(options.answer);
  }
}

/** Details of a conflict. */
export interface ConflictDetails {
  /** State since then: deleted for good, changed, or never there. */
  readonly reason: 'deleted' | 'changed' | 'missing';
  readonly annotationId: string;
  /** Null: the thread itself. */
  readonly commentId: number | null;
  /**
   * Record that is stored there now, on the side that refused; null where it is gone, or not for
   * the caller to read.
   */
  readonly current: Fields | null;
  /** The thread's revision now. */
  readonly revision: number;
}

/**
 * Another write has changed or deleted it since the writer looked. Nothing was overwritten: show
 * `current`, or give the error to the client's `retry`, which reads again and makes the same change
 * on what is there then.
 */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  /** The side that refused; when it is the service, the customer has taken the write. */
  readonly side: 'customer' | 'service';
  /** State since then: deleted for good, changed, or never there. */
  readonly reason: ConflictDetails['reason'];
  readonly annotationId: string;
  readonly commentId: number | null;
  /**
   * Record that is stored there now, on the side that refused; null where it is gone, or not for
   * the caller to read.
   */
  readonly current: Fields | null;
  /** The thread's revision now. */
  readonly revision: number;

  constructor(side: 'customer' | 'service', details: ConflictDetails, options?: ErrorOptions) {
    const { reason, annotationId, commentId } = details;
    const what = commentId === null ? `thread ${annotationId}` : `comment ${commentId} of ${annotationId}`;
    super(`the ${what} was not written: it is ${WORDS[reason]}; read it, and decide again`, options);
    this.side = side;
    this.reason = reason;
    this.annotationId = annotationId;
    this.commentId = commentId;
    this.current = details.current;
    this.revision = details.revision;
  }
}

const WORDS = {
  deleted: 'deleted',
  changed: 'changed since it was read',
  missing: 'not there',
} as const;

/** The content to change could not be read, so that the write might overwrite anything. */
export class ContentMissingError extends Error {
  override readonly name = 'ContentMissingError';
  readonly annotationId: string;
  readonly commentId: number | null;

  constructor(annotationId: string, commentId: number | null) {
    super(`the customer's side has no content for what is to be changed in ${annotationId}: read it again`);
    this.annotationId = annotationId;
    this.commentId = commentId;
  }
}

/**
 * The customer's side failed, retries included. After a failed save or delete the service was not
 * called.
 */
export class ResolverError extends Error {
  override readonly name = 'ResolverError';
  /** Operation that failed. */
  readonly operation: OperationName;
  /** Number of attempts. */
  readonly attempts: number;
  /** Kind of the provider. */
  readonly provider: ProviderKind;

  constructor(
    operation: OperationName,
    attempts: number,
    cause: AttemptError,
    provider: ProviderKind = 'comment',
  ) {
    super(
      `the ${provider === 'comment' ? '' : `${provider} `}data provider's ${operation} failed after ${attempts} attempt(s): ${cause.message}`,
      {
        cause,
      },
    );
    this.operation = operation;
    this.attempts = attempts;
    this.provider = provider;
  }
}

/**
 * The service failed. After a save or delete the customer's side has done its part: do the same
 * again.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** Operation that failed. */
  readonly operation: 'list' | 'save' | 'delete';
  /** HTTP status; null without an answer. */
  readonly statusCode: number | null;
  /** Reason that the service gave, up to 500 characters; null without one. */
  readonly detail: string | null;

  constructor(
    operation: 'list' | 'save' | 'delete',
    statusCode: number | null,
    options: ErrorOptions & { readonly answer?: unknown } = {},
  ) {
    super(`the service's ${operation} failed${statusCode === null ? '' : ` (${statusCode})`}`, options);
    this.operation = operation;
    this.statusCode = statusCode;
    this.detail = detailOf(options.answer);
  }
}
