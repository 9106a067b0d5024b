/** JSON whose texts are templates. Names of fields are not. */
import { jsonBytes } from '../definition/bytes.js';
import { type JsonValue, isJsonArray } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { Path } from '../definition/path.js';
import {
  type Escape,
  type Rendering,
  type Template,
  TemplateTooLarge,
  parseTemplate,
  pathsIn,
  renderTemplate,
  valueAt,
} from './template.js';

/** A compiled JSON template. */
export type JsonTemplate =
  /** A value without templates. */
  | { readonly value: JsonValue }
  | { readonly text: Template }
  | { readonly items: readonly JsonTemplate[] }
  | { readonly fields: readonly (readonly [name: string, value: JsonTemplate])[] };

/** A compiled JSON template, or its first fault with the path of the text. */
export type ParsedJsonTemplate =
  | { readonly ok: true; readonly template: JsonTemplate }
  | { readonly ok: false; readonly path: Path; readonly message: string; readonly isTooLarge: boolean };

/**
 * Parses a JSON template of at most 64 KiB and 32 levels.
 * @param roots first segments that a path may have
 */
export function parseJsonTemplate(json: JsonValue, roots: readonly string[]): ParsedJsonTemplate {
  if (jsonBytes(json) > LIMITS.jsonTemplateBytes) {
    return tooLarge([], `a JSON template may have ${LIMITS.jsonTemplateBytes} bytes`);
  }
  return parse(json, roots, []);
}

function parse(json: JsonValue, roots: readonly string[], path: Path): ParsedJsonTemplate {
  if (path.length > LIMITS.jsonTemplateDepth) {
    return tooLarge(path, `a JSON template may have ${LIMITS.jsonTemplateDepth} levels`);
  }
  if (typeof json === 'string') {
    const parsed = parseTemplate(json, roots);
    if (!parsed.ok) return { ...parsed, path };
    return {
      ok: true,
      template: isLiteral(parsed.template) ? { value: textIn(parsed.template) } : { text: parsed.template },
    };
  }
  if (typeof json !== 'object' || json === null) return { ok: true, template: { value: json } };
  if (isJsonArray(json)) {
    const items: JsonTemplate[] = [];
    for (const [index, item] of json.entries()) {
      const parsed = parse(item, roots, [...path, index]);
      if (!parsed.ok) return parsed;
      items.push(parsed.template);
    }
    return { ok: true, template: { items } };
  }
  const fields: [string, JsonTemplate][] = [];
  for (const [name, value] of Object.entries(json)) {
    const parsed = parse(value, roots, [...path, name]);
    if (!parsed.ok) return parsed;
    fields.push([name, parsed.template]);
  }
  return { ok: true, template: { fields } };
}

const tooLarge = (path: Path, message: string): ParsedJsonTemplate => ({
  ok: false,
  path,
  message,
  isTooLarge: true,
});

const isLiteral = (template: Template): template is readonly string[] =>
  template.every((part) => typeof part === 'string');

const textIn = (template: readonly string[]): string => template.join('');

/** Number of paths in a JSON template. */
export function pathsInJson(template: JsonTemplate): number {
  if ('value' in template) return 0;
  if ('text' in template) return pathsIn(template.text);
  const parts = 'items' in template ? template.items : template.fields.map(([, value]) => value);
  return parts.reduce((count, part) => count + pathsInJson(part), 0);
}

/**
 * Renders a JSON template. A text that is exactly one path becomes the value itself, so that a
 * value cannot break out of its place.
 * @param escape applied to each string that comes out of a value, also within a value put in whole
 * @throws TemplateTooLarge
 * @throws TooCostly if the budget of the command is spent
 */
export function renderJson(template: JsonTemplate, rendering: Rendering, escape?: Escape): JsonValue {
  if ('value' in template) return taken(template.value, rendering);
  if ('items' in template) return template.items.map((it) => renderJson(it, rendering, escape));
  if ('fields' in template) {
    return Object.fromEntries(
      template.fields.map(([name, value]) => [name, renderJson(value, rendering, escape)]),
    );
  }
  const [only, ...others] = template.text;
  if (only === undefined || typeof only === 'string' || others.length > 0) {
    return renderTemplate(template.text, rendering, escape);
  }
  const value = valueAt(only, rendering);
  return taken(escape === undefined ? value : escaped(value, escape), rendering);
}

function taken(value: JsonValue, rendering: Rendering): JsonValue {
  const bytes = jsonBytes(value);
  rendering.bytesLeft -= bytes;
  if (rendering.bytesLeft < 0) throw new TemplateTooLarge();
  return value;
}

/** Escapes each string of a value. Names of fields are escaped too, since they are data as well. */
function escaped(value: JsonValue, escape: Escape): JsonValue {
  if (typeof value === 'string') return escape(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonArray(value)) return value.map((it) => escaped(it, escape));
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [escape(name), escaped(it, escape)]));
}
