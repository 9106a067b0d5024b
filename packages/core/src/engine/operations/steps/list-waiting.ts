/** `steps/listWaiting` (contract sections 7, 8, 10 and 17). */
import type { CompiledDefinition } from '../../../compile/compiled.js';
import { separatedFrom } from '../../../interpreter/people/excluded.js';
import type { StepState } from '../../../interpreter/state.js';
import type { WaitingStep } from '../../../ports/store/executions.js';
import type { PageRequest } from '../../../ports/store/page.js';
import { ownUser } from '../../shapes/shared/caller.js';
import { invalidField } from '../../../definition/issue.js';
import { ApprovalError, invalidArgument } from '../../errors.js';
import { nameOf } from '../../links/place.js';
import { pageOf, pageRequest } from '../../shapes/shared/page.js';
import { listWaiting } from '../../shapes/steps/requests.js';
import { viewWaiting, waitingItem } from '../../shapes/steps/waiting.js';
import { boundToQuery } from '../bound-cursor.js';
import { defineOperation } from '../define.js';
import { listWithin } from '../listing.js';
import type { On } from '../../scope.js';

type Inbox = On<'store' | 'definitions' | 'absences' | 'clock' | 'pipeline'>;

/**
 * Lists waiting steps, the longest first, or as `sort` says. With `reviewerId`, only those that
 * lack a decision of this reviewer or of a user they may substitute now; `as` selects one of the
 * two. A page may be short or empty, with `hasMore: true`, if many steps are not theirs to decide.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const inbox = await engine.steps.listWaiting({ reviewerId: 'ann', pageSize: 20 });
 * console.log(inbox.items.length, inbox.hasMore); // → 0 false
 * await engine.stop();
 * ```
 * @request {"reviewerId": "maria", "sort": "due", "pageSize": 20}
 */
export const operation = defineOperation({
  path: 'steps/listWaiting',
  summary: 'Steps that wait, the longest first.',
  request: listWaiting,
  result: pageOf('WaitingPage', waitingItem),
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  isLarge: true,
  run: async (on: Inbox, { pageSize, cursor, as, ...query }) => {
    const { store, definitions, absences, clock, workspaceId, caller } = on;
    const own = ownUser(caller, query.reviewerId);
    if (own === null) throw namesNobody();
    const { visible } = caller;
    const reviewerId = own ?? null;
    if (as !== undefined && reviewerId === null) throw invalidArgument([invalidField('as', NO_REVIEWER)]);
    const isOwn = reviewerId === null || as === 'own';
    const standsInFor = isOwn ? [] : await absences.absentFor(workspaceId, reviewerId);
    const wanted = { ...query, reviewerId: own };
    const list = (slice: PageRequest) =>
      store.listWaiting({ workspaceId, ...wanted, visible, standsInFor }, slice);
    const now = clock.now();
    const away = absences.lookup(workspaceId);
    const view = async (waiting: WaitingStep) => {
      const definition = await definitions.ofExecution(waiting.execution);
      const { compiled } = definition;
      const known = await away.of(waiting.step);
      const isDecider = reviewerId !== null || known.length > 0;
      const asked = known.length > 0 ? null : reviewerId;
      const separated = isDecider ? await separatedSteps(on, compiled, waiting, asked) : NONE;
      const viewer = { reviewerId, standsInFor, separated, absences: known, now };
      const item = viewWaiting({ name: nameOf(definition), compiled }, waiting, viewer);
      return as === 'substitute' && item?.as.every(({ kind }) => kind === as) === false ? null : item;
    };
    // A step may hold 8 MiB that an inbox does not show.
    return boundToQuery({ ...wanted, as }, pageRequest({ pageSize, cursor }), (page) =>
      listWithin({ list, view, slice: 4 }, page),
    );
  },
});

/**
 * Returns steps whose reviewers must not substitute here. Reads an execution only if required.
 * @param reviewerId of the inbox; null to look for any substitute
 */
async function separatedSteps(
  { pipeline }: Inbox,
  compiled: CompiledDefinition,
  { execution, step }: WaitingStep,
  reviewerId: string | null,
): Promise<readonly StepState[]> {
  const others = separatedFrom(compiled, step.nodeId);
  if (others.length === 0) return NONE;
  if (reviewerId !== null && step.waitingForReviewers.includes(reviewerId)) return NONE;
  const state = await pipeline.load(execution);
  return (state?.steps ?? NONE).filter((it) => others.includes(it.nodeId));
}

const NONE: readonly never[] = [];
const NO_REVIEWER = 'is about the places of a reviewer; give the reviewerId as well';

const namesNobody = (): ApprovalError =>
  new ApprovalError('PERMISSION_DENIED', 'the token does not identify a user, so it has no inbox');
