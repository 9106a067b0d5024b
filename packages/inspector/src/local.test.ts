/** Pages for one machine: accepted host names, and when the server ends. */
import { request } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { HttpHandler } from './index.js';
import { serveLocally } from './local.js';

afterEach(() => {
  vi.useRealTimers();
});

const IDLE_MS = 120_000;

/** Answers /open with a stream that only its reader ends. */
const handler: HttpHandler = Object.assign(
  async ({ path }: { path: string }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: 'here',
    ...(path === '/open' && { stream: forever() }),
  }),
  { maxBodyBytes: 1_000 },
);

async function* forever() {
  yield 'first';
  await new Promise(() => undefined);
}

const statusFor = async (url: string, host: string): Promise<number | undefined> => {
  const sent = request(url, { headers: { host } }).end();
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume: () => void }];
  response.resume();
  return response.statusCode;
};

test('a name that is not of this machine is refused', async () => {
  const { url, close } = await serveLocally(handler);
  const { port } = new URL(url);
  for (const host of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`])
    expect([host, await statusFor(url, host)]).toEqual([host, 200]);
  for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.', '127.0.0.1@evil'])
    expect([host, await statusFor(url, host)]).toEqual([host, 421]);
  await close();
});

test('it ends when idle, and not while requests are open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { url, ended } = await serveLocally(handler, { idleMs: IDLE_MS });
  const reader = new AbortController();
  const open = await fetch(`${url}/open`, { signal: reader.signal });
  vi.advanceTimersByTime(2 * IDLE_MS);
  expect((await fetch(url)).status).toBe(200);
  let isOver = false;
  void ended.then(() => (isOver = true));
  reader.abort();
  await expect(open.text()).rejects.toThrow();
  // The server notices when the socket closes.
  await vi.waitFor(() => {
    vi.advanceTimersByTime(IDLE_MS);
    expect(isOver).toBe(true);
  });
  await expect(fetch(url)).rejects.toThrow();
});

test('a wrong option and a taken port are reported', async () => {
  await expect(serveLocally(handler, { port: 1.5, idleMs: 0 })).rejects.toThrow(
    /port must be.*idleMs must be/,
  );
  const { url, close } = await serveLocally(handler);
  await expect(serveLocally(handler, { port: Number(new URL(url).port) })).rejects.toThrow(/EADDRINUSE/);
  await close();
});
