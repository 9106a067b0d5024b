/** Completion in a draft: by the schema of definitions, and by the nodes of the draft. */
import { OPERATIONS } from '@org/approval-core/views';
import * as z from 'zod';
import { type Caret, caretAt } from './scan.js';

/** A completion. */
export interface Completion {
  /** Text in the list. */
  readonly label: string;
  /** Text that replaces the draft from `from` to the caret. */
  readonly text: string;
  /** Explanation of the completion. */
  readonly detail: string;
}

/** Completions at the caret. */
export interface Completions {
  /** Offset where the typed part begins. */
  readonly from: number;
  readonly items: readonly Completion[];
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

let made: Schema | null = null;

/** Created once, on first use. */
const definitionSchema = (): Schema =>
  (made ??= z.toJSONSchema(OPERATIONS['definitions/create'].request, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema);

/** The shapes that a schema allows, with references followed. */
function shapesOf(schema: Schema, root: Schema): Schema[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named = $ref === undefined ? undefined : root.$defs?.[$ref.split('/').at(-1) ?? ''];
  const others = [...(named === undefined ? [] : [named]), ...anyOf, ...oneOf, ...allOf];
  return [schema, ...others.flatMap((it) => shapesOf(it, root))];
}

function within(shapes: readonly Schema[], part: string | number, root: Schema): Schema[] {
  const found = shapes.flatMap(({ properties, items }): Schema[] => {
    if (typeof part === 'number') return typeof items === 'object' ? [items] : [];
    const property =
      properties !== undefined && Object.hasOwn(properties, part) ? properties[part] : undefined;
    return property === undefined ? [] : [property];
  });
  return found.flatMap((it) => shapesOf(it, root));
}

const MOST = 40;

/** Returns no completions where nothing can be inserted. */
export function completionsAt(text: string, offset: number): Completions {
  const caret = caretAt(text, offset);
  if (caret === null) return { from: offset, items: [] };
  const root = definitionSchema();
  let shapes = shapesOf(root, root);
  for (const part of caret.path) shapes = within(shapes, part, root);
  const all = caret.expects === 'name' ? namesIn(shapes, caret) : valuesIn(shapes, caret, text);
  const typed = caret.typed.toLowerCase();
  const items = all.filter(({ label }) => label.toLowerCase().startsWith(typed) && label !== caret.typed);
  return { from: caret.from, items: items.slice(0, MOST) };
}

function namesIn(shapes: readonly Schema[], { names }: Caret): Completion[] {
  const found = new Map<string, string>();
  for (const { properties = {} } of shapes)
    for (const [name, { description = '' }] of Object.entries(properties))
      if (!names.includes(name) && (found.get(name) ?? '') === '') found.set(name, description);
  return [...found].map(([label, detail]) => ({ label, text: `"${label}": `, detail }));
}

/** Fields that name a node of the draft. */
const NODE_FIELDS = new Set([
  ...['from', 'to', 'routeToNodeId', 'toNodeId', 'entryNodeId', 'memberNodeIds', 'bodyNodeIds'],
]);

function valuesIn(shapes: readonly Schema[], { path }: Caret, text: string): Completion[] {
  const field = path.findLast((it) => typeof it === 'string') ?? '';
  if (NODE_FIELDS.has(field)) {
    const ids = [...text.matchAll(/"nodeId"\s*:\s*"([^"\\]+)"/g)].map((it) => it[1] ?? '');
    return [...new Set(ids)].map((label) => ({ label, text: JSON.stringify(label), detail: 'a node' }));
  }
  const values = new Map<unknown, string>();
  for (const it of shapes) {
    const { description = '' } = it;
    for (const value of it.enum ?? ('const' in it ? [it.const] : it.type === 'boolean' ? [true, false] : []))
      values.set(value, description);
  }
  return [...values].map(([value, detail]) => ({
    label: String(value),
    text: JSON.stringify(value),
    detail,
  }));
}
