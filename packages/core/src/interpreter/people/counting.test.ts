import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledEntry, DecisionRule } from '../../compile/compiled-people.js';
import { compileEntry } from '../../compile/people.js';
import { type CountedPlace, outcomeOf } from './counting.js';

/**
 * A second implementation, written from the contract only. It uses sets of people instead of sums,
 * fractions instead of products, and tries every continuation instead of the best one.
 */
type Vote = 'approve' | 'reject' | 'abstain';
interface Case {
  readonly entries: readonly CompiledEntry[];
  readonly decisionRule: DecisionRule | null;
  readonly minDistinctApprovers: number;
  readonly places: readonly CountedPlace[];
}

const who = (it: Case, votes: readonly (Vote | null)[], vote: Vote) =>
  new Set(it.places.map((_, index) => index).filter((index) => votes[index] === vote && !isAdded(it, index)));
const isAdded = (it: Case, index: number): boolean => it.places[index]!.added === true;

function isRejected(it: Case, votes: readonly (Vote | null)[]): boolean {
  if (votes.some((vote, index) => vote === 'reject' && isAdded(it, index))) return true;
  const against = who(it, votes, 'reject');
  if ([...against].some((index) => it.places[index]!.veto)) return true;
  if (it.decisionRule === null) return against.size > 0;
  if (it.decisionRule.kind !== 'count' || it.decisionRule.rejections === null) return false;
  return against.size >= it.decisionRule.rejections;
}

function isApproved(it: Case, votes: readonly (Vote | null)[]): boolean {
  if (votes.some((vote, index) => vote !== 'approve' && isAdded(it, index))) return false;
  // Its holder could have rejected the step alone.
  if (it.places.some((place) => place.lost === true && place.veto)) return false;
  // The lost ones could have rejected it together with those who did.
  const lost = it.places.filter((place) => place.lost === true && place.added !== true).length;
  if (it.decisionRule?.kind === 'count' && it.decisionRule.rejections !== null) {
    if (who(it, votes, 'reject').size + lost >= it.decisionRule.rejections) return false;
  }
  const inFavour = who(it, votes, 'approve');
  if (inFavour.size < it.minDistinctApprovers) return false;
  const holds = ((rule) => {
    if (rule === null) return true;
    if (rule.kind === 'count') return inFavour.size >= rule.approvals;
    if (rule.kind === 'weight') {
      return [...inFavour].reduce((sum, index) => sum + it.places[index]!.weight, 0) >= rule.approvals;
    }
    const of =
      it.places.filter((place) => place.added !== true).length -
      (rule.of === 'cast' ? who(it, votes, 'abstain').size : 0);
    return of === 0 || inFavour.size / of >= rule.approvals / 100 - 1e-12;
  })(it.decisionRule);
  if (!holds) return false;
  return it.entries.every((entry, index) => {
    if (!entry.mandatory) return true;
    const named = it.places
      .map((_, place) => place)
      .filter((place) => it.places[place]!.entries.includes(index));
    const approvals = named.filter((place) => inFavour.has(place)).length;
    return approvals >= (entry.kind === 'pool' ? entry.count : 1);
  });
}

/** Every way in which those who have not answered may answer, or stay silent. */
function* continuations(
  votes: readonly (Vote | null)[],
  lost: readonly boolean[],
  from = 0,
): Generator<(Vote | null)[]> {
  if (from === votes.length) {
    yield [...votes];
    return;
  }
  const open: (Vote | null)[] =
    votes[from] === null && !lost[from] ? ['approve', 'reject', 'abstain', null] : [votes[from]!];
  for (const vote of open) {
    yield* continuations([...votes.slice(0, from), vote, ...votes.slice(from + 1)], lost, from + 1);
  }
}

function bruteForce(it: Case): string {
  const votes = it.places.map((place) => place.vote);
  if (isRejected(it, votes)) return 'rejected';
  if (isApproved(it, votes)) return 'approved';
  const lost = it.places.map((place) => place.lost === true);
  for (const further of continuations(votes, lost)) {
    if (!isRejected(it, further) && isApproved(it, further)) return 'open';
  }
  return 'out-of-reach';
}

const entry = fc.oneof(
  fc.record({ mandatory: fc.boolean() }).map(({ mandatory }) => compileEntry({ userId: 'x', mandatory })),
  fc
    .record({ mandatory: fc.boolean(), count: fc.integer({ min: 1, max: 3 }) })
    .map(({ mandatory, count }) => compileEntry({ pool: { users: ['x'] }, mandatory, count })),
);
const rule = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constant('count' as const),
    approvals: fc.integer({ min: 1, max: 6 }),
    rejections: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    approvals: fc.constantFrom(1, 20, 33, 34, 50, 51, 60, 66, 67, 75, 99, 100),
    of: fc.constantFrom('eligible' as const, 'cast' as const),
  }),
  fc.record({ kind: fc.constant('weight' as const), approvals: fc.integer({ min: 1, max: 20 }) }),
);
const cases: fc.Arbitrary<Case> = fc
  .array(entry, { minLength: 1, maxLength: 3 })
  .chain((entries) =>
    fc.record({
      entries: fc.constant(entries),
      decisionRule: rule,
      minDistinctApprovers: fc.constantFrom(1, 1, 1, 2, 3),
      places: fc.array(
        fc.record({
          entries: fc.subarray(
            entries.map((_, index) => index),
            { minLength: 1 },
          ),
          weight: fc.integer({ min: 1, max: 6 }),
          veto: fc.integer({ min: 0, max: 7 }).map((it) => it === 0),
          lost: fc.integer({ min: 0, max: 7 }).map((it) => it === 0),
          added: fc.integer({ min: 0, max: 7 }).map((it) => it === 0),
          vote: fc.constantFrom(
            null,
            null,
            'approve' as const,
            'approve' as const,
            'reject' as const,
            'abstain' as const,
          ),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  )
  .map((it) => ({ ...it, places: it.places.map(asTheyCanBe) }));

/** An added place has no entry, weight 1 and no veto; a lost place has no decision. */
function asTheyCanBe(place: CountedPlace): CountedPlace {
  const added = place.added === true ? { ...place, entries: [], weight: 1, veto: false } : place;
  return added.lost === true ? { ...added, vote: null } : added;
}

/** Rules to try; `COUNTING_RUNS=10000` for as many as were promised. */
const RUNS = Number(process.env['COUNTING_RUNS'] ?? 600);

test('random rules and answers: approved, rejected, and out of reach exactly when no continuation can approve', () => {
  const seen = new Map<string, number>();
  const property = fc.property(cases, (it) => {
    const expected = bruteForce(it);
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
    expect(outcomeOf(it, it.places)).toBe(expected);
  });
  fc.assert(property, { numRuns: RUNS });
  for (const outcome of ['approved', 'rejected', 'out-of-reach', 'open']) {
    expect(seen.get(outcome), outcome).toBeGreaterThan(RUNS / 40);
  }
});
