/**
 * Bundles that were broken at random get a verdict: nothing throws, and the work is bounded. More
 * of them: `RECORD_MUTANTS=1000000 npx vitest run packages/record/src/mutated.test.ts`.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERDICTS, verify } from './index.js';
import {
  COMPLETE,
  type Data,
  INTACT,
  KEYS,
  canonical,
  dataOf,
  linesOf,
  noteOf,
  sealed,
  vectors,
} from './test-support/forge.js';

const MUTANTS = Number(process.env['RECORD_MUTANTS'] ?? 1_500);
/** A verdict on a bundle of 10 kB. The machine may be busy. */
const MOST_MS = 2_000;

const anchors = [noteOf(vectors.log.leaves, 3), noteOf(vectors.log.leaves)];
const encoder = new TextEncoder();

/** Bytes that are flipped, taken out or put in anywhere. */
const byBytes = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 255 }), fc.nat(2)), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([bundle, edits]) => {
    const bytes = [...encoder.encode(bundle)];
    for (const [at, byte, kind] of edits)
      bytes.splice(at % bytes.length, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [byte]));
    return Uint8Array.from(bytes);
  });

/** Lines that are taken out, doubled or moved. The end line may fit again. */
const byLines = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(2)), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([bundle, edits, fits]) => {
    const lines = linesOf(bundle);
    for (const [from, to, kind] of edits) {
      const line = lines[from % lines.length] ?? '';
      if (kind !== 0) lines.splice(from % lines.length, 1);
      if (kind !== 1) lines.splice(to % (lines.length + 1), 0, line);
      if (lines.length === 0) break;
    }
    return fits
      ? sealed(lines.filter((it) => !it.startsWith('{"end"')))
      : lines.map((it) => `${it}\n`).join('');
  });

/** A value somewhere in a line, or in the JSON that a line holds as text, becomes another. */
const byValues = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.nat(100),
    fc.array(fc.nat(20), { maxLength: 8 }),
    fc.jsonValue(),
    fc.nat(3),
  )
  .map(([bundle, line, path, value, kind]) => {
    const data = dataOf(bundle).slice(0, -1);
    const at = line % data.length;
    data[at] = changed(data[at], path, value, kind) as Data;
    return sealed(data.map(canonical));
  });

function changed(it: unknown, [next, ...path]: readonly number[], value: unknown, kind: number): unknown {
  if (next === undefined) return value;
  if (typeof it === 'string') {
    const parsed = /^[[{]/.test(it) ? (JSON.parse(it) as unknown) : undefined;
    if (parsed !== undefined) return canonical(changed(parsed, path, value, kind));
    return kind === 0 ? `${it}${it}` : it.slice(0, next) + it.slice(next + 1);
  }
  if (typeof it !== 'object' || it === null) return value;
  const keys = Object.keys(it);
  const key = keys[next % Math.max(keys.length, 1)] ?? 'more';
  const old = it as Data;
  if (Array.isArray(it))
    return it.map((item: unknown, index) =>
      String(index) === key ? changed(item, path, value, kind) : item,
    );
  if (kind === 1) return Object.fromEntries(Object.entries(old).filter(([name]) => name !== key));
  const copy = { ...old, [key]: changed(old[key], path, value, kind) };
  return kind === 2 ? { ...copy, more: value } : copy;
}

test.each([
  ['bytes', byBytes],
  ['lines', byLines],
  ['values', byValues],
  ['anything', fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }))],
] as const)(
  'a bundle with other %s gets a verdict',
  async (_, bundles) => {
    await fc.assert(
      fc.asyncProperty(bundles, fc.boolean(), async (bundle, isRetained) => {
        const began = performance.now();
        const result = await verify(bundle, { keys: KEYS, ...(isRetained && { anchors, minSize: 5 }) });
        expect(VERDICTS).toContain(result.verdict);
        // The verdict is the worst finding, and none is without a reason.
        const worst = Math.min(5, ...result.findings.map((it) => VERDICTS.indexOf(it.verdict)));
        expect(VERDICTS[worst]).toBe(result.verdict);
        expect(performance.now() - began).toBeLessThan(MOST_MS);
      }),
      { numRuns: Math.ceil(MUTANTS / 4) },
    );
  },
  24 * 3_600_000,
);

test('a change of any one byte of a bundle is seen', async () => {
  const bytes = encoder.encode(INTACT);
  for (let at = 0; at < bytes.length; at += 41) {
    const bundle = bytes.with(at, (bytes[at] ?? 0) ^ 1);
    expect((await verify(bundle, { keys: KEYS })).verdict, `byte ${at}`).not.toBe('INTACT');
  }
});

test.each([
  ['brackets', `${'['.repeat(1_000_000)}\n`],
  ['quotes', `${'"\\'.repeat(500_000)}\n`],
  ['empty lines', '\n'.repeat(100_000)],
  ['signatures', INTACT.replace(/(— [^ ]+ [^\\]+\\n)/, (it) => it.repeat(10_000))],
  ['nested text', INTACT.replace('1234.5', `${'['.repeat(10_000)}1${']'.repeat(10_000)}`)],
])('very many %s take little time', async (_, bundle) => {
  const began = performance.now();
  expect((await verify(bundle, { keys: KEYS })).verdict).toBe('MALFORMED');
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});
