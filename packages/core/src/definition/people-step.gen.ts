// Generated from the schemas of people-step.ts by `npm run types`. Do not edit.

/** Separation of duties: users who must not decide. */
export interface DefinitionSeparation {
  /** Excludes the user who started the execution from deciding; false by default. */
  excludeInitiator?: boolean | undefined;
  /** Excludes users who worked on the subject from deciding; false by default. */
  excludeContributors?: boolean | undefined;
  /**
   * Ids of human nodes, 1 to 20. A user who decides a step of one cannot decide this node, and
   * vice versa.
   */
  excludeDecidersOf?: string[] | undefined;
}

/** A reminder of a waiting step. */
export interface DefinitionReminder {
  /** Time after the step began to wait, in ms. */
  afterMs?: number | undefined;
  /** Time before the step is due, in ms. */
  beforeDueMs?: number | undefined;
}

/** A deadline in working time. */
export interface DefinitionSla {
  /** Working time in ms from the creation of a step to its breach. */
  workingMs?: number | undefined;
  /**
   * Instead of `workingMs`: working days, 1 to 366. Due at the same local time so many working
   * days on.
   */
  workingDays?: number | undefined;
  /** Name of one of the engine's calendars. */
  calendar: string;
}
