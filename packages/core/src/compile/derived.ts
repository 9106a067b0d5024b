/**
 * Results that the interpreter works out from one part of a compiled definition, such as a node or an edge, and uses in
 * every run. The part owns its results: they live as long as the part, and they are not in its JSON.
 */
const RESULTS = Symbol('results');

/** A value that never changes and can own results. A copy owns none. */
export interface Owner {
  readonly [RESULTS]?: Map<unknown, unknown>;
}

/** Makes `value` an owner. The property is hidden from JSON, from spreading and from comparisons. */
export const owning = <T extends object>(value: T): T & Owner =>
  Object.defineProperty(value, RESULTS, { value: new Map() });

/** Returns whether the value can own results. */
export const isOwner = (value: Owner): boolean => value[RESULTS] !== undefined;

/** Returns `make(part)`: made on first use where the part is an owner, and anew for each use where it is not. */
export function derived<Part extends Owner, T>(part: Part, make: (part: Part) => T): T {
  const results = part[RESULTS];
  if (results === undefined) return make(part);
  if (results.has(make)) return results.get(make) as T;
  const made = make(part);
  results.set(make, made);
  return made;
}
