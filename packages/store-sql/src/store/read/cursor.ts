/** Cursors: the place of the last item, as text that only we make. */
export type Place = readonly (string | number)[];

/** Which listing a cursor is of, and what its places are made of. */
export interface CursorShape {
  readonly tag: string;
  readonly types: readonly ('string' | 'number')[];
}

export const cursorOf = ({ tag }: CursorShape, place: Place): string =>
  Buffer.from(JSON.stringify([tag, ...place])).toString('base64url');

/** The place, or null: we did not make it, or not for this listing. */
export function placeOf(shape: CursorShape, cursor: string): Place | null {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== shape.types.length + 1 || parts[0] !== shape.tag) return null;
  const place: unknown[] = parts.slice(1);
  const isPlace = (part: unknown, index: number): part is string | number => fits(part, shape.types[index]);
  if (!place.every(isPlace)) return null;
  // Base64 can be written in more than one way; ours is the one that we would write.
  return cursorOf(shape, place) === cursor ? place : null;
}

/** Ids hold no control characters, and PostgreSQL refuses a NUL. */
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
