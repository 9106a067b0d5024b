/** Absences, and sorted inboxes (contract section 17). */
import assert from 'node:assert/strict';
import type { AbsenceStore, PageRequest, StoredAbsence, WaitingQuery } from '@org/approval-core/store';
import type { StepState } from '@org/approval-core/interpreter';
import { traitsOf } from '@org/approval-core/internal';
import type { StoreCase, StoreContext } from './case.js';
import { committed, defined } from './commit-cases.js';
import { creation, unique } from './fixtures.js';

/** Runs on the absences of a store; passes on a store without any. */
const kept = (context: StoreContext, run: (absences: AbsenceStore) => Promise<void>): Promise<void> =>
  context.store.absences === undefined ? Promise.resolve() : run(context.store.absences);

const BOUNDS = { most: 3, now: 0 };

const anAbsence = ({ workspaceId }: StoreContext, more: Partial<StoredAbsence>): StoredAbsence => ({
  workspaceId,
  absenceId: unique('abs'),
  userId: 'ann',
  substituteId: 'sue',
  from: 100,
  until: 200,
  ...more,
});

async function listed(absences: AbsenceStore, query: Parameters<AbsenceStore['listAbsences']>[0], limit = 2) {
  const found: StoredAbsence[] = [];
  const page: { limit: number; cursor: string | null } = { limit, cursor: null };
  do {
    const slice = await absences.listAbsences(query, page satisfies PageRequest);
    assert.ok(slice !== 'bad-cursor' && slice.items.length <= limit);
    found.push(...slice.items);
    page.cursor = slice.cursor;
  } while (page.cursor !== null);
  return found;
}

async function inbox({ store, workspaceId }: StoreContext, query: Partial<WaitingQuery>, limit = 2) {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listWaiting({ workspaceId, ...query }, { limit, cursor });
    assert.ok(page !== 'bad-cursor' && page.items.length <= limit);
    found.push(...page.items.map((it) => it.execution.executionId));
    ({ cursor } = page);
  } while (cursor !== null);
  return found;
}

/**
 * Executions with a review that is due at these times, each waiting since later than the one
 * before; null: no deadline.
 */
async function due(context: StoreContext, times: readonly (number | null)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const dueAt of times) {
    const definition = await defined(context);
    const first = creation(definition, context.now());
    const dueThen = (it: StepState) => (traitsOf(it.nodeType).decidedByPeople ? { ...it, dueAt } : it);
    const state = { ...first.state, steps: first.state.steps.map(dueThen) };
    const changed = { ...first, state, changedSteps: first.changedSteps.map(dueThen) };
    assert.deepEqual(await context.store.commit([changed]), [committed]);
    ids.push(first.state.executionId);
    await context.advance(2);
  }
  return ids;
}

/** An execution whose review waits for a reviewer, a member of a pool, and a user who is both. */
async function waitingOn(
  context: StoreContext,
  more: Pick<NonNullable<StepState['people']>, 'substitutes' | 'pools'>,
): Promise<string> {
  const first = creation(await defined(context), context.now());
  const places = [['ann', 0] as const, ['bob', 1] as const, ['cay', 0, 1] as const].map(
    ([userId, ...entries]) => ({
      ...{ userId, holder: userId, entries, weight: 1, veto: false, order: 1, round: 1, asked: true },
    }),
  );
  const waitingForReviewers = places.map((it) => it.userId);
  const withPeople = (it: StepState) =>
    traitsOf(it.nodeType).decidedByPeople ? { ...it, waitingForReviewers, people: { places, ...more } } : it;
  const state = { ...first.state, steps: first.state.steps.map(withPeople) };
  const changed = { ...first, state, changedSteps: first.changedSteps.map(withPeople) };
  assert.deepEqual(await context.store.commit([changed]), [committed]);
  await context.advance(2);
  return first.state.executionId;
}

export const peopleCases: readonly StoreCase[] = [
  {
    name: 'an absence is stored once and overlaps no other; an adjacent one is separate',
    run: (context) =>
      kept(context, async (absences) => {
        const first = anAbsence(context, {});
        assert.deepEqual(await absences.setAbsence(first, BOUNDS), { kind: 'created' });
        const again = await absences.setAbsence(anAbsence(context, {}), BOUNDS);
        assert.deepEqual(again, { kind: 'exists', absenceId: first.absenceId });
        for (const more of [{ from: 199, until: 300 }, { from: 0, until: 101 }, { substituteId: 'max' }]) {
          const result = await absences.setAbsence(anAbsence(context, more), BOUNDS);
          assert.deepEqual(result, { kind: 'overlaps', absenceId: first.absenceId });
        }
        const others = [{ from: 200, until: 300 }, { from: 0, until: 100 }, { userId: 'Ann' }];
        for (const more of others) {
          assert.deepEqual(await absences.setAbsence(anAbsence(context, more), BOUNDS), { kind: 'created' });
        }
        assert.deepEqual(await absences.findAbsence(first), first);
      }),
  },
  {
    name: 'one of two concurrent overlapping absences is stored',
    run: (context) =>
      kept(context, async (absences) => {
        const both = [anAbsence(context, {}), anAbsence(context, { from: 150, until: 250 })];
        const results = await Promise.all(both.map((it) => absences.setAbsence(it, BOUNDS)));
        assert.deepEqual(results.map((it) => it.kind).toSorted(), ['created', 'overlaps']);
        assert.equal((await listed(absences, context)).length, 1);
      }),
  },
  {
    name: 'a user has a limited number of future absences, and of past ones, oldest deleted first',
    run: (context) =>
      kept(context, async (absences) => {
        const at = (from: number) => anAbsence(context, { from, until: from + 10 });
        const kinds = [];
        for (const from of [0, 10, 20, 30]) kinds.push((await absences.setAbsence(at(from), BOUNDS)).kind);
        assert.deepEqual(kinds, ['created', 'created', 'created', 'full']);
        const later = await absences.setAbsence(at(40), { most: 3, now: 10 });
        assert.deepEqual(later, { kind: 'created' });
        const other = await absences.setAbsence({ ...at(0), userId: 'bob' }, BOUNDS);
        assert.deepEqual(other, { kind: 'created' });
        for (const from of [50, 60]) await absences.setAbsence(at(from), { most: 3, now: 70 });
        const left = (await listed(absences, context)).map((it) => [it.userId, it.from]);
        assert.deepEqual(left, [['bob', 0], ...[40, 50, 60].map((from) => ['ann', from])]);
      }),
  },
  {
    name: 'absences are listed by start, page by page, per workspace and user, and deleted once',
    run: (context) =>
      kept(context, async (absences) => {
        const { workspaceId, otherWorkspaceId } = context;
        const all = [30, 10, 20].map((from) => anAbsence(context, { from, until: from + 5 }));
        const other = anAbsence(context, { userId: 'bob', from: 15, until: 20 });
        for (const it of [...all, other]) await absences.setAbsence(it, BOUNDS);
        const fromOf = (found: readonly StoredAbsence[]) => found.map((it) => it.from);
        for (const limit of [1, 2, 10]) {
          assert.deepEqual(fromOf(await listed(absences, { workspaceId }, limit)), [10, 15, 20, 30]);
          assert.deepEqual(
            fromOf(await listed(absences, { workspaceId, userId: 'ann' }, limit)),
            [10, 20, 30],
          );
        }
        assert.deepEqual(await listed(absences, { workspaceId: otherWorkspaceId }), []);
        assert.equal(
          await absences.listAbsences({ workspaceId }, { limit: 2, cursor: 'none' }),
          'bad-cursor',
        );
        assert.equal(await absences.clearAbsence({ ...other, workspaceId: otherWorkspaceId }), false);
        assert.deepEqual(
          [await absences.clearAbsence(other), await absences.clearAbsence(other)],
          [true, false],
        );
        assert.equal(await absences.findAbsence(other), null);
      }),
  },
  {
    name: 'an absence is in force from its start until before its end, by absent user and by substitute',
    run: (context) =>
      kept(context, async (absences) => {
        const { workspaceId, otherWorkspaceId } = context;
        await absences.setAbsence(anAbsence(context, {}), BOUNDS);
        await absences.setAbsence(anAbsence(context, { userId: 'bob', substituteId: 'ann' }), BOUNDS);
        const found = async (at: number, userIds: string[], as: 'absent' | 'substitute', ws = workspaceId) =>
          (await absences.absencesInForce({ workspaceId: ws, at, userIds, as }))
            .map((it) => it.userId)
            .toSorted();
        const times = await Promise.all([99, 100, 199, 200].map((at) => found(at, ['ann'], 'absent')));
        assert.deepEqual(times, [[], ['ann'], ['ann'], []]);
        assert.deepEqual(await found(150, ['ann', 'bob', 'cay'], 'absent'), ['ann', 'bob']);
        assert.deepEqual(await found(150, ['ann'], 'substitute'), ['bob']);
        assert.deepEqual(await found(150, ['Ann'], 'absent'), []);
        assert.deepEqual(await found(150, ['ann'], 'absent', otherWorkspaceId), []);
      }),
  },
  {
    name: 'an inbox by due time has the next step first and those without one last, each once',
    async run(context) {
      const [late, never, soon, alike] = await due(context, [500, null, 100, 500]);
      for (const more of [{}, { reviewerId: 'ann' }]) {
        for (const limit of [1, 2, 3, 10]) {
          assert.deepEqual(await inbox(context, { sort: 'waiting', ...more }, limit), [
            late,
            never,
            soon,
            alike,
          ]);
          const found = await inbox(context, { sort: 'due', ...more }, limit);
          assert.deepEqual([found[0], found[3]], [soon, never]);
          assert.deepEqual(found.slice(1, 3).toSorted(), [late, alike].toSorted());
        }
      }
    },
  },
  {
    name: 'an inbox of a substitute has the seats that allow one, and none of a pool',
    async run(context) {
      const own = { reviewerId: 'sue' };
      const found = async (...standsInFor: string[]) =>
        (await inbox(context, { ...own, standsInFor })).toSorted();
      // `ann` is a reviewer of the step, `bob` a member of a pool, `cay` both.
      const mixed = await waitingOn(context, { substitutes: true, pools: [1] });
      const none = await waitingOn(context, {});
      assert.deepEqual(await found('ann'), [mixed]);
      assert.deepEqual(await found('bob', 'cay'), []);
      assert.deepEqual(await found('bob', 'ann'), [mixed]);
      // No entry is a pool.
      const poolless = await waitingOn(context, { substitutes: true });
      assert.deepEqual(await found('bob'), [poolless]);
      const whole = await inbox(context, { reviewerId: 'ann' });
      assert.deepEqual(whole.toSorted(), [mixed, none, poolless].toSorted());
    },
  },
  {
    name: 'an inbox up to a time has the steps due before it, and none without a due time',
    async run(context) {
      const [first, , third] = await due(context, [100, null, 300]);
      for (const sort of ['waiting', 'due'] as const) {
        for (const more of [{}, { reviewerId: 'bob' }]) {
          const before = (dueBefore: number) => inbox(context, { sort, dueBefore, ...more });
          assert.deepEqual(await before(100), []);
          assert.deepEqual(await before(101), [first]);
          assert.deepEqual(await before(1_000), [first, third]);
        }
      }
    },
  },
];
