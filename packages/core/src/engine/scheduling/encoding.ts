/** Bytes and texts, in any runtime. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type JsonValue, canonicalJson } from '../../definition/json.js';

export const utf8 = (text: string) => new TextEncoder().encode(text);

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @throws DOMException for what is not base64. */
export const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));

/** True if the bytes are the same; the timing reveals no position. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length &&
  a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;

/**
 * Returns the SHA-256 of canonical JSON. Not by `crypto.subtle`, whose thread pool takes longer for
 * short strings and ends in an unpredictable order.
 */
export const fingerprintOf = (value: JsonValue): string => sha256Hex(canonicalJson(value));

/** SHA-256 of the text in UTF-8, as hex. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8(text)));
