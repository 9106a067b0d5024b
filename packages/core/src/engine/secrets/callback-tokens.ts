/**
 * Tokens that complete one deferred step from outside (contract section 13): signed, and bound to
 * the workspace, execution and step. They end with the step, so they carry no time.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { SecretKey } from './secret-cipher.js';
import { fromBase64Url, isSame, toBase64Url, utf8 } from '../scheduling/encoding.js';

export interface CallbackTarget {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly stepId: string;
}

const PURPOSE = 'approval callback token';

export class CallbackTokens {
  private readonly keys: ReadonlyMap<string, Uint8Array>;
  private readonly newestId: string | null;

  /** The tokens of every process with the same ring; without one no token can be issued. */
  constructor(keys: readonly SecretKey[]) {
    this.keys = new Map(keys.map(({ keyId, key }) => [keyId, deriveKey(key)]));
    this.newestId = keys[0]?.keyId ?? null;
  }

  issue({ workspaceId, executionId, stepId }: CallbackTarget): string | null {
    const keyId = this.newestId;
    const key = keyId === null ? undefined : this.keys.get(keyId);
    if (keyId === null || key === undefined) return null;
    const target = toBase64Url(utf8(JSON.stringify([workspaceId, executionId, stepId])));
    const signed = `v1.${keyId}.${target}`;
    return `${signed}.${toBase64Url(hmac(sha256, key, utf8(signed)))}`;
  }

  /** Returns the target of a token; null if this ring did not sign it. */
  read(token: string): CallbackTarget | null {
    const match = /^(v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token);
    if (match === null) return null;
    const [, signed = '', keyId = '', target = '', signature = ''] = match;
    const key = this.keys.get(keyId);
    if (key === undefined) return null;
    if (!isSame(hmac(sha256, key, utf8(signed)), fromBase64Url(signature))) return null;
    const [workspaceId, executionId, stepId] = JSON.parse(
      new TextDecoder().decode(fromBase64Url(target)),
    ) as [string, string, string];
    return { workspaceId, executionId, stepId };
  }
}

/** Separate key: one that seals secrets must not sign what strangers see. */
const deriveKey = (key: Uint8Array): Uint8Array => hkdf(sha256, key, undefined, utf8(PURPOSE), 32);
