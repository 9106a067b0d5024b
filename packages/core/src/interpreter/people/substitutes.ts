/** Who stands in for whom (contract section 17). */

/** Somebody is away, and somebody else answers for them; half-open, in ms since the epoch. */
export interface Absence {
  /** Who is away. */
  readonly userId: string;
  /** Who answers for them. */
  readonly substituteId: string;
  /** When it begins. */
  readonly from: number;
  /** When it is over. */
  readonly until: number;
}

/** How many links a chain of substitutes may have. */
export const MAX_LINKS = 3;

export const inForce = ({ from, until }: Absence, now: number): boolean => from <= now && now < until;

/** Those who may answer for somebody now, the nearest first: up to `MAX_LINKS`, each in force. */
export function substitutesOf(userId: string, absences: readonly Absence[], now: number): string[] {
  const found: string[] = [];
  let current: string | undefined = userId;
  while (found.length < MAX_LINKS) {
    current = absences.find((it) => it.userId === current && inForce(it, now))?.substituteId;
    // A circle leads nowhere.
    if (current === undefined || current === userId || found.includes(current)) return found;
    found.push(current);
  }
  return found;
}
