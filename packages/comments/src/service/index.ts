/**
 * `@org/approval-comments/service`: the service's side, which stores structure and never content.
 */
export type { HttpHandler, HttpHeaders } from '@org/approval-internal/http';
export type { HandlerLimits } from '../http/json-handler.js';
export type { Caller, FieldChange } from '../access/access.js';
export type {
  AnnotationKey,
  AnnotationPage,
  AnnotationPut,
  AnnotationQuery,
  RevisionsQuery,
  AnnotationStore,
} from '../store/annotation-store.js';
export type { AnnotationRecord, StoredRow, StoredThread, ThreadSize } from '../store/rows.js';
export { createMemoryAnnotationStore } from '../store/memory-store.js';
export { createLocalService } from './local-service.js';
export type {
  CommentService,
  DeleteRequest,
  ListPage,
  ListRequest,
  ListedAnnotation,
  SaveRequest,
  Written,
} from './port.js';
export { type ServiceAccess, type ServiceHandlerOptions, createServiceHandler } from './service-handler.js';
