/** Modules for any runtime import nothing of Node.js, and frameworks only for their types. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRIVATE_PACKAGES } from '../../../scripts/layers.mjs';

/** Private packages are bundled. */
const isOwn = (from: string) =>
  from.startsWith('.') || PRIVATE_PACKAGES.some((it) => from === it || from.startsWith(`${it}/`));

/** Imports of an entry that remain without types, through our own files. */
function imports(file: URL, seen = new Map<string, string[]>()): string[] {
  const code = readFileSync(file, 'utf8');
  const found = [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gms)]
    .filter(([statement]) => !/^\w+ \{(\s*type [^,}]+,?)+\s*\}/.test(statement))
    .map(([, from]) => from as string);
  seen.set(file.href, found);
  for (const from of found.filter(isOwn)) {
    const next = new URL(
      from.startsWith('.') ? from.replace(/\.js$/, '.ts') : import.meta.resolve(from),
      file,
    );
    if (!seen.has(next.href)) imports(next, seen);
  }
  return [...new Set([...seen.values()].flat())].filter((it) => !isOwn(it)).sort();
}

it.each([
  ['index', ['ipaddr.js']],
  ['fetch', []],
  ['express', []],
  ['fastify', []],
  [
    'node',
    [
      'ipaddr.js',
      'node:crypto',
      'node:dns',
      'node:events',
      'node:http',
      'node:net',
      'node:stream',
      'node:tls',
    ],
  ],
])('%s imports %j', (entry, expected) => {
  expect(imports(new URL(`${entry}.ts`, import.meta.url))).toEqual(expected);
});
