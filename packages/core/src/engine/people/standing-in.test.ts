/** Only a substitute who sees a step may answer it (contract sections 17 and 18). */
import { human } from '@org/approval-testkit/simulation';
import { expect, test } from 'vitest';
import { pool } from '../../test-support/people.js';
import { type Options, type PeopleRun, people } from '../../test-support/people-run.js';
import type { Reviewer } from '../../test-support/run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const config = { allow: ['substitute', 'delegate', 'add', 'retract'] };
const oneOf = (...users: string[]) => pool(users, { mandatory: true });

interface Case {
  readonly reviewers: Reviewer[];
  readonly options?: Options;
  /** Substitutes by absent user. */
  readonly away: Readonly<Record<string, string>>;
  readonly before?: (it: PeopleRun) => Promise<unknown>;
  /** For whom `sub` may answer. */
  readonly answersFor: readonly string[];
}

const other = human('other', must('x', 'y'), { onReject: { routeToNodeId: 'rework' } });
const CASES: Readonly<Record<string, Case>> = {
  'of one person': { reviewers: must('a', 'b'), away: { a: 'sub' }, answersFor: ['a'] },
  'of several': { reviewers: must('a', 'b'), away: { a: 'sub', b: 'sub' }, answersFor: ['a', 'b'] },
  'of who stands in': { reviewers: must('a', 'b'), away: { a: 'm', m: 'sub' }, answersFor: ['a'] },
  'of a candidate of a pool': { reviewers: [oneOf('a', 'b')], away: { a: 'sub' }, answersFor: [] },
  'of a candidate, and of a person': {
    reviewers: [oneOf('a', 'c'), ...must('b')],
    away: { a: 'sub', b: 'sub' },
    answersFor: ['b'],
  },
  'of a person whom a pool names too': {
    reviewers: [...must('a', 'b'), oneOf('a', 'c')],
    away: { a: 'sub' },
    answersFor: [],
  },
  'on a node that allows none': {
    reviewers: must('a'),
    options: { config: { allow: ['ask'] } },
    away: { a: 'sub' },
    answersFor: [],
  },
  'who has a place of their own': { reviewers: must('sub', 'a'), away: { a: 'sub' }, answersFor: [] },
  'who has answered their own': {
    reviewers: must('sub', 'a'),
    away: { a: 'sub' },
    before: (it) => it.vote('sub'),
    answersFor: [],
  },
  'who has answered for another': {
    reviewers: must('a', 'b', 'c'),
    away: { a: 'sub', b: 'sub' },
    before: (it) => it.vote('sub', { onBehalfOf: 'a' }),
    answersFor: [],
  },
  'of who has answered': {
    reviewers: must('a', 'b'),
    away: { a: 'sub' },
    before: (it) => it.vote('a'),
    answersFor: [],
  },
  'of whose turn is later': {
    reviewers: [...must('a'), { userId: 'b', mandatory: true, order: 2 }],
    away: { b: 'sub' },
    answersFor: [],
  },
  'who started the run': {
    reviewers: must('a', 'b'),
    options: {
      config: { ...config, separation: { excludeInitiator: true } },
      dispatch: { initiatorId: 'sub' },
    },
    away: { a: 'sub' },
    answersFor: [],
  },
  'who contributed': {
    reviewers: must('a', 'b'),
    options: { config, dispatch: { contributorIds: ['sub'], enforceSeparation: true, initiatorId: 'i' } },
    away: { a: 'sub' },
    answersFor: [],
  },
  'who decided what is separated from it': {
    reviewers: must('a', 'b'),
    options: {
      config: { ...config, separation: { excludeDecidersOf: ['other'] } },
      nodes: [{ ...other, config: { ...other.config, reviewers: must('sub', 'y') } } as never],
    },
    away: { a: 'sub' },
    before: (it) => it.vote('sub', { stepId: 'step_other' }),
    answersFor: [],
  },
  'who did not': {
    reviewers: must('a', 'b'),
    options: { config: { ...config, separation: { excludeDecidersOf: ['other'] } }, nodes: [other] },
    away: { a: 'sub' },
    before: (it) => it.vote('x', { stepId: 'step_other' }),
    answersFor: ['a'],
  },
  'of whom a place was handed to': {
    reviewers: must('a', 'b'),
    away: { d: 'sub' },
    before: (it) => it.steps.delegate({ ...it.ids, reviewerId: 'a', toUserId: 'd' }),
    answersFor: ['a'],
  },
  'of who was added': {
    reviewers: [oneOf('a', 'b')],
    away: { d: 'sub' },
    before: (it) => it.steps.addReviewers({ ...it.ids, reviewerId: 'a', userIds: ['d'] }),
    answersFor: ['d'],
  },
};

test.each(Object.entries(CASES))(
  'the substitute %s',
  async (_, { reviewers, options, away, before, answersFor }) => {
    const it = await people(reviewers, { config, ...options });
    const now = it.clock.now();
    for (const [userId, substituteId] of Object.entries(away))
      await it.engine.people.setAbsence({ userId, substituteId, from: now, until: now + 1_000 });
    await before?.(it);
    const { items } = await it.steps.listWaiting({ reviewerId: 'sub' });
    const shown = items
      .filter(({ stepId }) => stepId === it.ids.stepId)
      .flatMap(({ as }) => as.filter(({ kind }) => kind === 'substitute').map(({ userId }) => userId));
    expect(shown).toEqual(answersFor);
    for (const item of items) expect(item.as).not.toEqual([]);
    // Nothing of one's own is shown that is answered.
    const own = items.flatMap(({ as }) => as.filter(({ kind }) => kind !== 'substitute'));
    for (const { userId } of own) expect((await it.place(userId)).answer).toBeNull();

    const { executionId } = it.ids;
    const holders = await Promise.all(answersFor.map(async (userId) => (await it.place(userId)).holder));
    const [step] = (await it.engine.executions.explain({ executionId })).steps;
    const next = (step?.next ?? []).filter(
      ({ userId, onBehalfOf }) => userId === 'sub' && onBehalfOf !== null,
    );
    expect([...new Set(next.map(({ onBehalfOf }) => onBehalfOf))]).toEqual(holders);

    const [isParty] = await it.store.areParties([{ workspaceId: 'default', executionId, userId: 'sub' }]);
    const reads = it.engine.forWorkspace('default', { readsAs: 'sub' }).executions.get({ executionId });
    expect(
      await reads.then(
        () => true,
        () => false,
      ),
    ).toBe(isParty === true || answersFor.length > 0);

    for (const holder of [...new Set([...Object.keys(away), ...holders])]) {
      const sent = it.vote('sub', { onBehalfOf: holder });
      // An answered one is a repeat; anything else is refused.
      if (!holders.includes(holder))
        expect(await sent.catch(() => ({ recorded: false }))).toMatchObject({ recorded: false });
      else {
        expect((await sent).recorded).toBe(true);
        break;
      }
    }
  },
);

test('what is not for a substitute to answer costs a page no more than it may, and hides nothing behind it', async () => {
  const it = await people(must('a', 'b'), {
    config: { ...config, separation: { excludeInitiator: true } },
    dispatch: { initiatorId: 'sub' },
  });
  const { definitionId } = it;
  // `sub` is the initiator of each of these; another user is that of the last two.
  for (let count = 0; count < 449; count++)
    await it.engine.executions.dispatch({ definitionId, initiatorId: 'sub' });
  const open = [];
  for (let count = 0; count < 2; count++)
    open.push((await it.engine.executions.dispatch({ definitionId, initiatorId: 'ini' })).executionId);
  await it.drain();
  const now = it.clock.now();
  await it.engine.people.setAbsence({ userId: 'a', substituteId: 'sub', from: now, until: now + 1_000 });
  for (const sort of ['waiting', 'due'] as const) {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const given: { cursor?: string } = cursor === null ? {} : { cursor };
      const page = await it.steps.listWaiting({ reviewerId: 'sub', sort, pageSize: 2, ...given });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      pages.push(page.items.map(({ executionId }) => executionId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages.flat()).toEqual(open);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.length).toBeLessThan(5);
  }
});
