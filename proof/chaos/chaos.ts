/** Everything together: database, proxy, workers, and a fault every few seconds. */
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { createTestReceiver } from '@org/approval-testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.js';
import { type Verdict, judge } from './judge.js';
import { readLedger } from './ledger.js';
import { type DatabaseServer, type StoreName, startDatabase } from './servers.js';
import type { SmallDisk } from './small-disk.js';
import { WORKERS, WORKSPACE } from './settings.js';
import { Workers } from './workers.js';
import { WORKFLOWS } from './workflows.js';

export interface ChaosOptions {
  readonly store: StoreName;
  /** True for a small disk that is filled repeatedly; needs the right to mount one. */
  readonly fullDisk: boolean;
  readonly ms: number;
  /** Determines the faults and their times, but not the speed of the machine. */
  readonly random: () => number;
  readonly note: (text: string) => void;
  /** Stops early, without judgment and without leftovers. */
  readonly signal: AbortSignal;
}

export interface ChaosResult extends Verdict {
  readonly store: StoreName;
  readonly workerKills: number;
  readonly workerStops: number;
  readonly serverKills: number;
  readonly cuts: number;
  /** Times that the disk was full; null if it was not requested or possible. */
  readonly diskFilled: number | null;
  /** Time from each kill of the server to the next acknowledged call, in ms. */
  readonly recoveries: readonly number[];
}

/** Share of all packets of clients; commits are cut more often. */
const CUT_RATE = 0.002;
const FULL_RATE = 0.4;
const REFILL_MS = 200;

export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { store, fullDisk, note, signal, random } = options;
  const folder = mkdtempSync(join(tmpdir(), 'approval-chaos-log-'));
  const log = join(folder, 'acknowledged');
  writeFileSync(log, '');
  const database = await startDatabase(store, fullDisk);
  if (fullDisk && database.disk === null)
    note('SKIPPED: the full disk, because this process may not mount one');
  await define(database.url);
  const proxy = database.port === null ? null : await cuttingProxy(database.port, random);
  const workers = new Workers(throughProxy(database, proxy), log);
  const deaths: Death[] = [];
  try {
    await workers.startAll();
    note('the workers work');
    const filled = await rage({ ...options, database, proxy, workers, deaths });
    signal.throwIfAborted();
    await workers.killAll();
    const ledger = readLedger(log);
    const opened = await openStore(database.url, { migrate: false, connections: 4 });
    note(`${ledger.length} calls were acknowledged; now everything works again`);
    const verdict = await judge(opened.store, ledger);
    await opened.close();
    const recoveries = deaths.flatMap(({ killedAt, backAt }) => {
      const next = ledger.find((it) => it.at > backAt);
      return next === undefined ? [] : [next.at - killedAt];
    });
    const { kills: workerKills, stops: workerStops } = workers;
    const cuts = proxy?.cuts() ?? 0;
    const diskFilled = database.disk === null ? null : filled;
    const serverKills = deaths.length;
    return { store, ...verdict, workerKills, workerStops, serverKills, cuts, diskFilled, recoveries };
  } finally {
    await workers.killAll();
    await proxy?.close();
    await database.stop();
    rmSync(folder, { recursive: true });
  }
}

async function define(url: string): Promise<void> {
  const { store, close } = await openStore(url);
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    jobs: { run: false },
    webhooks: { transport: createTestReceiver() },
    allowPlaintextSecrets: true,
  });
  for (const it of WORKFLOWS) await engine.forWorkspace(WORKSPACE).definitions.create(it);
  await engine.stop();
  await close();
}

const throughProxy = ({ url, port }: DatabaseServer, proxy: CuttingProxy | null): string =>
  proxy === null ? url : url.replace(`:${port}/`, `:${proxy.port}/`);

/** Times of a kill of the server, and of the first response after it. */
interface Death {
  readonly killedAt: number;
  readonly backAt: number;
}

interface Scene extends Pick<ChaosOptions, 'ms' | 'random' | 'note' | 'signal'> {
  readonly database: DatabaseServer;
  readonly proxy: CuttingProxy | null;
  readonly workers: Workers;
  readonly deaths: Death[];
}

/**
 * Kills the server every 5 to 20 s, with faults of workers in between, and sometimes fills the
 * disk. Returns the number of full disks.
 */
async function rage({ database, proxy, workers, ms, random, note, signal, deaths }: Scene): Promise<number> {
  const end = Date.now() + ms;
  const place = () => Math.floor(random() * WORKERS);
  const between = (least: number, most: number) => least + random() * (most - least);
  let filled = 0;
  proxy?.cut(CUT_RATE);
  while (Date.now() < end && !signal.aborted) {
    await sleep(between(1_000, 4_000));
    if (random() < 0.5) await workers.kill(place());
    else await workers.standStill(place());
    if (database.disk !== null && (filled === 0 || random() < FULL_RATE)) {
      filled += 1;
      note('the disk is full');
      await keepFull(database.disk, between(2_000, 6_000));
    }
    await sleep(between(1_000, 4_000));
    if (database.killAndRestart === null) continue;
    const killedAt = Date.now();
    await database.killAndRestart();
    const backAt = Date.now();
    deaths.push({ killedAt, backAt });
    note(`the server is back after ${backAt - killedAt} ms`);
  }
  proxy?.cut(0);
  return filled;
}

/** Databases release space over time, which is filled again. */
async function keepFull(disk: SmallDisk, ms: number): Promise<void> {
  const end = Date.now() + ms;
  try {
    while (Date.now() < end) {
      disk.fill();
      await sleep(REFILL_MS);
    }
  } finally {
    disk.free();
  }
}
