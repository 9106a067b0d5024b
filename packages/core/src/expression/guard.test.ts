import { describe, expect, test } from 'vitest';
import { op, variable } from './build.js';
import {
  type EdgeRole,
  type EndStatus,
  OUTCOMES,
  type Outcome,
  canFire,
  canHoldOn,
  guardOf,
  isLookedAt,
  roleOf,
} from './guard.js';
import type { Expression } from './tree.js';

const eq = (path: string, value: string | boolean | null) => op('eq', variable(path), value);
const APPROVED = eq('output.decision', 'approve');
const REJECTED = eq('output.decision', 'reject');
const IN_EUROPE = eq('execution.input.region', 'eu');
const BREACHED = eq('step.status', 'breached');
const FAILED = eq('step.status', 'failed');
const COMPLETED = eq('step.status', 'completed');

describe('rules 1 to 4: when an edge is looked at (contract section 4)', () => {
  const ENDINGS: readonly (readonly [EndStatus, string | null])[] = [
    ['completed', 'approve'],
    ['completed', null],
    ['completed', 'reject'],
    ['skipped', null],
    ['failed', null],
    ['breached', null],
  ];
  // One column for each ending: approved, without decision, rejected, skipped, failed, breached.
  test.each<[string, Expression | null, string]>([
    ['1: no when', null, 'yes yes no yes no no'],
    ['2: a when on the output', REJECTED, 'yes yes yes yes no no'],
    ['2: a when on the whole output', op('isEmpty', variable('output')), 'yes yes yes yes no no'],
    ['3: a when on the status', BREACHED, 'yes yes no yes yes yes'],
    ['3: a when on the whole step', op('isEmpty', variable('step')), 'yes yes no yes yes yes'],
    ['3: a when on the status and the output', op('or', BREACHED, REJECTED), 'yes yes yes yes yes yes'],
    [
      '3: a when on the status, deep inside',
      op('not', op('and', IN_EUROPE, op('not', FAILED))),
      'yes yes no yes yes yes',
    ],
    ['4: a when on the input', IN_EUROPE, 'yes yes no yes no no'],
    ['4: a when on the step, but not its status', eq('step.nodeId', 'a'), 'yes yes no yes no no'],
    ['4: a when on nothing', op('eq', 1, 1), 'yes yes no yes no no'],
    [
      '4: a string that names the output is not a variable',
      op('eq', 'output.decision', 'x'),
      'yes yes no yes no no',
    ],
  ])('%s', (_, when, expected) => {
    const guard = guardOf(when);
    const answers = ENDINGS.map(([status, decision]) => (isLookedAt(guard, status, decision) ? 'yes' : 'no'));
    expect(answers.join(' ')).toBe(expected);
  });
});

describe('which outcomes can make an edge fire', () => {
  test.each<[string, Expression | null, readonly Outcome[]]>([
    ['no when', null, ['approved', 'undecided', 'skipped']],
    ['an approval', APPROVED, ['approved']],
    ['a rejection', REJECTED, ['rejected']],
    ['no rejection', op('not', REJECTED), ['approved', 'undecided', 'skipped']],
    ['no decision', eq('output.decision', null), ['undecided', 'skipped']],
    ['the input', IN_EUROPE, ['approved', 'undecided', 'skipped']],
    ['another output', eq('output.score', null), ['approved', 'rejected', 'undecided', 'skipped']],
    ['a breach', BREACHED, ['breached']],
    ['a failure', FAILED, ['failed']],
    ['completion: no rejection path, by rule 4', COMPLETED, ['approved', 'undecided']],
    ['completion and a rejection', op('and', COMPLETED, REJECTED), ['rejected']],
    ['any other status', op('ne', variable('step.status'), 'completed'), ['skipped', 'failed', 'breached']],
    ['what never holds', op('eq', 1, 2), []],
    ['a status that no step ends with', eq('step.status', 'done'), []],
  ])('%s', (_, when, expected) => {
    const all = Object.keys(OUTCOMES) as Outcome[];
    expect(all.filter((outcome) => canFire(guardOf(when), outcome))).toEqual(expected);
  });
});

describe('what an edge is for (contract section 2, "Roles")', () => {
  test.each<[string, Expression | null, EdgeRole]>([
    ['no when', null, 'success'],
    ['on a rejection', REJECTED, 'reject'],
    ['on a rejection in Europe', op('and', REJECTED, IN_EUROPE), 'reject'],
    ['on anything but an approval', op('ne', variable('output.decision'), 'approve'), 'reject'],
    [
      'on a rejection or a breach: it holds on one, and not on an approval',
      op('or', REJECTED, BREACHED),
      'reject',
    ],
    ['on a breach', BREACHED, 'breach'],
    ['on a breach in Europe', op('and', BREACHED, IN_EUROPE), 'breach'],
    ['on a breach or a failure', op('or', BREACHED, FAILED), 'breach'],
    ['on any ending but completion', op('not', COMPLETED), 'breach'],
    ['on a breach that was rejected before', op('and', BREACHED, REJECTED), 'breach'],
    ['on an approval', APPROVED, 'custom'],
    ['on a failure', FAILED, 'custom'],
    ['on completion', COMPLETED, 'custom'],
    ['on the input', IN_EUROPE, 'custom'],
    ['on another output', eq('output.ok', true), 'custom'],
    ['always', op('eq', 1, 1), 'custom'],
    ['never', op('eq', 1, 2), 'custom'],
    ['on a breach or in Europe', op('or', BREACHED, IN_EUROPE), 'custom'],
  ])('%s: %s', (_, when, role) => {
    expect(roleOf(guardOf(when))).toBe(role);
  });
});

test.each<[string, Expression, boolean, boolean]>([
  ['a breach', BREACHED, true, false],
  ['a breach in Europe', op('and', BREACHED, IN_EUROPE), true, false],
  ['completion', COMPLETED, false, true],
  ['a decision, which may be anything', REJECTED, true, true],
  ['never', op('eq', 1, 2), false, false],
])('can hold on a status alone: %s', (_, when, breached, completed) => {
  const { folded } = guardOf(when);
  if (folded === null) throw new Error('there is no condition');
  expect([canHoldOn(folded, 'breached'), canHoldOn(folded, 'completed')]).toEqual([breached, completed]);
});
