/** Adds secrets to the request of a webhook node. */
import { isHeaderValue, isReservedHeader } from '../../../nodes/webhook/schema-headers.js';
import { LIMITS } from '../../../definition/limits.js';
import type { WebhookCall } from '../../../interpreter/calls.js';

/** Parts of a request that authenticate it. */
export interface Authentication {
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets that sign the body, newest first; empty without a signature. */
  readonly signing: readonly string[];
  /** Values that must not be kept if the receiver echoes them. */
  readonly sent: readonly string[];
}

const NONE: Authentication = { headers: {}, signing: [], sent: [] };

/** @param secrets of the node, newest first; several during the rotation of a signing secret. */
export function authenticationOf({ auth }: WebhookCall, secrets: readonly string[]): Authentication {
  const [secret] = secrets;
  if (secret === undefined) return NONE;
  switch (auth.kind) {
    case 'hmac':
      return { headers: {}, signing: secrets, sent: secrets };
    case 'bearer':
      return { headers: { authorization: `Bearer ${secret}` }, signing: [], sent: [secret] };
    case 'basic': {
      const encoded = base64(`${auth.username ?? ''}:${secret}`);
      return { headers: { authorization: `Basic ${encoded}` }, signing: [], sent: [encoded, secret] };
    }
    case 'header':
      return { headers: { [auth.header ?? 'authorization']: secret }, signing: [], sent: [secret] };
    case 'none':
    case 'host':
      return NONE;
  }
}

/** Maximum number of headers that the host gives. */
const HOST_HEADERS = 10;

/** Returns the authentication by headers of the host, or the reason why they cannot be sent. */
export function hostAuthentication(given: unknown): Authentication | string {
  if (typeof given !== 'object' || given === null) return 'the credentials are not an object of headers';
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => [
    name.toLowerCase(),
    value,
  ]);
  if (entries.length > HOST_HEADERS) return `the credentials have more than ${HOST_HEADERS} headers`;
  const headers: Record<string, string> = {};
  for (const [name, value] of entries) {
    const mayBe = name === 'authorization' || name === 'cookie' || !isReservedHeader(name);
    if (!mayBe || !/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name))
      return 'the credentials have a header that cannot be sent';
    if (typeof value !== 'string' || !isHeaderValue(value) || value.length > LIMITS.callSecretLength + 100)
      return 'the credentials have a header value that cannot be sent';
    headers[name] = value;
  }
  const sent = Object.values(headers).flatMap((it) => [it, it.slice(it.indexOf(' ') + 1)]);
  return { headers, signing: [], sent };
}

/** Base64 of the text in UTF-8, in any runtime. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes));
}
