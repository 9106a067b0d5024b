/** `@org/approval-cli`: the command `approval`, as a function. */
import { ApprovalError } from '@org/approval-core';
import { printableOutput, undirected } from '@org/approval-internal/visible';
import { CommanderError } from 'commander';
import { CliError, EXIT, type Io } from './io.js';
import { programOf } from './program.js';

export type { Io } from './io.js';
export { EXIT } from './io.js';

/**
 * Runs one command and returns its exit code: 0 success, 1 findings or a refusal of the engine, 2 a
 * wrong call or an unreadable file or store. Throws for defects only.
 * @example
 * ```ts
 * import { run } from '@org/approval-cli';
 *
 * const printed: string[] = [];
 * const code = await run(['lint', '--help'], {
 *   cwd: '.',
 *   env: {},
 *   out: (text) => printed.push(text),
 *   err: () => undefined,
 *   isInteractive: false,
 *   color: false,
 *   columns: 100,
 *   signal: new AbortController().signal,
 * });
 * console.log(code, printed.join('').includes('--strict')); // → 0 true
 * ```
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.done;
  const program = programOf(withoutCommands(io), (it) => (code = it));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its own message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof ApprovalError) {
      io.err(`approval: ${error.status}: ${undirected(error.message)}\n`);
      return error.status === 'UNAVAILABLE' ? EXIT.usage : EXIT.findings;
    }
    if (error instanceof CliError || error instanceof RangeError || error instanceof TypeError) {
      io.err(`approval: ${undirected(error.message)}\n`);
      return EXIT.usage;
    }
    throw error;
  }
}

/** Names of files and texts of users cannot command the terminal. */
const withoutCommands = (io: Io): Io => ({
  ...io,
  out: (text) => io.out(printableOutput(text)),
  err: (text) => io.err(printableOutput(text)),
});
