/** The job of the next reminder (contract section 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { remindersOf } from '../people/reminders.js';
import type { StepState } from '../state.js';
import type { Transition } from '../transition.js';

/** Leaves the job for the next reminder, in place of the one that is there. */
export function planReminder(transition: Transition, node: CompiledHumanNode, step: StepState): void {
  const [next] = remindersOf(node, step);
  if (next === undefined) return;
  transition.schedule({ kind: 'step-reminder', stepId: step.stepId, dueAt: next.at, attempt: 1 });
}
