import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { agent, human, rejectTo } from '../test-support/run.js';

const nodes = [human('review', 'ann', rejectTo('rework')), agent('rework')];

async function kit() {
  const it = createTestEngine();
  for (const definitionId of ['first', 'second'])
    await it.engine.definitions.create({ definitionId, name: definitionId, nodes, edges: [] });
  return it;
}

describe('dispatch', () => {
  test('creates an execution of the newest version', async () => {
    const { engine } = await kit();
    const result = await engine.executions.dispatch({
      definitionId: 'first',
      correlationId: 'order:7',
      triggerContext: { n: 1 },
    });
    expect(result).toEqual({ executionId: 'exec_1', correlationId: 'order:7', deduplicated: false });
    const { executionId } = result;
    expect(await engine.executions.get({ executionId })).toMatchObject({
      definitionId: 'first',
      definitionVersion: 1,
      status: 'running',
      correlationId: 'order:7',
      idempotencyKey: null,
      triggerContext: { n: 1 },
      failureReason: null,
    });
    const { events } = await engine.executions.getEvents({ executionId });
    expect(events[0]?.data).toEqual({
      definitionId: 'first',
      definitionVersion: 1,
      rootStepIds: ['step_review'],
    });
  });

  test('an unknown definition is NOT_FOUND', async () => {
    const { engine } = await kit();
    await expect(engine.executions.dispatch({ definitionId: 'none' })).rejects.toMatchObject({
      status: 'NOT_FOUND',
    });
  });

  test('a repeat with one key returns the first execution, also in a race', async () => {
    const { engine } = await kit();
    const request = { definitionId: 'first', idempotencyKey: 'key:1' };
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => engine.executions.dispatch({ ...request, triggerContext: { n } })),
    );
    expect(new Set(results.map((it) => `${it.executionId} ${it.correlationId}`)).size).toBe(1);
    expect(results.filter((it) => !it.deduplicated)).toHaveLength(1);
    expect((await engine.executions.list()).items).toHaveLength(1);
  });

  test('a key is of one definition, and of one workspace', async () => {
    const { engine } = await kit();
    await engine.executions.dispatch({ definitionId: 'first', idempotencyKey: 'k' });
    await expect(
      engine.executions.dispatch({ definitionId: 'second', idempotencyKey: 'k' }),
    ).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { recordedDefinitionId: 'first' },
    });
    const other = engine.forWorkspace('other');
    await other.definitions.create({ definitionId: 'first', name: 'x', nodes, edges: [] });
    const result = await other.executions.dispatch({ definitionId: 'first', idempotencyKey: 'k' });
    expect(result.deduplicated).toBe(false);
  });

  test('a replay is found before the definition is looked up', async () => {
    const { engine } = await kit();
    const first = await engine.executions.dispatch({ definitionId: 'first', idempotencyKey: 'k' });
    await engine.executions.cancel({ executionId: first.executionId });
    await engine.definitions.delete({ definitionId: 'first' });
    const replay = await engine.executions.dispatch({ definitionId: 'first', idempotencyKey: 'k' });
    expect(replay).toEqual({ ...first, deduplicated: true });
  });

  test('a run of agents alone is pending until the first of them starts', async () => {
    let release = () => undefined as unknown;
    const gate = new Promise((resolve) => (release = () => resolve(undefined)));
    const { engine, drain } = createTestEngine({
      jobs: { run: false },
      agents: { slow: () => gate.then(() => ({ passed: true })) },
    });
    await engine.definitions.create({
      definitionId: 'first',
      name: 'x',
      nodes: [agent('a', 'slow')],
      edges: [],
    });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'first',
      triggerContext: { url: 'https://e.com' },
    });
    await drain();
    const { status, startedAt, steps } = await engine.executions.get({ executionId });
    expect([status, startedAt, steps[0]?.status]).toEqual(['pending', null, 'pending']);
    release();
  });
});

describe('workspaces', () => {
  test('no operation sees or touches what belongs to another', async () => {
    const { engine } = await kit();
    const { executionId } = await engine.executions.dispatch({ definitionId: 'first' });
    const { definitions, executions, steps } = engine.forWorkspace('other');
    const step = { executionId, stepId: 'step_review' };
    const refused = [
      () => definitions.get({ definitionId: 'first' }),
      () => definitions.update({ definitionId: 'first', ifVersion: 1, name: 'x' }),
      () => definitions.delete({ definitionId: 'first' }),
      () => executions.dispatch({ definitionId: 'first' }),
      () => executions.get({ executionId }),
      () => executions.getEvents({ executionId }),
      () => executions.cancel({ executionId }),
      () => steps.recordReviewerDecision({ ...step, reviewerId: 'ann', decision: 'approve' }),
      () => steps.recordAgentResolution({ ...step, resolutionId: 'r', status: 'success' }),
      () => steps.cancel({ ...step, actorId: 'ops' }),
      () => steps.resolve({ ...step, action: 'force-approve', actorId: 'ops' }),
      () => steps.completeDeferred({ ...step, status: 'completed' }),
    ];
    for (const call of refused)
      await expect(call(), String(call)).rejects.toMatchObject({ status: 'NOT_FOUND' });
    expect([
      (await definitions.list()).items,
      (await executions.list()).items,
      (await steps.listWaiting()).items,
    ]).toEqual([[], [], []]);
    expect((await engine.executions.get({ executionId })).steps[0]?.status).toBe('waiting');
  });
});
