/**
 * The compiler closes each set: it is a `Record` over its names. These tests check that the sets
 * fit each other, which no type expresses.
 */
import { expect, test } from 'vitest';
import { NODE_TYPES } from '../definition/definition.js';
import { workOf } from '../nodes/run.js';
import { traitsOf } from '../nodes/schema.js';
import { ALL_EVENT_TYPES, EXECUTION_ENDINGS, STEP_ENDINGS, entryOf } from './event.js';
import { JOB_KINDS } from './job.js';
import { EXECUTION_STATUSES, STEP_STATUSES, isOpen, isTerminal } from './state.js';

test('every status of an ended step is given by one event, and by the event of that name', () => {
  const ended = STEP_STATUSES.filter((it) => !isOpen(it));
  expect(STEP_ENDINGS.map((it) => [it, entryOf(it).ends]).toSorted()).toEqual(
    ended.map((it) => [`step.${it}`, it]).toSorted(),
  );
});

test('every status of an ended execution is given by one event, and by the event of that name', () => {
  const ended = EXECUTION_STATUSES.filter(isTerminal);
  expect(EXECUTION_ENDINGS.map((it) => [it, entryOf(it).ends]).toSorted()).toEqual(
    ended.map((it) => [`execution.${it}`, it]).toSorted(),
  );
});

test('an event is of an execution, a step, a group or a loop, and only one of a step asks for the status of a step', () => {
  const others = ALL_EVENT_TYPES.filter((it) => !it.startsWith('step.'));
  expect(others.filter((it) => !/^(execution|group|loop|idempotency)\./.test(it))).toEqual([]);
  expect(others.filter((it) => entryOf(it).during !== null)).toEqual([]);
});

/** A deadline is of any step, and the check of a run that a step started is of the run. */
const OF_ANY = ['step-deadline', 'stop-run'];

test('every kind of job besides these is of the steps of one kind of node, but for calls', () => {
  const owned = NODE_TYPES.flatMap((type) => traitsOf(type).jobs);
  expect([...new Set(owned), ...OF_ANY].toSorted()).toEqual([...JOB_KINDS].toSorted());
  const shared = owned.filter((it, index) => owned.indexOf(it) !== index);
  expect(shared).toEqual(['call']);
  const calling = NODE_TYPES.filter((type) => traitsOf(type).jobs.some((it) => it === 'call'));
  expect(calling).toEqual(NODE_TYPES.filter((type) => traitsOf(type).calls !== null));
});

test('a kind of node has work when its steps have jobs', () => {
  for (const type of NODE_TYPES) {
    const { jobs } = traitsOf(type);
    expect(workOf(type) !== null, type).toBe(jobs.length > 0);
    const timers = Object.keys(workOf(type)?.timers ?? {});
    expect(jobs, type).toEqual(expect.arrayContaining(timers));
  }
});
