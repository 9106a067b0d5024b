/**
 * Bytes as text. Each decoder accepts exactly one spelling of the bytes, so that two texts that
 * differ never stand for the same bytes.
 */

const HEX = /^(?:[0-9a-f]{2})*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const PER_CALL = 8_192;

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return text;
}

/** Returns the bytes; null for other text than lower-case hex. */
export function fromHex(text: string): Uint8Array | null {
  if (!HEX.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let from = 0; from < bytes.length; from += PER_CALL)
    characters += String.fromCharCode(...bytes.subarray(from, from + PER_CALL));
  return btoa(characters);
}

/** Returns the bytes; null for text that is not exactly what `toBase64` writes. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Returns the bytes; null for text that is not exactly what `toBase64Url` writes. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (/[+/=]/.test(text) || text.length % 4 === 1) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
}

/** True for base64url of this many bytes. */
export const isBase64Url = (text: unknown, bytes: number): text is string =>
  typeof text === 'string' &&
  text.length === Math.ceil((bytes * 4) / 3) &&
  fromBase64Url(text)?.length === bytes;
