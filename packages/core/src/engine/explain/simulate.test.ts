/** Explanations of simulated decisions that start a step with working-time deadlines. */
import { describe, expect, test } from 'vitest';
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

describe('runs of subflow nodes', () => {
  const definition = {
    definitionId: 'parent',
    name: 'Parent',
    nodes: [
      { nodeId: 'sub', type: 'subflow', config: { definitionId: 'child', decisionFrom: 'review' } },
      { nodeId: 'next', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
      { nodeId: 'repair', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [
      { from: 'sub', to: 'next' },
      { from: 'sub', to: 'rework', on: 'reject' },
      { from: 'sub', to: 'repair', on: 'failure' },
    ],
  } as never;
  const ran = (run?: 'approved' | 'rejected' | 'completed' | 'failed' | 'cancelled') => {
    const runs = run === undefined ? {} : { runs: { sub: run } };
    const { state } = simulate(definition, { input: { url: 'u' }, now: 0, ...runs });
    return state.steps.map((it) => [it.nodeId, it.status, it.error?.code ?? null]);
  };

  test('complete with an approval by default', () => {
    expect(ran()).toEqual([
      ['sub', 'completed', null],
      ['next', 'completed', null],
    ]);
    expect(ran('approved')).toEqual(ran());
  });

  test.each([
    ['rejected', 'rework', 'completed', null],
    ['failed', 'repair', 'failed', 'subflow-failed'],
    ['cancelled', 'repair', 'failed', 'subflow-cancelled'],
    ['completed', 'repair', 'failed', 'subflow-undecided'],
  ] as const)('end as %s', (run, next, status, code) => {
    expect(ran(run)).toEqual([
      ['sub', status, code],
      [next, 'completed', null],
    ]);
  });
});
