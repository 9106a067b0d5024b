/** Job of the next reminder (contract section 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { remindersOf } from '../people/reminders.js';
import type { StepState } from '../state.js';
import type { Transition } from '../transition.js';

/** Schedules the job of the next reminder, replacing the previous one. */
export function planReminder(transition: Transition, node: CompiledHumanNode, step: StepState): void {
  const [next] = remindersOf(node, step);
  if (next === undefined) return;
  transition.schedule({ kind: 'step-reminder', stepId: step.stepId, dueAt: next.at, attempt: 1 });
}
