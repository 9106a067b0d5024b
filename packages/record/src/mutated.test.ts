/**
 * Bundles that were broken at random get a verdict: nothing throws, and the work is bounded. More
 * of them: `RECORD_MUTANTS=1000000 npx vitest run packages/record/src/mutated.test.ts`.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERDICTS, verify } from './index.js';
import { anchors } from './test-support/attacks.js';
import { INTACT, KEYS } from './test-support/forge.js';
import { anything, byBytes, byLines, byValues } from './test-support/mutants.js';

const MUTANTS = Number(process.env['RECORD_MUTANTS'] ?? 1_500);
/** CPU time of a verdict on a bundle of 10 kB. */
const MOST_MS = 2_000;

/** CPU time of this process in ms, which other work on the machine does not count into. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const encoder = new TextEncoder();

test.each([
  ['bytes', byBytes],
  ['lines', byLines],
  ['values', byValues],
  ['anything', anything],
] as const)(
  'a bundle with other %s gets a verdict',
  async (_, bundles) => {
    await fc.assert(
      fc.asyncProperty(bundles, fc.boolean(), async (bundle, isRetained) => {
        const began = cpuMs();
        const result = await verify(bundle, { keys: KEYS, ...(isRetained && { anchors, minSize: 5 }) });
        expect(VERDICTS).toContain(result.verdict);
        // The verdict is the worst finding, and none is without a reason.
        const worst = Math.min(5, ...result.findings.map((it) => VERDICTS.indexOf(it.verdict)));
        expect(VERDICTS[worst]).toBe(result.verdict);
        expect(cpuMs() - began).toBeLessThan(MOST_MS);
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
  const began = cpuMs();
  expect((await verify(bundle, { keys: KEYS })).verdict).toBe('MALFORMED');
  expect(cpuMs() - began).toBeLessThan(MOST_MS);
});
