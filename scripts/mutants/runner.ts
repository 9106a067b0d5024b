/**
 * Runs tests for mutants in a worker of Vitest. First it runs each test once and notes the mutants
 * reached. Then each test runs, with its hooks, for every reached mutant that is still alive.
 * Mutants that are reached while files are imported need a separate run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestRunner } from 'vitest';
import type { RunnerTask, RunnerTestCase, RunnerTestFile } from 'vitest';
import { type Kills, type Orders, type Reach, reportsOf } from './reports.js';
import { newSwitch } from './switch.js';

const orders = JSON.parse(process.env['MUTANTS'] ?? '{}') as Orders;
const mutants = (globalThis.__mutants = newSwitch());

export default class MutantRunner extends TestRunner {
  private outside = new Set<number>();
  private tests: Record<string, readonly number[]> = {};
  private failed: string[] = [];
  private killed: Record<number, string> = {};
  private plan: readonly number[] = [];
  private reach: Reach | undefined;
  private known = new Set<number>();
  private file = '';
  private since = 0;

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    // A worker runs one file after the other.
    this.file = file.name;
    this.since = performance.now();
    this.outside = new Set();
    this.tests = {};
    this.failed = [];
    this.killed = {};
    if (orders.mode === 'reach') mutants.reached = this.outside;
    else if (typeof orders.mode === 'number') mutants.active = orders.mode;
    else {
      this.reach = reportsOf<Reach>(orders.folder, 'reach').find((it) => it.file === file.name);
      const kills = reportsOf<Kills>(orders.folder, 'kill').flatMap((it) => Object.keys(it.killed));
      this.known = new Set(kills.map(Number));
    }
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (orders.mode !== 'kill' || test.type !== 'test') return;
    const reached = this.reach?.tests[nameOf(test)] ?? [];
    this.plan = reached.filter((it) => !this.known.has(it));
    if (this.plan.length === 0) test.mode = 'skip';
    else test.repeats = this.plan.length;
  }

  override onBeforeTryTask(test: RunnerTask, attempt?: { repeats: number }): void {
    super.onBeforeTryTask(test);
    mutants.ticks = 0;
    if (orders.mode === 'reach') mutants.reached = new Set();
    // The first run has no mutant, to find tests that fail anyway.
    else if (orders.mode === 'kill') mutants.active = this.plan[(attempt?.repeats ?? 0) - 1] ?? 0;
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    const hasFailed = test.result?.state === 'fail';
    if (orders.mode === 'reach') {
      if (hasFailed) this.failed.push(this.said(test));
      // Test names need not be unique.
      const before = this.tests[nameOf(test)] ?? [];
      this.tests[nameOf(test)] = [...new Set([...before, ...(mutants.reached ?? [])])];
      mutants.reached = this.outside;
    } else if (orders.mode === 'kill') {
      const { active } = mutants;
      mutants.active = 0;
      if (active === 0 && hasFailed) this.plan = [];
      else if (hasFailed && active !== 0) this.found(active, test);
      if (test.result !== undefined) Object.assign(test.result, { state: 'run', errors: undefined });
    } else if (hasFailed) this.found(orders.mode, test);
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    const { mode, folder } = orders;
    const report: Reach | Kills =
      mode === 'reach'
        ? {
            file: this.file,
            tookMs: performance.now() - this.since,
            outside: [...this.outside],
            tests: this.tests,
            failed: this.failed,
          }
        : { file: this.file, killed: this.killed };
    const path = join(folder, `${mode}-${this.file.replace(/\W+/g, '-')}.json`);
    writeFileSync(path, JSON.stringify(report));
  }

  private found(id: number, test: RunnerTestCase): void {
    this.known.add(id);
    this.killed[id] = this.said(test);
  }

  private said(test: RunnerTestCase): string {
    const [error] = test.result?.errors ?? [];
    return `${nameOf(test)}: ${String(error?.message).split('\n')[0]?.slice(0, 100)}`;
  }
}

function nameOf(task: RunnerTask): string {
  return task.suite === undefined ? task.name : `${nameOf(task.suite)} > ${task.name}`;
}
