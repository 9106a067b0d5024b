/** The log of a complete bundle: its leaves, and what they say of each run. */
import {
  HASH_BYTES,
  MerkleTree,
  type RunLeaf,
  fromHex,
  leafHash,
  readLeaf,
  readOrigin,
  toHex,
} from '@org/approval-core/record';
import { MAX_LEAVES } from '../bundle/bounds.js';
import { Malformed } from '../bundle/malformed.js';

/** A leaf of a run, with its place in the log. */
export interface LoggedState extends Pick<RunLeaf, 'at' | 'ended' | 'head' | 'seq'> {
  readonly index: number;
}

const NONE = -1;
/** Leaves are kept in blocks, so that growing copies nothing. */
const BLOCK = 4_096;
/** Bytes of a leaf beside its head: seq, time, the leaf before of the same run, and its end. */
const NUMBERS = 4;

export class BundleLog {
  readonly origin: string;
  readonly tree = new MerkleTree();
  private readonly heads: Uint8Array[] = [];
  private readonly numbers: Float64Array[] = [];
  /** Newest leaf of each run. */
  private readonly newest = new Map<string, number>();
  /** Epoch of the log; 0 before its first leaf. */
  epoch = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * Adds a leaf. Returns the fault of a first leaf that is not of this log, or null.
   * @throws Malformed
   */
  add(text: string, workspace: string): string | null {
    const index = this.tree.size;
    if (index >= MAX_LEAVES)
      throw new Malformed('too-large', `the bundle has more than ${MAX_LEAVES} leaves`);
    const read = readLeaf(text);
    if (!read.ok) throw new Malformed('leaf', `leaf ${index} ${read.why}`);
    this.tree.add(leafHash(text));
    const { kind, leaf } = read.value;
    if ((index === 0) !== (kind === 'opening'))
      throw new Malformed('leaf', `leaf ${index} is not where the beginning of a log stands`);
    if (kind === 'run') this.keep(index, leaf);
    if (kind !== 'opening') return null;
    this.epoch = leaf.epoch;
    const origin = readOrigin(this.origin);
    return leaf.log === this.origin && leaf.workspace === workspace && origin?.epoch === leaf.epoch
      ? null
      : `the first leaf begins the log ${leaf.log} of the workspace ${leaf.workspace}`;
  }

  private keep(index: number, leaf: RunLeaf): void {
    const place = index % BLOCK;
    const block = Math.floor(index / BLOCK);
    const heads = (this.heads[block] ??= new Uint8Array(BLOCK * HASH_BYTES));
    const numbers = (this.numbers[block] ??= new Float64Array(BLOCK * NUMBERS));
    heads.set(fromHex(leaf.head) ?? new Uint8Array(), place * HASH_BYTES);
    const before = this.newest.get(leaf.run) ?? NONE;
    numbers.set([leaf.seq, leaf.at, before, leaf.ended ? 1 : 0], place * NUMBERS);
    this.newest.set(leaf.run, index);
  }

  /** Leaves of a run, the newest first. */
  *statesOf(run: string): Generator<LoggedState> {
    for (let index = this.newest.get(run) ?? NONE; index !== NONE;) {
      const place = index % BLOCK;
      const block = Math.floor(index / BLOCK);
      const [seq = 0, at = 0, before = NONE, ended = 0] =
        this.numbers[block]?.subarray(place * NUMBERS, (place + 1) * NUMBERS) ?? [];
      const head = this.heads[block]?.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      yield { index, seq, at, ended: ended === 1, head: toHex(head ?? new Uint8Array()) };
      index = before;
    }
  }

  runs(): Iterable<string> {
    return this.newest.keys();
  }
}
