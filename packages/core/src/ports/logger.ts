/** Where the engine reports what no caller waits for. Any logger with these two methods will do. */
export interface Logger {
  warn(message: string, details?: unknown): void;
  error(message: string, details?: unknown): void;
}

export const consoleLogger: Logger = {
  warn: (message, details) => console.warn(`[approval] ${message}`, details ?? ''),
  error: (message, details) => console.error(`[approval] ${message}`, details ?? ''),
};
