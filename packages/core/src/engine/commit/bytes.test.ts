/** The estimated size of a commit, and the bound on the work to estimate it. */
import { describe, expect, test } from 'vitest';
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import type { Change } from '../../ports/store/executions.js';
import { StateSizes, changeBytes } from './bytes.js';

const MUCH = 1_000_000;
const large = 'x'.repeat(10_000);
const step = (more: Partial<StepState> = {}): StepState => ({ decisions: [], ...more }) as StepState;
const change = (more: object = {}): Change =>
  ({
    expectedSeq: 1,
    state: { triggerContext: {} },
    changedSteps: [],
    events: [],
    ...more,
  }) as unknown as Change;

const PARTS: [string, Partial<StepState>][] = [
  ['input', { input: { large } }],
  ['output', { output: { large } }],
  ['decisions', { decisions: [{ comment: large }] } as unknown as Partial<StepState>],
  ['resolutions', { resolutions: [{ large }] } as unknown as Partial<StepState>],
  ['waitingForReviewers', { waitingForReviewers: [large] }],
  ['people', { people: { large } } as unknown as Partial<StepState>],
];

describe('a change', () => {
  test('of nothing is a frame, and each event is one more', () => {
    const events = (count: number) => Array.from({ length: count }, () => ({ data: {} }));
    const [none, one, two] = [0, 1, 2].map((it) => changeBytes(change({ events: events(it) }), MUCH));
    expect(none).toBeGreaterThan(0);
    expect(two! - one!).toBe(one! - none!);
    expect(one! - none!).toBeGreaterThan(100);
  });
  test('counts the context of the run only when it creates the run', () => {
    const of = (expectedSeq: number) =>
      changeBytes(change({ expectedSeq, state: { triggerContext: { large } } }), MUCH);
    expect(of(0) - of(1)).toBeGreaterThan(large.length);
  });
  test.each(PARTS)('counts the %s of its steps', (_part, more) => {
    const of = (it: StepState) => changeBytes(change({ changedSteps: [it] }), MUCH);
    expect(of(step(more)) - of(step())).toBeGreaterThan(large.length);
    expect(of(step(more))).toBeLessThan(2 * large.length);
  });
  test('counts what its events say', () => {
    expect(changeBytes(change({ events: [{ data: { large } }] }), MUCH)).toBeGreaterThan(large.length);
  });
  test('is looked at no further than is asked for', () => {
    const many = Array.from({ length: 100 }, () => step({ input: { large }, output: { large } }));
    const events = Array.from({ length: 100 }, () => ({ data: { large } }));
    const frames = changeBytes(change({ events: events.map(() => ({ data: {} })) }), MUCH);
    // One part goes beyond, and it is the last.
    expect(changeBytes(change({ changedSteps: many, events }), 20_000)).toBeLessThan(
      frames + 20_000 + 3 * large.length,
    );
    let looked = 0;
    const seen = {
      get large() {
        looked += 1;
        return large;
      },
    };
    changeBytes(change({ changedSteps: Array.from({ length: 50 }, () => step({ input: seen })) }), 5_000);
    expect(looked).toBe(1);
  });
});

test('a state is its context and its steps, each of them measured once', () => {
  let looked = 0;
  const input = {
    get large() {
      looked += 1;
      return large;
    },
  };
  const state = {
    triggerContext: { large },
    steps: [step({ input }), step()],
  } as unknown as ExecutionState;
  const sizes = new StateSizes();
  const bytes = sizes.of(state, MUCH);
  expect(bytes).toBeGreaterThan(2 * large.length);
  expect(sizes.of(state, MUCH)).toBe(bytes);
  expect(looked).toBe(1);
});
