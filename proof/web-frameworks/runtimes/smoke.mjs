/** In Bun, Deno or Node: stores in memory and on SQLite, and the runtime's own server. */
import { createMemoryStore } from '@org/approval-core';
import { toFetch } from '@org/approval-http/fetch';
import { createSqliteStore, migrateSqlite } from '@org/approval-store-sql';
import { EXPECTED, hostOn, oneRun } from '../shared.mjs';

async function openSqlite(file) {
  if (globalThis.Bun) return new (await import('bun:sqlite')).Database(file);
  return new (await import('node:sqlite')).DatabaseSync(file);
}

/** Serves with the runtime's own fetch server. */
function serve(answer) {
  if (globalThis.Bun) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
    return { base: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
  }
  if (globalThis.Deno) {
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, answer);
    return { base: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
  }
  return null;
}

async function prove(name, store) {
  const { engine, handler } = await hostOn(store);
  const answer = toFetch(handler);
  const served = serve(answer);
  const told = served === null ? await oneRun('http://127.0.0.1', answer) : await oneRun(served.base);
  await served?.stop();
  await engine.stop();
  if (String(told) !== String(EXPECTED)) throw new Error(`${name}: ${told} instead of ${EXPECTED}`);
  console.log(`${name}: ${told.join(', ')}`);
}

await prove('memory', createMemoryStore());
const file = process.argv[2];
const database = await openSqlite(file);
await migrateSqlite({ database });
await prove('SQLite', await createSqliteStore({ database }));
// The file has the committed rows, visible to another connection.
const rows = (await openSqlite(file)).prepare('select status from approval_executions').all();
if (rows.length !== 1 || rows[0].status !== 'completed')
  throw new Error(`the file has ${JSON.stringify(rows)}`);
process.exit(0);
