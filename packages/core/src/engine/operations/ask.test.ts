/** `engine.ask` accepts only answers to the question that was asked (contract section 18). */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import type { EngineEvent } from '../../interpreter/event.js';
import { evolve } from '../../interpreter/evolve.js';
import { createMemoryStore } from '../../memory/store.js';
import { refused } from '../../test-support/people-run.js';

const ASKED = { digest: `sha256:${'a'.repeat(64)}` };
const OTHER = { digest: `sha256:${'b'.repeat(64)}` };
const stepId = 'step_ask';
const question = { key: 'deploy', reviewers: ['ann'], waitMs: 0 };

const kinds: [string, { subject?: typeof ASKED }][] = [
  ['with a subject', { subject: ASKED }],
  ['without one', {}],
];

test.each(kinds)('no caller turns a question into another one: %s', async (_, about) => {
  const { engine } = createTestEngine();
  const { executionId } = await engine.ask({ ...question, ...about });
  const ifDigest = about.subject?.digest ?? null;
  const revise = (subject: typeof ASKED) =>
    engine.executions.reviseSubject({ executionId, subject, ifDigest, actorId: 'mallory' });
  expect(await refused(revise(OTHER))).toBe('reserved-key');
  expect(await refused(revise(ASKED))).toBe('reserved-key');
  expect((await engine.executions.get({ executionId })).subject?.digest ?? null).toBe(ifDigest);
});

test.each(kinds)(
  'an answer on something else is none to it, however that came to be asked: %s',
  async (_, about) => {
    const { engine, store } = createTestEngine();
    const { executionId } = await engine.ask({ ...question, ...about });
    // A state of an older release, which let the subject be revised.
    const [before] = await store.loadExecutions([{ workspaceId: 'default', executionId }]);
    const state = before!;
    const event: EngineEvent = {
      ...{ eventId: 'evt-revised', seq: state.seq + 1, type: 'execution.parties-changed', stepId: null },
      ...{ executionId, correlationId: state.correlationId, timestamp: state.updatedAt },
      data: { subject: { ref: null, revision: null, ...OTHER }, contributorIds: [] },
    };
    const [result] = await store.commit([
      {
        ...{ expectedSeq: state.seq, state: evolve(state, event), changedSteps: [], events: [event] },
        ...{ newJobs: [], endedStepIds: [], claims: [], push: null, parties: [], sealedSecret: null },
      },
    ]);
    expect(result).toEqual({ kind: 'committed' });
    const answer = { executionId, stepId, reviewerId: 'ann', decision: 'approve' } as const;
    await engine.steps.recordReviewerDecision({ ...answer, subjectDigest: OTHER.digest });
    expect(await engine.ask({ ...question, ...about })).toMatchObject({ state: 'cancelled', executionId });
  },
);

test.each(kinds)('an approval of what was asked is one: %s', async (_, about) => {
  const { engine } = createTestEngine();
  const { executionId } = await engine.ask({ ...question, ...about });
  const digest = about.subject && { subjectDigest: about.subject.digest };
  await engine.steps.recordReviewerDecision({
    ...{ executionId, stepId, reviewerId: 'ann', decision: 'approve' },
    ...digest,
  });
  expect(await engine.ask({ ...question, ...about })).toMatchObject({ state: 'approved' });
});

test('a definition of questions that retention takes before the next one has its run is kept once more', async () => {
  const sound = createMemoryStore();
  const sweep = async () => {
    const after = Number.MAX_SAFE_INTEGER;
    await sound.trimFeed({ before: after });
    return sound.deleteEnded({ endedBefore: after, keysBefore: 0, limit: 10 });
  };
  let sweeps = 0;
  const store = overriding(sound, {
    async commit(changes) {
      if (sweeps > 0 && changes.some((it) => it.expectedSeq === 0)) {
        sweeps -= 1;
        expect(await sweep()).toBe(1);
      }
      return sound.commit(changes);
    },
  });
  const { engine } = createTestEngine({ store });
  const { executionId } = await engine.ask(question);
  await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'approve' });
  sweeps = 1;
  const next = await engine.ask({ ...question, key: 'again' });
  expect(sweeps).toBe(0);
  expect(next).toMatchObject({ state: 'pending' });
  expect((await engine.definitions.list()).items).toHaveLength(1);
  await engine.executions.cancel({ executionId: next.executionId });
  await sweep();
  expect((await engine.definitions.list()).items).toEqual([]);
});

test('a question that retention deletes while it is read is an unknown one', async () => {
  const { engine, store } = createTestEngine();
  const { executionId } = await engine.ask(question);
  await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'approve' });
  const swept = overriding(store, {
    async loadDefinitions(refs) {
      const after = Number.MAX_SAFE_INTEGER;
      await store.trimFeed({ before: after });
      expect(await store.deleteEnded({ endedBefore: after, keysBefore: 0, limit: 10 })).toBe(1);
      return store.loadDefinitions(refs);
    },
  });
  const { engine: other } = createTestEngine({ store: swept });
  expect(await refused(other.executions.get({ executionId }))).toBe('NOT_FOUND');
});
