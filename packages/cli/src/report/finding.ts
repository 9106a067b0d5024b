/** What the linter says of a place in a file. */
export interface Finding {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Code of the linter, or `unreadable-file`. */
  readonly code: string;
  readonly message: string;
  /** Where in the definition, as in `nodes[3].config`; empty for the whole. */
  readonly path: string;
  readonly definitionId: string | null;
}
