/** Cursors: the position of the last item, as opaque text. */
export type Position = readonly (string | number)[];

/** Listing of a cursor, and the types of its positions. */
export interface CursorShape {
  readonly tag: string;
  readonly types: readonly ('string' | 'number')[];
}

export const cursorOf = ({ tag }: CursorShape, position: Position): string =>
  Buffer.from(JSON.stringify([tag, ...position])).toString('base64url');

/** Returns the position, or null for a cursor of another listing or source. */
export function positionOf(shape: CursorShape, cursor: string): Position | null {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== shape.types.length + 1 || parts[0] !== shape.tag) return null;
  const position: unknown[] = parts.slice(1);
  const isPart = (part: unknown, index: number): part is string | number => fits(part, shape.types[index]);
  if (!position.every(isPart)) return null;
  // Base64 is not unique; a valid cursor equals its own encoding.
  return cursorOf(shape, position) === cursor ? position : null;
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
