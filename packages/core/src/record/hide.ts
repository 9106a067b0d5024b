/** Finds the hidden parts of a value, and writes something else in their place. */
import type { JsonObject, JsonValue } from '../definition/json.js';
import { type HiddenPointers, isEngineActor } from './hidden.js';

/** Replacements of the hidden parts of a value. Each may throw. */
export interface Replacing {
  readonly person: (value: JsonValue, pointer: string) => JsonValue;
  readonly text: (value: JsonValue, pointer: string) => JsonValue;
}

type Path = readonly string[];
interface Paths {
  readonly people: readonly Path[];
  readonly texts: readonly Path[];
}

const pathOf = (pointer: string): Path => pointer.slice(1).split('/');

const pathsOf = ({ people, texts }: HiddenPointers): Paths => ({
  people: people.map(pathOf),
  texts: texts.map(pathOf),
});

/** A pointer leads through a value that is neither a list nor an object. */
export class WrongShape extends Error {}

/**
 * Returns a copy with the hidden parts replaced; the value itself without any. Engine actors
 * stay, and so do null and the empty values, which say nothing about anyone.
 * @throws WrongShape if a hidden part cannot be where its pointer leads.
 */
export function replaceHidden(
  value: JsonObject,
  pointers: HiddenPointers,
  prefix: string,
  { person, text }: Replacing,
): JsonObject {
  const { people, texts } = pathsOf(pointers);
  let replaced: JsonValue = value;
  for (const path of people)
    replaced = replaceAt(replaced, path, 0, prefix, (it, pointer) =>
      isEngineActor(it) ? it : person(it, pointer),
    );
  for (const path of texts)
    replaced = replaceAt(replaced, path, 0, prefix, (it, pointer) => (isEmpty(it) ? it : text(it, pointer)));
  return replaced as JsonObject;
}

function replaceAt(
  value: JsonValue,
  path: Path,
  depth: number,
  pointer: string,
  replace: (value: JsonValue, pointer: string) => JsonValue,
): JsonValue {
  const key = path[depth];
  if (value === null) return value;
  if (key === undefined) return replace(value, pointer);
  if (typeof value !== 'object') throw new WrongShape(`${pointer} is neither a list nor an object`);
  if (key === '*') {
    if (!Array.isArray(value)) throw new WrongShape(`${pointer} is not a list`);
    const list: readonly JsonValue[] = value;
    const items = list.map((it, index) => replaceAt(it, path, depth + 1, `${pointer}/${index}`, replace));
    return items.some((it, index) => it !== list[index]) ? items : list;
  }
  if (Array.isArray(value)) throw new WrongShape(`${pointer} is a list`);
  const object = value as JsonObject;
  if (!Object.hasOwn(object, key) || object[key] === undefined) return value;
  const part = replaceAt(object[key], path, depth + 1, `${pointer}/${key}`, replace);
  return part === object[key] ? value : { ...object, [key]: part };
}

/** True for what stays as it is at a place for a text. */
export const isEmpty = (value: JsonValue): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && (Array.isArray(value) ? value.length : Object.keys(value).length) === 0);
