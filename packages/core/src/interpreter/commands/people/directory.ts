/** Results and failures of the directory for a step (contract section 17). */
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  refused,
  succeeded,
} from '../../command.js';
import type { NormalizeUserId } from '../../../definition/user-ids.js';
import { failStep } from '../../ending.js';
import type { Asked } from '../../people/directory.js';
import type { Answers } from '../../people/directory.js';
import { UserIdLists } from '../../people/user-ids.js';
import { resolutionOf, takePeople } from '../../waiting/enter.js';
import type { CompiledDefinition } from '../../../compile/compiled.js';
import { type ExecutionState, findStep } from '../../state.js';
import type { Transition } from '../../transition.js';
import { retryDelay } from '../../retry.js';
import { type HumanStep, humanStep } from '../find-step.js';
import { isDecidedByPeople } from '../../../nodes/schema.js';

/** Open questions to the directory; null if the step does not wait for it. */
export function directoryQuestions(
  compiled: CompiledDefinition,
  state: ExecutionState,
  {
    stepId,
    attempt,
    answers,
    normalizeUserId,
  }: {
    readonly stepId: string;
    readonly attempt: number;
    readonly answers: Answers;
    readonly normalizeUserId?: NormalizeUserId | undefined;
  },
): readonly Asked[] | null {
  const step = findStep(state, stepId);
  const node = compiled.nodes[step?.nodeId ?? ''];
  if (step === null || !isDecidedByPeople(node)) return null;
  if (step.status !== 'pending' || step.attempt !== attempt) return null;
  const resolved = resolutionOf(
    { compiled, state, userIdLists: new UserIdLists(normalizeUserId) },
    step,
    node,
    answers,
  );
  return resolved.kind === 'asks' ? resolved.asked : [];
}

/** Finds the step that waits for the directory in this attempt, or refuses the late report. */
function pendingStep(
  transition: Transition,
  stepId: string,
  attempt: number,
): HumanStep | ReturnType<typeof refused> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { status, attempt: current } = found.step;
  if (status === 'pending' && current === attempt) return found;
  return refused('FAILED_PRECONDITION', `step "${stepId}" is ${status} in attempt ${current}`, {
    stepStatus: status,
  });
}

export function reviewersFound(
  transition: Transition,
  { stepId, attempt, answers }: CommandOf<'reviewers-found'>,
): HandlerResult<CommandResults['reviewers-found']> {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const resolved = resolutionOf(transition, found.step, found.node, answers);
  if (resolved.kind === 'asks') return succeeded('again');
  takePeople(transition, found.step, found.node, resolved);
  return succeeded('found');
}

export function directoryFailed(
  transition: Transition,
  { stepId, attempt, message, retryable }: CommandOf<'directory-failed'>,
): HandlerResult<null> {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const { step, rules } = found;
  const error = { code: 'reviewers-unresolved', message };
  if (!retryable || attempt >= rules.retry.maximumAttempts) {
    failStep(transition, step, error);
    return succeeded(null);
  }
  const retryAt = transition.now + retryDelay(rules.retry, attempt);
  transition.emit('step.retried', stepId, { attempt: attempt + 1, error, retryAt });
  transition.schedule({ kind: 'resolve-reviewers', stepId, dueAt: retryAt, attempt: attempt + 1 });
  return succeeded(null);
}
