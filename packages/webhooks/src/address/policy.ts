/**
 * Addresses that a host lets its webhooks connect to (contract section 12): public unicast over
 * https by default.
 */
import { type Checks, checkOptions, optional, texts, truth } from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';
import { type Cidr, classOf, isIn, parseCidr, parseIp } from './ranges.js';

/** Exceptions, all off by default. None of them restricts public addresses. */
export interface AddressPolicyOptions {
  /** `http:` as well as `https:`. For development. */
  readonly allowHttp?: boolean;
  /**
   * Loopback, private, shared and unique local addresses, and names such as `localhost`. For
   * development.
   */
  readonly allowPrivate?: boolean;
  /**
   * Names (or address literals) that `allowPrivate` applies to, compared whole: receivers in a
   * private network. Their DNS must be trusted.
   */
  readonly allowHosts?: readonly string[];
  /** Networks in which every address is allowed, independent of its kind and of the name. */
  readonly allowCidrs?: readonly string[];
}

/** The options, checked and read once. */
export interface AddressPolicy {
  /** True when `http:` is allowed as well. */
  readonly allowHttp: boolean;
  /** True when local addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Hosts that local addresses are allowed for. */
  readonly hosts: ReadonlySet<string>;
  /** Networks in which every address is allowed. */
  readonly cidrs: readonly Cidr[];
}

export const ADDRESS_OPTIONS: Checks<AddressPolicyOptions> = {
  allowHttp: optional(truth),
  allowPrivate: optional(truth),
  allowHosts: optional(texts),
  allowCidrs: optional(texts),
};

/**
 * Checks the options of a policy, once.
 * @throws TypeError for an option that makes no sense, also for a host or network that cannot be
 *   read: it would open nothing, or something else.
 */
export function addressPolicy(options: AddressPolicyOptions = {}): AddressPolicy {
  checkOptions('addressPolicy', options, ADDRESS_OPTIONS);
  const { allowHttp, allowPrivate, allowHosts = [], allowCidrs = [] } = options;
  return Object.freeze({
    allowHttp: allowHttp === true,
    allowPrivate: allowPrivate === true,
    hosts: new Set(allowHosts.map(readHost)),
    cidrs: allowCidrs.map(readCidr),
  });
}

/** The policy without exceptions: public unicast addresses over https. */
export const PUBLIC_ONLY = addressPolicy();

/** Host of a parsed URL, without brackets and without the trailing dot of a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

function readHost(text: string): string {
  const url = parseUrl(`https://${text}/`);
  if (url === null || !/^[^/@:?#]+$|^\[[^/@?#\]]+\]$/.test(text) || hostOf(url) === '') {
    throw new TypeError(
      `allowHosts: ${JSON.stringify(text)} is not a host; give a name without scheme and port`,
    );
  }
  return hostOf(url);
}

function readCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr === null) {
    throw new TypeError(`allowCidrs: ${JSON.stringify(text)} is not a network; write it like 10.0.0.0/8`);
  }
  return cidr;
}

/**
 * Returns why `host` (a name, or the address itself) may not be reached at this address; null if it
 * may. An unreadable address is refused. The result names the range, never the address: its reader
 * may not be allowed to know the address of an internal name.
 */
export function addressRefusal(address: string, host: string, policy: AddressPolicy): string | null {
  const ip = parseIp(address);
  if (ip === null) return 'not an address';
  const { kind, range } = classOf(ip);
  if (kind === 'public' || policy.cidrs.some((cidr) => isIn(ip, cidr))) return null;
  return kind === 'local' && isTrusted(host, policy) ? null : range;
}

/** True when the host may be in a private network. */
export const isTrusted = (host: string, policy: AddressPolicy): boolean =>
  policy.allowPrivate || policy.hosts.has(host);
