/** `people/listAbsences` (contract section 17). */
import type { StoredAbsence } from '../../../ports/store/absences.js';
import type { PageRequest } from '../../../ports/store/page.js';
import { listAbsences } from '../../shapes/people/requests.js';
import { pageOf, pageRequest } from '../../shapes/shared/page.js';
import { type AbsenceView, absenceView } from '../../shapes/steps/review-results.js';
import { boundToQuery } from '../bound-cursor.js';
import { defineOperation } from '../define.js';
import { ofItself } from '../guards.js';
import { listWithin } from '../listing.js';
import type { On } from '../../scope.js';

/**
 * Lists absences, the earliest start first; with `userId` those of one user.
 * @request {"userId": "maria"}
 */
export const operation = defineOperation({
  path: 'people/listAbsences',
  summary: 'Absences, those that begin first first.',
  request: listAbsences,
  result: pageOf('AbsencePage', absenceView),
  effect: 'read',
  permission: 'people:self',
  budget: 'read',
  guard: ofItself,
  // Without `people:admin` and a userId: the caller's own.
  fromOutside: (query, caller) =>
    caller?.subject == null || caller.has('people:admin') ? query : { userId: caller.subject, ...query },
  run: async ({ absences, workspaceId }: On<'absences'>, { pageSize, cursor, ...query }) => {
    const list = (slice: PageRequest) => absences.kept.listAbsences({ workspaceId, ...query }, slice);
    return boundToQuery({ absences: true, ...query }, pageRequest({ pageSize, cursor }), (page) =>
      listWithin({ list, view: viewAbsence, slice: 100 }, page),
    );
  },
});

const viewAbsence = ({ absenceId, userId, from, until, substituteId }: StoredAbsence): AbsenceView => ({
  absenceId,
  userId,
  from,
  until,
  substituteId,
});
