/** `approval init`: the written host compiles, starts as a process, and completes an approval. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { programOf } from '../../../scripts/entries.mjs';
import { init } from './commands/init.js';
import { ALWAYS, DATABASES, FRAMEWORKS, RELEASE, TOOLS, TYPES_OF, VERSIONS_OF } from './init/choices.js';
import { cli } from './test-support/cli.js';
import { ROOT, approved, made, started } from './test-support/host.js';

test.each(FRAMEWORKS)('a host in %s', { timeout: 120_000 }, async (framework) => {
  const { folder } = await made(framework, 'sqlite');
  const { child, exit, url } = await started(folder);
  await approved(url);
  const unsaid = await fetch(`${url}/approvals/v2/workflow/definitions/list`, { method: 'POST', body: '{}' });
  expect(unsaid.status).toBe(401);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(existsSync(join(folder, 'approvals.db'))).toBe(true);
});

test(
  'in production who.ts refuses every caller until it authenticates them',
  { timeout: 120_000 },
  async () => {
    const { folder } = await made('node', 'sqlite');
    const { url } = await started(folder, { NODE_ENV: 'production' });
    expect((await fetch(`${url}/inspect/runs`)).status).toBe(403);
    const headers = { 'x-user': 'maria', 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: '{"data":{}}' };
    expect((await fetch(`${url}/approvals/v2/workflow/definitions/list`, sent)).status).toBe(401);
  },
);

test('every host compiles', { timeout: 120_000 }, async () => {
  const folders = await Promise.all(FRAMEWORKS.map(async (it) => (await made(it, 'sqlite')).folder));
  const files = folders.map((it) => join(it, 'src/main.ts'));
  const program = programOf(files);
  const faults = folders
    .flatMap((it) => ['main', 'mail', 'people', 'who'].map((name) => join(it, `src/${name}.ts`)))
    .flatMap((file) => {
      const source = program.getSourceFile(file);
      return source === undefined
        ? []
        : [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)];
    });
  expect(faults.map((it) => ts.flattenDiagnosticMessageText(it.messageText, '\n'))).toEqual([]);
  expect(files.every((it) => program.getSourceFile(it) !== undefined)).toBe(true);
});

test('existing files are kept, and missing options are asked for', async () => {
  const { folder, run } = cli();
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine/package.json'), '{}');
  const refused = await run('init', 'mine', '--framework', 'node', '--database', 'mysql');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('package.json; nothing was')]);
  expect(existsSync(join(folder, 'mine/src'))).toBe(false);
  const unsaid = await run('init', 'new', '--framework', 'node');
  expect([unsaid.code, unsaid.err]).toEqual([
    2,
    expect.stringContaining('--database; use one of sqlite, postgres, mysql'),
  ]);
  expect((await run('init', '--framework', 'koa')).code).toBe(2);

  const asked: string[] = [];
  const io = {
    cwd: folder,
    env: {},
    out: () => 0,
    err: () => 0,
    isInteractive: true,
    color: false,
    columns: 80,
  };
  const options = { framework: undefined, database: 'postgres', json: false } as const;
  const code = await init(
    { ...io, signal: AbortSignal.timeout(1_000) },
    'My App',
    options,
    async (message, all) => {
      asked.push(message);
      return all[2] ?? null;
    },
  );
  expect([code, asked]).toEqual([0, ['Which framework?']]);
  const manifest = JSON.parse(readFileSync(join(folder, 'My App/package.json'), 'utf8')) as {
    name: string;
    dependencies: Record<string, string>;
  };
  expect(manifest.name).toBe('my-app');
  expect(manifest.dependencies).toMatchObject({
    hono: VERSIONS_OF.hono['hono'],
    pg: VERSIONS_OF.postgres['pg'],
  });
});

test('versions are those that this repository is tested with', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>> & {
      version: string;
    };
  const hono = existsSync(join(ROOT, 'examples/hono/node_modules')) ? 'examples/hono/' : '';
  const installed = (name: string) =>
    [`${hono}node_modules/${name}/package.json`, `node_modules/${name}/package.json`]
      .filter((it) => existsSync(join(ROOT, it)))
      .map((it) => read(it).version)[0];
  const chosen = [...FRAMEWORKS, ...DATABASES].map((it) => VERSIONS_OF[it]);
  const types = FRAMEWORKS.map((it) => TYPES_OF[it]);
  const all = Object.fromEntries([ALWAYS, TOOLS, ...chosen, ...types].flatMap((it) => Object.entries(it)));
  expect(all).toEqual(Object.fromEntries(Object.keys(all).map((it) => [it, installed(it)])));
  expect(read('packages/cli/package.json').version).toBe(RELEASE);
});
