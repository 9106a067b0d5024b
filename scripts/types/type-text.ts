/** TypeScript of a schema's input type. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { docstring } from './docstring.js';

type Schema = z.core.$ZodType;

/** Text of the type of `schema`, by its name where it has one. */
export function typeText(schema: Schema): string {
  return namedText(schema) ?? shapeText(schema);
}

/** A declaration of the type of `schema` under `name`. */
export function declarationText(name: string, schema: Schema): string {
  const {
    description = '',
    parameters,
    extends: base,
  } = { ...z.globalRegistry.get(schema), ...typeNames.get(schema) };
  const head = parameters === undefined ? name : `${name}<${parameters}>`;
  const text = shapeText(schema);
  const isInterface = defOf(schema).type === 'object';
  const extended = base === undefined ? '' : ` extends ${base}`;
  return `${docstring(description)}export ${isInterface ? `interface ${head}${extended} ${text}` : `type ${head} = ${text};`}\n`;
}

/** A copy of a named schema, made by `.describe`, keeps the name of the original. */
function namedText(schema: Schema): string | undefined {
  const { type, id } = typeNames.get(schema) ?? {};
  const name = type ?? id ?? z.globalRegistry.get(schema)?.id;
  if (name !== undefined) return name;
  const { parent } = schema._zod;
  return parent === undefined ? undefined : namedText(parent);
}

/** Every schema of zod is one of these. */
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

function shapeText(schema: Schema): string {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
      return def.type;
    case 'literal':
      return def.values.map(literalText).join(' | ');
    case 'enum':
      return Object.values(def.entries).map(literalText).join(' | ');
    case 'union':
      return def.options.map(typeText).join(' | ');
    case 'nullable':
      return `${typeText(def.innerType)} | null`;
    case 'optional':
      if (schema instanceof z.core.$ZodExactOptional) return typeText(def.innerType);
      return `${typeText(def.innerType)} | undefined`;
    case 'default':
    case 'prefault':
      return `${typeText(def.innerType)} | undefined`;
    case 'readonly':
      return `readonly ${typeText(def.innerType)}`;
    case 'array':
      return `(${typeText(def.element)})[]`;
    case 'tuple':
      return `[${def.items.map(typeText).join(', ')}]`;
    case 'record':
      return `Record<${typeText(def.keyType)}, ${typeText(def.valueType)}>`;
    case 'pipe':
      return typeText(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'object':
      return `{\n${Object.entries(def.shape)
        .map(([name, field]) => fieldText(name, field))
        .join('')}}`;
    default:
      throw new Error(
        `TypeScript has no type for a schema of kind "${def.type}" (${JSON.stringify(z.globalRegistry.get(schema))}); give it one with .register(typeNames, { type })`,
      );
  }
}

function fieldText(name: string, field: Schema): string {
  const mark = field._zod.optin === undefined ? '' : '?';
  return `${docstring(descriptionOf(field))}${name}${mark}: ${typeText(field)};\n`;
}

/** Description of a field, or else of the schema that it wraps. */
function descriptionOf(field: Schema): string {
  const { description } = z.globalRegistry.get(field) ?? {};
  if (description !== undefined) return description;
  const def = defOf(field);
  return 'innerType' in def ? descriptionOf(def.innerType) : '';
}

function literalText(value: z.core.util.Literal): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return String(value);
}
