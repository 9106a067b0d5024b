/** The README says of each operation what becomes of it after a lost answer. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EFFECTS } from './operations.gen.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, SECTION = ''] = /## Retries\n([^]*?)\n## /.exec(README) ?? [];
/** The items of its list, in this order; one more is about them all. */
const KINDS = ['read', 'keyed', 'safe', 'once'] as const;

test('each operation is in the item of its kind, once', () => {
  const items = SECTION.split(/^- /m).slice(1);
  expect(items).toHaveLength(KINDS.length + 1);
  const documented = KINDS.flatMap((kind, place) =>
    [...(items[place] ?? '').matchAll(/`(\w+)\.(\w+)`/g)].map(([, area, name]) => [
      `${area === 'feed' ? 'events' : area}/${name}`,
      kind,
    ]),
  );
  expect(documented).toHaveLength(Object.keys(EFFECTS).length);
  expect(Object.fromEntries(documented)).toEqual(EFFECTS);
});
