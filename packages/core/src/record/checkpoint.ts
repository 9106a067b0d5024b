/** Checkpoints of a log (C2SP `tlog-checkpoint`) and inclusion proofs (`tlog-proof@v1`). */
import { fromBase64, toBase64 } from './encodings.js';
import { HASH_BYTES } from './merkle.js';
import { type Note, readNote } from './note.js';

/** State of a log that was signed. */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** Root of the tree of these leaves. */
  readonly root: Uint8Array;
  /** Text and signatures. */
  readonly note: Note;
  /** The note as it was read. */
  readonly text: string;
}

/** Inclusion proof of a leaf, with its checkpoint. */
export interface LogProof {
  /** Position of the leaf, from 0. */
  readonly index: number;
  /** Hashes from the leaf to the root. */
  readonly hashes: readonly Uint8Array[];
  /** State of the log that has the leaf. */
  readonly checkpoint: Checkpoint;
}

const PROOF = 'c2sp.org/tlog-proof@v1';
/** Hashes of the longest proof: the tree has fewer than 2^63 leaves. */
const MAX_HASHES = 63;

/** The text that is signed. */
export const checkpointText = (origin: string, size: number, root: Uint8Array): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads a decimal number without a sign or leading zeros; null for other text. */
export function readDecimal(text: string): number | null {
  const number = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

function readHash(text: string): Uint8Array | null {
  const hash = fromBase64(text);
  return hash?.length === HASH_BYTES ? hash : null;
}

/** Reads a checkpoint without extension lines; null for what is none. */
export function readCheckpoint(text: string): Checkpoint | null {
  const note = readNote(text);
  if (note === null) return null;
  const [origin = '', sizeText = '', rootText = '', rest, ...more] = note.text.split('\n');
  const size = readDecimal(sizeText);
  const root = readHash(rootText);
  if (origin === '' || size === null || root === null || rest !== '' || more.length > 0) return null;
  return { origin, size, root, note, text };
}

/** Reads an inclusion proof with its checkpoint; null for what is none. */
export function readLogProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [format, indexLine = '', ...lines] = text.slice(0, end).split('\n');
  if (format !== PROOF || !indexLine.startsWith('index ') || lines.length > MAX_HASHES) return null;
  const index = readDecimal(indexLine.slice('index '.length));
  const hashes = lines.map(readHash);
  const checkpoint = readCheckpoint(text.slice(end + 2));
  if (index === null || checkpoint === null || !hashes.every((it) => it !== null)) return null;
  return { index, hashes, checkpoint };
}

/** Writes an inclusion proof. `note` is that of its checkpoint. */
export const logProofText = (index: number, hashes: readonly Uint8Array[], note: string): string =>
  `${[PROOF, `index ${index}`, ...hashes.map(toBase64)].join('\n')}\n\n${note}`;
