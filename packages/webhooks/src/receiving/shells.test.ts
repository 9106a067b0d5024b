/** One table of cases against every shell, over real sockets. */
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { WebhookEvent } from '../event.js';
import { fetchReceiver } from '../fetch.js';
import { type Delivery, EVENT, NOW, SECRET, delivery } from '../test-support/delivery.js';
import { type Before, SHELLS, type Shell } from '../test-support/shells.js';
import type { ReceiverOptions } from './receive.js';
import { type SeenEvents, memorySeenEvents } from './seen-events.js';

const BASE = { secrets: [SECRET], now: () => NOW, onError: () => undefined };

async function post(port: number, { headers, body }: Partial<Delivery>) {
  const url = `http://127.0.0.1:${port}/hooks`;
  const answer = await fetch(url, { method: 'POST', ...(headers && { headers }), ...(body && { body }) });
  return { status: answer.status, json: await answer.json() };
}

const received = (outcome: string) => ({ received: true, outcome });
const refused = (status: string, reason: string) => ({
  error: { status, message: expect.any(String) as string, details: { reason } },
});

interface Case {
  readonly name: string;
  readonly send: () => Promise<Partial<Delivery>>;
  readonly options?: Partial<ReceiverOptions>;
  readonly before?: Before;
  readonly status: number;
  readonly json: unknown;
  /** True when the handler gets the event. */
  readonly handled?: boolean;
}

const without = async (header: string): Promise<Delivery> => {
  const { headers, body } = await delivery();
  return { headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)), body };
};
const withHeader = async (name: string, value: string): Promise<Delivery> => {
  const { headers, body } = await delivery();
  return { headers: { ...headers, [name]: value }, body };
};
const long = { ...EVENT, correlationId: 'x'.repeat(1_100_000) };
const newer = { ...EVENT, type: 'step.delegated', data: { to: 'u' } };

const CASES: readonly Case[] = [
  { name: 'a delivery', send: () => delivery(), status: 200, json: received('handled'), handled: true },
  {
    name: 'a delivery that another parser would have taken',
    send: () => withHeader('content-type', 'text/plain'),
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'a delivery in a rotation, to a receiver with the old secret',
    send: () => delivery({ secrets: ['the-new-secret-of-2026', SECRET] }),
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'a delivery in a rotation, to a receiver with both secrets',
    send: () => delivery({ secrets: ['the-new-secret-of-2026'] }),
    options: { secrets: ['the-new-secret-of-2026', SECRET] },
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'white space and Unicode, byte for byte',
    send: () =>
      delivery({ text: ` ${JSON.stringify({ ...EVENT, correlationId: 'prüfen 審査 ✅' }, null, 2)}\r\n` }),
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'the plain signature alone, where it is asked for',
    send: () => without('webhook-id'),
    options: { scheme: 'svc' },
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'bytes that another parser kept',
    send: () => delivery(),
    before: 'keeps-bytes',
    status: 200,
    json: received('handled'),
    handled: true,
  },
  { name: 'an unknown type', send: () => delivery({ event: newer }), status: 200, json: received('ignored') },
  {
    name: 'JSON that another parser parsed',
    send: () => delivery(),
    before: 'parses-json',
    status: 500,
    json: refused('INTERNAL', 'raw-body-unavailable'),
  },
  {
    name: 'a body that was already read',
    send: () => delivery(),
    before: 'reads-it',
    status: 500,
    json: refused('INTERNAL', 'raw-body-unavailable'),
  },
  {
    name: 'another secret',
    send: () => delivery({ secrets: ['a-stranger-s-secret'] }),
    status: 401,
    json: refused('UNAUTHENTICATED', 'signature-mismatch'),
  },
  {
    name: 'another body',
    send: async () => ({ ...(await delivery()), body: Buffer.from(JSON.stringify({ ...EVENT, seq: 8 })) }),
    status: 401,
    json: refused('UNAUTHENTICATED', 'signature-mismatch'),
  },
  {
    name: 'the same JSON, written in another way',
    send: async () => ({ ...(await delivery()), body: Buffer.from(JSON.stringify(EVENT, null, 1)) }),
    status: 401,
    json: refused('UNAUTHENTICATED', 'signature-mismatch'),
  },
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
    name: `no ${header}`,
    send: () => without(header),
    status: 401,
    json: refused('UNAUTHENTICATED', 'header-missing'),
  })),
  {
    name: 'the scheme sha1',
    send: () => withHeader('x-svc-signature', `sha1=${'a'.repeat(40)}`),
    options: { scheme: 'svc' },
    status: 401,
    json: refused('UNAUTHENTICATED', 'scheme-unsupported'),
  },
  {
    name: 'a delivery of six minutes ago',
    send: () => delivery({ now: NOW - 360_000 }),
    status: 401,
    json: refused('UNAUTHENTICATED', 'timestamp-too-old'),
  },
  {
    name: 'a delivery of six minutes ago, within the tolerance',
    send: () => delivery({ now: NOW - 360_000 }),
    options: { toleranceMs: 400_000 },
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'nothing',
    send: async () => ({}),
    status: 401,
    json: refused('UNAUTHENTICATED', 'header-missing'),
  },
  {
    name: 'a signed body that is not an event',
    send: () => delivery({ text: '{"hello":"world"}' }),
    status: 400,
    json: refused('INVALID_ARGUMENT', 'event-malformed'),
  },
  {
    name: 'a body above 1 MiB',
    send: () => delivery({ event: long }),
    status: 413,
    json: refused('INVALID_ARGUMENT', 'too-large'),
  },
  {
    name: 'a body above 1 MiB where it may be',
    send: () => delivery({ event: long }),
    options: { maxBodyBytes: 2_000_000 },
    status: 200,
    json: received('handled'),
    handled: true,
  },
  {
    name: 'kept bytes above the limit',
    send: () => delivery(),
    before: 'keeps-bytes',
    options: { maxBodyBytes: 10 },
    status: 413,
    json: refused('INVALID_ARGUMENT', 'too-large'),
  },
];

const shells = Object.entries(SHELLS);

describe.each(shells)('over %s', (_name, shell) => {
  it.each(CASES)('$name: $status', async ({ send, options, before, status, json, handled = false }) => {
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const port = await shell({ ...BASE, onEvent, ...options }, before);
    const request = await send();
    expect(await post(port, request)).toEqual({ status, json });
    expect(onEvent).toHaveBeenCalledTimes(handled ? 1 : 0);
    if (handled) expect(onEvent.mock.calls[0]?.[0]).toEqual(JSON.parse(String(request.body)));
  });

  it('hands an event over once', async () => {
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const port = await shell({ ...BASE, onEvent });
    expect((await post(port, await delivery())).json).toEqual(received('handled'));
    // A retry is signed anew.
    expect((await post(port, await delivery({ attempt: 1, now: NOW + 2_000 }))).json).toEqual(
      received('duplicate'),
    );
    expect((await post(port, await delivery({ event: { ...EVENT, eventId: 'evt_2' } }))).json).toEqual(
      received('handled'),
    );
    expect(onEvent.mock.calls.map(([event]) => event.eventId)).toEqual(['evt_1', 'evt_2']);
  });

  it('lets the retry through when the handler throws, and says nothing of why', async () => {
    const errors: unknown[] = [];
    const onEvent = vi
      .fn<(event: WebhookEvent) => Promise<void>>()
      .mockRejectedValueOnce(new Error('db password'));
    const port = await shell({ ...BASE, onEvent, onError: (...args) => errors.push(args) });
    expect(await post(port, await delivery())).toEqual({
      status: 500,
      json: refused('INTERNAL', 'handler-failed'),
    });
    expect(await post(port, await delivery({ attempt: 1 }))).toEqual({
      status: 200,
      json: received('handled'),
    });
    expect(onEvent).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([[new Error('db password'), 'handler-failed']]);
  });

  it('keeps a retry off while the first delivery is still being handled', async () => {
    const events = new EventEmitter();
    const onEvent = async () => {
      events.emit('started');
      await once(events, 'finish');
    };
    const port = await shell({ ...BASE, onEvent });
    const started = once(events, 'started');
    const first = post(port, await delivery());
    await started;
    expect(await post(port, await delivery())).toEqual({
      status: 409,
      json: refused('FAILED_PRECONDITION', 'in-progress'),
    });
    events.emit('finish');
    expect((await first).json).toEqual(received('handled'));
    expect((await post(port, await delivery())).json).toEqual(received('duplicate'));
  });

  it('is refused another method', async () => {
    const port = await shell({ ...BASE, onEvent: () => undefined });
    const answer = await fetch(`http://127.0.0.1:${port}/hooks`);
    // The router answers, where one exists.
    expect([404, 405]).toContain(answer.status);
    await answer.text();
  });

  it('lives on when a sender hangs up within the body', async () => {
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const port = await shell({ ...BASE, onEvent });
    const socket = connect(port, '127.0.0.1');
    const head = 'POST /hooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc';
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    await new Promise((resolve) => socket.resetAndDestroy().once('close', resolve));
    expect((await post(port, await delivery())).json).toEqual(received('handled'));
  });

  it('answers 413 before it has read everything, and does not keep it', async () => {
    const port = await shell({ ...BASE, onEvent: () => undefined });
    const body = Buffer.alloc(8_000_000, 'x');
    expect(await post(port, { ...(await delivery()), body })).toMatchObject({ status: 413 });
  });

  it('is not set up without a usable secret', async () => {
    for (const secrets of [[], ['short'], [undefined]] as string[][]) {
      const attempt = async () => shell({ ...BASE, secrets, onEvent: () => undefined });
      await expect(attempt()).rejects.toThrow(TypeError);
    }
  });
});

describe('the memory of a receiver', () => {
  const shell = SHELLS['node'] as Shell;
  const failing = (method: keyof SeenEvents): SeenEvents => ({
    ...memorySeenEvents(),
    [method]: () => Promise.reject(new Error('no database')),
  });

  it('that cannot be asked keeps the event from the handler', async () => {
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const onError = vi.fn<NonNullable<ReceiverOptions['onError']>>();
    const port = await shell({ ...BASE, onEvent, onError, seenEvents: failing('claim') });
    expect(await post(port, await delivery())).toEqual({
      status: 503,
      json: refused('UNAVAILABLE', 'seen-events-failed'),
    });
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledWith(new Error('no database'), 'seen-events-failed');
  });

  it('that cannot keep what was handled does not make it unhandled', async () => {
    const onError = vi.fn<NonNullable<ReceiverOptions['onError']>>();
    const options = { ...BASE, onEvent: () => undefined, onError, seenEvents: failing('confirm') };
    const port = await shell(options);
    expect(await post(port, await delivery())).toEqual({ status: 200, json: received('handled') });
    expect(onError).toHaveBeenCalledWith(new Error('no database'), 'seen-events-failed');
  });

  it('that cannot release an event reports both errors', async () => {
    const onError = vi.fn<NonNullable<ReceiverOptions['onError']>>();
    const onEvent = () => Promise.reject(new Error('no mail'));
    const port = await shell({ ...BASE, onEvent, onError, seenEvents: failing('release') });
    expect(await post(port, await delivery())).toMatchObject({ status: 500 });
    expect(onError.mock.calls.map(([error]) => String(error)).sort()).toEqual([
      'Error: no database',
      'Error: no mail',
    ]);
  });

  it('may throw before it promises', async () => {
    const onError = vi.fn<NonNullable<ReceiverOptions['onError']>>();
    const seenEvents: SeenEvents = {
      ...memorySeenEvents(),
      confirm: () => {
        throw new Error('no pool');
      },
    };
    const port = await shell({ ...BASE, onEvent: () => undefined, onError, seenEvents });
    expect(await post(port, await delivery())).toEqual({ status: 200, json: received('handled') });
    expect(onError).toHaveBeenCalledWith(new Error('no pool'), 'seen-events-failed');
  });
});

describe('an event of a newer engine', () => {
  const shell = SHELLS['node'] as Shell;

  it('is handed over where it is asked for, once', async () => {
    const onUnknownEvent = vi.fn<NonNullable<ReceiverOptions['onUnknownEvent']>>();
    const port = await shell({ ...BASE, onEvent: () => undefined, onUnknownEvent });
    expect((await post(port, await delivery({ event: newer }))).json).toEqual(received('handled'));
    expect((await post(port, await delivery({ event: newer }))).json).toEqual(received('duplicate'));
    expect(onUnknownEvent.mock.calls).toEqual([[newer]]);
  });
});

it('reports to the console by default, without secrets', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const onEvent = () => Promise.reject(new Error('no mail'));
  const port = await (SHELLS['node'] as Shell)({ secrets: [SECRET], now: () => NOW, onEvent });
  await post(port, await delivery());
  expect(print).toHaveBeenCalledWith('[approval] webhook receiver: handler-failed', new Error('no mail'));
  print.mockRestore();
});

it('leaves the rest of a Fastify app its JSON', async () => {
  const port = await (SHELLS['fastify'] as Shell)({ ...BASE, onEvent: () => undefined });
  const answer = await fetch(`http://127.0.0.1:${port}/json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await answer.json()).toEqual({ a: 1 });
});

it('detects that the stream of a Request was read', async () => {
  const request = new Request('http://localhost/', { method: 'POST', ...(await delivery()) });
  request.body?.getReader();
  const answer = await fetchReceiver({ ...BASE, onEvent: () => undefined })(request);
  expect(await answer.json()).toEqual(refused('INTERNAL', 'raw-body-unavailable'));
});
