/** HMAC on WebCrypto, and the comparison of digests: for any JavaScript runtime. */
import type { HmacAlgorithm } from './scheme.js';

const HASHES: Readonly<Record<HmacAlgorithm, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
};
const encoder = new TextEncoder();

/** Digest of `head` (as UTF-8) and `body`, keyed with the UTF-8 bytes of the secret. */
export type Hmac = (
  algorithm: HmacAlgorithm,
  secret: string,
  head: string,
  body: Uint8Array,
) => Promise<Uint8Array>;

export const hmac: Hmac = async (algorithm, secret, head, body) => {
  const scheme = { name: 'HMAC', hash: HASHES[algorithm] };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), scheme, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, joined(encoder.encode(head), body)));
};

function joined(head: Uint8Array, body: Uint8Array): Uint8Array {
  if (head.length === 0) return body;
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Digests as text, to be compared. */
export type Text = Pick<string, 'length' | 'charCodeAt'>;

/**
 * True when a given text equals an expected one. Reads every character of every pair, so the time
 * reveals neither how much was right nor which secret it was.
 */
export function anyEqual(expected: readonly Text[], given: readonly Text[]): boolean {
  let found = 0;
  for (const one of expected) for (const other of given) found |= Number(equal(one, other));
  return found === 1;
}

/** The length of a digest is public. */
function equal(a: Text, b: Text): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
