/** Where the engine reports what no caller waits for. Any logger with these two methods will do. */
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
