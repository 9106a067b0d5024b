/** Bundle size of this package for browsers, compressed: at most 25 kB plus dagre. */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

async function codeOf(external: string[]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    conditions: ['@org/source'],
    external,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

test('it is small, and needs nothing of Node', async () => {
  const own = await codeOf(['@dagrejs/dagre']);
  expect(gzipSync(own).length).toBeGreaterThan(5_000);
  expect(gzipSync(own).length).toBeLessThan(15_000);
  expect(gzipSync(await codeOf([])).length).toBeLessThan(33_000);
});
