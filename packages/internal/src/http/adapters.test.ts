/** One table of bodies for every adapter of every package: whole or refused, never cut. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, createServer, request as connect } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTER_NAMES, type AdapterName, type Before, listenerOf } from './test-support/adapters.js';
import { PACKAGES, type Package } from './test-support/mounts.js';

const MIB = 1_048_576;

interface Case {
  readonly body: (json: Package['json']) => string | Uint8Array;
  readonly limit?: number;
  readonly before?: Before;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without a content-length. */
  readonly chunked?: true;
  /** The status by package; receivers of webhooks look at signatures, not at content types. */
  readonly status: number | Readonly<Record<keyof typeof PACKAGES, number>>;
  /** A `Request` has no place for what a host's parser leaves: to read it is to drain it. */
  readonly lostInFetch?: true;
}

const MALFORMED = { 'content-type': ';;' };
const notJson = { http: 415, comments: 415, webhooks: 200 };
const parsed = { http: 200, comments: 200, webhooks: 500 };
const twice = (json: string) => json.replace('{', '{"a":1,"a":2,');

const CASES: Readonly<Record<string, Case>> = {
  'a small body': { body: (json) => json(), status: 200 },
  'an empty body': { body: () => '', status: 400 },
  'a body at the limit': { body: (json) => json(1_000), limit: 1_000, status: 200 },
  'a body a byte over the limit': { body: (json) => json(1_001), limit: 1_000, status: 413 },
  'a body a byte over the limit, in chunks': {
    body: (json) => json(1_001),
    limit: 1_000,
    chunked: true,
    status: 413,
  },
  'a body in chunks': { body: (json) => json(MIB), chunked: true, status: 200 },
  '1 MiB': { body: (json) => json(MIB), status: 200 },
  '8 MiB where 1 is taken': { body: (json) => json(8 * MIB), status: 413 },
  '10 MiB where 16 are taken': { body: (json) => json(10 * MIB), limit: 16 * MIB, status: 200 },
  '16 MiB where 16 are taken': { body: (json) => json(16 * MIB), limit: 16 * MIB, status: 200 },
  '20 MiB where 16 are taken': { body: (json) => json(20 * MIB), limit: 16 * MIB, status: 413 },

  'broken JSON': { body: (json) => json().slice(0, -1), status: 400 },
  'JSON behind JSON': { body: (json) => `${json()}1`, status: 400 },
  'a key twice': { body: (json) => twice(json()), status: { http: 400, comments: 400, webhooks: 200 } },
  'a later key twice, in an object of many': {
    body: (json) => json().replace('{', '{"a":1,"b":{"a":1},"c":[{}],"c":2,'),
    status: { http: 400, comments: 400, webhooks: 200 },
  },
  'a key __proto__': {
    body: (json) => json().replace('{', '{"__proto__":{"x":1},'),
    status: { http: 400, comments: 400, webhooks: 200 },
  },
  'what says that it is not UTF-8': {
    body: (json) => json(),
    headers: { 'content-type': 'application/json; charset=utf-16' },
    status: notJson,
  },
  'what says that it is UTF-8': {
    body: (json) => json(),
    headers: { 'content-type': 'application/json ; profile=x; Charset="UTF-8"' },
    status: 200,
  },
  'what is not UTF-8': {
    body: (json) => Buffer.from(json().replace('{', '{"\xff":1,'), 'latin1'),
    status: 400,
  },

  'another content type': {
    body: (json) => json(),
    headers: { 'content-type': 'text/plain' },
    status: notJson,
  },
  'no content type': { body: (json) => json(), headers: { 'content-type': '' }, status: notJson },
  'an invalid content type': { body: (json) => json(), headers: MALFORMED, status: notJson },
  'an invalid content type, over the limit': {
    body: (json) => json(1_001),
    limit: 1_000,
    headers: MALFORMED,
    status: 413,
  },

  'JSON that the host parsed': {
    body: (json) => json(),
    before: 'parses',
    status: parsed,
    lostInFetch: true,
  },
  'bytes that the host kept': {
    body: (json) => json(),
    before: 'keeps bytes',
    status: 200,
    lostInFetch: true,
  },
  'bytes that the host kept, over the limit': {
    body: (json) => json(1_001),
    limit: 1_000,
    before: 'keeps bytes',
    status: 413,
    lostInFetch: true,
  },
  'text that the host kept': { body: (json) => json(), before: 'keeps text', status: 200, lostInFetch: true },
  'text that the host kept, over the limit': {
    body: (json) => json(1_001),
    limit: 1_000,
    before: 'keeps text',
    status: 413,
    lostInFetch: true,
  },
  'a body that the host read, leaving nothing': { body: (json) => json(), before: 'drains', status: 500 },
};

interface Mounted {
  /** Sends the head of a request. */
  readonly open: (headers: Readonly<Record<string, string | number>>) => ClientRequest;
  readonly asked: () => number;
  readonly arrived: () => Promise<IncomingMessage>;
}

async function mount(it: Package, name: AdapterName, options: Pick<Case, 'limit' | 'before'> = {}) {
  const { limit = MIB, before = 'nothing' } = options;
  let asked = 0;
  const adapters = it.adapters({ maxBodyBytes: limit, onAsked: () => (asked += 1) });
  const server = createServer(await listenerOf(adapters, name, before));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    open: (headers) =>
      connect({ host: '127.0.0.1', port, path: it.path, method: 'POST', agent: false, headers }),
    asked: () => asked,
    arrived: async () => ((await once(server, 'request')) as [IncomingMessage])[0],
  } satisfies Mounted;
}

async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // The body must be JSON.
  JSON.parse(await text(response));
  return response.statusCode;
}

async function headersFor(it: Package, body: Uint8Array, { headers = {}, chunked }: Partial<Case> = {}) {
  const all = { ...(await it.headers(body)), ...headers };
  const named = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return { ...named, ...(chunked ? {} : { 'content-length': body.length }) };
}

const combinations = Object.entries(PACKAGES).flatMap(([name, it]) =>
  ADAPTER_NAMES.map((adapter) => [name as keyof typeof PACKAGES, adapter, it] as const),
);

describe.each(combinations)('%s over %s', (packageName, adapter, it) => {
  test.each(Object.entries(CASES))('%s', async (_name, { status, ...options }) => {
    const body = Buffer.from(options.body(it.json));
    const mounted = await mount(it, adapter, options);
    const sent = mounted.open(await headersFor(it, body, options));
    sent.end(body);
    const expected = typeof status === 'number' ? status : status[packageName];
    const isLost = adapter === 'fetch' && options.lostInFetch === true;
    expect(await statusOf(sent)).toBe(isLost ? 500 : expected);
  });

  test('a slow body is waited for, without delaying others', async () => {
    const body = Buffer.from(it.json());
    const mounted = await mount(it, adapter);
    const headers = await headersFor(it, body);
    const arrived = mounted.arrived();
    const slow = mounted.open(headers);
    slow.write(body.subarray(0, 5));
    await arrived;
    const quick = mounted.open(headers);
    quick.end(body);
    expect(await statusOf(quick)).toBe(200);
    slow.end(body.subarray(5));
    expect(await statusOf(slow)).toBe(200);
  });

  test('a client that leaves within a body reaches no operation, and harms no others', async () => {
    const body = Buffer.from(it.json());
    const mounted = await mount(it, adapter);
    const headers = await headersFor(it, body);
    const arrived = mounted.arrived();
    const leaving = mounted.open(headers);
    leaving.on('error', () => undefined);
    leaving.write(body.subarray(0, 5));
    const incoming = await arrived;
    const gone = new Promise((resolve) => incoming.once('close', resolve));
    leaving.destroy();
    await gone;
    const next = mounted.open(headers);
    next.end(body);
    expect(await statusOf(next)).toBe(200);
    // The fetch adapter cannot see that the client left: the handler reports the body's fault.
    if (adapter !== 'fetch') expect(mounted.asked()).toBe(1);
  });
});
