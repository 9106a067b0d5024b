/** Leaves of a log: its beginning, the newest state of a run, or a digest that was notarized. */
import type { JsonObject, JsonValue } from '../definition/json.js';
import { type ReadText, canonicalText, readCanonical } from './canonical.js';

/** Leaf 0 of a log. */
export interface OpeningLeaf {
  /** Number of the log, from 1. */
  readonly epoch: number;
  /** Origin of the log. */
  readonly log: string;
  /** Newest state that the log before was seen in; null for the first. */
  readonly previous: { readonly origin: string; readonly size: number; readonly root: string } | null;
  /** Reopening; null for the first log. */
  readonly restored: { readonly at: number; readonly reason: string } | null;
  /** Version of the format. */
  readonly v: 1;
  /** Workspace of the log. */
  readonly workspace: string;
}

/** State of a run at the time when the log read it. */
export interface RunLeaf {
  /** Time of the run's last event. */
  readonly at: number;
  /** True if the run had ended. */
  readonly ended: boolean;
  /** Head of its chain, as hex. */
  readonly head: string;
  /** Id of the run. */
  readonly run: string;
  /** True if the head was sealed. */
  readonly sealed: boolean;
  /** Number of the run's last event. */
  readonly seq: number;
  /** Version of the format. */
  readonly v: 1;
}

/** A digest that was notarized. */
export interface NotarizedLeaf {
  /** Time, in ms since the epoch. */
  readonly at: number;
  /** Digest, as in `sha256:…`. */
  readonly digest: string;
  /** Label that the caller gave. */
  readonly label: string;
  /** Version of the format. */
  readonly v: 1;
}

/** A leaf by its kind. */
export type Leaf =
  LeafOf<'opening', OpeningLeaf> | LeafOf<'run', RunLeaf> | LeafOf<'notarized', NotarizedLeaf>;

/** A leaf of a known kind. */
export interface LeafOf<Kind, Content> {
  /** Kind of the leaf. */
  readonly kind: Kind;
  /** Content of the leaf. */
  readonly leaf: Content;
}

/** Canonical text of a leaf. */
export const leafText = (leaf: OpeningLeaf | RunLeaf | NotarizedLeaf): string =>
  canonicalText(leaf as unknown as JsonValue);

const HEX_HASH = /^[0-9a-f]{64}$/;
const isText = (it: unknown): it is string => typeof it === 'string' && it !== '';
const isCount = (it: unknown): it is number => typeof it === 'number' && it >= 0;
const isHash = (it: unknown): it is string => typeof it === 'string' && HEX_HASH.test(it);
const isFlag = (it: unknown): it is boolean => typeof it === 'boolean';

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

/** True if the value has exactly these fields, and each fits. */
export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = Object.entries(value);
  return (
    fields.length === Object.keys(shape).length &&
    fields.every(([key, it]) => Object.hasOwn(shape, key) && shape[key]?.(it) === true)
  );
}

const orNull = (shape: Shape) => (it: unknown) => it === null || hasShape(it, shape);
const isOne = (it: unknown) => it === 1;

const RUN: Shape = {
  at: isCount,
  ended: isFlag,
  head: isHash,
  run: isText,
  sealed: isFlag,
  seq: (it) => isCount(it) && it >= 1,
  v: isOne,
};
const NOTARIZED: Shape = {
  at: isCount,
  digest: (it) => typeof it === 'string' && it.startsWith('sha256:') && isHash(it.slice('sha256:'.length)),
  label: isText,
  v: isOne,
};
const OPENING: Shape = {
  epoch: (it) => isCount(it) && it >= 1,
  log: isText,
  previous: orNull({ origin: isText, root: isHash, size: isCount }),
  v: isOne,
  workspace: isText,
};
const REOPENING: Shape = { ...OPENING, restored: orNull({ at: isCount, reason: isText }) };

/** Reads a leaf by its text. */
export function readLeaf(text: string): ReadText<Leaf> {
  const read = readCanonical(text);
  if (!read.ok) return read;
  const value = read.value as JsonObject;
  if (hasShape(value, RUN)) return { ok: true, value: { kind: 'run', leaf: value as unknown as RunLeaf } };
  if (hasShape(value, NOTARIZED))
    return { ok: true, value: { kind: 'notarized', leaf: value as unknown as NotarizedLeaf } };
  // The first log of a workspace may leave `restored` out.
  if (hasShape(value, OPENING) || hasShape(value, REOPENING))
    return {
      ok: true,
      value: { kind: 'opening', leaf: { restored: null, ...value } as unknown as OpeningLeaf },
    };
  return { ok: false, why: 'is neither the beginning of a log, nor a run, nor a notarized digest' };
}
