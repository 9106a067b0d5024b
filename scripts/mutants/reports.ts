/** What the runs of tests tell each other, by files in one folder. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a run is told, in the environment. */
export interface Orders {
  /** `reach`: who reaches what. `kill`: every test for its mutants. A number: all tests for this mutant. */
  readonly mode: 'reach' | 'kill' | number;
  /** Folder of the reports, a file for each test file and mode. */
  readonly folder: string;
}

export interface Reach {
  readonly file: string;
  /** How long its tests took, in ms. */
  readonly tookMs: number;
  /** Mutants that were asked outside of tests. */
  readonly outside: readonly number[];
  /** Mutants that were asked in each test, by its name. */
  readonly tests: Readonly<Record<string, readonly number[]>>;
  /** Tests that failed although no mutant was on, and why. */
  readonly failed: readonly string[];
}

export interface Kills {
  readonly file: string;
  /** The test that noticed, by mutant. */
  readonly killed: Readonly<Record<number, string>>;
}

/** The reports of a mode that are there by now. */
export const reportsOf = <T>(folder: string, mode: string): T[] =>
  readdirSync(folder)
    .filter((it) => it.startsWith(`${mode}-`))
    .map((it) => JSON.parse(readFileSync(join(folder, it), 'utf8')) as T);
