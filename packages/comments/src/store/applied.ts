/** Results of a change to a stored thread, and the rules that changes and withdrawals share. */
import type { Fields } from '../record.js';
import type { StoredRow, StoredThread } from './rows.js';

/** Reason why a write was refused. */
export type ConflictReason =
  /** It is deleted, for good. */
  | 'deleted'
  /** Another write has changed the same since; or another comment has that id. */
  | 'changed'
  /** The thread or comment does not exist. */
  | 'missing';

export interface Conflict {
  readonly reason: ConflictReason;
  /** Null: the thread itself. */
  readonly commentId: number | null;
}

/** Result of a change to a stored thread. */
export type Applied =
  | {
      /**
       * `written`: there is something to store. `unchanged`: there is nothing to write, because the
       * same write came before, or another one made the same change. `conflict`: the change is
       * refused.
       */
      readonly outcome: 'written';
      /** Rows to store. */
      readonly put: ThreadPut;
      /** The revision of what was written, before the write; 0: it was new. */
      readonly previous: number;
    }
  | {
      readonly outcome: 'unchanged';
      /** The thread's revision, which stays; 0: the thread does not exist. */
      readonly revision: number;
      readonly previous: number;
    }
  | {
      readonly outcome: 'conflict';
      /** Reason of the refusal, and its row. */
      readonly conflict: Conflict;
    };

/** Rows of a thread to store. Other rows stay. */
export interface ThreadPut {
  readonly annotationId: string;
  /** Null: the thread's own row stays, but for its revision. */
  readonly thread: StoredRow | null;
  /** Rows of the comments that are written, by commentId. */
  readonly comments: Readonly<Record<string, StoredRow>>;
  /** True: the rows of its other comments go. */
  readonly dropComments?: boolean;
}

/**
 * Times and flags are about the last write: the latest is right, regardless of what its writer saw.
 */
export const FOLLOWING: readonly string[] = [
  'lastUpdated',
  'editedAt',
  'isCommentResolverUsed',
  'isCommentTextAvailable',
];
/** Fields of times: the latest value is right. */
export const TIMES: readonly string[] = ['createdAt', ...FOLLOWING];
/** The person who made a thread first stays its maker. */
export const OF_THE_FIRST: readonly string[] = ['from', 'metadata', ...TIMES];

const MOST_WRITE_IDS = 16;

/**
 * True: this writer may make a comment under that id. No comment has it, and its tombstone, if any,
 * is for a comment that was withdrawn, or that another person deleted before it came.
 */
export const isOpen = (row: StoredRow | undefined, by: string | null): boolean =>
  row === undefined ||
  (row.isDeleted === true &&
    (row.record.withdrawn === true || (row.record.by !== undefined && row.record.by !== by)));

/** Write ids of a row with a new one first; only the newest are kept. */
export const withWriteId = (known: readonly string[], writeId: string | undefined): readonly string[] =>
  (writeId === undefined ? known : [writeId, ...known]).slice(0, MOST_WRITE_IDS);

/** Returns the identifiers of a thread's metadata, so that a repeat can be allowed or not. */
export function identifiersOf(metadata: Fields): Fields {
  const { organizationId, documentId, folderId } = metadata;
  const known = Object.entries({ organizationId, documentId, folderId });
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

/** Name of the stamp that counts for every field. */
export const ANY_FIELD = '*';

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

export const tombstone = (
  row: StoredRow | undefined,
  record: Fields,
  { next, writeId }: { readonly next: number; readonly writeId: string | undefined },
): StoredRow => ({
  record,
  isDeleted: true,
  revision: next,
  before: row?.revision ?? 0,
  stamps: {},
  writeIds: withWriteId(row?.writeIds ?? [], writeId),
});

export const isKnown = (row: StoredRow, writeId: string | undefined): boolean =>
  writeId !== undefined && row.writeIds.includes(writeId);

/**
 * A repeat of the row's last write gets the same result; any other repeat may have more to read.
 */
export const unchanged = (
  { revision }: StoredThread,
  row: StoredRow | undefined,
  writeId: string | undefined,
): Applied =>
  row !== undefined && writeId !== undefined && row.writeIds[0] === writeId
    ? { outcome: 'unchanged', revision: row.revision, previous: row.before }
    : { outcome: 'unchanged', revision, previous: revision };
