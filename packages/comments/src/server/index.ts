/** `@org/approval-comments/server`: the customer's backend, which keeps the content. */
export type { HttpHandler, HttpHeaders } from '../http/message.js';
export type { HandlerLimits } from '../http/json-handler.js';
export type {
  AnnotationPut,
  AnnotationQuery,
  AnnotationStore,
  StoredAnnotation,
} from '../store/annotation-store.js';
export { type AnnotationRecord, type SavedChange, applySave } from '../store/apply-save.js';
export { createMemoryAnnotationStore } from '../store/memory-store.js';
export { type CommentAccess, type CommentBackendOptions, createCommentBackend } from './backend.js';
