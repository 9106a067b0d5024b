/**
 * Processes that are killed, or pause for longer than their leases, during executions. Afterwards
 * every execution ends, every record is consistent, and everything acknowledged exists.
 */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { ExecutionState } from '@org/approval-core/interpreter';
import { checkExecution } from '@org/approval-core/interpreter';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { DEADLINE_DEFINITION } from './test-support/kill-definition.js';
import { type Server, type TestDatabase, allServers, migrated } from './test-support/open.js';
import { type Process, dropConnections, kill, startProcess } from './test-support/processes.js';

const WORKSPACE = 'killed';
/** Longer than the lease of a worker. */
const STOPPED_MS = 1_800;
/** Fewest executions; `npm run chaos` runs for longer, and kills the database as well. */
const RUNS = 100;

interface Scene {
  readonly server: Server;
  readonly database: TestDatabase;
  readonly start: () => Promise<Process>;
  /** Waits until this number of executions was acknowledged. */
  readonly dispatched: (runs: number) => Promise<void>;
}

/** Four processes at a time. */
async function chaosOfMany({ server, database, start, dispatched }: Scene): Promise<void> {
  const [a, b, c, d] = await Promise.all([start(), start(), start(), start()]);
  await dispatched(RUNS / 5);
  expect(await dropConnections(server, database, [a, b, c, d])).toBeGreaterThan(0);
  await kill(a);
  const [e] = await Promise.all([start(), standStill(b)]);
  await kill(c);
  const [f] = await Promise.all([start(), standStill(d)]);
  await dispatched(RUNS);
  await Promise.all([b, d, e, f].map(kill));
}

/** One process at a time, as SQLite is used most. */
async function chaosOfOne({ start, dispatched }: Scene): Promise<void> {
  for (const runs of [RUNS / 4, RUNS / 2, RUNS]) {
    const only = await start();
    await dispatched(runs);
    await kill(only);
  }
}

async function standStill({ child }: Process): Promise<void> {
  child.kill('SIGSTOP');
  await sleep(STOPPED_MS);
  child.kill('SIGCONT');
}

/** `expect.poll` does not work in concurrent tests. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(50);
}

async function allRuns(store: ApprovalStore): Promise<ExecutionState[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listExecutions({ workspaceId: WORKSPACE }, { limit: 200, cursor });
    if (page === 'bad-cursor') throw new Error('a cursor of our own is bad');
    ids.push(...page.items.map((it) => it.executionId));
    cursor = page.cursor;
  } while (cursor !== null);
  const states = await store.loadExecutions(
    ids.map((executionId) => ({ workspaceId: WORKSPACE, executionId })),
  );
  return states.map((it) => it!);
}

/** A process that is not killed finishes the work of the killed ones. */
async function finishAll(store: ApprovalStore): Promise<ExecutionState[]> {
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    jobs: { pollMs: 50, agentConcurrency: 64 },
  });
  const { steps } = engine.forWorkspace(WORKSPACE);
  const decide = async () => {
    const { items } = await steps.listWaiting({ pageSize: 200 });
    await Promise.all(
      items.flatMap(({ executionId, stepId, waitingForReviewers }) =>
        waitingForReviewers
          .filter((reviewerId) => reviewerId !== 'nobody')
          .map((reviewerId) =>
            steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' }),
          ),
      ),
    );
  };
  const open = async () => {
    await decide();
    const ended = await store.countExecutions!({ workspaceId: WORKSPACE, status: 'completed' }, 10_000);
    return (await store.countExecutions!({ workspaceId: WORKSPACE }, 10_000)) - ended;
  };
  await until(async () => (await open()) === 0);
  await engine.stop();
  return allRuns(store);
}

describe.concurrent.each(await allServers())('$name', (server) => {
  test(
    'nothing is lost, doubled or stuck when processes are killed and stopped, and connections dropped',
    { timeout: 180_000 },
    async () => {
      const database = await migrated(server);
      const folder = mkdtempSync(join(tmpdir(), 'approval-kill-'));
      const log = join(folder, 'acknowledged');
      writeFileSync(log, '');
      const acknowledged = () => readFileSync(log, 'utf8').trim().split('\n');
      const store = sqlStore(await database.connect());
      await createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) }, jobs: { run: false } })
        .forWorkspace(WORKSPACE)
        .definitions.create(DEADLINE_DEFINITION);

      const count = () => acknowledged().filter((it) => it.startsWith('dispatched')).length;
      const scene: Scene = {
        server,
        database,
        start: () => startProcess('worker', database, [log, WORKSPACE]),
        dispatched: (runs) => until(async () => count() >= runs),
      };
      await (server.name === 'SQLite' ? chaosOfOne(scene) : chaosOfMany(scene));
      const open = (await allRuns(store)).filter((it) => it.status !== 'completed').length;
      const runs = await finishAll(store);

      expect(runs.length).toBeGreaterThanOrEqual(RUNS);
      expect(open).toBeGreaterThan(0);
      const happened = await recorded(store, runs);
      expect(acknowledged().filter((it) => happened.get(it) !== 1)).toEqual([]);
      expect(await database.query(`select * from ${database.tablePrefix}jobs`)).toEqual([]);
      await database.close();
      rmSync(folder, { recursive: true });
    },
  );
});

/** Counts records, which must be consistent. */
async function recorded(store: ApprovalStore, runs: readonly ExecutionState[]): Promise<Map<string, number>> {
  const [definition] = await store.loadDefinitions([
    { workspaceId: WORKSPACE, uid: runs[0]!.definitionUid, version: 1 },
  ]);
  const happened = new Map<string, number>();
  const count = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1);
  for (const state of runs) {
    const events = await store.readEvents({ ...state, afterSeq: 0, limit: 1_000, externalOnly: false });
    expect(checkExecution({ compiled: definition!.compiled, state, events })).toEqual([]);
    count(`dispatched ${state.executionId}`);
    for (const event of events) {
      if (event.type === 'step.decision-recorded')
        count(`${event.data.reviewerId}-approved ${state.executionId}`);
    }
    expect(events.filter((it) => it.type === 'step.breached')).toHaveLength(1);
  }
  return happened;
}
