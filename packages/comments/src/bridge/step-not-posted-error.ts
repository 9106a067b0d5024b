/** Error of a bridge that cannot ask in a thread. */
import { brand } from '@org/approval-internal/brand';

/** Step, and the thread where it was to be posted. */
export interface NotPosted {
  readonly executionId: string;
  readonly stepId: string;
  readonly annotationId: string;
}

/**
 * Thrown when the question of a step was not posted, so that no person is asked in its thread. The
 * message says why and what to do. The same event fails again while the thread stays as it is.
 */
export class StepNotPostedError extends Error implements NotPosted {
  static {
    brand(StepNotPostedError, '@org/approval-comments:StepNotPostedError');
  }

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
