/** Each answer is tried, and may take all the work of a command: together they may not. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { agent, edge, human, rejectTo, webhook } from '../../test-support/run.js';

const PEOPLE = Array.from({ length: 10 }, (_, it) => `u${it}`);

/** Whom it waits for, and what an approval starts: so many stages, each of which doubles the steps. */
async function explained(stages: number) {
  const { engine, drain } = createTestEngine();
  const inner = Array.from({ length: stages }, (_, it) => [`n${it}`, `a${it}`, `b${it}`]).flat();
  await engine.definitions.create({
    definitionId: 'wide',
    name: 'Wide',
    nodes: [
      { ...human('review', PEOPLE, rejectTo('rework')) },
      ...[...inner, `n${stages}`].map((it) => webhook(it)),
      agent('rework'),
    ],
    edges: [
      edge('review', 'n0'),
      ...Array.from({ length: stages }, (_, it) =>
        ['a', 'b'].flatMap((side) => [edge(`n${it}`, `${side}${it}`), edge(`${side}${it}`, `n${it + 1}`)]),
      ).flat(),
    ],
  });
  const { executionId } = await engine.executions.dispatch({ definitionId: 'wide' });
  await drain();
  for (const reviewerId of PEOPLE.slice(0, 9)) {
    const answer = { executionId, stepId: 'step_review', reviewerId, decision: 'approve' } as const;
    await engine.steps.recordReviewerDecision(answer);
  }
  return engine.executions.explain({ executionId });
}

test('an explanation tells of every answer that is tried within its work', async () => {
  const { steps, truncated } = await explained(2);
  const [review] = steps;
  expect(truncated).toBe(false);
  expect(review).toMatchObject({ next: [{ decision: 'approve' }, { decision: 'reject' }] });
});

test('past it no other answer is tried', async () => {
  const { steps, truncated } = await explained(10);
  const [review] = steps;
  expect(truncated).toBe(true);
  expect(review).toMatchObject({ next: [{ decision: 'approve', then: { executionStatus: 'completed' } }] });
});
