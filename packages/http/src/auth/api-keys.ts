/** API keys: long random texts that name a workspace. Only their hashes are kept. */

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

/** The keyId that a key names, or null for what is not a key. */
export const keyIdOf = (apiKey: string): string | null => KEY.exec(apiKey)?.[1] ?? null;

/** Text of 5 bits a character. */
function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    ALPHABET.charAt(byte & 31),
  ).join('');
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In a time that does not tell where two texts of one length differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let different = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) different |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return different === 0;
}
