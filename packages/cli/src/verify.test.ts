/** `approval verify` on bundles of another implementation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from './test-support/cli.js';

const fixture = (name: string) =>
  readFileSync(new URL(`../../record/fixtures/${name}`, import.meta.url), 'utf8');
const INTACT = fixture('intact.jsonl');
const { note } = JSON.parse(fixture('vectors.json')) as {
  readonly note: { readonly vkey: string; readonly note: string };
};
const KEY = ['--key', note.vkey] as const;

test('an intact bundle: the verdict, and each decision in words', async () => {
  const { run, write } = cli();
  const { code, out, err } = await run('verify', write('a.jsonl', INTACT), ...KEY);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^INTACT: what the bundle shows is what was recorded/);
  expect(out).toContain('exec_2: INTACT');
  expect(out).toMatch(/ann@example\.com approved at 2026-\d\d-\d\d .* UTC/);
  expect(out).toMatch(/Reason: +Looks fine to me/);
  expect(out).toMatch(/Question: +Please review the invoice of the supplier/);
  expect(out).toMatch(/Digest: +sha256:56e7ee1b/);
});

test('an altered one exits with 1, and names the run and the event', async () => {
  const { run, write } = cli();
  const file = write('a.jsonl', INTACT.replace('Looks fine to me', 'Looks bad\u009b2J'));
  const { code, out } = await run('verify', file, ...KEY);
  expect(code).toBe(1);
  expect(out).toContain(
    'ALTERED (exec_1, event 5): the text at /data/reason is not the one that was recorded',
  );
  expect(out).not.toContain('\u009b');
});

test('--strict, --anchors and --json', async () => {
  const { run, write } = cli();
  const file = write('a.jsonl', INTACT);
  const other = `{"at":1,"note":${JSON.stringify(note.note)}}\n`;
  expect(
    (await run('verify', file, ...KEY, '--strict', '--anchors', write('anchors.jsonl', other))).code,
  ).toBe(0);
  const { vkey } = note;
  const stranger = vkey.replace('default/1', 'other/1').replace('c9abf3d4', '00000000');
  expect(await run('verify', file, '--key', stranger)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not a key') as string,
  });
  const { code, out } = await run('verify', file, file, '--json', ...KEY);
  expect(code).toBe(0);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((it) => JSON.parse(it) as unknown);
  expect(lines).toMatchObject([
    { verdict: 'INTACT', runs: [{ run: 'exec_1' }, { run: 'exec_2' }] },
    { file: 'a.jsonl' },
  ]);
});

test('a key that did not sign the record proves nothing, and --strict refuses it', async () => {
  const { run, write } = cli();
  const file = write('a.jsonl', INTACT);
  const key = Buffer.alloc(32, 9).toString('base64');
  expect(await run('verify', file, '--key', key)).toMatchObject({
    code: 0,
    out: expect.stringContaining('UNANCHORED') as string,
  });
  expect((await run('verify', file, '--key', key, '--strict')).code).toBe(1);
});

test('wrong calls exit with 2', async () => {
  const { run, write } = cli();
  expect((await run('verify', write('a.jsonl', INTACT))).err).toContain('--key');
  expect(await run('verify', 'nothing.jsonl', ...KEY)).toMatchObject({
    code: 2,
    err: expect.stringContaining('does not exist') as string,
  });
  expect((await run('verify', 'a.jsonl', ...KEY, '--retention', 'soon')).code).toBe(2);
});
