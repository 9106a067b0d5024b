/** Faults of stores in absences and sorted inboxes. */
import type { ApprovalStore } from '@org/approval-core';
import type { AbsenceStore } from '@org/approval-core/store';
import { overriding } from '../overriding.js';
import type { BrokenStore } from './broken-store.js';

/** Returns the store with changed absence methods. */
function withAbsences(
  sound: ApprovalStore,
  change: (absences: AbsenceStore) => Partial<AbsenceStore>,
): ApprovalStore {
  const { absences } = sound;
  return absences === undefined
    ? sound
    : overriding(sound, { absences: overriding(absences, change(absences)) });
}

export const BROKEN_PEOPLE: readonly BrokenStore[] = [
  {
    fault: 'an absence that ends where another begins overlaps it',
    caughtBy: 'an absence is kept once, and none that overlaps it; one that begins where it ends is another',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        async setAbsence(absence, bounds) {
          const { absenceId, ...wider } = { ...absence, until: absence.until + 1 };
          const result = await absences.setAbsence({ ...wider, absenceId }, bounds);
          return result.kind === 'overlaps' ? result : absences.setAbsence(absence, bounds);
        },
      })),
  },
  {
    fault: 'overlaps are looked for before, and not while, an absence is written',
    caughtBy: 'of two absences that race and overlap one is kept',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => {
        let writing = 0;
        return {
          async setAbsence(absence, bounds) {
            writing += 1;
            const isSecond = writing > 1;
            await Promise.resolve();
            // Under another name nothing overlaps.
            const userId = isSecond ? `${absence.userId} ` : absence.userId;
            return absences.setAbsence({ ...absence, userId }, bounds);
          },
        };
      }),
  },
  {
    fault: 'absences that are over count for ever',
    caughtBy: 'a person has so many absences to come, and as many that are over, of which the oldest go',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        setAbsence: (absence, bounds) => absences.setAbsence(absence, { ...bounds, now: 0 }),
      })),
  },
  {
    fault: 'absences that are over stay for ever',
    caughtBy: 'a person has so many absences to come, and as many that are over, of which the oldest go',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        // The limit never applies.
        setAbsence: (absence, { most, now }) =>
          absences.setAbsence(absence, { most: now > 50 ? 100 : most, now }),
      })),
  },
  {
    fault: 'absences of everybody are listed for one person',
    caughtBy:
      'absences are listed by their begin, page by page, of their workspace and person alone, and forgotten once',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        listAbsences: ({ workspaceId }, page) => absences.listAbsences({ workspaceId }, page),
      })),
  },
  {
    fault: 'an absence is in force until after its end',
    caughtBy: 'an absence is in force from its begin to before its end, by who is away and by who stands in',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        absencesInForce: async (query) => [
          ...(await absences.absencesInForce(query)),
          ...(await absences.absencesInForce({ ...query, at: query.at - 1 })).filter(
            (it) => it.until === query.at,
          ),
        ],
      })),
  },
  {
    fault: 'an inbox is sorted by waiting, whatever is asked for',
    caughtBy: 'an inbox by due time has the next first and those without one last, page by page, each once',
    breakIt: (sound) =>
      overriding(sound, { listWaiting: ({ sort: _, ...query }, page) => sound.listWaiting(query, page) }),
  },
  {
    fault: 'a substitute is shown whatever waits for who is away',
    caughtBy: 'an inbox of a substitute has the places that take one, and none that a pool names',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: ({ standsInFor = [], ...query }, page) =>
          sound.listWaiting({ ...query, reviewerId: standsInFor[0] ?? query.reviewerId }, page),
      }),
  },
  {
    fault: 'what is due at a time counts as due before it',
    caughtBy: 'an inbox up to a time holds what is due before, and nothing that is never due',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: ({ dueBefore, ...query }, page) =>
          sound.listWaiting({ ...query, ...(dueBefore !== undefined && { dueBefore: dueBefore + 1 }) }, page),
      }),
  },
];
