/** The index lists every decision in order, under its own title. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the index has the title of every decision', () => {
  const pages = readdirSync(new URL('.', import.meta.url)).filter((file) => /^\d{4}-.+\.md$/.test(file));
  const rows = pages.sort().map((file) => {
    const title = /^# \d{4}: (.+)$/m.exec(read(file))?.[1] ?? 'a first line such as "# 0001: The decision"';
    return `- [${file.slice(0, 4)}](${file}): ${title}`;
  });
  expect(read('README.md').match(/^- .+$/gm)).toEqual(rows);
});
