/** Renders a JSON schema as words and rows of a page. */
import { EXTERNAL_EVENT_TYPES } from '@org/approval-core/interpreter';
import { type ListParts, type Row, listOf } from './rows.js';

/** The parts of a JSON schema that the generator reads. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: object;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Returns the address of a named shape, relative to the page. */
export type LinkTo = (name: string) => string;

export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

const number = (value: number) => value.toLocaleString('en-US');

/** `, 1–50` or `, ≤200`; empty for bounds of the number type only. */
function range(min: number | undefined, max: number | undefined): string {
  const low = min === undefined || min <= -Number.MAX_SAFE_INTEGER ? undefined : min;
  const high = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  if (low !== undefined && high !== undefined) return `, ${number(low)}–${number(high)}`;
  if (high !== undefined) return `, ≤${number(high)}`;
  return low === undefined || low === 0 ? '' : `, ≥${number(low)}`;
}

/** Name that `LinkTo` gets for the page of events. */
export const EVENT_TYPES = 'event types';

/** Event types are linked to their page, so that a new one changes no other page. */
function eventTypes(values: readonly unknown[], linkTo: LinkTo): string | null {
  if (!EXTERNAL_EVENT_TYPES.every((it) => values.includes(it))) return null;
  const internal = values.length > EXTERNAL_EVENT_TYPES.length ? ', internal ones included' : '';
  return `[event type](${linkTo(EVENT_TYPES)})${internal}`;
}

const literal = (value: unknown) => `\`${JSON.stringify(value)}\``;

/** The type of a value, as a line of Markdown. */
export function typeText(schema: JsonSchema, linkTo: LinkTo): string {
  const { $ref, items, additionalProperties } = schema;
  if ($ref !== undefined) return `[${nameOf($ref)}](${linkTo(nameOf($ref))})`;
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.map((it) => typeText(it, linkTo)).join(' or ');
  if (schema.allOf !== undefined) return schema.allOf.map((it) => typeText(it, linkTo)).join(' and ');
  if (schema.not !== undefined) return 'none';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined)
    return eventTypes(schema.enum, linkTo) ?? schema.enum.map(literal).join(', ');
  if (items !== undefined)
    return `list of ${typeText(items, linkTo)}${range(schema.minItems, schema.maxItems)}`;
  if (typeof schema.type === 'object')
    return schema.type.map((type) => typeText({ ...schema, type }, linkTo)).join(' or ');
  if (schema.type === 'string') return `string${range(schema.minLength, schema.maxLength)}`;
  if (schema.type === 'integer' || schema.type === 'number')
    return `${schema.type}${range(schema.minimum, schema.maximum)}`;
  if (typeof additionalProperties === 'object')
    return `object, each value: ${typeText(additionalProperties, linkTo)}`;
  return schema.type ?? 'any JSON';
}

/** Rows of fields; inner fields have dotted names. */
export function rowsOf(schema: JsonSchema, linkTo: LinkTo, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const name = `${prefix}${field}`;
    const inner = value.properties === undefined ? [] : rowsOf(value, linkTo, `${name}.`);
    const row = {
      name,
      type: typeText(value, linkTo),
      isOptional: schema.required?.includes(field) !== true,
      meaning: (value.description ?? '').replaceAll('\n', ' '),
    };
    return [row, ...inner];
  });
}

/** The fields of a shape as lists, one for each variant; the type if it has no fields. */
export function fieldList(schema: JsonSchema, linkTo: LinkTo, parts: ListParts = {}): string {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) {
    const named = variants.every((it) => it.$ref !== undefined);
    if (named) return `One of ${variants.map((it) => typeText(it, linkTo)).join(', ')}.\n`;
    return variants
      .map((it) => `${it.description ?? 'Either:'}\n\n${fieldList(it, linkTo, parts)}`)
      .join('\n');
  }
  const rows = rowsOf(schema, linkTo);
  if (rows.length > 0) return listOf(rows, parts);
  return schema.properties === undefined ? `Type: ${typeText(schema, linkTo)}.\n` : 'No fields.\n';
}

/** Names of shapes that a schema refers to, directly or indirectly, in order of appearance. */
export function shapesIn(
  schema: JsonSchema,
  all: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): Set<string> {
  const meet = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(meet);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key !== '$ref' || typeof member !== 'string') {
        meet(member);
        continue;
      }
      const name = nameOf(member);
      const shape = all[name];
      if (found.has(name) || shape === undefined) continue;
      found.add(name);
      meet(shape);
    }
  };
  meet(schema);
  return found;
}

/** The anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
