// Generated from the schemas of presented.ts by `npm run types`. Do not edit.

/** An amount of money. */
export interface Money {
  /** Amount: a number, or a decimal number as text. */
  amount: number | string;
  /** Currency, as in `EUR`. */
  currency: string;
}

/** A link. */
export interface PresentedLink {
  /** URL with `https:`, or a path of the host. */
  href: string;
  /** Text of the link. */
  text: string;
}

/** A change of a text. */
export interface PresentedDiff {
  /** Text before the change; null if it is missing. */
  before: string | null;
  /** Text after the change; null if it is missing. */
  after: string | null;
}

/** A fact: a label and a value. */
export interface Fact {
  /** Label. */
  label: string;
  /** Value, in the shape of its kind; null if it is missing. */
  value: string | number | boolean | Money | PresentedLink | PresentedDiff | null;
  /** Kind of the value; `text` by default. */
  kind?:
    | 'text'
    | 'number'
    | 'money'
    | 'date'
    | 'datetime'
    | 'duration'
    | 'user'
    | 'link'
    | 'code'
    | 'diff'
    | undefined;
  /** True if the value is missing. */
  missing?: true | undefined;
}

/** A fact: a label and a value. */
export interface FactValues {
  /** Label. */
  label: string;
  /** Value, in the shape of its kind; null if it is missing. */
  value: string | number | boolean | Money | PresentedLink | PresentedDiff | null;
  /** Kind of the value; `text` by default. */
  kind?:
    | 'text'
    | 'number'
    | 'money'
    | 'date'
    | 'datetime'
    | 'duration'
    | 'user'
    | 'link'
    | 'code'
    | 'diff'
    | undefined;
}

/** A table of texts, numbers and amounts. */
export interface PresentedTable {
  /** Headings, 1 to 8. */
  columns: string[];
  /** Rows, up to 50, each with a cell per column. */
  rows: (string | number | Money)[][];
}

/** A document to read before the decision. */
export interface PresentedDocument {
  /** Title of the document. */
  title: string;
  /** URL with `https:`, or a path of the host. */
  href: string;
  /** Digest of its content, as in `sha256:…`. */
  digest?: string | undefined;
  /** Size in bytes. */
  bytes?: number | undefined;
}

/** Presentation of a request for a decision, up to 16 KiB. */
export interface PresentationValues {
  /** Title, up to 200 characters; the name of the definition by default. */
  title?: string | undefined;
  /** Facts, up to 20; none by default. */
  facts?: FactValues[] | undefined;
  /** Address of the subject: an `https:` URL or a path of the host. */
  url?: string | undefined;
  /** Amount, shown large beside the title. */
  amount?: Money | undefined;
  /** Table of up to 8 columns and 50 rows. */
  table?: PresentedTable | undefined;
  /** Documents, up to 10. */
  documents?: PresentedDocument[] | undefined;
}

/** Presentation of a request for a decision. All strings are plain text. */
export interface Presentation {
  /** Title. */
  title: string;
  /** Facts, in order. */
  facts: Fact[];
  /** Address of the subject; null without one. */
  url: string | null;
  /** Amount, shown large beside the title; null without one. */
  amount: Money | null;
  /** Table; null without one. */
  table: PresentedTable | null;
  /** Documents; empty without any. */
  documents: PresentedDocument[];
  /** True if rows at the end were left out, to fit 16 KiB. */
  cut?: true | undefined;
}
