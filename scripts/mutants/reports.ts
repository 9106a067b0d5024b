/** Communication between test runs, by files in one folder. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Orders for a run, in its environment. */
export interface Orders {
  /** `reach`: finds reached mutants; `kill`: all tests for their mutants; a number: this mutant. */
  readonly mode: 'reach' | 'kill' | number;
  /** Folder of the reports, one file for each test file and mode. */
  readonly folder: string;
}

export interface Reach {
  readonly file: string;
  /** Duration of its tests, in ms. */
  readonly tookMs: number;
  /** Mutants that were reached outside tests. */
  readonly outside: readonly number[];
  /** Mutants that were reached in each test, by its name. */
  readonly tests: Readonly<Record<string, readonly number[]>>;
  /** Tests that failed without an active mutant, with the reason. */
  readonly failed: readonly string[];
}

export interface Kills {
  readonly file: string;
  /** Test that noticed, by mutant. */
  readonly killed: Readonly<Record<number, string>>;
}

/** The reports of a mode so far. */
export const reportsOf = <T>(folder: string, mode: string): T[] =>
  readdirSync(folder)
    .filter((it) => it.startsWith(`${mode}-`))
    .map((it) => JSON.parse(readFileSync(join(folder, it), 'utf8')) as T);
