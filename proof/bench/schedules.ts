/** A thousand schedules that are due at the same minute, fired by three processes on one store. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { LIMITS, createApprovalEngine } from '@org/approval-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchStore } from './floor.js';
import { SCHEDULE_GOALS } from './goals.js';
import { sized } from './harness.js';
import { note } from './report.js';

const PROCESSES = 3;
const MINUTE = 60_000;
/** Time in ms to write the definitions before the minute. */
const LEAD_MS = 30_000;
const PATIENCE_MS = 120_000;

/** @param url `postgres://…` or `mysql://…`, an empty database. */
export async function benchSchedules(url: string): Promise<void> {
  const { store, close } = await openBenchStore(url);
  const whole = createApprovalEngine({ store, jobs: { run: false } });
  const engine = whole.forWorkspace(`bench-${crypto.randomUUID()}`);
  const due = Math.ceil((Date.now() + LEAD_MS) / MINUTE) * MINUTE;
  const at = new Date(due);
  const schedule = { cron: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`, until: due + 1 };
  const count = sized(LIMITS.schedules);
  for (let first = 0; first < count; first += LIMITS.triggers)
    await engine.definitions.create({
      definitionId: `flow-${first}`,
      name: 'Flow',
      nodes: [{ nodeId: 'end', type: 'wait', config: { forMs: 1 } }],
      edges: [],
      triggers: Array.from({ length: Math.min(LIMITS.triggers, count - first) }, (_, index) => ({
        triggerId: `t${index}`,
        schedule,
      })),
    });
  const workers = Array.from({ length: PROCESSES }, () =>
    fork(new URL('./schedule-worker.js', import.meta.url), [url]),
  );
  await Promise.all(workers.map((it) => once(it, 'message')));
  if (Date.now() > due) throw new Error('the minute has passed; the machine is too slow');
  const started = await startsOf(engine, count, due);
  for (const it of workers) it.kill();
  await Promise.all(workers.map((it) => once(it, 'close')));
  const keys = new Set(started.map((it) => it.idempotencyKey));
  if (keys.size !== count || started.length !== count) throw new Error('an instant has not exactly one run');
  const times = started.map((it) => it.createdAt - due).sort((a, b) => a - b);
  if ((times[0] ?? -1) < 0) throw new Error('an instant was fired before its time');
  console.log(`\n${count} schedules of one minute, ${PROCESSES} processes`);
  note('schedules of one minute: all have started', 's', [(times.at(-1) ?? 0) / 1_000], SCHEDULE_GOALS.all);
  note('schedules of one minute: half have started', 's', [(times[Math.floor(count / 2)] ?? 0) / 1_000]);
  await whole.stop();
  await close();
}

type Engine = Pick<ReturnType<typeof createApprovalEngine>, 'executions'>;

/** The started runs, once there are as many as schedules. */
async function startsOf({ executions }: Engine, count: number, due: number) {
  for (;;) {
    await sleep(Math.max(500, due - Date.now()));
    const found = await all(executions);
    if (found.length >= count) return found;
    if (Date.now() > due + PATIENCE_MS) throw new Error(`only ${found.length} runs have started`);
  }
}

async function all(executions: Engine['executions']) {
  const found: { readonly idempotencyKey: string | null; readonly createdAt: number }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Engine['executions']['list']>> = await executions.list({
      pageSize: 500,
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
