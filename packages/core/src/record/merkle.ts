/** The tree of a log (RFC 9162, 2.1): roots, proofs, and a tree that grows. */
import { sha256 } from './sha256.js';

/** Bytes of a hash. */
export const HASH_BYTES = 32;

const encoder = new TextEncoder();

/** Hash of a leaf by its text. */
export const leafHash = (leaf: string): Uint8Array => prefixed(0, encoder.encode(leaf));

/** Hash of two subtrees. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(1 + 2 * HASH_BYTES);
  both[0] = 1;
  both.set(left, 1);
  both.set(right, 1 + HASH_BYTES);
  return sha256(both);
}

/** Root of the tree without leaves. */
export const emptyRoot = (): Uint8Array => sha256('');

function prefixed(prefix: number, bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 1);
  all[0] = prefix;
  all.set(bytes, 1);
  return sha256(all);
}

/** True for the same bytes. */
export const isSameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Half of a number, exact beyond 32 bits. */
const half = (it: number): number => Math.floor(it / 2);

/**
 * Returns the root that an inclusion proof leads to; null if the proof has another length than the
 * tree needs (2.1.3.2).
 */
export function rootByInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (index >= size) return null;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : null;
}

/** True if the tree of `second` leaves with `newRoot` begins with that of `first` and `oldRoot`. */
export function isConsistent(
  first: number,
  second: number,
  oldRoot: Uint8Array,
  newRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (first > second || first < 1) return false;
  if (first === second) return proof.length === 0 && isSameHash(oldRoot, newRoot);
  const [start, ...rest] = isPowerOfTwo(first) ? [oldRoot, ...proof] : proof;
  if (start === undefined) return false;
  let [at, last] = [first - 1, second - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [old, now] = [start, start];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [old, now] = [nodeHash(hash, old), nodeHash(hash, now)];
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else now = nodeHash(now, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(old, oldRoot) && isSameHash(now, newRoot);
}

const isPowerOfTwo = (it: number): boolean => it > 0 && Number.isInteger(Math.log2(it));

/** Root of a complete subtree: `index` counts the subtrees of 2^level leaves from the left. */
export type SubtreeRoot = (level: number, index: number) => Uint8Array;

/** Largest power of two below `size`, at least 1. */
function split(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** Root of the leaves from `from` on; `from` is a multiple of the next power of two of `size`. */
export function rootOf(subtree: SubtreeRoot, from: number, size: number): Uint8Array {
  if (size === 0) return emptyRoot();
  if (isPowerOfTwo(size)) return subtree(Math.log2(size), from / size);
  const left = split(size);
  return nodeHash(rootOf(subtree, from, left), rootOf(subtree, from + left, size - left));
}

/** Inclusion proof of a leaf, from the leaf to the root. */
export function inclusionProof(subtree: SubtreeRoot, index: number, size: number): Uint8Array[] {
  const path = (from: number, length: number): Uint8Array[] => {
    if (length === 1) return [];
    const left = split(length);
    return index < from + left
      ? [...path(from, left), rootOf(subtree, from + left, length - left)]
      : [...path(from + left, length - left), rootOf(subtree, from, left)];
  };
  return path(0, size);
}

/** Consistency proof of the first `first` leaves with the first `second`. */
export function consistencyProof(subtree: SubtreeRoot, first: number, second: number): Uint8Array[] {
  const path = (from: number, length: number, isOld: boolean): Uint8Array[] => {
    const old = first - from;
    if (old === length) return isOld ? [] : [rootOf(subtree, from, length)];
    const left = split(length);
    return old <= left
      ? [...path(from, left, isOld), rootOf(subtree, from + left, length - left)]
      : [...path(from + left, length - left, false), rootOf(subtree, from, left)];
  };
  return path(0, second, true);
}

/** Hashes of one level are kept in blocks, so that growing copies nothing. */
const BLOCK = 1_024;

/** A tree that grows leaf by leaf and keeps the root of every complete subtree. */
export class MerkleTree {
  private readonly levels: Uint8Array[][] = [];
  private leaves = 0;

  /** Number of leaves. */
  get size(): number {
    return this.leaves;
  }

  /** Adds the hash of a leaf. */
  add(leaf: Uint8Array): void {
    let hash = leaf;
    let index = this.leaves;
    this.leaves += 1;
    for (let level = 0; ; level++) {
      this.put(level, index, hash);
      if (index % 2 === 0) return;
      hash = nodeHash(this.subtree(level, index - 1), hash);
      index = half(index);
    }
  }

  /** Root of the first `size` leaves. */
  root(size = this.leaves): Uint8Array {
    return rootOf(this.subtree, 0, size);
  }

  /** Root of a complete subtree, for proofs. */
  readonly subtree: SubtreeRoot = (level, index) => {
    const block = this.levels[level]?.[Math.floor(index / BLOCK)];
    if (block === undefined) throw new RangeError(`the tree has no subtree ${index} of level ${level}`);
    const from = (index % BLOCK) * HASH_BYTES;
    return block.subarray(from, from + HASH_BYTES);
  };

  private put(level: number, index: number, hash: Uint8Array): void {
    const blocks = (this.levels[level] ??= []);
    const block = (blocks[Math.floor(index / BLOCK)] ??= new Uint8Array(BLOCK * HASH_BYTES));
    block.set(hash, (index % BLOCK) * HASH_BYTES);
  }
}
