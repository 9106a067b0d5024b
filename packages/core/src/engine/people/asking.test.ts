/** Questions, added reviewers and retracted decisions (contract section 17). */
import { describe, expect, test } from 'vitest';
import { pool } from '../../test-support/people.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const allow = (...verbs: string[]) => ({ config: { allow: verbs } });
const ask = (it: PeopleRun, reviewerId: string, question = 'why', ofUserId?: string) =>
  it.steps.requestInformation({
    ...{ ...it.ids, reviewerId, question },
    ...(ofUserId !== undefined && { ofUserId }),
  });
const tell = (it: PeopleRun, actorId: string, questionId: string, answer = 'so') =>
  it.steps.provideInformation({ ...it.ids, actorId, questionId, answer });
const add = (it: PeopleRun, reviewerId: string, ...userIds: string[]) =>
  it.steps.addReviewers({ ...it.ids, reviewerId, userIds });
const retract = (it: PeopleRun, reviewerId: string, round: number, onBehalfOf?: string) =>
  it.steps.retractDecision({
    ...{ ...it.ids, reviewerId, round },
    ...(onBehalfOf !== undefined && { onBehalfOf }),
  });

describe('a question', () => {
  test('goes to the initiator by default, and is refused without one', async () => {
    const it = await people(must('a'), { ...allow('ask'), dispatch: { initiatorId: 'ini' } });
    await ask(it, 'a');
    expect(await it.events('step.question-asked')).toMatchObject([{ by: 'a', of: 'ini', dueAt: null }]);
    expect(await refused(ask(await people(must('a'), allow('ask')), 'a'))).toBe('INVALID_ARGUMENT');
  });

  test('is the same one while it is open: word for word, of the same person, by the same', async () => {
    const it = await people(must('a', 'b'), allow('ask'));
    const first = await ask(it, 'a', 'why', 'w');
    expect(await ask(it, 'a', 'why', 'w')).toEqual({ ...first, asked: false });
    for (const [by, question, of] of [
      ['a', 'how', 'w'],
      ['a', 'why', 'v'],
      ['b', 'why', 'w'],
    ] as const)
      expect((await ask(it, by, question, of)).asked).toBe(true);
    await tell(it, 'w', first.questionId);
    expect(await ask(it, 'a', 'why', 'w')).toMatchObject({ asked: true, questionId: 'question_5' });
  });

  test('is answered by an administrator too; one that was not asked has no answer', async () => {
    const it = await people(must('a'), allow('ask'));
    const { questionId } = await ask(it, 'a', 'why', 'w');
    expect(await refused(tell(it, 'w', 'question_9'))).toBe('NOT_FOUND');
    const request = { ...it.ids, actorId: 'ops', questionId, answer: 'so' };
    expect(await refused(it.steps.provideInformation(request))).toBe('PERMISSION_DENIED');
    expect(await it.steps.provideInformation(request, { asAdministrator: true })).toEqual({
      provided: true,
      dueAt: null,
    });
    expect((await it.view()).people?.questions).toMatchObject([{ by: 'a', of: 'w', answer: 'so' }]);
  });

  test('is not answered once the step has ended, but for a repeat', async () => {
    const it = await people(must('a'), allow('ask'));
    const one = await ask(it, 'a', 'one', 'w');
    const two = await ask(it, 'a', 'two', 'w');
    await tell(it, 'w', one.questionId);
    await it.vote('a');
    expect((await tell(it, 'w', one.questionId)).provided).toBe(false);
    expect(await refused(tell(it, 'w', two.questionId))).toBe('FAILED_PRECONDITION');
  });

  test('holds the deadline up until the last one is answered', async () => {
    const it = await people(must('a'), {
      config: { allow: ['ask'], pauseMs: 10_000 },
      node: { slaMs: 60_000 },
    });
    const { dueAt } = await it.view();
    const one = await ask(it, 'a', 'one', 'w');
    await it.advance(1_000);
    const two = await ask(it, 'a', 'two', 'w');
    await it.advance(1_000);
    expect((await tell(it, 'w', one.questionId)).dueAt).toBe(dueAt! + 10_000);
    await it.advance(1_000);
    expect((await tell(it, 'w', two.questionId)).dueAt).toBe(dueAt! + 3_000);
  });
});

describe('an added reviewer', () => {
  test('is added once, by any number of callers', async () => {
    const it = await people(must('a', 'b'), allow('add'));
    expect(await add(it, 'a', 'x')).toEqual({ added: ['x'] });
    expect(await add(it, 'a', 'x', 'y')).toEqual({ added: ['y'] });
    expect(await add(it, 'a', 'x', 'y')).toEqual({ added: [] });
    for (const [by, who] of [
      ['b', 'x'],
      ['a', 'b'],
    ] as const)
      expect(await refused(add(it, by, who))).toBe('already-asked');
    expect(await it.events('step.assigned')).toMatchObject([
      { cause: 'added', actorId: 'a', added: ['x'] },
      { cause: 'added', actorId: 'a', added: ['y'], waitingForReviewers: ['a', 'b', 'x', 'y'] },
    ]);
  });

  test('has a place of the order that is asked now, and decides with those who are there', async () => {
    const it = await people([...must('a'), { userId: 'b', mandatory: true, order: 5 }], allow('add'));
    await add(it, 'a', 'x');
    expect(await it.place('x')).toMatchObject({ added: true, order: 1, weight: 1, veto: false, entries: [] });
    await it.vote('a');
    await add(it, 'b', 'y');
    expect(await it.place('y')).toMatchObject({ order: 5, state: 'asked' });
    await it.vote('b');
    await it.vote('x');
    expect((await it.vote('y')).aggregatorStatus).toBe('resolved');
  });

  test('is neither a user who must not decide, nor one who had answered', async () => {
    const it = await people(must('a', 'b'), {
      config: { allow: ['add', 'substitute', 'retract'], separation: { excludeInitiator: true } },
      dispatch: { initiatorId: 'ini' },
    });
    expect(await refused(add(it, 'a', 'ini'))).toBe('separation-of-duties');
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 1_000 });
    await it.vote('z', { onBehalfOf: 'a' });
    await retract(it, 'z', 1, 'a');
    expect(await refused(add(it, 'b', 'z'))).toBe('already-asked');
  });

  test('may not abstain', async () => {
    const it = await people([pool(['a', 'b'])], {
      config: { allow: ['add'], allowAbstain: true, decisionRule: { kind: 'count', approvals: 1 } },
    });
    await add(it, 'a', 'x');
    expect(await refused(it.vote('x', { decision: 'abstain' }))).toBe('abstain-not-allowed');
    expect((await it.vote('b', { decision: 'abstain' })).recorded).toBe(true);
  });
});

describe('a decision on behalf of another user', () => {
  test('is retracted by the substitute who gave it, in that name', async () => {
    const it = await people(must('a', 'b'), allow('substitute', 'retract'));
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 1_000 });
    await it.vote('z', { onBehalfOf: 'a' });
    for (const [who, of] of [
      ['a', undefined],
      ['b', 'a'],
      ['z', 'b'],
    ] as const)
      expect(await refused(retract(it, who, 1, of))).toBe('PERMISSION_DENIED');
    expect(await retract(it, 'z', 1, 'a')).toEqual({ retracted: true, round: 2 });
    expect(await it.events('step.answer-retracted')).toMatchObject([
      { reviewerId: 'z', onBehalfOf: 'a', round: 2 },
    ]);
    await it.vote('a', { round: 2 });
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('is an answer of that place: a rejection of it rejects', async () => {
    const it = await people(must('a', 'b'), allow('substitute'));
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 1_000 });
    await it.vote('z', { onBehalfOf: 'a', decision: 'reject' });
    expect((await it.view()).output).toMatchObject({ rejectedBy: 'z', rejectorMandatory: true });
    expect((await it.view()).people?.places[0]?.answer).toMatchObject({ reviewerId: 'z', onBehalfOf: 'a' });
  });
});
