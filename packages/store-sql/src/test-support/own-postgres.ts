/**
 * A PostgreSQL database of a test's own, for settings and accounts that other tests must not meet.
 */
import pg from 'pg';
import { POSTGRES_URL } from './open.js';

export interface OwnPostgres {
  readonly url: string;
  /** Statements of a superuser in this database. */
  readonly query: (text: string) => Promise<Record<string, unknown>[]>;
  /** The URL of another account. */
  readonly urlOf: (role: string) => string;
  readonly close: () => Promise<void>;
}

let made = 0;

/**
 * `pool.end()` of pg returns before its connections have ended. Dropping the database ends them
 * with an error, which ends the process if the pool has no listener.
 */
async function othersHaveLeft(server: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { rowCount } = await server.query('select 1 from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) return;
    await server.query('select pg_sleep(0.05)');
  }
}

/** @param setting of the database, as `alter database … set` takes it */
export async function ownPostgres(setting?: string): Promise<OwnPostgres> {
  const name = `own_${process.pid.toString(36)}_${Date.now().toString(36)}_${++made}`;
  const server = new pg.Client(POSTGRES_URL);
  await server.connect();
  await server.query(`create database ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  if (setting !== undefined) await server.query(`alter database ${name} set ${setting}`);
  return {
    url: url.href,
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    urlOf: (role) => Object.assign(new URL(url.href), { username: role, password: '' }).href,
    close: async () => {
      await client.end();
      await othersHaveLeft(server, name);
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}
