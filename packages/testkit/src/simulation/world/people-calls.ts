/**
 * Reviewers' calls on a waiting step besides a plain decision (contract section 17), and their
 * effects at the end.
 */
import { type ApprovalEngine, ApprovalError } from '@org/approval-core';
import type { ExecutionState, ReviewVote, StepState } from '@org/approval-core/interpreter';
import type { EndState, OnStep } from './on-step.js';
import { WHOLE_WORLD, digestOf } from './people-world.js';
import type { SeededRandom } from './random.js';

/**
 * A call of this file. `reason` and texts are tags that identify it; so is the `actorId` of a
 * revision. Questions and revisions use their tag as their key: without one, a repeat after a
 * decision, or after a revision back, is another call.
 */
export type PeopleCall =
  | OnStep<
      'answer' | 'stand-in',
      {
        readonly reviewerId: string;
        readonly onBehalfOf: string | null;
        readonly decision: ReviewVote;
        readonly round: number;
        readonly reason: string;
        readonly among: boolean;
      }
    >
  | OnStep<'delegate', { readonly reviewerId: string; readonly toUserId: string; readonly reason: string }>
  | OnStep<'claim' | 'release', { readonly reviewerId: string; readonly entry: number }>
  | OnStep<'add-reviewers', { readonly reviewerId: string; readonly userId: string; readonly reason: string }>
  | OnStep<
      'retract',
      {
        readonly reviewerId: string;
        readonly onBehalfOf: string | null;
        readonly round: number;
        readonly reason: string;
      }
    >
  | OnStep<'ask', { readonly reviewerId: string; readonly question: string; readonly ofUserId: string }>
  | OnStep<'tell', { readonly actorId: string; readonly questionId: string; readonly answer: string }>
  | OnStep<'remind', { readonly actorId: string; readonly userId: string }>
  | {
      readonly kind: 'revise';
      readonly executionId: string;
      readonly digest: string;
      readonly ifDigest: string | null;
      readonly actorId: string;
      readonly contributorId: string;
    }
  | {
      readonly kind: 'withdraw';
      readonly executionId: string;
      readonly actorId: string;
      readonly reason: string;
    }
  | { readonly kind: 'explain'; readonly executionId: string }
  | {
      readonly kind: 'set-absence';
      readonly userId: string;
      readonly substituteId: string;
      readonly inForce: boolean;
    }
  | { readonly kind: 'clear-absence'; readonly userId: string };

const STRANGERS = ['hal', 'ida', 'jon', 'kim'];
const OTHERS = ['fay', 'gus', 'ann', 'bob', 'dan', 'eve', ...STRANGERS];
/** The usual substitute of each user, so that substitutes find something to do. */
export const standInOf = (userId: string): string =>
  STRANGERS[userId.charCodeAt(0) % STRANGERS.length] ?? 'hal';
const VERBS = [
  ...['answer', 'answer', 'substitute', 'substitute', 'substitute', 'delegate', 'delegate', 'claim', 'claim'],
  ...[
    'release',
    'add',
    'retract',
    'retract',
    'ask',
    'tell',
    'remind',
    'revise',
    'absence',
    'absence',
    'clear',
    'explain',
  ],
] as const;

/** A random call, valid or not; null when this step offers none. */
export function somePeopleCall(
  state: ExecutionState,
  step: StepState,
  random: SeededRandom,
  tag: string,
): PeopleCall | null {
  const { executionId } = state;
  const at = { executionId, stepId: step.stepId };
  const holders = step.people?.places.map((it) => it.holder) ?? step.waitingForReviewers;
  const reviewerId = random.pick(holders.length > 0 && random.chance(0.9) ? holders : OTHERS);
  const other = random.pick(OTHERS);
  // Candidates of a pool have no substitutes; a few calls try. Few users are away, so that their
  // substitutes find something to do.
  const absent = random.chance(0.8) ? random.pick(['ann', 'bob']) : reviewerId;
  const standIn = random.chance(0.8) ? standInOf(absent) : other;
  const stranger = random.pick(random.chance(0.7) ? STRANGERS : OTHERS);
  const round = roundOf(step, reviewerId);
  const claim = step.people?.claims?.[0];
  const open = step.people?.questions?.find((it) => it.answeredAt === null);
  const decision = random.chance(0.8) ? 'approve' : random.pick(['reject', 'abstain'] as const);
  const answer = { kind: 'answer', ...at, decision, round, reason: tag, among: random.chance(0.3) } as const;
  // Claims are rare, and so would be releases.
  switch (claim !== undefined && random.chance(0.3) ? 'release' : random.pick(VERBS)) {
    case 'answer':
      return { ...answer, reviewerId, onBehalfOf: null };
    case 'substitute':
      return {
        ...answer,
        kind: 'stand-in',
        reviewerId: standIn,
        onBehalfOf: absent,
        round: roundOf(step, absent),
      };
    case 'delegate':
      return { kind: 'delegate', ...at, reviewerId, toUserId: stranger, reason: tag };
    case 'claim':
      return { kind: 'claim', ...at, reviewerId, entry: random.between(3, 5) };
    case 'release':
      return claim ? { kind: 'release', ...at, reviewerId: claim.userId, entry: claim.entry } : null;
    case 'add':
      return { kind: 'add-reviewers', ...at, reviewerId, userId: stranger, reason: tag };
    case 'retract':
      return retraction(state, step, tag);
    case 'ask':
      return { kind: 'ask', ...at, reviewerId, question: tag, ofUserId: other };
    case 'tell':
      return open
        ? { kind: 'tell', ...at, actorId: open.of, questionId: open.questionId, answer: tag }
        : null;
    case 'remind':
      return { kind: 'remind', ...at, actorId: random.pick([starterOf(state), other]), userId: reviewerId };
    case 'revise':
      return revision(state, random, tag);
    case 'absence':
      return { kind: 'set-absence', userId: absent, substituteId: standIn, inForce: random.chance(0.8) };
    case 'clear':
      return { kind: 'clear-absence', userId: reviewerId };
    case 'explain':
      return { kind: 'explain', executionId };
  }
}

/** The user who may remind; most other users may not. */
const starterOf = ({ parties }: ExecutionState): string => parties?.initiatorId ?? 'author';

function retraction({ executionId }: ExecutionState, step: StepState, tag: string): PeopleCall | null {
  const given = step.decisions.at(-1);
  if (given === undefined) return null;
  const { reviewerId, onBehalfOf = null, round = 1 } = given;
  return { kind: 'retract', executionId, stepId: step.stepId, reviewerId, onBehalfOf, round, reason: tag };
}

function revision({ executionId, parties }: ExecutionState, random: SeededRandom, tag: string): PeopleCall {
  const ifDigest = parties?.subject?.digest ?? null;
  const contributorId = random.pick(['author', ...OTHERS]);
  return { kind: 'revise', executionId, digest: digestOf(random), ifDigest, actorId: tag, contributorId };
}

const roundOf = ({ people }: StepState, holder: string): number =>
  people?.places.find((it) => it.holder === holder)?.round ?? 1;

/** Approvals of every waiting reviewer, in the current round. */
export const helpfulAnswers = (executionId: string, step: StepState, tag: string): PeopleCall[] =>
  step.waitingForReviewers.map((reviewerId) => ({
    ...{ kind: 'answer', executionId, stepId: step.stepId, reviewerId, onBehalfOf: null },
    ...{ decision: 'approve', round: roundOf(step, reviewerId), reason: tag, among: false },
  }));

export async function performPeopleCall(
  engine: ApprovalEngine,
  { id: _, ...call }: PeopleCall & { readonly id: number },
): Promise<object> {
  const { steps, executions, people } = engine;
  switch (call.kind) {
    case 'answer':
    case 'stand-in': {
      const { kind: _kind, among, onBehalfOf, ...data } = call;
      const decision = { ...data, ...(onBehalfOf !== null && { onBehalfOf }) };
      return among ? oneOfMany(engine, decision) : steps.recordReviewerDecision(decision);
    }
    case 'delegate': {
      const { kind, ...data } = call;
      return steps[kind](data);
    }
    case 'claim':
    case 'release': {
      const { kind, ...data } = call;
      return steps[kind](data);
    }
    case 'add-reviewers': {
      const { kind: _kind, userId, ...data } = call;
      return steps.addReviewers({ ...data, userIds: [userId] });
    }
    case 'retract': {
      const { kind: _kind, onBehalfOf, ...data } = call;
      return steps.retractDecision({ ...data, ...(onBehalfOf !== null && { onBehalfOf }) });
    }
    case 'ask':
    case 'tell':
    case 'remind':
      return performBeside(steps, call);
    case 'revise': {
      const { kind: _kind, digest, ...data } = call;
      return executions.reviseSubject({ ...data, subject: { digest }, idempotencyKey: call.actorId });
    }
    case 'withdraw': {
      const { kind: _kind, ...data } = call;
      return executions.withdraw(data);
    }
    case 'explain':
      return executions.explain({ executionId: call.executionId });
    case 'set-absence': {
      const { userId, substituteId, inForce } = call;
      return people.setAbsence({ userId, substituteId, ...WHOLE_WORLD[inForce ? 'now' : 'later'] });
    }
    case 'clear-absence': {
      const [first] = (await people.listAbsences({ userId: call.userId })).items;
      return people.clearAbsence({ absenceId: first?.absenceId ?? 'abs_none' });
    }
  }
}

/** Calls that do not change decisions. */
function performBeside(
  steps: ApprovalEngine['steps'],
  call: Extract<PeopleCall, { readonly kind: 'ask' | 'tell' | 'remind' }>,
): Promise<object> {
  if (call.kind === 'ask') {
    const { kind: _kind, ...data } = call;
    return steps.requestInformation({ ...data, idempotencyKey: call.question });
  }
  if (call.kind === 'tell') {
    const { kind: _kind, ...data } = call;
    return steps.provideInformation(data);
  }
  const { kind: _kind, ...data } = call;
  return steps.remind(data);
}

/** The same decision in a batch whose other item is always refused. */
async function oneOfMany(
  { steps }: ApprovalEngine,
  decision: Parameters<ApprovalEngine['steps']['recordReviewerDecision']>[0],
): Promise<object> {
  const { items } = await steps.decideMany({
    decisions: [decision, { ...decision, reviewerId: 'stranger' }],
  });
  const [own] = items;
  if (own?.result !== undefined) return own.result;
  throw new ApprovalError(
    (own?.error?.status ?? 'INTERNAL') as 'INTERNAL',
    own?.error?.message ?? 'the result has no item',
  );
}

/** Number of effects of a call; null when they cannot be counted. */
export function effectsOfPeopleCall(
  call: PeopleCall,
  result: Readonly<Record<string, unknown>>,
  { state, events }: EndState,
): number | null {
  // A replay is reported as one, and has the effect of another call.
  const orReplay = (count: number, isReplay: boolean) => (isReplay ? Math.max(count, 1) : count);
  const places = state.steps.flatMap((it) => it.people?.places ?? []);
  const questions = state.steps.flatMap((it) => it.people?.questions ?? []);
  const changed = (reason: string) =>
    events.filter((it) => it.type === 'step.people-changed' && it.data.reason === reason).length;
  switch (call.kind) {
    case 'answer':
    case 'stand-in': {
      const recorded = events.filter(
        (it) =>
          it.type === 'step.decision-recorded' &&
          it.stepId === call.stepId &&
          it.data.reason === call.reason &&
          it.data.reviewerId === call.reviewerId &&
          (it.data.people?.onBehalfOf ?? null) === call.onBehalfOf,
      );
      return orReplay(recorded.length, result['recorded'] === false);
    }
    case 'delegate': {
      const handed = places.flatMap((it) => it.delegations ?? []).filter((it) => it.reason === call.reason);
      return orReplay(handed.length, result['delegated'] === false);
    }
    case 'add-reviewers':
      return orReplay(changed(call.reason), Array.isArray(result['added']) && result['added'].length === 0);
    case 'retract':
      return orReplay(changed(call.reason), result['retracted'] === false);
    case 'ask':
      return orReplay(
        questions.filter((it) => it.question === call.question).length,
        result['asked'] === false,
      );
    case 'tell':
      return orReplay(
        questions.filter((it) => it.answer === call.answer).length,
        result['provided'] === false,
      );
    case 'revise': {
      const by = events.filter(
        (it) => it.type === 'execution.subject-revised' && it.data.actorId === call.actorId,
      );
      return orReplay(by.length, result['revised'] === false);
    }
    case 'withdraw': {
      const by = events.filter((it) => it.type === 'execution.cancelled' && it.data.reason === call.reason);
      // A withdrawal of a cancelled execution reports the cancellation.
      return orReplay(by.length, 'executionId' in result && state.status === 'cancelled');
    }
    default:
      return null;
  }
}
