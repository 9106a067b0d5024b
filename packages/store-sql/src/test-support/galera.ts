/**
 * Three MariaDB servers of our own that are one Galera cluster, each a writer, on free ports of
 * loopback.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePorts } from './free-ports.js';

const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
const READY_MS = 60_000;

export interface GaleraCluster {
  /** A database on each server; all show the same data. */
  readonly urls: readonly string[];
  readonly stop: () => Promise<void>;
}

/** null, and a loud word: Galera is not there. */
export function galeraProvider(): string | null {
  const found = PROVIDERS.find((it) => existsSync(it));
  if (found !== undefined) return found;
  if (process.env['CI'] !== undefined) throw new Error('no libgalera_smm.so: in CI that is a fault');
  console.warn('\n*** SKIPPED: Galera with three writers: `apt-get install galera-4` brings it ***\n');
  return null;
}

interface Node {
  readonly folder: string;
  readonly port: number;
  readonly group: number;
  readonly others: readonly number[];
}

/** @throws Error with the end of a server's log when it does not come up. */
export async function startGalera(provider: string): Promise<GaleraCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'approval-galera-'));
  const account = unprivileged();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const ports = await freePorts(12);
  const servers: ChildProcess[] = [];
  const stop = async () => {
    for (const child of servers) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 });
  };
  const groups = ports.slice(3, 6);
  try {
    for (const [index, port] of ports.slice(0, 3).entries()) {
      const [group = 0, receive = 0, transfer = 0] = [3, 6, 9].map((from) => ports[from + index]);
      const node = { folder: join(folder, `node-${index}`), port, group, others: groups.slice(0, index) };
      const child = startNode(provider, node, { receive, transfer }, account ?? {});
      servers.push(child);
      await joined(node, child, index + 1);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [first = 0] = ports;
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: first, user: 'root' });
  await connection.query('create database approval');
  await connection.end();
  return { urls: ports.slice(0, 3).map((port) => `mysql://root@127.0.0.1:${port}/approval`), stop };
}

function startNode(
  provider: string,
  { folder, port, group, others }: Node,
  { receive, transfer }: { readonly receive: number; readonly transfer: number },
  account: { readonly uid?: number; readonly gid?: number },
): ChildProcess {
  mkdirSync(folder);
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const options = { ...account, cwd: folder, stdio: 'ignore' } as const;
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  const install = ['--skip-test-db', '--auth-root-authentication-method=normal'];
  execFileSync('mariadb-install-db', [...common, ...install], options);
  const settings = {
    port: String(port),
    'bind-address': '127.0.0.1',
    socket: join(folder, 'mariadb.sock'),
    'pid-file': join(folder, 'mariadb.pid'),
    'log-error': join(folder, 'log'),
    'innodb-buffer-pool-size': '64M',
    'binlog-format': 'ROW',
    'innodb-autoinc-lock-mode': '2',
    'wsrep-on': 'ON',
    'wsrep-provider': provider,
    'wsrep-cluster-name': 'approval',
    'wsrep-cluster-address': `gcomm://${others.map((it) => `127.0.0.1:${it}`).join(',')}`,
    'wsrep-provider-options': `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${receive};gcache.size=64M`,
    'wsrep-node-address': `127.0.0.1:${group}`,
    'wsrep-node-incoming-address': `127.0.0.1:${port}`,
    'wsrep-sst-method': 'rsync',
    'wsrep-sst-receive-address': `127.0.0.1:${transfer}`,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  return spawn('mariadbd', [...common, ...args, '--skip-name-resolve'], options);
}

/** Waits until the server takes queries as one of `size`. */
async function joined({ folder, port }: Node, child: ChildProcess, size: number): Promise<void> {
  const end = Date.now() + READY_MS;
  for (;;) {
    try {
      const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
      const [rows] = await connection.query(
        "show status where Variable_name in ('wsrep_ready', 'wsrep_cluster_size')",
      );
      await connection.end();
      const status = new Map(
        (rows as { Variable_name: string; Value: string }[]).map((it) => [it.Variable_name, it.Value]),
      );
      if (status.get('wsrep_ready') === 'ON' && status.get('wsrep_cluster_size') === String(size)) return;
    } catch (error) {
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`a server of the cluster did not come up:\n${logOf(folder)}`, { cause: error });
    }
    if (Date.now() > end) throw new Error(`a server of the cluster did not join:\n${logOf(folder)}`);
    await sleep(200);
  }
}

function logOf(folder: string): string {
  const log = join(folder, 'log');
  return existsSync(log)
    ? readFileSync(log, 'utf8').split('\n').slice(-20).join('\n')
    : '(it has written no log)';
}

/** Servers refuse to run as root, and rsync as root switches to another user. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
