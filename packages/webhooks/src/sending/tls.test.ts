/** TLS for real, with an authority that exists for this test. */
import { createServer } from 'node:https';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressPolicy } from '../address/policy.js';
import { type Issued, certificateAuthority } from '../test-support/certificates.js';
import { CANARY, HOST, send } from '../test-support/sending.js';
import { httpServer, tcpServer } from '../test-support/server.js';

const authority = certificateAuthority('Test CA');
const stranger = certificateAuthority('Another CA');
const { cert: ca } = authority;

async function secureReceiver(issued: Issued, options: object = {}) {
  const seen: { readonly servername: unknown; readonly body: string }[] = [];
  const server = createServer({ ...issued, ...options }, (message, response) => {
    let body = '';
    message.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    message.on('end', () => {
      const { servername } = message.socket as unknown as { readonly servername?: unknown };
      seen.push({ servername, body });
      response.end('thanks');
    });
  });
  server.on('tlsClientError', () => undefined);
  return { port: await httpServer(server), seen };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a certificate', () => {
  it('of a known authority for the name is what is sent to', async () => {
    const { port, seen } = await secureReceiver(authority.issue({ names: [HOST] }));
    expect(await send({ port, scheme: 'https' }, { ca })).toEqual({ ok: true, status: 200 });
    expect(seen).toEqual([{ servername: HOST, body: CANARY }]);
  });

  it('is looked at under the name without its trailing dot', async () => {
    const { port, seen } = await secureReceiver(authority.issue({ names: ['*.example.com'] }));
    expect(await send({ port, url: `https://${HOST}.:${port}/` }, { ca })).toMatchObject({ ok: true });
    expect(seen).toMatchObject([{ servername: HOST }]);
  });

  it('may be for an address, which is not a server name', async () => {
    const { port, seen } = await secureReceiver(authority.issue({ names: ['127.0.0.1'] }));
    const policy = addressPolicy({ allowPrivate: true });
    expect(await send({ port, url: `https://127.0.0.1:${port}/` }, { ca, policy })).toMatchObject({
      ok: true,
    });
    expect(seen).toMatchObject([{ servername: false }]);
  });

  it.each<[string, () => Issued, string]>([
    [
      'for another name',
      () => authority.issue({ names: ['other.example.com'] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'for the address alone',
      () => authority.issue({ names: ['127.0.0.1'] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'for a deeper name',
      () => authority.issue({ names: ['*.hooks.example.com'] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    ['that expired', () => authority.issue({ names: [HOST], from: -3, until: -1 }), 'CERT_HAS_EXPIRED'],
    [
      'that is not valid yet',
      () => authority.issue({ names: [HOST], from: 1, until: 3 }),
      'CERT_NOT_YET_VALID',
    ],
    ['of another authority', () => stranger.issue({ names: [HOST] }), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('%s is refused, and nothing is sent', async (_name, issue, nodeCode) => {
    // A setting for development that is often forgotten.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { port, seen } = await secureReceiver(issue());
    expect(await send({ port, scheme: 'https' }, { ca })).toEqual({
      ok: false,
      error: { code: 'tls-failed', message: `no secure connection with the receiver (${nodeCode})` },
    });
    expect(seen).toEqual([]);
  });

  it('of a private authority is refused by default', async () => {
    const { port } = await secureReceiver(authority.issue({ names: [HOST] }));
    expect(await send({ port, scheme: 'https' })).toMatchObject({ ok: false, error: { code: 'tls-failed' } });
  });
});

describe('a connection', () => {
  it('of an old TLS is refused', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const { port, seen } = await secureReceiver(authority.issue({ names: [HOST] }), old);
    expect(await send({ port, scheme: 'https' }, { ca })).toMatchObject({ error: { code: 'tls-failed' } });
    expect(seen).toEqual([]);
  });

  it('without TLS is refused', async () => {
    const server = await tcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    expect(await send({ port: server.port, scheme: 'https' }, { ca })).toMatchObject({
      error: { code: 'tls-failed' },
    });
    expect(server.received()).not.toContain(CANARY);
  });
});
