/** The generated files match the records of operations. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engineRecords, files, gateRecords } from './main.js';

const all = await files();

test.each([...all.keys()])('%s is what `npm run operations` writes', (file) => {
  expect(readFileSync(file, 'utf8')).toBe(all.get(file));
});

test('every operation is in its area, in a file of its name', async () => {
  const records = [...(await engineRecords()), ...(await gateRecords())];
  expect(records.length).toBeGreaterThan(40);
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`);
  expect(records.filter((it) => kebab(it.name) !== it.file).map((it) => it.file)).toEqual([]);
});
