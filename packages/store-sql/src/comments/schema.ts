/** The tables of comment threads. */
import type { StoredRow } from '@org/approval-comments/server';
import { type Cells, json, number, orNull, reference } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';
import { qualifiedPrefix } from '../schema/names.js';

export const DEFAULT_ANNOTATION_PREFIX = 'comment_';

export interface AnnotationNames {
  readonly annotations: string;
  readonly comments: string;
  readonly schema_migrations: string;
}

/** No name equals that of an approval table, so the prefixes may be the same. */
export function annotationNames(prefix: string, schema?: string): AnnotationNames {
  const prefixed = qualifiedPrefix(prefix, schema);
  return {
    annotations: `${prefixed}annotations`,
    comments: `${prefixed}annotation_comments`,
    schema_migrations: `${prefixed}annotation_migrations`,
  };
}

/**
 * `position` grows within an organization, independent of any clock: a later thread has a higher
 * one.
 */
export const ANNOTATIONS = {
  columns: {
    organization_id: reference(),
    annotation_id: reference(),
    /** Counts the writes to the thread and its comments. */
    revision: number(),
    document_id: orNull(reference()),
    folder_id: orNull(reference()),
    position: number(),
    /** The thread without its comments. */
    body: json<StoredRow>(),
  },
  key: ['organization_id', 'annotation_id'],
  indexes: [
    { name: 'by_document', columns: ['organization_id', 'document_id'] },
    { name: 'by_folder', columns: ['organization_id', 'folder_id'] },
    { name: 'in_order', columns: ['organization_id', 'position'] },
  ],
} as const satisfies TableShape;

/** One row per comment, so the cost of a write does not depend on the thread's length. */
export const COMMENTS = {
  columns: {
    organization_id: reference(),
    annotation_id: reference(),
    comment_id: number(),
    body: json<StoredRow>(),
  },
  key: ['organization_id', 'annotation_id', 'comment_id'],
  indexes: [],
} as const satisfies TableShape;

/** A whole row of the table. */
export type AnnotationRow = Cells<(typeof ANNOTATIONS)['columns']>;
/** A whole row of the table. */
export type CommentRow = Cells<(typeof COMMENTS)['columns']>;
