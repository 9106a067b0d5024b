/** `@org/approval-comments`: the client, for browsers and Node. */
export { type Clock, systemClock } from './clock.js';
export {
  type CommentsClient,
  type CommentsClientOptions,
  type NewComment,
  type ReadRequest,
  type RecordsApi,
  createCommentsClient,
} from './client/client.js';
export type { NewAttachment, OldAttachment } from './client/attachments.js';
export type { NewRecord, RecordItem } from './client/records.js';
export type { DataProviderListener, Logger } from './client/emitter.js';
export { newCommentId } from './client/ids.js';
export type { HalfDone, ReconcileRequest } from './client/reconcile.js';
export { type CommentNotification, notificationsFor } from './client/notifications.js';
export type { Identity } from './client/identity.js';
export type { DocumentChoice } from './client/session.js';
export { type CustomFields, customFieldsOf } from './content/custom-fields.js';
export { merge } from './content/merge.js';
export { type StrippedAnnotation, strip } from './content/strip.js';
export {
  AttemptError,
  type AttemptFailure,
  CommentNotFoundError,
  CommentsSetupError,
  type ConflictDetails,
  ConflictError,
  ContentMissingError,
  type OperationName,
  type ProviderKind,
  ResolverError,
  ServiceError,
} from './errors.js';
export type {
  CommentResolverModuleName,
  DataProviderEvent,
  DataProviderEventName,
  DataProviderEventPayload,
} from './provider/events.js';
export type {
  ActivityDataProvider,
  AttachmentDataProvider,
  AttachmentMetadata,
  DeleteAttachmentResolverRequest,
  DeleteNotificationResolverRequest,
  DeleteReactionResolverRequest,
  GetActivityResolverRequest,
  GetNotificationResolverRequest,
  GetReactionResolverRequest,
  GetRecordsResponse,
  GetUserResolverRequest,
  NotificationDataProvider,
  PartialRecord,
  ReactionDataProvider,
  SaveActivityResolverRequest,
  SaveAttachmentResolverRequest,
  SaveReactionResolverRequest,
  UserDataProvider,
} from './provider/others.js';
export type {
  CommentDataProvider,
  CommentEvent,
  DataProviders,
  DeleteCommentResolverRequest,
  GetCommentResolverRequest,
  GetCommentResolverResponse,
  SaveCommentResolverRequest,
} from './provider/provider.js';
export type { EndpointConfig, ResolverConfig, ResolverResponse, RetryConfig } from './provider/config.js';
export type {
  Attachment,
  Comment,
  CommentAnnotation,
  Fields,
  Metadata,
  PartialComment,
  PartialCommentAnnotation,
  RecordKind,
  StructuralAnnotation,
  StructuralComment,
  TaggedUserContact,
  User,
} from './record.js';
export { type HttpServiceOptions, createHttpService } from './service/http-service.js';
export type {
  CommentService,
  DeleteRequest,
  ListPage,
  ListRequest,
  ListedAnnotation,
  SaveRequest,
  Written,
} from './service/port.js';
