/** Requests on absences (contract section 17). */
import * as z from 'zod';
import { actorId, handleId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import { page } from '../shared/fields.js';

export type * from './requests.gen.js';

const time = z.int().min(0);

export const setAbsence = z
  .strictObject({
    userId: actorId.describe('Who is away.'),
    from: time.describe('When it begins, in ms since the epoch.'),
    until: time.describe('When it is over, in ms since the epoch: at most a year later.'),
    substituteId: actorId.describe('Who answers for them.'),
  })
  .refine((it) => it.from < it.until && it.until - it.from <= LIMITS.absenceMs, {
    path: ['until'],
    message: 'give a time after `from`, and at most a year after it',
  })
  .refine((it) => it.userId !== it.substituteId, {
    path: ['substituteId'],
    message: 'nobody is their own substitute; name somebody else',
  })
  .meta({
    id: 'SetAbsenceRequest',
    description: 'Who is away, from when until when, and who answers for them.',
  });
export const clearAbsence = z
  .strictObject({
    absenceId: handleId.describe('Id of the absence, as it was returned.'),
  })
  .meta({ id: 'ClearAbsenceRequest', description: 'Which absence to forget.' });
export const listAbsences = z
  .strictObject({
    userId: actorId.optional().describe('Only absences of this person.'),
    ...page,
  })
  .meta({ id: 'ListAbsencesRequest', description: 'A page of absences, those that begin first first.' });
