import { once } from 'node:events';
import { get } from 'node:http';
import { type LookupFunction, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ADDRESSES, PRIVATE_NAMES } from '../test-support/addresses.js';
import { tcpServer } from '../test-support/server.js';
import { RefusedError, type Resolver, guardedLookup } from './lookup.js';
import { PUBLIC_ONLY, addressPolicy } from './policy.js';

const PUBLIC = '93.184.216.34';

/** Resolves every name to these addresses, and counts. */
function resolving(...addresses: string[]): Resolver & { calls: string[] } {
  const calls: string[] = [];
  const resolver: Resolver = async (hostname) => {
    calls.push(hostname);
    return addresses.map((address) => ({ address }));
  };
  return Object.assign(resolver, { calls });
}

/** Arguments of the callback: an error or null, an address or all, a family or none. */
type Answer = readonly unknown[];

/** Asks as Node does. */
const ask = (lookup: LookupFunction, options: Parameters<LookupFunction>[1], name = 'hooks.example.com') =>
  new Promise<Answer>((resolve) => lookup(name, options, (...answer) => resolve(answer)));

const askAll = (resolver: Resolver, policy = PUBLIC_ONLY, name?: string) =>
  ask(guardedLookup(policy, resolver), { all: true }, name);

const REFUSED: Answer = [expect.any(RefusedError) as Error, expect.anything()];

describe('answers of a resolver', () => {
  it.each([...ADDRESSES.local, ...ADDRESSES.special, ...ADDRESSES.unparsable])(
    'refuses %s',
    async (address) => {
      expect(await askAll(resolving(address))).toEqual(REFUSED);
      // One among many, wherever it stands.
      expect(await askAll(resolving(PUBLIC, address))).toEqual(REFUSED);
      expect(await askAll(resolving(address, PUBLIC))).toEqual(REFUSED);
      expect(await askAll(resolving(PUBLIC, '2606:4700::1', address, '1.1.1.1'))).toEqual(REFUSED);
    },
  );

  it.each(ADDRESSES.public)('hands on %s', async (address) => {
    const family = address.includes(':') ? 6 : 4;
    expect(await askAll(resolving(address))).toEqual([null, [{ address, family }]]);
    expect(await askAll(resolving(PUBLIC, address))).toEqual([
      null,
      [
        { address: PUBLIC, family: 4 },
        { address, family },
      ],
    ]);
  });

  it('does not say which address it was', async () => {
    const [error] = await askAll(resolving('10.20.30.40'));
    expect(String(error)).not.toContain('10.20');
  });

  it('reports an empty result', async () => {
    expect(await askAll(resolving())).toEqual([expect.objectContaining({ code: 'ENOTFOUND' }), '']);
  });

  it('passes on why it could not be asked', async () => {
    const failing: Resolver = () => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' }));
    expect(await askAll(failing)).toEqual([expect.objectContaining({ code: 'EAI_AGAIN' }), '']);
  });
});

describe('both forms of the callback', () => {
  const both = resolving('2606:4700::1', PUBLIC);

  it.each<[Parameters<LookupFunction>[1], Answer]>([
    [
      { all: true },
      [
        null,
        [
          { address: '2606:4700::1', family: 6 },
          { address: PUBLIC, family: 4 },
        ],
      ],
    ],
    [{ all: true, family: 4 }, [null, [{ address: PUBLIC, family: 4 }]]],
    [{ all: true, family: 'IPv6' }, [null, [{ address: '2606:4700::1', family: 6 }]]],
    [{}, [null, '2606:4700::1', 6]],
    [{ all: false, family: 0 }, [null, '2606:4700::1', 6]],
    [{ family: 4 }, [null, PUBLIC, 4]],
    [{ family: 'IPv4' }, [null, PUBLIC, 4]],
    [{ family: 6 }, [null, '2606:4700::1', 6]],
  ])('%j', async (options, answer) => {
    expect(await ask(guardedLookup(PUBLIC_ONLY, both), options)).toEqual(answer);
  });

  it('refuses also for what the caller would not have used', async () => {
    const lookup = guardedLookup(PUBLIC_ONLY, resolving('::1', PUBLIC));
    expect(await ask(lookup, { family: 4 })).toEqual(REFUSED);
  });
});

describe('names', () => {
  it.each(PRIVATE_NAMES)('refuses %s without asking', async (name) => {
    const resolver = resolving(PUBLIC);
    const host = new URL(`https://${name}/`).hostname;
    expect(await askAll(resolver, PUBLIC_ONLY, host)).toEqual(REFUSED);
    expect(resolver.calls).toEqual([]);
  });

  it('opens the private network to the hosts that are trusted, and to no other', async () => {
    const policy = addressPolicy({ allowHosts: ['hooks.corp.internal'] });
    expect(await askAll(resolving('10.1.2.3'), policy, 'hooks.corp.internal')).toMatchObject([null, [{}]]);
    expect(await askAll(resolving('10.1.2.3'), policy, 'hooks.example.com')).toEqual(REFUSED);
    expect(await askAll(resolving('169.254.169.254'), policy, 'hooks.corp.internal')).toEqual(REFUSED);
  });

  it('opens a network to every name', async () => {
    const policy = addressPolicy({ allowCidrs: ['10.1.0.0/16'] });
    expect(await askAll(resolving('10.1.2.3', PUBLIC), policy)).toMatchObject([null, [{}, {}]]);
    expect(await askAll(resolving('10.1.2.3', '10.2.0.1'), policy)).toEqual(REFUSED);
  });
});

describe('with sockets of Node', () => {
  const loopback = addressPolicy({ allowPrivate: true });

  it('asks the machine itself by default', async () => {
    expect(await ask(guardedLookup(loopback), { family: 4 }, 'localhost')).toEqual([null, '127.0.0.1', 4]);
    expect(await ask(guardedLookup(PUBLIC_ONLY), { family: 4 }, 'localhost')).toEqual(REFUSED);
  });

  it('connects to what was vetted, whether Node asks for all or for one', async () => {
    const { port, sockets } = await tcpServer();
    for (const autoSelectFamily of [true, false]) {
      const lookup = guardedLookup(loopback, resolving('127.0.0.1'));
      const socket = connect({ host: 'hooks.example.com', port, lookup, autoSelectFamily });
      await once(socket, 'connect');
      expect(socket.remoteAddress).toBe('127.0.0.1');
      socket.destroy();
    }
    expect(sockets).toHaveLength(2);
  });

  it('fails the request with the refusal, and no connection is made', async () => {
    const { port, sockets } = await tcpServer();
    const lookup = guardedLookup(PUBLIC_ONLY, resolving('127.0.0.1'));
    const request = get({ host: 'hooks.example.com', port, lookup });
    const [error] = (await once(request, 'error')) as [Error];
    expect(error).toBeInstanceOf(RefusedError);
    expect(sockets).toHaveLength(0);
  });

  it('is not asked about an address literal: a lookup alone guards nothing', async () => {
    const { port } = await tcpServer();
    const resolver = resolving(PUBLIC);
    const socket = connect({ host: '127.0.0.1', port, lookup: guardedLookup(PUBLIC_ONLY, resolver) });
    await once(socket, 'connect');
    expect(resolver.calls).toEqual([]);
    socket.destroy();
  });
});
