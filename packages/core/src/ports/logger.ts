import { guarded } from '@org/approval-internal/guarded';

/**
 * Reports of faults that no caller waits for, to any logger with these methods. Its own errors go
 * to the console, and the work goes on.
 */
export interface Logger {
  /** Logs a fact that a host should know, and that stops nothing. */
  warn(message: string, details?: unknown): void;
  /** Logs a fault that no caller waits for, with the error. */
  error(message: string, details?: unknown): void;
}

/** Writes to the console. */
export const consoleLogger: Logger = {
  warn: (message, details) => console.warn(`[approval] ${message}`, details ?? ''),
  error: (message, details) => console.error(`[approval] ${message}`, details ?? ''),
};

/** Returns the host's logger; its errors, immediate or later, have no effect. */
export function guardedLogger(logger: Logger): Logger {
  const safely =
    (level: keyof Logger) =>
    (message: string, details?: unknown): void =>
      guarded(logger[level].bind(logger), (error) =>
        consoleLogger.error(`the logger of the host threw on "${message}"`, error),
      )(message, details);
  return { warn: safely('warn'), error: safely('error') };
}
