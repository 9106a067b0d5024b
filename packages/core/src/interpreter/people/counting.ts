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
  /** Nobody answers it any more. It is counted among all places, so that a loss never helps. */
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
export function isOutOfReach(rules: CountingRules, places: readonly CountedPlace[]): boolean {
  const all = places.map((it): CountedPlace => (isOpen(it) ? { ...it, vote: 'approve' } : it));
  return !approves(rules, all);
}

const isOpen = ({ vote, lost }: CountedPlace): boolean => vote === null && lost !== true;

export function tallyOf(all: readonly CountedPlace[]): Tally {
  const places = all.filter((it) => it.added !== true);
  const voted = (vote: ReviewVote) => places.filter((it) => it.vote === vote);
  const open = places.filter(isOpen);
  return {
    eligible: places.length,
    approved: voted('approve').length,
    rejected: voted('reject').length,
    abstained: voted('abstain').length,
    open: open.length,
    weightApproved: weightOf(voted('approve')),
    weightOpen: weightOf(open),
  };
}

const weightOf = (places: readonly CountedPlace[]): number =>
  places.reduce((sum, { weight }) => sum + weight, 0);

/** How many approvals each entry has, by index. */
export function approvalsOf(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  const approvals = entries.map(() => 0);
  for (const place of places) {
    if (place.vote !== 'approve') continue;
    for (const entry of place.entries) approvals[entry] = (approvals[entry] ?? 0) + 1;
  }
  return approvals;
}

/** How many approvals satisfy each entry, by index: of a chain, one on each level. */
export function neededBy(entries: readonly CompiledEntry[], places: readonly CountedPlace[]): number[] {
  return entries.map((entry, index) => {
    if (entry.kind === 'pool') return entry.count;
    if (entry.kind === 'person') return 1;
    return Math.max(1, places.filter((it) => it.entries.includes(index)).length);
  });
}

/** Which entries have the approvals that they need, by index. */
export function satisfiedEntries(
  entries: readonly CompiledEntry[],
  places: readonly CountedPlace[],
): boolean[] {
  const approvals = approvalsOf(entries, places);
  return neededBy(entries, places).map((needed, index) => (approvals[index] ?? 0) >= needed);
}

function approves(rules: CountingRules, places: readonly CountedPlace[]): boolean {
  const tally = tallyOf(places);
  const satisfied = satisfiedEntries(rules.entries, places);
  return (
    holds(rules.decisionRule, tally) &&
    rules.entries.every((entry, index) => !entry.mandatory || satisfied[index]) &&
    places.every((it) => it.added !== true || it.vote === 'approve') &&
    tally.approved >= rules.minDistinctApprovers
  );
}

export function holds(rule: CompiledPeople['decisionRule'], tally: Tally): boolean {
  const { approved, eligible, abstained, weightApproved } = tally;
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
  const rejections = places.filter((it) => it.vote === 'reject');
  const counted = rejections.filter((it) => it.added !== true);
  return counted.length < rejections.length || counted.length >= rejectionsEnough(decisionRule);
}

function rejectionsEnough(rule: CompiledPeople['decisionRule']): number {
  if (rule === null) return 1;
  return (rule.kind === 'count' ? rule.rejections : null) ?? Infinity;
}
