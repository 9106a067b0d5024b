/**
 * Processes that are killed, or stand still for longer than their leases, while runs are under way. Afterwards every
 * run comes to its end, every record is sound, and everything that was acknowledged is there.
 */
import { type ApprovalStore, type ExecutionState, createApprovalEngine } from '@org/approval-core';
import { checkInvariants } from '@org/approval-testkit';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { KILL_DEFINITION } from './test-support/kill-definition.js';
import { type TestDatabase, migrated, realServers } from './test-support/open.js';

const WORKER = fileURLToPath(new URL('test-support/worker.ts', import.meta.url));
const WORKSPACE = 'killed';
/** Longer than the lease of a worker. */
const STOPPED_MS = 1_800;

async function startWorker({ url, tablePrefix }: TestDatabase, log: string): Promise<ChildProcess> {
  const worker = fork(WORKER, [url, tablePrefix, log, WORKSPACE], {
    execArgv: ['--conditions=@org/source', '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

async function chaos(database: TestDatabase, log: string): Promise<void> {
  const start = () => startWorker(database, log);
  const [a, b, c] = await Promise.all([start(), start(), start()]);
  await sleep(400);
  await kill(a);
  const [d] = await Promise.all([start(), standStill(b)]);
  await kill(c);
  await standStill(d);
  await kill(b);
  await sleep(200);
  await kill(d);
}

async function standStill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGSTOP');
  await sleep(STOPPED_MS);
  worker.kill('SIGCONT');
  await sleep(200);
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

/** What the processes left behind is finished by one that nobody kills. */
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
        waitingForReviewers.map((reviewerId) =>
          steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' }),
        ),
      ),
    );
  };
  const open = async () => {
    await decide();
    return (await allRuns(store)).filter((it) => it.status !== 'completed').length;
  };
  await expect.poll(open, { timeout: 25_000, interval: 100 }).toBe(0);
  await engine.stop();
  return allRuns(store);
}

describe.concurrent.each(await realServers())('$name', (server) => {
  test(
    'nothing is lost, doubled or stuck when processes are killed and stopped',
    { timeout: 90_000 },
    async () => {
      const database = await migrated(server);
      const folder = mkdtempSync(join(tmpdir(), 'approval-kill-'));
      const log = join(folder, 'acknowledged');
      writeFileSync(log, '');
      const store = sqlStore(await database.connect());
      await createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) }, jobs: { run: false } })
        .forWorkspace(WORKSPACE)
        .definitions.create(KILL_DEFINITION);

      await chaos(database, log);
      const open = (await allRuns(store)).filter((it) => it.status !== 'completed').length;
      const runs = await finishAll(store);

      expect(runs.length).toBeGreaterThan(100);
      expect(open).toBeGreaterThan(0);
      const [definition] = await store.loadDefinitions([
        { workspaceId: WORKSPACE, uid: runs[0]!.definitionUid, version: 1 },
      ]);
      const happened = new Set<string>();
      for (const state of runs) {
        const events = await store.readEvents({ ...state, afterSeq: 0, limit: 1_000, externalOnly: false });
        expect(checkInvariants({ compiled: definition!.compiled, state, events })).toEqual([]);
        happened.add(`dispatched ${state.executionId}`);
        for (const event of events) {
          if (event.type === 'step.decision-recorded')
            happened.add(`${event.data.reviewerId}-approved ${state.executionId}`);
        }
      }
      const acknowledged = readFileSync(log, 'utf8').trim().split('\n');
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(acknowledged.filter((it) => !happened.has(it))).toEqual([]);
      expect(await database.query(`select * from ${database.tablePrefix}jobs`)).toEqual([]);
      await database.close();
      rmSync(folder, { recursive: true });
    },
  );
});
