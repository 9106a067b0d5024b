/** Reminders that somebody gives by hand (contract section 17): kept so that nobody is reminded without end. */
import type { HandReminders, RemindedByHand } from '../state.js';

/** With one more; of each person the last one is kept. */
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
