import { describe, expect, test } from 'vitest';
import type { EngineOptions } from '../index.js';
import { Run, agent, edge, human } from '../test-support/run.js';

const deferring: Partial<EngineOptions> = { agents: { slow: () => ({ deferred: true }) } };
/** Two pieces of work for one loop: `a` brings its own at once, `b` when its callback comes. */
const workflow = (more: object = {}) => ({
  nodes: [agent('a'), agent('b', 'slow'), agent('draft'), human('review', 'ann'), agent('escalate')],
  edges: [edge('a', 'draft'), edge('b', 'draft'), edge('draft', 'review')],
  loops: [
    {
      loopId: 'L',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'review'],
      onExhausted: { routeToNodeId: 'escalate' },
      ...more,
    },
  ],
});

describe('an entry node that starts several times (contract section 6)', () => {
  test('one rejection rewinds the whole region, and starts the entry node once', async () => {
    const run = await Run.start(workflow(), deferring);
    await run.callBack('b', 'completed');
    expect(await run.during(() => run.decideStep('step_a__to__draft__to__review', 'ann', 'reject'))).toEqual([
      'step.completed step_a__to__draft__to__review',
      'step.cancelled step_b__to__draft__to__review',
      'loop.iteration-started',
      'step.completed loop_L_iter_2__to__draft',
      'step.awaiting-approval loop_L_iter_2__to__draft__to__review',
    ]);
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
  });

  test('work that comes later is of the iteration that it comes in', async () => {
    const run = await Run.start(workflow(), deferring);
    await run.decide('review', 'ann', 'reject');
    await run.callBack('b', 'completed');
    expect(await run.step('draft')).toMatchObject({ stepId: 'step_b__to__draft', iteration: 2 });
    await run.decide('review', 'ann', 'reject');
    expect((await run.step('draft')).stepId).toBe('loop_L_iter_3__to__draft');
    expect((await run.step('draft')).input['previousAttempts']).toMatchObject([
      { iteration: 1 },
      { iteration: 2 },
    ]);
    await run.check();
  });

  // Section 6: "A rejection in the last one … the onExhausted node starts, or the execution
  // fails." The node has started and cannot start twice (docs/decisions/0007).
  test('a rejection after the loop was exhausted is not lost', async () => {
    const run = await Run.start(workflow({ maxIterations: 1 }), deferring);
    await run.decide('review', 'ann', 'reject');
    await run.callBack('b', 'completed');
    await run.decide('review', 'ann', 'reject', 'this one is bad as well');
    await run.ended('failed', 'loop-exhausted');
    expect(await run.ofType('loop.exhausted')).toHaveLength(1);
    expect(await run.count('escalate')).toBe(1);
  });
});
