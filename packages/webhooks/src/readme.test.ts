/** The README's code is compiled, linted and run here; its tables match the code. */
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUTCOMES } from './receiving/answer.js';
import { Secret } from './secret.js';
import { EVENT, delivery } from './test-support/delivery.js';
import { httpServer } from './test-support/server.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const SNIPPETS = new URL('test-support/readme/', import.meta.url);
const SECRET = 'readme-secret-0123';

beforeEach(() => {
  vi.stubEnv('WEBHOOK_SECRET', SECRET);
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const signed = () => delivery({ secrets: [SECRET], now: Date.now() });
const done = () => expect(console.log).toHaveBeenCalledExactlyOnceWith('exec_1 is done');

async function deliverTo(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', ...(await signed()) });
  await answer.text();
  return answer.status;
}

it('shows exactly the snippets that are run here', () => {
  const shown = [...README.matchAll(/^```ts alone\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = readdirSync(SNIPPETS).map((name) => readFileSync(new URL(name, SNIPPETS), 'utf8'));
  expect(shown.toSorted()).toEqual(files.toSorted());
});

it.each(Object.entries(OUTCOMES))('tells of the answer %s', (outcome, { http }) => {
  expect(README).toMatch(new RegExp(`\\| ${http} +\\| \`${outcome}\``));
});

describe('the snippet', () => {
  it('for Express', async () => {
    const { app } = await import('./test-support/readme/express.js');
    const port = await httpServer(createServer(app));
    expect(await deliverTo(port)).toBe(200);
    done();
  });

  it('for Fastify', async () => {
    const { app } = await import('./test-support/readme/fastify.js');
    await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await deliverTo((app.addresses()[0] as { port: number }).port)).toBe(200);
    await app.close();
    done();
  });

  it('for fetch', async () => {
    const { POST } = await import('./test-support/readme/fetch.js');
    const request = new Request('http://localhost/hooks', { method: 'POST', ...(await signed()) });
    expect((await POST(request)).status).toBe(200);
    done();
  });

  it('for verifying by hand', async () => {
    const { receive } = await import('./test-support/readme/verify.js');
    const { headers, body } = await signed();
    expect(await receive(new Headers(headers), body)).toBe(200);
    expect(await receive(new Headers(), body)).toBe(401);
    const { headers: others, body: other } = await delivery({
      text: '{}',
      secrets: [SECRET],
      now: Date.now(),
    });
    expect(await receive(new Headers(others), other)).toBe(400);
  });

  it('for other senders', async () => {
    const { isFromGitHub } = await import('./test-support/readme/github.js');
    const { headers, body } = await signed();
    const signature = { 'x-hub-signature-256': headers['x-svc-signature'] ?? '' };
    const request = (more: object) => new Request('http://localhost/', { method: 'POST', body, ...more });
    expect(await isFromGitHub(request({ headers: signature }))).toBe(true);
    expect(await isFromGitHub(request({}))).toBe(false);
  });

  it('for sending', async () => {
    const { deliver } = await import('./test-support/readme/send.js');
    const result = await deliver('https://127.0.0.1/hooks', EVENT, new Secret(SECRET));
    expect(result).toMatchObject({ ok: false, error: { code: 'address-not-public' } });
  });
});
