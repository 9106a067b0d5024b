/** Secrets of links: the token in the address, and the proof that a page was viewed. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isSame, sha256Hex, toBase64Url, utf8 } from '../scheduling/encoding.js';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const FORM_TOKEN = /^([0-9a-z]{1,12})\.([A-Za-z0-9:-]{0,200})\.([A-Za-z0-9_-]{43})$/;
export const FORM_TOKEN_MS = 3_600_000;

export const newToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));

/** null: not a token of ours. */
export const tokenHash = (token: string): string | null => (TOKEN.test(token) ? sha256Hex(token) : null);

/** Creates a token only with the address; it contains the time of the view and the shown digest. */
export function formToken(token: string, linkId: string, at: number, digest: string | null): string {
  const issued = at.toString(36);
  return `${issued}.${digest ?? ''}.${mac(token, linkId, issued, digest ?? '')}`;
}

/** Returns the content that a page showed; null for an invalid token. */
export function readFormToken(
  token: string,
  linkId: string,
  now: number,
  given: unknown,
): { readonly digest: string | null } | null {
  const [, issued = '', digest = '', proof = ''] =
    FORM_TOKEN.exec(typeof given === 'string' ? given : '') ?? [];
  if (proof === '') return null;
  if (!isSame(utf8(proof), utf8(mac(token, linkId, issued, digest)))) return null;
  const age = now - Number.parseInt(issued, 36);
  return age <= FORM_TOKEN_MS ? { digest: digest === '' ? null : digest } : null;
}

const mac = (token: string, linkId: string, issued: string, digest: string): string =>
  toBase64Url(hmac(sha256, utf8(token), utf8(`${linkId}\n${issued}\n${digest}`)));
