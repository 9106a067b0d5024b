/** Each word once, where a reader looks for it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = readFileSync(new URL('glossary.md', import.meta.url), 'utf8');
const WORDS = [...PAGE.matchAll(/^- \*\*([a-z][\w -]*?)\*\*:/gm)].map(([, word = '']) => word);

test('every word is there once, in the order of the alphabet', () => {
  expect(WORDS.length).toBeGreaterThan(50);
  expect(WORDS).toEqual([...new Set(WORDS)].toSorted((a, b) => a.localeCompare(b)));
});
