/**
 * Ed25519 (RFC 8032) for runtimes without a synchronous one. Verification is without a cofactor and
 * accepts one encoding of each point and scalar, as OpenSSL does, so that all verifiers agree.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

const { Point } = ed25519;
type CurvePoint = InstanceType<typeof Point>;

/** Returns the point; null for bytes that encode none. */
function decode(bytes: Uint8Array): CurvePoint | null {
  try {
    return Point.fromBytes(bytes, false);
  } catch {
    return null;
  }
}

interface NativeKey {
  readonly key: Uint8Array;
  readonly format: 'der';
  readonly type: 'spki';
}
interface Runtime {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) =>
      | {
          readonly verify?: (
            algorithm: null,
            message: Uint8Array,
            key: NativeKey,
            signature: Uint8Array,
          ) => boolean;
        }
      | undefined;
  };
}

/** Bytes before the 32 of a public key in DER. */
const SPKI = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
/** Faster than JavaScript where it exists. */
const native = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto')?.verify;

/** True if the signature of 64 bytes is of this message and public key. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (native === undefined || publicKey.length !== 32 || decode(publicKey) === null)
    return verifyInJavaScript(publicKey, message, signature);
  const key = { key: Uint8Array.of(...SPKI, ...publicKey), format: 'der', type: 'spki' } as const;
  return native(null, message, key, signature);
}

/** The same without the runtime. Exported for the test that compares both. */
export function verifyInJavaScript(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const encodedR = signature.subarray(0, 32);
  const s = bytesToNumberLE(signature.subarray(32));
  const key = decode(publicKey);
  if (key === null || s >= Point.Fn.ORDER) return false;
  const challenge = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(encodedR, publicKey, message))));
  // The signature holds if R = sB - kA. `verify` of the library multiplies by the cofactor first.
  const found = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(challenge)).toBytes();
  return found.every((byte, index) => byte === encodedR[index]);
}

/** Public key of a seed of 32 bytes. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);

/** Signature by a seed of 32 bytes. */
export const signEd25519 = (seed: Uint8Array, message: Uint8Array): Uint8Array => ed25519.sign(message, seed);
