/**
 * Secrets at rest (contract section 12): AES-256-GCM with a key of the host's ring, stored with the
 * key's id. Ciphertext is bound to its owner, so a copied row does not open elsewhere.
 */
import type { JsonObject } from '../../definition/json.js';
import { ApprovalError } from '../errors.js';
import { fromBase64Url, toBase64Url, utf8 } from '../scheduling/encoding.js';

/** A key of the host's key ring, for secrets at rest. */
export interface SecretKey {
  /** 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly keyId: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** A secret that cannot be opened: its key is missing, or the ciphertext was changed. */
export class UnreadableSecret extends ApprovalError {
  constructor(message: string, cause?: unknown, details: JsonObject = {}) {
    super('UNAVAILABLE', message, details, cause);
  }
}

export interface SecretCipherOptions {
  /** The first one seals, all of them open. */
  readonly keys: readonly SecretKey[];
  /** True if secrets may be stored unencrypted without a key. */
  readonly plaintext: boolean;
}

/** Derived from its maker, because not every runtime's types name it. */
type CipherKey = Awaited<ReturnType<typeof importKey>>;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
const PLAIN = 'plain.';

export class SecretCipher {
  private readonly keys: ReadonlyMap<string, Promise<CipherKey>>;
  private readonly newestId: string | null;
  private readonly plaintext: boolean;

  /** @throws TypeError for keys that make no sense; it quotes none. */
  constructor({ keys, plaintext }: SecretCipherOptions) {
    const fault = keyFault(keys);
    if (fault !== null) throw new TypeError(`secretKeys: ${fault}`);
    this.keys = new Map(keys.map(({ keyId, key }) => [keyId, importKey(key)]));
    this.newestId = keys[0]?.keyId ?? null;
    this.plaintext = plaintext;
  }

  /** @throws ApprovalError FAILED_PRECONDITION without a key, if plaintext is not allowed. */
  async seal(owner: string, text: string): Promise<string> {
    const keyId = this.newestId;
    const key = keyId === null ? undefined : await this.keys.get(keyId);
    if (keyId === null || key === undefined) {
      if (this.plaintext) return PLAIN + text;
      throw new ApprovalError(
        'FAILED_PRECONDITION',
        'a secret cannot be kept: this store is durable and the engine has no key to seal it; give createApprovalEngine `secretKeys`, or `allowPlaintextSecrets: true`',
      );
    }
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(owner, keyId) },
      key,
      utf8(text),
    );
    return ['v1', keyId, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join('.');
  }

  /**
   * @throws UnreadableSecret (UNAVAILABLE) when the ring lacks the key, the text was not sealed for
   *   this owner, or it is not sealed at all and that is not allowed: a writer of the database
   *   could replace it.
   */
  async open(owner: string, sealed: string): Promise<string> {
    if (sealed.startsWith(PLAIN)) {
      if (this.plaintext) return sealed.slice(PLAIN.length);
      throw new UnreadableSecret(
        'a secret in the store is not sealed; give createApprovalEngine `allowPlaintextSecrets: true` for as long as it takes to seal what was kept before there was a key',
      );
    }
    const [version, keyId = '', nonce = '', body = ''] = sealed.split('.');
    const key = await this.keys.get(keyId);
    if (version !== 'v1' || key === undefined) {
      throw new UnreadableSecret(`a secret was sealed with the key "${keyId}", which this engine lacks`);
    }
    try {
      const additionalData = boundTo(owner, keyId);
      const iv = fromBase64Url(nonce);
      const opened = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData },
        key,
        fromBase64Url(body),
      );
      return new TextDecoder().decode(opened);
    } catch (error) {
      throw new UnreadableSecret('a secret in the store was changed or moved', error);
    }
  }

  /** True if `seal` would use another key now. */
  isOutdated(sealed: string): boolean {
    return this.newestId !== null && !sealed.startsWith(`v1.${this.newestId}.`);
  }
}

const boundTo = (owner: string, keyId: string) => utf8(JSON.stringify([owner, keyId]));

const importKey = (key: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Returns the fault of a key ring, or null; quotes no key. Accepts any input. */
export function keyFault(keys: readonly unknown[]): string | null {
  const keyIds = new Set<string>();
  for (const it of keys) {
    const { keyId, key } = (it ?? {}) as Partial<Record<keyof SecretKey, unknown>>;
    if (typeof keyId !== 'string' || !KEY_ID.test(keyId)) {
      return 'a keyId has 1 to 64 characters of A-Z a-z 0-9 _ -';
    }
    if (!(key instanceof Uint8Array) || key.length !== KEY_BYTES) {
      return `the key "${keyId}" must be a Uint8Array of ${KEY_BYTES} bytes`;
    }
    keyIds.add(keyId);
  }
  return keyIds.size < keys.length ? 'two keys have the same keyId' : null;
}
