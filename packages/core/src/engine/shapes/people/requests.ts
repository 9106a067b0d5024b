/** Requests on absences (contract section 17). */
import * as z from 'zod';
import { actorId, handleId } from '../../../definition/identifiers.js';
import { timeMs } from '../../../definition/in-seconds.js';
import { LIMITS } from '../../../definition/limits.js';
import { page } from '../shared/fields.js';

export type * from './requests.gen.js';

export const setAbsence = z
  .strictObject({
    userId: actorId.describe('Absent user.'),
    from: timeMs.describe('Start in ms since the epoch.'),
    until: z.int().min(0).describe('End in ms since the epoch: at most a year later.'),
    substituteId: actorId.describe('User who decides for them.'),
  })
  .refine((it) => it.from < it.until && it.until - it.from <= LIMITS.absenceMs, {
    path: ['until'],
    message: 'give a time after `from`, and at most a year after it',
  })
  .refine((it) => it.userId !== it.substituteId, {
    path: ['substituteId'],
    message: 'a user cannot be their own substitute; name another user',
  })
  .meta({
    id: 'SetAbsenceRequest',
    description: 'Absent user, period, and substitute.',
  });
export const clearAbsence = z
  .strictObject({
    absenceId: handleId.describe('Id of the absence, as it was returned.'),
  })
  .meta({ id: 'ClearAbsenceRequest', description: 'Selects the absence to delete.' });
export const listAbsences = z
  .strictObject({
    userId: actorId.optional().describe('Only absences of this person.'),
    ...page,
  })
  .meta({ id: 'ListAbsencesRequest', description: 'A page of absences, those that begin first first.' });
