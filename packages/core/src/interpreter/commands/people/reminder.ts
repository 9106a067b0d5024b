/** Gives due reminders of a waiting step (contract section 17). */
import { type CommandOf, type HandlerResult, refused, succeeded } from '../../command.js';
import { owingPeople, remindersOf } from '../../people/reminders.js';
import { planReminder } from '../../waiting/plan-reminder.js';
import type { Transition } from '../../transition.js';
import { humanStep, notWaiting } from '../find-step.js';

/** Reminders that are due together become one, the last. */
export function reminderDue(
  transition: Transition,
  { stepId, dueAt }: CommandOf<'reminder-due'>,
): HandlerResult<null> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (step.status !== 'waiting') return notWaiting(step);
  transition.reach(dueAt);
  const due = remindersOf(node, step).filter((it) => it.at <= transition.now);
  const last = due.at(-1);
  if (last === undefined) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" does not have a due reminder`);
  }
  transition.emit('step.reminded', stepId, { levels: due.map((it) => it.level) });
  transition.emit('step.reminder', stepId, {
    nodeId: step.nodeId,
    level: last.level,
    userIds: owingPeople(step),
    dueAt: step.dueAt,
  });
  planReminder(transition, node, transition.step(stepId));
  return succeeded(null);
}
