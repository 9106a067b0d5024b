/** When people are reminded of a waiting step, and who (contract section 17). */
import type { CompiledReminder } from '../../compile/compiled-people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import type { StepState } from '../state.js';

interface DueReminder {
  /** Index in the node. */
  readonly level: number;
  readonly at: number;
}

/** The reminders that are still to be given, the earliest first; of two at once the one that is written first. */
export function remindersOf(node: CompiledHumanNode, step: StepState): DueReminder[] {
  const { waitingSince, reminded = [] } = step;
  const reminders = node.people?.reminders ?? [];
  if (waitingSince === null || reminders.length === 0) return [];
  return reminders
    .map((reminder, level) => ({ level, at: timeOf(reminder, waitingSince, step.dueAt) }))
    .flatMap(({ level, at }) => (at === null || reminded.includes(level) ? [] : [{ level, at }]))
    .sort((a, b) => a.at - b.at || a.level - b.level);
}

/** null: there is no deadline that it could be before. */
function timeOf(reminder: CompiledReminder, waitingSince: number, dueAt: number | null): number | null {
  if ('afterMs' in reminder) return waitingSince + reminder.afterMs;
  return dueAt === null ? null : Math.max(waitingSince, dueAt - reminder.beforeDueMs);
}

/** Who is asked and has not answered, and who owes an answer to a question. */
export function owingPeople({ waitingForReviewers, people }: StepState): string[] {
  const owing = (people?.questions ?? []).filter((it) => it.answeredAt === null).map((it) => it.of);
  return [...new Set([...waitingForReviewers, ...owing])];
}
