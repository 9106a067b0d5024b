/** Keys that the verifier was given from outside. No key in a bundle is ever trusted. */
import {
  type Checkpoint,
  type NoteKey,
  fromBase64,
  isSameHash,
  noteKeyId,
  readVkey,
  verifyEd25519,
} from '@org/approval-core/record';

/** A key in one line (C2SP vkey), or its 32 bytes, also in base64. */
export type PinnedKey = string | Uint8Array;

/** `forged`: a signature in the name of a pinned key does not hold. */
export type Signed = 'pinned' | 'unknown' | 'forged';

const KEY_BYTES = 32;
/** Most signatures that are tried after they have failed: the verdict does not change any more. */
const MAX_FORGED = 100;
/** Most notes whose result is remembered. */
const MAX_REMEMBERED = 1_000;
const encoder = new TextEncoder();

export class Trust {
  private readonly named: readonly NoteKey[];
  private readonly raw: readonly Uint8Array[];
  private readonly known = new Map<string, Signed>();
  private forged = 0;

  /** @throws TypeError for text that is no key */
  constructor(keys: readonly PinnedKey[]) {
    const read = keys.map(readPinned);
    this.named = read.filter((it): it is NoteKey => !(it instanceof Uint8Array));
    this.raw = read.filter((it) => it instanceof Uint8Array);
  }

  signedBy(checkpoint: Checkpoint): Signed {
    const known = this.known.get(checkpoint.text);
    if (known !== undefined) return known;
    const found = this.forged < MAX_FORGED ? this.look(checkpoint) : 'forged';
    if (found === 'forged') this.forged += 1;
    if (this.known.size < MAX_REMEMBERED) this.known.set(checkpoint.text, found);
    return found;
  }

  private look({ origin, note }: Checkpoint): Signed {
    const message = encoder.encode(note.text);
    const seen = new Set<number>();
    for (const { name, keyId, signature } of note.signatures) {
      // The name of a key is the origin that it signs for.
      const key = name === origin && !seen.has(keyId) ? this.keyFor(origin, keyId) : null;
      if (key === null) continue;
      seen.add(keyId);
      if (!verifyEd25519(key, message, signature)) return 'forged';
    }
    return seen.size > 0 ? 'pinned' : 'unknown';
  }

  private keyFor(origin: string, keyId: number): Uint8Array | null {
    const named = this.named.find((it) => it.name === origin && it.keyId === keyId);
    if (named !== undefined) return named.publicKey;
    return this.raw.find((it) => noteKeyId(origin, it) === keyId) ?? null;
  }
}

function readPinned(key: PinnedKey): NoteKey | Uint8Array {
  if (key instanceof Uint8Array) {
    if (key.length !== KEY_BYTES) throw new TypeError(`a raw key has ${KEY_BYTES} bytes, not ${key.length}`);
    return key;
  }
  const bytes = fromBase64(key);
  if (bytes?.length === KEY_BYTES) return bytes;
  const named = readVkey(key);
  if (named === null)
    throw new TypeError(`"${key.slice(0, 200)}" is not a key; give a vkey as record/status shows it`);
  return named;
}

/** Roots by origin and size: of retained checkpoints, and of those that the bundle signs. */
export class Roots {
  private readonly roots = new Map<string, Map<number, Uint8Array>>();

  /** Keeps the root; false if another one was kept for the origin and size. */
  keep({ origin, size, root }: Checkpoint): boolean {
    const sizes = this.roots.get(origin) ?? new Map<number, Uint8Array>();
    this.roots.set(origin, sizes);
    const known = sizes.get(size);
    if (known === undefined) sizes.set(size, root);
    return known === undefined || isSameHash(known, root);
  }

  of(origin: string): ReadonlyMap<number, Uint8Array> {
    return this.roots.get(origin) ?? new Map<number, Uint8Array>();
  }

  has({ origin, size, root }: Checkpoint): boolean {
    const known = this.of(origin).get(size);
    return known !== undefined && isSameHash(known, root);
  }
}
