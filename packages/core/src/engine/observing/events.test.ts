import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type ApprovalEngine, type ExternalEvent, type Logger, createMemoryStore } from '../../index.js';
import { CONTEXT, agent, edge, human, rejectTo } from '../../test-support/run.js';

const nodes = [human('review', 'ann', rejectTo('rework')), agent('rework'), agent('publish')];
const edges = [edge('review', 'publish')];

async function approved(engine: ApprovalEngine): Promise<string> {
  await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges });
  const { executionId } = await engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT });
  await engine.steps.recordReviewerDecision({
    executionId,
    stepId: 'step_review',
    reviewerId: 'ann',
    decision: 'approve',
  });
  await engine.idle();
  return executionId;
}

function listening(): { logger: Logger; reported: string[] } {
  const reported: string[] = [];
  const note = (message: string) => void reported.push(message);
  return { reported, logger: { warn: note, error: note } };
}

describe('in-process events', () => {
  test('every external event comes once, in order, as getEvents returns it', async () => {
    const { engine } = createTestEngine();
    const heard: ExternalEvent[] = [];
    engine.on('event', (event, { workspaceId }) => {
      expect(workspaceId).toBe('default');
      heard.push(event);
    });
    const executionId = await approved(engine);
    expect(heard).toEqual((await engine.executions.getEvents({ executionId })).events);
  });

  test('a listener for one type hears that type alone, typed, until it is taken off', async () => {
    const { engine } = createTestEngine();
    const heard: string[] = [];
    const off = engine.on('step.completed', (event) =>
      heard.push(`${event.data.nodeId} ${event.data.decision}`),
    );
    await approved(engine);
    expect(heard).toEqual(['review approve', 'publish undefined']);
    off();
    await engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT });
    expect(heard).toHaveLength(2);
  });

  test('an event is heard after its commit: what it says can be read', async () => {
    const { engine } = createTestEngine();
    const read: Promise<unknown>[] = [];
    engine.on('event', ({ executionId, seq }) => {
      const page = engine.executions.getEvents({ executionId, sinceSeq: seq - 1 });
      read.push(page.then(({ events }) => expect(events[0]?.seq).toBe(seq)));
    });
    await approved(engine);
    await Promise.all(read);
    expect(read).toHaveLength(5);
  });

  test('what is not committed is not heard', async () => {
    const store = createMemoryStore();
    const down = overriding(store, { commit: () => Promise.reject(new Error('down')) });
    const { engine } = createTestEngine({ store: down });
    let heard = 0;
    engine.on('event', () => (heard += 1));
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges });
    await expect(engine.executions.dispatch({ definitionId: 'flow' })).rejects.toMatchObject({
      status: 'UNAVAILABLE',
    });
    expect(heard).toBe(0);
  });

  test('a listener that throws, now or later, hurts neither the engine nor other listeners; it is reported', async () => {
    const { logger, reported } = listening();
    const { engine, drain } = createTestEngine({ logger });
    let heard = 0;
    engine.on('execution.dispatched', () => {
      throw new Error('at once');
    });
    engine.on('execution.dispatched', () => Promise.reject(new Error('later')));
    engine.on('execution.dispatched', () => (heard += 1));
    const executionId = await approved(engine);
    await drain();
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
    expect(heard).toBe(1);
    expect(reported).toHaveLength(2);
    expect(reported[0]).toContain(
      `a listener for execution.dispatched threw (execution ${executionId}, seq 1)`,
    );
  });

  test('a listener may call the engine', async () => {
    const { engine, drain } = createTestEngine();
    engine.on('step.awaiting-approval', async ({ executionId, stepId, data }) => {
      const [reviewerId] = data.waitingForReviewers;
      await engine.steps.recordReviewerDecision({
        executionId,
        stepId: stepId!,
        reviewerId: reviewerId!,
        decision: 'approve',
      });
    });
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: CONTEXT,
    });
    await drain();
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
  });
});
