/**
 * Migration 9: SQLite keeps at most a quarter of a page of a row in the index of its key, and what a commit has added to a log is
 * more: each row had a page of its own, which was written with it (docs/decisions/tuning.md).
 */
import type { Dialect } from '../sql/dialect.js';
import type { Names } from './names.js';
import { TABLES } from './tables.js';

export function wideCommits(dialect: Dialect, { commits }: Names): string[] {
  if (dialect.name !== 'sqlite') return [];
  const columns = Object.keys(TABLES.commits.columns).join(', ');
  return [
    `alter table ${commits} rename to ${commits}_narrow`,
    ...dialect.createTable(commits, TABLES.commits),
    `insert into ${commits} (${columns}) select ${columns} from ${commits}_narrow`,
    `drop table ${commits}_narrow`,
  ];
}
