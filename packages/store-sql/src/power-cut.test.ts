/**
 * The power goes while a SQLite file is written: what is on the disk then holds everything that was
 * acknowledged.
 */
import { createApprovalEngine } from '@org/approval-core';
import Database from 'libsql';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { DEADLINE_DEFINITION } from './test-support/kill-definition.js';
import { SQLITE, migrated } from './test-support/open.js';
import { kill, startProcess } from './test-support/processes.js';

const CUTS = 10;

/**
 * The file and its log as they are at one instant; at the end of the log what was being written,
 * half of it.
 */
async function cutPower(file: string, { child }: Awaited<ReturnType<typeof startProcess>>, to: string) {
  child.kill('SIGSTOP');
  // Waits until all of its threads are stopped.
  await sleep(20);
  copyFileSync(file, to);
  copyFileSync(`${file}-wal`, `${to}-wal`);
  child.kill('SIGCONT');
  appendFileSync(`${to}-wal`, crypto.getRandomValues(new Uint8Array(2_500)));
}

/** Records of a copy, in the format of the log of acknowledged calls. */
function recordedIn(file: string, tablePrefix: string): Set<string> {
  const database = new Database(file);
  const found = database.prepare(`select execution_id, body from ${tablePrefix}commits`).all() as {
    execution_id: string;
    body: string;
  }[];
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  return new Set(
    found.flatMap(({ execution_id, body }) =>
      (JSON.parse(body) as { type: string; data: { reviewerId?: string } }[]).map(({ type, data }) => {
        if (type === 'step.decision-recorded') return `${data.reviewerId}-approved ${execution_id}`;
        return type === 'execution.dispatched' ? `dispatched ${execution_id}` : type;
      }),
    ),
  );
}

test(`at each of ${CUTS} instants every acknowledged call is there`, { timeout: 120_000 }, async () => {
  const database = await migrated(SQLITE);
  const folder = mkdtempSync(join(tmpdir(), 'approval-power-'));
  const log = join(folder, 'acknowledged');
  writeFileSync(log, '');
  const acknowledged = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const engine = createApprovalEngine({
    store: sqlStore(await database.connect()),
    agents: { scan: () => ({ passed: true }) },
    jobs: { run: false },
  });
  await engine.forWorkspace('power').definitions.create(DEADLINE_DEFINITION);
  const writer = await startProcess('worker', database, [log, 'power']);
  let seen = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    while (acknowledged().length < seen + 3) await sleep(5 + Math.random() * 20);
    const promised = acknowledged();
    seen = promised.length;
    const copy = join(folder, `cut-${cut}.db`);
    await cutPower(database.url.slice('sqlite:'.length), writer, copy);
    const recorded = recordedIn(copy, database.tablePrefix);
    expect(promised.filter((it) => !recorded.has(it))).toEqual([]);
  }
  await kill(writer);
  await engine.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});
