/** The files that are published, as the build makes them. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled, define, entries } from '../../tsup.config.js';

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url));

export const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  sideEffects: boolean;
  dependencies: Record<string, string>;
};

/** The text of every published file of a format by its path below `dist`. */
export async function publishedFiles(format: 'esm' | 'cjs'): Promise<ReadonlyMap<string, string>> {
  const outdir = join(packageRoot, 'dist');
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: format === 'esm' ? entries : { index: entries.index },
    outdir,
    bundle: true,
    splitting: format === 'esm',
    write: false,
    format,
    target: 'es2022',
    external: Object.keys(manifest.dependencies).filter((it) => !bundled.includes(it)),
    conditions: ['@org/source'],
    define,
  });
  return new Map(outputFiles.map(({ path, text }) => [relative(outdir, path), text]));
}
