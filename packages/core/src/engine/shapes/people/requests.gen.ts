// Generated from the schemas of requests.ts by `npm run types`. Do not edit.

/** Absent user, period, and substitute. */
export interface SetAbsenceRequest {
  /** Absent user. */
  userId: string;
  /** Start in ms since the epoch. */
  from: number;
  /** End in ms since the epoch: at most a year later. */
  until: number;
  /** User who decides for them. */
  substituteId: string;
}

/** Selects the absence to delete. */
export interface ClearAbsenceRequest {
  /** Id of the absence, as it was returned. */
  absenceId: string;
}

/** A page of absences, those that begin first first. */
export interface ListAbsencesRequest {
  /** Only absences of this person. */
  userId?: string | undefined;
  /** Page size, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}
