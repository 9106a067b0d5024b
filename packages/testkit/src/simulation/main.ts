/**
 * `npm run simulate`: runs many histories, on the given number of processor cores.
 *
 *     npm run simulate -- --histories 20000 --workers 2
 *     npm run simulate -- --minutes 480 --workers 2
 *     npm run simulate -- --seed 17 --histories 1 --trace
 *     npm run simulate -- --seed 17 --histories 1 --shrink
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { itemAt } from '@org/approval-internal/lists';
import { oneOf } from '@org/approval-internal/values';
import { ALL_FAULTS, type Fault } from './world/faults.js';
import { mergedOutcomes } from './outcomes.js';
import { shrinkHistory } from './shrink.js';
import { type SimulationReport, describeReport, simulate } from './simulate.js';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    faults: { type: 'string' },
    calls: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
  },
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** With fewer histories a fault may not occur by chance. */
const ENOUGH = 200;
/** The same for a rare feature. */
const ENOUGH_FOR_FEATURES = 2_000;

const numberOf = (name: string, text: string): number => {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`--${name} must be a whole number`);
};

const seed = numberOf('seed', values.seed);
const histories = numberOf('histories', values.histories);
const workers = numberOf('workers', values.workers);
const faults = faultsOf(values.faults);
const calls = values.calls === undefined ? undefined : numberOf('calls', values.calls);
const only = { ...(faults !== undefined && { faults }), ...(calls !== undefined && { calls }) };

function faultsOf(text: string | undefined): Fault[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').filter((it) => it !== '');
  const unknown = names.filter((it) => !ALL_FAULTS.some((fault) => fault === it));
  if (unknown.length > 0)
    throw new Error(`--faults: ${unknown.join(', ')} is not a fault; use ${ALL_FAULTS.join(', ')}`);
  return names.flatMap((it) => oneOf(it, ALL_FAULTS) ?? []);
}

/** Runs a part of the seeds in a child process. */
function part(from: number, count: number): Promise<SimulationReport> {
  const args = ['--seed', String(from), '--histories', String(count), '--workers', '0'];
  if (values.faults !== undefined) args.push('--faults', values.faults);
  if (values.calls !== undefined) args.push('--calls', values.calls);
  return new Promise((resolve, reject) => {
    const child = fork(itemAt(process.argv, 1), args);
    child.on('message', (report) => resolve(report as SimulationReport));
    child.on('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
  });
}

type Counts = Readonly<Record<string, number>>;

function added(a: Counts, b: Counts): Counts {
  const total = new Map(Object.entries(a));
  for (const [name, times] of Object.entries(b)) total.set(name, (total.get(name) ?? 0) + times);
  return Object.fromEntries([...total].sort());
}

const sum = (a: SimulationReport, b: SimulationReport): SimulationReport => ({
  histories: a.histories + b.histories,
  failures: a.failures + b.failures,
  failed: [...a.failed, ...b.failed],
  steps: a.steps + b.steps,
  worst: a.failures > 0 ? a.worst : b.worst,
  faults: added(a.faults, b.faults),
  features: added(a.features, b.features),
  neverHappened: a.neverHappened.filter((it) => b.neverHappened.includes(it)),
  neverReached: a.neverReached.filter((it) => b.neverReached.includes(it)),
  outcomes: mergedOutcomes(a.outcomes, b.outcomes),
  // Only random definitions run here.
  neverRan: null,
});

/** Runs all seeds from `from` on, in several processes. */
async function runAll(from: number, count: number): Promise<SimulationReport> {
  if (workers <= 1) return simulate({ seed: from, histories: count, ...only });
  const each = Math.ceil(count / workers);
  const parts = Array.from({ length: workers }, (_, index) =>
    part(from + index * each, Math.max(0, Math.min(each, count - index * each))),
  );
  return (await Promise.all(parts)).reduce(sum);
}

async function main(): Promise<void> {
  const started = performance.now();
  let report = await runAll(seed, histories);
  const end = started + 60_000 * numberOf('minutes', values.minutes ?? '0');
  while (performance.now() < end) report = sum(report, await runAll(seed + report.histories, histories));
  if (process.send !== undefined) {
    process.send({ ...report, worst: null, failed: report.failed.map((it) => ({ ...it, trace: [] })) });
    process.disconnect();
    return;
  }
  const seconds = (performance.now() - started) / 1_000;
  if (values.trace) print(report.worst?.trace.join('\n') ?? '');
  print(describeReport(report));
  print(`\n${seconds.toFixed(1)} s, ${(report.histories / seconds).toFixed(1)} histories/s`);
  const first = report.failed[0];
  if (first !== undefined && values.shrink) {
    const shrunk = await shrinkHistory({ seed: first.seed, ...only });
    const { faults: needed, calls: made } = shrunk ?? { faults: [], calls: 0 };
    print(
      `shrunk: npm run simulate -- --seed ${first.seed} --histories 1 --faults ${needed.join(',') || "''"} --calls ${made} --trace`,
    );
  }
  const isWhole = faults === undefined && calls === undefined;
  const lacksFaults = report.histories >= ENOUGH && report.neverHappened.length > 0;
  const lacksFeatures = report.histories >= ENOUGH_FOR_FEATURES && report.neverReached.length > 0;
  if (lacksFeatures) print(`never reached: ${report.neverReached.join(', ')}`);
  const isIncomplete = isWhole && (lacksFaults || lacksFeatures);
  if (report.failures > 0 || isIncomplete) process.exitCode = 1;
}

await main();
