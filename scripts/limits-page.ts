/**
 * Generates `docs/reference/limits.md` from the tables of limits: `npm run docs:limits`. A test
 * compares the page.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@org/approval-core';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { format, resolveConfig } from 'prettier';
import { bounds } from './limits/constants.js';
import { BESIDE } from './limits/beside.js';
import { ENGINE } from './limits/engine.js';
import { HOSTING_ROWS, ROWS } from './limits/engine-rows.js';
import { PACKAGE_TABLES } from './limits/package-rows.js';
import type { Inner, Row } from './limits/row.js';

const HEAD = `# Limits

Every input has a bound, and every bound is here. What does not fit is refused before any work is done on it, with a
message that says what was too large. This page is made by \`npm run docs:limits\` from the tables of the packages
(\`packages/core/src/definition/limits.ts\` and its like) and from the constants in their code; a test holds them together, and
another one finds a constant that is missing here.

Where no code is named, it is \`invalid-field\` in the issues of an \`INVALID_ARGUMENT\`. The codes of definitions are
explained in [linter-codes.md](linter-codes.md).

`;
const TABLE_HEAD = '| what | at most | unit | past it |\n| --- | --- | --- | --- |\n';

function tableOf(values: Readonly<Record<string, number>>, rows: Readonly<Record<string, Row>>): string {
  return Object.entries(rows)
    .map(([name, row]) => lineOf(values[name], row))
    .join('');
}

const lineOf = (value: number | undefined, [of, unit, past]: Row): string =>
  `| ${of} | ${value?.toLocaleString('en-US')} | ${unit} | ${past === undefined ? '' : `\`${past}\``} |\n`;

const INNER_HEAD = `
## What each package bounds by itself

What is kept, read, tried and waited for at once. Nobody has to know these to use the packages; they are why memory and work do
not grow with what comes in. Where no code is named, nobody is refused.
`;

const INNER: Inner = { ...ENGINE, ...BESIDE };

/** A table for each package, in the order of the constants in its code. */
function innerTables(): string {
  const lines = new Map<string, string>();
  for (const { file, name, value } of bounds()) {
    const row = INNER[file]?.[name];
    if (row === undefined) continue;
    const package_ = file.slice(0, file.indexOf('/'));
    lines.set(package_, (lines.get(package_) ?? '') + lineOf(value, row));
  }
  return [...lines].map(([name, text]) => `\n### \`${name}\`\n\n${TABLE_HEAD}${text}`).join('');
}

/** Constants without a row, and rows without a constant. */
export function unlisted(): { readonly missing: string[]; readonly gone: string[] } {
  const there = new Set(bounds().map(({ file, name }) => `${file} ${name}`));
  const listed = new Set(
    Object.entries(INNER).flatMap(([file, rows]) => Object.keys(rows).map((name) => `${file} ${name}`)),
  );
  return {
    missing: [...there].filter((it) => !listed.has(it)),
    gone: [...listed].filter((it) => !there.has(it)),
  };
}

const PAGE = fileURLToPath(new URL('../docs/reference/limits.md', import.meta.url));

/** The expected contents of the page. */
export async function limitsPage(): Promise<string> {
  const engine = tableOf({ ...LIMITS, ...HOSTING_LIMITS }, { ...ROWS, ...HOSTING_ROWS });
  const beside = PACKAGE_TABLES.map(
    ([heading, values, rows]) => `\n## ${heading}\n\n${TABLE_HEAD}${tableOf(values, rows)}`,
  );
  return format(`${HEAD}${TABLE_HEAD}${engine}${beside.join('')}${INNER_HEAD}${innerTables()}`, {
    ...(await resolveConfig(PAGE)),
    parser: 'markdown',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, await limitsPage());
}
