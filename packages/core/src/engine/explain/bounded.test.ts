/** Each answer is tried, and may take all the work of a command: together they may not. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { compileDefinition } from '../../compile/compile-definition.js';
import { agent, edge, human, rejectTo } from '../../test-support/run.js';
import { explain } from './explain.js';
import { simulate } from './simulate.js';

const PEOPLE = Array.from({ length: 10 }, (_, it) => `u${it}`);

/** Explains an approval that starts many stages, each of which doubles the steps. */
async function explained(stages: number) {
  const { engine, drain } = createTestEngine();
  const inner = Array.from({ length: stages }, (_, it) => [`n${it}`, `a${it}`, `b${it}`]).flat();
  await engine.definitions.create({
    definitionId: 'wide',
    name: 'Wide',
    nodes: [
      { ...human('review', PEOPLE, rejectTo('rework')) },
      ...[...inner, `n${stages}`].map((nodeId) => ({ nodeId, type: 'wait' as const, config: { until: 0 } })),
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

/** Says how often it was looked through. */
class Counted<T> extends Array<T> {
  looks = 0;

  override find(...given: Parameters<T[]['find']>): T | undefined {
    this.looks += 1;
    return super.find(...given);
  }
}

test('of 50 people only reported answers are computed', () => {
  const definition = {
    definitionId: 'many',
    name: 'Many',
    nodes: [
      human(
        'review',
        Array.from({ length: 50 }, (_, it) => `u${it}`),
        { ...rejectTo('rework'), allow: ['substitute'] },
      ),
      agent('rework'),
    ],
    edges: [],
  };
  const checked = compileDefinition(definition as never);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const { state } = simulate(definition, { input: {}, now: 0 });
  const absences = new Counted<never>();
  const { steps, truncated } = explain(checked.compiled, state, 0, { absences });
  expect(truncated).toBe(true);
  expect(steps[0]).toMatchObject({ next: { length: 20 } });
  // Ten people, two answers each, and one more to know that there are more.
  expect(absences.looks).toBe(11);
});
