/** `/open` in a bundle, as a host makes one that has installed one driver only. */
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const NODE_MODULES = here('../../../node_modules');

describe.each(['esm', 'cjs'] as const)('a host with pg alone bundles the %s build', (format) => {
  let folder: string;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'approval-bundle-')));
    const library = join(folder, 'node_modules/@org/approval-store-sql');
    mkdirSync(library, { recursive: true });
    writeFileSync(join(library, 'package.json'), JSON.stringify({ name: '@org/approval-store-sql' }));
    // As `tsup` builds it: what it imports stays outside, but for core, which is only here as source.
    await build({
      entryPoints: [here('./open.ts')],
      outfile: join(library, 'open.js'),
      bundle: true,
      format,
      platform: 'node',
      target: 'es2022',
      conditions: ['@org/source'],
      external: ['libsql', 'mysql2', 'pg'],
    });
    symlinkSync(join(NODE_MODULES, 'pg'), join(folder, 'node_modules/pg'));
    writeFileSync(join(folder, 'main.js'), "export { openStore } from '@org/approval-store-sql/open.js';\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const bundled = async (): Promise<{ file: string; inputs: string[]; warnings: unknown[] }> => {
    const file = join(folder, 'bundle.cjs');
    const { metafile, warnings } = await build({
      entryPoints: [join(folder, 'main.js')],
      outfile: file,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      metafile: true,
      logLevel: 'silent',
    });
    return { file, inputs: Object.keys(metafile.inputs), warnings };
  };

  test('without a fault, with pg inside', async () => {
    const { inputs, warnings } = await bundled();
    expect(warnings).toEqual([]);
    expect(inputs.some((it) => it.includes('node_modules/pg/'))).toBe(true);
    expect(inputs.filter((it) => /node_modules\/(libsql|mysql2)\//.test(it))).toEqual([]);
  });

  /** What a process that runs the bundle is told; the test's own resolves modules in a way of its own. */
  const openingIn = async (file: string, url: string): Promise<string> => {
    const script = `require(${JSON.stringify(file)}).openStore(process.argv[1], { migrate: false })
      .then(() => console.log('opened'), (error) => console.log(error.message))`;
    return (await promisify(execFile)(process.execPath, ['-e', script, url])).stdout;
  };

  test('and is told what to install for a database whose driver is missing', async () => {
    const { file } = await bundled();
    expect(await openingIn(file, 'sqlite::memory:')).toContain('npm install libsql');
    expect(await openingIn(file, 'mysql://root@127.0.0.1:1/none')).toContain('npm install mysql2');
    // pg is there, and looks for its server.
    expect(await openingIn(file, 'postgres://nobody@127.0.0.1:1/none')).toMatch(
      /call migrate first|ECONNREFUSED/,
    );
  });
});
