/** A page of a listing: rows in the order of their places, from behind the last one on. */
import type { Page, PageRequest } from '@org/approval-core';
import type { Row, Value } from '../sql/dialect.js';
import { read } from '../sql/retry.js';
import { sql } from '../sql/statements.js';
import { type StoreContext, roundedUp } from './context.js';
import { type CursorShape, type Place, cursorOf, placeOf } from './cursor.js';

export interface Listing<T> {
  readonly shape: CursorShape;
  /** `select … from …`, without conditions. */
  readonly from: string;
  readonly where: readonly (readonly [condition: string, ...params: Value[]])[];
  /** The columns of a place, in the order of the listing. */
  readonly order: readonly string[];
  readonly direction: 'asc' | 'desc';
  readonly place: (row: Row) => Place;
  readonly item: (row: Row) => T;
}

export async function listPage<T>(
  { driver }: StoreContext,
  { shape, from, where, order, direction, place, item }: Listing<T>,
  { limit, cursor }: PageRequest,
): Promise<Page<T>> {
  const after = cursor === null ? null : placeOf(shape, cursor);
  if (cursor !== null && after === null) return 'bad-cursor';
  const conditions = [...where, ...(after === null ? [] : [beyond(order, direction, after)])];
  const text =
    `${from} where ${conditions.map(([condition]) => condition).join(' and ')}` +
    ` order by ${order.map((column) => `${column} ${direction}`).join(', ')} limit ${roundedUp(limit + 1)}`;
  const params = conditions.flatMap(([, ...values]) => values);
  const { rows } = await read(driver, (session) => session.run(sql(text, params)));
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(item),
    cursor: rows.length > limit && last !== undefined ? cursorOf(shape, place(last)) : null,
  };
}

/**
 * Places behind this one. `a >= ?` is said as well, for the databases that find no index for the rest.
 */
function beyond(columns: readonly string[], direction: 'asc' | 'desc', after: Place): [string, ...Value[]] {
  const than = direction === 'asc' ? '>' : '<';
  const [first = ''] = columns;
  const cases = columns.map((column, index) => {
    const equal = columns.slice(0, index).map((it) => `${it} = ?`);
    return `(${[...equal, `${column} ${than} ?`].join(' and ')})`;
  });
  const params = columns.flatMap((_, index) => after.slice(0, index + 1));
  return [`${first} ${than}= ? and (${cases.join(' or ')})`, after[0] as Value, ...params];
}
