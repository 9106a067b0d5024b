/**
 * The comment records of the source document: one thread is a comment annotation with its comments.
 * Fields beside the named ones are the host's own ("custom fields") or the service's (position,
 * status and the like).
 */

/** A person. Everything but `userId` stays on the customer's infrastructure. */
export interface User {
  readonly userId: string;
  /** Name to show; content. */
  readonly name?: string;
  /** Mail address; content. */
  readonly email?: string;
  readonly [field: string]: unknown;
}

/**
 * A file of a comment, under its attachmentId. Everything but `attachmentId` stays with the
 * customer.
 */
export interface Attachment {
  /** Id of the attachment. */
  readonly attachmentId: number;
  /** Name of the file; content. */
  readonly name?: string;
  /** URL of the file; content. */
  readonly url?: string;
  readonly [field: string]: unknown;
}

/** A person named in the text, and the words that name them. */
export interface TaggedUserContact {
  readonly userId: string;
  /** Person who was named. */
  readonly contact?: User;
  /** The text that names them; content. */
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** Place of a thread. Identifiers only: it goes to both sides. */
export interface Metadata {
  /** Key of the service. */
  readonly apiKey?: string;
  readonly documentId?: string;
  readonly organizationId?: string;
  /** Folder that the document is in. */
  readonly folderId?: string;
  readonly [field: string]: unknown;
}

/** One message of a thread. Times are milliseconds since the epoch. */
export interface Comment {
  readonly commentId: number;
  /** Words as plain text; content. */
  readonly commentText?: string;
  /** Words as HTML; content. */
  readonly commentHtml?: string;
  /** Author. */
  readonly from?: User;
  /** People to whom it is addressed. */
  readonly to?: readonly User[];
  /** People named in it. */
  readonly taggedUserContacts?: readonly TaggedUserContact[];
  /** Files, by attachmentId. */
  readonly attachments?: Readonly<Record<string, Attachment>>;
  /** Time at which it was written, in ms since the epoch. */
  readonly createdAt?: number;
  /** Time of the last change, in ms since the epoch. */
  readonly lastUpdated?: number;
  /**
   * Time of the service when it stored it first, which orders comments; absent until it is listed.
   */
  readonly storedAt?: number;
  /**
   * False on a comment whose content could not be had; the SDK's own, never written by the host.
   */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A whole thread, as the UI shows it. */
export interface CommentAnnotation {
  readonly annotationId: string;
  /** Place of the thread. */
  readonly metadata: Metadata;
  /** Comments by commentId. */
  readonly comments: Readonly<Record<string, Comment>>;
  /** Person who began it. */
  readonly from?: User;
  /** Person who has to deal with it. */
  readonly assignedTo?: User;
  /** Time at which it was begun, in ms since the epoch. */
  readonly createdAt?: number;
  /** Time of the last change, in ms since the epoch. */
  readonly lastUpdated?: number;
  /** Time of the service when it stored it first; absent until it is listed. */
  readonly storedAt?: number;
  /** False on a thread of which any content could not be had. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/**
 * A thread as the service stores it: identifiers, structure and the custom fields that were not
 * moved out.
 */
export interface StructuralAnnotation {
  readonly annotationId: string;
  /** Place of the thread. */
  readonly metadata: Metadata;
  /** Structure of its comments, by commentId. */
  readonly comments: Readonly<Record<string, StructuralComment>>;
  /** Time of the last change, in ms since the epoch. */
  readonly lastUpdated?: number;
  /** True: the content is with the customer. */
  readonly isCommentResolverUsed?: boolean;
  /** True: the customer's store holds text. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A comment as the service knows it: ids and custom fields, no words. */
export interface StructuralComment {
  readonly commentId: number;
  /** Its content is with the customer. */
  readonly isCommentResolverUsed?: boolean;
  /** True if the customer's store holds text of it. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A thread as the customer stores it: the content, and what it belongs to. */
export interface PartialCommentAnnotation {
  readonly annotationId: string;
  /** Place of the thread. */
  readonly metadata: Metadata;
  /** Content of its comments, by commentId. */
  readonly comments: Readonly<Record<string, PartialComment>>;
  readonly [field: string]: unknown;
}

/** A comment's content, as the customer keeps it. */
export interface PartialComment {
  readonly commentId: number;
  /** Words as plain text. */
  readonly commentText?: string;
  /** Words as HTML. */
  readonly commentHtml?: string;
  /** Author. */
  readonly from?: User;
  /** People to whom it is addressed. */
  readonly to?: readonly User[];
  /** People named in it. */
  readonly taggedUserContacts?: readonly TaggedUserContact[];
  /** Files, by attachmentId. */
  readonly attachments?: Readonly<Record<string, Attachment>>;
  readonly [field: string]: unknown;
}

/** Any fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fields that identify a record: no change is about these, or a thread would be taken out of its
 * document.
 */
export const IDENTITY_FIELDS: readonly string[] = ['annotationId', 'metadata', 'comments', 'commentId'];

/**
 * Annotations of the service that are not threads, but records with their own provider; their
 * `type` says so.
 */
export const RECORD_TYPES = ['reaction', 'notification', 'activity'] as const;

/** A kind of record that is not a thread. */
export type RecordKind = (typeof RECORD_TYPES)[number];
