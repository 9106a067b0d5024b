/** A permit that is redeemed in a transaction of the host is spent if and only if that commits. */
import { type ApprovalGate, createApprovalGate } from '@org/approval-agents';
import { type ApprovalEngine, createApprovalEngine, createMemoryStore } from '@org/approval-core';
import Database from 'libsql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, allServers, migrated } from '../test-support/open.js';
import { mysql as onMysql } from '../databases/mysql.js';
import { postgres } from '../databases/postgres.js';
import { sqlite } from '../databases/sqlite.js';
import type { PgClient } from '../drivers/pg.js';
import type { MysqlConnection } from '../drivers/mysql2.js';
import { type SqlPermitStore, createPermitStore } from './create.js';

const call = { tool: 'pay', args: { amount: 5 } };
const requester = { principal: 'bot' };

interface Host {
  readonly engine: ApprovalEngine;
  readonly gate: ApprovalGate;
  /** `redeem` on the connection of the host. */
  readonly redeem: (permitId: string) => ReturnType<ApprovalGate['redeem']>;
  readonly run: (text: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** The parts that know the type of the connection. */
function joining<Tx>(store: SqlPermitStore<Tx>, connection: Tx): Omit<Host, 'run' | 'close'> {
  const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
  const gate = createApprovalGate({ engine, store, policies: { rules: [{ tool: 'pay', do: 'allow' }] } });
  const redeem = async (permitId: string) =>
    gate.withTransaction(connection).redeem({ permitId, call, requester });
  return { engine, gate, redeem };
}

async function openHost(name: string, { url, tablePrefix }: TestDatabase): Promise<Host> {
  if (name === 'SQLite') {
    const [own, connection] = [new Database(url.slice(7)), new Database(url.slice(7))];
    return {
      ...joining(await createPermitStore(sqlite({ database: own, tablePrefix })), connection),
      run: async (text) => connection.exec(text),
      close: async () => {
        own.close();
        connection.close();
      },
    };
  }
  if (name === 'PostgreSQL') {
    const pool = new pg.Pool({ connectionString: url, max: 3 });
    const client = await pool.connect();
    return {
      ...joining<PgClient>(await createPermitStore(postgres({ pool, tablePrefix })), client),
      run: (text) => client.query(text),
      close: () => {
        client.release();
        return pool.end();
      },
    };
  }
  const pool = mysql.createPool({ uri: url, connectionLimit: 3, charset: 'utf8mb4' });
  const connection = await pool.getConnection();
  const store = await createPermitStore(onMysql({ pool, tablePrefix }));
  return {
    ...joining<MysqlConnection>(store, connection),
    run: (text) => connection.query(text),
    close: () => {
      connection.release();
      return pool.end();
    },
  };
}

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const begin = server.name === 'SQLite' ? 'begin immediate' : 'begin';
  const table = `${database.tablePrefix}payments`;
  let host: Host;
  beforeAll(async () => {
    host = await openHost(server.name, database);
    await host.run(`create table ${table} (amount integer)`);
  });
  afterAll(async () => {
    await host.gate.stop();
    await host.engine.stop();
    await host.close();
    await database.close();
  });

  let calls = 0;
  const granted = async (): Promise<string> => {
    const ref = { framework: 'host', runId: 'run', callId: `call-${++calls}` };
    return (await host.gate.request({ call, ref, requester })).permitId;
  };
  const paid = async (): Promise<number> => (await database.query(`select * from ${table}`)).length;

  test('it commits: the permit is spent with what the host wrote, and its outcome is the first that is heard of it', async () => {
    const permitId = await granted();
    const heard: string[] = [];
    const off = host.gate.on('permit', ({ state }) => heard.push(state));
    await host.run(begin);
    expect(await host.redeem(permitId)).toMatchObject({ ok: true, changed: false, call });
    // Within the transaction it is spent already.
    expect(await host.redeem(permitId)).toMatchObject({ ok: false, why: 'spent' });
    await host.run(`insert into ${table} values (5)`);
    expect(heard).toEqual([]);
    await host.run('commit');
    expect(await paid()).toBe(1);
    expect(await host.gate.get({ permitId })).toMatchObject({ state: 'spent', outcome: 'unknown' });
    expect(await host.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: false, why: 'spent' });
    // The gate does not learn of this commit; it emits an event for its own next write.
    expect(heard).toEqual([]);
    await host.gate.outcome({ permitId, requester, ok: true });
    off();
    expect(heard).toEqual(['spent']);
  });

  test('it rolls back: nothing was paid, and the permit can still be redeemed', async () => {
    const permitId = await granted();
    const before = await paid();
    await host.run(begin);
    expect(await host.redeem(permitId)).toMatchObject({ ok: true });
    await host.run(`insert into ${table} values (5)`);
    await host.run('rollback');
    expect(await paid()).toBe(before);
    expect(await host.gate.get({ permitId })).toMatchObject({ state: 'granted', refusals: 0 });
    expect(await host.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: true });
  });

  test('outside of a transaction it is refused, and not spent', async () => {
    const permitId = await granted();
    await expect(host.redeem(permitId)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await host.gate.get({ permitId })).toMatchObject({ state: 'granted' });
  });
});
