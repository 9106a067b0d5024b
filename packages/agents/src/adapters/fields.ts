/** Fields of framework objects, whose types this package does not have. */

/** Returns the field of an object; undefined if the value is not an object or lacks the field. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = Reflect.get(value, name);
  return field;
}

/** Returns the field if it is a string. */
export function stringIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}

/** Returns the items of a list; empty for anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the framework's abort signal, if it has one. */
export function signalIn(value: unknown, name: string): AbortSignal | undefined {
  const field = fieldOf(value, name);
  return field instanceof AbortSignal ? field : undefined;
}
