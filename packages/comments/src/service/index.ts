/** `@org/approval-comments/service`: the service's side, which stores structure and never content. */
export type { HttpHandler, HttpHeaders } from '../http/message.js';
export type { HandlerLimits } from '../http/json-handler.js';
export {
  type AnnotationPut,
  type AnnotationQuery,
  type AnnotationStore,
  type StoredAnnotation,
} from '../store/annotation-store.js';
export { type AnnotationRecord, type SavedChange, applySave } from '../store/apply-save.js';
export { createMemoryAnnotationStore } from '../store/memory-store.js';
export { createLocalService } from './local-service.js';
export type { CommentService, DeleteRequest, ListRequest, SaveRequest } from './port.js';
export { type ServiceAccess, type ServiceHandlerOptions, createServiceHandler } from './service-handler.js';
