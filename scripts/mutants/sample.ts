/** Selects mutants by seed, so that a run fits the available time and can be repeated. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, instrumented, mutantsOf } from './instrument.js';

export interface Sample {
  /** Number of all mutants. */
  readonly count: number;
  readonly mutants: readonly Mutant[];
  /** Source of each file with selected mutants, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

export function sampleOf(root: string, sources: readonly string[], size: number, seed: number): Sample {
  const byFile = new Map<string, { readonly text: string; readonly mutants: Mutant[] }>();
  let count = 0;
  for (const file of sources.flatMap((it) => filesOf(root, it))) {
    const text = readFileSync(join(root, file), 'utf8');
    const mutants = mutantsOf(file, text, count + 1);
    byFile.set(file, { text, mutants });
    count += mutants.length;
  }
  const chosen = new Set(shuffled(count, seed).slice(0, size));
  const texts = new Map<string, string>();
  for (const [file, { text, mutants }] of byFile)
    if (mutants.some((it) => chosen.has(it.id)))
      texts.set(
        file,
        instrumented(file, text, mutants, (it) => chosen.has(it.id)),
      );
  const mutants = [...byFile.values()].flatMap((it) => it.mutants).filter((it) => chosen.has(it.id));
  return { count, mutants, texts };
}

function filesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'))
    .sort()
    .map((it) => join(path, it));
}

/** 1 to `count`, shuffled by the seed. */
function shuffled(count: number, seed: number): number[] {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let index = ids.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [ids[index], ids[other]] = [ids[other] as number, ids[index] as number];
  }
  return ids;
}
