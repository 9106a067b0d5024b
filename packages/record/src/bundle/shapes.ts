/** Lines of a bundle as typed values. */
import { hasShape, isBase64Url, readCanonical } from '@org/approval-core/record';
import { Malformed } from './malformed.js';
import { LEAVES_PER_LINE } from './bounds.js';

/** Texts as a bundle shows them, by pointer. Pointers that were not recorded are not read. */
export type Shown = Readonly<Record<string, unknown>>;
/** Token, user id and salt of a person. */
export type ShownPerson = readonly [token: string, userId: string, salt: string];

export interface HeaderLine {
  readonly kind: 'header';
  readonly complete: boolean;
  readonly exportedAt: number;
  readonly runs: number;
  readonly workspace: string;
}
export interface RunLine {
  readonly kind: 'run';
  readonly genesis: string;
  readonly people: readonly ShownPerson[];
  readonly run: string;
  readonly shown: Shown;
  readonly until: number;
}
export interface EventLine {
  readonly kind: 'event';
  readonly event: string;
  readonly shown: Shown;
}
export type BundleLine =
  | HeaderLine
  | RunLine
  | EventLine
  | { readonly kind: 'definition'; readonly definition: string }
  | { readonly kind: 'leaves'; readonly leaves: readonly string[]; readonly origin: string }
  | { readonly kind: 'checkpoint'; readonly checkpoint: string }
  | { readonly kind: 'proof'; readonly leaf: string; readonly proof: string }
  | { readonly kind: 'end'; readonly end: number; readonly sha256: string };

export const FORMAT = 'approval-record/1';
/** Bytes of a salt, and of a digest. */
const SALT = 16;
const DIGEST = 32;

const isText = (it: unknown): it is string => typeof it === 'string';
const isCount = (it: unknown): it is number => typeof it === 'number' && it >= 0;
const isFlag = (it: unknown): it is boolean => typeof it === 'boolean';

export const isToken = (it: unknown): it is string =>
  isText(it) && it.startsWith('~') && isBase64Url(it.slice(1), DIGEST);
export const isDigest = (it: unknown): it is string => isBase64Url(it, DIGEST);

const isPerson = (it: unknown): boolean =>
  Array.isArray(it) && it.length === 3 && isToken(it[0]) && isText(it[1]) && isBase64Url(it[2], SALT);

/** True for a text as it is shown: its salt and itself. */
export const isShownText = (it: unknown): it is readonly [salt: string, text: string] =>
  Array.isArray(it) && it.length === 2 && isBase64Url(it[0], SALT) && isText(it[1]);
const isShown = (it: unknown): boolean => typeof it === 'object' && it !== null && !Array.isArray(it);

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const SHAPES: Readonly<Record<BundleLine['kind'], Shape>> = {
  header: {
    bundle: (it) => it === FORMAT,
    complete: isFlag,
    exportedAt: isCount,
    runs: isCount,
    workspace: isText,
  },
  definition: { definition: isText },
  leaves: {
    leaves: (it) => Array.isArray(it) && it.length > 0 && it.length <= LEAVES_PER_LINE && it.every(isText),
    origin: isText,
  },
  checkpoint: { checkpoint: isText },
  run: {
    genesis: isText,
    people: (it) => Array.isArray(it) && it.every(isPerson),
    run: isText,
    shown: isShown,
    until: isCount,
  },
  event: { event: isText, shown: isShown },
  proof: { leaf: isText, proof: isText },
  end: { end: isCount, sha256: (it) => isText(it) && /^[0-9a-f]{64}$/.test(it) },
};

/** @throws Malformed for a line that is not canonical, or of another shape. */
export function readLine(text: string, index: number): BundleLine {
  const read = readCanonical(text);
  if (!read.ok) throw new Malformed('line', `line ${index + 1} ${read.why}`);
  for (const [kind, shape] of Object.entries(SHAPES))
    if (hasShape(read.value, shape)) return { kind, ...(read.value as object) } as BundleLine;
  throw new Malformed('line', `line ${index + 1} is not a line of a bundle`);
}
