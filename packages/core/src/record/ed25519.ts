/**
 * Ed25519 (RFC 8032) in JavaScript, for runtimes without a synchronous one. Verification is
 * without a cofactor and accepts one encoding of each point and scalar, as OpenSSL does.
 */
import { sha512 } from '@noble/hashes/sha2.js';

const P = 2n ** 255n - 19n;
/** Order of the base point. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SQRT_MINUS_ONE = 19681161376707505956807079304988542015446066515923890162744021073123829784752n;

/** A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
interface Point {
  readonly X: bigint;
  readonly Y: bigint;
  readonly Z: bigint;
  readonly T: bigint;
}

const ZERO: Point = { X: 0n, Y: 1n, Z: 1n, T: 0n };
const BASE: Point = pointOf(
  15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  46316835694926478169428394003475163141307993866256225615783033603165251855960n,
);

function mod(it: bigint, by = P): bigint {
  return ((it % by) + by) % by;
}

function pointOf(x: bigint, y: bigint): Point {
  return { X: x, Y: y, Z: 1n, T: mod(x * y) };
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [mod(base), exponent]; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** Complete for all points of the curve (RFC 8032, section 5.1.4), so it doubles as well. */
function add(p: Point, q: Point): Point {
  const A = mod((p.Y - p.X) * (q.Y - q.X));
  const B = mod((p.Y + p.X) * (q.Y + q.X));
  const C = mod(2n * p.T * D * q.T);
  const Z = mod(2n * p.Z * q.Z);
  const [E, F, G, H] = [B - A, Z - C, Z + C, B + A];
  return { X: mod(E * F), Y: mod(G * H), Z: mod(F * G), T: mod(E * H) };
}

function times(point: Point, scalar: bigint): Point {
  let result = ZERO;
  for (let [double, rest] = [point, scalar]; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

function numberOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return value;
}

function bytesOf(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let [index, rest] = [0, value]; index < 32; index++, rest >>= 8n) bytes[index] = Number(rest & 255n);
  return bytes;
}

function encode({ X, Y, Z }: Point): Uint8Array {
  const inverse = power(Z, P - 2n);
  const bytes = bytesOf(mod(Y * inverse));
  if ((mod(X * inverse) & 1n) === 1n) bytes[31] = (bytes[31] ?? 0) | 0x80;
  return bytes;
}

/** Returns the point; null for bytes that encode none. */
function decode(bytes: Uint8Array): Point | null {
  const encoded = numberOf(bytes);
  const isOdd = encoded >> 255n === 1n;
  const y = encoded & (2n ** 255n - 1n);
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  const vxx = mod(v * x * x);
  if (vxx !== u) {
    if (vxx !== mod(-u)) return null;
    x = mod(x * SQRT_MINUS_ONE);
  }
  if (x === 0n && isOdd) return null;
  return pointOf(((x & 1n) === 1n) === isOdd ? x : mod(-x), y);
}

function hashOf(...parts: readonly Uint8Array[]): bigint {
  const hash = sha512.create();
  for (const part of parts) hash.update(part);
  return mod(numberOf(hash.digest()), L);
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
/** A hundred times faster than JavaScript where it exists. */
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
  const s = numberOf(signature.subarray(32));
  const key = decode(publicKey);
  if (key === null || s >= L) return false;
  const challenge = hashOf(encodedR, publicKey, message);
  // The signature holds if R = sB - kA.
  const negated: Point = { ...key, X: mod(-key.X), T: mod(-key.T) };
  const found = encode(add(times(BASE, s), times(negated, challenge)));
  return found.every((byte, index) => byte === encodedR[index]);
}

interface SecretKey {
  readonly scalar: bigint;
  readonly prefix: Uint8Array;
}

function secretOf(seed: Uint8Array): SecretKey {
  const hash = sha512(seed);
  const bytes = hash.slice(0, 32);
  bytes[0] = (bytes[0] ?? 0) & 248;
  bytes[31] = ((bytes[31] ?? 0) & 63) | 64;
  return { scalar: numberOf(bytes), prefix: hash.subarray(32) };
}

/** Public key of a seed of 32 bytes. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => encode(times(BASE, secretOf(seed).scalar));

/**
 * Signature by a seed of 32 bytes. It takes no constant time: the runtime's own is to be preferred
 * where others can measure it.
 */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = secretOf(seed);
  const publicKey = encode(times(BASE, scalar));
  const nonce = hashOf(prefix, message);
  const encodedR = encode(times(BASE, nonce));
  const s = mod(nonce + hashOf(encodedR, publicKey, message) * scalar, L);
  const signature = new Uint8Array(64);
  signature.set(encodedR);
  signature.set(bytesOf(s), 32);
  return signature;
}
