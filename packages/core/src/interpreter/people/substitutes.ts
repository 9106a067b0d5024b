/** Absences and substitutes (contract section 17). */

/** An absence with a substitute; half-open, in ms since the epoch. */
export interface Absence {
  /** Absent user. */
  readonly userId: string;
  /** User who decides meanwhile. */
  readonly substituteId: string;
  /** Start of the absence. */
  readonly from: number;
  /** End of the absence, exclusive. */
  readonly until: number;
}

/** Maximum length of a chain of substitutes. */
export const MAX_LINKS = 3;

export const inForce = ({ from, until }: Absence, now: number): boolean => from <= now && now < until;

/** Substitutes of a user now, the nearest first, up to `MAX_LINKS`. */
export function substitutesOf(userId: string, absences: readonly Absence[], now: number): string[] {
  const found: string[] = [];
  let current: string | undefined = userId;
  while (found.length < MAX_LINKS) {
    current = absences.find((it) => it.userId === current && inForce(it, now))?.substituteId;
    // A cycle ends the chain.
    if (current === undefined || current === userId || found.includes(current)) return found;
    found.push(current);
  }
  return found;
}
