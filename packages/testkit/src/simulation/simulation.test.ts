import type { ApprovalStore } from '@org/approval-core';
import { describe, expect, test } from 'vitest';
import { overriding } from '../overriding.js';
import { shrinkHistory } from './shrink.js';
import { describeReport, simulate } from './simulate.js';
import { simulateWorkflow } from './simulate-workflow.js';
import { runHistory } from './world/history.js';
import { Ledger } from './world/ledger.js';
import type { EndState } from './world/on-step.js';
import { PLANTED_BUGS } from './world/sabotages.js';

/** `SIM_SEED` and `SIM_HISTORIES` replay a seed, or run all night. */
const FIRST = Number(process.env['SIM_SEED'] ?? 1);
const HISTORIES = Number(process.env['SIM_HISTORIES'] ?? 250);
const TIMEOUT_MS = 60_000 + HISTORIES * 1_000;

test(
  'engines that share a store keep every promise under all faults',
  async () => {
    const report = await simulate({ seed: FIRST, histories: HISTORIES });
    expect(report.failures, describeReport(report)).toBe(0);
    if (HISTORIES >= 60) expect(report.neverHappened).toEqual([]);
  },
  TIMEOUT_MS,
);

test('the same seed gives the same history, to the last event, and another seed another one', async () => {
  const [first, again, other] = [
    await runHistory({ seed: 7 }),
    await runHistory({ seed: 7, keepTrace: true }),
    await runHistory({ seed: 8 }),
  ];
  expect(first.steps).toBeGreaterThan(50);
  expect(again.traceHash).toBe(first.traceHash);
  expect(again.trace.length).toBeGreaterThan(first.steps);
  expect(other.traceHash).not.toBe(first.traceHash);
});

test.each([
  ['the simulator judged runs that began while it waited for the last deliveries', 21_891],
  ['the same', 22_818],
  ['simulated people went on for ever after faults had ended', 9_732],
  ['a user who had decided in another seat was added, and could never approve', 25_042],
  ['a question was asked again after its answer, by a caller who only repeated the call', 21_547],
  ['a subject was revised again after it had been revised back', 23_768],
])('%s: seed %i, which failed once, does not any more', async (_, seed) => {
  expect((await runHistory({ seed })).violations).toEqual([]);
});

describe('the judge sees', () => {
  /** Never hands out the job of a delivery. */
  const undelivered = (store: ApprovalStore): ApprovalStore =>
    overriding(store, {
      async claimJobs(request) {
        const { claimed, nextDueAt } = await store.claimJobs(request);
        return { claimed: claimed.filter((it) => it.job.kind !== 'webhook-delivery'), nextDueAt };
      },
    });

  test('deliveries that never end', async () => {
    const { violations } = await runHistory({ seed: 9_732, sabotage: { store: undelivered } });
    expect(violations.map((it) => it.code)).toContain('stuck');
  });

  // A history needs three callers in one order for it: one in thousands has them.
  test('a revision that is made twice', () => {
    const at = { executionId: 'exec_1', actorId: 'tag-1', contributorId: 'author' };
    const call = { kind: 'revise', digest: 'd', ifDigest: 'c', ...at } as const;
    const ledger = new Ledger();
    const entry = ledger.add({ ...call, id: 0 });
    Object.assign(entry, { outcome: 'acknowledged', unknown: 1, result: { revised: true } });
    const revised = { type: 'execution.subject-revised', stepId: null, data: { actorId: at.actorId } };
    const endWith = (events: readonly object[]) =>
      new Map([
        [at.executionId, { state: { steps: [], idempotencyKey: null }, events } as unknown as EndState],
      ]);
    const codes = (events: readonly object[]) => ledger.check(endWith(events)).map((it) => it.code);
    expect(codes([revised])).toEqual([]);
    expect(codes([revised, revised])).toEqual(['done-twice']);
    expect(codes([])).toEqual(['acknowledged-and-lost']);
  });
});

describe('a planted bug is found', () => {
  const BUDGET = 100;

  test.each(PLANTED_BUGS)(
    '$bug',
    async ({ store, engine, seen }) => {
      const sabotage = { ...(store && { store }), ...(engine && { engine }) };
      const report = await simulate({ seed: 1, histories: BUDGET, sabotage, stopAtFirst: true });
      expect(report.failures).toBe(1);
      if (seen !== undefined) expect(report.worst?.violations.map((it) => it.code)).toContain(seen);
    },
    TIMEOUT_MS,
  );
});

test(
  'a failing history is made smaller, and still fails in the same way when it is replayed',
  async () => {
    const sabotage = { store: PLANTED_BUGS[3]!.store! };
    const report = await simulate({ seed: 1, histories: 50, sabotage, stopAtFirst: true });
    const seed = report.worst!.seed;
    const shrunk = await shrinkHistory({ seed, sabotage });
    const { faults, calls } = shrunk!;
    expect(faults.length).toBeLessThan(6);
    const replayed = await runHistory({ seed, sabotage, faults, calls });
    expect(replayed.violations[0]?.code).toBe(report.worst!.violations[0]?.code);
    expect(describeReport(report)).toContain(`--seed ${seed}`);
  },
  TIMEOUT_MS,
);

test('the workflow of a user is simulated with the agents of the user', async () => {
  const called: string[] = [];
  const definition = {
    definitionId: 'sign-off',
    name: 'Sign-off',
    nodes: [
      { nodeId: 'scan', type: 'agent', config: { agentId: 'scanner', urlPath: 'url' } },
      {
        nodeId: 'legal',
        type: 'human',
        config: {
          reviewers: [{ userId: 'ann', mandatory: true }],
          commentBody: 'Please look.',
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent', config: { agentId: 'writer', urlPath: 'url' } },
    ],
    edges: [{ from: 'scan', to: 'legal' }],
  };
  const agents = {
    scanner: ({ url }: { url: string }) => (called.push(url), { passed: true }),
    writer: () => ({ passed: true }),
  };
  const triggerContext = { url: 'https://example.com/contract' };
  const report = await simulateWorkflow(definition, { agents, triggerContext, histories: 20 });
  expect(report.failures, describeReport(report)).toBe(0);
  expect(report.smallest).toBeNull();
  const { endings, features } = report;
  expect(endings['completed']).toBeGreaterThan(0);
  expect(endings['completed']).toBe(features['event execution.completed']);
  expect(new Set(called)).toEqual(new Set([triggerContext.url]));
  expect(report.worst?.trace.length).toBeGreaterThan(10);
});

test('a workflow that asks for reasons, values, a subject, groups and calendars is answered as it asks', async () => {
  const late = '{"op":"eq","args":[{"var":"step.status"},"breached"]}';
  const config = {
    reviewers: [{ pool: { group: 'finance' }, count: 2, mandatory: true }],
    reasonRequired: 'always',
    reasonCodes: ['price'],
    requireSubjectDigest: true,
    form: { fields: [{ name: 'amount', type: 'number', required: true }] },
    onReject: { routeToNodeId: 'rework' },
  };
  const sla = { workingMs: 30 * 86_400_000, calendar: 'office' };
  const definition = {
    definitionId: 'asking',
    name: 'Asking',
    nodes: [
      { nodeId: 'sign', type: 'human', sla, config },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [{ from: 'sign', to: 'rework', when: late }],
  };
  const report = await simulateWorkflow(definition, { histories: 10 });
  expect(report.failures, describeReport(report)).toBe(0);
  expect(report.endings['completed']).toBeGreaterThan(5);
});

test('what never ran is said, and who stops it gets what was run', async () => {
  const definition = {
    definitionId: 'sign-off',
    name: 'Sign-off',
    nodes: [{ nodeId: 'print', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
    edges: [],
  };
  const report = await simulate({ definition, histories: 1_000, signal: AbortSignal.abort() });
  expect(report.histories).toBe(1);
  const { 'event execution.started': _, ...features } = report.features;
  expect(describeReport(report)).not.toContain('nothing ran');
  expect(describeReport({ ...report, features })).toContain('nothing ran');
});

test('a workflow that cannot be simulated says why, before anything runs', async () => {
  const definition = { definitionId: 'sign-off', name: 'Sign-off', nodes: [], edges: [] };
  await expect(simulateWorkflow(definition)).rejects.toThrow('the definition is not valid: nodes');
  const wrong = { histories: 0, seed: -1, faults: ['gremlins'], agent: {} } as never;
  for (const name of ['histories must be', 'seed must be', 'faults must be', 'agent is not an option'])
    await expect(simulateWorkflow(definition, wrong)).rejects.toThrow(name);
});
