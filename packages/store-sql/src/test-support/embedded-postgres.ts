/**
 * PostgreSQL compiled to WebAssembly, for machines without a server: one connection, which pools
 * and transactions take in turn. What it cannot show (locks between connections) is left to a real
 * server.
 */
import { PGlite, types as oids } from '@electric-sql/pglite';
import type { PgPool } from '../drivers/pg.js';
import { migratePostgres, storeContext } from '../create.js';
import { postgres } from '../databases/postgres.js';
import type { Server, TestDatabase } from './open.js';

type Query = Parameters<PgPool['query']>[0];

/** Several statements in one text, as `begin` comes, only go without parameters. */
async function run(database: PGlite, { text, values, types }: Query) {
  if (values === undefined) {
    const results = await database.exec(text);
    const last = results.at(-1);
    return { rows: last?.rows ?? [], rowCount: last?.affectedRows ?? 0, command: commandOf(text) };
  }
  const known = Object.values(oids).filter((oid) => typeof oid === 'number');
  const parsers: Record<number, (text: string) => unknown> = {};
  for (const oid of known) parsers[oid] = types?.getTypeParser(oid) ?? String;
  const { rows, affectedRows } = await database.query(text, [...values], { parsers });
  return { rows, rowCount: affectedRows ?? rows.length, command: commandOf(text) };
}

/**
 * After a statement that failed, PostgreSQL answers `commit` with ROLLBACK; PGlite does not say.
 */
const commandOf = (text: string): string => text.trim().split(/[\s;]/)[0]?.toUpperCase() ?? '';

function poolOf(database: PGlite): PgPool {
  let last = Promise.resolve();
  const turn = (): Promise<() => void> => {
    const before = last;
    let done: () => void = () => undefined;
    last = new Promise((resolve) => (done = resolve));
    return before.then(() => done);
  };
  return {
    async query(query) {
      const done = await turn();
      return run(database, query).finally(done);
    },
    connect(callback) {
      void turn().then((release) =>
        callback(undefined, {
          query: (query) => run(database, query),
          release,
          on: () => undefined,
          removeListener: () => undefined,
        }),
      );
    },
  };
}

export const EMBEDDED_POSTGRES: Server = {
  name: 'PostgreSQL',
  async database(): Promise<TestDatabase> {
    const database = await PGlite.create();
    const pool = poolOf(database);
    const tablePrefix = 'approval_';
    return {
      connect: () => Promise.resolve(storeContext(postgres({ pool, tablePrefix }))),
      migrate: () => migratePostgres({ pool, tablePrefix }),
      query: async (text) => (await pool.query({ text })).rows as Record<string, unknown>[],
      hold: () => Promise.reject(new Error('there is one connection')),
      url: 'memory',
      tablePrefix,
      close: () => database.close(),
    };
  },
};
