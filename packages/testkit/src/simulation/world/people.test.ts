/**
 * Reviewers' actions on waiting steps with every kind of fault; a separate judge checks the
 * results.
 */
import type { ApprovalStore, JsonObject } from '@org/approval-core';
import type { EngineEvent, ExecutionState } from '@org/approval-core/interpreter';
import { describe, expect, test } from 'vitest';
import { overriding } from '../../overriding.js';
import { type History, runHistory } from './history.js';
import { standInOf } from './people-calls.js';
import { judgePeople } from './people-judge.js';
import { SeededRandom } from './random.js';
import { peopleScenario } from './scenario.js';

const FIRST = Number(process.env['SIM_SEED'] ?? 46);
const HISTORIES = Number(process.env['SIM_HISTORIES'] ?? 30);

const historyOf = (seed: number, sabotage = {}): Promise<History> =>
  runHistory({ seed, scenario: peopleScenario(new SeededRandom(seed)), sabotage });

const VERBS = [
  ...[
    'answer',
    'stand-in',
    'delegate',
    'claim',
    'release',
    'add-reviewers',
    'retract',
    'ask',
    'tell',
    'revise',
  ],
  ...['withdraw', 'set-absence', 'clear-absence', 'explain', 'remind'],
];

test(
  'under all actions and faults, every approval has an approver who may give it',
  { timeout: 60_000 + HISTORIES * 2_000 },
  async () => {
    const done = new Set<string>();
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const { violations, features } = await historyOf(seed);
      expect(violations, `seed ${seed}`).toEqual([]);
      for (const feature of features.keys()) done.add(feature);
    }
    // An operation that was not tried was not tested.
    if (HISTORIES >= 30) expect(VERBS.filter((it) => !done.has(`ok ${it}`))).toEqual([]);
  },
);

test('a store that says of everybody that they are away is found out', { timeout: 120_000 }, async () => {
  const lying = (store: ApprovalStore): ApprovalStore =>
    overriding(store, {
      absences: overriding(store.absences!, {
        absencesInForce: async ({ workspaceId, userIds }) =>
          userIds.map((userId) => {
            const always = { from: 0, until: Number.MAX_SAFE_INTEGER, substituteId: standInOf(userId) };
            return { workspaceId, absenceId: `of ${userId}`, userId, ...always };
          }),
      }),
    });
  const codes: (string | undefined)[] = [];
  // Most of its lies are true by chance: callers set absences with the same substitutes.
  for (let seed = 1; seed <= 100 && codes.length === 0; seed++) {
    const { violations } = await historyOf(seed, { store: lying });
    codes.push(...violations.map((it) => it.code));
  }
  expect(codes).toContain('answered-wrongly');
});

describe('the judge sees', () => {
  const nodes = [{ nodeId: 'n', type: 'human', config: { separation: { excludeInitiator: true } } }];
  const definition = { nodes } as unknown as JsonObject;
  const parties = { initiatorId: 'ini', contributorIds: [], enforceSeparation: false, subject: null };
  const event = (type: string, data: object) => ({ type, stepId: 's', data: { nodeId: 'n', ...data } });
  const asked = (...names: string[]) => event('step.awaiting-approval', { waitingForReviewers: names });
  const answered = (reviewerId: string, onBehalfOf: string | null = null) =>
    event('step.answered', { reviewerId, onBehalfOf, decision: 'approve', round: 1 });
  const retracted = event('step.answer-retracted', { reviewerId: 'ann', onBehalfOf: null, round: 2 });
  const assigned = (cause: string, added: string[], removed: string[]) =>
    event('step.assigned', { cause, added, removed });
  const reminded = event('step.reminder', { level: 0, userIds: [], dueAt: null });
  const approved = event('step.completed', { decision: 'approve' });
  const judge = (events: readonly object[], absences: readonly string[] = []) =>
    judgePeople(
      {
        definition,
        state: { parties } as unknown as ExecutionState,
        events: events.map((it, index) => ({ ...it, seq: index + 1 })) as unknown as readonly EngineEvent[],
      },
      new Set(absences),
    ).map((it) => it.message.split(': ')[1]);

  test('nothing wrong where nothing is', () => {
    expect(judge([asked('ann', 'bob'), answered('ann'), answered('bob'), approved])).toEqual([]);
    expect(judge([asked('ann'), assigned('delegated', ['bob'], ['ann']), answered('bob'), approved])).toEqual(
      [],
    );
    expect(judge([asked('ann'), answered('sue', 'ann'), approved], ['ann max', 'max sue'])).toEqual([]);
    expect(judge([asked('ann', 'bob'), answered('ann'), retracted, answered('ann'), approved])).toEqual([]);
  });

  test.each([
    ['a user who is not a reviewer', [asked('ann'), answered('bob')], 'bob is not a reviewer'],
    [
      'a user in another reviewer’s seat',
      [asked('ann'), assigned('delegated', ['bob'], ['ann']), answered('ann')],
      'ann is not a reviewer',
    ],
    ['the initiator', [asked('ini'), answered('ini')], 'ini must not decide'],
    [
      'a substitute who was not named',
      [asked('ann'), answered('sue', 'ann')],
      'sue is not a substitute of ann',
    ],
    [
      'two answers of one person',
      [asked('ann'), answered('ann'), answered('ann')],
      'ann or ann has already decided',
    ],
    [
      'an approval without an approver',
      [asked('ann'), answered('ann'), retracted, approved],
      'no reviewer gave it',
    ],
    [
      'an approval by the time',
      [asked('ann'), answered('ann'), reminded, approved],
      'it was approved by an event other than a decision',
    ],
    [
      'an approval by removal',
      [asked('ann', 'bob'), answered('ann'), assigned('separation', [], ['bob']), approved],
      'it was approved by an event other than a decision',
    ],
    [
      'an approval after a reset',
      [asked('ann', 'bob'), answered('ann'), assigned('reset', ['ann'], []), answered('bob'), approved],
      null,
    ],
  ])('%s', (_, events, fault) => {
    if (fault === null) expect(judge(events)).toEqual([]);
    else expect(judge(events)).toContain(fault);
  });
});
