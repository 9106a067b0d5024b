/** `@org/approval-comments/server`: the customer's backend, which keeps the content. */
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
export { InvalidCursorError } from '@org/approval-internal/thread-pages';
export type { Applied, ThreadPut } from '../store/applied.js';
export { applyChange } from '../store/apply-change.js';
export { type SavedChange, type ThreadChange, changeOf } from '../store/change.js';
export { createMemoryAnnotationStore } from '../store/memory-store.js';
export {
  type AnnotationRecord,
  type StoredRow,
  type StoredThread,
  type ThreadSize,
  recordOf,
} from '../store/rows.js';
export type { Account, AccountsOf } from './accounts.js';
export { type CommentBackendOptions, createCommentBackend } from './backend.js';
export type { CommentAccess } from './operations.js';
export { type RecordBackendOptions, createRecordBackend } from './record-backend.js';
export { type AttachmentBackendOptions, createAttachmentBackend } from './attachment-backend.js';
export { type BlobKey, type BlobStore, type StoredBlob, createMemoryBlobStore } from './blob-store.js';
export { type ErasedPerson, type PersonToErase, erasePerson } from './erase.js';
export { threadLoader } from './thread-loader.js';
