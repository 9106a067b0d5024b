/** `people/clearAbsence` (contract section 17). */
import { ApprovalError } from '../../errors.js';
import { type ClearAbsenceRequest, clearAbsence } from '../../shapes/people/requests.js';
import { type ClearAbsenceResult, clearAbsenceResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { ofItself } from '../guards.js';
import type { On } from '../../scope.js';

/**
 * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this person's.
 * @throws PERMISSION_DENIED when it is another's.
 * @request {"absenceId": "absence-1"}
 */
export const operation = defineOperation({
  path: 'people/clearAbsence',
  summary: 'Forgets an absence.',
  request: clearAbsence,
  result: clearAbsenceResult,
  effect: 'safe',
  permission: 'people:self',
  budget: 'decide',
  guard: (caller) => ofItself(caller, {}),
  options: ({ has, subject }) => (has('people:admin') ? {} : { onlyOf: subject ?? '' }),
  run: async (
    { absences: { kept }, workspaceId }: On<'absences'>,
    { absenceId },
    { onlyOf }: { readonly onlyOf?: string } = {},
  ) => {
    const key = { workspaceId, absenceId };
    if (onlyOf !== undefined) {
      const known = await kept.findAbsence(key);
      if (known !== null && known.userId !== onlyOf) {
        throw new ApprovalError('PERMISSION_DENIED', `absence "${absenceId}" is not of "${onlyOf}"`);
      }
    }
    return { cleared: await kept.clearAbsence(key) };
  },
});

/** `people/clearAbsence`, which in process takes the expected owner of the absence. */
export type Method = (
  request: ClearAbsenceRequest,
  options?: { readonly onlyOf?: string },
) => Promise<ClearAbsenceResult>;
