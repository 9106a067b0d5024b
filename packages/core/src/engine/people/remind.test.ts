/** Manual reminders (contract section 17), one row per rule. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../definition/limits.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));

describe('a reminder by hand', () => {
  const started = { dispatch: { initiatorId: 'ini', contributorIds: ['con'] } };
  const remind = (it: PeopleRun, actorId: string, userId?: string) =>
    it.steps.remind({ ...it.ids, actorId, ...(userId !== undefined && { userId }) });

  test('reminds everybody who owes an answer, and changes nothing else', async () => {
    const it = await people(must('a', 'b', 'c'), {
      ...started,
      config: { allow: ['ask'] },
      node: { slaMs: 9_000 },
    });
    await it.vote('a');
    await it.steps.requestInformation({ ...it.ids, reviewerId: 'b', question: 'why', ofUserId: 'w' });
    const before = await it.view();
    expect(await remind(it, 'ini')).toEqual({ reminded: true, userIds: ['b', 'c', 'w'] });
    expect(await it.events('step.reminder')).toEqual([
      { nodeId: 'review', level: null, userIds: ['b', 'c', 'w'], dueAt: before.dueAt },
    ]);
    expect(await it.view()).toEqual(before);
  });

  test('is for the initiator, contributors and administrators', async () => {
    const it = await people(must('a', 'b'), started);
    for (const who of ['a', 'stranger']) expect(await refused(remind(it, who))).toBe('PERMISSION_DENIED');
    expect(await remind(it, 'con', 'a')).toEqual({ reminded: true, userIds: ['a'] });
    const administrator = it.steps.remind({ ...it.ids, actorId: 'ops' }, { asAdministrator: true });
    expect(await administrator).toEqual({ reminded: true, userIds: ['b'] });
  });

  test('comes once a minute to a person; the same call again is a replay', async () => {
    const it = await people(must('a', 'b'), started);
    await remind(it, 'ini', 'a');
    expect(await remind(it, 'ini', 'a')).toEqual({ reminded: false, userIds: [] });
    const error: unknown = await remind(it, 'con', 'a').catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      details: { code: 'reminded-already', notBefore: it.clock.now() + 60_000 },
    });
    expect(await remind(it, 'con')).toEqual({ reminded: true, userIds: ['b'] });
    expect(await refused(remind(it, 'ini'))).toBe('reminded-already');
    await it.advance(59_999);
    expect(await refused(remind(it, 'ini'))).toBe('reminded-already');
    await it.advance(1);
    expect(await remind(it, 'ini')).toEqual({ reminded: true, userIds: ['a', 'b'] });
    expect(await it.events('step.reminder')).toHaveLength(3);
  });

  test('leaves the reminders of the node where they are', async () => {
    const it = await people(must('a'), { ...started, config: { reminders: [{ afterMs: 5_000 }] } });
    await remind(it, 'ini');
    await it.advance(5_000);
    expect((await it.events('step.reminder')).map((data) => data.level)).toEqual([null, 0]);
  });

  test('is refused for people who owe nothing, on steps that do not wait, and past its bound', async () => {
    const it = await people(must('a', 'b'), started);
    await it.vote('a');
    expect(await refused(remind(it, 'ini', 'a'))).toBe('FAILED_PRECONDITION');
    for (let count = 0; count < LIMITS.remindersByHand; count++) {
      await remind(it, 'ini');
      await it.advance(60_000);
    }
    expect(await refused(remind(it, 'ini'))).toBe('limit-reached');
    await it.vote('b');
    expect(await refused(remind(it, 'ini'))).toBe('FAILED_PRECONDITION');
  });

  test('reaches people of a node of the contract as well', async () => {
    const it = await people(must('a'), started);
    expect(await remind(it, 'ini')).toEqual({ reminded: true, userIds: ['a'] });
  });
});
