/**
 * Rendered texts, cut at their bound. The work for a text depends on the bound, not on the values.
 */
import { characterCount } from '@org/approval-internal/character-count';
import { type JsonValue, isJsonArray } from '../../definition/json.js';
import type { Escape, Template } from '../../expression/template.js';
import { readPath } from '../../expression/variable.js';

/** Values that a presentation reads, by root. */
export type Values = Readonly<Record<string, unknown>>;

/** Shown in place of a missing value. */
export const MISSING = '—';
const CUT = '…';

/** The text in at most so many characters, with `…` at the end if it was cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most || (text.length <= 2 * most && characterCount(text) <= most)) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most - 1)
    .join('')
    .concat(CUT);
}

/** Renders a template; a missing value is `—`. */
export function textOf(template: Template, values: Values, most: number, escape?: Escape): string {
  let text = '';
  for (const part of template) {
    text += typeof part === 'string' ? part : shown(readPath(values, part.path) as JsonValue, most, escape);
    // A character may take two units.
    if (text.length > 2 * most) break;
  }
  return cutText(text, most);
}

function shown(value: JsonValue, most: number, escape: Escape = (text) => text): string {
  return value === null ? MISSING : escape(plainText(value, most));
}

/** The value as text: a string as it is, anything else as JSON. Longer texts may be cut. */
export function plainText(value: JsonValue, most: number): string {
  if (typeof value === 'string') return value.slice(0, 2 * most + 1).toWellFormed();
  const parts: string[] = [];
  write(value, { parts, left: 2 * most + 1 });
  return parts.join('');
}

interface Writing {
  readonly parts: string[];
  left: number;
}

/** Writes JSON until the room is used up. */
function write(value: JsonValue, to: Writing): void {
  if (to.left <= 0) return;
  if (typeof value === 'string') put(JSON.stringify(value.slice(0, to.left).toWellFormed()), to);
  else if (typeof value !== 'object' || value === null) put(JSON.stringify(value), to);
  else if (isJsonArray(value)) {
    put('[', to);
    for (const [index, item] of value.entries()) {
      if (to.left <= 0) return;
      if (index > 0) put(',', to);
      write(item, to);
    }
    put(']', to);
  } else {
    put('{', to);
    let isFirst = true;
    for (const name in value) {
      if (to.left <= 0) return;
      if (!isFirst) put(',', to);
      isFirst = false;
      write(name, to);
      put(':', to);
      write(value[name] ?? null, to);
    }
    put('}', to);
  }
}

function put(text: string, to: Writing): void {
  to.parts.push(text);
  to.left -= text.length;
}
