/** What this package throws. No message quotes content. */

/** The parts of the client were put together wrongly, or called in the wrong order; the message says what to do. */
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

export type OperationName = 'get' | 'save' | 'delete';

/** Why one attempt failed. */
export type AttemptFailure =
  /** It took longer than `resolveTimeout`. */
  | 'timeout'
  /** No answer: the network, DNS or CORS. */
  | 'network'
  /** An endpoint's HTTP status was not 200. */
  | 'http-status'
  /** `success` was not true, or `statusCode` not 200. */
  | 'not-successful'
  /** The answer was no response object; for get also: `data` was no map. */
  | 'invalid-response'
  /** The host's function, or its `headers`, threw. */
  | 'provider-threw';

/** One failed attempt, the `cause` of a ResolverError. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly reason: AttemptFailure;
  /** HTTP status or `statusCode` of the answer; null if there was none. */
  readonly statusCode: number | null;

  constructor(reason: AttemptFailure, statusCode: number | null = null, options?: ErrorOptions) {
    super(statusCode === null ? reason : `${reason} (${statusCode})`, options);
    this.reason = reason;
    this.statusCode = statusCode;
  }
}

/** The customer's side failed, retries included. After a failed save or delete the service was not called. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError';
  readonly operation: OperationName;
  /** How often it was tried. */
  readonly attempts: number;

  constructor(operation: OperationName, attempts: number, cause: AttemptError) {
    super(`the data provider's ${operation} failed after ${attempts} attempt(s): ${cause.message}`, {
      cause,
    });
    this.operation = operation;
    this.attempts = attempts;
  }
}

/** The service failed. After a save or delete the customer's side has done its part: do the same again. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly operation: 'list' | 'save' | 'delete';
  /** HTTP status; null without an answer. */
  readonly statusCode: number | null;

  constructor(operation: 'list' | 'save' | 'delete', statusCode: number | null, options?: ErrorOptions) {
    super(`the service's ${operation} failed${statusCode === null ? '' : ` (${statusCode})`}`, options);
    this.operation = operation;
    this.statusCode = statusCode;
  }
}
