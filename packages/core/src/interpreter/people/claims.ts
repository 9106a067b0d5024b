/** Claims on decisions of a pool (contract section 17). They expire by the clock, without a job. */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import type { StepState } from '../state.js';
import type { Place, PoolClaim } from '../people-state.js';
import { approvalsOf } from './counting.js';
import { countedPlaces } from './places.js';

/** Live claims on an entry, by users who have not decided. */
export function liveClaims(step: StepState, entry: number, now: number): readonly PoolClaim[] {
  const { claims = [], places = [] } = step.people ?? {};
  // Fast path: called for every place of a step, mostly without claims.
  if (claims.length === 0) return [];
  const counted = countedPlaces(places, step.decisions);
  return claims.filter((claim) => {
    if (claim.entry !== entry || claim.until <= now) return false;
    const index = places.findIndex((it) => it.holder === claim.userId);
    return places[index]?.lost !== true && counted[index]?.vote === null;
  });
}

/** Other users who have claimed every remaining decision of an entry; empty if one is free. */
export function reservedBy(
  { entries }: CompiledPeople,
  step: StepState,
  entry: number,
  { holder, now }: { readonly holder: string; readonly now: number },
): string[] {
  const pool = entries[entry];
  if (pool?.kind !== 'pool') return [];
  const claims = liveClaims(step, entry, now);
  if (claims.length === 0 || claims.some((it) => it.userId === holder)) return [];
  const counted = countedPlaces(step.people?.places ?? [], step.decisions);
  const left = pool.count - (approvalsOf(entries, counted)[entry] ?? 0);
  return left > 0 && claims.length >= left ? claims.map((it) => it.userId) : [];
}

/** Other users who have claimed every decision that this place could be; empty if one is free. */
export function claimedFrom(rules: CompiledPeople, step: StepState, place: Place, now: number): string[] {
  const by = place.entries.map((entry) => reservedBy(rules, step, entry, { holder: place.holder, now }));
  return by.length > 0 && by.every((it) => it.length > 0) ? [...new Set(by.flat())] : [];
}
