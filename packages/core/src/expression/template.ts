/** Text with `{{path}}` in it. Nothing is computed: a path reads a value, as in conditions. */
import { characterCount } from '@org/approval-internal/character-count';
import { type JsonValue, excerpt, jsonTextBytes } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { isNeverRead, readPath } from './variable.js';
import type { WorkBudget } from './work.js';

/** A compiled template: literal text, and paths whose values are put in. */
export type Template = readonly (string | TemplatePath)[];

/** A path in a template. */
export interface TemplatePath {
  /** Segments of the dot-path. The first one is a root. */
  readonly path: readonly string[];
}

/** Turns the text of a value into text that fits its place. */
export type Escape = (text: string) => string;

/** Values that a template can read, by root. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/** Bound of a rendering, shared by all templates of a node. */
export interface Rendering {
  readonly scope: TemplateScope;
  /** Work that rendering may take. */
  readonly work: WorkBudget;
  /** Bytes that may still be rendered. */
  bytesLeft: number;
}

/** A rendered text exceeds its bound. */
export class TemplateTooLarge extends Error {
  override readonly name = 'TemplateTooLarge';

  constructor() {
    super(`the rendered templates of a node may have ${LIMITS.renderedBytes} bytes`);
  }
}

/** Starts the rendering of the templates of a node. */
export const renderingOf = (scope: TemplateScope, work: WorkBudget): Rendering => ({
  scope,
  work,
  bytesLeft: LIMITS.renderedBytes,
});

/** A compiled template, or the message of its fault. */
export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | {
      readonly ok: false;
      readonly message: string;
      /** True for a template beyond its bounds. */
      readonly isTooLarge: boolean;
    };

const OPEN = '{{';
const ESCAPED_OPEN = `\\${OPEN}`;
const CLOSE = '}}';

/**
 * Parses a template, as in `Approve {{execution.input.amount}} EUR`. `\{{` is the text `{{`.
 * @param roots first segments that a path may have
 */
export function parseTemplate(text: string, roots: readonly string[]): ParsedTemplate {
  if (text.length > LIMITS.templateLength && characterCount(text) > LIMITS.templateLength) {
    return fault(`the template may have ${LIMITS.templateLength} characters`, true);
  }
  const template: (string | TemplatePath)[] = [];
  let literal = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf(OPEN, at);
    if (open === -1) break;
    if (open > 0 && text[open - 1] === '\\' && open - 1 >= at) {
      literal += text.slice(at, open - 1) + OPEN;
      at = open + OPEN.length;
      continue;
    }
    const close = text.indexOf(CLOSE, open);
    if (close === -1) {
      return fault(`"${OPEN}" without "${CLOSE}"; close the path, or write "${ESCAPED_OPEN}" for the text`);
    }
    const path = text.slice(open + OPEN.length, close).trim();
    const message = pathFault(path, roots);
    if (message !== null) return fault(message);
    literal += text.slice(at, open);
    if (literal !== '') template.push(literal);
    literal = '';
    template.push({ path: path.split('.') });
    at = close + CLOSE.length;
  }
  literal += text.slice(at);
  if (literal !== '') template.push(literal);
  return { ok: true, template };
}

const fault = (message: string, isTooLarge = false): ParsedTemplate => ({ ok: false, message, isTooLarge });

/** Message of the fault of a path in a template; null without one. */
export function pathFault(path: string, roots: readonly string[]): string | null {
  if (path === '') return `"${OPEN}${CLOSE}" has no path`;
  if (path.length > LIMITS.pathLength) return `a path may have ${LIMITS.pathLength} characters`;
  const segments = path.split('.');
  const [root = ''] = segments;
  if (!roots.includes(root)) {
    return `the path "${excerpt(path)}" starts with "${excerpt(root)}"; start it with ${listed(roots)}`;
  }
  if (segments.some((it) => it === '' || isNeverRead(it))) {
    return `the path "${excerpt(path)}" has a segment that never has a value`;
  }
  return null;
}

const listed = (roots: readonly string[]): string => roots.map((it) => `"${it}"`).join(', ');

/** Number of paths in a template. */
export const pathsIn = (template: Template): number =>
  template.reduce((count, part) => count + (typeof part === 'string' ? 0 : 1), 0);

/**
 * Renders a template. Strings are put in as they are, numbers, booleans, lists and objects as
 * JSON, and a missing value as `missing` (the empty text by default). Each value is escaped.
 * @throws TemplateTooLarge
 * @throws TooCostly if the budget of the command is spent
 */
export function renderTemplate(
  template: Template,
  rendering: Rendering,
  escape: Escape = asIs,
  missing = '',
): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return spent(part, rendering);
      const value = valueAt(part, rendering);
      return spent(value === null ? missing : escape(textOf(value, rendering)), rendering);
    })
    .join('');
}

/** Value at a path of a template; null if it is missing. */
export function valueAt({ path }: TemplatePath, { scope, work }: Rendering): JsonValue {
  work.spend(path.length * UNITS_PER_SEGMENT);
  return readPath(scope, path) as JsonValue;
}

/** Work of a path segment, and characters that one unit renders. */
const UNITS_PER_SEGMENT = 8;
const CHARACTERS_PER_UNIT = 32;

function textOf(value: JsonValue, rendering: Rendering): string {
  if (typeof value === 'string') {
    rendering.work.spend(Math.ceil(value.length / CHARACTERS_PER_UNIT));
    return value;
  }
  const text = JSON.stringify(value);
  rendering.work.spend(Math.ceil(text.length / CHARACTERS_PER_UNIT));
  return text;
}

/** Takes a text from the bytes that may be rendered. */
function spent(text: string, rendering: Rendering): string {
  rendering.bytesLeft -= jsonTextBytes(text) - 2;
  if (rendering.bytesLeft < 0) throw new TemplateTooLarge();
  return text;
}

const asIs: Escape = (text) => text;

/** Escapes of the places that a value can stand in. */
export const ESCAPES = {
  url: encodeURIComponent,
  html: (text) => text.replaceAll(/[&<>"']/g, (it) => HTML_ENTITIES[it] ?? it),
  slack: (text) => text.replaceAll(/[&<>]/g, (it) => HTML_ENTITIES[it] ?? it),
} as const satisfies Record<string, Escape>;

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
