/** Freezes JSON deeply. Stops at frozen values, such as everything that `copyJson` returns. */
export function deepFreeze<T>(value: T): T {
  if (!isOpenObject(value)) return value;
  Object.freeze(value);
  // Skips primitives without a call: a definition can have thousands of literals.
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (isOpenObject(item)) deepFreeze(item);
    return value;
  }
  for (const key in value) if (isOpenObject(value[key])) deepFreeze(value[key]);
  return value;
}

const isOpenObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value);
