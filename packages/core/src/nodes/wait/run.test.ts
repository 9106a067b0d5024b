/** Wait steps: their times, and what they refuse. */
import { expect, test } from 'vitest';
import type { DefinitionNode } from '../../definition.js';
import { compileDefinition } from '../../index.js';
import { Run, edge, human, rejectTo, agent } from '../../test-support/run.js';

const YEAR = 31_536_000_000;
const wait = (config: object, more: object = {}): DefinitionNode => ({
  nodeId: 'w',
  type: 'wait',
  config,
  ...more,
});
const alone = (config: object, input = {}, options = {}) =>
  Run.start({ nodes: [wait(config)], edges: [] }, { triggerContext: input, ...options });
const stepOf = async (run: Run) => (await run.get()).steps[0];

test('a time completes the step when it has come, and not 1 ms before', async () => {
  const run = await alone({ forMs: 600 });
  const begun = await stepOf(run);
  expect(begun).toMatchObject({ status: 'running', wakeAt: run.now() + 600 });
  await run.advance(599);
  expect((await stepOf(run))?.status).toBe('running');
  await run.advance(1);
  const step = await stepOf(run);
  expect(step).toMatchObject({ status: 'completed', wakeAt: null });
  expect(step?.output).toEqual({ reason: 'time', wokeAt: begun?.wakeAt, payload: null });
  expect((await run.get()).status).toBe('completed');
});

test('an instant that has passed completes the step in the commit that starts it', async () => {
  for (const until of [{ var: 'execution.input.at' }, 1, '2020-01-01T00:00:00+01:00']) {
    const run = await alone({ until }, { at: 5 });
    expect((await run.get()).status).toBe('completed');
  }
});

test.each(['tomorrow', true, ['2027-01-01'], null, '2027-01-01T00:00:00', '2027-02-30T00:00:00Z', 1.5, 9e15])(
  'the value %j is no instant',
  async (at) => {
    const run = await alone({ until: { var: 'execution.input.at' } }, { at });
    expect((await stepOf(run))?.error?.code).toBe('wait-invalid');
  },
);

test('an instant may be a year ahead, and not more', async () => {
  const now = (await alone({ forMs: 1 })).now();
  const options = { triggerContext: { at: now + YEAR } };
  const run = await Run.start(
    { nodes: [wait({ until: { var: 'execution.input.at' } })], edges: [] },
    options,
  );
  expect((await stepOf(run))?.status).toBe('running');
  const far = await alone({ until: { var: 'execution.input.at' } }, { at: now + YEAR + 1 });
  expect((await stepOf(far))?.error?.code).toBe('wait-invalid');
});

test('working time goes by the calendar, over a weekend and a holiday', async () => {
  const calendars = {
    office: { timeZone: 'Etc/UTC', week: { mon: [['00:00', '24:00']] }, holidays: [] },
  } as const;
  const run = await alone({ workingMs: 60_000, calendar: 'office' }, {}, { calendars });
  const { wakeAt = 0 } = (await stepOf(run)) ?? {};
  expect(new Date((wakeAt ?? 0) - 1).getUTCDay()).toBe(1);
});

test('a deadline breaches a wait that takes longer', async () => {
  const onBreach = JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] });
  const run = await Run.start({
    nodes: [wait({ signal: 'go' }, { slaMs: 100 }), agent('late', '__mock__')],
    edges: [edge('w', 'late', onBreach)],
  });
  await run.advance(100);
  expect((await run.get()).steps.map((it) => it.status)).toEqual(['breached', 'completed']);
});

test('a wait after a step has its output as its source', async () => {
  const run = await Run.start({
    nodes: [agent('first', '__mock__'), wait({ until: { var: 'output.agentDurationMs' } })],
    edges: [edge('first', 'w')],
  });
  expect((await run.get()).steps[1]?.output?.['reason']).toBe('time');
});

const valid = (config: object): boolean =>
  compileDefinition({
    definitionId: 'waits',
    name: 'Waits',
    nodes: [{ nodeId: 'w', type: 'wait', config: { ...config } }],
    edges: [],
  }).ok;

test.each([
  {},
  { forMs: 0 },
  { forMs: YEAR + 1 },
  { forMs: 1, until: 1 },
  { signal: 'Not OK' },
  { signal: 'x'.repeat(65) },
  { signal: 'x', forMs: 5 },
  { workingMs: 5 },
  { calendar: 'office', forMs: 5 },
  { forMs: 5, withinMs: 6 },
  { until: 'tomorrow' },
  { until: `2027-01-01T00:00:00.${'0'.repeat(30)}Z` },
])('the config %j is refused', (config) => {
  expect(valid(config)).toBe(false);
});

test.each([
  { forMs: YEAR },
  { signal: 'x'.repeat(64) },
  { signal: 'a', withinMs: YEAR },
  { until: '2027-01-01T00:00:00Z' },
])('the config %j is accepted', (config) => {
  expect(valid(config)).toBe(true);
});

test('an administrator finishes a wait; a review is none of the kinds', async () => {
  const run = await Run.start({
    nodes: [wait({ forMs: 60_000 }), human('a', 'ann', rejectTo('r')), agent('r', '__mock__')],
    edges: [],
  });
  const finish = (stepId: string, action: 'complete' | 'fail') =>
    run.engine.steps.finish({
      executionId: run.executionId,
      stepId,
      action,
      actorId: 'root',
      output: { a: 1, decision: 'approve' },
    });
  await expect(finish('step_a', 'complete')).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
  expect(await finish('step_w', 'complete')).toMatchObject({ resolved: true, status: 'completed' });
  await run.advance(60_000);
  expect(await stepOf(run)).toMatchObject({ overridden: true, output: { a: 1 } });
  expect((await stepOf(run))?.output).not.toHaveProperty('decision');
});
