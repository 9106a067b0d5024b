/** The store in memory: for tests and for trying things out; nothing outlives the process. */
import type { AnnotationQuery, AnnotationStore, StoredAnnotation } from './annotation-store.js';

export function createMemoryAnnotationStore(): AnnotationStore {
  /** By organization, then by annotationId; in the order in which threads were made. */
  const organizations = new Map<string, Map<string, StoredAnnotation>>();

  return {
    find: async (query) => {
      const rows = organizations.get(query.organizationId) ?? new Map<string, StoredAnnotation>();
      // Copies: whoever reads may change what they got.
      return structuredClone([...rows.values()].filter((row) => matches(row, query)));
    },
    put: async ({ organizationId, annotationId, revision, record }) => {
      const rows = organizations.get(organizationId) ?? new Map<string, StoredAnnotation>();
      if ((rows.get(annotationId)?.revision ?? 0) !== revision) return 'conflict';
      organizations.set(organizationId, rows);
      if (record === null) rows.delete(annotationId);
      else rows.set(annotationId, structuredClone({ record, revision: revision + 1 }));
      return 'committed';
    },
  };
}

function matches({ record }: StoredAnnotation, query: AnnotationQuery): boolean {
  const { annotationIds, documentIds, folderId } = query;
  const { documentId } = record.metadata;
  return (
    (annotationIds?.includes(record.annotationId) ?? true) &&
    (documentIds?.some((it) => it === documentId) ?? true) &&
    (folderId === undefined || record.metadata.folderId === folderId)
  );
}
