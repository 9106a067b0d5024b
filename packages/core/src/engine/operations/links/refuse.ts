/** Refusals of links: those of the decision, except for reason, values and digest. */
import { decide } from '../../../interpreter/decide.js';
import type { Absence } from '../../../interpreter/people/substitutes.js';
import type { ExecutionState, ReviewVote } from '../../../interpreter/state.js';
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import { ApprovalError, failedPrecondition, refusalError } from '../../errors.js';
import { placeOf } from '../../links/place.js';
import { isOfPermit } from '../../shapes/shared/permit-key.js';
import type { On } from '../../scope.js';

/** Parts that a decision is tried with. */
export type Refusing = On<'environment'>;

interface AskedLink {
  readonly stepId: string;
  readonly reviewerId: string;
  /** Absent user whom they substitute; null without one. */
  readonly onBehalfOf: string | null;
  /** Absences that prove it. */
  readonly absences: readonly Absence[];
  /** null: any decision. */
  readonly decision: ReviewVote | null;
}

/** @throws as the decision itself would be refused. */
export function refuseLink(
  { environment, caller }: Refusing,
  { compiled }: Pick<DefinitionVersion, 'compiled'>,
  state: ExecutionState,
  asked: AskedLink,
): void {
  const found = placeOf({ compiled }, state, asked);
  const round = found?.place?.round ?? null;
  const said = { decision: asked.decision ?? ('approve' as const), reason: null, round };
  const command = { kind: 'record-decision' as const, ...asked, ...said };
  const decided = decide(compiled, state, command, environment());
  // A link for any decision also covers the one already given.
  const isRepeat = decided.ok
    ? !decided.result.recorded
    : asked.decision === null && decided.refusal.details['recordedDecision'] !== undefined;
  if (isRepeat) throw failedPrecondition('answered-already', `"${asked.reviewerId}" has answered already`);
  if (!decided.ok && decided.refusal.status !== 'INVALID_ARGUMENT') {
    throw refusalError(decided.refusal);
  }
  // On an agent's request, only a relay decides for people.
  if (isOfPermit(state.idempotencyKey) && caller.relaysPermits !== true) {
    const message = 'only a relay of the host makes links for what a program asks for';
    throw new ApprovalError('PERMISSION_DENIED', message, { code: 'separation-of-duties' });
  }
}
