/**
 * What a web page or a function in the cloud loads of this package: what it uses, not the whole.
 */
import { type Plugin, build } from 'esbuild';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { manifest, packageRoot, publishedFiles } from './test-support/published.js';

let published: ReadonlyMap<string, string>;
beforeAll(async () => {
  published = await publishedFiles('esm');
});

const fromPublished: Plugin = {
  name: 'published',
  setup: (bundler) => {
    const where = { namespace: 'published', sideEffects: manifest.sideEffects };
    bundler.onResolve({ filter: /^the-package$/ }, () => ({ path: 'index.js', ...where }));
    bundler.onResolve({ filter: /^\.\.?\//, namespace: 'published' }, ({ path, importer }) => ({
      path: join(dirname(importer), path),
      ...where,
    }));
    bundler.onLoad({ filter: /./, namespace: 'published' }, ({ path }) => ({
      contents: published.get(path) ?? '',
      resolveDir: packageRoot,
    }));
  },
};

/** Bytes of minified code in a page that imports these names of the package, and nothing else. */
async function bytesOf(names: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from 'the-package'`, resolveDir: packageRoot },
    plugins: [fromPublished],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'error',
  });
  return outputFiles[0]?.contents.length ?? Infinity;
}

// Last came notification nodes and the record of executions: their schemas, lint rules and code.
test.each([
  { what: 'the texts of conditions', names: '{ op, variable, when }', below: 500 },
  { what: 'the limits', names: '{ LIMITS, DEFAULTS }', below: 3_200 },
  { what: 'the linter in a browser', names: '{ compileDefinition }', below: 435_000 },
  { what: 'the whole', names: '*', below: 900_000 },
])('$what: $names takes less than $below bytes', async ({ names, below }) => {
  const bytes = await bytesOf(names);
  expect(bytes).toBeLessThan(below);
  // A bound that is far too generous would let things grow unseen.
  expect(bytes).toBeGreaterThan(below / 10);
});
