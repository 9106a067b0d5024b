/** Whether a URL may be a webhook's, by what it says alone (contract section 12). Pure, for any runtime. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { type AddressPolicy, PUBLIC_ONLY, addressRefusal, hostOf, isTrusted } from './policy.js';
import { parseIp } from './ranges.js';

/** What is wrong with a URL. */
export type UrlRefusalCode =
  | 'url-invalid'
  | 'url-too-long'
  | 'url-scheme'
  | 'url-credentials'
  /** The name says that it is not public. */
  | 'host-not-public'
  /** The address is not public; also where a name stands for one. */
  | 'address-not-public';

/** Why a URL may not be a webhook's. */
export interface UrlRefusal {
  /** Never true of a refusal. */
  readonly ok: false;
  /** What is wrong. */
  readonly code: UrlRefusalCode;
  /** For people; quotes nothing of the URL, which may carry a token. */
  readonly message: string;
}

/** `url` without the trailing dot of its host; `host` is what to resolve and to verify the certificate by. */
export type UrlCheck =
  | {
      /** Whether the URL may be used. */
      readonly ok: true;
      /** The URL, parsed. */
      readonly url: URL;
      /** What to resolve, and to verify the certificate by. */
      readonly host: string;
    }
  | UrlRefusal;

const MAX_LENGTH = 2_000;
/** The URL parser drops or turns these; other readers of the stored text do not. */
const UNCLEAN = /[\s\\]|\p{Cc}/u;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const refuse = (code: UrlRefusalCode, message: string): UrlRefusal => ({ ok: false, code, message });

/**
 * Looks at the host as the URL parser reads it, so that `0x7f.1`, `2130706433` and `①②⑦.0.0.1` are what they
 * stand for. A name that passes may still resolve to a private address: that is found when it is connected to.
 */
export function checkUrl(text: string, policy: AddressPolicy = PUBLIC_ONLY): UrlCheck {
  if (typeof text !== 'string') return refuse('url-invalid', 'give the URL as a text');
  if (text.length > MAX_LENGTH) return refuse('url-too-long', `a URL has at most ${MAX_LENGTH} characters`);
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

/** The rule for a host, as `hostOf` returns it: an address, or a name. */
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

/** The same for every range: what kind of address a name of the inner network stands for is nobody's business. */
export const ADDRESS_NOT_PUBLIC = refuse('address-not-public', 'the host is not at a public address');
