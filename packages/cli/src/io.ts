/** What a command may touch of the world, so that tests run commands in the same process. */
export interface Io {
  /** Folder that file names are relative to. */
  readonly cwd: string;
  /** The environment; `APPROVAL_STORE` names the store where `--store` does not. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes results. */
  readonly out: (text: string) => unknown;
  /** Writes what goes wrong, and progress. */
  readonly err: (text: string) => unknown;
  /** Whether a person is there to be asked. */
  readonly isInteractive: boolean;
  /** Whether results may be coloured. */
  readonly color: boolean;
  /** Columns of the terminal, from 40 to 500. */
  readonly columns: number;
  /** Ends what would otherwise go on, such as `tail --follow`. */
  readonly signal: AbortSignal;
}

/** How commands end; anything else that ends the process is a defect. */
export const EXIT = {
  /** All is well. */
  done: 0,
  /** There are findings or differences, or the engine refused. */
  findings: 1,
  /** The command was called wrongly, or a file or the store cannot be read. */
  usage: 2,
} as const;

/** Something that a person can mend: told in one line, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
