import {
  approvalsOf,
  countedPlaces
} from "./chunk-MO3ALGUJ.js";

// src/interpreter/people/claims.ts
function liveClaims(step, entry, now) {
  const { claims = [], places = [] } = step.people ?? {};
  if (claims.length === 0) return [];
  const counted = countedPlaces(places, step.decisions);
  return claims.filter((claim) => {
    if (claim.entry !== entry || claim.until <= now) return false;
    const index = places.findIndex((it) => it.holder === claim.userId);
    return places[index]?.lost !== true && counted[index]?.vote === null;
  });
}
function reservedBy({ entries }, step, entry, { holder, now }) {
  const pool = entries[entry];
  if (pool?.kind !== "pool") return [];
  const claims = liveClaims(step, entry, now);
  if (claims.length === 0 || claims.some((it) => it.userId === holder)) return [];
  const counted = countedPlaces(step.people?.places ?? [], step.decisions);
  const left = pool.count - (approvalsOf(entries, counted)[entry] ?? 0);
  return left > 0 && claims.length >= left ? claims.map((it) => it.userId) : [];
}
function claimedFrom(rules, step, place, now) {
  const by = place.entries.map((entry) => reservedBy(rules, step, entry, { holder: place.holder, now }));
  return by.length > 0 && by.every((it) => it.length > 0) ? [...new Set(by.flat())] : [];
}

export {
  liveClaims,
  reservedBy,
  claimedFrom
};
//# sourceMappingURL=chunk-JMUUU665.js.map