import { describe, expect, test } from 'vitest';
import { compileDefinition } from '../compile/compile-definition.js';
import type { JsonValue } from '../definition/json.js';
import { op, variable, when } from '../expression/build.js';
import { agent } from '../test-support/run.js';

const issuesOf = (triggers: readonly object[]): string[] => {
  const definition = { definitionId: 'flow', name: 'Flow', nodes: [agent('a')], edges: [], triggers };
  const checked = compileDefinition(definition as unknown as JsonValue);
  return checked.ok ? [] : checked.issues.map((it) => `${it.code} ${it.path}`);
};
const schedule = (fields: object) => issuesOf([{ triggerId: 't', schedule: { cron: '@daily', ...fields } }]);
const event = (fields: object) => issuesOf([{ triggerId: 't', event: { types: ['x'], ...fields } }]);

describe('schedules', () => {
  test.each<[string, object, string[]]>([
    ['a daily one', {}, []],
    ['a day that few years have', { cron: '0 0 29 2 *' }, []],
    ['seconds', { cron: '0 0 0 * * *' }, ['schedule-invalid triggers[0].schedule']],
    ['an hour too many', { cron: '0 24 * * *' }, ['schedule-invalid triggers[0].schedule']],
    ['a range that is turned around', { cron: '0 5-1 * * *' }, ['schedule-invalid triggers[0].schedule']],
    ['a step of zero', { cron: '*/0 * * * *' }, ['schedule-invalid triggers[0].schedule']],
    ['letters of others', { cron: '0 0 L * *' }, ['schedule-invalid triggers[0].schedule']],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, ['schedule-invalid triggers[0].schedule']],
    ['an offset as a zone', { timeZone: '+02:00' }, ['schedule-invalid triggers[0].schedule']],
    ['30 February', { cron: '0 0 30 2 *' }, ['schedule-never-fires triggers[0].schedule']],
    ['an end before its first instant', { from: 1, until: 2 }, ['schedule-never-fires triggers[0].schedule']],
    ['an unknown field', { often: true }, ['unknown-field triggers[0].schedule.often']],
  ])('%s', (_, fields, issues) => {
    expect(schedule(fields)).toEqual(issues);
  });
});

describe('events', () => {
  test.each<[string, object, string[]]>([
    ['a type alone', {}, []],
    ['a condition over the payload', { when: when(op('eq', variable('event.payload.a'), 1)) }, []],
    [
      'a condition over another root',
      { when: when(op('eq', variable('output.a'), 1)) },
      ['when-unknown-root triggers[0].event.when.args[0].var'],
    ],
    [
      'a condition over a field that it cannot read',
      { when: when(op('eq', variable('event.emittedAt'), 1)) },
      ['when-unknown-root triggers[0].event.when.args[0].var'],
    ],
    ['a condition that is code', { when: 'a > 1' }, ['when-not-json triggers[0].event.when']],
    ['a context', { context: { a: ['{{event.id}}'] } }, []],
    [
      'a context over another root',
      { context: { a: ['{{input.a}}'] } },
      ['template-invalid triggers[0].event.context.a[0]'],
    ],
    ['a context that is a list', { context: [] }, ['invalid-field triggers[0].event.context']],
    ['a bad type', { types: ['-x'] }, ['invalid-field triggers[0].event.types[0]']],
  ])('%s', (_, fields, issues) => {
    expect(event(fields)).toEqual(issues);
  });
});

test.each<[string, object]>([
  ['none', {}],
  ['two', { schedule: { cron: '@daily' }, event: { types: ['x'] } }],
])('a trigger with %s of the mechanisms is refused', (_, fields) => {
  expect(issuesOf([{ triggerId: 't', ...fields }])).toEqual(['trigger-mechanism triggers[0]']);
});
