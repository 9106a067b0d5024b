/** The host's own connections to the database of the store. */
import Database from 'libsql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { hostTable } from './on-commit.js';

type Row = Record<string, unknown>;

export interface HostTransactionOf {
  /** Argument of `engine.withTransaction`. */
  readonly transaction: unknown;
  readonly end: (commit: boolean) => Promise<void>;
}

export interface HostDatabase {
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** Runs a statement with `?` for its one parameter, if it has one. */
  readonly run: (text: string, ...params: string[]) => Promise<Row[]>;
  readonly begin: () => Promise<HostTransactionOf>;
  readonly close: () => Promise<void>;
}

/** null: the store is in memory, and has none. */
export async function openHostDatabase(store: string): Promise<HostDatabase | null> {
  if (store === 'memory') return null;
  const database = store.startsWith('sqlite:') ? onSqlite(store) : await onServer(store);
  await database.run(hostTable(database.dialect));
  return database;
}

function onSqlite(store: string): HostDatabase {
  const open = () => {
    const database = new Database(store.slice('sqlite:'.length));
    database.exec('pragma busy_timeout = 5000');
    return database;
  };
  const own = open();
  return {
    dialect: 'sqlite',
    run: async (text, ...params) => {
      const statement = own.prepare(text);
      if (/^select/.test(text)) return statement.all(...params) as Row[];
      statement.run(...params);
      return [];
    },
    async begin() {
      const transaction = open();
      transaction.exec('begin immediate');
      const end = async (commit: boolean) => {
        transaction.exec(commit ? 'commit' : 'rollback');
        transaction.close();
      };
      return { transaction, end };
    },
    close: async () => void own.close(),
  };
}

async function onServer(store: string): Promise<HostDatabase> {
  if (store.startsWith('postgres')) {
    const pool = new pg.Pool({ connectionString: store, max: 10 });
    pool.on('error', () => undefined);
    return {
      dialect: 'postgres',
      run: async (text, ...params) => (await pool.query(text.replace('?', '$1'), params)).rows as Row[],
      async begin() {
        const client = await pool.connect();
        await client.query('begin');
        const end = async (commit: boolean) => {
          await client.query(commit ? 'commit' : 'rollback');
          client.release();
        };
        return { transaction: client, end };
      },
      close: () => pool.end(),
    };
  }
  const pool = mysql.createPool({ uri: store.replace(/^mariadb:/, 'mysql:'), connectionLimit: 10 });
  return {
    dialect: 'mysql',
    run: async (text, ...params) => (await pool.execute(text, params))[0] as Row[],
    async begin() {
      const connection = await pool.getConnection();
      await connection.query('set transaction isolation level read committed');
      await connection.beginTransaction();
      const end = async (commit: boolean) => {
        await (commit ? connection.commit() : connection.rollback());
        connection.release();
      };
      return { transaction: connection, end };
    },
    close: () => pool.end(),
  };
}
