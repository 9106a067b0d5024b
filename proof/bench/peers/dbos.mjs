/** DBOS on PostgreSQL: a workflow that waits for a message, in a new `bench_dbos`. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';

const { STORE = '', IN_FLIGHT = '1', APPROVALS = '100' } = process.env;
if (!STORE.startsWith('postgres')) throw new Error('DBOS Transact takes PostgreSQL alone');

const own = new URL(STORE);
own.pathname = '/bench_dbos';
const admin = new pg.Client({ connectionString: STORE });
await admin.connect();
await admin.query('drop database if exists bench_dbos with (force)');
await admin.query('create database bench_dbos');
await admin.end();

DBOS.setConfig({ name: 'bench', systemDatabaseUrl: own.href, systemDatabasePoolSize: 16, logLevel: 'error' });
const approval = DBOS.registerWorkflow(async () => DBOS.recv('decision', { timeoutSeconds: 3_600 }), {
  name: 'approval',
});
await DBOS.launch();

const waits = [];
async function approve(id) {
  const handle = await DBOS.startWorkflow(approval, { workflowID: id })();
  const began = performance.now();
  await DBOS.send(id, { approved: true }, 'decision', `key-${id}`);
  waits.push(performance.now() - began);
  await handle.getResult();
}

async function run(prefix, count) {
  let next = 0;
  const lane = async () => {
    while (next < count) await approve(`${prefix}${next++}`);
  };
  await Promise.all(Array.from({ length: Math.min(Number(IN_FLIGHT), count) }, lane));
}

await run('warm-', Math.min(100, Number(APPROVALS)));
waits.length = 0;
const began = performance.now();
await run('counted-', Number(APPROVALS));
const perSecond = (Number(APPROVALS) / (performance.now() - began)) * 1_000;
const p50 = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)];
console.log(JSON.stringify({ name: 'DBOS Transact', perSecond, p50 }));
await DBOS.shutdown();
process.exit(0);
