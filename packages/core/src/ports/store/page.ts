/** Selects a page of a listing. */
export interface PageRequest {
  /** At least 1. */
  readonly limit: number;
  /** End of the last page; null for the first. */
  readonly cursor: string | null;
}

/**
 * Pages neither skip nor repeat items that exist all the time; others may or may not appear.
 * Cursors are the store's own strings; for a foreign one the result is `bad-cursor`, never a wrong
 * page.
 */
export type Page<T> =
  | {
      /** The items of this page, in the order of the listing. */
      readonly items: readonly T[];
      /** Start of the next page; null: none. */
      readonly cursor: string | null;
    }
  | 'bad-cursor';
