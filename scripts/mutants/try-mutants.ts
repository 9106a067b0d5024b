/** Runs the tests of a folder for its mutants, and reports survivors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification, startVitest } from 'vitest/node';
import type { MutatedFolder } from './folders.js';
import type { Mutant } from './instrument.js';
import { type Kills, type Orders, type Reach, reportsOf } from './reports.js';
import type { Sample } from './sample.js';

export interface Outcome {
  readonly mutant: Mutant;
  /** Test that noticed; null for a survivor. */
  readonly killedBy: string | null;
  /** True when a test reaches the mutant. */
  readonly isReached: boolean;
}

export async function tryMutants(
  root: string,
  { tests, without = [] }: MutatedFolder,
  { mutants, texts }: Sample,
  workers: number,
): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const run = (mode: Orders['mode'], files: readonly string[]) =>
    runTests({ root, texts, workers, without, files, orders: { mode, folder } });
  try {
    await run('reach', tests);
    const reaches = reportsOf<Reach>(folder, 'reach');
    if (reaches.length === 0) throw new Error('no test was run');
    // Failing tests notice nothing, so their mutants would look like survivors.
    const failed = reaches.flatMap((it) => it.failed.map((test) => `${it.file}: ${test}`));
    if (failed.length > 0) throw new Error(`tests fail without any mutant:\n${failed.join('\n')}`);
    await run('kill', tests);
    const killed = new Map<number, string>();
    const collect = (mode: string) => {
      for (const { file, killed: found } of reportsOf<Kills>(folder, mode))
        for (const [id, test] of Object.entries(found)) killed.set(Number(id), `${file}: ${test}`);
    };
    collect('kill');
    // Mutants that are reached during imports are active from the start, in separate runs.
    for (const { id } of mutants) {
      if (killed.has(id) || !reaches.some((it) => it.outside.includes(id))) continue;
      await run(id, tests);
      collect(String(id));
    }
    const reached = new Set(reaches.flatMap((it) => [...it.outside, ...Object.values(it.tests).flat()]));
    return mutants.map((mutant) => ({
      mutant,
      killedBy: killed.get(mutant.id) ?? null,
      isReached: reached.has(mutant.id),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TestRun {
  readonly root: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly workers: number;
  readonly without: readonly string[];
  readonly files: readonly string[];
  readonly orders: Orders;
}

async function runTests({ root, texts, workers, without, files, orders }: TestRun): Promise<void> {
  process.env['MUTANTS'] = JSON.stringify(orders);
  const took = new Map(reportsOf<Reach>(orders.folder, 'reach').map((it) => [it.file, it.tookMs]));
  /** Runs the fastest files first, which saves runs of slow ones. */
  class QuickestFirst extends BaseSequencer {
    override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const tookOf = ({ moduleId }: TestSpecification) => took.get(moduleId.replace(`${root}/`, '')) ?? 0;
      return Promise.resolve(specifications.toSorted((one, other) => tookOf(one) - tookOf(other)));
    }
  }
  const isAlone = typeof orders.mode === 'number';
  const vitest = await startVitest(
    'test',
    [...files],
    {
      root,
      watch: false,
      runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
      maxWorkers: workers,
      // Mutated modules are imported once for all files; mutants are switched off after each test.
      isolate: false,
      sequence: { sequencer: QuickestFirst },
      exclude: ['**/node_modules/**', ...without],
      reporters: [{}],
      silent: true,
      bail: isAlone ? 1 : 0,
      // A mutant may leave a rejected promise without a handler.
      dangerouslyIgnoreUnhandledErrors: true,
      passWithNoTests: true,
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          load: (id) => texts.get(id.replace(`${root}/`, '')) ?? null,
        },
      ],
    },
  );
  await vitest.close();
  process.exitCode = 0;
}
