/** Checks of options that several functions take. */
import { type Check, must, optional, timerMs, withMethods } from '@org/approval-internal/options';
import { NAME } from './schema/names.js';

/** A name of tables is put into statements: it must be a plain identifier. */
export const tableName: Check = optional(
  must(`a text that matches ${NAME.source}`, (value) => typeof value === 'string' && NAME.test(value)),
);

/** An object of a driver, which has these methods. */
export const ofDriver =
  (what: string, ...methods: readonly string[]): Check =>
  (value, name) =>
    withMethods(...methods)(value, name).map((fault) => `${fault}: give ${what}`);

export const logger: Check = optional(withMethods('warn', 'error'));

/** Deadlines of a database at the other end of a network. */
export const deadlines = {
  statementTimeoutMs: optional(timerMs),
  transactionTimeoutMs: optional(timerMs),
} as const;
