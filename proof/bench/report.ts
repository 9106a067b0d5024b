/** Results of a run: printed as they arrive, and as JSON. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Goal, isMet } from './goals.js';
import { median } from './harness.js';
import { plotOf } from './plot.js';

/** One result of a run. */
export interface Entry {
  readonly what: string;
  readonly unit: string;
  /** Median and values of all rounds. */
  readonly median: number;
  readonly rounds: readonly number[];
  readonly goal: Goal | null;
  readonly met: boolean | null;
}

const entries: Entry[] = [];

/** Records a result by round, and prints it with its spread and its goal. */
export function note(what: string, unit: string, rounds: readonly number[], goal: Goal | null = null): void {
  const middle = median(rounds);
  const met = goal === null ? null : isMet(goal, middle);
  entries.push({ what, unit, median: middle, rounds, goal, met });
  const spread = `(${Math.min(...rounds).toFixed(2)} – ${Math.max(...rounds).toFixed(2)})`;
  const wanted = goal === null ? '' : `   goal: ${goal.is} ${goal.value}: ${met === true ? 'met' : 'MISSED'}`;
  console.log(`  ${what.padEnd(44)} ${middle.toFixed(2).padStart(8)} ${unit} ${spread}${wanted}`);
}

/** Machine, load and every recorded result. */
export function writeReport(file: string, store: string, { small }: { readonly small: boolean }): void {
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    // Load of the machine: above the number of cores only ratios are meaningful.
    load: loadavg(),
  };
  const report = { at: new Date().toISOString(), store, small, machine, entries };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** A chart of the recorded results with goals; or of the given reports of other runs. */
export function writePlot(file: string, reports: readonly string[] = []): void {
  const read = reports.flatMap((it) => {
    const { store, entries: its } = JSON.parse(readFileSync(it, 'utf8')) as Report;
    return its.map((entry) => ({ ...entry, what: `${store}: ${entry.what}` }));
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, plotOf(reports.length === 0 ? entries : read));
}

interface Report {
  readonly store: string;
  readonly entries: readonly Entry[];
}
