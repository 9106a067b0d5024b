/** Definitions in YAML, and the forms that only files have. */
import { describe, expect, test } from 'vitest';
import { cli } from './test-support/cli.js';

const YAML = `# A sign-off.
definitionId: sign-off
name: Sign-off
strict: true
inputSchema:
  type: object
  properties:
    documentUrl: { type: string }
    amount: { type: number }
nodes:
  - nodeId: legal
    type: human
    sla: { workingDays: 2wd, calendar: office }
    config:
      reviewers: [{ userId: maria, mandatory: true }]
      onReject: { routeToNodeId: rework }
      reminders: [{ afterMs: 1d }]
  - nodeId: rework
    type: agent
    config: { agentId: __mock__, urlPath: documentUrl }
  - nodeId: board
    type: agent
    config: { agentId: __mock__, urlPath: documentUrl }
edges:
  - from: legal
    to: board
    when: { op: gt, args: [{ var: execution.input.amount }, 500] }
  - { from: legal, to: rework, on: otherwise }
  - from: legal
    to: board
    when: { op: eq, args: [{ var: step.status }, breached] }
`;

describe('YAML', () => {
  test('is linted as JSON is, with conditions as objects and durations as text', async () => {
    const { write, run } = cli();
    expect(await run('lint', write('a.yaml', YAML))).toEqual({
      ...{ code: 0, err: '' },
      out: '0 errors, 0 warnings in 1 file\n',
    });
  });

  test('findings have their place', async () => {
    const { write, run } = cli();
    const { code, out } = await run('lint', write('a.yml', YAML.replace('input.amount', 'input.amuont')));
    expect(code).toBe(1);
    expect(out).toContain('a.yml:27:30 error path-not-in-input edges[0].when.args[0].var');
    expect(out).toContain('did you mean "amount"?');
  });

  test.each([
    ['a syntax error', 'nodes: [', /1:\d+ error unreadable-file\n +invalid YAML/],
    [
      'a key twice',
      'name: a\nname: b\n',
      /2:1 error unreadable-file\n +invalid YAML: Map keys must be unique/,
    ],
    ['an alias', 'a: &x 1\nb: *x\n', /2:4 error unreadable-file\n +an alias is not supported/],
    ['a rounded number', 'a: 9007199254740993\n', /1:4 error unreadable-file\n +this number loses precision/],
    ['a number that JSON lacks', 'a: .inf\n', /1:4 error unreadable-file/],
    ['a name that is not a string', '1: a\n', /1:1 error unreadable-file/],
    ['nothing', '# empty\n', /the file is empty/],
  ])('%s is refused', async (_, text, said) => {
    const { write, run } = cli();
    const { code, out } = await run('lint', write('a.yaml', text));
    expect([code, out]).toEqual([1, expect.stringMatching(said)]);
  });
});

test('a duration with a calendar needs a working unit, in any file', async () => {
  const { write, run } = cli();
  const { code, out } = await run('lint', write('a.yaml', YAML.replace('workingDays: 2wd', 'workingMs: 2d')));
  expect(code).toBe(1);
  expect(out).toContain('a.yaml:13:12 error duration-needs-working-unit nodes[0].sla.workingMs');
  expect(out).toMatch(/1 error, 0 warnings/);
});
