/** How large JSON is, as far as it matters for how much goes into one batch. */

/** What a key, a bracket or a number costs, roughly. */
const PER_VALUE = 8;

/** Bytes of JSON text, roughly: of text that is not ASCII up to a third of what it takes. Stops soon behind `enough`. */
export function roughBytes(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length + PER_VALUE;
  if (typeof value !== 'object' || value === null) return PER_VALUE;
  let bytes = PER_VALUE;
  for (const name in value) {
    if (bytes >= enough) break;
    bytes += name.length + roughBytes((value as Readonly<Record<string, unknown>>)[name], enough - bytes);
  }
  return bytes;
}

/** The items in their order, in portions of up to `maxBytes` and at least one. */
export function portionsOf<T>(items: readonly T[], maxBytes: number, sizeOf: (item: T) => number): T[][] {
  if (maxBytes === Infinity || items.length <= 1) return items.length === 0 ? [] : [[...items]];
  const portions: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = portions.at(-1);
    if (last === undefined || size > room) {
      portions.push([item]);
      room = maxBytes;
    } else last.push(item);
    room -= size;
  }
  return portions;
}
