// Generated from the schemas of request.ts by `npm run types`. Do not edit.

/** Which runs a doctor looks at, and what it may do. */
export interface DoctorRequest {
  /** Whose runs; `default` by default. */
  workspaceId?: string | undefined;
  /** Only runs that were dispatched then or later, in ms since the epoch; all by default. */
  since?: number | undefined;
  /** This run alone. */
  executionId?: string | undefined;
  /** Whether what can be mended safely is mended; it is only told by default. */
  mend?: boolean | undefined;
  /** How many runs to look at, 1 to 10,000; 1,000 by default. */
  limit?: number | undefined;
  /**
   * `nextCursor` of the call before, with the same workspace and `since`; begins at the newest run without
   * it.
   */
  cursor?: string | undefined;
}
