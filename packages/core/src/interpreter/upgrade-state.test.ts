import { expect, test } from 'vitest';
import { upgradeState } from './upgrade-state.js';

test('a decided group that was stored with its round is read with its iteration', () => {
  const stored = { groups: [{ groupId: 'g', round: 3, outcome: 'met' }] } as never;
  expect(upgradeState(stored)).toEqual({ groups: [{ groupId: 'g', iteration: 3, outcome: 'met' }] });
});

test('also beside one that was decided since', () => {
  const now = { groupId: 'g', iteration: 2, outcome: 'met' };
  const stored = { groups: [now, { groupId: 'h', outcome: 'met' }] } as never;
  expect(upgradeState(stored)).toEqual({ groups: [now, { groupId: 'h', iteration: 1, outcome: 'met' }] });
});

test('a state of this version is the same object', () => {
  const state = { groups: [{ groupId: 'g', iteration: 2, outcome: 'unreachable' as const }] };
  expect(upgradeState(state)).toBe(state);
});
