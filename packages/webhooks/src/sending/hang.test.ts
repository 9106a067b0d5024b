/**
 * Receivers that behave badly at each stage of the exchange, over real sockets; time is a virtual
 * clock's.
 */
import { Socket, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Dial } from '../address/connect.js';
import { CANARY, clocked, send, turns } from '../test-support/sending.js';
import { tcpServer, closed } from '../test-support/server.js';
import type { SendResult, SenderOptions } from './send.js';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

const timeout = (stage: string, status?: number): SendResult => ({
  ok: false,
  ...(status !== undefined && { status }),
  error: { code: 'timeout', message: `the exchange did not end within 10000 ms: it was still ${stage}` },
});

/** A server that sends `text` on connection, and an attempt to send to it. */
async function against(text: string, scheme: 'http' | 'https' = 'http', options: SenderOptions = {}) {
  const server = await tcpServer((socket) => socket.write(text));
  const attempt = clocked((timer) => send({ port: server.port, scheme }, { ...options, timer }));
  const socket = await server.accepted();
  // Waits for the request; the response is then ready to be read.
  for (let turn = 0; turn < 1_000 && server.received() === ''; turn++) await turns(1);
  await turns(10);
  return { socket, ...attempt };
}

describe('a receiver that hangs', () => {
  it.each<[string, string, 'http' | 'https', string, number | undefined]>([
    ['accepts and says nothing', '', 'http', 'waiting for the response', undefined],
    ['accepts and says nothing, where TLS is expected', '', 'https', 'securing the connection', undefined],
    ['stops within the status line', 'HTTP/1.', 'http', 'waiting for the response', undefined],
    ['stops within the headers', HEAD, 'http', 'waiting for the response', undefined],
    ['says 100 and no more', 'HTTP/1.1 100 Continue\r\n\r\n', 'http', 'waiting for the response', undefined],
    [
      'says 103 and no more',
      'HTTP/1.1 103 Early Hints\r\n\r\n',
      'http',
      'waiting for the response',
      undefined,
    ],
    ['stops before the body', `${HEAD}content-length: 5\r\n\r\n`, 'http', 'reading the response', 200],
    ['stops within the body', `${HEAD}content-length: 5\r\n\r\nab`, 'http', 'reading the response', 200],
    [
      'stops within a chunk',
      `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nab`,
      'http',
      'reading the response',
      200,
    ],
    ['never ends the body', `${HEAD}\r\n`, 'http', 'reading the response', 200],
  ])('%s', async (_name, text, scheme, stage, status) => {
    const { socket, settled, advance, result } = await against(text, scheme);
    await advance(9_999);
    expect(settled()).toBeNull();
    await advance(1);
    expect(await result).toEqual(timeout(stage, status));
    await closed(socket);
  });

  it.each([
    ['the headers', 'x'.repeat(20), 'waiting for the response', undefined],
    ['the body', `${HEAD}content-length: 90\r\n\r\n`, 'reading the response', 200],
  ] as const)('drips a byte a second into %s', async (_name, start, stage, status) => {
    const text = start.startsWith('x') ? 'HTTP/1.1 200 OK\r\nx-long: ' : start;
    const { socket, settled, advance, result } = await against(text);
    for (let second = 1; second < 10; second++) {
      await new Promise<void>((resolve) => socket.write('a', () => resolve()));
      await advance(1_000);
      expect(settled()).toBeNull();
    }
    await advance(1_000);
    expect(await result).toEqual(timeout(stage, status));
  });

  it('does not resolve', async () => {
    const { settled, advance, result } = clocked((timer) =>
      send({ port: 80 }, { timer, resolver: () => new Promise(() => undefined) }),
    );
    await advance(9_999);
    expect(settled()).toBeNull();
    await advance(1);
    expect(await result).toEqual(timeout('connecting'));
  });

  it('does not accept', async () => {
    const socket = new Socket();
    const { settled, advance, result } = clocked((timer) =>
      send({ port: 80 }, { timer, dial: () => socket }),
    );
    await advance(9_999);
    expect(settled()).toBeNull();
    await advance(1);
    expect(await result).toEqual(timeout('connecting'));
    expect(socket.destroyed).toBe(true);
  });

  it('is given as long as it is said', async () => {
    const server = await tcpServer();
    const { advance, result } = clocked((timer) => send({ port: server.port }, { timer, timeoutMs: 50 }));
    await server.accepted();
    await advance(50);
    expect(await result).toMatchObject({ error: { message: expect.stringContaining('50 ms') as string } });
  });

  it('is met by a real timer too', async () => {
    const server = await tcpServer();
    expect(await send({ port: server.port }, { timeoutMs: 30 })).toMatchObject({
      error: { code: 'timeout' },
    });
  });
});

/** Writes for as long as the peer reads. */
function flood(socket: Socket, chunk: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

describe('a receiver that says too much', () => {
  it('is listened to for 64 KiB of the body, and that is success', async () => {
    let mine: Socket | undefined;
    const dial: Dial = (options) => (mine = connect(options));
    const server = await tcpServer((socket) => {
      socket.write(`${HEAD}\r\n`);
      flood(socket, 'x'.repeat(65_536));
    });
    expect(await send({ port: server.port }, { dial })).toEqual({ ok: true, status: 200 });
    // The rest that the kernel delivered with the last wanted chunk is read, and no more.
    expect(mine?.bytesRead).toBeLessThan(3 * 65_536);
    const socket = await server.accepted();
    await closed(socket);
  });

  it.each([
    ['one header', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['many headers', `HTTP/1.1 200 OK\r\n${'x-y: 0123456789\r\n'.repeat(1_500)}\r\n`],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-y: 0123456789\r\n'.repeat(10_000)}`],
    ['headers of an early hint', `HTTP/1.1 103 Early Hints\r\n${'x-y: 0123456789\r\n'.repeat(1_500)}\r\n`],
  ])('is refused beyond 16 KiB of headers: %s', async (_name, text) => {
    const { result } = await against(text);
    expect(await result).toEqual({
      ok: false,
      error: {
        code: 'answer-headers-too-large',
        message: 'the headers of the response are larger than 16 KiB',
      },
    });
  });

  it('is heard out within 16 KiB', async () => {
    const { result } = await against(`${HEAD}x-long: ${'x'.repeat(15_000)}\r\ncontent-length: 0\r\n\r\n`);
    expect(await result).toEqual({ ok: true, status: 200 });
  });
});

describe('a receiver that is not one', () => {
  it.each<[string, string, string, number | undefined]>([
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'exchange-failed', undefined],
    ['speaks HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'exchange-failed', undefined],
    [
      'gives two lengths',
      `${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\n`,
      'exchange-failed',
      undefined,
    ],
    [
      'gives a length and chunks',
      `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      'exchange-failed',
      undefined,
    ],
    ['gives no status', 'HTTP/1.1 \r\n\r\n', 'exchange-failed', undefined],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'exchange-failed',
      undefined,
    ],
    ['breaks a chunk', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'exchange-failed', 200],
  ])('%s', async (_name, text, code, status) => {
    const { result } = await against(text);
    const failed = await result;
    expect(failed).toMatchObject({ ok: false, error: { code } });
    expect('status' in failed ? failed.status : undefined).toBe(status);
  });

  it.each([
    ['at once', '', 'connection failed before the response'],
    ['within the headers', HEAD, 'connection failed before the response'],
    ['within the body', `${HEAD}content-length: 5\r\n\r\nab`, 'connection failed during the response'],
  ])('hangs up %s', async (_name, text, message) => {
    const server = await tcpServer((socket) => socket.end(text));
    expect(await send({ port: server.port })).toMatchObject({
      ok: false,
      error: { code: 'exchange-failed', message: expect.stringContaining(message) as string },
    });
  });

  it('resets the connection', async () => {
    const server = await tcpServer((socket) => socket.resetAndDestroy());
    const { error } = (await send({ port: server.port })) as Extract<SendResult, { ok: false }>;
    // The stage of the connection is a race.
    expect(error.code).toMatch(/^(connect|exchange)-failed$/);
  });

  it('is not there', async () => {
    const server = await tcpServer();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await send({ port: server.port })).toEqual({
      ok: false,
      error: { code: 'connect-failed', message: 'could not connect to the receiver (ECONNREFUSED)' },
    });
  });

  it('has no address', async () => {
    expect(await send({ port: 80 }, { resolver: async () => [] })).toEqual({
      ok: false,
      error: { code: 'connect-failed', message: 'could not connect to the receiver (ENOTFOUND)' },
    });
  });

  it('cannot even be dialled', async () => {
    const dial: Dial = () => {
      throw new Error(CANARY);
    };
    expect(await send({ port: 80 }, { dial })).toEqual({
      ok: false,
      error: { code: 'connect-failed', message: 'could not connect to the receiver' },
    });
  });
});

it('never quotes the request or addresses in an error', async () => {
  const texts = ['', 'nonsense\r\n', HEAD, `HTTP/1.1 302 ${CANARY}\r\nlocation: /${CANARY}\r\n\r\n`];
  const results = await Promise.all(
    texts.flatMap((text) =>
      (['http', 'https'] as const).map(async (scheme) => {
        const server = await tcpServer((socket) => socket.end(text));
        return send({ port: server.port, scheme });
      }),
    ),
  );
  results.push(await send({ port: 1 }), await send({ port: 80, url: `ftp://${CANARY}/` }));
  for (const result of results) {
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toMatch(/canary|127\.0\.0\.1/);
  }
});
