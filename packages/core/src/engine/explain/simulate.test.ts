/** Explanations of simulated decisions that start a step with working-time deadlines. */
import { expect, test } from 'vitest';
import { type Definition, type JsonValue, compileDefinition, op, variable, when } from '../../index.js';
import { explain, simulate } from '../../interpreter.js';
import { must } from '../../test-support/people.js';
import { agent, edge, human, onStatus, rejectTo } from '../../test-support/run.js';

const office = { timeZone: 'Europe/Berlin', week: { mon: [['09:00', '17:00']] }, holidays: [] } as const;
const definition: Definition = {
  definitionId: 'in-working-time',
  name: 'In working time',
  nodes: [
    human('review', [must('a')], rejectTo('rework')),
    {
      ...human('final', [must('z')], rejectTo('rework')),
      sla: { workingMs: 3_600_000, calendar: 'office' },
    },
    agent('rework'),
  ],
  edges: [edge('review', 'final'), edge('final', 'rework', onStatus('breached'))],
};

test('a step due in working time starts, even without known calendars', () => {
  const now = Date.UTC(2026, 0, 2, 12);
  const run = simulate(definition, { input: { url: 'x' }, now, calendars: { office } });
  const checked = compileDefinition(definition as unknown as JsonValue);
  if (!checked.ok) expect.fail('the definition is refused');
  for (const { steps } of [run.explanation, explain(checked.compiled, run.state, now)]) {
    const [step] = steps;
    const [approval] = step && 'next' in step ? step.next : [];
    expect(approval?.then).toMatchObject({ starts: ['final'], executionStatus: 'running' });
  }
});

test('a calendar that is known to be missing is reported', () => {
  const now = Date.UTC(2026, 0, 2, 12);
  const { state } = simulate(definition, { input: { url: 'x' }, now, calendars: { office } });
  const checked = compileDefinition(definition as unknown as JsonValue);
  if (!checked.ok) expect.fail('the definition is refused');
  const [step] = explain(checked.compiled, state, now, { calendars: new Map() }).steps;
  const [approval] = step && 'next' in step ? step.next : [];
  expect(approval?.then.executionStatus).toBe('failed');
});

/**
 * A rejection takes the edge whose condition its reason or code meets; otherwise it goes to
 * `rework`.
 */
const asking = (fields: object, path: string, value: string | null): Definition => ({
  ...definition,
  nodes: [human('review', [must('a')], { ...rejectTo('rework'), ...fields }), agent('rework'), agent('odd')],
  edges: [edge('review', 'odd', when(op('eq', variable(path), value)))],
});

test.each([
  ['a reason', { reasonRequired: 'always' }, 'output.rejectionReason', null],
  ['a reason', { reasonRequired: 'reject' }, 'output.rejectionReason', ''],
  ['a reason code', { reasonCodes: ['price', 'terms'] }, 'output.decisions.0.reasonCode', null],
])('no condition is predicted that needs a decision without %s', (_, fields, path, value) => {
  const run = simulate(asking(fields, path, value), { input: { url: 'x' }, now: 0 });
  const [step] = run.explanation.steps;
  const rejection = step && 'next' in step ? step.next.find((it) => it.decision === 'reject') : undefined;
  expect(rejection?.then.starts).toEqual(['rework']);
});

test('an answer is on what the run is about', () => {
  const signed = human('review', [must('a')], { ...rejectTo('rework'), requireSubjectDigest: true });
  const signing = { ...definition, nodes: [signed, agent('rework')], edges: [] };
  const subject = { digest: `sha256:${'a'.repeat(64)}`, ref: null, revision: null };
  const parties = { initiatorId: null, contributorIds: [], enforceSeparation: false, subject };
  const answers = [{ nodeId: 'review', reviewerId: 'a', decision: 'approve' }] as const;
  const { state, refused } = simulate(signing, { input: {}, now: 0, parties, answers });
  expect([refused, state.status]).toEqual([[], 'completed']);
});
