/** A commit contains the differences of two states, and no more. */
import { describe, expect, test } from 'vitest';
import type { Job } from '../../interpreter/job.js';
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import { changeBetween } from './change.js';

const step = (stepId: string, status: StepState['status']): StepState =>
  ({ stepId, status, nodeType: 'human' }) as StepState;
const state = (seq: number, ...steps: StepState[]): ExecutionState =>
  ({ seq, steps, parties: { initiatorId: 'ida', contributorIds: ['cem'] } }) as unknown as ExecutionState;
const job = (stepId: string): Job => ({ stepId, kind: 'agent-call', dueAt: 0 }) as unknown as Job;
const decided = (...jobs: Job[]) => ({ events: [], jobs, claims: [], receiver: null });

const [waiting, running] = [step('a', 'waiting'), step('b', 'running')];

test('only steps that are not the same are written', () => {
  const changed = step('b', 'running');
  const { changedSteps, endedStepIds } = changeBetween(
    state(3, waiting, running),
    state(4, waiting, changed, step('c', 'waiting')),
    decided(),
  );
  expect(changedSteps.map((it) => it.stepId)).toEqual(['b', 'c']);
  expect(changedSteps[0]).toBe(changed);
  expect(endedStepIds).toEqual([]);
});

test.each(['completed', 'failed', 'cancelled'] as const)('a step that is %s has ended', (status) => {
  const old = step('old', 'completed');
  const { endedStepIds } = changeBetween(
    state(3, waiting, running, old),
    state(4, step('a', status), step('b', 'waiting'), old),
    decided(),
  );
  expect(endedStepIds).toEqual(['a']);
});

describe('jobs', () => {
  const before = state(3, waiting, running);
  test('of steps that have ended in the same change are not made', () => {
    const { newJobs } = changeBetween(
      before,
      state(4, step('a', 'cancelled'), step('b', 'running')),
      decided(job('a'), job('b')),
    );
    expect(newJobs.map((it) => it.stepId)).toEqual(['b']);
  });
  test('of steps that go on are', () => {
    const { newJobs } = changeBetween(before, state(4, waiting, running), decided(job('a'), job('b')));
    expect(newJobs.map((it) => it.stepId)).toEqual(['a', 'b']);
  });
  test('that several commands have made are one: the last', () => {
    const due = (stepId: string, kind: Job['kind'], dueAt: number): Job => ({
      stepId,
      kind,
      dueAt,
      attempt: 1,
    });
    const { newJobs } = changeBetween(
      before,
      state(4, waiting, running),
      decided(
        due('a', 'step-deadline', 10),
        due('a', 'step-reminder', 5),
        due('b', 'step-deadline', 30),
        due('a', 'step-deadline', 20),
      ),
    );
    expect(newJobs.map((it) => `${it.kind} ${it.stepId} ${it.dueAt}`).toSorted()).toEqual([
      'step-deadline a 20',
      'step-deadline b 30',
      'step-reminder a 5',
    ]);
  });
  test('none are none, also where steps end', () => {
    const { newJobs } = changeBetween(before, state(4, step('a', 'completed'), running), decided());
    expect(newJobs).toEqual([]);
  });
});

test.each([
  [0, ['ida', 'cem']],
  [1, []],
])('who the run is of becomes its party when it is created, at seq %i', (seq, parties) => {
  expect(changeBetween(state(seq), state(seq + 1, waiting), decided()).parties).toEqual(parties);
});

test('passes named reviewers to the store, unless the changed step has already waited for them', () => {
  const asked = (...waitingForReviewers: string[]) => ({ ...waiting, waitingForReviewers }) as StepState;
  const decision = (reviewerId: string, onBehalfOf?: string) =>
    ({ type: 'step.decision-recorded', data: { reviewerId, people: { onBehalfOf } } }) as never;
  const partiesOf = (before: StepState, ...events: never[]) =>
    changeBetween(state(1, before), state(2, asked()), { ...decided(), events }).parties;
  expect(partiesOf(asked('ann', 'bob'), decision('ann'))).toEqual([]);
  expect(partiesOf(asked('bob'), decision('ann', 'bob'))).toEqual(['ann']);
  expect(partiesOf(asked(), decision('ann'), decision('bob'))).toEqual(['ann', 'bob']);
});

test('a step that does not change says nothing of who is known', () => {
  const other = { ...running, waitingForReviewers: ['ann'] } as StepState;
  const events = [{ type: 'step.decision-recorded', data: { reviewerId: 'ann' } } as never];
  const changed = { ...waiting, waitingForReviewers: [] } as StepState;
  const before = state(1, { ...changed }, other);
  expect(changeBetween(before, state(2, changed, other), { ...decided(), events }).parties).toEqual(['ann']);
});
