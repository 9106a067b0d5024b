/** Bundle of a web page: this package alone, within the size that the README states. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type * as Client from './index.js';

const source = fileURLToPath(new URL('.', import.meta.url));

async function bundled(format: 'esm' | 'cjs') {
  const { metafile, outputFiles } = await build({
    absWorkingDir: source,
    entryPoints: ['index.ts'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    format,
  });
  return { inputs: Object.keys(metafile.inputs), code: outputFiles[0]?.text ?? '' };
}

test('it has no dependency: neither of other packages nor of Node', async () => {
  const { inputs, code } = await bundled('esm');
  expect(inputs).toContain('client.ts');
  // Private packages are part of the bundle.
  expect(inputs.filter((it) => it.includes('/') && !it.startsWith('../../internal/src/'))).toEqual([]);
  expect(code).not.toMatch(/(?<!["'])\bfrom\s*["']|\brequire\(|\bimport\(/);
});

test('the README tells its size', async () => {
  const { code } = await bundled('esm');
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const documented = Number(/\*\*under ([\d.]+) kB\*\*/.exec(readme)?.[1]);
  const kilobytes = gzipSync(code).length / 1_000;
  expect(kilobytes).toBeLessThan(documented);
  // A promise that is far too modest is not true either.
  expect(kilobytes).toBeGreaterThan(documented - 1);
});

test('it needs only what a browser has', async () => {
  const asked: [string, unknown][] = [];
  const fetch = async (url: string, init: { body: string }) => {
    asked.push([url, JSON.parse(init.body)]);
    return new Response('{"result":{"items":[]}}');
  };
  const page = {
    ...{ URL, AbortController, AbortSignal, DOMException, setTimeout, clearTimeout, crypto, fetch },
    location: { href: 'https://app.example.com/' },
    module: { exports: {} },
  };
  runInContext((await bundled('cjs')).code, createContext(page));
  const { createApprovalClient } = page.module.exports as typeof Client;
  const client = createApprovalClient({ baseUrl: '/approvals', apiKey: 'key', authToken: 'token' });
  expect(await client.definitions.list()).toEqual({ items: [] });
  expect(asked).toEqual([['/approvals/v2/workflow/definitions/list', { data: {} }]]);
});
