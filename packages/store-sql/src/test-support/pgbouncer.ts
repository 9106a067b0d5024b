/**
 * A PgBouncer of the test's own before a PostgreSQL server: Debian's 1.18 does not know prepared
 * statements.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-ports.js';

export interface PgBouncer {
  /** The URL of the server, by way of PgBouncer. */
  readonly url: string;
  /** Ends it as `kill -9` does, and starts another one on the same port. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Its version; null, and a loud word, where it is not installed. */
export function pgBouncerVersion(): string | null {
  try {
    return execFileSync('pgbouncer', ['--version'], { env: ENV, encoding: 'utf8' }).split('\n')[0] ?? '';
  } catch (error) {
    if (process.env['CI'] !== undefined)
      throw new Error('no pgbouncer: in CI that is a fault', { cause: error });
    console.warn('\n*** SKIPPED: the store behind PgBouncer: `apt-get install pgbouncer` brings it ***\n');
    return null;
  }
}

/** Debian's location is not on the path of every user. */
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

/** Few sessions, so that processes must share them. */
const SESSIONS = 3;

export async function startPgBouncer(target: string): Promise<PgBouncer> {
  const server = new URL(target);
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'approval-pgbouncer-'));
  // It drops root, and reads its file as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || '5432'} user=${server.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
`,
  );
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const start = async (): Promise<ChildProcess> => {
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', ['-q', ...user, file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: ENV,
    });
    // The proxy never outlives the test process.
    process.once('exit', () => child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
      if (await answers(url.href)) return child;
      await sleep(20);
    }
  };
  const end = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  let child = await start();
  return {
    url: url.href,
    async restart() {
      await end(child);
      child = await start();
    },
    async close() {
      await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
