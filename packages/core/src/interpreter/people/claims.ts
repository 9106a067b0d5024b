/** Answers of a pool that somebody has reserved (contract section 17); read against the clock, without a job. */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import type { StepState } from '../state.js';
import type { Place, PoolClaim } from '../people-state.js';
import { approvalsOf } from './counting.js';
import { countedPlaces } from './places.js';

/** The claims on an entry that hold: of people who have still to answer. */
export function liveClaims(step: StepState, entry: number, now: number): readonly PoolClaim[] {
  const { claims = [], places = [] } = step.people ?? {};
  // Asked for every place of a step: nearly always there are none.
  if (claims.length === 0) return [];
  const counted = countedPlaces(places, step.decisions);
  return claims.filter((claim) => {
    if (claim.entry !== entry || claim.until <= now) return false;
    const index = places.findIndex((it) => it.holder === claim.userId);
    return places[index]?.lost !== true && counted[index]?.vote === null;
  });
}

/** Those who have reserved every answer that an entry still takes, others than this holder; empty: there is room. */
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

/** Those who have reserved every answer that this place could be; empty: it may be answered. */
export function claimedFrom(rules: CompiledPeople, step: StepState, place: Place, now: number): string[] {
  const by = place.entries.map((entry) => reservedBy(rules, step, entry, { holder: place.holder, now }));
  return by.length > 0 && by.every((it) => it.length > 0) ? [...new Set(by.flat())] : [];
}
