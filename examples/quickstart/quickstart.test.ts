import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { draw } from './draw.js';
import { answerExpense, directory, expense, maxIsAway } from './expense.js';
import { documentSignOff, parallelReview } from './workflows.js';

test('the picture shows what ran, from left to right, with a mark for each run', async () => {
  const { engine, drain } = createTestEngine({
    agents: { writer: () => ({ passed: true }) },
  });
  const { compiled } = await engine.definitions.create(parallelReview);
  const { executionId } = await engine.executions.dispatch({
    definitionId: parallelReview.definitionId,
    triggerContext: { documentUrl: 'https://example.com' },
  });
  const decide = async (reviewerId: string, decision: 'approve' | 'reject') => {
    await drain();
    const [step] = (await engine.steps.listWaiting({ reviewerId })).items;
    await engine.steps.recordReviewerDecision({
      executionId,
      stepId: step?.stepId ?? '',
      reviewerId,
      decision,
    });
  };
  await decide('legal', 'approve');
  await decide('brand', 'approve');
  await decide('chief', 'reject');
  await decide('legal', 'reject');
  await decide('brand', 'approve');
  await drain();
  expect(draw(compiled, await engine.executions.get({ executionId }))).toBe(`\
  ┌───────┐     ┌─────────┐     ┌───────┐
  │ draft │ ──▶ │ legal   │ ──▶ │ chief │
  │ ✓ ✓   │     │ ✓ ✗     │     │ ✗     │
  └───────┘     ├─────────┤     └───────┘
                │ brand   │
                │ ✓ ✓     │
                ├─────────┤
                │ finance │
                │ ⊘ …     │
                └─────────┘`);
});

test('both definitions are accepted without a warning', async () => {
  const { engine } = createTestEngine({
    agents: { writer: () => ({ passed: true }) },
  });
  for (const definition of [documentSignOff, parallelReview]) {
    expect(await engine.definitions.validate(definition)).toMatchObject({ valid: true, warnings: [] });
  }
});

test('the manager is away, the substitute decides, and no one approves their own', async () => {
  const { engine, drain, clock } = createTestEngine({ directory });
  await maxIsAway(engine, clock.now());
  await engine.definitions.create(expense);
  const { executionId } = await engine.executions.dispatch({
    definitionId: expense.definitionId,
    initiatorId: 'eve',
    triggerContext: { documentUrl: 'https://example.com', by: 'eve' },
  });
  await drain();
  const lines: string[] = [];
  await answerExpense(engine, executionId, (line) => lines.push(line), 1);
  await drain();
  expect(lines).toEqual([
    'eve may not approve her own expense: PERMISSION_DENIED',
    'it waits for max, or sue for max',
  ]);
  const { outcome, steps } = await engine.executions.get({ executionId });
  expect([outcome, ...steps.map((it) => it.nodeId)]).toEqual(['approved', 'review']);
});
