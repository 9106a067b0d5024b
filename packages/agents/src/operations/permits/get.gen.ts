// Generated from the schemas of get.ts by `npm run types`. Do not edit.

/** Which permit, and how long to wait. */
export interface GetPermitRequest {
  /** Id of the permit. */
  permitId: string;
  /**
   * Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by
   * default. Over HTTP at most 25,000.
   */
  waitMs?: number | undefined;
}
