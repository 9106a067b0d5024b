/**
 * Classification of addresses: which are public unicast (contract section 12). The tables follow
 * IANA's special-purpose registries, and add the metadata services of clouds among ordinary
 * addresses.
 */
import ipaddr from 'ipaddr.js';
import { parseUrl } from '@org/approval-internal/parse-url';

/**
 * - `public`: anyone may send there.
 * - `local`: a private machine or network; `allowPrivate` and `allowHosts` allow these.
 * - `special`: metadata services, groups, and addresses that stand for another one; only
 *   `allowCidrs` allows these.
 */
export type AddressKind = 'public' | 'local' | 'special';

/** Kind and range of an address. */
export interface AddressClass {
  /** Kind of the range. */
  readonly kind: AddressKind;
  /** Name of the range, for messages; it reveals no address. */
  readonly range: string;
}

export type Ip = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the number of leading bits that count. */
export type Cidr = readonly [Ip, number];

type Row = readonly [cidr: string, kind: AddressKind, range: string];

/** The first matching row decides; an address without one is public. */
const IPV4: readonly Row[] = [
  ['100.100.100.200/32', 'special', 'metadata service'],
  ['168.63.129.16/32', 'special', 'metadata service'],
  ['0.0.0.0/8', 'special', 'this network'],
  ['10.0.0.0/8', 'local', 'private'],
  ['100.64.0.0/10', 'local', 'shared'],
  ['127.0.0.0/8', 'local', 'loopback'],
  ['169.254.0.0/16', 'special', 'link-local'],
  ['172.16.0.0/12', 'local', 'private'],
  ['192.0.0.0/24', 'special', 'protocol assignments'],
  ['192.0.2.0/24', 'special', 'documentation'],
  ['192.31.196.0/24', 'special', 'AS112'],
  ['192.52.193.0/24', 'special', 'multicast tunnel'],
  ['192.88.99.0/24', 'special', '6to4 relay'],
  ['192.168.0.0/16', 'local', 'private'],
  ['192.175.48.0/24', 'special', 'AS112'],
  ['198.18.0.0/15', 'special', 'benchmarking'],
  ['198.51.100.0/24', 'special', 'documentation'],
  ['203.0.113.0/24', 'special', 'documentation'],
  ['224.0.0.0/4', 'special', 'multicast'],
  ['240.0.0.0/4', 'special', 'reserved'],
];

/** Only 2000::/3 is global unicast; a few rows classify the rest. */
const IPV6: readonly Row[] = [
  ['fd00:ec2::/32', 'special', 'metadata service'],
  ['fd20:ce::/32', 'special', 'metadata service'],
  ['fd00:42::42/128', 'special', 'metadata service'],
  ['::1/128', 'local', 'loopback'],
  ['fc00::/7', 'local', 'unique local'],
  ['fe80::/10', 'special', 'link-local'],
  ['ff00::/8', 'special', 'multicast'],
  ['::ffff:0:0/96', 'special', 'IPv4-mapped'],
  ['64:ff9b::/96', 'special', 'NAT64'],
  ['64:ff9b:1::/48', 'special', 'NAT64'],
  ['2001::/32', 'special', 'Teredo'],
  ['2001::/23', 'special', 'protocol assignments'],
  ['2001:db8::/32', 'special', 'documentation'],
  ['2002::/16', 'special', '6to4'],
  ['2620:4f:8000::/48', 'special', 'AS112'],
  ['3fff::/20', 'special', 'documentation'],
  ['2000::/3', 'public', 'global unicast'],
  ['::/0', 'special', 'not global unicast'],
];

const parsed = (rows: readonly Row[]) =>
  rows.map(([cidr, kind, range]) => ({ cidr: ipaddr.parseCIDR(cidr), class: { kind, range } }));

const TABLES = { ipv4: parsed(IPV4), ipv6: parsed(IPV6) };
const PUBLIC: AddressClass = { kind: 'public', range: 'public unicast' };

export const classOf = (ip: Ip): AddressClass =>
  TABLES[ip.kind()].find(({ cidr }) => ip.match(cidr))?.class ?? PUBLIC;

/**
 * Parses an address in the form of resolvers and sockets: four decimal numbers, or IPv6 without
 * brackets and zone. Anything else is null: a text that two parsers could read differently is not
 * an address.
 */
export function parseIp(text: string): Ip | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || !/^[0-9a-f:.]+$/i.test(text)) return null;
  // The URL parser reads IPv6 strictly; ipaddr.js reads `::0.0.0.1` as `::ffff:0.0.0.1`.
  const url = `http://[${text}]/`;
  const parsed = parseUrl(url);
  return parsed === null ? null : ipaddr.IPv6.parse(parsed.hostname.slice(1, -1));
}

/** `10.0.0.0/8`; null if it is invalid, or has bits set after the prefix, which is ambiguous. */
export function parseCidr(text: string): Cidr | null {
  const [address = '', bits = '', ...more] = text.split('/');
  const ip = parseIp(address);
  if (ip === null || !/^\d{1,3}$/.test(bits) || more.length > 0) return null;
  const length = Number(bits);
  if (length > ip.toByteArray().length * 8) return null;
  return hostBitsAreZero(ip, length) ? [ip, length] : null;
}

function hostBitsAreZero(ip: Ip, length: number): boolean {
  const bits = ip
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return !bits.slice(length).includes('1');
}

export const isIn = (ip: Ip, [network, length]: Cidr): boolean =>
  ip.kind() === network.kind() && ip.match(network, length);
