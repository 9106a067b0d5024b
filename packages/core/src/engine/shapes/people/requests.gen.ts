// Generated from the schemas of requests.ts by `npm run types`. Do not edit.

/** Who is away, from when until when, and who answers for them. */
export interface SetAbsenceRequest {
  /** Who is away. */
  userId: string;
  /** When it begins, in ms since the epoch. */
  from: number;
  /** When it is over, in ms since the epoch: at most a year later. */
  until: number;
  /** Who answers for them. */
  substituteId: string;
}

/** Which absence to forget. */
export interface ClearAbsenceRequest {
  /** Id of the absence, as it was returned. */
  absenceId: string;
}

/** A page of absences, those that begin first first. */
export interface ListAbsencesRequest {
  /** Only absences of this person. */
  userId?: string | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}
