// src/interpreter/people/reminders.ts
function remindersOf(node, step) {
  const { waitingSince, reminded = [] } = step;
  const reminders = node.people?.reminders ?? [];
  if (waitingSince === null || reminders.length === 0) return [];
  return reminders.map((reminder, level) => ({ level, at: timeOf(reminder, waitingSince, step.dueAt) })).flatMap(({ level, at }) => at === null || reminded.includes(level) ? [] : [{ level, at }]).sort((a, b) => a.at - b.at || a.level - b.level);
}
function timeOf(reminder, waitingSince, dueAt) {
  if ("afterMs" in reminder) return waitingSince + reminder.afterMs;
  return dueAt === null ? null : Math.max(waitingSince, dueAt - reminder.beforeDueMs);
}
function owingPeople({ waitingForReviewers, people }) {
  const owing = (people?.questions ?? []).filter((it) => it.answeredAt === null).map((it) => it.of);
  return [.../* @__PURE__ */ new Set([...waitingForReviewers, ...owing])];
}

export {
  remindersOf,
  owingPeople
};
//# sourceMappingURL=chunk-H6ZFOIS6.js.map