/**
 * Which addresses are public unicast (contract section 12). The tables follow IANA's special-purpose registries,
 * with the metadata services of clouds that hide among ordinary addresses.
 */
import ipaddr from 'ipaddr.js';
import { parseUrl } from '@org/approval-internal/parse-url';

/**
 * - `public`: anybody may send there.
 * - `local`: a machine or network of one's own; `allowPrivate` and `allowHosts` open these.
 * - `special`: metadata services, groups, and addresses that stand for another one; only `allowCidrs` opens these.
 */
export type AddressKind = 'public' | 'local' | 'special';

/** What kind of address it is. */
export interface AddressClass {
  /** Whether anybody may send there. */
  readonly kind: AddressKind;
  /** The range's name, for messages: it says no more than a reader of the table would know. */
  readonly range: string;
}

export type Ip = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the number of leading bits that count. */
export type Cidr = readonly [Ip, number];

type Row = readonly [cidr: string, kind: AddressKind, range: string];

/** The first row that matches decides; what no row matches is public. */
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

/** Only 2000::/3 is global unicast; of the rest, a few rows say what it is. */
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
 * An address in the form in which resolvers and sockets give it: four decimal numbers, or IPv6 without brackets
 * and zone. Anything else is null: what two readers could read differently is not an address.
 */
export function parseIp(text: string): Ip | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || !/^[0-9a-f:.]+$/i.test(text)) return null;
  // The URL parser reads IPv6 strictly; ipaddr.js takes `::0.0.0.1` for `::ffff:0.0.0.1`.
  const url = `http://[${text}]/`;
  const parsed = parseUrl(url);
  return parsed === null ? null : ipaddr.IPv6.parse(parsed.hostname.slice(1, -1));
}

/** `10.0.0.0/8`; null if it is none, or has bits set behind the prefix (which network was meant?). */
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
