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
  /** null: not yet, or never if it is lost. */
  readonly vote: ReviewVote | null;
  /**
   * Nobody answers it any more. It is counted among all places, so that a loss never helps. A lost place with a veto keeps the
   * step from being approved: its holder could have rejected it alone.
   */
  readonly lost?: boolean;
  /** Of somebody who was added while the step waited: they have to approve, and are counted nowhere else. */
  readonly added?: boolean;
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

/** How many approvals each entry has, by index. */
export function approvalsOf(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  const approvals = entries.map(() => 0);
  for (const place of places) {
    if (place.vote === 'approve') countFor(place.entries, approvals);
  }
  return approvals;
}

/** How many approvals satisfy each entry, by index: of a chain, one on each level. */
export function neededBy(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  return entries.map((entry, index) => neededOf(entry, index, places));
}

function neededOf(entry: CompiledEntry, index: number, places: readonly CountedPlace[]): number {
  if (entry.kind === 'pool') return entry.count;
  if (entry.kind === 'person') return 1;
  return Math.max(1, places.filter((it) => it.entries.includes(index)).length);
}

/** Which entries have the approvals that they need, by index. */
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

/** Whether the step is approved, if those who have not answered did so. One look at each place: it is asked at every answer. */
function approves(
  { entries, decisionRule, minDistinctApprovers }: CountingRules,
  places: readonly CountedPlace[],
  open: 'approve' | null = null,
): boolean {
  const counts = { eligible: 0, approved: 0, abstained: 0, weightApproved: 0 };
  const approvals = new Array<number>(entries.length).fill(0);
  for (const place of places) {
    const vote = place.vote ?? (isOpen(place) ? open : null);
    if (place.lost === true && place.veto) return false;
    if (place.added === true) {
      if (vote !== 'approve') return false;
      continue;
    }
    counts.eligible += 1;
    if (vote === 'abstain') counts.abstained += 1;
    if (vote !== 'approve') continue;
    counts.approved += 1;
    counts.weightApproved += place.weight;
    countFor(place.entries, approvals);
  }
  return (
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

/** Whether there are rejections enough, vetoes apart; one of somebody who was added is. */
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
