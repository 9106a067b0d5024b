/** Cursors: the place of the last item, as opaque text. */
export type Place = readonly (string | number)[];

/** Listing of a cursor, and the types of its places. */
export interface CursorShape {
  readonly tag: string;
  readonly types: readonly ('string' | 'number')[];
}

export const cursorOf = ({ tag }: CursorShape, place: Place): string =>
  Buffer.from(JSON.stringify([tag, ...place])).toString('base64url');

/** Returns the place, or null for a cursor of another listing or source. */
export function placeOf(shape: CursorShape, cursor: string): Place | null {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== shape.types.length + 1 || parts[0] !== shape.tag) return null;
  const place: unknown[] = parts.slice(1);
  const isPlace = (part: unknown, index: number): part is string | number => fits(part, shape.types[index]);
  if (!place.every(isPlace)) return null;
  // Base64 is not unique; a valid cursor equals its own encoding.
  return cursorOf(shape, place) === cursor ? place : null;
}

/** Ids contain no control characters, and PostgreSQL refuses a NUL. */
const fits = (part: unknown, type: 'string' | 'number' | undefined): boolean =>
  type === 'number'
    ? Number.isSafeInteger(part)
    : type === 'string' && typeof part === 'string' && !part.includes('\0') && part.isWellFormed();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
