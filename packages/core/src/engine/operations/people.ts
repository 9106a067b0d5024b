/** `people/*`: who is away, and who answers for them (contract section 17). */
import { LIMITS } from '../../definition/limits.js';
import type { PageRequest } from '../../ports/store/page.js';
import type { StoredAbsence } from '../../ports/store/absences.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, failedPrecondition } from '../errors.js';
import {
  type ClearAbsenceRequest,
  type ListAbsencesRequest,
  type SetAbsenceRequest,
  clearAbsence,
  listAbsences,
  setAbsence,
} from '../shapes/people/requests.js';
import { type PageView, pageRequest } from '../shapes/shared/page.js';
import type { AbsenceView, ClearAbsenceResult, SetAbsenceResult } from '../shapes/steps/review-results.js';
import { boundToQuery } from './bound-cursor.js';
import { listWithin } from './listing.js';
import { operate } from './operation.js';

/** Operations on the absences of one workspace. Each of them rejects with an `ApprovalError`. */
export class PeopleOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;

  constructor(context: EngineContext, workspaceId: string) {
    this.context = context;
    this.workspaceId = workspaceId;
  }

  /**
   * Keeps an absence; the same one again is `created: false`. Nothing happens when it begins or ends: whoever decides, or
   * looks into an inbox, is looked up at that moment.
   * @throws FAILED_PRECONDITION when it overlaps another one of the same person (`details.absenceId`), when there are too
   * many (`limit-reached`), or the store keeps none; INVALID_ARGUMENT.
   */
  setAbsence(request: SetAbsenceRequest): Promise<SetAbsenceResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(setAbsence, request);
      const { workspaceId } = this;
      const { absences, clock, ids } = this.context;
      const absence: StoredAbsence = { workspaceId, absenceId: ids.next('abs'), ...parsed };
      const bounds = { most: LIMITS.absences, now: clock.now() };
      const result = await absences.kept.setAbsence(absence, bounds);
      if (result.kind === 'created') return { absenceId: absence.absenceId, created: true };
      if (result.kind === 'exists') return { absenceId: result.absenceId, created: false };
      if (result.kind === 'overlaps') {
        const message = `"${parsed.userId}" has an absence in that time already; clear it first, or choose another time`;
        throw new ApprovalError('FAILED_PRECONDITION', message, { absenceId: result.absenceId });
      }
      throw failedPrecondition(
        'limit-reached',
        `"${parsed.userId}" has ${LIMITS.absences} absences to come, which is the limit; clear some first`,
      );
    });
  }

  /**
   * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this person's.
   * @throws PERMISSION_DENIED when it is another's.
   */
  clearAbsence(
    request: ClearAbsenceRequest,
    { onlyOf }: { readonly onlyOf?: string } = {},
  ): Promise<ClearAbsenceResult> {
    return operate(this.context, async () => {
      const { absenceId } = this.context.parser.parse(clearAbsence, request);
      const key = { workspaceId: this.workspaceId, absenceId };
      const { kept } = this.context.absences;
      if (onlyOf !== undefined) {
        const known = await kept.findAbsence(key);
        if (known !== null && known.userId !== onlyOf) {
          throw new ApprovalError('PERMISSION_DENIED', `absence "${absenceId}" is not of "${onlyOf}"`);
        }
      }
      return { cleared: await kept.clearAbsence(key) };
    });
  }

  /** Absences, those that begin first first; with `userId` those of one person. */
  listAbsences(request: ListAbsencesRequest = {}): Promise<PageView<AbsenceView>> {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(listAbsences, request);
      const { workspaceId } = this;
      const { kept } = this.context.absences;
      const list = (slice: PageRequest) => kept.listAbsences({ workspaceId, ...query }, slice);
      return boundToQuery({ absences: true, ...query }, pageRequest({ pageSize, cursor }), (page) =>
        listWithin({ list, view: viewAbsence, slice: 100 }, page),
      );
    });
  }
}

const viewAbsence = ({ absenceId, userId, from, until, substituteId }: StoredAbsence): AbsenceView => ({
  absenceId,
  userId,
  from,
  until,
  substituteId,
});
