/** Empty databases on real servers, for hosts of `approval init`. */
import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import type { Database } from '../init/choices.js';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const MYSQL_URL = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';

/** Connects and runs statements. */
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

const SERVERS = { postgres: POSTGRES_URL, mysql: MYSQL_URL } as const;

export interface FreshDatabase {
  /** Address of the store; null for the default of the host, which is a file. */
  readonly url: string | null;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database; null without a server, which CI must have. */
export async function freshDatabase(kind: Database): Promise<FreshDatabase | null> {
  if (kind === 'sqlite') return { url: null, drop: async () => undefined };
  const admin = await CONNECT[kind](SERVERS[kind]).catch((error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    console.warn(`SKIPPED: no ${kind} answers. What approval init writes for it was NOT started.`);
    return null;
  });
  if (admin === null) return null;
  const name = `approval_init_${randomBytes(6).toString('hex')}`;
  await admin.run(`create database ${name}`);
  const url = new URL(SERVERS[kind]);
  url.pathname = `/${name}`;
  const drop = async () => {
    await admin.run(`drop database ${name}`);
    await admin.end();
  };
  return { url: url.href, drop };
}
