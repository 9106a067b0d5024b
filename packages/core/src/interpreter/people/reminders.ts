/** Due times and recipients of reminders (contract section 17). */
import type { CompiledReminder } from '../../compile/compiled-people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import type { StepState } from '../state.js';

interface DueReminder {
  /** Index in the node. */
  readonly level: number;
  readonly at: number;
}

/** Remaining reminders by time, then by index. */
export function remindersOf(node: CompiledHumanNode, step: StepState): DueReminder[] {
  const { waitingSince, reminded = [] } = step;
  const reminders = node.people?.reminders ?? [];
  if (waitingSince === null || reminders.length === 0) return [];
  return reminders
    .map((reminder, level) => ({ level, at: timeOf(reminder, waitingSince, step.dueAt) }))
    .flatMap(({ level, at }) => (at === null || reminded.includes(level) ? [] : [{ level, at }]))
    .sort((a, b) => a.at - b.at || a.level - b.level);
}

/** null if the reminder needs a deadline and the step has none. */
function timeOf(reminder: CompiledReminder, waitingSince: number, dueAt: number | null): number | null {
  if ('afterMs' in reminder) return waitingSince + reminder.afterMs;
  return dueAt === null ? null : Math.max(waitingSince, dueAt - reminder.beforeDueMs);
}

/** Reviewers who are asked and undecided, and users who owe an answer to a question. */
export function owingPeople({ waitingForReviewers, people }: StepState): string[] {
  const owing = (people?.questions ?? []).filter((it) => it.answeredAt === null).map((it) => it.of);
  return [...new Set([...waitingForReviewers, ...owing])];
}
