/** Lost runs of steps: the doctor reports each side, and nothing while a job is under way. */
import { VirtualClock, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type ApprovalStore, createApprovalEngine, createMemoryStore } from '../../index.js';
import type { JobKind } from '../../interpreter/job.js';

const wait = { nodeId: 'go', type: 'wait' as const, config: { signal: 'go' } };
const sub = { nodeId: 'sub', type: 'subflow' as const, config: { definitionId: 'child' } };

/** A store that loses the jobs of a kind from the first call of `lose` on. */
function losing(kind: JobKind) {
  const sound = createMemoryStore();
  let isLosing = false;
  const store: ApprovalStore = overriding(sound, {
    commit: (changes) =>
      sound.commit(
        changes.map(({ newJobs, jobsOfOthers = [], ...change }) => ({
          ...change,
          newJobs: newJobs.filter((it) => !isLosing || it.kind !== kind),
          jobsOfOthers: jobsOfOthers.filter((it) => !isLosing || it.kind !== kind),
        })),
      ),
  });
  return { store, lose: () => void (isLosing = true) };
}

async function patient(store: ApprovalStore, run = true) {
  const clock = new VirtualClock();
  const engine = createApprovalEngine({ store, clock, jobs: { run } });
  await engine.definitions.create({ definitionId: 'child', name: 'Child', nodes: [wait], edges: [] });
  await engine.definitions.create({ definitionId: 'parent', name: 'Parent', nodes: [sub], edges: [] });
  const { executionId: parent } = await engine.executions.dispatch({ definitionId: 'parent' });
  await clock.advance(1);
  await engine.idle();
  const { steps } = await engine.executions.get({ executionId: parent });
  const child = steps[0]?.child?.executionId ?? '';
  const settle = async () => {
    await clock.advance(1);
    await engine.idle();
  };
  const lost = async () =>
    (await engine.doctor({ fix: true })).findings.map(({ seq: _, workspaceId: __, ...it }) => it);
  return { engine, parent, child, settle, lost };
}

const LOST = { code: 'child-lost', fixable: false, fixed: false };

describe('the doctor reports', () => {
  test('a step whose run does not exist', async () => {
    const sound = createMemoryStore();
    let gone: string | null = null;
    const store = overriding(sound, {
      loadExecutions: async (keys) =>
        (await sound.loadExecutions(keys)).map((it) => (it?.executionId === gone ? null : it)),
    });
    const { engine, parent, child, lost, settle } = await patient(store);
    expect(await lost()).toEqual([]);
    gone = child;
    const message = `the run "${child}" of the step does not exist; restore it from a backup, or end the step with steps.finish`;
    expect(await lost()).toEqual([{ ...LOST, executionId: parent, stepId: 'step_sub', message }]);
    await engine.steps.finish({
      executionId: parent,
      stepId: 'step_sub',
      action: 'complete',
      actorId: 'ops',
    });
    await settle();
    expect(await lost()).toEqual([]);
    expect((await engine.executions.get({ executionId: parent })).status).toBe('completed');
    await engine.stop();
  });

  test('a step that waits for a run that has ended', async () => {
    const { store, lose } = losing('run-ended');
    const { engine, parent, child, settle, lost } = await patient(store);
    lose();
    await engine.executions.signal({ executionId: child, name: 'go' });
    await settle();
    const message = `the run "${child}" of the step is completed, and no job reports it; end the step with steps.finish`;
    expect(await lost()).toEqual([{ ...LOST, executionId: parent, stepId: 'step_sub', message }]);
    await engine.stop();
  });

  test('an open run whose step has ended', async () => {
    const { store, lose } = losing('stop-run');
    const { engine, parent, child, settle, lost } = await patient(store);
    lose();
    await engine.executions.cancel({ executionId: parent });
    await settle();
    const message = `its step "step_sub" of "${parent}" is cancelled, and no job stops the run; cancel it with executions.cancel`;
    expect(await lost()).toEqual([{ ...LOST, executionId: child, stepId: null, message }]);
    await engine.executions.cancel({ executionId: child });
    expect(await lost()).toEqual([]);
    await engine.stop();
  });
});

test.each(['cancel', 'signal'] as const)('a job that has not run yet is not reported: %s', async (way) => {
  const store = createMemoryStore();
  const { engine, parent, child } = await patient(store);
  await engine.stop();
  const idle = createApprovalEngine({ store, jobs: { run: false } });
  if (way === 'cancel') await idle.executions.cancel({ executionId: parent });
  else await idle.executions.signal({ executionId: child, name: 'go' });
  expect(await idle.doctor()).toMatchObject({ checked: 2, findings: [] });
  await idle.stop();
});
