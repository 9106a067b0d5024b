/**
 * Host names of the inspector. A page whose domain resolves to this server (DNS rebinding) has the
 * same origin as these pages, so only the host name tells it apart.
 */
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import { must } from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';

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
