/** Which columns go to the functions in a database apart from the rows that they are of. */
import type { ColumnShape } from '../sql/dialect.js';

/**
 * Texts that every row has are long, and JSON mostly: they come as one piece of bytes, and a row says where in it. As JSON they
 * would be read twice, character by character.
 */
export const isApart = ({ type, nullable }: ColumnShape): boolean => type === 'text' && !nullable;

/** Column of a table, and what a row says of where its text begins, and how long it is. */
export const placeOf = (name: string): { readonly at: string; readonly bytes: string } => ({
  at: `${name}_at`,
  bytes: `${name}_bytes`,
});
