/**
 * Counts decisions (contract section 17) by pure integer arithmetic. It counts places, so no
 * user counts twice.
 */
import type { CompiledEntry, CompiledPeople } from '../../compile/compiled-people.js';
import type { ReviewVote } from '../state.js';

/** A place for counting. */
export interface CountedPlace {
  /** Indexes of the entries that name it. */
  readonly entries: readonly number[];
  readonly weight: number;
  readonly veto: boolean;
  /** null while undecided, and for ever on a lost place. */
  readonly vote: ReviewVote | null;
  /**
   * True if the place stays undecided. It still counts as eligible, so a loss never helps. Its
   * holder could have rejected: with a veto alone, and under a rule with `rejections` as one of
   * them. Lost places that could have rejected the step prevent its approval.
   */
  readonly lost?: boolean;
  /** True for a place added while the step waited. It must approve and counts nowhere else. */
  readonly added?: boolean;
}

/** Fields of a node that counting needs. */
export type CountingRules = Pick<CompiledPeople, 'entries' | 'decisionRule' | 'minDistinctApprovers'>;

/** Numbers and weights of places by state. */
export interface Tally {
  /** All places, lost ones included. */
  readonly eligible: number;
  readonly approved: number;
  readonly rejected: number;
  readonly abstained: number;
  /** Places that may still decide. */
  readonly open: number;
  readonly weightApproved: number;
  readonly weightOpen: number;
}

/** Outcome of the decisions so far. `out-of-reach` means that it cannot be approved any more. */
export type Outcome = 'approved' | 'rejected' | 'out-of-reach' | 'open';

/** Returns the outcome. A rejection wins over an approval. */
export function outcomeOf(rules: CountingRules, places: readonly CountedPlace[]): Outcome {
  if (rejects(rules, places)) return 'rejected';
  if (isOutOfReach(rules, places)) return 'out-of-reach';
  return approves(rules, places) ? 'approved' : 'open';
}

/**
 * Returns true if even approvals from all undecided places would not approve the step. No other
 * decision helps a step more, so only approvals are tried.
 */
export const isOutOfReach = (rules: CountingRules, places: readonly CountedPlace[]): boolean =>
  !approves(rules, places, 'approve');

const isOpen = ({ vote, lost }: CountedPlace): boolean => vote === null && lost !== true;

export function tallyOf(places: readonly CountedPlace[]): Tally {
  const votes = { approve: 0, reject: 0, abstain: 0, open: 0, lost: 0 };
  const weights = { approve: 0, reject: 0, abstain: 0, open: 0, lost: 0 };
  let eligible = 0;
  for (const place of places) {
    if (place.added === true) continue;
    const what = place.vote ?? (isOpen(place) ? 'open' : 'lost');
    eligible += 1;
    votes[what] += 1;
    weights[what] += place.weight;
  }
  return {
    eligible,
    approved: votes.approve,
    rejected: votes.reject,
    abstained: votes.abstain,
    open: votes.open,
    weightApproved: weights.approve,
    weightOpen: weights.open,
  };
}

/** Number of approvals per entry, by index. */
export function approvalsOf(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  const approvals = entries.map(() => 0);
  for (const place of places) {
    if (place.vote === 'approve') countFor(place.entries, approvals);
  }
  return approvals;
}

/** Number of approvals that each entry needs, by index; one per level of a chain. */
export function neededBy(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  return entries.map((entry, index) => neededOf(entry, index, places));
}

function neededOf(entry: CompiledEntry, index: number, places: readonly CountedPlace[]): number {
  if (entry.kind === 'pool') return entry.count;
  if (entry.kind === 'person') return 1;
  return Math.max(1, places.filter((it) => it.entries.includes(index)).length);
}

/** Returns for each entry, by index, if it has enough approvals. */
export function satisfiedEntries(
  entries: readonly CompiledEntry[],
  places: readonly CountedPlace[],
): boolean[] {
  const approvals = approvalsOf(entries, places);
  return neededBy(entries, places).map((needed, index) => (approvals[index] ?? 0) >= needed);
}

function countFor(entries: readonly number[], approvals: number[]): void {
  for (const entry of entries) approvals[entry] = (approvals[entry] ?? 0) + 1;
}

/** Returns true if the step is approved, with undecided places as `open`. Hot path, in one pass. */
function approves(
  { entries, decisionRule, minDistinctApprovers }: CountingRules,
  places: readonly CountedPlace[],
  open: 'approve' | null = null,
): boolean {
  const counts = { eligible: 0, approved: 0, abstained: 0, weightApproved: 0, against: 0 };
  const approvals = new Array<number>(entries.length).fill(0);
  for (const place of places) {
    const vote = place.vote ?? (isOpen(place) ? open : null);
    if (place.lost === true && place.veto) return false;
    if (place.added === true) {
      if (vote !== 'approve') return false;
      continue;
    }
    counts.eligible += 1;
    if (place.lost === true || vote === 'reject') counts.against += 1;
    if (vote === 'abstain') counts.abstained += 1;
    if (vote !== 'approve') continue;
    counts.approved += 1;
    counts.weightApproved += place.weight;
    countFor(place.entries, approvals);
  }
  return (
    counts.against < (decisionRule === null ? Infinity : rejectionsEnough(decisionRule)) &&
    counts.approved >= minDistinctApprovers &&
    holds(decisionRule, counts) &&
    entries.every(
      (entry, index) => !entry.mandatory || (approvals[index] ?? 0) >= neededOf(entry, index, places),
    )
  );
}

type Counts = Pick<Tally, 'eligible' | 'approved' | 'abstained' | 'weightApproved'>;

export function holds(rule: CompiledPeople['decisionRule'], counts: Counts): boolean {
  const { approved, eligible, abstained, weightApproved } = counts;
  switch (rule?.kind) {
    case undefined:
      return true; // The entries alone say.
    case 'count':
      return approved >= rule.approvals;
    case 'percent': {
      const of = rule.of === 'eligible' ? eligible : eligible - abstained;
      return 100 * approved >= rule.approvals * of;
    }
    case 'weight':
      return weightApproved >= rule.approvals;
  }
}

function rejects(rules: CountingRules, places: readonly CountedPlace[]): boolean {
  return rejectsByRule(rules, places) || places.some((it) => it.vote === 'reject' && it.veto);
}

/** Returns true if there are enough rejections, vetoes apart. An added reviewer's is enough. */
export function rejectsByRule({ decisionRule }: CountingRules, places: readonly CountedPlace[]): boolean {
  const enough = rejectionsEnough(decisionRule);
  let rejections = 0;
  for (const { vote, added } of places) {
    if (vote !== 'reject') continue;
    rejections += 1;
    if (added === true || rejections >= enough) return true;
  }
  return false;
}

function rejectionsEnough(rule: CompiledPeople['decisionRule']): number {
  if (rule === null) return 1;
  return (rule.kind === 'count' ? rule.rejections : null) ?? Infinity;
}
