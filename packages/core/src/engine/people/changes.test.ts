/** Effects and refusals of changes to a step's reviewers (contract section 17). */
import { describe, expect, test } from 'vitest';
import { optional, pool } from '../../test-support/people.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const allow = (...verbs: string[]) => ({ config: { allow: verbs } });
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const delegate = (it: PeopleRun, reviewerId: string, toUserId: string, actorId = reviewerId) =>
  it.steps.delegate({ ...it.ids, reviewerId, toUserId, actorId });
const revise = (it: PeopleRun, from: string | null, to: string, actorId: string) =>
  it.engine.executions.reviseSubject({
    ...{ executionId: it.ids.executionId, actorId, subject: { digest: digest(to) } },
    ifDigest: from === null ? null : digest(from),
  });
const waitingFor = async (it: PeopleRun) => (await it.steps.listWaiting()).items[0]?.waitingForReviewers;
/** A node beside `review`, and what its reviewers answer. */
const other = (users: string[], more: object = {}) =>
  ({
    nodeId: 'other',
    type: 'human',
    config: { reviewers: [pool(users, { mandatory: true })], onReject: { routeToNodeId: 'rework' }, ...more },
  }) as never;
const answerOther = (it: PeopleRun, reviewerId: string) =>
  it.steps.recordReviewerDecision({
    ...{ executionId: it.ids.executionId, stepId: 'step_other' },
    ...{ reviewerId, decision: 'approve' },
  });
const SEPARATED = { separation: { excludeDecidersOf: ['other'] } };

describe('the others keep what they have', () => {
  test('their places, where one of the contract’s own node is handed over', async () => {
    const it = await people(must('a', 'b'));
    await delegate(it, 'a', 'z', 'ops');
    expect(await waitingFor(it)).toEqual(['z', 'b']);
    expect((await it.vote('z')).aggregatorStatus).toBe('pending');
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('their answers, when another reviewer retracts theirs', async () => {
    const it = await people(must('a', 'b', 'c'), allow('retract'));
    await it.vote('a');
    await it.vote('b');
    await it.steps.retractDecision({ ...it.ids, reviewerId: 'a', round: 1 });
    expect(await waitingFor(it)).toEqual(['a', 'c']);
    await it.vote('c');
    expect((await it.vote('a', { round: 2 })).aggregatorStatus).toBe('resolved');
  });

  test('all of them, where a run without parties has its first subject: nothing is separated by that', async () => {
    const it = await people(must('a', 'b'));
    expect((await revise(it, null, 'a', 'a')).revised).toBe(true);
    expect((await it.get()).contributorIds).toEqual(['a']);
    expect((await it.view()).people?.places.map((each) => each.state)).toEqual(['asked', 'asked']);
    await it.vote('a', { round: 2 });
    expect((await it.vote('b', { round: 2 })).aggregatorStatus).toBe('resolved');
  });

  test('all but the lost, who are counted among all and can answer no more', async () => {
    const it = await people([pool(['a', 'b', 'c'], { mandatory: true })], {
      config: SEPARATED,
      nodes: [other(['a', 'd'])],
    });
    await answerOther(it, 'a');
    expect((await it.view()).people?.tally).toMatchObject({ eligible: 3, open: 2, weightOpen: 2 });
  });
});

test('a user with a substitute has decided too, and decides no node that is separated from it', async () => {
  const it = await people(must('a', 'b'), {
    config: { ...SEPARATED, allow: ['substitute'] },
    nodes: [other(['a', 'c'])],
  });
  const now = it.clock.now();
  await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 1_000 });
  await it.vote('z', { onBehalfOf: 'a' });
  expect(await refused(answerOther(it, 'a'))).toBe('separation-of-duties');
});

describe('a place is not handed over', () => {
  test('by an administrator either once it is lost', async () => {
    const it = await people(optional('a', 'b', 'c'), {
      config: { ...SEPARATED, allow: ['delegate'], decisionRule: { kind: 'count', approvals: 1 } },
      nodes: [other(['a', 'd'])],
    });
    await answerOther(it, 'a');
    for (const actorId of ['a', 'ops'])
      expect(await refused(delegate(it, 'a', 'z', actorId))).toBe('separation-of-duties');
  });

  test.each<[string, string, string]>([
    ['that a pool names too', 'p', 'not-personal'],
    ['that is answered', 'a', 'answered-already'],
    ['to a reviewer who has one', 'b', 'already-asked'],
  ])('%s', async (_, reviewerId, code) => {
    const it = await people([...must('a', 'b', 'c'), pool(['p', 'q'])], allow('delegate'));
    await it.vote('a');
    expect(await refused(delegate(it, reviewerId, 'c'))).toBe(code);
  });

  test('to a user who had answered and retracted, nor to the substitute', async () => {
    const it = await people(must('a', 'b'), allow('delegate', 'substitute', 'retract'));
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 1_000 });
    await it.vote('z', { onBehalfOf: 'a' });
    expect(await refused(delegate(it, 'b', 'z'))).toBe('already-asked');
    await it.steps.retractDecision({ ...it.ids, reviewerId: 'z', onBehalfOf: 'a', round: 1 });
    expect(await refused(delegate(it, 'b', 'z'))).toBe('already-asked');
  });
});

test('a place whose turn is later is handed over without anybody being asked', async () => {
  const later = { userId: 'b', mandatory: true, order: 2 };
  const it = await people([...must('a'), later], allow('delegate'));
  await delegate(it, 'b', 'z');
  expect(await it.events('step.assigned')).toEqual([]);
  expect(await refused(it.vote('z'))).toBe('not-asked-yet');
});

test('a place whose turn is later is lost without anybody being told', async () => {
  const later = [pool(['b', 'c'], { mandatory: true, order: 2 })];
  const it = await people([...must('a'), ...later], {
    config: { separation: { excludeDecidersOf: ['other'] } },
    nodes: [other(['b'])],
  });
  await answerOther(it, 'b');
  expect((await it.place('b')).state).toBe('lost');
  expect(await it.events('step.assigned')).toEqual([]);
});

test('a decision of steps/resolve says that its own commit cancelled the step', async () => {
  const separated = other(['a'], { separation: { excludeDecidersOf: ['review'] } });
  const it = await people(must('a', 'b'), { nodes: [separated] });
  const resolved = await it.steps.resolve({ ...it.ids, action: 'reviewer-approve', actorId: 'a' });
  expect(resolved).toMatchObject({ resolved: true, status: 'cancelled' });
  expect((await it.get()).failureReason?.code).toBe('step-failed');
});

describe('what is to be approved', () => {
  const dispatch = { subject: { digest: digest('a') } };

  test('is another no more once the run has ended', async () => {
    const it = await people(must('a'), { dispatch });
    await it.vote('a');
    expect((await it.get()).status).toBe('completed');
    expect(await refused(revise(it, 'a', 'b', 'author'))).toBe('FAILED_PRECONDITION');
    expect((await revise(it, 'a', 'a', 'author')).revised).toBe(false);
  });

  test('lists the reviewers whose answers are void, and is empty without answers', async () => {
    const it = await people(must('a', 'b'), { dispatch });
    await revise(it, 'a', 'b', 'author');
    expect(await it.events('step.assigned')).toEqual([]);
    await it.vote('a', { round: 2 });
    await revise(it, 'b', 'a', 'author');
    expect(await it.events('step.assigned')).toMatchObject([{ cause: 'reset', added: ['a'] }]);
    expect(await waitingFor(it)).toEqual(['a', 'b']);
  });

  test('changes no waiting step whose node keeps its answers', async () => {
    const it = await people(must('a', 'b'), { dispatch, config: { onSubjectChange: 'keep' } });
    await it.vote('a');
    expect((await revise(it, 'a', 'b', 'author')).resetStepIds).toEqual([]);
    expect(await it.place('a')).toMatchObject({ state: 'answered', round: 1 });
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('has to be named by an approval where the node says so', async () => {
    const it = await people(must('a'), { dispatch, config: { requireSubjectDigest: true } });
    await expect(it.vote('a')).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'subjectDigest' }] },
    });
    expect((await it.vote('a', { subjectDigest: digest('a') })).aggregatorStatus).toBe('resolved');
  });
});

test('reminders come in the order of their times, not of the definition', async () => {
  const it = await people(must('a'), { config: { reminders: [{ afterMs: 9_000 }, { afterMs: 1_000 }] } });
  await it.advance(1_000);
  expect((await it.events('step.reminder')).map((event) => event['level'])).toEqual([1]);
  await it.advance(8_000);
  expect((await it.events('step.reminder')).map((event) => event['level'])).toEqual([1, 0]);
});

test('who were all reminded lately are reminded again as soon as one of them may be', async () => {
  const it = await people(must('a', 'b'), { dispatch: { initiatorId: 'ini', contributorIds: ['con'] } });
  const since = it.clock.now();
  await it.steps.remind({ ...it.ids, actorId: 'ini', userId: 'a' });
  await it.advance(10_000);
  await it.steps.remind({ ...it.ids, actorId: 'ini', userId: 'b' });
  await expect(it.steps.remind({ ...it.ids, actorId: 'con' })).rejects.toMatchObject({
    details: { code: 'reminded-already', notBefore: since + 60_000 },
  });
  await expect(it.steps.remind({ ...it.ids, actorId: 'con', userId: 'b' })).rejects.toMatchObject({
    details: { code: 'reminded-already', notBefore: since + 70_000 },
  });
});

describe('users who may answer now, according to an explanation', () => {
  const away = (it: PeopleRun, userId: string, substituteId: string) =>
    it.engine.people.setAbsence({
      ...{ userId, substituteId },
      ...{ from: it.clock.now(), until: it.clock.now() + 1_000 },
    });
  const next = async (it: PeopleRun) => {
    const { steps } = await it.engine.executions.explain(it.ids);
    return (steps[0]?.next ?? [])
      .filter((each) => each.decision === 'approve')
      .map((each) => (each.onBehalfOf === null ? each.userId : `${each.userId} for ${each.onBehalfOf}`));
  };

  test('is the holder and, where the node allows it, the substitute', async () => {
    for (const [verbs, expected] of [
      [['substitute'], ['a', 'z for a', 'b']],
      [['delegate'], ['a', 'b']],
    ] as const) {
      const it = await people(must('a', 'b'), allow(...verbs));
      await away(it, 'a', 'z');
      expect(await next(it)).toEqual(expected);
    }
  });

  test('is no one on a place that a pool names', async () => {
    const it = await people([pool(['a', 'b'], { mandatory: true })], allow('substitute'));
    await away(it, 'a', 'z');
    expect(await next(it)).toEqual(['a', 'b']);
  });

  test('is not a user who has a place, has answered, or must not decide', async () => {
    const it = await people(must('a', 'b', 'c', 'd'), {
      config: { allow: ['substitute'], separation: { excludeInitiator: true } },
      dispatch: { initiatorId: 'ini' },
    });
    await away(it, 'a', 'b');
    await away(it, 'c', 'ini');
    expect(await next(it)).toEqual(['a', 'b', 'c', 'd']);
    await it.engine.people.setAbsence({
      ...{ userId: 'd', substituteId: 'z' },
      ...{ from: it.clock.now(), until: it.clock.now() + 1_000 },
    });
    expect(await next(it)).toEqual(['a', 'b', 'c', 'd', 'z for d']);
    await it.vote('z', { onBehalfOf: 'd' });
    expect(await next(it)).toEqual(['a', 'b', 'c']);
  });
});
