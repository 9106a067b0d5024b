/** Runs all proofs in turn: each starts as a separate process, runs a workflow, and stops. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EXPECTED, oneRun } from './shared.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'approval-frameworks-'));
const same = (told, expected, what) => {
  if (JSON.stringify(told) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(told)} instead of ${JSON.stringify(expected)}`);
};

function run(command, args, cwd = here, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** A server of `args` whose `line` says that it listens; it is always ended. */
async function served(args, { cwd = here, env = {}, line, code }, use) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout });
    const listening = (async () => {
      for await (const text of lines) if (line.test(text)) return line.exec(text)[1];
      throw new Error(`${args.join(' ')} ended before it listened`);
    })();
    await use(await listening);
    child.kill('SIGTERM');
    same((await exited)[0], code, `${args.join(' ')}: exit code`);
  } finally {
    child.kill('SIGKILL');
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const LISTENING = /^listening on (\S+)$/;
const beside = async (base) => {
  same(await oneRun(base), EXPECTED, base);
  same(await (await fetch(`${base}/health`)).json(), { ok: true }, 'the route beside it');
};

const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';

async function listens(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 5432), hostname);
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}

/** Submits a form like a browser without JavaScript: hidden fields and filled-in ones. */
async function submit(address, filledIn) {
  const form = new FormData();
  for (const [field] of (await (await fetch(address)).text()).matchAll(/<input type="hidden"[^>]*>/g)) {
    form.append(/name="([^"]*)"/.exec(field)[1], /value="([^"]*)"/.exec(field)?.[1] ?? '');
  }
  for (const [name, value] of Object.entries(filledIn)) form.append(name, value);
  return (
    await fetch(address, { method: 'POST', headers: { origin: new URL(address).origin }, body: form })
  ).text();
}

const PROOFS = {
  'Express 4': () => served(['express4.mjs'], { line: LISTENING, code: 0 }, beside),
  NestJS: () => {
    const args = ['--import', 'tsx', 'nest/main.ts'];
    return served(
      args,
      { line: LISTENING, code: 0, env: { TSX_TSCONFIG_PATH: 'nest/tsconfig.json' } },
      beside,
    );
  },
  Next: async () => {
    const next = join(here, 'node_modules/next/dist/bin/next');
    run(process.execPath, [next, 'build'], join(here, 'next'));
    const port = await freePort();
    const env = { APPROVALS_FILE: join(folder, 'next.db') };
    const args = [next, 'start', '-p', String(port), '-H', '127.0.0.1'];
    // Next ends with 128 + SIGTERM after the signal.
    await served(args, { cwd: join(here, 'next'), env, line: /(Ready)/, code: 143 }, async () => {
      const base = `http://127.0.0.1:${port}`;
      same(await oneRun(base), EXPECTED, 'route handlers');
      const page = await submit(`${base}/orders`, { item: 'a chair' });
      if (!page.includes('a chair: running')) throw new Error(`the server action did nothing: ${page}`);
    });
  },
  Prisma: async () => {
    const cwd = join(here, 'prisma');
    // Without a path the CLI downloads an engine for migrations; `generate` needs none.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
    run(process.execPath, [join(here, 'node_modules/prisma/build/index.js'), 'generate'], cwd, env);
    run(process.execPath, [join(here, '../../node_modules/typescript/bin/tsc'), '-p', '.'], cwd);
    if (await listens(POSTGRES_URL))
      return run(process.execPath, ['--import', 'tsx', 'main.ts', POSTGRES_URL], cwd);
    if (process.env.CI !== undefined)
      throw new Error(`no PostgreSQL at ${POSTGRES_URL}: in CI that is a fault`);
    console.warn(
      `*** SKIPPED: no PostgreSQL at ${POSTGRES_URL}. The recipe for Prisma was compiled, NOT run. ***`,
    );
  },
  Bun: () => run('node_modules/@oven/bun-linux-x64/bin/bun', ['runtimes/smoke.mjs', join(folder, 'bun.db')]),
  Deno: () => {
    const args = [
      'run',
      '--allow-all',
      '--node-modules-dir=manual',
      'runtimes/smoke.mjs',
      join(folder, 'deno.db'),
    ];
    run('node_modules/@deno/linux-x64-glibc/deno', args);
  },
};

const only = process.argv.slice(2);
try {
  for (const [name, prove] of Object.entries(PROOFS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    console.log(`── ${name}`);
    await prove();
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log('all of them ran');
