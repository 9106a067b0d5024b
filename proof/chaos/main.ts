/**
 * `npm run chaos`: real processes on a separate database that is killed under load.
 *
 *     npm run chaos -- --store postgres --minutes 3 npm run chaos -- --store
 * sqlite,postgres,mariadb --seconds 60 --seed 7 npm run chaos -- --store postgres --seconds 60
 * --full-disk     (needs rights to mount a small one)
 */
import { parseArgs } from 'node:util';
import { oneOf } from '@org/approval-internal/values';
import { type ChaosResult, chaos } from './chaos.js';
import { STORES, type StoreName } from './servers.js';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: STORES.join(',') },
    minutes: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    'full-disk': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  throw new Error(`--${name} must be a number above 0, and at most ${most}`);
}

function storesOf(text: string): StoreName[] {
  const names = text.split(',');
  const unknown = names.filter((it) => !STORES.some((store) => store === it));
  if (unknown.length > 0)
    throw new Error(`--store: unknown store ${unknown.join()}; use one of ${STORES.join()}`);
  return names.flatMap((it) => oneOf(it, STORES) ?? []);
}

/** xorshift32, for the same faults in the same order. */
function randomOf(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;

function describe(it: ChaosResult): string {
  const rows: [string, string | number][] = [
    ['runs', it.runs],
    ['calls acknowledged', it.acknowledged],
    ['lost', it.lost.length],
    ['doubled', it.doubled.length],
    ['stuck', it.stuck.length],
    ['findings of the doctor', it.findings.length],
    ['workers killed, stopped', `${it.workerKills}, ${it.workerStops}`],
    ['servers killed', it.serverKills],
    ['connections cut', it.cuts],
    ['disk filled', it.diskFilled ?? '–'],
    ['recovery, median and worst', `${median(it.recoveries)} ms, ${Math.max(0, ...it.recoveries)} ms`],
    ['recoveries measured', it.recoveries.length],
    ['the rest was finished in', `${it.finishedMs} ms`],
  ];
  const faults = [
    ...it.lost.map((one) => `lost: ${one}`),
    ...it.doubled.map((one) => `doubled: ${one}`),
    ...it.stuck.map((one) => `stuck: ${one}`),
    ...it.findings.map(
      ({ executionId, code, message }) => `${code}: ${executionId} ${message.slice(0, 300)}`,
    ),
  ];
  const table = rows.map(([name, value]) => `  ${name.padEnd(28)} ${value}`);
  return [it.store, ...table, ...faults.slice(0, 20).map((one) => `  ${one}`)].join('\n');
}

const isWell = (it: ChaosResult): boolean =>
  it.lost.length + it.doubled.length + it.stuck.length + it.findings.length === 0 && it.acknowledged > 0;

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => stopped.abort(new Error('stopped; nothing was judged')));

const ms =
  values.minutes === undefined
    ? numberOf('seconds', values.seconds, 86_400) * 1_000
    : numberOf('minutes', values.minutes, 1_440) * 60_000;
for (const store of storesOf(values.store)) {
  const note = (text: string) => process.stderr.write(`${store}: ${text}\n`);
  const random = randomOf(numberOf('seed', values.seed, 2 ** 31));
  const result = await chaos({
    store,
    fullDisk: values['full-disk'],
    ms,
    random,
    note,
    signal: stopped.signal,
  });
  print(values.json ? JSON.stringify(result) : describe(result));
  if (!isWell(result)) process.exitCode = 1;
}
