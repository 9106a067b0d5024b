/** What keeps the bridge from asking in a thread. */

/** Which step, and where it was to be posted. */
export interface NotPosted {
  readonly executionId: string;
  readonly stepId: string;
  readonly annotationId: string;
}

/**
 * What a step asks was not posted, so that nobody is asked in its thread. The message says why and
 * what to do: the same event again does no better in this thread as it is.
 */
export class StepNotPostedError extends Error implements NotPosted {
  override readonly name = 'StepNotPostedError';
  readonly executionId: string;
  readonly stepId: string;
  readonly annotationId: string;

  constructor({ executionId, stepId, annotationId }: NotPosted, why: string, options?: ErrorOptions) {
    super(
      `the step ${stepId} of ${executionId} is not posted in the thread ${annotationId}: ${why}`,
      options,
    );
    this.executionId = executionId;
    this.stepId = stepId;
    this.annotationId = annotationId;
  }
}
