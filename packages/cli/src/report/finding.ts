/** A finding of the linter, with its place in a file. */
export interface Finding {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Code of the linter, or `unreadable-file`. */
  readonly code: string;
  readonly message: string;
  /** Path in the definition, such as `nodes[3].config`; empty for the whole definition. */
  readonly path: string;
  readonly definitionId: string | null;
}
