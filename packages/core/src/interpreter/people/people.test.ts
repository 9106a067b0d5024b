import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../index.js';
import type { DefinitionReviewer } from '../../definition.js';
import { must, optional, pool, refusal, start, voted, waitingFor } from '../../test-support/people.js';
import { type Reviewer, Run, agent, edge, human, onStatus, rejectTo } from '../../test-support/run.js';

describe('when the answers are enough (contract section 17)', () => {
  const count = (approvals: number, rejections?: number) => ({
    decisionRule: { kind: 'count', approvals, ...(rejections !== undefined && { rejections }) },
  });
  const percent = (approvals: number, of: string) => ({ decisionRule: { kind: 'percent', approvals, of } });
  const abc = optional('a', 'b', 'c');
  const weighted = [
    { ...abc[0]!, weight: 5 },
    { ...abc[1]!, weight: 3 },
    { ...abc[2]!, weight: 2 },
  ];
  test.each<[string, DefinitionReviewer[], object, string, 'next' | 'rework']>([
    ['a pool needs one of its candidates', [pool(['a', 'b'], { mandatory: true })], {}, 'b+', 'next'],
    ['or as many as it says', [pool(['a', 'b', 'c'], { count: 2, mandatory: true })], {}, 'c+ a+', 'next'],
    ['any rejection rejects without a rule', [must('a'), pool(['b', 'c'])], {}, 'c-', 'rework'],
    [
      'a place counts in each entry that names it',
      [must('a'), pool(['a', 'b'], { mandatory: true })],
      {},
      'a+',
      'next',
    ],
    ['so many approve', abc, count(2), 'a+ c+', 'next'],
    ['so many reject', [...abc, ...optional('d')], count(2, 2), 'a+ b- c-', 'rework'],
    ['so many cannot approve any more', abc, count(2), 'a- b-', 'rework'],
    ['an abstention puts it out of reach', abc, { ...count(3), allowAbstain: true }, 'b0', 'rework'],
    ['66 percent of three are two', abc, percent(66, 'eligible'), 'a+ b+', 'next'],
    ['67 percent of three are three', abc, percent(67, 'eligible'), 'a+ b+ c+', 'next'],
    ['who abstained is not cast', abc, { ...percent(100, 'cast'), allowAbstain: true }, 'a0 b+ c+', 'next'],
    ['all abstained: no approval', abc, { ...percent(1, 'cast'), allowAbstain: true }, 'a0 b0 c0', 'rework'],
    ['weight', weighted, { decisionRule: { kind: 'weight', approvals: 7 } }, 'c+ a+', 'next'],
    ['weight out of reach', weighted, { decisionRule: { kind: 'weight', approvals: 7 } }, 'a-', 'rework'],
    ['a mandatory entry beside the rule', [...abc, must('d')], count(2), 'a+ b+ d+', 'next'],
    ['its rejection puts it out of reach', [...abc, must('d')], count(1), 'd-', 'rework'],
    [
      'a veto rejects regardless of the rule',
      [...abc, { ...must('d', { veto: true }), mandatory: false }],
      count(1),
      'd-',
      'rework',
    ],
    ['different approvers', [must('a'), ...optional('b')], { minDistinctApprovers: 2 }, 'a+ b+', 'next'],
    [
      'different approvers of one pool',
      [pool(['a', 'b'], { mandatory: true })],
      { minDistinctApprovers: 2 },
      'b+ a+',
      'next',
    ],
  ])('%s', async (_, reviewers, more, votes, leadsTo) => {
    const run = await start(reviewers, more);
    const list = votes.split(' ');
    for (const [index, text] of list.entries()) {
      const isLast = index === list.length - 1;
      expect((await voted(run, text)).aggregatorStatus, text).toBe(isLast ? 'resolved' : 'pending');
    }
    expect(await run.statuses()).toEqual(['review completed', `${leadsTo} completed`]);
    await run.ended('completed');
  });

  test('the output counts places, and says who put it out of reach', async () => {
    const run = await start([...abc, must('d')], { ...count(2), allowAbstain: true });
    await voted(run, 'a0');
    await voted(run, 'b+');
    await voted(run, 'd-');
    expect((await run.step('review')).output).toMatchObject({
      decision: 'reject',
      rejectedBy: 'd',
      rejectorMandatory: true,
      approveCount: 1,
      rejectCount: 1,
      abstainCount: 1,
      totalResponses: 3,
      mandatoryCount: 1,
      mandatoryApproveCount: 0,
      tally: {
        eligible: 4,
        approved: 1,
        rejected: 1,
        abstained: 1,
        open: 1,
        weightApproved: 1,
        weightOpen: 1,
      },
      decisions: [
        { reviewerId: 'a', decision: 'abstain', onBehalfOf: null, round: 1 },
        { reviewerId: 'b', decision: 'approve' },
        { reviewerId: 'd', decision: 'reject' },
      ],
    });
  });
});

describe('whom a step asks', () => {
  test('a Value names people of the input, as one or as a list', async () => {
    const of = (path: string) => [{ pool: { var: path }, mandatory: true }];
    const list = await start(of('execution.input.team'), {}, { team: ['x', 'y'] });
    expect(await waitingFor(list)).toEqual(['x', 'y']);
    expect(await waitingFor(await start(of('execution.input.boss'), {}, { boss: 'z' }))).toEqual(['z']);
  });

  test("a Value names people of the parent step's output", async () => {
    const run = await Run.start({
      nodes: [
        human('first', 'ann', rejectTo('rework')),
        human(
          'review',
          [{ pool: { var: 'output.decisions.0.reviewerId' }, mandatory: true }],
          rejectTo('rework'),
        ),
        agent('rework'),
      ],
      edges: [edge('first', 'review')],
    });
    await run.decide('first', 'ann', 'approve');
    expect(await waitingFor(run)).toEqual(['ann']);
  });

  const team = [{ pool: { var: 'execution.input.team' }, mandatory: true }];
  test.each<[string, Reviewer[], JsonObject, string]>([
    ['no value', team, {}, 'reviewers-unresolved'],
    ['a number', team, { team: 7 }, 'reviewers-unresolved'],
    ['a list with something else in it', team, { team: ['a', 7] }, 'reviewers-unresolved'],
    ['an empty name', team, { team: [''] }, 'reviewers-unresolved'],
    ['more than 500', team, { team: Array.from({ length: 501 }, (_, i) => `u${i}`) }, 'reviewers-unresolved'],
    ['nobody', team, { team: [] }, 'reviewers-insufficient'],
    ['too few', [{ ...team[0]!, count: 2 }], { team: ['a', 'a'] }, 'reviewers-insufficient'],
  ])('%s fails the step, and a recovery edge takes it', async (_, reviewers, context, code) => {
    const run = await start(reviewers, {}, context);
    expect((await run.step('review')).error?.code).toBe(code);
    expect(await run.statuses()).toEqual(['review failed', 'help completed']);
    expect((await run.step('review')).people).toBeNull();
    await run.ended('completed');
  });

  test('a step that fails at once leaves no deadline behind', async () => {
    const run = await Run.start({
      nodes: [human('review', team, { ...rejectTo('rework'), slaMs: 1_000 }), agent('rework')],
      edges: [edge('review', 'rework', onStatus('breached'))],
    });
    await run.ended('failed', 'step-failed');
    expect(await run.ofType('step.breached')).toEqual([]);
  });

  test('the next order is asked when every mandatory entry before it is satisfied, and stays asked', async () => {
    const run = await start([must('a'), ...optional('b'), must('c', { order: 3 }), must('d', { order: 7 })]);
    expect(await waitingFor(run)).toEqual(['a', 'b']);
    expect((await refusal(run, 'c')).details).toEqual({ code: 'not-asked-yet' });
    await voted(run, 'a+');
    expect(await waitingFor(run)).toEqual(['b', 'c']);
    const [assigned] = await run.ofType('step.assigned');
    expect(assigned!.data).toEqual({
      nodeId: 'review',
      cause: 'order',
      actorId: 'system:order',
      added: ['c'],
      removed: [],
      waitingForReviewers: ['b', 'c'],
    });
    const { people } = await run.step('review');
    expect(people?.order).toBe(3);
    expect(people?.places.map((it) => `${it.holder} ${it.state}`)).toEqual([
      'a answered',
      'b asked',
      'c asked',
      'd later',
    ]);
    await voted(run, 'c+');
    await voted(run, 'd+');
    await run.ended('completed');
    expect(await run.ofType('step.awaiting-approval')).toHaveLength(1);
  });

  test('a satisfied pool is not waited for, and its people may still decide', async () => {
    const run = await start([pool(['a', 'b'], { mandatory: true }), must('c')]);
    await voted(run, 'a+');
    expect(await waitingFor(run)).toEqual(['c']);
    expect((await voted(run, 'b-')).aggregatorStatus).toBe('resolved');
    expect((await run.step('review')).output).toMatchObject({ rejectedBy: 'b', rejectorMandatory: false });
  });

  test('while different approvers are lacking, everybody is waited for', async () => {
    const run = await start([pool(['a', 'b', 'c'], { mandatory: true })], { minDistinctApprovers: 2 });
    await voted(run, 'a+');
    expect(await waitingFor(run)).toEqual(['b', 'c']);
  });

  test('one place: its greatest weight, a veto if any, its lowest order', async () => {
    const run = await start([
      must('a', { weight: 2, order: 2 }),
      pool(['a', 'b'], { mandatory: true, weight: 7, veto: true }),
    ]);
    const place = (await run.step('review')).people?.places.find((it) => it.userId === 'a');
    expect(place).toMatchObject({
      entries: [0, 1],
      weight: 7,
      veto: true,
      order: 1,
      round: 1,
      state: 'asked',
    });
  });

  test('the inbox says as whom one may answer', async () => {
    const run = await start([must('a'), pool(['a', 'b'])]);
    const as = async (reviewerId?: string) =>
      (await run.engine.steps.listWaiting(reviewerId === undefined ? {} : { reviewerId })).items[0]?.as;
    expect(await as('a')).toEqual([{ userId: 'a', kind: 'person', claimedBy: null }]);
    expect(await as('b')).toEqual([{ userId: 'b', kind: 'pool', claimedBy: null }]);
    expect(await as()).toEqual([]);
  });
});

describe('what is seen of it', () => {
  test('an answer on a people node is an event, before what follows from it', async () => {
    const run = await start([pool(['a', 'b'], { mandatory: true })]);
    expect(await run.during(() => voted(run, 'b+'))).toEqual([
      'step.answered step_review',
      'step.completed step_review',
      'step.completed step_review__to__next',
      'execution.completed',
    ]);
    expect((await run.ofType('step.answered'))[0]!.data).toEqual({
      nodeId: 'review',
      reviewerId: 'b',
      onBehalfOf: null,
      decision: 'approve',
      reasonCode: null,
      round: 1,
      subjectDigest: null,
    });
  });

  test("a node of the contract's has the contract's events, and its people are seen all the same", async () => {
    const run = await start([must('a'), ...optional('b')]);
    await voted(run, 'b+');
    const { people } = await run.step('review');
    expect(people).toMatchObject({
      order: 1,
      entries: [
        { entry: 0, kind: 'person', mandatory: true, satisfied: false },
        { entry: 1, kind: 'person', mandatory: false, satisfied: true },
      ],
      places: [
        { userId: 'a', holder: 'a', state: 'asked', answer: null },
        { userId: 'b', state: 'answered', answer: { reviewerId: 'b', onBehalfOf: null, reasonCode: null } },
      ],
    });
    await voted(run, 'a+');
    expect(await run.types()).toEqual([
      'execution.dispatched',
      'step.awaiting-approval',
      'step.completed',
      'step.completed',
      'execution.completed',
    ]);
    expect((await run.step('review')).output).not.toHaveProperty('tally');
    expect((await run.step('next')).people).toBeNull();
  });

  test('an approval by force is not a decision of a reviewer', async () => {
    const run = await start([pool(['a', 'b'], { mandatory: true, count: 2 })]);
    await voted(run, 'a+');
    await run.resolve('review', 'force-approve');
    expect((await run.step('review')).output).toMatchObject({ approved: true, approveCount: 1, values: {} });
    await run.ended('completed');
  });
});
