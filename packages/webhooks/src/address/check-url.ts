/**
 * Checks whether a webhook may use a URL, by its text alone (contract section 12). Pure, for any
 * runtime.
 */
import { parseUrl } from '@org/approval-internal/parse-url';
import { type AddressPolicy, PUBLIC_ONLY, addressRefusal, hostOf, isTrusted } from './policy.js';
import { parseIp } from './ranges.js';

/** Code of a refused URL. */
export type UrlRefusalCode =
  | 'url-invalid'
  | 'url-too-long'
  | 'url-scheme'
  | 'url-credentials'
  /** The name is not public. */
  | 'host-not-public'
  /** The address is not public; also for the resolved address of a name. */
  | 'address-not-public';

/** A refused URL. */
export interface UrlRefusal {
  /** Always false for a refusal. */
  readonly ok: false;
  /** Reason of the refusal. */
  readonly code: UrlRefusalCode;
  /** Message for a reader; quotes nothing of the URL, which may carry a token. */
  readonly message: string;
}

/**
 * `url` without the trailing dot of its host; `host` is the name to resolve and to verify the
 * certificate by.
 */
export type UrlCheck =
  | {
      /** Always true for a usable URL. */
      readonly ok: true;
      /** The URL, parsed. */
      readonly url: URL;
      /** Name to resolve and to verify the certificate by. */
      readonly host: string;
    }
  | UrlRefusal;

const MAX_LENGTH = 2_000;
/** The URL parser drops or converts these; other readers of the stored text do not. */
const UNCLEAN = /[\s\\]|\p{Cc}/u;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const refuse = (code: UrlRefusalCode, message: string): UrlRefusal => ({ ok: false, code, message });

/**
 * Checks the host as the URL parser reads it, so that `0x7f.1`, `2130706433` and `①②⑦.0.0.1` become
 * addresses. An allowed name may still resolve to a private address: the connection checks that.
 */
export function checkUrl(
  text: string,
  policy: AddressPolicy = PUBLIC_ONLY,
  maxLength: number = MAX_LENGTH,
): UrlCheck {
  if (typeof text !== 'string') return refuse('url-invalid', 'the URL must be a string');
  if (text.length > maxLength) return refuse('url-too-long', `a URL has at most ${maxLength} characters`);
  const url = UNCLEAN.test(text) ? null : parseUrl(text);
  if (url === null) return refuse('url-invalid', 'this is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp)) {
    return refuse('url-scheme', policy.allowHttp ? 'use https: or http:' : 'use https:');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('url-credentials', 'a URL may not carry a user name or a password');
  }
  const host = hostOf(url);
  const refusal = hostRefusal(host, policy);
  if (refusal !== null) return refusal;
  if (url.hostname.endsWith('.')) url.hostname = host;
  return { ok: true, url, host };
}

/** The refusal of a host, as `hostOf` returns it: an address, or a name. */
export function hostRefusal(host: string, policy: AddressPolicy): UrlRefusal | null {
  if (parseIp(host) !== null) {
    return addressRefusal(host, host, policy) === null ? null : ADDRESS_NOT_PUBLIC;
  }
  const labels = host.split('.');
  if (labels.includes('') || host.includes(':')) return refuse('url-invalid', 'this is not a host name');
  const isPrivate = labels.length === 1 || PRIVATE_NAME.test(host);
  if (isPrivate && !isTrusted(host, policy))
    return refuse('host-not-public', 'the host is not a public name');
  return null;
}

/** The same message for every range: it must not reveal the address of an internal name. */
export const ADDRESS_NOT_PUBLIC = refuse('address-not-public', 'the host has no public address');
