// Generated from the schemas of wait-request.ts by `npm run types`. Do not edit.

/** Which execution to wait for, and until what. */
export interface WaitExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** What to wait for: the end of the run, a step that waits, or the end of one step. */
  until:
    | 'ended'
    | 'waiting'
    | {
        /** Id of the step; one that is not there yet is waited for. */
        stepId: string;
      };
  /**
   * How long to wait at most, in ms. Over HTTP 0 to 25,000, which is the default; in process for ever by
   * default.
   */
  waitMs?: number | undefined;
}
