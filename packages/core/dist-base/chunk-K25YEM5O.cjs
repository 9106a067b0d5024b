"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }// src/interpreter/people/reminders.ts
function remindersOf(node, step) {
  const { waitingSince, reminded = [] } = step;
  const reminders = _nullishCoalesce(_optionalChain([node, 'access', _ => _.people, 'optionalAccess', _2 => _2.reminders]), () => ( []));
  if (waitingSince === null || reminders.length === 0) return [];
  return reminders.map((reminder, level) => ({ level, at: timeOf(reminder, waitingSince, step.dueAt) })).flatMap(({ level, at }) => at === null || reminded.includes(level) ? [] : [{ level, at }]).sort((a, b) => a.at - b.at || a.level - b.level);
}
function timeOf(reminder, waitingSince, dueAt) {
  if ("afterMs" in reminder) return waitingSince + reminder.afterMs;
  return dueAt === null ? null : Math.max(waitingSince, dueAt - reminder.beforeDueMs);
}
function owingPeople({ waitingForReviewers, people }) {
  const owing = (_nullishCoalesce(_optionalChain([people, 'optionalAccess', _3 => _3.questions]), () => ( []))).filter((it) => it.answeredAt === null).map((it) => it.of);
  return [.../* @__PURE__ */ new Set([...waitingForReviewers, ...owing])];
}




exports.remindersOf = remindersOf; exports.owingPeople = owingPeople;
//# sourceMappingURL=chunk-K25YEM5O.cjs.map