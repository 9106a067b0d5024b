"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }

var _chunk47X5DQYPcjs = require('./chunk-47X5DQYP.cjs');





var _chunkZUQOJZ2Hcjs = require('./chunk-ZUQOJZ2H.cjs');


var _chunkBDDY2ZMKcjs = require('./chunk-BDDY2ZMK.cjs');

// src/interpreter/people/standing-in.ts
function openStep(compiled, state, node, step) {
  const people = step.status === "waiting" ? _chunkZUQOJZ2Hcjs.peopleOfStep.call(void 0, node, step) : null;
  if (people === null) return null;
  const answered = new Set(step.decisions.flatMap(_chunkZUQOJZ2Hcjs.decidersOf));
  return { step, rules: _chunkBDDY2ZMKcjs.peopleOf.call(void 0, node), people, answered, excluded: _chunkZUQOJZ2Hcjs.excludedFrom.call(void 0, compiled, state, node) };
}
var isOpenPlace = ({ step, rules, answered, excluded }, place, now) => place.asked && place.lost !== true && !answered.has(place.holder) && !excluded.has(place.holder) && _chunk47X5DQYPcjs.claimedFrom.call(void 0, rules, step, place, now).length === 0;
var takesSubstitutes = ({ rules }, place) => rules.allow.includes("substitute") && _chunkZUQOJZ2Hcjs.isPersonal.call(void 0, rules, place);
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
  if (_optionalChain([people, 'optionalAccess', _ => _.substitutes]) !== true) return [];
  const { pools = [], places } = people;
  if (pools.length === 0) return waitingForReviewers;
  const inPools = new Set(
    places.filter((it) => it.entries.some((entry) => pools.includes(entry))).map((it) => it.holder)
  );
  return waitingForReviewers.filter((it) => !inPools.has(it));
}








exports.openStep = openStep; exports.isOpenPlace = isOpenPlace; exports.takesSubstitutes = takesSubstitutes; exports.mayStandIn = mayStandIn; exports.placesStoodInFor = placesStoodInFor; exports.stoodInFor = stoodInFor;
//# sourceMappingURL=chunk-C7TZWI4B.cjs.map