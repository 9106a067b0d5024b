/** Each behavior of comments names a test that is there, and none is left out. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('comments-behaviors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| ([\d-]+) +\|[^|]*\| `([^`]+)` +\| (.*?) +\|$/gm)].map(
  ([, numbers = '', file = '', name = '']) => ({ numbers, file, name }),
);

test('the 67 statements are listed, each once', () => {
  const numbers = rows.flatMap(({ numbers: range }) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  expect(numbers).toEqual(Array.from({ length: 67 }, (_, index) => index + 1));
});

const others = [...page.matchAll(/^\| (?![\d-]+ )[^|]+\| `([^`]+)` +\| (.*?) +\|$/gm)].map(
  ([, file = '', name = '']) => ({ numbers: 'beside', file, name }),
);

test('what is beside the source document is listed too', () => {
  expect(others.length).toBeGreaterThan(9);
});

test.each([...rows, ...others])('$numbers: "$name" is a test of $file', ({ file, name }) => {
  const source = readFileSync(new URL(`../../packages/comments/src/${file}`, import.meta.url), 'utf8');
  // Matches the name of a test, or of a row of its table.
  expect(source.includes(`'${name}'`)).toBe(true);
});
