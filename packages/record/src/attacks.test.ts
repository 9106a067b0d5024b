/** The attacks that a record must withstand, each with its exact verdict. */
import { publicKeyOf } from '@org/approval-core/record';
import { describe, expect, test } from 'vitest';
import type { VerifyOptions } from './index.js';
import { verify } from './index.js';
import {
  ANN,
  type Attack,
  FORKED,
  TRUNCATED,
  WITHHELD,
  anchors,
  completeOf,
  furtherSignature,
  hideAnn,
  hideReason,
  leaves,
  redacted,
  rewritten,
  withReject,
  withoutProof,
} from './test-support/attacks.js';
import {
  COMPLETE,
  INTACT,
  KEYS,
  STRANGER,
  bundleOf,
  dataOf,
  edited,
  frontOf,
  noteOf,
  proofLine,
  runAt,
  vectors,
} from './test-support/forge.js';
import { ALTERED } from './test-support/altered.js';
import { MALFORMED } from './test-support/malformed.js';

const named = ([row, what, bundle, options = {}]: Attack) => ({ row, what, bundle, options });

const verdictOf = async (bundle: string | Uint8Array, options: Partial<VerifyOptions> = {}) =>
  verify(bundle, { keys: KEYS, ...options });

describe.each([
  ['ALTERED', ALTERED],
  ['TRUNCATED', TRUNCATED],
  ['FORKED', FORKED],
  ['WITHHELD', WITHHELD],
  ['MALFORMED', MALFORMED],
] as const)('%s', (verdict, attacks) => {
  test.each(attacks.map(named))('$row $what', async ({ bundle, options }) => {
    const result = await verdictOf(bundle(), options);
    expect(result.findings.map((it) => it.message)).not.toEqual([]);
    expect(result.verdict, JSON.stringify(result.findings)).toBe(verdict);
  });
});

describe('INTACT, and UNANCHORED', () => {
  const stranger = () =>
    edited(INTACT, (data) =>
      data.map((it) => (it['leaf'] === leaves[3] ? proofLine(leaves, 3, STRANGER) : it)),
    );
  const left = () => edited(INTACT, (data) => data.filter((it) => it['leaf'] !== leaves[3]));
  const older = () =>
    edited(INTACT, (data) => data.map((it) => (it['leaf'] === leaves[3] ? proofLine(leaves, 1) : it)));
  test.each([
    [66, 'a new tree signed by a stranger', stranger, 1],
    [67, 'the proof left out', left, 1],
    [68, 'an older proof for the newest', older, 5],
  ])('%i %s', async (_, __, bundle, from) => {
    const { verdict, runs, text, findings } = await verdictOf(bundle());
    expect(findings).toEqual([]);
    expect(verdict).toBe('INTACT');
    expect(runs[0]).toMatchObject({ unanchoredFrom: from });
    expect(runs[1]).toMatchObject({ unanchoredFrom: null });
    expect(text).toContain(`proves exec_1 from event ${from} on`);
  });

  test('a checkpoint that is not among the retained ones', async () => {
    const { verdict, runs } = await verdictOf(INTACT, { anchors: [noteOf(leaves, 3)] });
    expect(verdict).toBe('INTACT');
    expect(runs.map((it) => it.unanchoredFrom)).toEqual([1, 1]);
  });

  test('a retained checkpoint that is older than the newest leaf of a complete bundle', async () => {
    const bundle = completeOf(leaves, [withoutProof(0), withoutProof(1)]);
    const { verdict, runs } = await verdictOf(bundle, { anchors: [noteOf(leaves, 4)] });
    expect(verdict).toBe('INTACT');
    expect(runs.map((it) => it.unanchoredFrom)).toEqual([null, 5]);
  });
});

describe('INTACT', () => {
  test.each([
    [69, 'control', INTACT, {}],
    [69, 'control with anchors', INTACT, { anchors }],
    [69, 'control with the raw key', INTACT, { keys: [publicKeyOf(new Uint8Array(32).fill(7))] }],
    [70, 'complete', COMPLETE, {}],
    [70, 'complete with anchors and a size', COMPLETE, { anchors, minSize: 5 }],
    [71, 'a further signature of an unknown key', furtherSignature(), {}],
  ] as const)('%i %s', async (_, __, bundle, options) => {
    const { verdict, findings, runs } = await verdictOf(bundle, options);
    expect({ verdict, findings }).toEqual({ verdict: 'INTACT', findings: [] });
    expect(
      runs.map(({ seq, until, unanchoredFrom, withheld }) => [seq, until, unanchoredFrom, withheld]),
    ).toEqual([
      [8, 0, null, 0],
      [8, 0, null, 0],
    ]);
  });

  test('72 a redaction that is logged', async () => {
    const { verdict, runs, text } = await verdictOf(redacted({ texts: ['5 /data/reason'] }, hideReason));
    expect(verdict).toBe('INTACT');
    expect(runs[0]).toMatchObject({ redacted: 1, erased: 0, withheld: 0 });
    expect(text).toContain('REDACTED 1');
  });

  test('73 an erased person', async () => {
    const { verdict, runs, text } = await verdictOf(redacted({ texts: 'all', people: [ANN] }, hideAnn));
    expect(verdict).toBe('INTACT');
    expect(runs[0]).toMatchObject({ redacted: 0, erased: 1, withheld: 0 });
    expect(runs[0]?.decisions[0]?.by).toEqual({ id: ANN, isShown: false });
    expect(text).toContain('ERASED 1');
  });

  test('74 a run dropped from a bundle that is not complete; the text says so', async () => {
    const dropped = edited(INTACT, ([header]) => [
      { ...header, runs: 1 },
      ...frontOf(INTACT).slice(1),
      ...runAt(INTACT, 0),
    ]);
    const { verdict, text } = await verdictOf(dropped);
    expect(verdict).toBe('INTACT');
    expect(text).toContain('an execution that was left out of it does not show');
    expect((await verdictOf(COMPLETE)).text).not.toContain('left out');
  });

  test('75 an insider with the key, and no retained checkpoint; the text says so', async () => {
    const { verdict, text } = await verdictOf(rewritten(withReject));
    expect(verdict).toBe('INTACT');
    expect(text).toContain('the owner of the signing key can have written the log anew');
    expect((await verdictOf(INTACT, { anchors })).text).not.toContain('signing key');
  });

  test('a run that retention deleted is EXPIRED with its time, and TRUNCATED without', async () => {
    const bundle = completeOf(leaves, [withoutProof(0)], vectors.note.note);
    const now = 1_795_613_241_541 + 1_001;
    expect(await verdictOf(bundle, { retentionMs: 1_000, now })).toMatchObject({
      verdict: 'INTACT',
      expired: 1,
    });
    expect(await verdictOf(bundle, { retentionMs: 2_000, now })).toMatchObject({ verdict: 'TRUNCATED' });
  });

  test('parts of any length give the same result', async () => {
    const bytes = new TextEncoder().encode(COMPLETE);
    const whole = await verdictOf(COMPLETE);
    for (const length of [1, 7, 1_000]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
        bytes.subarray(index * length, (index + 1) * length),
      );
      expect(await verify(parts, { keys: KEYS })).toEqual(whole);
    }
  });
});

test('keys that are none are refused', async () => {
  await expect(verify(INTACT, { keys: ['nonsense'] })).rejects.toThrow('is not a key');
  await expect(verify(INTACT, { keys: [new Uint8Array(5)] })).rejects.toThrow('32 bytes');
});

test('the attacks are made from the bundle, which is intact', () => {
  expect(bundleOf(dataOf(INTACT))).toBe(INTACT);
  expect(bundleOf(dataOf(COMPLETE))).toBe(COMPLETE);
});
