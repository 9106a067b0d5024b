import { BlockList, isIP, isIPv4 } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import {
  ADDRESSES,
  INVALID_HOSTS,
  PRIVATE_NAMES,
  PUBLIC_NAMES,
  SPELLINGS,
  type Verdict,
} from '../test-support/addresses.js';
import { classOf, parseCidr, parseIp } from './ranges.js';

const rows = Object.entries(ADDRESSES).flatMap(([verdict, addresses]) =>
  addresses.map((address) => ({ address, verdict: verdict as Verdict })),
);

const verdictOf = (address: string): Verdict => {
  const ip = parseIp(address);
  return ip === null ? 'unparsable' : classOf(ip).kind;
};

describe('the table', () => {
  it('is large, and has nothing twice', () => {
    const hosts = [Object.keys(SPELLINGS), PRIVATE_NAMES, INVALID_HOSTS, PUBLIC_NAMES].flat();
    expect(rows.length + hosts.length).toBeGreaterThan(350);
    expect(new Set(rows.map((it) => it.address)).size).toBe(rows.length);
  });

  it.each(rows)('$verdict: $address', ({ address, verdict }) => {
    expect(verdictOf(address)).toBe(verdict);
  });
});

/** Written apart from our table, from the registries: Node's own matcher is the second opinion. */
function secondOpinion(): (address: string) => boolean {
  const notPublic = new BlockList();
  const global = new BlockList();
  global.addSubnet('2000::', 3, 'ipv6');
  for (const [network, bits] of [
    ...([
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
    ] as const),
    ...([
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
    ] as const),
    ...([
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ] as const),
    ...([
      ['192.31.196.0', 24],
      ['192.52.193.0', 24],
      ['192.175.48.0', 24],
      ['168.63.129.16', 32],
    ] as const),
    ...([
      ['2001::', 23],
      ['2001:db8::', 32],
      ['2002::', 16],
      ['3fff::', 20],
      ['2620:4f:8000::', 48],
    ] as const),
  ]) {
    notPublic.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return (address) =>
    isIPv4(address)
      ? !notPublic.check(address)
      : global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

describe('any address', () => {
  const isPublic = secondOpinion();
  /** Random ones, and more of them around the edges of the ranges. */
  const near = (address: string, offset: number): string => {
    const bytes = ipaddr.parse(address).toByteArray();
    for (let index = bytes.length - 1, carry = offset; index >= 0 && carry !== 0; index--) {
      const sum = (bytes[index] as number) + carry;
      bytes[index] = ((sum % 256) + 256) % 256;
      carry = Math.floor(sum / 256);
    }
    return ipaddr.fromByteArray(bytes).toString();
  };
  const known = rows.filter((it) => it.verdict !== 'unparsable').map((it) => it.address);
  const anyAddress = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc
      .tuple(fc.constantFrom(...known), fc.integer({ min: -70_000, max: 70_000 }))
      .map(([it, by]) => near(it, by)),
  );

  it('is public only where the second opinion says so too', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(verdictOf(address) === 'public').toBe(isPublic(address));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is never public where ipaddr.js knows better', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        if (verdictOf(address) === 'public') expect(ipaddr.parse(address).range()).toBe('unicast');
      }),
      { numRuns: 5_000 },
    );
  });

  it('is read as Node reads it, or not at all', () => {
    const soup = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefxX:.%[]/ ')),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.oneof(soup, anyAddress), (text) => {
        if (parseIp(text) !== null) expect(isIP(text)).not.toBe(0);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a network', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', '10.1.2.3/32', '::/0', 'fd00::/8', '2001:db8::1/128'])('%s', (text) => {
    expect(parseCidr(text)).not.toBeNull();
  });

  it.each([
    ...['10.0.0.0', '10.0.0.0/', '/8', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8.0', '10.0.0.0/08/8', '10/8'],
    ...[
      '010.0.0.0/8',
      '10.1.2.3/8',
      '::/129',
      '::1/64',
      'fe80::%1/10',
      'localhost/8',
      '',
      '10.0.0.0/255.0.0.0',
    ],
  ])('is not %j', (text) => {
    expect(parseCidr(text)).toBeNull();
  });
});
