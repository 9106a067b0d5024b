/** Key that failed attempts are counted under: an address, or the network of one subscriber. */
import { parseUrl } from '@org/approval-internal/parse-url';

/** An IPv4 address or a bracketed IPv6 address with a port, as some proxies give it. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([^\]]+)\])(?::\d{1,5})?$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** Global unicast, 2000::/3; other networks may be shared by many, such as those behind NAT64. */
const GLOBAL = /^[23][0-9a-f]{3}$/;

/**
 * Returns the first 64 bits of a global IPv6 address, because a subscriber owns the rest. Returns
 * an IPv4 address, mapped or not, in its plain form, and any other value unchanged. A port is cut
 * off, because a sender chooses it.
 */
export function networkOf(given: string): string {
  const [, v4, v6] = WITH_PORT.exec(given.trim()) ?? [];
  const address = v4 ?? v6 ?? given.trim();
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const url = address.includes(':') ? parseUrl(`http://[${address}]/`) : null;
  if (url === null) return address;
  const groups = groupsOf(url.hostname.slice(1, -1));
  return GLOBAL.test(groups[0] ?? '') ? `${groups.slice(0, 4).join(':')}::/64` : address;
}

/** Returns all eight groups of an address in the URL parser's form. */
function groupsOf(canonical: string): string[] {
  const [before = [], after = []] = canonical.split('::').map((it) => it.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after];
}
