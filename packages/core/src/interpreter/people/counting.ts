/**
 * How answers are counted (contract section 17): pure arithmetic on places. What is counted are places, not answers, so
 * that nobody counts twice; integers throughout, so that nothing is rounded.
 */
import type { CompiledEntry, CompiledPeople } from '../../compile/compiled-people.js';
import type { ReviewVote } from '../state.js';

/** A place as it is counted. */
export interface CountedPlace {
  /** The entries that name it, by index. */
  readonly entries: readonly number[];
  readonly weight: number;
  readonly veto: boolean;
  /** null: not yet. */
  readonly vote: ReviewVote | null;
}

/** What counting looks at of a node. */
export type CountingRules = Pick<CompiledPeople, 'entries' | 'decisionRule' | 'minDistinctApprovers'>;

/** Places by what became of them, and their weights. */
export interface Tally {
  /** All places, whether they can still answer or not. */
  readonly eligible: number;
  readonly approved: number;
  readonly rejected: number;
  readonly abstained: number;
  /** Places that may still answer. */
  readonly open: number;
  readonly weightApproved: number;
  readonly weightOpen: number;
}

/** What the answers so far come to. `out-of-reach`: no answers to come could approve it. */
export type Outcome = 'approved' | 'rejected' | 'out-of-reach' | 'open';

/** A rejection wins over an approval. */
export function outcomeOf(rules: CountingRules, places: readonly CountedPlace[]): Outcome {
  if (rejects(rules, places)) return 'rejected';
  if (isOutOfReach(rules, places)) return 'out-of-reach';
  return approves(rules, places) ? 'approved' : 'open';
}

/**
 * Whether the step would not be approved even if everybody who has not answered approved. Nothing that can be answered does
 * more for a step than an approval, so nothing else has to be tried.
 */
export const isOutOfReach = (rules: CountingRules, places: readonly CountedPlace[]): boolean =>
  !approves(rules, places, 'approve');

export function tallyOf(places: readonly CountedPlace[]): Tally {
  const votes = { approve: 0, reject: 0, abstain: 0, none: 0 };
  const weights = { approve: 0, reject: 0, abstain: 0, none: 0 };
  for (const { vote, weight } of places) {
    votes[vote ?? 'none'] += 1;
    weights[vote ?? 'none'] += weight;
  }
  return {
    eligible: places.length,
    approved: votes.approve,
    rejected: votes.reject,
    abstained: votes.abstain,
    open: votes.none,
    weightApproved: weights.approve,
    weightOpen: weights.none,
  };
}

/** How many approvals satisfy an entry. */
const neededBy = (entry: CompiledEntry): number => (entry.kind === 'pool' ? entry.count : 1);

/** Which entries have the approvals that they need, by index. */
export function satisfiedEntries(
  entries: readonly CompiledEntry[],
  places: readonly CountedPlace[],
): boolean[] {
  const approvals = entries.map(() => 0);
  for (const place of places) {
    if (place.vote === 'approve') countFor(place.entries, approvals);
  }
  return entries.map((entry, index) => (approvals[index] ?? 0) >= neededBy(entry));
}

function countFor(entries: readonly number[], approvals: number[]): void {
  for (const entry of entries) approvals[entry] = (approvals[entry] ?? 0) + 1;
}

/** Whether the step is approved, if those who have not answered did so. One look at each place: it is asked at every answer. */
function approves(
  { entries, decisionRule, minDistinctApprovers }: CountingRules,
  places: readonly CountedPlace[],
  open: 'approve' | null = null,
): boolean {
  const counts = { eligible: places.length, approved: 0, abstained: 0, weightApproved: 0 };
  const approvals = entries.map(() => 0);
  for (const place of places) {
    const vote = place.vote ?? open;
    if (vote === 'abstain') counts.abstained += 1;
    if (vote !== 'approve') continue;
    counts.approved += 1;
    counts.weightApproved += place.weight;
    countFor(place.entries, approvals);
  }
  return (
    counts.approved >= minDistinctApprovers &&
    holds(decisionRule, counts) &&
    entries.every((entry, index) => !entry.mandatory || (approvals[index] ?? 0) >= neededBy(entry))
  );
}

type Counts = Pick<Tally, 'eligible' | 'approved' | 'abstained' | 'weightApproved'>;

function holds(rule: CompiledPeople['decisionRule'], counts: Counts): boolean {
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

function rejects({ decisionRule }: CountingRules, places: readonly CountedPlace[]): boolean {
  const enough = rejectionsEnough(decisionRule);
  let rejections = 0;
  for (const { vote, veto } of places) {
    if (vote !== 'reject') continue;
    rejections += 1;
    if (veto || rejections >= enough) return true;
  }
  return false;
}

function rejectionsEnough(rule: CompiledPeople['decisionRule']): number {
  if (rule === null) return 1;
  return (rule.kind === 'count' ? rule.rejections : null) ?? Infinity;
}
