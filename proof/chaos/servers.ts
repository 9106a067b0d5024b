/**
 * Separate database servers on free ports with temporary data folders, so that they can be killed.
 * Their durability is that of production.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@org/approval-store-sql/open';
import { DISK_MEGABYTES, type SmallDisk, mountSmallDisk } from './small-disk.js';
import { freePort } from './free-port.js';

export const STORES = ['sqlite', 'postgres', 'mariadb'] as const;
export type StoreName = (typeof STORES)[number];

/** A running database. */
export interface DatabaseServer {
  readonly url: string;
  /** Port of the server; null for a file. */
  readonly port: number | null;
  /** The separate disk of the database, if it has one. */
  readonly disk: SmallDisk | null;
  /** Sends SIGKILL and starts a new server on the same data; null without a server. */
  readonly killAndRestart: (() => Promise<void>) | null;
  readonly stop: () => Promise<void>;
}

const READY_MS = 120_000;

/** Uses a small disk if requested and permitted. */
export async function startDatabase(store: StoreName, onSmallDisk = false): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'approval-chaos-'));
  const disk = onSmallDisk ? mountSmallDisk(folder, DISK_MEGABYTES[store]) : null;
  if (store === 'sqlite') {
    const stop = async () => removed(folder, disk);
    return { url: `sqlite:${join(folder, 'approvals.db')}`, port: null, disk, killAndRestart: null, stop };
  }
  const account = unprivileged();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  return server(SERVERS[store](folder, port, account ?? {}), { folder, port, disk });
}

function removed(folder: string, disk: SmallDisk | null): void {
  disk?.unmount();
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 });
}

/** Servers refuse to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

type Account = { readonly uid?: number; readonly gid?: number };

interface Kind {
  readonly url: string;
  readonly start: () => ChildProcess;
}

const SERVERS: Readonly<
  Record<Exclude<StoreName, 'sqlite'>, (folder: string, port: number, account: Account) => Kind>
> = {
  postgres(folder, port, account) {
    const data = join(folder, 'data');
    const options = { ...account, cwd: folder, stdio: 'ignore' } as const;
    execFileSync(
      'initdb',
      ['-D', data, '-U', 'approval', '--auth=trust', '-E', 'UTF8', '--no-locale'],
      options,
    );
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'shared_buffers=32MB',
      // The default of the log is a gigabyte.
      'max_wal_size=96MB',
    ];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((it) => ['-c', it])];
    return {
      url: `postgres://approval@127.0.0.1:${port}/postgres`,
      start: () => spawn('postgres', args, options),
    };
  },
  mariadb(folder, port, account) {
    const data = join(folder, 'data');
    const options = { ...account, cwd: folder, stdio: 'ignore' } as const;
    const first = join(folder, 'first.sql');
    const user = "approval@'127.0.0.1'";
    writeFileSync(
      first,
      `create database if not exists approval;\ncreate user if not exists ${user} identified by 'approval';\n` +
        `grant all on approval.* to ${user};\n`,
    );
    const common = ['--no-defaults', `--datadir=${data}`];
    const install = ['--skip-test-db', '--auth-root-authentication-method=normal'];
    execFileSync('mariadb-install-db', [...common, ...install], options);
    const args = [
      ...[
        ...common,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(folder, 'mariadb.sock')}`,
      ],
      ...[`--pid-file=${join(folder, 'mariadb.pid')}`, `--init-file=${first}`, '--skip-name-resolve'],
    ];
    return {
      url: `mysql://approval:approval@127.0.0.1:${port}/approval`,
      start: () => spawn('mariadbd', args, options),
    };
  },
};

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly disk: SmallDisk | null;
}

async function server({ url, start }: Kind, { folder, port, disk }: Place): Promise<DatabaseServer> {
  let child = start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await answers(url, () => {
    if (child.exitCode !== null) child = start();
  });
  return {
    url,
    port,
    disk,
    async killAndRestart() {
      await kill();
      child = start();
      // The new server does not start while processes of the old one exist.
      await answers(url, () => {
        if (child.exitCode !== null) child = start();
      });
    },
    async stop() {
      await kill();
      removed(folder, disk);
    },
  };
}

async function answers(url: string, meanwhile: () => void): Promise<void> {
  const end = Date.now() + READY_MS;
  for (;;) {
    try {
      const { close } = await openStore(url, { connections: 1 });
      await close();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    meanwhile();
    await sleep(200);
  }
}
