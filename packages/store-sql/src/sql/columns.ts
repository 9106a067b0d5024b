/** Columns as data with types: the row type of a table derives from them. */
import type { ColumnShape, Value } from './dialect.js';
import type { JsonText } from './json.js';

/** A column whose cells are `T`; `cell` is type-only. */
export interface ColumnOf<T extends Value> extends ColumnShape {
  readonly cell?: T;
}

type ColumnsOf = Readonly<Record<string, ColumnOf<Value>>>;

/** A whole row of a table with these columns. */
export type Cells<C extends ColumnsOf> = {
  readonly [N in keyof C]: C[N] extends ColumnOf<infer T> ? T : never;
};

export const id = <T extends string = string>(): ColumnOf<T> => ({ type: 'id', nullable: false });
export const reference = (): ColumnOf<string> => ({ type: 'reference', nullable: false });
export const text = (): ColumnOf<string> => ({ type: 'text', nullable: false });
export const json = <T>(): ColumnOf<JsonText<T>> => ({ type: 'text', nullable: false });
export const number = <T extends number = number>(): ColumnOf<T> => ({ type: 'number', nullable: false });
export const orNull = <T extends Value>({ type }: ColumnOf<T>): ColumnOf<T | null> => ({
  type,
  nullable: true,
});
