/** Directory, separation, working time, reminders, subjects, inboxes (contract section 17). */
import { describe, expect, test } from 'vitest';
import { type Definition, type Directory, staticDirectory } from '../../index.js';
import { explain, simulate } from '../../interpreter.js';
import { pool } from '../../test-support/people.js';
import { people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const data = {
  groups: { board: ['b1', 'b2'], nobody: [], huge: Array.from({ length: 501 }, (_, index) => `h${index}`) },
  managers: { e1: 'm1', m1: 'm2', m2: 'm3', m3: 'm1' },
  attributes: { m1: { limit: 100 }, m2: { limit: 5_000 }, m3: { limit: '9999' } },
};
const directory = staticDirectory(data);
const BY = { startAt: { var: 'execution.input.by' } };
const chain = (more: object) => [{ chain: { ...BY, maxLevels: 10, ...more } }] as never;
const until = (atLeast: unknown) => ({ untilLimit: { attribute: 'limit', atLeast } });

describe('people whom the directory names', () => {
  test.each<[string, object[], string, string]>([
    ['an unknown group', [{ pool: { group: 'strangers' }, mandatory: true }], 'help', 'reviewers-unresolved'],
    ['too many', [{ pool: { group: 'huge' }, mandatory: true }], 'help', 'reviewers-unresolved'],
    ['nobody', [{ pool: { group: 'nobody' }, mandatory: true }], 'help', 'reviewers-insufficient'],
    ['no number as limit', chain(until({ var: 'execution.input.url' })), 'help', 'reviewers-unresolved'],
    ['a limit that no manager has', chain(until(9_999)), 'help', 'reviewers-insufficient'],
    ['no manager', chain({ startAt: { var: 'execution.input.url' } }), 'help', 'reviewers-insufficient'],
  ])('%s fails the step, and a recovery edge takes it', async (_, reviewers, leadsTo, code) => {
    const it = await people(reviewers, { engine: { directory } });
    expect((await it.view()).error?.code).toBe(code);
    expect(await it.statuses()).toContain(`${leadsTo} completed`);
  });

  test('a chain ends with the first who has the limit; without one it ends before a repeated user', async () => {
    const holders = async (more: object) => {
      const it = await people(chain(more), { engine: { directory } });
      return (await it.view()).people?.places.map((place) => place.holder);
    };
    expect(await holders(until({ var: 'execution.input.amount' }))).toEqual(['m1', 'm2']);
    expect(await holders({})).toEqual(['m1', 'm2', 'm3']);
    expect(await holders({ maxLevels: 1 })).toEqual(['m1']);
  });

  test('an excluded manager is skipped, does not count as a level, and does not end the chain', async () => {
    const it = await people(chain({ maxLevels: 1, ...until(100) }), {
      config: { separation: { excludeInitiator: true } },
      dispatch: { initiatorId: 'm1' },
      engine: { directory },
    });
    expect((await it.view()).people?.places.map((place) => place.holder)).toEqual(['m2']);
  });

  test('a chain asks level by level, each a mandatory one', async () => {
    const it = await people(chain({ maxLevels: 2 }), { engine: { directory } });
    expect(await refused(it.vote('m2'))).toBe('not-asked-yet');
    await it.vote('m1');
    await it.vote('m2');
    expect((await it.view()).output).toMatchObject({ mandatoryCount: 2, mandatoryApproveCount: 2 });
  });

  test('a directory that fails is asked again by `retry`, and what was found stays', async () => {
    let calls = 0;
    const flaky: Directory = {
      ...directory,
      members: (group, context) => {
        calls += 1;
        if (calls < 3) throw new Error('it is down');
        return directory.members(group, context);
      },
    };
    const it = await people([{ pool: { group: 'board' }, mandatory: true }], {
      node: { retry: { initialIntervalMs: 1_000, backoffCoefficient: 2 } },
      engine: { directory: flaky },
    });
    expect((await it.view()).status).toBe('pending');
    await it.advance(3_000);
    expect((await it.view()).people?.places.map((place) => place.holder)).toEqual(['b1', 'b2']);
    await it.vote('b1');
    expect(calls).toBe(3);
  });

  test.each<[string, object[], Partial<Directory>]>([
    ['as a member', [{ pool: { group: 'board' }, mandatory: true }], { members: () => ['b1', 'b\ud800'] }],
    ['as a manager', chain({ maxLevels: 1 }), { managerOf: () => '\udfff' }],
    ['with a line break', [{ pool: { role: 'any' }, mandatory: true }], { members: () => ['b\n1'] }],
  ])(
    'an id that no store can hold is not a userId, %s: asked again by `retry`, then failed',
    async (_, of, said) => {
      let calls = 0;
      const counted = Object.entries(said).map(([name, says]) => [
        name,
        (...given: never[]) => {
          calls += 1;
          return (says as (...them: never[]) => unknown)(...given);
        },
      ]);
      const broken = { ...directory, ...(Object.fromEntries(counted) as Partial<Directory>) };
      const it = await people(of, {
        node: { retry: { maximumAttempts: 2, initialIntervalMs: 1_000 } },
        engine: { directory: broken },
      });
      await it.advance(2_000);
      expect([calls, (await it.view()).error?.code]).toEqual([2, 'reviewers-unresolved']);
    },
  );

  test('one that never answers is given up after 30 s', async () => {
    const silent: Directory = { ...directory, members: () => new Promise(() => undefined) };
    const it = await people([{ pool: { group: 'board' }, mandatory: true }], {
      node: { retry: { maximumAttempts: 1 } },
      engine: { directory: silent },
    });
    await it.advance(30_000);
    expect((await it.view()).error?.code).toBe('reviewers-unresolved');
  });

  test('a step that is breached meanwhile has no reviewers', async () => {
    const silent: Directory = { ...directory, members: () => new Promise(() => undefined) };
    const it = await people([{ pool: { group: 'board' }, mandatory: true }], {
      node: { slaMs: 1_000 },
      engine: { directory: silent },
    });
    await it.advance(1_000);
    expect(await it.statuses()).toEqual(['review breached', 'late completed']);
  });
});

describe('separation of duties', () => {
  const other = (config: object = {}) =>
    ({
      nodeId: 'other',
      type: 'human',
      config: { reviewers: must('a', 'b'), onReject: { routeToNodeId: 'rework' }, ...config },
    }) as never;

  test('who answers one node loses the place in the other, also where they had answered', async () => {
    const separation = { excludeDecidersOf: ['other'] };
    const it = await people([pool(['a', 'b', 'c'], { count: 2, mandatory: true })], {
      config: { separation },
      nodes: [other({ reviewers: [pool(['a', 'd'], { mandatory: true })] })],
    });
    const decide = { executionId: it.ids.executionId, stepId: 'step_other', decision: 'approve' } as const;
    await it.steps.recordReviewerDecision({ ...decide, reviewerId: 'a' });
    expect(await it.place('a')).toMatchObject({ state: 'lost', answer: null });
    expect(await it.events('step.assigned')).toMatchObject([
      { cause: 'separation', removed: ['a'], added: [] },
    ]);
    await it.vote('b');
    await it.vote('c');
    expect((await it.get()).status).toBe('completed');
  });

  test('a loss that puts the step out of reach fails it; it approves nothing', async () => {
    const it = await people(must('a'), {
      config: { separation: { excludeDecidersOf: ['other'] } },
      nodes: [other({ reviewers: [pool(['a', 'd'], { mandatory: true })] })],
    });
    await it.steps.recordReviewerDecision({
      ...{ executionId: it.ids.executionId, stepId: 'step_other' },
      ...{ reviewerId: 'a', decision: 'approve' },
    });
    expect((await it.view()).error?.code).toBe('reviewers-insufficient');
  });

  test('enforceSeparation holds for the contract’s own nodes', async () => {
    const dispatch = { initiatorId: 'a', enforceSeparation: true };
    const it = await people(must('a', 'b'), { dispatch });
    const { error, people: found } = await it.view();
    expect([error?.code, found]).toEqual(['reviewers-insufficient', null]);
  });

  test('an initiator who is excluded has to be named', async () => {
    const separation = { excludeInitiator: true };
    expect(await refused(people(must('a'), { config: { separation } }))).toBe('initiator-required');
  });
});

describe('what was approved', () => {
  const dispatch = { subject: { digest: digest('a') } };
  const revise = (it: Awaited<ReturnType<typeof people>>, from: string, to: string, more: object = {}) =>
    it.engine.executions.reviseSubject({
      ...{ executionId: it.ids.executionId, actorId: 'author' },
      ...{ subject: { digest: digest(to) }, ifDigest: digest(from) },
      ...more,
    });

  test('a revision voids the answers of waiting steps; each place has its next round', async () => {
    const it = await people(must('a', 'b'), { dispatch });
    await it.vote('a', { subjectDigest: digest('a') });
    expect(await revise(it, 'a', 'b')).toEqual({
      revised: true,
      digest: digest('b'),
      resetStepIds: ['step_review'],
    });
    expect((await revise(it, 'a', 'b')).revised).toBe(false);
    expect(await refused(revise(it, 'a', 'c'))).toBe('subject-changed');
    expect(await refused(it.vote('b'))).toBe('stale-round');
    expect(await refused(it.vote('b', { round: 2, subjectDigest: digest('a') }))).toBe('subject-changed');
    await it.vote('a', { round: 2 });
    await it.vote('b', { round: 2 });
    expect(await it.statuses()).toEqual(['review completed', 'done completed']);
  });

  test('a repeat with its key changes nothing, even if another user has reverted the revision', async () => {
    const it = await people(must('a', 'b'), { dispatch });
    const key = { idempotencyKey: 'k1' };
    expect((await revise(it, 'a', 'b', key)).revised).toBe(true);
    expect((await revise(it, 'b', 'a', { actorId: 'other' })).revised).toBe(true);
    await it.vote('a', { round: 3 });
    expect(await revise(it, 'a', 'b', key)).toEqual({
      revised: false,
      digest: digest('a'),
      resetStepIds: [],
    });
    expect(await it.place('a')).toMatchObject({ state: 'answered', round: 3 });
    // The same key of another user is another call, and so is another key.
    expect((await revise(it, 'a', 'b', { ...key, actorId: 'other' })).revised).toBe(true);
    expect((await revise(it, 'b', 'a', { idempotencyKey: 'k2' })).revised).toBe(true);
    expect(await it.events('execution.subject-revised')).toHaveLength(4);
  });

  test('a key of another revision is refused: otherwise the old subject would stay, and be approved', async () => {
    const it = await people(must('a', 'b'), { dispatch });
    const key = { idempotencyKey: 'k1' };
    await revise(it, 'a', 'b', key);
    await expect(revise(it, 'b', 'c', key)).rejects.toMatchObject({
      details: { code: 'key-reused', digest: digest('b') },
    });
    expect((await it.get()).subject?.digest).toBe(digest('b'));
    // Requesting the current subject succeeds with any key.
    expect(await revise(it, 'a', 'b', key)).toMatchObject({ revised: false, digest: digest('b') });
  });

  test('a run remembers the keys of its newest twenty revisions', async () => {
    const it = await people(must('a'), { dispatch });
    const keyed = (index: number) =>
      revise(it, index % 2 === 0 ? 'a' : 'b', index % 2 === 0 ? 'b' : 'a', {
        idempotencyKey: `k${index}`,
      });
    for (let index = 0; index < 22; index++) expect((await keyed(index)).revised).toBe(true);
    expect((await keyed(2)).revised).toBe(false);
    expect((await keyed(0)).revised).toBe(true);
  });

  test('the actor of a revision becomes a contributor, and loses the place where contributors must not decide', async () => {
    const separation = { excludeContributors: true };
    const it = await people([pool(['a', 'author', 'c'], { mandatory: true })], {
      dispatch,
      config: { separation },
    });
    await revise(it, 'a', 'b', { contributorId: 'c' });
    expect((await it.view()).people?.places.map((place) => place.state)).toEqual(['asked', 'lost', 'lost']);
  });

  test('what was approved is not revised, unless its node keeps its answers', async () => {
    const waits = {
      nodeId: 'other',
      type: 'human',
      config: { reviewers: must('z'), onReject: { routeToNodeId: 'rework' } },
    } as never;
    const it = await people(must('a'), { dispatch, nodes: [waits] });
    await it.vote('a');
    expect(await refused(revise(it, 'a', 'b'))).toBe('subject-approved');
    const keeps = await people(must('a'), { dispatch, nodes: [waits], config: { onSubjectChange: 'keep' } });
    await keeps.vote('a');
    expect((await revise(keeps, 'a', 'b')).resetStepIds).toEqual(['step_other']);
  });
});

describe('time', () => {
  test('reminders are given once each, those that are due together as one', async () => {
    const reminders = [{ afterMs: 1_000 }, { afterMs: 2_000 }, { beforeDueMs: 10_000 }];
    const it = await people(must('a', 'b'), { config: { reminders }, node: { slaMs: 60_000 } });
    await it.vote('a');
    await it.advance(2_500);
    expect((await it.events('step.reminder')).map((event) => event['level'])).toEqual([0, 1]);
    await it.advance(47_500);
    expect(await it.events('step.reminder')).toMatchObject([{}, {}, { level: 2, userIds: ['b'] }]);
    await it.vote('b');
    await it.advance(60_000);
    expect(await it.events('step.reminder')).toHaveLength(3);
  });

  test('working time is what the calendar says; an unknown one starts no run', async () => {
    const office = {
      timeZone: 'Europe/Berlin',
      week: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '17:00']]])),
      holidays: [],
    } as never;
    const sla = { workingMs: 3_600_000, calendar: 'office' };
    const it = await people(must('a'), { node: { sla }, engine: { calendars: { office } } });
    const { dueAt } = await it.view();
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
    });
    expect(Number(local.format(dueAt!).slice(0, 2))).toBeGreaterThanOrEqual(9);
    expect(Number(local.format(dueAt!).slice(0, 2))).toBeLessThanOrEqual(17);
    expect(await refused(people(must('a'), { node: { sla } }))).toBe('calendar-unknown');
  });
});

describe('the inbox', () => {
  test('contains the steps of the holder of a place, and of its current substitute', async () => {
    const it = await people(must('a', 'b'), { config: { allow: ['delegate', 'substitute'] } });
    const inbox = async (reviewerId: string) =>
      (await it.steps.listWaiting({ reviewerId })).items.flatMap((item) => item.as.map(({ kind }) => kind));
    await it.steps.delegate({ ...it.ids, reviewerId: 'a', toUserId: 'x' });
    const now = it.clock.now();
    await it.engine.people.setAbsence({ userId: 'b', substituteId: 'z', from: now, until: now + 10 });
    expect([await inbox('a'), await inbox('x'), await inbox('z')]).toEqual([[], ['person'], ['substitute']]);
    await it.advance(10);
    expect(await inbox('z')).toEqual([]);
  });

  test('a cursor holds for its own query', async () => {
    const it = await people(must('a'));
    await it.engine.executions.dispatch({ definitionId: it.definitionId });
    const { nextCursor } = await it.steps.listWaiting({ reviewerId: 'a', pageSize: 1 });
    const other = { reviewerId: 'a', sort: 'due', cursor: nextCursor! } as const;
    expect(await refused(it.steps.listWaiting(other))).toBe('INVALID_ARGUMENT');
  });
});

describe('why it waits', () => {
  const definition = {
    definitionId: 'explained',
    name: 'Explained',
    nodes: [
      {
        nodeId: 'review',
        type: 'human' as const,
        config: {
          reviewers: [...must('a'), { pool: { group: 'board' }, count: 2, mandatory: true }],
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  };

  test('simulate runs a definition without an engine, and says what each answer would do', () => {
    const run = simulate(definition, {
      ...{ input: { url: 'x' }, now: 0, directory: data },
      answers: [
        { nodeId: 'review', reviewerId: 'b1', decision: 'approve' },
        { nodeId: 'review', reviewerId: 'stranger', decision: 'approve' },
      ],
    });
    expect(run.refused.map((it) => [it.index, it.refusal.status])).toEqual([[1, 'PERMISSION_DENIED']]);
    const [step] = run.explanation.steps;
    expect(step).toMatchObject({
      waitsFor: 'people',
      missing: [
        { code: 'entry', entry: 0, have: 0, need: 1 },
        { code: 'entry', entry: 1, have: 1, need: 2 },
      ],
    });
    const next = step && 'next' in step ? step.next : [];
    expect(next.map((it) => `${it.userId} ${it.decision} ${it.then.executionStatus}`)).toEqual([
      'a approve running',
      'a reject running',
      'b2 approve running',
      'b2 reject running',
    ]);
    expect(next[1]?.then).toMatchObject({ decision: 'reject', starts: ['rework'] });
  });

  test('simulate computes what is due in working time, by calendars that it is given', () => {
    const [review, rework] = definition.nodes;
    const timed = {
      ...definition,
      nodes: [{ ...review!, sla: { workingMs: 2 * 3_600_000, calendar: 'office' } }, rework!],
      edges: [
        { from: 'review', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' },
      ],
    } as unknown as Definition;
    const office = {
      timeZone: 'Europe/Berlin',
      week: { fri: [['16:00', '17:00']], mon: [['09:00', '17:00']] },
    };
    const options = { input: { url: 'x' }, directory: data, now: Date.UTC(2026, 0, 2, 12) };
    const due = (calendars: object) => {
      const { state } = simulate(timed, { ...options, calendars: calendars as never });
      return [state.steps[0]?.dueAt, state.steps[0]?.error?.code ?? null];
    };
    // An hour on Friday, and one on Monday, until ten in Berlin.
    expect(due({ office: { ...office, holidays: [] } })).toEqual([Date.UTC(2026, 0, 5, 9), null]);
    expect(due({ office: { ...office, holidays: ['2026-01-05'] } })).toEqual([
      Date.UTC(2026, 0, 9, 16),
      null,
    ]);
    expect(() => due({})).toThrow('needs the calendar "office"');
    expect(() => due({ office: { ...office, timeZone: 'Mars/Base' } })).toThrow('calendars.office.timeZone');
  });

  test('a step that comes too late for its group does not start, and is none of those that are cancelled', () => {
    const human = (nodeId: string, userId: string) => ({
      ...{ nodeId, type: 'human' as const },
      config: { reviewers: must(userId), onReject: { routeToNodeId: 'rework' } },
    });
    const late = {
      ...{ definitionId: 'late', name: 'Late' },
      nodes: [human('early', 'a'), human('first', 'b'), human('late', 'c'), definition.nodes[1]!],
      edges: [
        { from: 'early', to: 'rework' },
        { from: 'first', to: 'late' },
        { from: 'late', to: 'rework' },
      ],
      groups: [
        {
          ...{ groupId: 'one', memberNodeIds: ['early', 'late'], expectedSteps: 2, quorum: 1 },
          onQuorumMet: 'joinOnQuorum' as const,
        },
      ],
    } as unknown as Definition;
    const answers = [{ nodeId: 'early', reviewerId: 'a', decision: 'approve' as const }];
    const { explanation } = simulate(late, { input: { url: 'x' }, now: 0, answers });
    const first = explanation.steps.find((it) => it.nodeId === 'first');
    const then = first && 'next' in first ? first.next.map((it) => it.then) : [];
    expect(then[0]).toMatchObject({ stepStatus: 'completed', executionStatus: 'completed' });
    expect(then.map((it) => [it.starts, it.cancels])).toEqual([
      [[], []],
      [['rework'], []],
    ]);
  });

  test('what ended a step', async () => {
    const it = await people(must('a', 'b'));
    await it.vote('a', { decision: 'reject' });
    const { steps } = await it.engine.executions.explain({ executionId: it.ids.executionId });
    expect(steps.map((step) => step.endedBy)).toEqual(['rejection', 'agent']);
    expect(explain).toBeTypeOf('function');
  });
});
