/** Processes of a test, each with a program from this folder. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Server, TestDatabase } from './open.js';

/** Report of a process: it is ready, or the port of a connection that it opened. */
type Report = 'ready' | 'done' | 'at the start' | { readonly port: number } | { readonly won: number };

export interface Process {
  readonly child: ChildProcess;
  readonly ports: Set<number>;
}

/** Starts `program` on the database, or on databases sent later, and waits until it is ready. */
export async function startProcess(
  program: 'worker' | 'decider' | 'subscriber' | 'redeemer',
  database: TestDatabase | null,
  args: readonly string[],
): Promise<Process> {
  const file = fileURLToPath(new URL(`${program}.ts`, import.meta.url));
  const about = database === null ? [] : [database.url, database.tablePrefix];
  // The ports of a process matter only where its connections are to be closed.
  const reports = database === null ? [] : ['--import', PORTS];
  const child = fork(file, [...about, ...args], {
    execArgv: ['--conditions=@org/source', '--import', 'tsx', '--import', WITH_PARENT, ...reports],
    env: { ...process.env, ...(database !== null && { PGAPPNAME: database.tablePrefix }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ports = new Set<number>();
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report === 'ready') resolve();
      else if (typeof report === 'object' && 'port' in report) ports.add(report.port);
    });
    child.once('exit', () => reject(new Error(`${program} ended before it was ready`)));
  });
  await ready;
  return { child, ports };
}

const PORTS = new URL('report-ports.ts', import.meta.url).href;
const WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href;

export async function kill({ child }: Process): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Has the server end every connection of these processes; returns how many there were. */
export async function dropConnections(
  server: Server,
  { query, tablePrefix }: TestDatabase,
  processes: readonly Process[],
): Promise<number> {
  if (server.name === 'PostgreSQL') {
    const ended = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${tablePrefix}'`,
    );
    return ended.length;
  }
  const ports = processes.flatMap((it) => [...it.ports]);
  const found = await query(
    `select id from information_schema.processlist where substring_index(host, ':', -1) in (${ports.join()})`,
  );
  // One that has ended by itself in the meantime is fine too.
  const killed = await Promise.allSettled(found.map(({ id }) => query(`kill ${Number(id)}`)));
  return killed.filter((it) => it.status === 'fulfilled').length;
}
