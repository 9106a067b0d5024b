/**
 * The result of `engine.ask` agrees with the outcome of its run, however the question was decided.
 */
import { createTestEngine } from '@org/approval-testkit';
import { ApprovalError } from '@org/approval-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) };
const PEOPLE = ['ann', 'bob', 'cyd'] as const;
const ASK_MS = 60_000;

const reviewers = fc.uniqueArray(
  fc.record({ userId: fc.constantFrom(...PEOPLE), mandatory: fc.boolean(), veto: fc.boolean() }),
  { minLength: 1, maxLength: 3, selector: (it) => it.userId },
);
const actions = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('decide' as const),
        reviewerId: fc.constantFrom(...PEOPLE),
        decision: fc.constantFrom('approve' as const, 'reject' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'cancel' } as const, { kind: 'wait' } as const) },
  ),
  { maxLength: 6 },
);

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type Example = [Drawn<typeof reviewers>, Drawn<typeof actions>];
const ANN: Drawn<typeof reviewers>[number] = { userId: 'ann', mandatory: true, veto: false };
const decide = (decision: 'approve' | 'reject') => ({ kind: 'decide', reviewerId: 'ann', decision }) as const;
/** Each state once, beside the drawn ones. */
const EXAMPLES = [
  [],
  [{ kind: 'wait' }],
  [{ kind: 'cancel' }],
  [decide('approve')],
  [decide('reject')],
] as const;

test('a decided or expired question has the outcome of its run, and any other has none', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(reviewers, actions, async (list, done) => {
      const { engine, advance } = createTestEngine();
      const question = { key: 'q', reviewers: list, askMs: ASK_MS, waitMs: 0 };
      const asked = await engine.ask(question).catch(unlessRefused('INVALID_ARGUMENT'));
      if (asked === null) return;
      const { executionId } = asked;
      for (const action of done) {
        if (action.kind === 'wait') await advance(ASK_MS);
        else if (action.kind === 'cancel')
          await engine.executions.cancel({ executionId }).catch(unlessRefused('FAILED_PRECONDITION'));
        else
          await engine.steps
            .recordReviewerDecision({
              ...{ executionId, stepId: 'step_ask', reviewerId: action.reviewerId, reason: 'because' },
              decision: action.decision,
            })
            .catch(unlessRefused('FAILED_PRECONDITION', 'PERMISSION_DENIED', 'INVALID_ARGUMENT'));
      }
      const { state } = await engine.ask(question);
      const { outcome } = await engine.executions.get({ executionId });
      seen.add(state);
      expect(outcome).toBe(state === 'cancelled' || state === 'pending' ? null : state);
      await engine.stop();
    }),
    {
      ...RUNS,
      examples: EXAMPLES.map((it): Example => [[ANN], [...it]]),
    },
  );
  const all = ['approved', 'cancelled', 'expired', 'pending', 'rejected'];
  expect([...seen].toSorted()).toEqual(all);
});

/** Passes over refusals of these statuses. */
const unlessRefused =
  (...statuses: readonly ApprovalError['status'][]) =>
  (error: unknown): null => {
    if (error instanceof ApprovalError && statuses.includes(error.status)) return null;
    throw error;
  };
