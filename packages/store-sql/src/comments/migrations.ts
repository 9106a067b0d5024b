/** Migrations of their own for comment threads: they are often in another database than the approvals. */
import type { Migration } from '../schema/migrations.js';
import { ANNOTATIONS, type AnnotationNames, COMMENTS } from './schema.js';
import { splitThreads } from './split-threads.js';

export const ANNOTATION_MIGRATIONS: readonly Migration<AnnotationNames>[] = [
  {
    id: 1,
    name: 'the table of comment threads',
    breaking: true,
    statements: (dialect, { annotations }) => dialect.createTable(annotations, ANNOTATIONS),
  },
  {
    id: 2,
    name: 'a row for each comment',
    breaking: true,
    statements: (dialect, { comments }) => dialect.createTable(comments, COMMENTS),
    convert: splitThreads,
  },
];
