/** The names of the tables: the only part of a statement that comes from an option of the host. */
import type { TableName } from './tables.js';

/** Names of the tables, and of the function or procedure that commits a batch. */
export type Names = Readonly<Record<TableName | 'schema_migrations' | 'commit', string>>;

export const NAME = /^[a-z][a-z0-9_]{0,30}$/;

export const DEFAULT_PREFIX = 'approval_';

/**
 * Prefix of each table's name, with its schema.
 *
 * @throws TypeError when a name could be anything but a plain identifier.
 */
export function qualifiedPrefix(prefix: string, schema?: string): string {
  for (const [what, name] of [
    ['tablePrefix', prefix],
    ['schema', schema],
  ] as const) {
    if (name !== undefined && !NAME.test(name))
      throw new TypeError(`${what} must match ${NAME.source}, not "${name}"`);
  }
  return `${schema === undefined ? '' : `${schema}.`}${prefix}`;
}

export const tableNames = (prefix: string, schema?: string): Names =>
  namesBehind(qualifiedPrefix(prefix, schema));

/** The names behind a prefix that is known to be a plain identifier, with its schema or without. */
export function namesBehind(prefixed: string): Names {
  return {
    definitions: `${prefixed}definitions`,
    definition_versions: `${prefixed}definition_versions`,
    executions: `${prefixed}executions`,
    steps: `${prefixed}steps`,
    commits: `${prefixed}commits`,
    jobs: `${prefixed}jobs`,
    deliveries: `${prefixed}deliveries`,
    idempotency_keys: `${prefixed}idempotency_keys`,
    inbox: `${prefixed}inbox`,
    absences: `${prefixed}absences`,
    parties: `${prefixed}parties`,
    feed: `${prefixed}feed`,
    feed_heads: `${prefixed}feed_heads`,
    subscriptions: `${prefixed}subscriptions`,
    links: `${prefixed}links`,
    permits: `${prefixed}permits`,
    standing_grants: `${prefixed}standing_grants`,
    triggers: `${prefixed}triggers`,
    listeners: `${prefixed}listeners`,
    host_events: `${prefixed}host_events`,
    schema_migrations: `${prefixed}schema_migrations`,
    commit: `${prefixed}commit`,
  };
}
