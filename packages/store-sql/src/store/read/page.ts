/** A page of a listing: rows in the order of their positions, after the last one. */
import type { Page, PageRequest } from '@org/approval-core/store';
import { type Value, sql } from '../../sql/dialect.js';
import { read } from '../../sql/retry.js';
import { type StoreContext, roundedUp } from '../context.js';
import { type CursorShape, type Position, cursorOf, positionOf } from './cursor.js';

export type Condition = readonly [condition: string, ...params: Value[]];

/** The condition, if its value is defined. */
export const when = (condition: string, value: Value | undefined): Condition[] =>
  value === undefined ? [] : [[condition, value]];

/** Text and parameters of the source of a listing. */
export type Source = readonly [text: string, ...params: Value[]];

/** The needed part of a source that would otherwise be read whole. */
export interface Cut {
  /** Positions after the last one of the previous page; empty for the first page. */
  readonly beyond: readonly Condition[];
  readonly limit: number;
}

/** A listing of `T`, from rows `R`. */
export interface Listing<R, T> {
  readonly shape: CursorShape;
  /** `select … from …`, without conditions. */
  readonly from: string | ((cut: Cut) => Source);
  readonly where: readonly Condition[];
  /** The columns of a position, in the order of the listing. */
  readonly order: readonly string[];
  readonly direction: 'asc' | 'desc';
  readonly position: (row: R) => Position;
  readonly item: (row: R) => T;
}

export async function listPage<R, T>(
  { driver }: StoreContext,
  { shape, from, where, order, direction, position, item }: Listing<R, T>,
  { limit, cursor }: PageRequest,
): Promise<Page<T>> {
  const after = cursor === null ? null : positionOf(shape, cursor);
  if (cursor !== null && after === null) return 'bad-cursor';
  const cut = {
    beyond: after === null ? [] : [beyond(order, direction, after)],
    limit: roundedUp(limit + 1),
  };
  const [source, ...sourceParams]: Source = typeof from === 'string' ? [from] : from(cut);
  const conditions = [...where, ...cut.beyond];
  const text =
    `${source} where ${conditions.map(([condition]) => condition).join(' and ')}` +
    ` order by ${order.map((column) => `${column} ${direction}`).join(', ')} limit ${cut.limit}`;
  const params = [...sourceParams, ...conditions.flatMap(([, ...values]) => values)];
  const { rows } = await read(driver, (session) => session.run(sql<R>(text, params)));
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(item),
    cursor: rows.length > limit && last !== undefined ? cursorOf(shape, position(last)) : null,
  };
}

/**
 * Positions after this one. The redundant `a >= ?` is for databases that find no index for the
 * rest.
 */
function beyond(columns: readonly string[], direction: 'asc' | 'desc', after: Position): Condition {
  const than = direction === 'asc' ? '>' : '<';
  const [first = ''] = columns;
  const cases = columns.map((column, index) => {
    const equal = columns.slice(0, index).map((it) => `${it} = ?`);
    return `(${[...equal, `${column} ${than} ?`].join(' and ')})`;
  });
  const params = columns.flatMap((_, index) => after.slice(0, index + 1));
  return [`${first} ${than}= ? and (${cases.join(' or ')})`, after[0] ?? null, ...params];
}
