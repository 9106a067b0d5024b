/** Freezes JSON in depth; stops at what is frozen already, such as everything that came in through the boundary. */
export function deepFreeze<T>(value: T): T {
  if (!isOpenObject(value)) return value;
  Object.freeze(value);
  // What is no object is not asked about: a condition may have hundreds of literals, and a definition as many conditions.
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (isOpenObject(item)) deepFreeze(item);
    return value;
  }
  for (const key in value) if (isOpenObject(value[key])) deepFreeze(value[key]);
  return value;
}

const isOpenObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value);
