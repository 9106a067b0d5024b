/** Checks of options that several functions take. */
import { type Check, must, optional, timerMs, withMethods } from '@org/approval-internal/options';
import { NAME } from './schema/names.js';

/** A table name becomes part of statements: it must be a plain identifier. */
export const tableName: Check = optional(
  must(`a string that matches ${NAME.source}`, (value) => typeof value === 'string' && NAME.test(value)),
);

/** An object of a driver that has these methods. */
export const ofDriver =
  (what: string, ...methods: readonly string[]): Check =>
  (value, name) =>
    withMethods(...methods)(value, name).map((fault) => `${fault}: give ${what}`);

export const logger: Check = optional(withMethods('warn', 'error'));

/** Deadlines of a database behind a network. */
export const deadlines = {
  statementTimeoutMs: optional(timerMs),
  transactionTimeoutMs: optional(timerMs),
} as const;
