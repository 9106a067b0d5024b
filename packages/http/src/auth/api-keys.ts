/** API keys: long random strings that name a workspace. Only their hashes are stored. */

/** Stored part of a key; it cannot be used to call. */
export interface ApiKeyRecord {
  /** Names the key in lists and logs. */
  readonly keyId: string;
  /** SHA-256 of the whole key, in hex. The key is random and long, so no slower hash is needed. */
  readonly sha256: string;
}

const KEY = /^ak_([0-9a-z]{12})_([0-9a-z]{52})$/;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates a key: show `apiKey` once, keep `record`. To rotate keys, let a workspace have two. */
export async function generateApiKey(): Promise<{ readonly apiKey: string; readonly record: ApiKeyRecord }> {
  const keyId = randomText(12);
  const apiKey = `ak_${keyId}_${randomText(52)}`;
  return { apiKey, record: { keyId, sha256: await sha256(apiKey) } };
}

/** Returns the keyId of a key, or null if it is not a key. */
export const keyIdOf = (apiKey: string): string | null => KEY.exec(apiKey)?.[1] ?? null;

/** Returns random text with 5 bits per character. */
function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    ALPHABET.charAt(byte & 31),
  ).join('');
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares in a time that does not reveal where two strings of one length differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let different = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) different |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return different === 0;
}
