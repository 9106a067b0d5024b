// Generated from the schemas of request.ts by `npm run types`. Do not edit.

/** Runs to check, and permitted fixes. */
export interface DoctorRequest {
  /** Workspace of the executions; `default` by default. */
  workspaceId?: string | undefined;
  /**
   * Only executions that were dispatched then or later, in ms since the epoch; all by default.
   */
  since?: number | undefined;
  /** This execution alone. */
  executionId?: string | undefined;
  /** True to fix what can be fixed safely; by default findings are only reported. */
  fix?: boolean | undefined;
  /** Number of executions to check, 1 to 10,000; 1,000 by default. */
  limit?: number | undefined;
  /**
   * `nextCursor` of the call before, with the same workspace and `since`; begins at the newest
   * run without it.
   */
  cursor?: string | undefined;
}
