/**
 * Results derived from one part of a compiled definition, such as a node or an edge, and reused by
 * every execution. They live as long as their part and are not in its JSON.
 */
const RESULTS = Symbol('results');

/** An immutable value that can own results. A copy owns none. */
export interface Owner {
  readonly [RESULTS]?: Map<unknown, unknown>;
}

/** Makes `value` an owner. The property is hidden from JSON, spreading and comparisons. */
export const owning = <T extends object>(value: T): T & Owner =>
  Object.defineProperty(value, RESULTS, { value: new Map() });

/** Returns true if the value can own results. */
export const isOwner = (value: Owner): boolean => value[RESULTS] !== undefined;

/** Returns `make(part)`. An owner caches it; any other part computes it on each use. */
export function derived<Part extends Owner, T>(part: Part, make: (part: Part) => T): T {
  const results = part[RESULTS];
  if (results === undefined) return make(part);
  if (results.has(make)) return results.get(make) as T;
  const made = make(part);
  results.set(make, made);
  return made;
}
