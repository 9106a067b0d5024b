/** Seals of heads. Without a key of the process, a writer of the database cannot make one. */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { RecordChain } from '../../interpreter/chain.js';
import { toBase64Url } from '../../record/encodings.js';
import { sealOf } from '../../record/hashes.js';
import { isSame, utf8 } from '../scheduling/encoding.js';
import type { SecretKey } from '../secrets/secret-cipher.js';

const PURPOSE = 'approval record seal';

export type Seal = Required<Pick<RecordChain, 'seal' | 'sealKey'>>;

export class Seals {
  private readonly keys: ReadonlyMap<string, string>;
  private readonly newestId: string | null;

  /** @param keys key ring of the host, newest first */
  constructor(keys: readonly SecretKey[]) {
    this.keys = new Map(keys.map(({ keyId, key }) => [keyId, sealingKey(key)]));
    this.newestId = keys[0]?.keyId ?? null;
  }

  /** True if the process has a key to seal with. */
  get areMade(): boolean {
    return this.newestId !== null;
  }

  /** Seal of a head with the newest key; empty without keys. */
  of(head: string): Partial<Seal> {
    const keyId = this.newestId;
    const key = keyId === null ? undefined : this.keys.get(keyId);
    return keyId === null || key === undefined ? {} : { seal: sealOf(key, head), sealKey: keyId };
  }

  /** True if a key of the ring sealed the head. */
  holds({ head, seal, sealKey }: RecordChain): boolean {
    const key = sealKey === undefined ? undefined : this.keys.get(sealKey);
    return key !== undefined && seal !== undefined && isSame(utf8(sealOf(key, head)), utf8(seal));
  }
}

/** Separate key: one that seals secrets must not sign what others see. */
const sealingKey = (key: Uint8Array): string => toBase64Url(hkdf(sha256, key, undefined, utf8(PURPOSE), 32));
