"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }


var _chunkKJGN4SBRcjs = require('./chunk-KJGN4SBR.cjs');

// src/interpreter/people/claims.ts
function liveClaims(step, entry, now) {
  const { claims = [], places = [] } = _nullishCoalesce(step.people, () => ( {}));
  if (claims.length === 0) return [];
  const counted = _chunkKJGN4SBRcjs.countedPlaces.call(void 0, places, step.decisions);
  return claims.filter((claim) => {
    if (claim.entry !== entry || claim.until <= now) return false;
    const index = places.findIndex((it) => it.holder === claim.userId);
    return _optionalChain([places, 'access', _ => _[index], 'optionalAccess', _2 => _2.lost]) !== true && _optionalChain([counted, 'access', _3 => _3[index], 'optionalAccess', _4 => _4.vote]) === null;
  });
}
function reservedBy({ entries }, step, entry, { holder, now }) {
  const pool = entries[entry];
  if (_optionalChain([pool, 'optionalAccess', _5 => _5.kind]) !== "pool") return [];
  const claims = liveClaims(step, entry, now);
  if (claims.length === 0 || claims.some((it) => it.userId === holder)) return [];
  const counted = _chunkKJGN4SBRcjs.countedPlaces.call(void 0, _nullishCoalesce(_optionalChain([step, 'access', _6 => _6.people, 'optionalAccess', _7 => _7.places]), () => ( [])), step.decisions);
  const left = pool.count - (_nullishCoalesce(_chunkKJGN4SBRcjs.approvalsOf.call(void 0, entries, counted)[entry], () => ( 0)));
  return left > 0 && claims.length >= left ? claims.map((it) => it.userId) : [];
}
function claimedFrom(rules, step, place, now) {
  const by = place.entries.map((entry) => reservedBy(rules, step, entry, { holder: place.holder, now }));
  return by.length > 0 && by.every((it) => it.length > 0) ? [...new Set(by.flat())] : [];
}





exports.liveClaims = liveClaims; exports.reservedBy = reservedBy; exports.claimedFrom = claimedFrom;
//# sourceMappingURL=chunk-YIWTQULW.cjs.map