import { Socket, connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { ADDRESSES, SPELLINGS } from '../test-support/addresses.js';
import { closed, tcpServer } from '../test-support/server.js';
import { checkUrl } from './check-url.js';
import { type Dial, guardedConnect } from './connect.js';
import { RefusedError, type Resolver } from './lookup.js';
import { PUBLIC_ONLY, addressPolicy } from './policy.js';

const PUBLIC = '93.184.216.34';
const HOST = 'hooks.example.com';
const loopback = addressPolicy({ allowHttp: true, allowPrivate: true });
const never = new AbortController().signal;

const resolvingTo =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses.map((address) => ({ address }));

/** Counts, and leads nowhere. */
const counting = () => vi.fn<Dial>(() => new Socket().destroy(new Error('it was dialled')));

describe('before anything is dialled', () => {
  it.each([...ADDRESSES.local, ...ADDRESSES.special])('refuses the literal %s', async (host) => {
    const dial = counting();
    const guard = { policy: PUBLIC_ONLY, resolver: resolvingTo(PUBLIC), dial };
    await expect(guardedConnect({ host, port: 80 }, guard, never)).rejects.toThrow(RefusedError);
    expect(dial).not.toHaveBeenCalled();
  });

  it.each(['localhost', 'metadata.google.internal', 'db', '', 'a..b', '0127.0.0.1.', '[::1]'])(
    'refuses the name %s',
    async (host) => {
      const dial = counting();
      await expect(guardedConnect({ host, port: 80 }, { policy: PUBLIC_ONLY, dial }, never)).rejects.toThrow(
        RefusedError,
      );
      expect(dial).not.toHaveBeenCalled();
    },
  );

  // 127.0.0.1 stands for a public address with a listening server.
  const oneAllowed = addressPolicy({ allowCidrs: ['127.0.0.1/32'] });
  const refused = [...ADDRESSES.local, ...ADDRESSES.special, ...ADDRESSES.unparsable];

  it.each(refused.filter((it) => it !== '127.0.0.1'))(
    'refuses a name that also resolves to %s',
    async (it) => {
      const { port, sockets } = await tcpServer();
      for (const addresses of [['127.0.0.1', it], [it, '127.0.0.1'], [it]]) {
        const guard = { policy: oneAllowed, resolver: resolvingTo(...addresses) };
        await expect(guardedConnect({ host: HOST, port }, guard, never)).rejects.toThrow(RefusedError);
      }
      expect(sockets).toHaveLength(0);
    },
  );
});

describe('real sockets on loopback', () => {
  const toLoopback = Object.entries(SPELLINGS).filter(([, address]) => address === '127.0.0.1');

  it.each(toLoopback)('%s is refused, and would have been %s', async (spelling) => {
    const { port, sockets } = await tcpServer();
    const url = `http://${spelling}:${port}/`;
    expect(checkUrl(url, addressPolicy({ allowHttp: true })).ok).toBe(false);
    expect(sockets).toHaveLength(0);
    // The same spelling does lead there, where it may.
    const checked = checkUrl(url, loopback);
    if (!checked.ok) throw new Error(checked.message);
    const target = { host: checked.host, port: Number(checked.url.port) };
    const socket = await guardedConnect(target, { policy: loopback }, never);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it.each(['127.0.0.1', '127.127.0.9', '::1'])('%s is connected to where it may be', async (host) => {
    const { port } = await tcpServer(undefined, host);
    const socket = await guardedConnect({ host, port }, { policy: loopback }, never);
    expect(socket.remoteAddress).toBe(host);
    socket.destroy();
  });
});

describe('a name that changes its answer', () => {
  // 127.0.0.1 stands for an allowed address, ::1 for the internal network.
  const policy = addressPolicy({ allowCidrs: ['127.0.0.1/32'] });
  const GOOD = [{ address: '127.0.0.1' }];
  const BAD = [{ address: '::1' }];
  const flipping = () => vi.fn<Resolver>(async () => BAD).mockResolvedValueOnce(GOOD);

  it('really does', async () => {
    const resolver = flipping();
    expect(await resolver(HOST)).toEqual(GOOD);
    expect(await resolver(HOST)).toEqual(BAD);
    await expect(guardedConnect({ host: HOST, port: 80 }, { policy, resolver }, never)).rejects.toThrow(
      RefusedError,
    );
  });

  it('is asked once, and what was vetted is what is connected to', async () => {
    const { port } = await tcpServer();
    const resolver = flipping();
    const socket = await guardedConnect({ host: HOST, port }, { policy, resolver }, never);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(resolver).toHaveBeenCalledTimes(1);
    socket.destroy();
  });

  it('is refused at the next attempt', async () => {
    const { port, sockets } = await tcpServer();
    const resolver = flipping();
    const guard = { policy, resolver };
    (await guardedConnect({ host: HOST, port }, guard, never)).destroy();
    await expect(guardedConnect({ host: HOST, port }, guard, never)).rejects.toThrow(RefusedError);
    expect(resolver).toHaveBeenCalledTimes(2);
    expect(sockets).toHaveLength(1);
  });
});

describe('after connecting', () => {
  it('closes a socket that went elsewhere, and not a byte was sent', async () => {
    const server = await tcpServer();
    /** A route that ignores the checked address, as a transparent proxy or a patched net would. */
    const astray: Dial = () => connect({ host: '127.0.0.1', port: server.port });
    const guard = { policy: PUBLIC_ONLY, resolver: resolvingTo(PUBLIC), dial: astray };
    await expect(guardedConnect({ host: HOST, port: 443 }, guard, never)).rejects.toThrow(RefusedError);
    await closed(await server.accepted());
    expect(server.received()).toBe('');
  });

  it('closes a socket that cannot say where it went', async () => {
    const server = await tcpServer();
    const nameless: Dial = () => {
      const socket = connect({ host: '127.0.0.1', port: server.port });
      Object.defineProperty(socket, 'remoteAddress', { value: undefined });
      return socket;
    };
    const guard = { policy: loopback, dial: nameless };
    await expect(guardedConnect({ host: HOST, port: 443 }, guard, never)).rejects.toThrow(
      'the connection was lost',
    );
    await closed(await server.accepted());
  });
});

describe('the signal', () => {
  it('ends a connection that is under way', async () => {
    const controller = new AbortController();
    const waiting: Resolver = () => new Promise(() => undefined);
    const connecting = guardedConnect(
      { host: HOST, port: 80 },
      { policy: PUBLIC_ONLY, resolver: waiting },
      controller.signal,
    );
    controller.abort();
    await expect(connecting).rejects.toThrow();
  });

  it('ends one that stands', async () => {
    const server = await tcpServer();
    const controller = new AbortController();
    const target = { host: '127.0.0.1', port: server.port };
    const socket = await guardedConnect(target, { policy: loopback }, controller.signal);
    controller.abort();
    expect(socket.destroyed).toBe(true);
  });
});
