/** The format of rows on the page of limits. */
export type Unit =
  | 'units of weight'
  | 'orders'
  | 'characters'
  | 'items'
  | 'bytes'
  | 'ms'
  | 's'
  | 'levels'
  | 'times'
  | 'days'
  | 'units of work';

/** The bounded thing, its unit, and the error code beyond it. */
export type Row = readonly [of: string, unit: Unit, past?: string];

/** Bounds in constants beside the code that enforces them: by file and name. */
export type Inner = Readonly<Record<string, Readonly<Record<string, Row>>>>;
