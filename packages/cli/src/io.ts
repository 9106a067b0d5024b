/** The environment of a command, so that tests can run commands in their own process. */
export interface Io {
  /** Folder that file names are relative to. */
  readonly cwd: string;
  /** The environment; `APPROVAL_STORE` names the store where `--store` does not. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes results. */
  readonly out: (text: string) => unknown;
  /** Writes errors and progress. */
  readonly err: (text: string) => unknown;
  /** True when a person can be asked. */
  readonly isInteractive: boolean;
  /** True when results may be colored. */
  readonly color: boolean;
  /** Columns of the terminal, from 40 to 500. */
  readonly columns: number;
  /** Ends open-ended commands such as `tail --follow`. */
  readonly signal: AbortSignal;
}

/** Exit codes of commands; any other way of ending is a defect. */
export const EXIT = {
  /** Success. */
  done: 0,
  /** Findings or differences exist, or the engine refused. */
  findings: 1,
  /** The call is wrong, or a file or the store cannot be read. */
  usage: 2,
} as const;

/** An error that the user can fix: printed in one line, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
