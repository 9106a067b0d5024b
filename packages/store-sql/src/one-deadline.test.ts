/**
 * Several commands that move the deadline of one step, committed together: it has one job then,
 * that of the last.
 */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';

const WEEK_MS = 604_800_000;
const definition = {
  definitionId: 'questions',
  name: 'Questions',
  nodes: [
    {
      nodeId: 'n',
      type: 'human' as const,
      slaMs: WEEK_MS,
      config: {
        reviewers: ['ann', 'bob', 'cem'].map((userId) => ({ userId, mandatory: true })),
        allow: ['ask' as const],
        pauseMs: WEEK_MS,
        reminders: [{ beforeDueMs: 1_000 }],
        onReject: { routeToNodeId: 'bin' },
      },
    },
    { nodeId: 'bin', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [{ from: 'n', to: 'bin', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
};

/** The store, with a log of its commits: the number of changes, or the error. */
function watched(store: ApprovalStore) {
  const commits: unknown[] = [];
  const commit: ApprovalStore['commit'] = async (changes, hook) => {
    try {
      const results = await store.commit(changes, hook);
      commits.push(results.map((it) => it.kind));
      return results;
    } catch (error) {
      commits.push(error);
      throw error;
    }
  };
  return {
    commits,
    store: new Proxy(store, {
      get: (it, name) => (name === 'commit' ? commit : (Reflect.get(it, name) as unknown)),
    }),
  };
}

test.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const { commits, store } = watched(sqlStore(await database.connect()));
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  try {
    await engine.definitions.create(definition);
    const { executionId } = await engine.executions.dispatch({ definitionId: 'questions' });
    const step = { executionId, stepId: 'step_n' };
    const ask = (reviewerId: string) =>
      engine.steps.requestInformation({ ...step, reviewerId, question: 'why?', ofUserId: 'ida' });
    const tell = (questionId: string) =>
      engine.steps.provideInformation({ ...step, questionId, actorId: 'ida', answer: 'so' });
    const dueAndJobs = async () => {
      const { steps } = await engine.executions.get({ executionId });
      const [jobs = []] = (await store.listJobs?.([{ workspaceId: 'default', executionId }])) ?? [];
      const due = steps[0]?.dueAt ?? 0;
      return { due, jobs: jobs.map((it) => `${it.kind} ${it.dueAt - due}`).toSorted() };
    };
    const before = await dueAndJobs();
    commits.length = 0;
    // The first is in progress when the others arrive, so that those are decided together.
    await Promise.all(['ann', 'bob', 'cem'].map(ask));
    const asked = await dueAndJobs();
    expect(asked).toEqual({ ...before, due: before.due + WEEK_MS });
    await Promise.all([tell('question_1'), tell('question_2'), tell('question_3'), ask('ann')]);
    // Another question is open: the deadline is still paused.
    expect(await dueAndJobs()).toEqual(asked);
    expect(commits.flat().filter((it) => it !== 'committed')).toEqual([]);
    // Together, or this test would show nothing.
    expect(commits.length).toBeLessThan(7);
  } finally {
    await engine.stop();
    await database.close();
  }
});
