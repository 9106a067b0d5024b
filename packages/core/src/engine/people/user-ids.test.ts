/** One person, one id: normalizeUserId at every door, and ids that look alike. */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type Directory, staticDirectory } from '../../index.js';
import { optional } from '../../test-support/people.js';
import { agent, human, rejectTo } from '../../test-support/run.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const asked = async (it: PeopleRun) => (await it.steps.listWaiting()).items[0]?.waitingForReviewers;
const lower = { normalizeUserId: (userId: string) => userId.trim().toLowerCase() };

describe('without normalizeUserId', () => {
  test.each([
    ['case', 'Ann@Example.com', 'ann@example.com'],
    ['normal form', 'Zo\u00eb', 'Zoe\u0308'],
    ['width', '\uff41nn', 'ann'],
    ['spaces', 'ann ', 'ann'],
    ['an invisible character', 'ann\u200b', 'ann'],
  ])('nobody approves what they started under an id that differs by %s', async (_, initiatorId, userId) => {
    const it = await people(must(userId, 'ben'), {
      config: { separation: { excludeInitiator: true }, decisionRule: { kind: 'count', approvals: 1 } },
      dispatch: { initiatorId },
    });
    const { code } = (await it.view()).error ?? {};
    expect(code ?? (await refused(it.vote(userId)))).toMatch(/reviewers-insufficient|PERMISSION_DENIED/);
  });

  test('the linter warns of ids that differ only so', async () => {
    const { engine } = createTestEngine();
    const ids = ['Zo\u00eb', 'Zoe\u0308', 'ann', 'ann ', 'ann\u200b'];
    const { warnings } = await engine.definitions.create({
      ...{ definitionId: 'alike', name: 'Alike', edges: [] },
      nodes: [human('review', must(...ids), rejectTo('rework')), agent('rework')],
    });
    expect(warnings.map((it) => it.code)).toEqual(Array(3).fill('user-ids-alike'));
    await engine.stop();
  });
});

describe('normalizeUserId is applied at every door', () => {
  const directory: Directory = staticDirectory({
    groups: { finance: ['FAY@x.com', 'Gus@x.com'] },
    managers: { 'e@x.com': 'Max@X.com' },
  });
  const engine = { ...lower, directory };

  test('definitions, decisions, and initiators', async () => {
    const it = await people(must('Ann@x.com', 'BEN@x.com'), { engine });
    expect(await asked(it)).toEqual(['ann@x.com', 'ben@x.com']);
    await it.vote('ANN@x.com');
    expect((await it.vote('ann@X.com')).recorded).toBe(false);
    const inbox = await it.steps.listWaiting({ reviewerId: 'Ben@x.com' });
    expect(inbox.items).toHaveLength(1);
  });

  test('the directory, and values of the input', async () => {
    const group = { pool: { group: 'finance' }, mandatory: true };
    const value = { pool: { var: 'execution.input.asked' }, mandatory: true };
    const chain = { chain: { startAt: { var: 'execution.input.author' }, maxLevels: 1 } };
    const it = await people([group, value, chain], {
      engine,
      dispatch: { triggerContext: { url: 'https://example.com', asked: ['HAL@x.com'], author: 'E@x.com' } },
    });
    expect(await asked(it)).toEqual(['fay@x.com', 'gus@x.com', 'hal@x.com', 'max@x.com']);
  });

  test('delegation, absences, substitutes and added reviewers', async () => {
    const allow = ['delegate', 'substitute', 'add'];
    const it = await people(must('ann', 'ben'), { engine, config: { allow } });
    await it.steps.delegate({ ...it.ids, reviewerId: 'Ann', toUserId: 'Dora ' });
    await it.steps.addReviewers({ ...it.ids, reviewerId: 'BEN', userIds: ['Cay'] });
    expect(await asked(it)).toEqual(['dora', 'ben', 'cay']);
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'Ben', substituteId: 'ZOE', from: now, until: now + 9_000 });
    expect((await it.vote('zoe', { onBehalfOf: 'BEN' })).recorded).toBe(true);
  });

  test('parties, contributors, and the caller who reads', async () => {
    const it = await people(optional('ann', 'ben'), {
      engine,
      config: { separation: { excludeContributors: true }, decisionRule: { kind: 'count', approvals: 1 } },
      dispatch: { initiatorId: 'Ini', contributorIds: ['ANN'] },
    });
    expect((await it.get()).initiatorId).toBe('ini');
    expect(await asked(it)).toEqual(['ben']);
    expect((await it.engine.executions.list({ party: 'INI' })).items).toHaveLength(1);
    const own = it.engine.forWorkspace('default', { readsAs: 'INI ' });
    expect((await own.executions.get({ executionId: it.ids.executionId })).initiatorId).toBe('ini');
  });

  test('questions and links', async () => {
    const it = await people(must('ann', 'ben'), { engine, config: { allow: ['ask'] } });
    const ask = { ...it.ids, reviewerId: 'ANN', ofUserId: 'Ini', question: 'Why?' };
    const { questionId } = await it.steps.requestInformation(ask);
    await it.steps.provideInformation({ ...it.ids, actorId: 'INI', questionId, answer: 'because' });
    const link = await it.engine.links
      .create({ ...it.ids, reviewerId: 'BEN' })
      .catch((error: unknown) => error);
    // Only the base URL is missing: the reviewer is known.
    expect(String(link)).not.toContain('is not a reviewer');
  });
});
