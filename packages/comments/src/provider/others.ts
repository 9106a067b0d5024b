/**
 * Requests of the providers beside that of comments. Each operation is a function or an endpoint,
 * as with comments.
 */
import type { Metadata, User } from '../record.js';
import type { ResolverConfig, ResolverResponse } from './config.js';

/** Users whose names are requested. */
export interface GetUserResolverRequest {
  readonly organizationId: string;
  /** 200 at most. */
  readonly userIds: readonly string[];
}

/**
 * Knows people: with it names and mail addresses are resolved when threads are shown, and kept in
 * none of them.
 */
export interface UserDataProvider {
  /** `data` is a map of userId to person; who is not in it is shown by their userId. */
  readonly get?: (
    request: GetUserResolverRequest,
  ) => Promise<ResolverResponse<Readonly<Record<string, User>>>>;
  /** Endpoints, timeouts and retries. */
  readonly config?: ResolverConfig;
}

/** Content of a reaction, notification or activity: everything that the service does not have. */
export interface PartialRecord {
  /** Its id. */
  readonly id: string;
  /** Place of the record. */
  readonly metadata: Metadata;
  readonly [field: string]: unknown;
}

/** Records by id. */
export type GetRecordsResponse = ResolverResponse<Readonly<Record<string, PartialRecord>>>;

interface RecordsOfDocuments {
  readonly organizationId: string;
  /** Documents that the records belong to. */
  readonly documentIds: readonly string[];
}

interface RecordWrite {
  /** Change that was made, as in `reaction.add`. */
  readonly event: string;
  /** Place of the record. */
  readonly metadata: Metadata;
  /** The same for every attempt of one write. */
  readonly writeId: string;
}

/** Reactions to read. */
export interface GetReactionResolverRequest extends RecordsOfDocuments {
  /** 200 at most. */
  readonly reactionAnnotationIds: readonly string[];
}

/** The reaction to write. */
export interface SaveReactionResolverRequest extends RecordWrite {
  /** The reaction, by its id. */
  readonly reactionAnnotation: Readonly<Record<string, PartialRecord>>;
}

/** The reaction to delete. */
export interface DeleteReactionResolverRequest extends RecordWrite {
  /** Its id. */
  readonly reactionAnnotationId: string;
}

/** Keeps what people react with: the icon, and who it was. */
export interface ReactionDataProvider {
  /** Reads content; `data` is a map of id to record. */
  readonly get?: (request: GetReactionResolverRequest) => Promise<GetRecordsResponse>;
  /** Writes content. */
  readonly save?: (request: SaveReactionResolverRequest) => Promise<ResolverResponse>;
  /** Deletes content; the repeat has to succeed. */
  readonly delete?: (request: DeleteReactionResolverRequest) => Promise<ResolverResponse>;
  /** Endpoints, timeouts and retries. */
  readonly config?: ResolverConfig;
}

/** Notifications to read. */
export interface GetNotificationResolverRequest extends RecordsOfDocuments {
  /** 200 at most. */
  readonly notificationIds: readonly string[];
}

/** The notification to delete. */
export interface DeleteNotificationResolverRequest extends RecordWrite {
  /** Its id. */
  readonly notificationId: string;
}

/**
 * Keeps the text of the host's own notifications; those about comments are made from the comments.
 */
export interface NotificationDataProvider {
  /** Reads content; `data` is a map of id to record. */
  readonly get?: (request: GetNotificationResolverRequest) => Promise<GetRecordsResponse>;
  /** Deletes content; the repeat has to succeed. */
  readonly delete?: (request: DeleteNotificationResolverRequest) => Promise<ResolverResponse>;
  /** Endpoints, timeouts and retries. */
  readonly config?: ResolverConfig;
}

/** Activities to read. */
export interface GetActivityResolverRequest extends RecordsOfDocuments {
  /** 200 at most. */
  readonly activityIds: readonly string[];
}

/** The activity to write. */
export interface SaveActivityResolverRequest extends RecordWrite {
  /** The activity, by its id. */
  readonly activity: Readonly<Record<string, PartialRecord>>;
}

/** Keeps what was done, in words: a log that is written once and never changed. */
export interface ActivityDataProvider {
  /** Reads content; `data` is a map of id to record. */
  readonly get?: (request: GetActivityResolverRequest) => Promise<GetRecordsResponse>;
  /** Writes content. */
  readonly save?: (request: SaveActivityResolverRequest) => Promise<ResolverResponse>;
  /** Endpoints, timeouts and retries. */
  readonly config?: ResolverConfig;
}

/** Place of a file. */
export interface AttachmentMetadata {
  readonly organizationId: string;
  readonly documentId: string;
  /** Id of the file. */
  readonly attachmentId: number;
  /** The thread that it is for. */
  readonly commentAnnotationId?: string;
}

/** A file for the customer's storage. */
export interface SaveAttachmentResolverRequest {
  /** The file, and what it is called. */
  readonly attachment: {
    readonly attachmentId: number;
    /**
     * An endpoint gets it as the part `file`, and the rest of the request as the part `request`.
     */
    readonly file: Blob;
    readonly name: string;
    readonly mimeType: string;
  };
  /** Place of the file. */
  readonly metadata: AttachmentMetadata;
  /** `attachment.add` */
  readonly event: string;
}

/** A file to delete. */
export interface DeleteAttachmentResolverRequest {
  /** Id of the file. */
  readonly attachmentId: number;
  /** Former place of the file. */
  readonly metadata: AttachmentMetadata;
  /** `attachment.delete` */
  readonly event: string;
}

/** Keeps files: the service learns their ids, with the comments that they are attached to. */
export interface AttachmentDataProvider {
  /** `data.url` says where the file is then. */
  readonly save?: (
    request: SaveAttachmentResolverRequest,
  ) => Promise<ResolverResponse<{ readonly url: string }>>;
  /** Deletes the file; the repeat has to succeed. */
  readonly delete?: (request: DeleteAttachmentResolverRequest) => Promise<ResolverResponse>;
  /** Endpoints, timeouts and retries. */
  readonly config?: ResolverConfig;
  /** The largest file in bytes; 26,214,400 (25 MiB) by default. */
  readonly maxBytes?: number;
}
