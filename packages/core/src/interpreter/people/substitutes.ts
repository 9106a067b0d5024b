/** Who stands in for whom (contract section 17). */
import type { Absence } from '../command.js';

const MAX_LINKS = 3;

export const inForce = ({ from, until }: Absence, now: number): boolean => from <= now && now < until;

/** Those who may answer for somebody now, the nearest first: up to three links, each in force. */
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
