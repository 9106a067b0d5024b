/** Questions to the directory in order, and reviewers from its answers (contract section 17). */
import { describe, expect, test } from 'vitest';
import { decided, outcomeOf } from '../../test-support/decided.js';
import { agent, human, rejectTo } from '../../test-support/run.js';
import { directoryQuestions } from '../commands/people/directory.js';
import type { Answers } from './directory.js';

const stepId = 'step_review';
const start = (entry: object, ...others: object[]) =>
  decided({
    nodes: [human('review', [entry, ...others] as never, rejectTo('rework')), agent('rework')],
    edges: [],
  });
const answers = (more: Partial<Answers> = {}): Answers => ({
  members: [],
  managers: [],
  attributes: [],
  ...more,
});
const given = (entry: object, said: Answers) => {
  const { compiled, run, state } = start(entry);
  const asked = directoryQuestions(compiled, state(), { stepId, attempt: 1, answers: said });
  if (asked !== null && asked.length > 0) return asked;
  expect(outcomeOf(run({ kind: 'reviewers-found', stepId, attempt: 1, answers: said }))).not.toBe('again');
  const step = state().steps[0];
  return step?.error?.code ?? step?.people?.places.map((it) => it.holder);
};
const managers = (...pairs: [string, string | null][]) =>
  pairs.map(([userId, managerId]) => ({ userId, managerId }));
const has = (userId: string, value: number | string) => [{ userId, attribute: 'limit', value }];

describe('a group', () => {
  const group = { pool: { group: 'board' }, mandatory: true };
  const members = (userIds: string[] | null, name = 'board') =>
    answers({ members: [{ kind: 'group', name, userIds }] });
  test.each<[string, Answers, unknown]>([
    ['is asked for', answers(), [{ ask: 'members', kind: 'group', name: 'board' }]],
    ['is another than another', members(['a'], 'staff'), [{ ask: 'members', kind: 'group', name: 'board' }]],
    ['has its members', members(['a', 'b']), ['a', 'b']],
    ['is not known', members(null), 'reviewers-unresolved'],
    ['is empty', members([]), 'reviewers-insufficient'],
  ])('%s', (_, said, expected) => {
    expect(given(group, said)).toEqual(expected);
  });
});

describe('a chain', () => {
  // The run is about `u`.
  const from = { startAt: { var: 'execution.input.url' }, maxLevels: 2 };
  const chain = { chain: from };
  const limited = { chain: { ...from, untilLimit: { attribute: 'limit', atLeast: 10 } } };
  const two = managers(['u', 'm1'], ['m1', 'm2']);
  test.each<[string, object, Answers, unknown]>([
    ['asks for the first manager', chain, answers(), [{ ask: 'manager', userId: 'u' }]],
    [
      'then for theirs',
      chain,
      answers({ managers: managers(['u', 'm1']) }),
      [{ ask: 'manager', userId: 'm1' }],
    ],
    ['is as long as it may be', chain, answers({ managers: two }), ['m1', 'm2']],
    ['or as there are managers', chain, answers({ managers: managers(['u', 'm1'], ['m1', null]) }), ['m1']],
    ['ends before a circle', chain, answers({ managers: managers(['u', 'm1'], ['m1', 'u']) }), ['m1']],
    ['needs one', chain, answers({ managers: managers(['u', null]) }), 'reviewers-insufficient'],
    [
      'asks for a limit before it goes on',
      limited,
      answers({ managers: two }),
      [{ ask: 'attribute', userId: 'm1', attribute: 'limit' }],
    ],
    ['ends with who has it', limited, answers({ managers: two, attributes: has('m1', 10) }), ['m1']],
    [
      'goes on past who has not',
      limited,
      answers({ managers: two, attributes: [...has('m1', 9), ...has('m2', 11)] }),
      ['m1', 'm2'],
    ],
    [
      'a string is not a limit',
      limited,
      answers({ managers: two, attributes: [...has('m1', '99'), ...has('m2', 9)] }),
      'reviewers-insufficient',
    ],
    [
      'starts at a person',
      { chain: { ...from, startAt: { var: 'execution.input' } } },
      answers(),
      'reviewers-unresolved',
    ],
    [
      'has a number as limit',
      { chain: { ...from, untilLimit: { attribute: 'limit', atLeast: { var: 'execution.input.url' } } } },
      answers(),
      'reviewers-unresolved',
    ],
  ])('%s', (_, entry, said, expected) => {
    // A fault that is known from the start fails the step at once, without a question.
    const first = start(entry).state().steps[0];
    expect(first?.error?.code ?? given(entry, said)).toEqual(expected);
  });

  test('asks level by level, and needs each of them', () => {
    const { run, state } = start(chain);
    run({ kind: 'reviewers-found', stepId, attempt: 1, answers: answers({ managers: two }) });
    const decision = { kind: 'record-decision', stepId, decision: 'approve', reason: null } as const;
    const asked = () => state().steps[0]?.people?.places.map((it) => it.asked);
    expect(asked()).toEqual([true, false]);
    expect(run({ ...decision, reviewerId: 'm2' })).toMatchObject({
      refusal: { details: { code: 'not-asked-yet' } },
    });
    run({ ...decision, reviewerId: 'm1' });
    expect([state().steps[0]?.status, asked()]).toEqual(['waiting', [true, true]]);
    run({ ...decision, reviewerId: 'm2' });
    expect(state().steps[0]?.output).toMatchObject({ mandatoryCount: 2, mandatoryApproveCount: 2 });
  });

  test('counts each of its levels among the mandatory, beside a person', () => {
    const { run, state } = start(chain, { userId: 'x', mandatory: true });
    run({ kind: 'reviewers-found', stepId, attempt: 1, answers: answers({ managers: two }) });
    for (const reviewerId of ['m1', 'm2', 'x'])
      run({ kind: 'record-decision', stepId, decision: 'approve', reason: null, reviewerId });
    expect(state().steps[0]?.output).toMatchObject({ mandatoryCount: 3, mandatoryApproveCount: 3 });
  });
});
