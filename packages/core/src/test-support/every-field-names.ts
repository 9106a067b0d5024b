/** Names of fields: those of the schema of definitions, and those of a JSON value. */
import { definitionJsonSchema } from '../definition/json-schema.js';

/** Names of all fields that a definition may have, at any depth. */
export function schemaFields(): Set<string> {
  const names = new Set<string>();
  visit(definitionJsonSchema(), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
  });
  return names;
}

export function fieldsOf(json: object): Set<string> {
  const names = new Set<string>();
  visit(json, (key) => names.add(key));
  return names;
}

function visit(json: object, see: (key: string, value: object) => unknown): void {
  for (const [key, value] of Object.entries(json) as [string, unknown][]) {
    const inside = typeof value === 'object' && value !== null ? value : {};
    if (!Array.isArray(json)) see(key, inside);
    visit(inside, see);
  }
}
