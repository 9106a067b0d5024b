/** Actions of reviewers on a waiting step (contract section 17), one row per rule. */
import { describe, expect, test } from 'vitest';
import { optional, pool } from '../../test-support/people.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const allow = (...verbs: string[]) => ({ config: { allow: verbs } });
const ALL = allow('delegate', 'substitute', 'claim', 'add', 'retract', 'ask');
const POOL = [pool(['a', 'b', 'c'], { mandatory: true })];

const delegate = (it: PeopleRun, reviewerId: string, toUserId: string, actorId = reviewerId) =>
  it.steps.delegate({ ...it.ids, reviewerId, toUserId, actorId });
const claim = (it: PeopleRun, reviewerId: string, entry = 0) =>
  it.steps.claim({ ...it.ids, reviewerId, entry });
const add = (it: PeopleRun, reviewerId: string, ...userIds: string[]) =>
  it.steps.addReviewers({ ...it.ids, reviewerId, userIds });
const retract = (it: PeopleRun, reviewerId: string, round = 1) =>
  it.steps.retractDecision({ ...it.ids, reviewerId, round });
const ask = (it: PeopleRun, reviewerId: string, question = 'why', ofUserId = 'w') =>
  it.steps.requestInformation({ ...it.ids, reviewerId, question, ofUserId });

describe('every verb', () => {
  const VERBS: [string, (it: PeopleRun, who: string) => Promise<unknown>][] = [
    ['delegate', (it, who) => delegate(it, who, 'z')],
    ['claim', (it, who) => claim(it, who)],
    ['add', (it, who) => add(it, who, 'z')],
    ['retract', (it, who) => retract(it, who)],
    ['ask', (it, who) => ask(it, who)],
  ];
  test.each(VERBS)('%s is refused where the node does not allow it, and to strangers', async (_, act) => {
    expect(await refused(act(await people(POOL), 'a'))).toBe('not-allowed');
    expect(await refused(act(await people(POOL, ALL), 'stranger'))).toBe('PERMISSION_DENIED');
  });

  test.each(VERBS)('%s is refused once the step has ended', async (verb, act) => {
    const it = await people(POOL, ALL);
    await it.vote('a');
    expect(await refused(act(it, 'b'))).toBe('FAILED_PRECONDITION');
    expect(verb).toBeTruthy();
  });
});

describe('a place that is handed over', () => {
  test('keeps its entries, weight, veto and order, and its earlier holder is a stranger', async () => {
    const it = await people([{ userId: 'a', mandatory: true, weight: 3, veto: true }, ...must('b')], ALL);
    await delegate(it, 'a', 'z');
    expect(await it.place('a')).toMatchObject({
      holder: 'z',
      weight: 3,
      veto: true,
      round: 1,
      state: 'asked',
    });
    expect(await refused(it.vote('a'))).toBe('PERMISSION_DENIED');
    expect(await refused(delegate(it, 'b', 'a'))).toBe('already-asked');
    await it.vote('z', { decision: 'reject' });
    expect(await it.statuses()).toEqual(['review completed', 'rework completed']);
  });

  test('is refused for a user who must not decide', async () => {
    const it = await people(must('a'), {
      config: { allow: ['delegate'], separation: { excludeInitiator: true } },
      dispatch: { initiatorId: 'ini' },
    });
    expect(await refused(delegate(it, 'a', 'ini'))).toBe('separation-of-duties');
  });

  test('by an administrator on any human step', async () => {
    const it = await people(must('a'));
    expect(await delegate(it, 'a', 'z', 'ops')).toEqual({ delegated: true, toUserId: 'z' });
    expect(await delegate(it, 'a', 'z', 'ops')).toEqual({ delegated: false, toUserId: 'z' });
    await it.vote('z');
    expect((await it.get()).status).toBe('completed');
  });
});

describe('a claim', () => {
  test('lets others wait until it is over', async () => {
    const it = await people(POOL, { config: { allow: ['claim'], claimMs: 60_000 } });
    await claim(it, 'a');
    expect(await refused(it.vote('b'))).toBe('claimed');
    expect(await refused(claim(it, 'b'))).toBe('claimed');
    await it.advance(60_000);
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('of one of two leaves the other', async () => {
    const it = await people([pool(['a', 'b', 'c'], { count: 2, mandatory: true })], allow('claim'));
    await claim(it, 'a');
    await it.vote('b');
    expect(await refused(it.vote('c'))).toBe('claimed');
    expect((await it.vote('a')).aggregatorStatus).toBe('resolved');
  });

  test('of a user who is also named otherwise does not bind them', async () => {
    const it = await people([...POOL, ...must('b')], allow('claim'));
    await claim(it, 'a');
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });
});

describe('people who are added', () => {
  test('must approve under any rule, and count for nothing else', async () => {
    const it = await people(optional('a', 'b', 'c'), {
      config: { allow: ['add'], decisionRule: { kind: 'count', approvals: 2 } },
    });
    await add(it, 'a', 'x');
    await it.vote('x');
    await it.vote('a');
    expect((await it.view()).people?.tally).toMatchObject({ eligible: 3, approved: 1 });
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('reject by themselves', async () => {
    const it = await people(optional('a', 'b'), {
      config: { allow: ['add'], decisionRule: { kind: 'count', approvals: 1 } },
    });
    await add(it, 'a', 'x');
    await it.vote('x', { decision: 'reject' });
    expect((await it.view()).output).toMatchObject({ rejectedBy: 'x', rejectorMandatory: true });
  });
});

describe('an answer that is taken back', () => {
  test('needs the round from then on, so that a late repeat never counts', async () => {
    const it = await people(must('a', 'b'), allow('retract'));
    await it.vote('a');
    expect(await retract(it, 'a')).toEqual({ retracted: true, round: 2 });
    expect(await retract(it, 'a')).toEqual({ retracted: false, round: 2 });
    expect(await refused(it.vote('a'))).toBe('stale-round');
    await it.vote('b');
    expect((await it.vote('a', { round: 2 })).aggregatorStatus).toBe('resolved');
    expect((await it.view()).output?.['decisions']).toMatchObject([{ reviewerId: 'b' }, { round: 2 }]);
  });

  test('belongs to its reviewer, and must exist', async () => {
    const it = await people(must('a', 'b'), allow('retract'));
    await it.vote('a');
    expect(await refused(retract(it, 'b'))).toBe('FAILED_PRECONDITION');
    expect(await refused(retract(it, 'a', 2))).toBe('stale-round');
  });

  test('a reviewer who retracted is still a decider', async () => {
    const it = await people(must('a', 'b'), {
      config: { allow: ['retract'], separation: { excludeDecidersOf: ['other'] } },
      nodes: [
        {
          nodeId: 'other',
          type: 'human',
          config: {
            reviewers: [pool(['a', 'c'], { mandatory: true })],
            onReject: { routeToNodeId: 'rework' },
          },
        },
      ],
    });
    await it.vote('a');
    await retract(it, 'a');
    const other = { ...it.ids, stepId: 'step_other', reviewerId: 'a', decision: 'approve' } as const;
    expect(await refused(it.steps.recordReviewerDecision(other))).toBe('separation-of-duties');
  });
});

describe('questions', () => {
  test('hold the deadline up for so long in all, and no longer', async () => {
    const it = await people(must('a'), {
      config: { allow: ['ask'], pauseMs: 10_000 },
      node: { slaMs: 60_000 },
    });
    const { dueAt } = await it.view();
    const asked = await ask(it, 'a');
    expect(asked.dueAt).toBe(dueAt! + 10_000);
    await it.advance(4_000);
    const { questionId } = asked;
    const answer = { ...it.ids, actorId: 'w', questionId, answer: 'so' };
    expect((await it.steps.provideInformation(answer)).dueAt).toBe(dueAt! + 4_000);
    const again = await ask(it, 'a', 'and?');
    expect(again.dueAt).toBe(dueAt! + 10_000);
    await it.advance(65_999);
    expect((await it.view()).status).toBe('waiting');
    await it.advance(1);
    expect((await it.view()).status).toBe('breached');
    expect((await it.events('step.breached'))[0]).toMatchObject({ dueAt: dueAt! + 10_000, slaMs: 60_000 });
  });

  test('are answered by who was asked, once', async () => {
    const it = await people(must('a'), allow('ask'));
    const { questionId } = await ask(it, 'a');
    const tell = (actorId: string, answer: string) =>
      it.steps.provideInformation({ ...it.ids, actorId, questionId, answer });
    expect(await refused(tell('a', 'so'))).toBe('PERMISSION_DENIED');
    await tell('w', 'so');
    expect((await tell('w', 'so')).provided).toBe(false);
    expect(await refused(tell('w', 'not so'))).toBe('FAILED_PRECONDITION');
  });

  test('a repeat with its key is the first question, answered or not; without one it is asked again', async () => {
    const it = await people(must('a', 'b'), allow('ask'));
    const request = { ...it.ids, reviewerId: 'a', question: 'Any news?', ofUserId: 'w' };
    const keyed = { ...request, idempotencyKey: 'k1' };
    const first = await it.steps.requestInformation(keyed);
    await it.steps.provideInformation({
      ...{ ...it.ids, actorId: 'w', questionId: first.questionId, answer: 'so' },
    });
    expect(await it.steps.requestInformation(keyed)).toEqual({ ...first, asked: false });
    // Another question would never come to anybody.
    for (const other of [{ question: 'Any more?' }, { ofUserId: 'v' }])
      expect(await refused(it.steps.requestInformation({ ...keyed, ...other }))).toBe('key-reused');
    // The same key of another user is independent.
    expect((await it.steps.requestInformation({ ...keyed, reviewerId: 'b' })).asked).toBe(true);
    expect((await it.steps.requestInformation(request)).asked).toBe(true);
    const { questions } = (await it.view()).people!;
    expect(questions.map((each) => each.by)).toEqual(['a', 'b', 'a']);
    expect(Object.keys(questions[0]!)).not.toContain('key');
  });
});

describe('one person, one answer', () => {
  const away = (it: PeopleRun, userId: string, substituteId: string) =>
    it.engine.people.setAbsence({
      ...{ userId, substituteId },
      ...{ from: it.clock.now(), until: it.clock.now() + 1_000 },
    });

  test('a substitute answers once, for any absent user', async () => {
    const it = await people(must('a', 'b'), allow('substitute'));
    await away(it, 'a', 'z');
    await away(it, 'b', 'z');
    await it.vote('z', { onBehalfOf: 'a' });
    expect(await refused(it.vote('z', { onBehalfOf: 'b' }))).toBe('answered-already');
    expect(await refused(it.vote('a'))).toBe('answered-already');
  });

  test('the holder of a place is not a substitute', async () => {
    const it = await people(must('a', 'b'), allow('substitute'));
    await away(it, 'a', 'b');
    expect(await refused(it.vote('b', { onBehalfOf: 'a' }))).toBe('already-asked');
  });

  test('a user who has answered as a substitute is not added: they could never approve for themselves', async () => {
    const it = await people(must('a', 'b'), allow('substitute', 'add'));
    await away(it, 'a', 'z');
    await it.vote('z', { onBehalfOf: 'a' });
    const add = (userId: string) => it.steps.addReviewers({ ...it.ids, reviewerId: 'b', userIds: [userId] });
    expect(await refused(add('z'))).toBe('already-asked');
    expect((await it.vote('b')).aggregatorStatus).toBe('resolved');
  });

  test('up to three links, each in force, no circle', async () => {
    const it = await people(must('a'), allow('substitute'));
    for (const [one, two] of [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'e'],
    ] as const)
      await away(it, one, two);
    expect(await refused(it.vote('e', { onBehalfOf: 'a' }))).toBe('PERMISSION_DENIED');
    expect((await it.vote('d', { onBehalfOf: 'a' })).aggregatorStatus).toBe('resolved');
  });

  test('an absence is half-open', async () => {
    const it = await people(must('a'), allow('substitute'));
    await away(it, 'a', 'z');
    await it.advance(1_000);
    expect(await refused(it.vote('z', { onBehalfOf: 'a' }))).toBe('PERMISSION_DENIED');
  });

  test('a place that a pool names has no substitute', async () => {
    const it = await people(POOL, allow('substitute'));
    await away(it, 'a', 'z');
    expect(await refused(it.vote('z', { onBehalfOf: 'a' }))).toBe('PERMISSION_DENIED');
  });
});
