/** Geneses and entries: their shape, and what is hidden in them. */
import {
  HIDDEN_IN_GENESIS,
  type HiddenPointers,
  WrongShape,
  hasShape,
  hiddenOf,
  readCanonical,
  replaceHidden,
} from '@org/approval-core/record';
import type { JsonObject, JsonValue } from '@org/approval-core';
import { Malformed } from './malformed.js';
import { isDigest, isToken } from './shapes.js';

/** A hidden text: where it stands, and its digest. */
export interface HiddenText {
  readonly pointer: string;
  readonly digest: string;
}

/** Hidden parts of a text that is chained. */
export interface Hidden {
  readonly texts: readonly HiddenText[];
  readonly tokens: readonly string[];
}

export interface Genesis {
  readonly createdAt: number;
  readonly definition: {
    readonly digest: string;
    readonly id: string;
    readonly uid: string;
    readonly version: number;
  };
  readonly from: number;
  readonly initiator: string | null;
  readonly contributors: readonly string[];
  readonly run: string;
  readonly subject: { readonly digest: string; readonly ref: JsonValue; readonly revision: JsonValue } | null;
  readonly workspace: string;
  readonly hidden: Hidden;
}

export interface Entry {
  readonly at: number;
  readonly data: JsonObject;
  readonly id: string;
  readonly seq: number;
  readonly step: string | null;
  readonly type: string;
  readonly hidden: Hidden;
}

const isText = (it: unknown): it is string => typeof it === 'string';
const isTextOrNull = (it: unknown): boolean => it === null || isText(it);
const isNumber = (it: unknown): it is number => typeof it === 'number';
const isSeq = (it: unknown): boolean => isNumber(it) && it >= 1;
const isObject = (it: unknown): boolean => typeof it === 'object' && it !== null && !Array.isArray(it);
const anything = (): boolean => true;

const GENESIS = {
  context: anything,
  contributors: Array.isArray,
  correlation: isText,
  createdAt: isNumber,
  definition: (it: unknown) => hasShape(it, { digest: isText, id: isText, uid: isText, version: isNumber }),
  document: isTextOrNull,
  enforceSeparation: (it: unknown) => typeof it === 'boolean',
  from: isSeq,
  initiator: isTextOrNull,
  key: isTextOrNull,
  organization: isTextOrNull,
  receiver: anything,
  run: isText,
  subject: (it: unknown) =>
    it === null || hasShape(it, { digest: isText, ref: anything, revision: anything }),
  v: (it: unknown) => it === 1,
  workspace: isText,
};

const ENTRY = {
  at: isNumber,
  data: isObject,
  id: isText,
  seq: isSeq,
  step: isTextOrNull,
  type: isText,
};

/** @throws Malformed */
export function readGenesis(text: string, run: string): Genesis {
  const value = canonicalOf(text, run, null, 'the genesis');
  if (!hasShape(value, GENESIS)) throw new Malformed('genesis', 'the genesis has another shape', run);
  const hidden = hiddenIn(value, HIDDEN_IN_GENESIS, '', (message) => new Malformed('genesis', message, run));
  return { ...(value as unknown as Omit<Genesis, 'hidden'>), hidden };
}

/** @throws Malformed */
export function readEntry(text: string, run: string, after: number): Entry {
  const value = canonicalOf(text, run, after, `the entry after ${after}`);
  if (!hasShape(value, ENTRY))
    throw new Malformed('entry', `the entry after ${after} has another shape`, run, after);
  const entry = value as unknown as Omit<Entry, 'hidden'>;
  const fault = (message: string) => new Malformed('entry', message, run, entry.seq);
  const hidden = hiddenIn(entry.data, hiddenOf(entry.type), '/data', fault);
  if (entry.type === 'execution.redacted') {
    const { texts, people } = entry.data;
    if (!(texts === 'all' || isListOf(texts, isText)) || !isListOf(people, isToken))
      throw fault('a redaction does not say which texts and people it erased');
  }
  return { ...entry, hidden };
}

const isListOf = (list: unknown, is: (it: unknown) => boolean): boolean =>
  Array.isArray(list) && list.every(is);

function canonicalOf(text: string, run: string, seq: number | null, what: string): JsonObject {
  const read = readCanonical(text);
  if (!read.ok) throw new Malformed('not-canonical', `${what} ${read.why}`, run, seq);
  return read.value as JsonObject;
}

/** Finds what is hidden, and refuses what is hidden elsewhere or not hidden where it must be. */
function hiddenIn(
  value: JsonObject,
  pointers: HiddenPointers,
  prefix: string,
  fault: (message: string) => Malformed,
): Hidden {
  const texts: HiddenText[] = [];
  const tokens: string[] = [];
  let facts: JsonObject;
  try {
    facts = replaceHidden(value, pointers, prefix, {
      person: (it, pointer) => {
        if (!isToken(it)) throw fault(`${pointer} is neither the token of a person nor null`);
        tokens.push(it);
        return null;
      },
      text: (it, pointer) => {
        if (!hasShape(it, { '#': isDigest })) throw fault(`${pointer} is not the digest of a text`);
        texts.push({ pointer, digest: (it as { readonly '#': string })['#'] });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof WrongShape) throw fault(error.message);
    throw error;
  }
  const digest = digestAmong(facts, prefix);
  if (digest !== null) throw fault(`${digest} is a digest where nothing may be hidden`);
  return { texts, tokens };
}

/** Pointer of the first digest among facts, or null. */
function digestAmong(value: JsonValue, pointer: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value) && Object.hasOwn(value, '#')) return pointer;
  for (const [key, item] of Object.entries(value)) {
    const found = digestAmong(item as JsonValue, `${pointer}/${key}`);
    if (found !== null) return found;
  }
  return null;
}
