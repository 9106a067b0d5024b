/** Renders facts: each has the shape of its kind, or is shown as text. */
import type { CompiledFact, CompiledPart } from '../../compile/presentation.js';
import { type JsonObject, type JsonValue, isJsonArray } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { type Fact, fitsKind } from '../../definition/presented.js';
import { ESCAPES, type Template, type TemplatePath } from '../../expression/template.js';
import { readPath } from '../../expression/variable.js';
import { type Values, cutText, plainText, textOf } from './texts.js';

type Kind = NonNullable<Fact['kind']>;

/** Kinds whose value is a text, so that a template of one path is a text too. */
const TEXTS: ReadonlySet<Kind> = new Set(['text', 'code']);

export function renderFact({ label, kind, value }: CompiledFact, values: Values): Fact {
  const rendered = 'parts' in value ? partsOf(value.parts, values) : partOf(value, kind ?? 'text', values);
  return factOf(label, kind, rendered);
}

/** A fact of any value: one that does not fit its kind is shown as text. */
function factOf(label: string, kind: Kind | undefined, value: JsonValue): Fact {
  const named = { label, ...(kind !== undefined && { kind }) };
  if (value === null) return { ...named, value, missing: true };
  const bounded = boundedBy(kind, value);
  if (fitsKind(kind ?? 'text', bounded)) return { ...named, value: bounded as Fact['value'] };
  return {
    label,
    value: cutText(plainText(inWords(bounded), LIMITS.shownTextLength), LIMITS.shownTextLength),
  };
}

function partsOf(parts: Readonly<Record<string, CompiledPart>>, values: Values): JsonObject | null {
  const rendered = Object.entries(parts).map(([name, part]): [string, JsonValue] => {
    if (name === 'href' && 'text' in part)
      return [name, textOf(part.text, values, LIMITS.urlLength, ESCAPES.url)];
    // Both sides of a change, and the text of a link, are texts.
    return [name, partOf(part, name === 'amount' || name === 'currency' ? 'money' : 'text', values)];
  });
  const whole = Object.fromEntries(rendered);
  return 'amount' in whole && whole['amount'] === null ? null : whole;
}

function partOf(part: CompiledPart, kind: Kind, values: Values): JsonValue {
  if ('number' in part) return part.number;
  if ('path' in part) return readPath(values, part.path) as JsonValue;
  const path = TEXTS.has(kind) ? null : onlyPath(part.text);
  if (path !== null) return readPath(values, path.path) as JsonValue;
  return textOf(part.text, values, LIMITS.shownTextLength);
}

const onlyPath = ([only, ...others]: Template): TemplatePath | null =>
  only === undefined || typeof only === 'string' || others.length > 0 ? null : only;

/** The value with its own fields only, and with texts that are cut. */
function boundedBy(kind: Kind | undefined, value: JsonValue): JsonValue {
  const most = LIMITS.shownTextLength;
  if (typeof value === 'string') {
    return kind === 'link' ? linkOf({ href: value }) : cutText(plainText(value, most), most);
  }
  if (typeof value !== 'object' || value === null || isJsonArray(value)) return value;
  if (kind === 'money') return only(value, ['amount', 'currency']);
  if (kind === 'link') return linkOf(value);
  if (kind !== 'diff') return value;
  const text = (it: JsonValue | undefined) => (it == null ? null : cutText(plainText(it, most), most));
  return { before: text(value['before']), after: text(value['after']) };
}

function linkOf({ href, text }: JsonObject): JsonValue {
  const most = LIMITS.shownTextLength;
  const shown = text ?? href ?? null;
  if (typeof href !== 'string' || shown === null) return { ...(href !== undefined && { href }) };
  return { href, text: cutText(plainText(shown, most), most) };
}

const only = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name] ?? null]] : [])));

/** A link without a valid address is its text. */
const inWords = (value: JsonValue): JsonValue => {
  const isLink = typeof value === 'object' && value !== null && !isJsonArray(value) && 'href' in value;
  return isLink ? (value['text'] ?? value['href'] ?? null) : value;
};
