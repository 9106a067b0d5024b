/** The README names every table that is there after the migrations, and no other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TABLE_NAMES } from './tables.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the README names every table', () => {
  const [, section = ''] = /\n## The schema\n([^]*?)\n## /.exec(README) ?? [];
  const documented = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual([...TABLE_NAMES, 'schema_migrations'].toSorted());
});
