/** Which page of a listing. */
export interface PageRequest {
  /** At least 1. */
  readonly limit: number;
  /** Where the last page ended; null for the first. */
  readonly cursor: string | null;
}

/**
 * Pages follow each other without a gap and without a repeat of what was there all the time; what comes or goes
 * meanwhile may or may not be seen. Cursors are the store's own text; for one that it did not make the result is
 * `bad-cursor`, never a wrong page.
 */
export type Page<T> =
  | {
      /** The items of this page, in the order of the listing. */
      readonly items: readonly T[];
      /** Where the next page begins; null: nothing follows. */
      readonly cursor: string | null;
    }
  | 'bad-cursor';
