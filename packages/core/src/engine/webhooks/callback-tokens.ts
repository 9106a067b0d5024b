/**
 * Tokens with which the outside world completes one deferred step (contract section 13): signed, and bound to the
 * workspace, the execution and the step. They end with the step, whose end the store knows; so they carry no time.
 */
import type { SecretKey } from './vault.js';
import { fromBase64Url, toBase64Url, utf8 } from './encoding.js';

export interface CallbackTarget {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly stepId: string;
}

type SigningKey = Awaited<ReturnType<typeof deriveKey>>;

const PURPOSE = 'approval callback token';

export class CallbackTokens {
  private readonly keys: ReadonlyMap<string, Promise<SigningKey>>;
  private readonly newestId: string | null;

  /** Of every process with the same ring; without one no token can be issued. */
  constructor(keys: readonly SecretKey[]) {
    this.keys = new Map(keys.map(({ keyId, key }) => [keyId, deriveKey(key)]));
    this.newestId = keys[0]?.keyId ?? null;
  }

  async issue({ workspaceId, executionId, stepId }: CallbackTarget): Promise<string | null> {
    const keyId = this.newestId;
    const key = keyId === null ? undefined : await this.keys.get(keyId);
    if (keyId === null || key === undefined) return null;
    const target = toBase64Url(utf8(JSON.stringify([workspaceId, executionId, stepId])));
    const signed = `v1.${keyId}.${target}`;
    const signature = await crypto.subtle.sign('HMAC', key, utf8(signed));
    return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  }

  /** What a token is for, or null for one that this ring did not sign. */
  async read(token: string): Promise<CallbackTarget | null> {
    const match = /^(v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token);
    if (match === null) return null;
    const [, signed = '', keyId = '', target = '', signature = ''] = match;
    const key = await this.keys.get(keyId);
    if (key === undefined) return null;
    // Compares in constant time.
    const isOurs = await crypto.subtle.verify('HMAC', key, fromBase64Url(signature), utf8(signed));
    if (!isOurs) return null;
    const [workspaceId, executionId, stepId] = JSON.parse(
      new TextDecoder().decode(fromBase64Url(target)),
    ) as [string, string, string];
    return { workspaceId, executionId, stepId };
  }
}

/** A key of its own: one that seals secrets must not sign what strangers see. */
async function deriveKey(key: Uint8Array) {
  const base = await crypto.subtle.importKey('raw', new Uint8Array(key), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(PURPOSE) },
    base,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  );
}
