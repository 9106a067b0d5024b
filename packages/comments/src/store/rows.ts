/** A stored thread, on both sides: its own row, and one for each comment. Everything is JSON. */
import type { Fields } from '../record.js';

/** Counted with each write. */
export interface ThreadSize {
  /** Rows of comments, tombstones included. */
  readonly comments: number;
  /** Characters of all rows, as JSON. */
  readonly characters: number;
}

/** Revisions of the customer's side whose writes have come to the service too. */
export interface Landed {
  /** All of them up to this one. */
  readonly to: number;
  /** Some later ones, in ascending order: an earlier one is still on its way, or never comes. */
  readonly beyond: readonly number[];
}

/** The thread's own fields, or a comment. */
export interface StoredRow {
  /**
   * Without its comments, if it is a thread. Of what was deleted there are identifiers left, and no
   * words.
   */
  readonly record: Fields;
  /** True: a tombstone, so that no write brings back what was deleted. */
  readonly isDeleted?: boolean;
  /** The thread's revision when this row was last written. */
  readonly revision: number;
  /** The row's revision before that write; 0: it was new. */
  readonly before: number;
  /**
   * Revision of the thread at the last write of each field, which an older view may not overwrite.
   */
  readonly stamps: Readonly<Record<string, number>>;
  /** The last writes to this row, newest first: one of them that comes again is known. */
  readonly writeIds: readonly string[];
  /**
   * Time of the server when the row was made, in ms since the epoch; absent in rows of earlier
   * versions.
   */
  readonly at?: number;
  /**
   * Id of the write that made the row: taken back, it takes the fields that no other write has set
   * since.
   */
  readonly madeBy?: string;
  /**
   * Ids of the adds that said each field of the thread, or the comment as a whole (`*`), while no
   * change came after them. A field goes when each of them is taken back. Absent in rows of earlier
   * versions.
   */
  readonly said?: Readonly<Record<string, readonly string[]>>;
  /** userId of the last writer of each field of the thread's own row. */
  readonly writers?: Readonly<Record<string, string>>;
  /** Writes of the customer's side that the service has, in the thread's own row of the service. */
  readonly landed?: Landed;
  /**
   * Size of the thread, in its own row; absent where it was last written before sizes were counted.
   */
  readonly size?: ThreadSize;
}

/** A thread as it is stored, with rows of its comments. */
export interface StoredThread {
  readonly annotationId: string;
  /** Counts the writes to the thread and its comments, from 1. */
  readonly revision: number;
  /** The row of the thread's own fields. */
  readonly thread: StoredRow;
  /** Rows by commentId. `load` gives those that were asked for, `find` all. */
  readonly comments: Readonly<Record<string, StoredRow>>;
}

/** The thread as one record, without what was deleted; null when that is the thread itself. */
export function recordOf({ annotationId, thread, comments }: StoredThread): AnnotationRecord | null {
  if (thread.isDeleted === true) return null;
  const living = Object.entries(comments).filter(([, it]) => it.isDeleted !== true);
  const { metadata } = thread.record;
  return {
    ...thread.record,
    annotationId,
    metadata: metadata as Fields,
    comments: Object.fromEntries(living.map(([key, it]) => [key, it.record])),
  };
}

/** A thread with its comments, of either kind. */
export interface AnnotationRecord extends Fields {
  readonly annotationId: string;
  /** Place of the thread. */
  readonly metadata: Fields;
  /** Comments of the thread, by commentId. */
  readonly comments: Fields;
}
