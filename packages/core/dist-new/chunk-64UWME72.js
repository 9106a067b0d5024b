import {
  claimedFrom
} from "./chunk-FA5YMOWS.js";
import {
  decidersOf,
  excludedFrom,
  isPersonal,
  peopleOfStep
} from "./chunk-ACL6SRZO.js";
import {
  peopleOf
} from "./chunk-WKSNQK7F.js";

// src/interpreter/people/standing-in.ts
function openStep(compiled, state, node, step) {
  const people = step.status === "waiting" ? peopleOfStep(node, step) : null;
  if (people === null) return null;
  const answered = new Set(step.decisions.flatMap(decidersOf));
  return { step, rules: peopleOf(node), people, answered, excluded: excludedFrom(compiled, state, node) };
}
var isOpenPlace = ({ step, rules, answered, excluded }, place, now) => place.asked && place.lost !== true && !answered.has(place.holder) && !excluded.has(place.holder) && claimedFrom(rules, step, place, now).length === 0;
var takesSubstitutes = ({ rules }, place) => rules.allow.includes("substitute") && isPersonal(rules, place);
var mayStandIn = ({ people, answered, excluded }, userId) => !answered.has(userId) && !excluded.has(userId) && !people.places.some((it) => it.holder === userId);
function placesStoodInFor(open, {
  userId,
  absent,
  now
}) {
  if (!mayStandIn(open, userId)) return [];
  return open.people.places.filter(
    (it) => absent.includes(it.holder) && takesSubstitutes(open, it) && isOpenPlace(open, it, now)
  );
}
function stoodInFor({
  people,
  waitingForReviewers
}) {
  if (people?.substitutes !== true) return [];
  const { pools = [], places } = people;
  if (pools.length === 0) return waitingForReviewers;
  const inPools = new Set(
    places.filter((it) => it.entries.some((entry) => pools.includes(entry))).map((it) => it.holder)
  );
  return waitingForReviewers.filter((it) => !inPools.has(it));
}

export {
  openStep,
  isOpenPlace,
  takesSubstitutes,
  mayStandIn,
  placesStoodInFor,
  stoodInFor
};
//# sourceMappingURL=chunk-64UWME72.js.map