/** What a row of the page of limits says. */
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
  | 'units of work';

/** What it bounds, in what unit, and the code past it. */
export type Row = readonly [of: string, unit: Unit, past?: string];

/** Bounds that stand as constants beside the code that holds them: by file, by name. */
export type Inner = Readonly<Record<string, Readonly<Record<string, Row>>>>;
