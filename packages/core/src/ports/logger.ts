import { guarded } from '@org/approval-internal/guarded';

/**
 * Where the engine reports what no caller waits for. Any logger with these two methods will do. What it throws is said on the
 * console, and the work goes on.
 */
export interface Logger {
  /** Something that a host should know, and that stops nothing. */
  warn(message: string, details?: unknown): void;
  /** A fault that nobody is waiting for, and what was thrown. */
  error(message: string, details?: unknown): void;
}

/** Writes to the console. */
export const consoleLogger: Logger = {
  warn: (message, details) => console.warn(`[approval] ${message}`, details ?? ''),
  error: (message, details) => console.error(`[approval] ${message}`, details ?? ''),
};

/** The host's, whose faults fail nothing that it is told of, at once or later. */
export function guardedLogger(logger: Logger): Logger {
  const safely =
    (level: keyof Logger) =>
    (message: string, details?: unknown): void =>
      guarded(logger[level].bind(logger), (error) =>
        consoleLogger.error(`the logger of the host threw on "${message}"`, error),
      )(message, details);
  return { warn: safely('warn'), error: safely('error') };
}
