/** The columns whose texts go to the functions of a database separately from their rows. */
import type { ColumnShape } from '../sql/dialect.js';

/**
 * True for texts that every row has: they are long, and mostly JSON. They travel as one block of
 * bytes, and each row holds an offset. Inside JSON the server would parse them twice, character by
 * character.
 */
export const isLongText = ({ type, nullable }: ColumnShape): boolean => type === 'text' && !nullable;

/** The fields of a row that say where the text of a column begins, and its length in bytes. */
export const positionFields = (name: string): { readonly at: string; readonly bytes: string } => ({
  at: `${name}_at`,
  bytes: `${name}_bytes`,
});
