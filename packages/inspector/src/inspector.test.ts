/** Pages and forms of a real engine over HTTP: content, permissions, and refusals. */
import { createMemoryStore } from '@org/approval-core';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toExpress } from './express.js';
import { toFastify } from './fastify.js';
import { createInspector, html } from './index.js';
import { SCRIPT } from './static/script.js';
import { STYLE } from './static/style.js';
import { inspected } from './test-support/inspected.js';

const PAGES = [
  '',
  'runs',
  'inbox',
  'definitions',
  'definition?id=release-note',
  'deliveries',
  'operations',
  'playground',
];

describe('every page', () => {
  test('is there, and loads nothing from elsewhere', async () => {
    const { get, faults, executionId } = await inspected();
    for (const path of [...PAGES, `run?id=${executionId}`]) {
      const response = await get(path);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).not.toMatch(/<style|style="|<script(?! src="\/inspect\/script\.js")| on[a-z]+="/);
      expect(text).not.toMatch(/(?:src|href|action)="(?!\/inspect\/|#)/);
      expect(text).toContain('<html lang="en">');
    }
    expect(faults).toEqual([]);
  });

  test('is for visitors who may read alone, files included', async () => {
    const { get } = await inspected({ permissions: ['decide'] });
    for (const path of [...PAGES, 'style.css', 'script.js']) expect((await get(path)).status).toBe(403);
    const other = await inspected();
    expect((await other.get('runs', { 'x-stranger': '1' })).status).toBe(403);
  });

  test('says what is not there, and hides what went wrong', async () => {
    const { get } = await inspected();
    for (const path of ['nothing', 'constructor', 'run?id=nobody', 'definition?id=no-such-thing'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('runs?cursor=made-up')).status).toBe(400);
    const faults: unknown[] = [];
    const { engine } = await inspected();
    const broken = createInspector({
      engine,
      store: createMemoryStore(),
      authorize: () => Promise.reject(new Error('the password is secret')),
      onError: (error) => faults.push(error),
    });
    const answer = await broken({
      method: 'GET',
      path: '/runs',
      query: '',
      headers: {},
      remoteAddress: null,
      body: { kind: 'bytes', bytes: new Uint8Array() },
    });
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('password');
    expect(faults).toHaveLength(1);
  });

  test('weighs little', () => {
    expect(gzipSync(STYLE + SCRIPT).length).toBeLessThan(12_000);
  });

  test('of the host itself stands beside ours, and its texts are text', async () => {
    const { get } = await inspected({
      pages: { mails: { label: 'Mails', content: (given) => html`<p>${given.get('to')}</p>` } },
    });
    const text = await (await get('mails?to=<b>')).text();
    expect(text).toContain('<p>&lt;b&gt;</p>');
    expect(text).toMatch(/href="\/inspect\/mails"\s+aria-current="page"/);
    const reader = await inspected({
      permissions: ['decide'],
      pages: { mails: { label: 'Mails', content: () => html`a secret` } },
    });
    expect((await reader.get('mails')).status).toBe(403);
    await expect(inspected({ pages: { runs: { label: 'x', content: () => html`` } } })).rejects.toThrow(
      'pages must be',
    );
  });

  test('options are checked by name', () => {
    expect(() => createInspector({ basePath: 'x' } as never)).toThrow(
      /engine must be.*authorize must be.*basePath must be/,
    );
  });
});

describe('a run', () => {
  test('is shown as it is, and as it was', async () => {
    const { get, executionId, engine } = await inspected();
    const now = await (await get(`run?id=${executionId}`)).text();
    expect(now).toContain('… waiting ×2');
    expect(now).toContain('waits for <bdi>finance</bdi>');
    const { events } = await engine.executions.getEvents({ executionId });
    const seq = events.find((it) => it.type === 'loop.iteration-started')?.seq ?? 0;
    const then = await (await get(`run?id=${executionId}&at=${seq}`)).text();
    expect(then).toContain('✗ rejected');
    expect(then).not.toContain('×2');
    expect(then).toContain(`after event ${seq} of`);
    expect(then).not.toContain('Decide finance');
    const start = await (await get(`run?id=${executionId}&at=0`)).text();
    expect(start).toContain('No steps are scheduled at this moment.');
  });

  test('what people and hosts wrote is text', async () => {
    const { get, executionId } = await inspected();
    const text = await (await get(`run?id=${executionId}`)).text();
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('&lt;b&gt;too long&lt;/b&gt;');
    expect(text).not.toContain('<script>alert');
    const hostile = await (
      await get(`run?id=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    ).text();
    expect(hostile).not.toContain('<img');
  });

  test('of another workspace is not there', async () => {
    const { engine, store } = await inspected();
    const { executionId } = (await engine.executions.list()).items[0]!;
    const other = createInspector({
      engine,
      store,
      authorize: () => ({ workspaceId: 'other', subject: 'eve', permissions: ['read', 'cancel'] }),
    });
    const request = {
      headers: {},
      remoteAddress: null,
      body: { kind: 'bytes', bytes: new Uint8Array() } as const,
    };
    const answer = await other({ ...request, method: 'GET', path: '/run', query: `id=${executionId}` });
    expect(answer.status).toBe(404);
  });
});

test('it is mounted in Express and in Fastify, also behind a parser of forms', async () => {
  const it = await inspected();
  const fields = { executionId: it.executionId, reason: 'from a form' };
  const { default: express } = await import('express');
  const app = express().use(express.urlencoded()).use('/inspect', toExpress(it.inspector));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${origin}/inspect/runs`)).status).toBe(200);
  const sent = {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin },
    redirect: 'manual',
  } as const;
  expect((await fetch(`${origin}/inspect/cancel`, sent)).status).toBe(303);
  expect((await it.engine.executions.get({ executionId: it.executionId })).status).toBe('cancelled');

  const { default: fastify } = await import('fastify');
  const other = fastify();
  await other.register(toFastify(it.inspector), { prefix: '/inspect' });
  const { statusCode, body } = await other.inject({ url: `/inspect/run?id=${it.executionId}` });
  expect([statusCode, body.includes('cancelled')]).toEqual([200, true]);
  await other.close();
});

test('operations: what is due, what was begun, and what the doctor finds', async () => {
  const { get, engine, drain } = await inspected();
  for (let it = 0; it < 3; it++)
    await engine.executions.dispatch({ definitionId: 'release-note', triggerContext: { url: 'x' } });
  await drain();
  const plain = async (path: string) =>
    (await (await get(path)).text()).replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ');
  const before = await plain('operations');
  expect(before).toMatch(/The store reachable .* Unclaimed due jobs 0 /);
  expect(before).toContain('00:00 UTC 4 0');
  expect(before).not.toContain('runs were checked');
  expect(await plain('operations?doctor=1')).toContain('4 runs were checked. No findings.');
});

test('operations: who does what, in every process', async () => {
  // The agent reports its call and continues when released.
  const agent = new EventEmitter();
  let isHeld = false;
  const { get, engine } = await inspected({
    async writer() {
      if (isHeld) {
        const isLet = once(agent, 'let');
        agent.emit('called');
        await isLet;
      }
      return { passed: true };
    },
  });
  expect(await (await get('operations')).text()).toContain('No process is working on this workspace');
  isHeld = true;
  const called = once(agent, 'called');
  const triggerContext = { url: 'x' };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'release-note', triggerContext });
  await called;
  const page = await (await get('operations')).text();
  agent.emit('let');
  expect(page).toContain(`run?id=${executionId}`);
  expect(page.replaceAll(/<[^>]+>|\s+/g, ' ')).toMatch(/memory +1 +agent-call +\d+ s more/);
});

test('definitions are compared, with both versions in one graph', async () => {
  const { get } = await inspected();
  const text = await (await get('definition?id=release-note&version=2&against=1')).text();
  expect(text).toContain('From version 1 to 2');
  expect(text).toMatch(/<strong>changed<\/strong> field name/);
});

test('runs are filtered by person, age and what is due, and counted', async () => {
  const { get, engine, drain, advance, answer, executionId } = await inspected();
  const text = async (query: string) => (await (await get(`runs?${query}`)).text()).replaceAll(/\s+/g, ' ');
  expect(await text('person=finance')).toContain(`run?id=${executionId}`);
  expect(await text('person=nobody')).toContain('No matching runs');
  expect(await text('')).toMatch(/running<\/span *> <strong>1<\/strong>/);
  await answer('finance', 'approve');
  expect(await text('due=over')).toContain('No runs are due by then');
  expect(await text('due=week')).toMatch(new RegExp(`run\\?id=${executionId}.*>chief<`));
  expect(await text('due=week&person=finance')).toContain('No runs are due by then');
  await advance(3 * 3_600_000);
  const later = await engine.executions.dispatch({
    definitionId: 'release-note',
    triggerContext: { url: 'x' },
  });
  await drain();
  expect(await text('age=hour')).toContain(later.executionId);
  expect(await text('age=hour')).not.toContain(`id=${executionId}"`);
  expect(await text('age=day')).toContain(`id=${executionId}"`);
  expect(await text('age=older-day')).toContain('No matching runs');
});

test('a compressed form is refused, and says what to send', async () => {
  const { post, executionId } = await inspected();
  const response = await post(
    'run',
    { id: executionId, action: 'cancel' },
    {
      'sec-fetch-site': 'same-origin',
      'content-encoding': 'gzip',
    },
  );
  expect(response.status).toBe(415);
  expect(await response.text()).toContain('send it uncompressed');
});

test('a stream tells that something happened, in this workspace and of this run, and nothing else', async () => {
  const { get, answer, executionId, engine } = await inspected();
  const stream = await get(`live?executionId=${executionId}`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('retry: 1000\n\n');
  const reading = reader.read();
  await engine.executions.dispatch({ definitionId: 'release-note', triggerContext: { url: 'x' } });
  await answer('finance', 'approve');
  const { value = '' } = await reading;
  expect(value).toMatch(/^id: \w+\nevent: change\ndata: \d+\n\n$/);
  await reader.cancel();
  const stranger = await inspected({ permissions: ['decide'] });
  expect((await stranger.get('live')).status).toBe(403);
});

test.each([
  ['the page of a run', 'run'],
  ['the runs', 'runs'],
  ['operations', 'operations'],
])('%s misses no event between its content and its stream', async (_, name) => {
  const { get, answer, executionId } = await inspected();
  const text = await (await get(name === 'run' ? `run?id=${executionId}` : name)).text();
  const url = /data-live="\/inspect\/([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await answer('finance', 'approve');
  const parts = async (headers: Record<string, string>) => {
    const { body } = await get(url, headers);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<string> => (await reader.read()).value ?? '';
    return { first: await next(), next, end: () => reader.cancel() };
  };
  const stream = await parts({});
  const change = await stream.next();
  expect(change).toMatch(/^id: \w+\nevent: change\n/);
  await stream.end();
  // A renewed stream begins where the browser is, so it tells nothing twice.
  const renewed = await parts({ 'last-event-id': /^id: (\w+)/.exec(change)?.[1] ?? '' });
  const next = renewed.next();
  await answer('chief', 'approve');
  expect(await next).not.toBe(change);
  await renewed.end();
});

test.each([
  ['host.example', 200],
  ['HOST.example:8443', 200],
  ['localhost:3000', 200],
  ['app.localhost', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['a.below.example', 200],
  ['evil.example', 421],
  ['host.example.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['below.example', 421],
  ['notbelow.example', 421],
  ['localhost.', 421],
  ['evil.example@localhost', 421],
  ['a b', 421],
])('a page of another domain that resolves to this server is refused: %s is %i', async (host, status) => {
  const { get, inspector } = await inspected({ hosts: ['host.example', '.below.example'] });
  const response = await get('runs', { host });
  expect(response.status).toBe(status);
  if (status === 421) expect(await response.text()).not.toContain('Release note');
  // In HTTP/2 it is another header.
  const request = { method: 'GET', path: '/inspect/runs', query: '', remoteAddress: null } as const;
  const body = { kind: 'bytes', bytes: new Uint8Array() } as const;
  expect((await inspector({ ...request, body, headers: { ':authority': host } })).status).toBe(status);
});

test('filters are in the URL, and pages follow each other', async () => {
  const { get, engine, drain } = await inspected();
  for (let it = 0; it < 60; it++)
    await engine.executions.dispatch({ definitionId: 'release-note', triggerContext: { url: 'x' } });
  await drain();
  const first = await (await get('runs?status=running')).text();
  const next = /rel="next" href="\/inspect\/([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(next).toContain('status=running');
  const ids = (text: string) => [...text.matchAll(/run\?id=([^"&]+)"/g)].map((it) => it[1] ?? '');
  const all = [...ids(first), ...ids(await (await get(next)).text())];
  expect(new Set(all).size).toBe(61);
  expect(await (await get('runs?status=failed')).text()).toContain('No matching runs');
});
