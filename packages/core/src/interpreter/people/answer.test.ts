import { describe, expect, test } from 'vitest';
import type { ApprovalError, JsonObject } from '../../index.js';
import { type Vote, must, optional, pool, refusal, start, vote } from '../../test-support/people.js';

describe('what an answer has to say', () => {
  const issuesOf = (error: ApprovalError) => (error.details.issues ?? []).map((it) => it.path);

  test('abstaining is refused if the node does not allow it or the approval is mandatory', async () => {
    const rule = { decisionRule: { kind: 'count', approvals: 1 } };
    for (const run of [
      await start(['a']),
      await start(optional('a', 'b'), rule),
      await start([must('a'), ...optional('b')], { ...rule, allowAbstain: true }),
    ]) {
      const error = await refusal(run, 'a', { decision: 'abstain' });
      expect([error.status, error.details]).toEqual(['FAILED_PRECONDITION', { code: 'abstain-not-allowed' }]);
    }
  });

  test.each<[string, object, Vote, string[]]>([
    ['a reason of a rejection', { reasonRequired: 'reject' }, { decision: 'reject' }, ['reason']],
    ['that is not blank', { reasonRequired: 'reject' }, { decision: 'reject', reason: ' \n' }, ['reason']],
    ['a reason of everything', { reasonRequired: 'always' }, {}, ['reason']],
    ['a reason code of a rejection', { reasonCodes: ['late'] }, { decision: 'reject' }, ['reasonCode']],
    ['an unknown code', { reasonCodes: ['late'] }, { decision: 'reject', reasonCode: 'x' }, ['reasonCode']],
    ['none where there are none', {}, { reasonCode: 'late' }, ['reasonCode']],
    [
      'both at once',
      { reasonRequired: 'always', reasonCodes: ['x'] },
      { decision: 'reject' },
      ['reason', 'reasonCode'],
    ],
    ['no values without a form', {}, { values: {} }, ['values']],
  ])('%s', async (_, more, given, issues) => {
    const error = await refusal(await start([pool(['a', 'b'], { mandatory: true })], more), 'a', given);
    expect([error.status, issuesOf(error)]).toEqual(['INVALID_ARGUMENT', issues]);
  });

  test('what is missing is said with what would do', async () => {
    const run = await start([pool(['a', 'b'], { mandatory: true })], { reasonCodes: ['late', 'lost'] });
    for (const given of [{}, { reasonCode: 'x' }]) {
      const { details } = await refusal(run, 'a', { decision: 'reject', ...given });
      expect(details.issues?.[0]?.message).toContain('give "late" or "lost"');
    }
  });

  const form = {
    fields: [
      { name: 'amount', type: 'number', required: true },
      { name: 'plan', type: 'choice', choices: ['x', 'y'] },
      { name: 'note', type: 'string' },
      { name: 'sure', type: 'boolean' },
    ],
  };
  test.each<[JsonObject | undefined, string[]]>([
    [undefined, ['values.amount']],
    [{}, ['values.amount']],
    [
      { amount: '1', plan: 'z', note: 1, sure: 'yes' },
      ['values.amount', 'values.plan', 'values.note', 'values.sure'],
    ],
    [{ amount: 1, more: 1, toString: 1 }, ['values.more', 'values.toString']],
    [{ amount: 1, note: 'x'.repeat(2_001) }, ['values.note']],
  ])('a form is checked: %j', async (values, issues) => {
    const run = await start(['a', 'b'], { form });
    expect(issuesOf(await refusal(run, 'a', values && { values }))).toEqual(issues);
  });

  test('text is counted in characters, however many units of UTF-16 each has', async () => {
    const run = await start(['a', 'b'], { form });
    const of = (length: number) => ({ values: { amount: 1, note: '𝒙'.repeat(length) } });
    expect(issuesOf(await refusal(run, 'a', of(2_001)))).toEqual(['values.note']);
    expect(await vote(run, 'a', of(2_000))).toMatchObject({ recorded: true });
  });

  test('values are merged in the order of recording, and a rejection has none', async () => {
    const run = await start(['a', 'b', 'c'], { form });
    expect(issuesOf(await refusal(run, 'a', { decision: 'reject', values: { amount: 1 } }))).toEqual([
      'values',
    ]);
    await vote(run, 'b', { values: { amount: 1, plan: 'x' } });
    await vote(run, 'a', { values: { amount: 2 } });
    await vote(run, 'c', { values: { amount: 3, sure: true } });
    expect((await run.step('review')).output).toMatchObject({ values: { amount: 3, plan: 'x', sure: true } });
  });

  test('a refused answer changes nothing, and the same one in order counts', async () => {
    const run = await start(['a'], { reasonRequired: 'always' });
    const before = (await run.record()).length;
    await refusal(run, 'a');
    expect((await run.record()).length).toBe(before);
    expect(await vote(run, 'a', { reason: 'fine' })).toMatchObject({ recorded: true });
    expect(await vote(run, 'a')).toMatchObject({ recorded: false, rejectionReason: 'idempotent' });
    expect((await refusal(run, 'a', { decision: 'reject' })).details).toEqual({
      recordedDecision: 'approve',
    });
  });

  test('reviewer-… of an administrator says the same; what is forced does not', async () => {
    const run = await start([pool(['a', 'b'], { mandatory: true })], { reasonCodes: ['late'] });
    const forced = run.resolve('review', 'force-reject', { reasonCode: 'late' });
    await expect(forced).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    await expect(run.resolve('review', 'reviewer-reject', { actorId: 'a' })).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
    await run.resolve('review', 'reviewer-reject', { actorId: 'a', reasonCode: 'late' });
    expect((await run.step('review')).output).toMatchObject({ decisions: [{ reasonCode: 'late' }] });
  });
});
