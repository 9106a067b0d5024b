// Generated from the schemas of wait-request.ts by `npm run types`. Do not edit.

/** Execution to wait for, and the condition. */
export interface WaitExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /**
   * Condition to wait for: the end of the execution, a waiting step, or the end of one step.
   */
  until:
    | 'ended'
    | 'waiting'
    | {
        /** Id of the step; one that is not there yet is waited for. */
        stepId: string;
      };
  /**
   * Longest wait, in ms. Over HTTP 0 to 25,000, which is the default; in process unlimited by
   * default.
   */
  waitMs?: number | undefined;
}
