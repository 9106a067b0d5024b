/** Users and systems that call: their next call on an execution, from the state that they read. */
import { type ExecutionState, type StepState, isOpen, isTerminal } from '@org/approval-core/interpreter';
import { traitsOf } from '@org/approval-core/internal';
import { findingIdsOf } from '../people-actions.js';
import { SIGNAL } from '../random-workflow.js';
import type { NewCall } from './ledger.js';
import { helpfulAnswers, somePeopleCall } from './people-calls.js';
import type { SeededRandom } from './random.js';
import { waitsForSignal, waitsTooLong } from './runs.js';

const isOfPeople = ({ nodeType }: StepState): boolean => traitsOf(nodeType).decidedByPeople;

const FORCED = [
  'force-approve',
  'force-reject',
  'force-complete',
  'force-fail',
  'reviewer-approve',
  'reviewer-reject',
] as const;

/** A random call, valid or not; null without a candidate. `tag` identifies it. */
export function someCall(state: ExecutionState, random: SeededRandom, tag: string): NewCall | null {
  const { executionId } = state;
  const drawn = random.next();
  if (drawn < 0.05) return { kind: 'read', executionId };
  if (drawn < 0.07) return { kind: 'redeliver', executionId };
  if (drawn < 0.08) return { kind: 'update-definition' };
  if (drawn < 0.09) return { kind: 'cancel-execution', executionId };
  if (drawn < 0.1) {
    const actorId = random.chance(0.7) ? (state.parties?.initiatorId ?? 'nobody') : 'stranger';
    return { kind: 'withdraw', executionId, actorId, reason: tag };
  }
  if (drawn < 0.13 && random.chance(0.5)) return signalTo(executionId, tag);
  const waiting = state.steps.filter((it) => it.status === 'waiting');
  const open =
    random.chance(0.8) && waiting.length > 0 ? waiting : state.steps.filter((it) => isOpen(it.status));
  // Now and then a call targets a step that ended long ago.
  const step = random.chance(0.9) && open.length > 0 ? random.pick(open) : state.steps.at(-1);
  if (step === undefined) return null;
  const { stepId } = step;
  if (isOfPeople(step) && random.chance(step.people === undefined ? 0.3 : 0.9))
    return somePeopleCall(state, step, random, tag);
  if (traitsOf(step.nodeType).finishedIn.length > 0 && random.chance(0.1))
    return { kind: 'finish', executionId, stepId, action: random.pick(['complete', 'fail']), actorId: tag };
  if (drawn < 0.15) return { kind: 'cancel-step', executionId, stepId, actorId: tag };
  if (drawn < 0.2) return forced(executionId, step, random, tag);
  // An unfinished agent has no findings to resolve; few calls try.
  if (!isOfPeople(step) && step.status !== 'waiting' && random.chance(0.9)) return null;
  return isOfPeople(step)
    ? decision(executionId, step, random, tag)
    : resolution(executionId, step, random.chance(0.75) ? 'success' : 'failure');
}

function forced(
  executionId: string,
  { stepId, nodeType, waitingForReviewers }: StepState,
  random: SeededRandom,
  tag: string,
): NewCall {
  const action = random.pick(traitsOf(nodeType).decidedByPeople ? FORCED : FORCED.slice(0, 4));
  const actorId = action.startsWith('reviewer-') ? (waitingForReviewers[0] ?? 'stranger') : tag;
  return { kind: 'force', executionId, stepId, action, actorId };
}

function decision(executionId: string, step: StepState, random: SeededRandom, tag: string): NewCall {
  const { stepId, waitingForReviewers, decisions } = step;
  const all = [...waitingForReviewers, ...decisions.map((it) => it.reviewerId)];
  const known =
    waitingForReviewers.length > 0 && random.chance(0.8) ? waitingForReviewers : [...all, 'stranger'];
  const rejects = random.chance(0.25);
  const reason = rejects && random.chance(0.3) ? 'final' : tag;
  return {
    kind: 'decide',
    executionId,
    stepId,
    reviewerId: random.pick(known),
    decision: rejects ? 'reject' : 'approve',
    reason,
  };
}

/** The next unresolved finding; any id where none was declared. */
function resolution(
  executionId: string,
  { stepId, output, resolutions }: StepState,
  status: 'success' | 'failure',
): NewCall {
  const done = resolutions.map((it) => it.resolutionId);
  const left = findingIdsOf(output).find((it) => !done.includes(it));
  return { kind: 'resolve-finding', executionId, stepId, resolutionId: left ?? `r${done.length}`, status };
}

/** The signal that random runs wait for. */
const signalTo = (executionId: string, key: string): NewCall => ({
  kind: 'signal',
  executionId,
  name: SIGNAL,
  key,
});

/**
 * Calls that advance a waiting execution: every reviewer approves, signals come, and long waits are
 * ended.
 */
export function helpfulCalls(state: ExecutionState, tag: string, now: number): NewCall[] {
  if (isTerminal(state.status)) return [];
  const { executionId } = state;
  const beside = state.steps.flatMap((step): NewCall[] => {
    const { stepId } = step;
    if (waitsForSignal(step)) return [signalTo(executionId, tag)];
    if (!waitsTooLong(step, now)) return [];
    return [{ kind: 'finish', executionId, stepId, action: 'complete', actorId: tag }];
  });
  const ofPeople = state.steps
    .filter((it) => it.status === 'waiting')
    .flatMap((step): NewCall[] => {
      if (!isOfPeople(step)) return [resolution(executionId, step, 'success')];
      if (step.people !== undefined) return helpfulAnswers(executionId, step, tag);
      return step.waitingForReviewers.map((reviewerId) => ({
        kind: 'decide',
        executionId,
        stepId: step.stepId,
        reviewerId,
        decision: 'approve',
        reason: tag,
      }));
    });
  return [...beside.slice(0, 1), ...ofPeople];
}
