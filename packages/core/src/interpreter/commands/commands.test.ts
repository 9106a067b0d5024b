/** Late, early and misdirected commands, which operations refuse but jobs may send. */
import { describe, expect, test } from 'vitest';
import { workingCalendar } from '../../calendar/working-time.js';
import { NOBODY, decided, outcomeOf } from '../../test-support/decided.js';
import { must, pool } from '../../test-support/people.js';
import { agent, edge, human, onStatus, rejectTo } from '../../test-support/run.js';
import type { Command, CommandOf } from '../command.js';
import { evolve } from '../evolve.js';
import { directoryQuestions } from './people/directory.js';

const flow = (more: object = {}) => ({
  nodes: [
    { ...human('review', [must('a'), must('b')], rejectTo('rework')), ...more },
    agent('rework'),
    agent('late'),
    agent('beside'),
  ],
  edges: [edge('review', 'late', onStatus('breached'))],
});
type Decision = CommandOf<'record-decision'>;
const review = (reviewerId: string, more: Partial<Decision> = {}): Decision => ({
  kind: 'record-decision',
  ...{ stepId: 'step_review', reviewerId, decision: 'approve', reason: null, via: null },
  ...more,
});

const OF_PEOPLE = [
  review('a'),
  { kind: 'reviewers-found', attempt: 1, answers: { members: [], managers: [], attributes: [] } },
  { kind: 'directory-failed', attempt: 1, message: 'down', retryable: true },
  { kind: 'reminder-due', dueAt: 0 },
  { kind: 'remind', actorId: 'ops', userId: null, asAdministrator: true },
  { kind: 'delegate', reviewerId: 'a', toUserId: 'z', actorId: 'ops', reason: null },
  { kind: 'claim', reviewerId: 'a', entry: 0 },
  { kind: 'release', reviewerId: 'a', entry: 0 },
  { kind: 'add-reviewers', reviewerId: 'a', userIds: ['z'], reason: null },
  { kind: 'retract-decision', reviewerId: 'a', onBehalfOf: null, round: 1, reason: null },
  { kind: 'request-information', reviewerId: 'a', question: 'why', ofUserId: 'w' },
  { kind: 'provide-information', actorId: 'w', questionId: 'question_1', answer: '', asAdministrator: true },
];
const OF_ANY = [
  { kind: 'record-resolution', resolutionId: 'r', status: 'success', output: null, errorMessage: null },
  { kind: 'resolve-step', action: 'force-approve', actorId: 'ops', output: null, reason: null },
  { kind: 'revoke-link', linkId: 'l' },
  { kind: 'cancel-step', actorId: 'ops', reason: null },
  { kind: 'begin-agent-call', attempt: 1 },
  { kind: 'agent-returned', attempt: 1, result: { passed: true, score: null, output: {}, findings: [] } },
  { kind: 'agent-failed', attempt: 1, code: 'x', message: 'x', retryable: false },
  { kind: 'complete-deferred', status: 'completed', output: null, error: null, fingerprint: 'f' },
  { kind: 'deadline-passed' },
  { kind: 'agent-timed-out' },
];

describe('a step that is another than the command is for', () => {
  test.each([...OF_PEOPLE, ...OF_ANY])('$kind finds none that is not there', (command) => {
    const made = decided(flow()).run({ ...command, stepId: 'step_none' } as Command);
    expect(outcomeOf(made)).toBe('NOT_FOUND');
  });

  test.each(OF_PEOPLE)('$kind is for human steps', (command) => {
    const made = decided(flow()).run({ ...command, stepId: 'step_beside' } as Command);
    expect(outcomeOf(made)).toBe('FAILED_PRECONDITION');
  });

  test.each(OF_ANY.slice(4, 8))('$kind is for agent steps', (command) => {
    const made = decided(flow()).run({ ...command, stepId: 'step_review' } as Command);
    expect(outcomeOf(made)).toBe('FAILED_PRECONDITION');
  });
});

describe('a deadline', () => {
  const due = (dueAt?: number) =>
    ({ kind: 'deadline-passed', stepId: 'step_review', ...(dueAt !== undefined && { dueAt }) }) as const;
  const breached = ['step.breached', 'step.scheduled'];

  test.each<[string, number | undefined, string | string[]]>([
    ['that has moved since has not passed', 59_999, 'FAILED_PRECONDITION'],
    ['has passed when its job says so, regardless of the clock', 60_000, breached],
    ['has passed where an older job does not say when it was', undefined, breached],
  ])('%s', (_, dueAt, expected) => {
    const run = decided(flow({ slaMs: 60_000 }));
    const made = run.run(due(dueAt), 0);
    expect(outcomeOf(made)).toEqual(expected);
    if (made.ok) expect(made.events[0]?.timestamp).toBe(60_000);
  });

  test('means nothing for a step that has ended, or has none', () => {
    const ended = decided(flow({ slaMs: 60_000 }));
    for (const who of ['a', 'b']) ended.run(review(who));
    expect(outcomeOf(ended.run(due(60_000)))).toBe('FAILED_PRECONDITION');
    expect(outcomeOf(decided(flow()).run(due(60_000)))).toBe('FAILED_PRECONDITION');
  });
});

describe('jobs that were lost', () => {
  const job = (stepId: string) => ({ kind: 'agent-call', stepId, dueAt: 5, attempt: 1 }) as const;
  const restore = (seqAway: number, ...stepIds: string[]) => {
    const run = decided(flow());
    for (const who of ['a', 'b']) run.run(review(who));
    const { seq } = run.state();
    return run.run({ kind: 'restore-jobs', seq: seq + seqAway, jobs: stepIds.map(job) });
  };

  test('are made again for open steps', () => {
    const made = restore(0, 'step_beside');
    expect(outcomeOf(made)).toEqual(['execution.jobs-restored']);
    expect(made.ok && made.jobs).toEqual([job('step_beside')]);
  });

  test.each<[string, number, string[]]>([
    ['that is not the one that was looked at', -1, ['step_beside']],
    ['in which one of the steps has ended', 0, ['step_beside', 'step_review']],
    ['without one of the steps', 0, ['step_beside', 'step_none']],
    ['that has lost none', 0, []],
  ])('are not in a state %s', (_, seqAway, stepIds) => {
    expect(outcomeOf(restore(seqAway, ...stepIds))).toBe('FAILED_PRECONDITION');
  });
});

describe('a link', () => {
  const revoke = { kind: 'revoke-link', stepId: 'step_review', linkId: 'l1' } as const;
  const through = (linkId: string) => ({ via: { kind: 'link', linkId } as const });

  test('is taken away once, and answers no more', () => {
    const { run } = decided(flow());
    expect(outcomeOf(run(revoke))).toEqual(['step.link-revoked']);
    expect(run(revoke)).toMatchObject({ ok: true, result: { revoked: true }, events: [] });
    expect(run(review('a', through('l1')))).toMatchObject({ refusal: { details: { code: 'link-revoked' } } });
    expect(outcomeOf(run(review('a', through('l2'))))).toEqual(['step.decision-recorded']);
  });

  test('that was used is not taken away any more; of a step that has ended it is worth nothing', () => {
    const { run } = decided(flow());
    run(review('a', through('l1')));
    expect(run(revoke)).toMatchObject({ ok: true, result: { revoked: false }, events: [] });
    run(review('b'));
    const other = { ...revoke, linkId: 'l2' };
    expect(run(other)).toMatchObject({ ok: true, result: { revoked: true }, events: [] });
  });
});

describe('what the directory has to say', () => {
  const answers = { members: [], managers: [], attributes: [] };
  const group = { pool: { group: 'board' }, mandatory: true };
  const asking = decided({
    nodes: [human('review', [group], rejectTo('rework')), agent('rework'), agent('beside')],
    edges: [],
  });
  test.each<[string, string, number, number | null]>([
    ['a step that waits for it', 'step_review', 1, 1],
    ['one in another attempt', 'step_review', 2, null],
    ['one of no people', 'step_beside', 1, null],
    ['one that is not there', 'step_none', 1, null],
  ])('of %s', (_, stepId, attempt, count) => {
    const questions = directoryQuestions(asking.compiled, asking.state(), { stepId, attempt, answers });
    expect(questions?.length ?? null).toBe(count);
  });

  test('of a step that knows its people is nothing', () => {
    const { compiled, state } = decided(flow());
    expect(directoryQuestions(compiled, state(), { stepId: 'step_review', attempt: 1, answers })).toBeNull();
  });
});

describe('a run that cannot begin, or go on', () => {
  const reviewed = (config: object, node: object = {}) => ({
    nodes: [{ ...human('review', ['a'], { ...rejectTo('rework'), ...config }), ...node }, agent('rework')],
    edges: [edge('review', 'rework', onStatus('breached'))],
  });

  test('needs what is to be approved where a node asks for its digest', () => {
    const parts = reviewed({ requireSubjectDigest: true });
    expect(outcomeOf(decided(parts).first)).toBe('INVALID_ARGUMENT');
    expect(outcomeOf(decided(parts, NOBODY).first)).toBe('INVALID_ARGUMENT');
    expect(decided(parts, { ...NOBODY, subject: { digest: 'd', ref: null, revision: null } }).first.ok).toBe(
      true,
    );
  });

  test('needs the calendars of its nodes; a step whose calendar has no such time any more fails', () => {
    const parts = reviewed({}, { sla: { workingMs: 1, calendar: 'office' } });
    expect(decided(parts).first).toMatchObject({ refusal: { details: { code: 'calendar-unknown' } } });
    const never = workingCalendar({ timeZone: 'UTC', week: {}, holidays: [] });
    const { first, state } = decided(parts, undefined, new Map([['office', never]]));
    expect(outcomeOf(first)).toContain('step.failed');
    expect(state().steps[0]).toMatchObject({ status: 'failed', error: { code: 'calendar-unknown' } });
  });

  test('decides nothing while people are being found', () => {
    const parts = reviewed({ reviewers: [{ pool: { group: 'board' }, mandatory: true }] });
    expect(outcomeOf(decided(parts).run(review('a')))).toBe('FAILED_PRECONDITION');
  });
});

test.each([
  ['budget cut', 'budget cut'],
  [null, 'ops'],
])('a step that fails by force says why, or by whom: %j', (reason, expected) => {
  const { run, state } = decided(flow());
  const forced = { action: 'force-fail', actorId: 'ops', output: null, reason } as const;
  run({ kind: 'resolve-step', stepId: 'step_review', ...forced });
  expect(state().steps[0]?.error?.message).toContain(expected);
});

test('nodes may be called as what every object has', () => {
  const { run, state } = decided({
    nodes: [human('constructor', ['a'], rejectTo('toString')), agent('toString'), agent('valueOf')],
    edges: [],
  });
  run(review('a', { stepId: 'step_constructor' }));
  run({ kind: 'begin-agent-call', stepId: 'step_valueOf', attempt: 1 });
  const result = { passed: true, summary: null, output: null, findings: null };
  run({ kind: 'agent-returned', stepId: 'step_valueOf', attempt: 1, result });
  expect(state().status).toBe('completed');
});

describe('a directory that fails', () => {
  const retry = { initialIntervalMs: 1_000, backoffCoefficient: 2, maximumAttempts: 3 };
  const asking = () =>
    decided({
      nodes: [
        {
          ...human('review', [{ pool: { group: 'board' }, mandatory: true }], rejectTo('rework')),
          retry,
        },
        agent('rework'),
      ],
      edges: [],
    });
  const failed = (attempt: number, retryable = true) =>
    ({ kind: 'directory-failed', stepId: 'step_review', attempt, message: 'down', retryable }) as const;

  test('is asked again, later each time, and no more often than the node says', () => {
    const { run, state } = asking();
    for (const [attempt, dueAt] of [
      [1, 1_000],
      [2, 2_000],
    ] as const) {
      const made = run(failed(attempt));
      const job = { kind: 'resolve-reviewers', stepId: 'step_review', dueAt, attempt: attempt + 1 };
      expect(made).toMatchObject({ jobs: [job], events: [{ type: 'step.retried' }] });
      expect(made).toMatchObject({ events: [{ data: { attempt: attempt + 1, retryAt: dueAt } }] });
      expect(outcomeOf(run(failed(attempt)))).toBe('FAILED_PRECONDITION');
    }
    expect(outcomeOf(run(failed(3)))).toContain('step.failed');
    expect(state().steps[0]?.error).toEqual({ code: 'reviewers-unresolved', message: 'down' });
  });

  test('is not asked again where that would not help', () => {
    expect(outcomeOf(asking().run(failed(1, false)))).toContain('step.failed');
  });
});

test('an event of a step that has ended, or is not there, is a defect', () => {
  const { run, state } = decided(flow());
  run({ kind: 'cancel-step', stepId: 'step_review', actorId: 'ops', reason: null });
  for (const stepId of ['step_review', 'step_none', null]) {
    const event = { type: 'step.overridden', stepId, seq: 9, timestamp: 0, data: {} } as never;
    expect(() => evolve(state(), event)).toThrow(/changes step .*, which is not open/);
  }
});

test('where several steps fail in one command, the run fails once, and nothing comes after it', () => {
  const unresolved = (nodeId: string) =>
    human(nodeId, [pool([], { pool: { var: 'execution.input.team' }, mandatory: true })], rejectTo('rework'));
  const { first } = decided({
    nodes: [unresolved('one'), unresolved('two'), agent('rework')],
    edges: [],
  });
  const types = outcomeOf(first) as string[];
  expect(types.filter((it) => it === 'step.failed')).toHaveLength(2);
  expect(types.indexOf('execution.failed')).toBe(types.length - 1);
});
