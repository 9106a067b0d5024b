import type { Duration } from '@org/approval-internal/duration';
import { describe, expect, it, vi } from 'vitest';
import { EVENT, NOW, SECRET, delivery } from '../test-support/delivery.js';
import { VECTORS, bytesOf } from '../test-support/vectors.js';
import type { HeaderSource } from './headers.js';
import { HMAC_PRESETS } from './scheme.js';
import { sign } from './sign.js';
import { verifyHmac } from './verify-hmac.js';
import { verifyStandard } from './verify-standard.js';
import { type VerifyOptions, verify } from './verify.js';

const OPTIONS: VerifyOptions = { secrets: [SECRET], now: NOW };
const reason = (reason: string) => ({ ok: false, reason, message: expect.any(String) as string });

describe('the published vectors', () => {
  it.each(VECTORS.valid)('verifies: $name', async (vector) => {
    const request = { headers: vector.headers, body: bytesOf(vector) };
    const now = vector.timestamp * 1_000;
    // A receiver that knows one of the secrets, whichever, verifies the trio.
    for (const secret of vector.secrets) {
      expect(await verifyStandard(request, [secret], { now })).toEqual({ ok: true });
      expect(await verifyStandard(request, ['some-other-secret', secret], { now })).toEqual({ ok: true });
    }
    const [newest = '', ...older] = vector.secrets;
    expect(await verifyHmac(request, [newest])).toEqual({ ok: true });
    for (const old of older) expect(await verifyHmac(request, [old])).toEqual(reason('signature-mismatch'));
    for (const scheme of ['standard', 'svc'] as const) {
      const verified = await verify(request, { secrets: vector.secrets, now, scheme });
      expect(verified).toMatchObject(vector.isEvent ? { ok: true } : reason('event-malformed'));
    }
  });

  it.each(VECTORS.invalid)('refuses for the right reason: $name', async (vector) => {
    const { headers, secrets, now, scheme } = vector;
    const verified = await verify({ headers, body: bytesOf(vector) }, { secrets, now, scheme });
    expect(verified).toEqual(reason(vector.reason));
  });
});

describe('the event', () => {
  it('is typed by its type', async () => {
    const verified = await verify(await delivery(), OPTIONS);
    expect(verified).toEqual({ ok: true, known: true, event: EVENT });
    if (!verified.ok || !verified.known || verified.event.type !== 'execution.completed') throw new Error();
    expect(verified.event.data.durationMs satisfies number).toBe(5);
  });

  it('may be of a type that is not known yet', async () => {
    const event = { ...EVENT, type: 'step.delegated', data: { to: 'u' } };
    expect(await verify(await delivery({ event }), OPTIONS)).toEqual({ ok: true, known: false, event });
  });

  it.each<[string, string]>([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['a byte order mark', `\ufeff${JSON.stringify(EVENT)}`],
    ...Object.keys(EVENT).map((key): [string, string] => [
      `no ${key}`,
      JSON.stringify({ ...EVENT, [key]: undefined }),
    ]),
    ...Object.entries({ eventId: '', seq: 1.5, type: 7, timestamp: '0', data: [], stepId: 4 }).map(
      ([key, value]): [string, string] => [`a wrong ${key}`, JSON.stringify({ ...EVENT, [key]: value })],
    ),
  ])('is refused: %s', async (_name, text) => {
    expect(await verify(await delivery({ text }), OPTIONS)).toEqual(reason('event-malformed'));
  });
});

describe('the time', () => {
  it.each<[number, Duration | undefined, true | string]>([
    [0, undefined, true],
    [300_000, undefined, true],
    [-300_000, undefined, true],
    [300_001, undefined, 'timestamp-too-old'],
    [-300_001, undefined, 'timestamp-too-new'],
    [1_000, 999, 'timestamp-too-old'],
    [0, 0, true],
    [1, 0, 'timestamp-too-old'],
    [60_000, '1m', true],
    [60_001, '1m', 'timestamp-too-old'],
    // A limit that is not a number lets nothing through.
    [Number.NaN, undefined, 'timestamp-too-old'],
    [0, Number.NaN, 'timestamp-too-old'],
    [0, 'soon' as '1s', 'timestamp-too-old'],
  ])('%i ms later with tolerance %s: %s', async (later, toleranceMs, answer) => {
    const options = { ...OPTIONS, now: NOW + later, ...(toleranceMs !== undefined && { toleranceMs }) };
    const verified = await verify(await delivery(), options);
    if (answer === true) expect(verified.ok).toBe(true);
    else expect(verified).toEqual(reason(answer));
  });

  it('is never that of the machine', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    try {
      expect((await verify(await delivery(), OPTIONS)).ok).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('headers', () => {
  const cased = (headers: object, to: (name: string) => string) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [to(name), value as string]));
  const capitals = (name: string) => name.replace(/(^|-)[a-z]/g, (it) => it.toUpperCase());

  it.each<[string, (name: string) => string]>([
    ['Webhook-Id', capitals],
    ['WEBHOOK-ID', (name) => name.toUpperCase()],
  ])('are found as gateways pass them on: %s', async (_, to) => {
    const { headers, body } = await delivery();
    const request = { headers: cased(headers, to), body };
    expect((await verify(request, OPTIONS)).ok).toBe(true);
    expect((await verify(request, { ...OPTIONS, scheme: 'svc' })).ok).toBe(true);
  });

  it('that are repeated are joined, in any case, and prove nothing', async () => {
    const { headers, body } = await delivery();
    const twice = { ...headers, 'Webhook-Id': headers['webhook-id'] };
    expect(await verify({ headers: twice, body }, OPTIONS)).toEqual(reason('header-malformed'));
  });
});

describe('what is never enough', () => {
  it('a plain signature where the trio is required, so that the time cannot be dropped', async () => {
    const { headers, body } = await delivery();
    const stripped = { 'x-svc-signature': headers['x-svc-signature'] ?? '' };
    expect(await verify({ headers: stripped, body }, OPTIONS)).toEqual(reason('header-missing'));
  });

  it('no secret, or one that is not set', async () => {
    for (const secrets of [[], [undefined], ['']] as string[][]) {
      expect(await verify(await delivery(), { ...OPTIONS, secrets })).toEqual(reason('no-secret'));
    }
  });

  it('a body that is not bytes any more', async () => {
    const { headers, body } = await delivery();
    for (const parsed of [body.toString(), JSON.parse(body.toString()) as object, undefined]) {
      const request = { headers, body: parsed as Uint8Array };
      expect(await verify(request, OPTIONS)).toEqual(reason('body-not-raw'));
      expect(await verify(request, { ...OPTIONS, scheme: 'svc' })).toEqual(reason('body-not-raw'));
    }
  });
});

it('tells a match by the first secret and by the last in the same number of digests', async () => {
  const secrets = ['secret-number-one', 'secret-number-two', 'secret-number-three'];
  const digests = vi.spyOn(crypto.subtle, 'sign');
  try {
    for (const signer of [...secrets, 'a-stranger-s-secret']) {
      const request = await delivery({ secrets: [signer] });
      digests.mockClear();
      await verify(request, { ...OPTIONS, secrets });
      expect(digests).toHaveBeenCalledTimes(3);
      digests.mockClear();
      await verify(request, { ...OPTIONS, secrets, scheme: 'svc' });
      expect(digests).toHaveBeenCalledTimes(3);
    }
  } finally {
    digests.mockRestore();
  }
});

it('a signature that is empty does not hide one that is right', async () => {
  const { headers, body } = await delivery();
  const signed = { ...headers, 'webhook-signature': `v1, ${headers['webhook-signature'] ?? ''}` };
  expect((await verify({ headers: signed, body }, OPTIONS)).ok).toBe(true);
});

describe('headers', () => {
  it.each<[string, (headers: Record<string, string>) => HeaderSource]>([
    ['of Node', (headers) => headers],
    ['of fetch', (headers) => new Headers(headers)],
    ['as lists', (headers) => Object.fromEntries(Object.entries(headers).map(([k, it]) => [k, [it]]))],
    ['without prototype', (headers) => Object.assign(Object.create(null) as object, headers)],
  ])('%s', async (_name, make) => {
    const { headers, body } = await delivery();
    expect((await verify({ headers: make(headers), body }, OPTIONS)).ok).toBe(true);
  });

  it('are not taken from the prototype', async () => {
    const { headers, body } = await delivery();
    const inherited = Object.create(headers) as Record<string, string>;
    expect(await verify({ headers: inherited, body }, OPTIONS)).toEqual(reason('header-missing'));
  });
});

describe('signatures of other senders', () => {
  const body = Buffer.from('{"action":"opened"}');

  it('verifies the example of GitHub', async () => {
    // Example of GitHub's documentation, "Testing the webhook payload validation".
    const request = {
      headers: {
        'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      body: Buffer.from('Hello, World!'),
    };
    expect(await verifyHmac(request, ["It's a Secret to Everybody"], HMAC_PRESETS.github)).toEqual({
      ok: true,
    });
  });

  it('verifies sha512 without a prefix, in capitals, in a custom header', async () => {
    const { createHmac } = await import('node:crypto');
    const digest = createHmac('sha512', SECRET).update(body).digest('hex').toUpperCase();
    const preset = { header: 'X-Shop-Signature', algorithm: 'sha512', prefix: '' } as const;
    expect(await verifyHmac({ headers: { 'x-shop-signature': digest }, body }, [SECRET], preset)).toEqual({
      ok: true,
    });
    const other = { headers: { 'x-shop-signature': digest.slice(0, 64) }, body };
    expect(await verifyHmac(other, [SECRET], preset)).toEqual(reason('header-malformed'));
  });

  it.each<[string, object, object]>([
    ['no secrets', {}, { secrets: undefined }],
    ['a text for a list', {}, { secrets: SECRET }],
    ['a vault that is away', {}, { secrets: [{ reveal: () => JSON.parse('') as string }] }],
    ['no headers', { headers: undefined }, {}],
    ['another scheme', {}, { scheme: 'both' }],
  ])('is refused without a throw: %s', async (_what, request, options) => {
    const headers = await sign({ id: 'evt_1', now: NOW, body, secrets: [SECRET] });
    const verified = verify({ headers, body, ...request }, { secrets: [SECRET], now: NOW, ...options });
    await expect(verified).resolves.toMatchObject({ ok: false });
    const hmac = verifyHmac(
      { headers, body, ...request },
      ('secrets' in options ? options.secrets : [SECRET]) as never,
    );
    await expect(hmac).resolves.toMatchObject({ ok: 'scheme' in options });
  });

  it('is what sign makes', async () => {
    const headers = await sign({ id: 'evt_1', now: NOW, body, secrets: [SECRET] });
    expect(await verifyHmac({ headers, body }, [SECRET])).toEqual({ ok: true });
  });
});
