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
    caughtBy: 'an absence is stored once and overlaps no other; an adjacent one is separate',
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
    fault: 'overlaps are checked before the write, not with it',
    caughtBy: 'one of two concurrent overlapping absences is stored',
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
    fault: 'past absences count forever',
    caughtBy: 'a user has a limited number of future absences, and of past ones, oldest deleted first',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        setAbsence: (absence, bounds) => absences.setAbsence(absence, { ...bounds, now: 0 }),
      })),
  },
  {
    fault: 'past absences are kept forever',
    caughtBy: 'a user has a limited number of future absences, and of past ones, oldest deleted first',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        // The limit never applies.
        setAbsence: (absence, { most, now }) =>
          absences.setAbsence(absence, { most: now > 50 ? 100 : most, now }),
      })),
  },
  {
    fault: 'absences of all users are listed for one user',
    caughtBy: 'absences are listed by start, page by page, per workspace and user, and deleted once',
    breakIt: (sound) =>
      withAbsences(sound, (absences) => ({
        listAbsences: ({ workspaceId }, page) => absences.listAbsences({ workspaceId }, page),
      })),
  },
  {
    fault: 'an absence is still in force at its end',
    caughtBy: 'an absence is in force from its start until before its end, by absent user and by substitute',
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
    fault: 'an inbox is always sorted by waiting time',
    caughtBy: 'an inbox by due time has the next step first and those without one last, each once',
    breakIt: (sound) =>
      overriding(sound, { listWaiting: ({ sort: _, ...query }, page) => sound.listWaiting(query, page) }),
  },
  {
    fault: 'a substitute sees every step of the absent reviewer',
    caughtBy: 'an inbox of a substitute has the seats that allow one, and none of a pool',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: ({ standsInFor = [], ...query }, page) =>
          sound.listWaiting({ ...query, reviewerId: standsInFor[0] ?? query.reviewerId }, page),
      }),
  },
  {
    fault: 'steps due at a time count as due before it',
    caughtBy: 'an inbox up to a time has the steps due before it, and none without a due time',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: ({ dueBefore, ...query }, page) =>
          sound.listWaiting({ ...query, ...(dueBefore !== undefined && { dueBefore: dueBefore + 1 }) }, page),
      }),
  },
];
