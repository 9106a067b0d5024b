/** `people/setAbsence` (contract section 17). */
import { LIMITS } from '../../../definition/limits.js';
import type { StoredAbsence } from '../../../ports/store/absences.js';
import { ApprovalError, failedPrecondition } from '../../errors.js';
import { setAbsence } from '../../shapes/people/requests.js';
import { setAbsenceResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { ofItself } from '../guards.js';
import type { On } from '../../scope.js';

/**
 * Stores an absence; a repeat is `created: false`. Nothing happens when it begins or ends:
 * decisions and inbox reads look it up.
 * @throws FAILED_PRECONDITION when it overlaps another one of the same person
 * (`details.absenceId`), when there are too many (`limit-reached`), or the store does not support
 * absences; INVALID_ARGUMENT.
 * @request {"userId": "maria", "from": 1798761600000, "until": 1799366400000, "substituteId":
 *   "tom"}
 */
export const operation = defineOperation({
  path: 'people/setAbsence',
  summary: 'Keeps who is away, and who answers for them.',
  request: setAbsence,
  result: setAbsenceResult,
  effect: 'safe',
  permission: 'people:self',
  budget: 'decide',
  guard: ofItself,
  run: async ({ absences, clock, ids, workspaceId }: On<'absences' | 'clock' | 'ids'>, request) => {
    const { userId } = request;
    const absence: StoredAbsence = { workspaceId, absenceId: ids.next('abs'), ...request };
    const bounds = { most: LIMITS.absences, now: clock.now() };
    const result = await absences.kept.setAbsence(absence, bounds);
    if (result.kind === 'created') return { absenceId: absence.absenceId, created: true };
    if (result.kind === 'exists') return { absenceId: result.absenceId, created: false };
    if (result.kind === 'overlaps') {
      const message = `"${userId}" has an absence in that time already; clear it first, or choose another time`;
      throw new ApprovalError('FAILED_PRECONDITION', message, { absenceId: result.absenceId });
    }
    throw failedPrecondition(
      'limit-reached',
      `"${userId}" has ${LIMITS.absences} absences to come, which is the limit; clear some first`,
    );
  },
});
