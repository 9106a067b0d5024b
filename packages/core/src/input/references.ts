/** References of an input schema to parts of itself: `{"$ref": "#/$defs/address"}`. */
import { type JsonObject, type JsonValue, isPlainObject } from '../definition/json.js';

/** Returns the part that a reference names; undefined if it names none. */
export function partAt(root: JsonObject, reference: string): JsonValue | undefined {
  const segments = segmentsOf(reference);
  if (segments === null) return undefined;
  let part: JsonValue | undefined = root;
  for (const segment of segments) {
    if (Array.isArray(part)) part = (part as readonly JsonValue[])[Number(segment)];
    else part = isPlainObject(part) && Object.hasOwn(part, segment) ? part[segment] : undefined;
    if (part === undefined) return undefined;
  }
  return part;
}

/** Segments of a JSON pointer in a fragment; null for any other reference. */
function segmentsOf(reference: string): string[] | null {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return null;
  try {
    return reference
      .slice(2)
      .split('/')
      .map((it) => decodeURIComponent(it).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return null;
  }
}

/** A checked schema that finds its parts. */
export class References {
  private readonly root: JsonObject;
  private readonly known = new Map<string, JsonObject>();

  /** @param root a schema that `schemaFaults` accepted. */
  constructor(root: JsonObject) {
    this.root = root;
  }

  /** The schema, and those that its references lead to: all of them apply to the same value. */
  inPlace(schema: JsonObject): readonly JsonObject[] {
    const found = [schema];
    for (let it = schema; typeof it['$ref'] === 'string';) {
      it = this.target(it['$ref']);
      found.push(it);
    }
    return found;
  }

  private target(reference: string): JsonObject {
    const known = this.known.get(reference);
    if (known !== undefined) return known;
    const target = partAt(this.root, reference) as JsonObject;
    this.known.set(reference, target);
    return target;
  }
}
