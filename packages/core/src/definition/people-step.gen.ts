// Generated from the schemas of people-step.ts by `npm run types`. Do not edit.

/** Who must not decide. */
export interface DefinitionSeparation {
  /** Whether whoever started the run is kept from deciding; false by default. */
  excludeInitiator?: boolean | undefined;
  /** Whether those who worked on the subject are kept from deciding; false by default. */
  excludeContributors?: boolean | undefined;
  /** Human nodes, 1 to 20: nobody answers steps of one of them and of this node. */
  excludeDecidersOf?: string[] | undefined;
}

/** When people are reminded of a waiting step. */
export interface DefinitionReminder {
  /** So long after the step began to wait, in ms. */
  afterMs?: number | undefined;
  /** So long before it is due, in ms. */
  beforeDueMs?: number | undefined;
}

/** A deadline in working time. */
export interface DefinitionSla {
  /** Working time from the creation of a step until it is breached, in ms. */
  workingMs: number;
  /** Name of one of the engine's calendars. */
  calendar: string;
}
