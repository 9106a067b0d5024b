// Generated from the schemas of presentation.ts by `npm run types`. Do not edit.

/** Path whose value a fact shows as it is. */
export interface FactPath {
  /** Dot-path, as in `execution.input.amount`. */
  path: string;
}

/** Value of a fact of kind `money`. */
export interface FactMoney {
  /** Amount: a number, or a template. */
  amount: number | string;
  /** Currency, as in `EUR`; a template. */
  currency: string;
}

/** Value of a fact of kind `link`. */
export interface FactLink {
  /** URL with `https:`, or a path of the host; a template. */
  href: string;
  /** Text of the link; the address by default. */
  text?: string | undefined;
}

/** Value of a fact of kind `diff`. */
export interface FactDiff {
  /** Text before the change. */
  before: string;
  /** Text after the change. */
  after: string;
}

/** A fact: a label and a value. */
export interface DefinitionFact {
  /** Label, up to 80 characters. */
  label: string;
  /** Value: a template, the path of a value, or the parts of a `money`, `link` or `diff`. */
  value: string | FactPath | FactMoney | FactLink | FactDiff;
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

/** Presentation of a request for a decision; text with `{{path}}`. */
export interface DefinitionPresentation {
  /** Title, up to 200 characters once it is rendered; the name of the definition by default. */
  title?: string | undefined;
  /** Facts, up to 20; none by default. */
  facts?: DefinitionFact[] | undefined;
  /** Address of the subject: an `https:` URL or a path of the host; a template. */
  url?: string | undefined;
}
