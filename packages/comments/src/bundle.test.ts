/** Code that a browser loads: nothing of Node.js, and little in total. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Loaded when they are first used; a bundler puts them into separate files. */
const LATER = [
  'reconcile',
  'records',
  'other-methods',
  'plain-withdrawals',
  'delete-thread',
  'last-list',
  'notifications',
  'people',
].map((it) => `./${it}.js`);

/** Exports that a page imports. A bundler leaves out the others. */
const PAGE = `
  export { createCommentsClient } from './client/client.js';
  export { newCommentId } from './client/ids.js';
  export { createHttpService } from './service/http-service.js';
`;

test('what a page loads of the client is under 20 kB minified and gzipped, and needs nothing but a browser', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: LATER,
    write: false,
    metafile: true,
  });
  const outside = Object.keys(metafile.inputs).filter((it) => it.includes('node_modules'));
  expect(outside).toEqual([]);
  // An import of one of them before it is used would be of another kind.
  const imports = Object.values(metafile.outputs).flatMap((it) => it.imports);
  expect([...new Set(imports.map((it) => it.kind))]).toEqual(['dynamic-import']);
  expect([...new Set(imports.map((it) => it.path))].toSorted()).toEqual(LATER.toSorted());
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(20_000);
});

test.each(['server/index', 'service/index', 'mail/index', 'bridge/index', 'react/index', 'http/fetch'])(
  '%s needs nothing of Node’s',
  async (entry) => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL(`${entry}.ts`, import.meta.url))],
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      external: ['zod', 'react', 'html-to-text'],
      write: false,
      metafile: true,
    });
    const imported = Object.values(metafile.outputs).flatMap((it) => it.imports.map((one) => one.path));
    expect(imported.filter((it) => !['zod', 'react', 'html-to-text'].includes(it))).toEqual([]);
  },
);
