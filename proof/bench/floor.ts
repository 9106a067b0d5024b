/** The floor for the engine on a database: the rows of an approval in two plain transactions. */
import { openStore } from '@org/approval-store-sql/open';
import Database from 'libsql';
import mysql from 'mysql2/promise';
import pg from 'pg';

export interface Floor {
  /** One approval; returns the ms of its second transaction. */
  readonly approve: () => Promise<number>;
  /** An insert and a conditional update of a row: one transaction each. */
  readonly spend: () => Promise<void>;
  /** Creates rows to change; returns their ids. */
  readonly rows: (count: number) => Promise<string[]>;
  /** One plain update of such a row in a transaction. */
  readonly update: (id: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Tx {
  readonly run: (text: string, params: unknown[]) => Promise<void>;
}
type Transaction = (work: (tx: Tx) => Promise<void>) => Promise<void>;

const TABLES = ['floor_executions', 'floor_steps', 'floor_events'];
const CONTEXT = JSON.stringify({ url: 'https://example.com/doc' });

const tables = (id: string, json: string): string[] => [
  `create table floor_executions (id ${id} not null primary key, status ${id} not null, rev integer not null, body ${json} not null)`,
  `create table floor_steps (execution_id ${id} not null, id ${id} not null, status ${id} not null, output ${json}, primary key (execution_id, id))`,
  `create table floor_events (execution_id ${id} not null, seq integer not null, body ${json} not null, primary key (execution_id, seq))`,
];

const event = (type: string): string =>
  JSON.stringify({ eventId: crypto.randomUUID(), type, timestamp: Date.now(), data: {} });

/** The two transactions of the floor. */
async function approveOn(transaction: Transaction, lock: string): Promise<number> {
  const id = crypto.randomUUID();
  const events = 'insert into floor_events (execution_id, seq, body) values (?, ?, ?), (?, ?, ?)';
  await transaction(async ({ run }) => {
    await run('insert into floor_executions (id, status, rev, body) values (?, ?, ?, ?)', [
      id,
      'running',
      1,
      CONTEXT,
    ]);
    await run('insert into floor_steps (execution_id, id, status) values (?, ?, ?)', [
      id,
      'review',
      'waiting',
    ]);
    await run(events, [id, 1, event('dispatched'), id, 2, event('awaiting')]);
  });
  const began = performance.now();
  await transaction(async ({ run }) => {
    await run(`select rev from floor_executions where id = ?${lock}`, [id]);
    await run('select id, status from floor_steps where execution_id = ?', [id]);
    await run('update floor_executions set status = ?, rev = rev + 1 where id = ?', ['completed', id]);
    await run('update floor_steps set status = ?, output = ? where execution_id = ? and id = ?', [
      'completed',
      JSON.stringify({ decision: 'approve' }),
      id,
      'review',
    ]);
    await run(events, [id, 3, event('completed'), id, 4, event('ended')]);
  });
  return performance.now() - began;
}

const INSERT = 'insert into floor_executions (id, status, rev, body) values (?, ?, ?, ?)';
const UPDATE = 'update floor_executions set rev = rev + 1 where id = ?';

async function rowsOn(transaction: Transaction, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await transaction(async ({ run }) => {
    for (const id of ids) await run(INSERT, [id, 'granted', 1, CONTEXT]);
  });
  return ids;
}

async function spendOn(transaction: Transaction): Promise<void> {
  const id = crypto.randomUUID();
  await transaction(({ run }) => run(INSERT, [id, 'granted', 1, CONTEXT]));
  const update = 'update floor_executions set status = ?, rev = rev + 1 where id = ? and rev = ?';
  await transaction(({ run }) => run(update, ['spent', id, 1]));
}

export const CONNECTIONS = 16;

async function postgresFloor(url: string): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  for (const table of TABLES) await pool.query(`drop table if exists ${table}`);
  for (const statement of tables('text', 'jsonb')) await pool.query(statement);
  const transaction: Transaction = async (work) => {
    const client = await pool.connect();
    await client.query('begin');
    await work({
      run: async (text, params) => {
        let parameter = 0;
        await client.query({
          // PostgreSQL truncates names at 63 characters.
          name: `${text.slice(0, 50)} ${text.length}`,
          text: text.replaceAll('?', () => `$${++parameter}`),
          values: params,
        });
      },
    });
    await client.query('commit');
    client.release();
  };
  return {
    approve: () => approveOn(transaction, ' for update'),
    spend: () => spendOn(transaction),
    rows: (count) => rowsOn(transaction, count),
    update: async (id) => {
      await pool.query({ name: 'update', text: UPDATE.replace('?', '$1'), values: [id] });
    },
    close: () => pool.end(),
  };
}

async function mysqlFloor(url: string): Promise<Floor> {
  const pool = mysql.createPool({ uri: url, connectionLimit: CONNECTIONS, charset: 'utf8mb4' });
  for (const table of TABLES) await pool.query(`drop table if exists ${table}`);
  for (const statement of tables('varchar(100)', 'json')) await pool.query(statement);
  const transaction: Transaction = async (work) => {
    const connection = await pool.getConnection();
    await connection.query('start transaction');
    await work({
      run: async (text, params) => {
        await connection.execute(text, params as string[]);
      },
    });
    await connection.query('commit');
    connection.release();
  };
  return {
    approve: () => approveOn(transaction, ' for update'),
    spend: () => spendOn(transaction),
    rows: (count) => rowsOn(transaction, count),
    update: async (id) => {
      await pool.execute(UPDATE, [id]);
    },
    close: () => pool.end(),
  };
}

/** Library for SQLite files, for the floor and the engine. */
export const SQLITE: { library: 'libsql' | 'node:sqlite' } = { library: 'libsql' };

function openSqlite(file: string): Pick<Database.Database, 'exec' | 'prepare' | 'close'> {
  if (SQLITE.library === 'libsql') return new Database(file);
  // Not by import: bundlers strip "node:", and Node 20 lacks the module.
  const module = process.getBuiltinModule('node:sqlite') as unknown as {
    readonly DatabaseSync: new (file: string) => Database.Database;
  };
  return new module.DatabaseSync(file);
}

async function sqliteFloor(url: string): Promise<Floor> {
  const database = openSqlite(`${url.slice('sqlite:'.length)}.floor`);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  for (const table of TABLES) database.exec(`drop table if exists ${table}`);
  for (const statement of tables('text', 'text')) database.exec(statement);
  const prepared = new Map<string, Database.Statement>();
  let last: Promise<void> = Promise.resolve();
  const transaction: Transaction = (work) => {
    last = last.then(async () => {
      database.exec('begin immediate');
      await work({
        run: async (text, params) => {
          const statement = prepared.get(text) ?? database.prepare(text);
          prepared.set(text, statement);
          if (text.startsWith('select')) statement.all(...params);
          else statement.run(...params);
        },
      });
      database.exec('commit');
    });
    return last;
  };
  return {
    approve: () => approveOn(transaction, ''),
    spend: () => spendOn(transaction),
    rows: (count) => rowsOn(transaction, count),
    update: (id) => transaction(({ run }) => run(UPDATE, [id])),
    close: async () => {
      database.close();
    },
  };
}

export async function openFloor(url: string): Promise<Floor> {
  if (url.startsWith('sqlite:')) return sqliteFloor(url);
  return url.startsWith('postgres') ? postgresFloor(url) : mysqlFloor(url);
}

export const openBenchStore = (url: string) =>
  openStore(url, {
    ...{ connections: CONNECTIONS, tablePrefix: 'bench_' },
    ...(url.startsWith('sqlite:') && { sqliteLibrary: SQLITE.library }),
  });
