/** The table of comment threads, with migrations of its own: it is often in another database than the approvals. */
import type { TableShape } from '../sql/dialect.js';
import type { Migration } from '../schema/migrations.js';
import { placeOf } from '../schema/names.js';

export const DEFAULT_ANNOTATION_PREFIX = 'comment_';

export interface AnnotationNames {
  readonly annotations: string;
  readonly schema_migrations: string;
}

/** None of them is the name of a table of approvals, so that the prefixes may be the same. */
export function annotationNames(prefix: string, schema?: string): AnnotationNames {
  const place = placeOf(prefix, schema);
  return { annotations: `${place}annotations`, schema_migrations: `${place}annotation_migrations` };
}

/** `position` grows within an organization: a later thread has a higher one, by no clock. */
const ANNOTATIONS: TableShape = {
  columns: [
    { name: 'organization_id', type: 'reference' },
    { name: 'annotation_id', type: 'reference' },
    { name: 'revision', type: 'number' },
    { name: 'document_id', type: 'reference', nullable: true },
    { name: 'folder_id', type: 'reference', nullable: true },
    { name: 'position', type: 'number' },
    { name: 'body', type: 'text' },
  ],
  key: ['organization_id', 'annotation_id'],
  indexes: [
    { name: 'by_document', columns: ['organization_id', 'document_id'] },
    { name: 'by_folder', columns: ['organization_id', 'folder_id'] },
    { name: 'in_order', columns: ['organization_id', 'position'] },
  ],
};

export const ANNOTATION_MIGRATIONS: readonly Migration<AnnotationNames>[] = [
  {
    id: 1,
    name: 'the table of comment threads',
    breaking: true,
    statements: (dialect, { annotations }) => dialect.createTable(annotations, ANNOTATIONS),
  },
];
