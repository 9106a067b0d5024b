/**
 * Mutation tests: `npm run mutants -- --folder interpreter --sample 300 --seed 1`. Breaks one place
 * at a time and reports whether a test notices. Source files stay unchanged. Survivors show weak
 * tests or dead code.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MUTATED, type MutatedFolder } from './folders.js';
import { sampleOf } from './sample.js';
import { type Outcome, tryMutants } from './try-mutants.js';

const USAGE = `npm run mutants -- [--folder ${Object.keys(MUTATED).join('|')}] [--sample 300] [--seed 1] [--workers 2] [--json FILE]`;

function fail(message: string): never {
  console.error(`${message}\n${USAGE}`);
  process.exit(2);
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  return fail(`--${name} must be a whole number from 1 to ${most}, not "${text}"`);
}

function optionsOf() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string', multiple: true },
        sample: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
        workers: { type: 'string', default: '2' },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail(String(error));
  }
}

function report(name: string, { goal }: MutatedFolder, count: number, outcomes: readonly Outcome[]): boolean {
  const survivors = outcomes.filter((it) => it.killedBy === null);
  const score = (100 * (outcomes.length - survivors.length)) / outcomes.length;
  const isGood = score >= goal;
  console.log(
    `\n${name}: ${outcomes.length} of ${count} mutants, ${outcomes.length - survivors.length} killed: ` +
      `${score.toFixed(1)} % (goal ${goal} %)${isGood ? '' : ', too few'}`,
  );
  for (const { mutant, isReached } of survivors) {
    const { file, line, what, original } = mutant;
    console.log(`  ${file}:${line} ${what}${isReached ? '' : ' (no test comes here)'}: ${original}`);
  }
  return isGood;
}

const values = optionsOf();
const size = numberOf('sample', values.sample, 100_000);
const seed = numberOf('seed', values.seed, 2 ** 31);
const workers = numberOf('workers', values.workers, 64);
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const all: Record<string, readonly Outcome[]> = {};
let areGood = true;
for (const name of values.folder ?? Object.keys(MUTATED)) {
  const folder = MUTATED[name] ?? fail(`--folder "${name}" is not known`);
  const sample = sampleOf(root, folder.sources, size, seed);
  const outcomes = await tryMutants(root, folder, sample, workers);
  all[name] = outcomes;
  areGood = report(name, folder, sample.count, outcomes) && areGood;
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, null, 1)}\n`);
process.exit(areGood ? 0 : 1);
