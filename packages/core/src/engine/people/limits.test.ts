/** Limits of contract section 17 that a run reaches: the last one succeeds, one more is refused. */
import { expect, test } from 'vitest';
import { LIMITS, compileDefinition } from '../../index.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const allow = (...verbs: string[]) => ({ config: { allow: verbs } });
const times = async (count: number, act: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await act(index);
};

test('delegations of a place', async () => {
  const it = await people(must('p0'), allow('delegate'));
  const hand = (index: number) =>
    it.steps.delegate({ ...it.ids, reviewerId: `p${index}`, toUserId: `p${index + 1}` });
  await times(LIMITS.delegations, hand);
  expect(await refused(hand(LIMITS.delegations))).toBe('limit-reached');
});

test('retractions of a place', async () => {
  const it = await people(must('a', 'b'), allow('retract'));
  const turn = async (index: number) => {
    await it.vote('a', { round: index + 1 });
    await it.steps.retractDecision({ ...it.ids, reviewerId: 'a', round: index + 1 });
  };
  await times(LIMITS.retractions, turn);
  expect(await refused(turn(LIMITS.retractions))).toBe('limit-reached');
});

test('claims of a place', async () => {
  const entry = { pool: { users: ['a', 'b'] }, count: 1, mandatory: true };
  const it = await people([entry], allow('claim'));
  const claim = (reviewerId: string) => it.steps.claim({ ...it.ids, reviewerId, entry: 0 });
  const release = (reviewerId: string) => it.steps.release({ ...it.ids, reviewerId, entry: 0 });
  await times(LIMITS.claims, async () => {
    expect(await claim('a')).toMatchObject({ claimed: true });
    expect(await release('a')).toEqual({ released: true });
  });
  expect(await refused(claim('a'))).toBe('limit-reached');
  // Other users have their own claims, and a user without further claims may answer.
  expect(await claim('b')).toMatchObject({ claimed: true });
  await release('b');
  await it.vote('a');
});

test('added people of a step', async () => {
  const it = await people(must('a'), allow('add'));
  const add = (...userIds: string[]) => it.steps.addReviewers({ ...it.ids, reviewerId: 'a', userIds });
  await add(...Array.from({ length: LIMITS.addedPeople }, (_, index) => `x${index}`));
  expect(await refused(add('y'))).toBe('limit-reached');
});

const ask = (it: PeopleRun, index: number) =>
  it.steps.requestInformation({ ...it.ids, reviewerId: 'a', question: `q${index}`, ofUserId: 'w' });

test('open questions, and questions in all', async () => {
  const it = await people(must('a'), allow('ask'));
  await times(LIMITS.openQuestions, (index) => ask(it, index));
  expect(await refused(ask(it, LIMITS.openQuestions))).toBe('limit-reached');
  const tell = (index: number) =>
    it.steps.provideInformation({
      ...{ ...it.ids, actorId: 'w', answer: 'so' },
      questionId: `question_${index + 1}`,
    });
  await times(LIMITS.openQuestions, tell);
  await times(LIMITS.questions - LIMITS.openQuestions, async (more) => {
    await ask(it, LIMITS.openQuestions + more);
    await tell(LIMITS.openQuestions + more);
  });
  expect(await refused(ask(it, LIMITS.questions))).toBe('limit-reached');
});

test('contributors of a run', async () => {
  const digest = (index: number) => `sha256:${String(index).padStart(64, '0')}`;
  const it = await people(must('a'), { dispatch: { subject: { digest: digest(0) } } });
  const revise = (index: number) =>
    it.engine.executions.reviseSubject({
      executionId: it.ids.executionId,
      subject: { digest: digest(index + 1) },
      ifDigest: digest(index),
      actorId: `c${2 * index}`,
      contributorId: `c${2 * index + 1}`,
    });
  await times(LIMITS.runContributors / 2, revise);
  expect(await refused(revise(LIMITS.runContributors / 2))).toBe('limit-reached');
});

test('an absence of a year, which is as long as any other year of the contract', async () => {
  const it = await people(must('a'));
  const away = (ms: number) =>
    it.engine.people.setAbsence({ userId: 'a', substituteId: 'b', from: 0, until: ms });
  expect(LIMITS.absenceMs).toBe(LIMITS.slaMs);
  expect(await refused(away(LIMITS.absenceMs + 1))).toBe('INVALID_ARGUMENT');
  expect((await away(LIMITS.absenceMs)).created).toBe(true);
});

test('absences of a person that are not over', async () => {
  const it = await people(must('a'));
  const from = it.clock.now();
  const away = (index: number) =>
    it.engine.people.setAbsence({
      ...{ userId: 'a', substituteId: 'b' },
      ...{ from: from + index * 10, until: from + index * 10 + 10 },
    });
  await times(LIMITS.absences, away);
  expect(await refused(away(LIMITS.absences))).toBe('limit-reached');
});

test('the shortest claim, and the nodes of excludeDecidersOf', () => {
  const node = (config: object) => ({
    nodeId: 'h',
    type: 'human',
    config: { reviewers: must('a'), onReject: { routeToNodeId: 'r' }, ...config },
  });
  const issues = (config: object) => {
    const checked = compileDefinition({
      definitionId: 'bounds',
      name: 'Bounds',
      nodes: [node(config), { nodeId: 'r', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
      edges: [],
    });
    return checked.ok ? [] : checked.issues.map((it) => it.code);
  };
  expect(issues({ claimMs: LIMITS.claimMinMs })).toEqual([]);
  expect(issues({ claimMs: LIMITS.claimMinMs - 1 })).toEqual(['invalid-field']);
  const nodes = (count: number) => ({
    separation: { excludeDecidersOf: Array.from({ length: count }, (_, index) => `n${index}`) },
  });
  expect(new Set(issues(nodes(LIMITS.separationNodes)))).toEqual(new Set(['separation-node-missing']));
  expect(issues(nodes(LIMITS.separationNodes + 1))).toEqual(['invalid-field']);
});
