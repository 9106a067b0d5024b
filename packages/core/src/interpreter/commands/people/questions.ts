/** Questions of reviewers and their answers while the step waits (contract section 17). */
import type { CompiledHumanNode } from '../../../compile/compiled.js';
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  invalidField,
  refused,
  refusedWith,
  succeeded,
} from '../../command.js';
import { changePeople } from '../../waiting/changing.js';
import { pausedBy } from '../../people/pausing.js';
import { planReminder } from '../../waiting/plan-reminder.js';
import type { StepState } from '../../state.js';
import type { Question } from '../../people-state.js';
import type { Transition } from '../../transition.js';
import { humanStep, notWaiting, refusalOfVerb } from '../find-step.js';

export function requestInformation(
  transition: Transition,
  { stepId, reviewerId: by, question, ofUserId, idempotencyKey: key }: CommandOf<'request-information'>,
): HandlerResult<CommandResults['request-information']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const questions = found.people?.questions ?? [];
  const of = ofUserId ?? transition.state.parties?.initiatorId ?? null;
  const open = questions.filter((it) => it.answeredAt === null);
  const own = questions.filter((it) => it.by === by);
  const keyed = key === undefined ? undefined : own.find((it) => it.key === key);
  if (keyed !== undefined && (keyed.question !== question || keyed.of !== of)) {
    // Treating it as a repeat would drop the new question.
    const message = 'this idempotencyKey was used for another question; give a new key';
    return refusedWith('key-reused', message, { questionId: keyed.questionId });
  }
  const known = keyed ?? own.find((it) => it.answeredAt === null && it.of === of && it.question === question);
  if (known !== undefined) {
    return succeeded({ asked: false, questionId: known.questionId, dueAt: step.dueAt });
  }
  const refusal = refusalOfVerb(transition, found, 'ask', by);
  if (refusal !== null) return refusal;
  if (of === null) {
    return invalidField('ofUserId', 'is missing: the execution has no initiator to ask; name a user');
  }
  if (open.length >= LIMITS.openQuestions || questions.length >= LIMITS.questions) {
    const message = `a step may have ${LIMITS.openQuestions} open questions and ${LIMITS.questions} in all`;
    return refusedWith('limit-reached', message);
  }
  const questionId = `question_${questions.length + 1}`;
  const asked: Question = {
    ...{ questionId, by, of, question, askedAt: transition.now, answer: null, answeredAt: null },
    ...(key !== undefined && { key }),
  };
  const changed = changeQuestions(transition, node, step, asked);
  tell(transition, 'step.question-asked', changed, asked);
  return succeeded({ asked: true, questionId, dueAt: changed.dueAt });
}

export function provideInformation(
  transition: Transition,
  { stepId, actorId, questionId, answer, asAdministrator }: CommandOf<'provide-information'>,
): HandlerResult<CommandResults['provide-information']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const question = (found.people?.questions ?? []).find((it) => it.questionId === questionId);
  if (question === undefined) {
    return refused('NOT_FOUND', `question "${questionId}" does not exist on step "${stepId}"`);
  }
  const mayAnswer = asAdministrator || actorId === question.of;
  if (mayAnswer && question.answer === answer) return succeeded({ provided: false, dueAt: step.dueAt });
  if (step.status !== 'waiting') return notWaiting(step);
  if (!mayAnswer) {
    return refused('PERMISSION_DENIED', `"${actorId}" was not asked this question; "${question.of}" was`);
  }
  if (question.answeredAt !== null) {
    return refused('FAILED_PRECONDITION', `question "${questionId}" already has another answer`);
  }
  const answered = { ...question, answer, answeredAt: transition.now };
  const changed = changeQuestions(transition, node, step, answered);
  tell(transition, 'step.question-answered', changed, answered);
  return succeeded({ provided: true, dueAt: changed.dueAt });
}

/** Stores the question, and moves the deadline if questions pause it. */
function changeQuestions(
  transition: Transition,
  node: CompiledHumanNode,
  step: StepState,
  question: Question,
): StepState {
  const paused = pausedBy(node, step, question, transition.now);
  const changed = changePeople(transition, node, step, { question, ...paused });
  if (paused === null || changed.dueAt === null) return changed;
  transition.schedule({ kind: 'step-deadline', stepId: step.stepId, dueAt: changed.dueAt, attempt: 1 });
  planReminder(transition, node, changed);
  return changed;
}

function tell(
  transition: Transition,
  type: 'step.question-asked' | 'step.question-answered',
  { stepId, nodeId, dueAt }: StepState,
  { questionId, by, of }: Question,
): void {
  transition.emit(type, stepId, { nodeId, questionId, by, of, dueAt });
}
