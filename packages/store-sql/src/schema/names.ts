/** What the tables are called. Nothing else of a statement is put together from what a host says. */
import type { TableName } from './tables.js';

export type Names = Readonly<Record<TableName | 'schema_migrations', string>>;

export const NAME = /^[a-z][a-z0-9_]{0,30}$/;

export const DEFAULT_PREFIX = 'approval_';

/**
 * What stands in front of each table's name.
 *
 * @throws TypeError when a name could be anything but a plain identifier.
 */
export function placeOf(prefix: string, schema?: string): string {
  for (const [what, name] of [
    ['tablePrefix', prefix],
    ['schema', schema],
  ] as const) {
    if (name !== undefined && !NAME.test(name))
      throw new TypeError(`${what} must match ${NAME.source}, not "${name}"`);
  }
  return `${schema === undefined ? '' : `${schema}.`}${prefix}`;
}

export function tableNames(prefix: string, schema?: string): Names {
  const place = placeOf(prefix, schema);
  return {
    definitions: `${place}definitions`,
    definition_versions: `${place}definition_versions`,
    executions: `${place}executions`,
    steps: `${place}steps`,
    commits: `${place}commits`,
    jobs: `${place}jobs`,
    deliveries: `${place}deliveries`,
    idempotency_keys: `${place}idempotency_keys`,
    inbox: `${place}inbox`,
    absences: `${place}absences`,
    parties: `${place}parties`,
    feed: `${place}feed`,
    feed_heads: `${place}feed_heads`,
    subscriptions: `${place}subscriptions`,
    links: `${place}links`,
    permits: `${place}permits`,
    standing_grants: `${place}standing_grants`,
    schema_migrations: `${place}schema_migrations`,
  };
}
