/** The service over a store of this process: for tests, and for hosts that run both sides themselves. */
import { type AnnotationStore, deleteFrom, saveInto } from '../store/annotation-store.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import type { StructuralAnnotation } from '../record.js';
import type { CommentService } from './port.js';

/** @param store keeps the structural records; in memory by default. */
export function createLocalService(store: AnnotationStore = createMemoryAnnotationStore()): CommentService {
  return {
    list: async (query) => (await store.find(query)).map(({ record }) => record as StructuralAnnotation),
    save: ({ organizationId, ...change }) => saveInto(store, organizationId, change),
    delete: ({ organizationId, annotationId }) => deleteFrom(store, organizationId, annotationId),
  };
}
