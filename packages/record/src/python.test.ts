/**
 * The verifier in Python (`proof/record`) says the same of the fixtures, of every attack, and of
 * bundles that were broken at random. More of them: `RECORD_MUTANTS=1000`.
 */
import fc from 'fast-check';
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type VerifyOptions, verify } from './index.js';
import { FORKED, TRUNCATED, WITHHELD, anchors } from './test-support/attacks.js';
import { COMPLETE, INTACT, KEYS } from './test-support/forge.js';
import { ALTERED } from './test-support/altered.js';
import { MALFORMED } from './test-support/malformed.js';
import { anything, byBytes, byLines, byValues } from './test-support/mutants.js';

const PROGRAM = fileURLToPath(new URL('../../../proof/record/verify.py', import.meta.url));
const MUTANTS = Number(process.env['RECORD_MUTANTS'] ?? 60);

interface Case {
  readonly name: string;
  readonly bundle: string | Uint8Array;
  readonly options?: Partial<VerifyOptions> | undefined;
}

const isThere = spawnSync('python3', ['--version']).status === 0;
if (!isThere && process.env['CI'] === undefined) console.warn('SKIPPED: python3 is not on this machine');

/** Verdict and figures of each run, by both verifiers. */
async function byPython(cases: readonly Case[]): Promise<unknown[]> {
  const program = spawn('python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout });
  for (const { bundle, options } of cases) {
    const line = { bundle: Buffer.from(bundle).toString('base64'), keys: KEYS, ...options };
    program.stdin.write(`${JSON.stringify(line)}\n`);
  }
  program.stdin.end();
  const answers: unknown[] = [];
  for await (const line of lines) answers.push(JSON.parse(line));
  return answers;
}

async function byUs({ bundle, options }: Case) {
  const { verdict, runs } = await verify(bundle, { keys: KEYS, ...options });
  return {
    verdict,
    runs: runs.map((it) => [
      ...[it.run, it.seq, it.until, it.redacted, it.erased, it.withheld, it.unanchoredFrom],
    ]),
  };
}

test.skipIf(!isThere && process.env['CI'] === undefined)(
  'both verifiers say the same',
  async () => {
    const attacks = [...ALTERED, ...TRUNCATED, ...FORKED, ...WITHHELD, ...MALFORMED];
    const mutants = fc.sample(fc.oneof(byBytes, byLines, byValues, anything), MUTANTS);
    const cases: Case[] = [
      ...[INTACT, COMPLETE].flatMap((bundle) => [
        { name: 'intact', bundle },
        { name: 'intact, with anchors', bundle, options: { anchors } },
      ]),
      ...attacks.map(([row, what, bundle, options]) => ({
        name: `${row} ${what}`,
        bundle: bundle(),
        options,
      })),
      ...mutants.map((bundle, index) => ({ name: `mutant ${index}`, bundle })),
    ];
    const answers = await byPython(cases);
    expect(answers).toHaveLength(cases.length);
    for (const [index, one] of cases.entries()) {
      const { name, bundle } = one;
      expect(answers[index], `${name}: ${Buffer.from(bundle).toString('base64').slice(0, 40_000)}`).toEqual(
        await byUs(one),
      );
    }
  },
  3_600_000,
);
