/** Migration 7: a row of the feed can hold several events of a commit. Rows that are there hold one each, as before. */
import type { Dialect } from '../sql/dialect.js';
import type { Names } from './names.js';
import { TABLES } from './tables.js';

/** Where the column is there already, `applyMigrations` goes on. */
export const feedOfCommits = (dialect: Dialect, { feed }: Names): string[] => [
  `alter table ${feed} add column ${dialect.definition({ name: 'earlier', ...TABLES.feed.columns.earlier })}`,
];
