/** The example as a separate process, which can be killed, and a mail server that outlives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Order } from '../orders.js';

export interface Mail {
  readonly to: string;
  readonly text: string;
}

export async function startMailServer() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ text = '' }) => void mails.push({ to: envelope.rcptTo[0]?.address ?? '', text }))
        .then(() => done(), done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { mails, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

export interface HostProcess {
  /** At once, and without a word. */
  readonly kill: () => Promise<void>;
  /** Opens the product in a user's browser. */
  readonly as: (userId: string) => Promise<Browser>;
  /** Follows a link in a mail; the page behind it, as JSON. */
  readonly link: (text: string) => {
    look: () => Promise<Response>;
    answer: (body: object) => Promise<Response>;
  };
  /** Stops it; resolves to its exit code. */
  readonly stop: () => Promise<number | null>;
}

interface Browser {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: object) => Promise<T>;
  readonly orders: () => Promise<readonly Order[]>;
  /** An operation of the approvals. */
  readonly ask: <T>(path: string, data: object) => Promise<T>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export async function startHostProcess(env: Record<string, string>): Promise<HostProcess> {
  const flags = ['--conditions=@org/source', '--import', 'tsx', 'examples/host/main.ts'];
  const child: ChildProcess = spawn(process.execPath, flags, {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', SESSION_SECRET: 'a secret of the test', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  const line = await Promise.race([once(lines, 'line'), exited.then(() => ['it ended before it listened'])]);
  const origin = /^listening on (\S+)$/.exec(String(line[0]))?.[1];
  if (origin === undefined) throw new Error(String(line[0]));

  const asJson = { 'content-type': 'application/json', accept: 'application/json' };
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', headers: { ...asJson, ...headers }, body: JSON.stringify(body) });
  const read = async <T>(response: Response): Promise<T> => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    async as(userId) {
      const answer = await send('/me', { userId });
      const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const get = async <T>(path: string) => read<T>(await fetch(origin + path, { headers: { cookie } }));
      const post = async <T>(path: string, body: object) => read<T>(await send(path, body, { cookie }));
      return {
        get,
        post,
        orders: async () => (await get<{ orders: Order[] }>('/orders')).orders,
        ask: async <T>(path: string, data: object) =>
          (await post<{ result: T }>(`/approvals/v2/workflow/${path}`, { data })).result,
      };
    },
    link(text) {
      // The port is another one after a restart; in production the name stays.
      const { pathname } = new URL(/http:\S+/.exec(text)?.[0] ?? '');
      return {
        look: () => fetch(origin + pathname, { headers: { accept: 'application/json' } }),
        answer: (data) => send(pathname, { data }),
      };
    },
  };
}
