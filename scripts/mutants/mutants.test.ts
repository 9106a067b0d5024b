/** The mutator: its mutations, and that the rest of a file is unchanged. */
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import ts from 'typescript';
import { MUTATED } from './folders.js';
import { instrumented, mutantsOf } from './instrument.js';
import { sampleOf } from './sample.js';
import { newSwitch } from './switch.js';
import { fileURLToPath } from 'node:url';

afterEach(() => {
  Reflect.deleteProperty(globalThis, '__mutants');
});

/** Results of `f(...args)`: first without a mutant, then with each. */
function outcomes(body: string, ...args: unknown[]): unknown[] {
  const text = `const f = ${body};`;
  const mutants = mutantsOf('f.ts', text);
  const code = ts.transpile(instrumented('f.ts', text, mutants, () => true));
  const f = runInThisContext(`() => { ${code}; return f; }`) as () => (...given: unknown[]) => unknown;
  return [0, ...mutants.map((it) => it.id)].map((id) => {
    globalThis.__mutants = Object.assign(newSwitch(), { active: id });
    try {
      return f()(...args);
    } catch (error) {
      return String(error);
    }
  });
}

describe('what is broken', () => {
  test.each<[string, unknown[], unknown[]]>([
    ['(a, b) => a < b', [1, 1], [false, true, true, undefined]],
    ['(a, b) => a === b', [1, 1], [true, false, undefined]],
    ['(a, b) => a && b', [true, false], [false, true, undefined]],
    ['(a, b) => a ?? b', [null, 2], [2, null, undefined]],
    ['(a, b) => a - b', [3, 1], [2, 4, undefined]],
    ['(a) => !a', [true], [false, true, undefined]],
    ['() => true', [], [true, false, undefined]],
    ['(list) => list.some((it) => it > 1)', [[1, 2]], [true, false, undefined, true, true, false]],
    ['(list) => list.filter(Boolean).length', [[0, 1]], [1, undefined, 2]],
    ['() => { const list = [1]; list.push(2); return list.length; }', [], [2, 1, 1, undefined]],
    ['(a) => { if (a > 1) return 1; return 2; }', [2], [1, 1, 2, 1, 2, undefined, 1]],
    // Omits `x += 1`, then `x += 2`.
    ['(a) => { let x = 0; if (a) x += 1; else x += 2; return x; }', [0], [2, 1, 2, 2, 0, undefined]],
  ])('%s', (body, args, expected) => {
    expect(outcomes(body, ...args)).toEqual(expected);
  });

  test('a loop that never ends is ended', () => {
    const [sound, ...broken] = outcomes('() => { let i = 0; while (i < 3) i += 1; return i; }');
    expect(sound).toBe(3);
    expect(broken).toContain(0);
    const endless = outcomes('() => { let i = 0; while (i !== 3) { i = i + 1; } return i; }');
    expect(endless.filter((it) => String(it).includes('goes round for ever'))).toHaveLength(2);
  });

  test('types, imports and texts are left alone', () => {
    const text = "import { a } from './a.js';\nexport type B = true;\nexport const c = 'x' as const;\n";
    expect(mutantsOf('f.ts', text)).toEqual([]);
    expect(instrumented('f.ts', text, [], () => true)).toBe(text);
  });
});

describe('a sample', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  const sample = (size: number, seed: number) => sampleOf(root, MUTATED['signer']!.sources, size, seed);

  test('is as large as was asked, the same for a seed, and another for another', () => {
    const ids = (size: number, seed: number) => sample(size, seed).mutants.map((it) => it.id);
    expect(ids(20, 1)).toHaveLength(20);
    expect(ids(20, 1)).toEqual(ids(20, 1));
    expect(ids(20, 2)).not.toEqual(ids(20, 1));
    const { count, mutants } = sample(100_000, 1);
    expect(mutants).toHaveLength(count);
  });

  test('holds no more in its texts than what was drawn', () => {
    const { mutants, texts } = sample(3, 1);
    const asked = [...texts.values()].join('').match(/__mutants\.is\(\d+\)/g);
    expect(new Set(asked)).toEqual(new Set(mutants.map((it) => `__mutants.is(${it.id})`)));
  });

  test('every folder has files to break and tests to notice', () => {
    for (const { sources, tests } of Object.values(MUTATED)) {
      expect(sampleOf(root, sources, 1, 1).count).toBeGreaterThan(0);
      expect(tests.length).toBeGreaterThan(0);
    }
  });
});
