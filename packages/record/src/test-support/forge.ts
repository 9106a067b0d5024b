/** Tools of an attacker on a bundle: edits lines, chains anew, builds and signs another log. */
import { readFileSync } from 'node:fs';
import {
  Hiding,
  MerkleTree,
  type RunLeaf,
  checkpointText,
  definitionDigest,
  headAfter,
  headOfRun,
  inclusionProof,
  leafHash,
  leafText,
  logProofText,
  noteKey,
  publicKeyOf,
  runningSha256,
  signEd25519,
  signatureLine,
  textDigest,
  toHex,
  vkeyOf,
} from '@org/approval-core/record';

/** A line of a bundle as data. */
export type Data = Record<string, unknown>;

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

export const INTACT = fixture('intact.jsonl');
export const COMPLETE = fixture('intact-complete.jsonl');
export const vectors = JSON.parse(fixture('vectors.json')) as {
  readonly run: { readonly key: string; readonly entries: readonly string[]; readonly genesis: string };
  readonly log: { readonly leaves: readonly string[]; readonly origin: string };
  readonly note: { readonly note: string; readonly vkey: string };
};

export const SEED = new Uint8Array(32).fill(7);
export const STRANGER = new Uint8Array(32).fill(8);
export const ORIGIN = vectors.log.origin;
export const KEYS = [vectors.note.vkey];

const encoder = new TextEncoder();

export const linesOf = (bundle: string): string[] => bundle.split('\n').slice(0, -1);
export const dataOf = (bundle: string): Data[] => linesOf(bundle).map((it) => JSON.parse(it) as Data);

/** Writes lines with sorted keys. `JSON.parse` keeps a key `__proto__`, and so does this. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const of = value as Data;
  return `{${Object.keys(of)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(of[key])}`)
    .join()}}`;
}

/** Puts lines together, with an end line that fits them. */
export function sealed(lines: readonly string[]): string {
  const body = lines.map((it) => `${it}\n`).join('');
  const hash = runningSha256();
  hash.add(encoder.encode(body));
  return `${body}${canonical({ end: lines.length, sha256: toHex(hash.end()) })}\n`;
}

/** The same of data; its own end line is left out. */
export const bundleOf = (data: readonly Data[]): string =>
  sealed(data.filter((it) => !('end' in it)).map(canonical));

/** Edits the data of a bundle; the end line fits again. */
export function edited(bundle: string, edit: (data: Data[]) => Data[] | undefined): string {
  const data = dataOf(bundle);
  return bundleOf(edit(data) ?? data);
}

/** Edits a text in place, where it stands alone or as JSON in JSON; the end line fits again. */
export function replaced(bundle: string, from: string, to: string): string {
  const lines = linesOf(bundle).slice(0, -1);
  const changed = lines.map((it) => it.replace(from, to));
  if (changed.every((it, index) => it === lines[index])) throw new Error(`${from} is not in the bundle`);
  return sealed(changed);
}

/** Edits the entry of a line. */
export const editEntry = (line: Data | undefined, edit: (entry: Data) => void): void => {
  if (line === undefined) throw new Error('no such line');
  const entry = JSON.parse(String(line['event'])) as Data;
  edit(entry);
  line['event'] = canonical(entry);
};

export const isEvent = (line: Data): boolean => 'event' in line;
/** Position of the nth event line of the bundle, from 0. */
export const eventAt = (data: readonly Data[], nth: number): number =>
  data.flatMap((it, index) => (isEvent(it) ? [index] : []))[nth] ?? -1;

export function signed(size: number, root: Uint8Array, seed = SEED, origin = ORIGIN): string {
  const text = checkpointText(origin, size, root);
  const key = noteKey(origin, publicKeyOf(seed));
  return `${text}\n${signatureLine({ ...key, signature: signEd25519(seed, encoder.encode(text)) })}`;
}

export const vkeyOfSeed = (seed: Uint8Array, origin = ORIGIN): string =>
  vkeyOf(noteKey(origin, publicKeyOf(seed)));

export function treeOf(leaves: readonly string[]): MerkleTree {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leafHash(leaf));
  return tree;
}

/** Checkpoint of the first `size` leaves. */
export const noteOf = (
  leaves: readonly string[],
  size = leaves.length,
  seed = SEED,
  origin = ORIGIN,
): string => signed(size, treeOf(leaves).root(size), seed, origin);

/** Proof line of a leaf in a tree. */
export function proofLine(leaves: readonly string[], index: number, seed = SEED, origin = ORIGIN): Data {
  const tree = treeOf(leaves);
  const hashes = inclusionProof(tree.subtree, index, leaves.length);
  const note = noteOf(leaves, leaves.length, seed, origin);
  return { leaf: leaves[index], proof: logProofText(index, hashes, note) };
}

export const OPENING = vectors.log.leaves[0] ?? '';

/** A run as an attacker, or a test, makes it up: genesis, events, people and texts. */
export interface MadeRun {
  readonly lines: Data[];
  /** Leaf of the state after `seq`. */
  readonly leaf: (seq: number, ended?: boolean) => string;
}

/** Chains the lines of a run anew, as they are. */
export function chained(lines: readonly Data[]): MadeRun {
  const heads = [headOfRun(String(lines[0]?.['genesis']))];
  const times: number[] = [];
  const run = String(lines[0]?.['run']);
  const own = lines.filter((it) => !('leaf' in it));
  for (const line of own.slice(1)) {
    heads.push(headAfter(heads.at(-1) ?? '', String(line['event'])));
    times.push((JSON.parse(String(line['event'])) as { at: number }).at);
  }
  const leaf = (seq: number, ended = false): string => {
    const state: RunLeaf = {
      ...{ at: times[seq - 1] ?? 0, ended, head: heads[seq] ?? '', run, sealed: true, seq, v: 1 },
    };
    return leafText(state);
  };
  return { lines: own, leaf };
}

/** Lines of the nth run of a bundle. */
export function runAt(bundle: string, nth: number): Data[] {
  const data = dataOf(bundle).filter((it) => !('end' in it));
  const starts = data.flatMap((it, index) => ('genesis' in it ? [index] : []));
  return data.slice(starts[nth], starts[nth + 1]);
}

/** Lines of a bundle before its first run. */
export const frontOf = (bundle: string): Data[] => {
  const data = dataOf(bundle);
  return data.slice(
    0,
    data.findIndex((it) => 'genesis' in it),
  );
};

export const hidingOf = (): Hiding => new Hiding(vectors.run.key);
export { definitionDigest, textDigest };
