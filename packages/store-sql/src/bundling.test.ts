/** `/open` in a bundle, as a host makes one that has installed one driver only. */
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
    // Built as by `tsup`: imports stay external, except core, which exists here only as source.
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

  /** Result of a process that runs the bundle; the test runner resolves modules differently. */
  const openingIn = async (file: string, url: string): Promise<string> => {
    const script = `require(${JSON.stringify(file)}).openStore(process.argv[1], { migrate: false })
      .then(() => console.log('opened'), (error) => console.log(error.message))`;
    return (await promisify(execFile)(process.execPath, ['-e', script, url])).stdout;
  };

  test('and names the driver to install for a database whose driver is missing', async () => {
    const { file } = await bundled();
    // Newer lines of Node have a SQLite of their own.
    const said = Number(process.versions.node.split('.')[0]) < 22 ? 'npm install libsql' : 'opened';
    expect(await openingIn(file, 'sqlite::memory:')).toContain(said);
    expect(await openingIn(file, 'mysql://root@127.0.0.1:1/none')).toContain('npm install mysql2');
    // pg is installed, and looks for its server.
    expect(await openingIn(file, 'postgres://nobody@127.0.0.1:1/none')).toMatch(
      /call migrate first|ECONNREFUSED/,
    );
  });
});

/** The program of the thread is a separate file, which most bundlers do not move. */
test('a bundle that has no program for the thread says so once, and works; beside it, it is found', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'approval-bundle-')));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(NODE_MODULES, 'libsql'), join(folder, 'node_modules/libsql'));
  const file = join(folder, 'bundle.mjs');
  const logger = "{ warn: (it) => console.log('warned', it), error: () => undefined }";
  const contents = `import { openStore } from ${JSON.stringify(here('./open.ts'))};
    const { close } = await openStore('sqlite:' + process.argv[2], { logger: ${logger} });
    await close();
    console.log('closed');`;
  await build({
    stdin: { contents, resolveDir: here('.') },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    conditions: ['@org/source'],
    external: ['libsql', 'mysql2', 'pg'],
    logLevel: 'silent',
  });
  const run = async () => (await promisify(execFile)(process.execPath, [file, join(folder, 'a.db')])).stdout;
  expect(await run()).toMatch(
    /^warned SQLite runs on the event loop, which waits for the disk.*sqlite-worker\.mjs.*\nclosed\n$/,
  );
  copyFileSync(here('./drivers/sqlite-worker.mjs'), join(folder, 'sqlite-worker.mjs'));
  expect(await run()).toBe('closed\n');
  rmSync(folder, { recursive: true });
});
