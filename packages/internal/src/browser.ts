/**
 * Requests of browsers to pages with a sign-in. A page whose domain resolves to this server (DNS
 * rebinding) has the same origin as these pages, so only the host name tells it apart.
 */
import { type HttpRequest, headerOf } from './http/message.js';
import { must } from './options.js';
import { parseUrl } from './parse-url.js';

const NAME = /^\.?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Option `hosts`. */
export const hostNames = must(
  'host names in lower case without port, such as approvals.example.com, or .example.com for all below it',
  (value) => Array.isArray(value) && value.every((it) => typeof it === 'string' && NAME.test(it)),
);

/** An address as a host. No domain can have one, so it is always accepted. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Returns the host name of a request if it is not accepted; null if it is. A request without one is
 * not of a browser.
 */
export function foreignHost(request: HttpRequest, hosts: readonly string[]): string | null {
  const given = headerOf(request, 'host') ?? headerOf(request, ':authority');
  if (given === null) return null;
  const name = /[@/?#\\]/.test(given) ? undefined : parseUrl(`http://${given}/`)?.hostname;
  if (name === undefined) return given;
  const isAccepted =
    ADDRESS.test(name) ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    hosts.some((it) => (it.startsWith('.') ? name.endsWith(it) : name === it));
  return isAccepted ? null : name;
}

/**
 * True if a page of the same origin sent the form. Other sites can send forms too, with the cookies
 * of these pages. Browsers without `Sec-Fetch-Site` send `Origin`.
 */
export function isOwnForm(request: HttpRequest): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headerOf(request, 'origin');
  const host = headerOf(request, 'host') ?? headerOf(request, ':authority');
  return origin !== null && host !== null && parseUrl(origin)?.host === host;
}
