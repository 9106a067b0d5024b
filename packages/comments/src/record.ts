/**
 * The comment records of the source document: one thread is a comment annotation with its comments. Fields beside
 * the named ones are the host's own ("custom fields") or the service's (position, status and the like).
 */

/** A person. Everything but `userId` stays on the customer's infrastructure. */
export interface User {
  readonly userId: string;
  readonly name?: string;
  readonly email?: string;
  readonly [field: string]: unknown;
}

/** A file of a comment, under its attachmentId. Everything but `attachmentId` stays with the customer. */
export interface Attachment {
  readonly attachmentId: number;
  readonly name?: string;
  readonly url?: string;
  readonly [field: string]: unknown;
}

/** A person named in the text, and the words that name them. */
export interface TaggedUserContact {
  readonly userId: string;
  readonly contact?: User;
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** Where a thread belongs. Identifiers only: it goes to both sides. */
export interface Metadata {
  readonly apiKey?: string;
  readonly documentId?: string;
  readonly organizationId?: string;
  readonly folderId?: string;
  readonly [field: string]: unknown;
}

/** One message of a thread. Times are milliseconds since the epoch. */
export interface Comment {
  readonly commentId: number;
  readonly commentText?: string;
  readonly commentHtml?: string;
  readonly from?: User;
  readonly to?: readonly User[];
  readonly taggedUserContacts?: readonly TaggedUserContact[];
  readonly attachments?: Readonly<Record<string, Attachment>>;
  readonly createdAt?: number;
  readonly lastUpdated?: number;
  /** False on a comment whose content could not be had; the SDK's own, never written by the host. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A whole thread, as the UI shows it. */
export interface CommentAnnotation {
  readonly annotationId: string;
  readonly metadata: Metadata;
  /** By commentId. */
  readonly comments: Readonly<Record<string, Comment>>;
  readonly from?: User;
  readonly assignedTo?: User;
  readonly createdAt?: number;
  readonly lastUpdated?: number;
  /** False on a thread of which any content could not be had. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A thread as the service stores it: identifiers, structure and the custom fields that were not moved out. */
export interface StructuralAnnotation {
  readonly annotationId: string;
  readonly metadata: Metadata;
  readonly comments: Readonly<Record<string, StructuralComment>>;
  readonly lastUpdated?: number;
  /** True: the content is with the customer. */
  readonly isCommentResolverUsed?: boolean;
  /** True: the customer's store holds text. */
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

export interface StructuralComment {
  readonly commentId: number;
  readonly isCommentResolverUsed?: boolean;
  readonly isCommentTextAvailable?: boolean;
  readonly [field: string]: unknown;
}

/** A thread as the customer stores it: the content, and what it belongs to. */
export interface PartialCommentAnnotation {
  readonly annotationId: string;
  readonly metadata: Metadata;
  readonly comments: Readonly<Record<string, PartialComment>>;
  readonly [field: string]: unknown;
}

export interface PartialComment {
  readonly commentId: number;
  readonly commentText?: string;
  readonly commentHtml?: string;
  readonly from?: User;
  readonly to?: readonly User[];
  readonly taggedUserContacts?: readonly TaggedUserContact[];
  readonly attachments?: Readonly<Record<string, Attachment>>;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
