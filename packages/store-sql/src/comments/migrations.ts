/**
 * Migrations of comment threads. They are separate because threads often live in another database.
 */
import type { Migration } from '../schema/migrations.js';
import { ANNOTATIONS, type AnnotationNames, COMMENTS } from './schema.js';

export const ANNOTATION_MIGRATIONS: readonly Migration<AnnotationNames>[] = [
  {
    id: 1,
    name: 'the tables of comment threads',
    breaking: true,
    statements: (dialect, { annotations, comments }) => [
      ...dialect.createTable(annotations, ANNOTATIONS),
      ...dialect.createTable(comments, COMMENTS),
    ],
  },
];
