/** Parties of an execution (contract section 18). A party stays a party. */
import { describe, expect, test } from 'vitest';
import { NOBODY, decided } from '../test-support/decided.js';
import { must } from '../test-support/people.js';
import { agent, human, rejectTo } from '../test-support/run.js';
import type { Command } from './command.js';
import { partiesOf, partiesOfHeader } from './parties.js';

const ALL = ['delegate', 'substitute', 'add', 'retract', 'ask'];
const start = (parties?: Parameters<typeof decided>[1]) =>
  decided(
    {
      nodes: [
        human('review', [must('a'), must('b')], { ...rejectTo('rework'), allow: ALL }),
        agent('rework'),
      ],
      edges: [],
    },
    parties,
  );
const stepId = 'step_review';
const answer = (reviewerId: string, more: object = {}) => ({
  kind: 'record-decision',
  ...{ stepId, reviewerId, decision: 'approve', reason: null, via: null },
  ...more,
});
const asked = { kind: 'request-information', stepId, reviewerId: 'a', question: 'why', ofUserId: 'w' };
const absences = [{ userId: 'a', substituteId: 'z', from: 0, until: 9 }];

test.each<[string, object, string[]]>([
  ['step.awaiting-approval', { waitingForReviewers: ['a', 'b'] }, ['a', 'b']],
  ['step.reviewers-resolved', { places: [{ userId: 'a', holder: 'z' }] }, ['a', 'z']],
  ['step.decision-recorded', { reviewerId: 'a' }, ['a']],
  ['step.decision-recorded', { reviewerId: 'z', people: { onBehalfOf: 'a' } }, ['z', 'a']],
  ['step.answered', { reviewerId: 'z', onBehalfOf: 'a' }, ['z', 'a']],
  ['step.answered', { reviewerId: 'a', onBehalfOf: null }, ['a']],
  ['step.assigned', { added: ['b'], removed: ['a'] }, ['b']],
  ['step.people-changed', { places: [{ userId: 'a', holder: 'z' }] }, ['a', 'z']],
  ['step.people-changed', { question: { by: 'a', of: 'w' } }, ['a', 'w']],
  ['step.answer-retracted', { reviewerId: 'z', onBehalfOf: 'a' }, ['z', 'a']],
  ['step.question-asked', { by: 'a', of: 'w' }, ['a', 'w']],
  ['step.question-answered', { by: 'a', of: 'w' }, ['a', 'w']],
  ['execution.parties-changed', { contributorIds: ['c', 'c'] }, ['c']],
  ['step.overridden', { actorId: 'ops' }, []],
  ['execution.subject-revised', { actorId: 'ops' }, []],
])('%s of %j makes parties of those whom it names', (type, data, expected) => {
  expect(partiesOf([{ type, data } as never])).toEqual(expected);
});

describe('becomes one', () => {
  test.each<[string, object, string[]]>([
    ['who answers', answer('a'), ['a']],
    ['who stands in, and for whom', answer('z', { onBehalfOf: 'a', absences }), ['z', 'a']],
    [
      'to whom a place is handed over',
      { kind: 'delegate', stepId, reviewerId: 'a', toUserId: 'z', actorId: 'ops', reason: null },
      ['a', 'z'],
    ],
    ['who is added', { kind: 'add-reviewers', stepId, reviewerId: 'a', userIds: ['z'], reason: null }, ['z']],
    ['who asks, and who is asked', asked, ['a', 'w']],
    [
      'who makes what is to be approved another, and for whom',
      {
        ...{ kind: 'revise-subject', subject: { digest: 'd2' }, ifDigest: null },
        ...{ actorId: 'author', contributorId: 'co' },
      },
      ['author', 'co'],
    ],
  ])('%s', (_, command, expected) => {
    const { run, first } = start();
    expect(first.ok && partiesOf(first.events)).toEqual(['a', 'b']);
    const made = run(command as Command);
    if (!made.ok) throw new Error(made.refusal.message);
    expect(new Set(partiesOf(made.events))).toEqual(new Set([...expected, ...placesIn(made.events)]));
  });

  /** A change of places names all that it changes. */
  const placesIn = (events: readonly { readonly data: object }[]): string[] =>
    events.flatMap(({ data }) =>
      'places' in data ? (data.places as { userId: string; holder: string }[]).map((it) => it.userId) : [],
    );

  test('no user by an ending, or by force', () => {
    const { run } = start();
    const made = run({ kind: 'cancel-step', stepId, actorId: 'ops', reason: null });
    expect(made.ok && partiesOf(made.events)).toEqual([]);
  });
});

test('the initiator and the contributors are from the start', () => {
  expect(partiesOfHeader({})).toEqual([]);
  const parties = { ...NOBODY, initiatorId: 'ini', contributorIds: ['con'] };
  expect(partiesOfHeader({ parties })).toEqual(['ini', 'con']);
  expect(partiesOfHeader({ parties: { ...parties, initiatorId: null } })).toEqual(['con']);
});
