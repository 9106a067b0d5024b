/** The doctor on a live engine: its findings, its fixes, and the findings it leaves to people. */
import { VirtualClock } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type ApprovalEngine,
  type ApprovalStore,
  type Definition,
  createApprovalEngine,
  createMemoryStore,
} from '../../index.js';

const definition = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      slaMs: 60_000,
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [{ from: 'review', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
} as unknown as Definition;

interface Patient {
  readonly engine: ApprovalEngine;
  readonly clock: VirtualClock;
  readonly dispatch: () => Promise<string>;
}

/** An engine on a damaged store. */
async function patient(damage: (sound: ApprovalStore) => Partial<ApprovalStore>): Promise<Patient> {
  const sound = createMemoryStore();
  const clock = new VirtualClock();
  const engine = createApprovalEngine({ store: { ...sound, ...damage(sound) }, clock });
  await engine.definitions.create(definition);
  const dispatch = async () => {
    const run = { definitionId: 'sign-off', triggerContext: { url: 'https://example.com' } };
    const { executionId } = await engine.executions.dispatch(run);
    await clock.advance(1);
    return executionId;
  };
  return { engine, clock, dispatch };
}

/** Jobs of changes that create a run are lost; those that are made again are not. */
const losingJobs = (sound: ApprovalStore): Partial<ApprovalStore> => ({
  commit: (changes) =>
    sound.commit(changes.map((it) => (it.expectedSeq === 0 ? { ...it, newJobs: [] } : it))),
});

describe('a job that was lost', () => {
  test('is reported with its step, and only recreated on request', async () => {
    const { engine, clock, dispatch } = await patient(losingJobs);
    const executionId = await dispatch();
    const lost = { code: 'job-lost', executionId, stepId: 'step_review', fixable: true, fixed: false };
    for (let looks = 0; looks < 2; looks++) {
      const report = await engine.doctor();
      expect(report).toMatchObject({ checked: 1, unsettled: [], jobsChecked: true, nextCursor: null });
      expect(report.findings).toMatchObject([lost]);
    }
    await clock.advance(120_000);
    await engine.idle();
    expect((await engine.executions.get({ executionId })).status).toBe('running');

    expect((await engine.doctor({ fix: true })).findings).toMatchObject([{ ...lost, fixed: true }]);
    await engine.idle();
    expect(await engine.doctor()).toMatchObject({ checked: 1, findings: [] });
    const { status, steps } = await engine.executions.get({ executionId });
    expect([status, steps.map((it) => it.status)]).toEqual(['completed', ['breached', 'completed']]);
    await engine.stop();
  });

  test('is not recreated on an unsound state: it needs a review', async () => {
    const { engine, dispatch } = await patient((sound) => ({
      ...losingJobs(sound),
      loadExecutions: async (keys) =>
        (await sound.loadExecutions(keys)).map((it) => it && { ...it, status: 'pending' }),
    }));
    await dispatch();
    const { findings } = await engine.doctor({ fix: true });
    expect(findings.map((it) => [it.code, it.fixable, it.fixed])).toEqual([
      ['state-is-not-the-fold', false, false],
      ['job-lost', false, false],
    ]);
    await engine.stop();
  });

  test('of a run that goes on meanwhile is not made again: the command names the seq that it was missed at', async () => {
    let sneak = async () => {};
    const { engine, dispatch } = await patient((sound) => ({
      ...losingJobs(sound),
      // A decision comes between the check and the fix.
      loadExecutions: async (keys) => {
        const found = await sound.loadExecutions(keys);
        await sneak();
        return found;
      },
    }));
    const executionId = await dispatch();
    let looks = 0;
    sneak = async () => {
      if ((looks += 1) !== 2) return;
      const decision = { reviewerId: 'ann', decision: 'approve' } as const;
      await engine.steps.recordReviewerDecision({ executionId, stepId: 'step_review', ...decision });
    };
    await engine.doctor({ fix: true });
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
    expect((await engine.doctor()).findings).toEqual([]);
    await engine.stop();
  });
});

describe('the doctor', () => {
  test('goes through all runs page by page, newest first, and no further back than it is asked to', async () => {
    const { engine, clock, dispatch } = await patient(() => ({}));
    for (let run = 0; run < 60; run++) await dispatch();
    const since = clock.now();
    for (let run = 0; run < 70; run++) await dispatch();
    const checked: number[] = [];
    let cursor: string | undefined;
    do {
      const report = await engine.doctor({ limit: 55, ...(cursor !== undefined && { cursor }) });
      checked.push(report.checked);
      cursor = report.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(checked).toEqual([55, 55, 20]);
    expect(await engine.doctor({ since })).toMatchObject({ checked: 70, nextCursor: null });
    const { nextCursor } = await engine.doctor({ limit: 5 });
    await expect(engine.doctor({ since, cursor: nextCursor ?? '' })).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
    await engine.stop();
  });

  test('looks at a run by its id, and at another workspace when asked', async () => {
    const { engine, dispatch } = await patient(losingJobs);
    const executionId = await dispatch();
    await dispatch();
    expect((await engine.doctor({ executionId })).findings).toMatchObject([{ executionId }]);
    expect(await engine.doctor({ workspaceId: 'other' })).toMatchObject({ checked: 0, findings: [] });
    await engine.stop();
  });

  test('says of a run that never stands still that it did not', async () => {
    let seq = 1_000;
    const { engine, dispatch } = await patient((sound) => ({
      loadExecutions: async (keys) =>
        (await sound.loadExecutions(keys)).map((it) => it && { ...it, seq: (seq += 1) }),
    }));
    const executionId = await dispatch();
    expect(await engine.doctor()).toMatchObject({ checked: 1, findings: [], unsettled: [executionId] });
    await engine.stop();
  });

  test('says what it cannot look at: a lost definition, too many events, a store that lists no jobs', async () => {
    let lost = false;
    let huge = false;
    const { engine, dispatch } = await patient((sound) => ({
      listJobs: undefined as never,
      loadDefinitions: async (refs) => (lost ? refs.map(() => null) : sound.loadDefinitions(refs)),
      loadExecutions: async (keys) =>
        (await sound.loadExecutions(keys)).map((it) => it && (huge ? { ...it, seq: 10 ** 6 } : it)),
    }));
    await dispatch();
    expect(await engine.doctor()).toMatchObject({ findings: [], jobsChecked: false });
    huge = true;
    expect((await engine.doctor()).findings).toMatchObject([{ code: 'too-many-events', fixable: false }]);
    lost = true;
    expect((await engine.doctor()).findings).toMatchObject([{ code: 'definition-lost', fixable: false }]);
    await engine.stop();
  });

  test('a report stays small, however broken the store is', async () => {
    const { engine, dispatch } = await patient((sound) => ({
      readEvents: async (query) =>
        (await sound.readEvents(query)).flatMap((it) =>
          Array.from({ length: 60 }, () => ({ ...it, timestamp: 0, eventId: 'x'.repeat(9_000) })),
        ),
    }));
    for (let run = 0; run < 60; run++) await dispatch();
    const { findings, omitted, checked, nextCursor } = await engine.doctor();
    expect(checked).toBe(50);
    expect(nextCursor).not.toBeNull();
    expect(findings).toHaveLength(50 * 100);
    expect(omitted).toBeGreaterThan(0);
    expect(Math.max(...findings.map((it) => it.message.length))).toBeLessThan(2_100);
    await engine.stop();
  });

  test('takes no request that it does not know', async () => {
    const { engine } = await patient(() => ({}));
    for (const wrong of [
      { limit: 0 },
      { limit: 10_001 },
      { since: -1 },
      { fixes: true },
      { workspaceId: '' },
    ])
      await expect(engine.doctor(wrong as never)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    await engine.stop();
  });
});
