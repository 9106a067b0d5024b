/** Manual reminders (contract section 17), recorded to limit their rate. */
import type { HandReminders, RemindedByHand } from '../state.js';

/** Adds a reminder. Keeps the last one per user. */
export function withReminder(
  before: HandReminders | undefined,
  { actorId, userIds }: RemindedByHand,
  at: number,
): HandReminders {
  const others = (before?.last ?? []).filter((it) => !userIds.includes(it.userId));
  return {
    count: (before?.count ?? 0) + 1,
    last: [...others, ...userIds.map((userId) => ({ userId, actorId, at }))],
  };
}
