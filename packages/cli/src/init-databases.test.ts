/** Hosts of `approval init` start on a real PostgreSQL and MySQL, and keep their state. */
import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { approved, made, started } from './test-support/host.js';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const MYSQL_URL = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';

/** Connects and runs statements; null without a server, which CI must have. */
type Connect = (url: string) => Promise<{ run: (sql: string) => Promise<unknown>; end: () => Promise<void> }>;

const CONNECT: Readonly<Record<'postgres' | 'mysql', Connect>> = {
  postgres: async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return { run: (sql) => client.query(sql), end: () => client.end() };
  },
  mysql: async (uri) => {
    const connection = await createConnection({ uri });
    return { run: (sql) => connection.query(sql), end: () => connection.end() };
  },
};

test.each([
  ['postgres', POSTGRES_URL],
  ['mysql', MYSQL_URL],
] as const)('a host on %s', { timeout: 120_000 }, async (kind, server) => {
  const admin = await CONNECT[kind](server).catch((error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    console.warn(`SKIPPED: no ${kind} answers. What approval init writes for it was NOT started.`);
    return null;
  });
  if (admin === null) return;
  const name = `approval_init_${randomBytes(6).toString('hex')}`;
  await admin.run(`create database ${name}`);
  onTestFinished(async () => {
    await admin.run(`drop database ${name}`);
    await admin.end();
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { folder } = await made('node', kind);
  const first = await started(folder, { APPROVAL_STORE: url.href });
  await approved(first.url);
  first.child.kill('SIGTERM');
  expect(await first.exit).toEqual([0, null]);

  // A second process finds the run and the registered definition.
  const second = await started(folder, { APPROVAL_STORE: url.href });
  const runs = await (await fetch(`${second.url}/inspect/runs?status=completed`)).text();
  expect(runs).toContain('sign-off');
  expect(await (await fetch(`${second.url}/inspect/definition?id=sign-off`)).text()).toContain(
    'version 1 of 1',
  );
  second.child.kill('SIGTERM');
  expect(await second.exit).toEqual([0, null]);
});
