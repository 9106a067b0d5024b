/** Reads the changes of a save, in the same way on both sides (contract section 16). Pure. */
import { type Fields, IDENTITY_FIELDS, isObject } from '../record.js';
import type { AnnotationRecord } from './rows.js';

/** A save as it arrives. */
export interface SavedChange {
  /**
   * The thread with what is changed in it. Beside a `commentId`, other comments are an older view
   * of them; without one they are added where they are not there.
   */
  readonly annotation: AnnotationRecord;
  /** Event of the save, as in `comment.add`; without it, nothing is overwritten. */
  readonly event?: string | undefined;
  readonly commentId?: number | undefined;
  /** The fields that the write is about; all that are sent when it does not say. */
  readonly changedFields?: readonly string[] | undefined;
  /** The thread's revision that the writer saw; without it nothing is known to be newer. */
  readonly revision?: number | undefined;
  /** The same for every attempt of one write. */
  readonly writeId?: string | undefined;
  /**
   * The writeId of an add that failed for its writer, and is taken back: what it wrote goes, and
   * what is still on its way is not taken any more. Nothing happens where something else was
   * written since.
   */
  readonly withdraws?: string | undefined;
  /**
   * Marks of the changed fields that the customer's side alone has (`marksOf`): the service keeps
   * when each was written last, and neither its name nor its value.
   */
  readonly contentMarks?: readonly string[] | undefined;
  /**
   * Only for the service: the revision of the customer's side that this write made there. The
   * service keeps up to which of them it has every write.
   */
  readonly customerRevision?: number | undefined;
}

export type RowChange =
  | { readonly kind: 'add'; readonly record: Fields }
  | {
      readonly kind: 'update';
      /** New values of fields. */
      readonly set: Fields;
      /** Fields that are taken away; 'others': all that are not set. */
      readonly unset: readonly string[] | 'others';
    }
  | { readonly kind: 'delete' }
  /**
   * A comment that a write brings along without saying anything of it: made if it is not there, and
   * left if it is.
   */
  | { readonly kind: 'seen'; readonly record: Fields };

/** A save, taken apart: what becomes of the thread's own row and of which comments. */
export interface ThreadChange {
  readonly annotationId: string;
  /** Place of the thread. */
  readonly metadata: Fields;
  /** Change of the thread; null: only its time. */
  readonly thread: RowChange | null;
  /** Changes of comments, by commentId. */
  readonly comments: ReadonlyMap<string, RowChange>;
  /** Time of the change, in ms since the epoch; null: the save does not say it. */
  readonly lastUpdated: number | null;
  /** The thread's revision that the writer saw; undefined: nothing is known to be newer. */
  readonly revision: number | undefined;
  /** Id of the write, the same for every attempt of it; undefined: it has none. */
  readonly writeId: string | undefined;
  /** userId of the writer; null: a process that may write for everyone. */
  readonly by: string | null;
  /** The add that is taken back; undefined: none is, this is a write like others. */
  readonly withdraws: string | undefined;
  /** Marks of the fields that change at the customer's side alone, of what the write is about. */
  readonly contentMarks: readonly string[];
  /** Revision of the customer's side that the write made there; undefined: it is not said. */
  readonly customerRevision: number | undefined;
}

/** The writer of a save. */
export interface Writer {
  readonly userId: string;
  readonly isSystem?: boolean;
}

/** Events about one comment, which a save cannot be about without saying which. */
export const needsComment = (event: string | undefined): boolean =>
  event === 'comment.update' || event === 'comment.delete';

/**
 * Takes a save apart into what it changes, which `applyChange` then makes of what is stored. Pure.
 * @throws TypeError for a `comment.update` or `comment.delete` without a `commentId`.
 */
export function changeOf(saved: SavedChange, writer: Writer | null = null): ThreadChange {
  const { annotation, revision, writeId, withdraws, contentMarks = [], customerRevision } = saved;
  const { annotationId, metadata, comments, ...fields } = annotation;
  const { lastUpdated } = fields;
  return {
    annotationId,
    metadata,
    thread: threadChangeOf(saved, { metadata, ...fields }),
    comments: commentChangesOf(saved, comments),
    lastUpdated: typeof lastUpdated === 'number' ? lastUpdated : null,
    revision,
    writeId,
    by: writer === null || writer.isSystem === true ? null : writer.userId,
    withdraws,
    contentMarks,
    customerRevision,
  };
}

/**
 * A save that does not say what it does can be taken for what makes things only: it overwrites
 * nothing.
 */
const isThreadAdd = ({ event = 'comment_annotation.add' }: SavedChange): boolean =>
  event === 'comment_annotation.add';

function threadChangeOf(saved: SavedChange, fields: Fields): RowChange | null {
  if (saved.withdraws !== undefined) return saved.commentId === undefined ? { kind: 'delete' } : null;
  if (isThreadAdd(saved)) return { kind: 'add', record: fields };
  if (saved.commentId !== undefined || saved.event === 'comment.add') return null;
  const { metadata: _metadata, ...own } = fields;
  return updateOf(own, saved.changedFields ?? Object.keys(own));
}

function commentChangesOf(saved: SavedChange, comments: Fields): ReadonlyMap<string, RowChange> {
  const { event, commentId, changedFields, withdraws } = saved;
  if (withdraws !== undefined) {
    const keys = commentId === undefined ? Object.keys(comments) : [String(commentId)];
    return new Map(keys.map((key) => [key, { kind: 'delete' }]));
  }
  if (isThreadAdd(saved)) return new Map(Object.entries(comments).map(([key, it]) => [key, addOf(it)]));
  if (commentId === undefined) return unnamedOf(event, comments);
  const key = String(commentId);
  if (event === 'comment.delete') return new Map([[key, { kind: 'delete' }]]);
  const sent = Object.hasOwn(comments, key) ? comments[key] : undefined;
  if (!isObject(sent)) return new Map([[key, { kind: 'update', set: {}, unset: [] }]]);
  if (event === 'comment.add') return new Map([[key, addOf(sent)]]);
  const { commentId: _id, ...fields } = sent;
  const update: RowChange = changedFields
    ? updateOf(fields, changedFields)
    : { kind: 'update', set: sent, unset: 'others' };
  return new Map([[key, update]]);
}

/** Comments of a save that names none of them: none is left out. */
function unnamedOf(event: string | undefined, comments: Fields): ReadonlyMap<string, RowChange> {
  if (needsComment(event)) throw new TypeError(`${event}: say which comment it is, with commentId`);
  const kind = event === 'comment.add' ? 'add' : 'seen';
  return new Map(Object.entries(comments).map(([key, it]) => [key, { kind, record: recordOf(it) }]));
}

const addOf = (comment: unknown): RowChange => ({ kind: 'add', record: recordOf(comment) });

const recordOf = (comment: unknown): Fields => (isObject(comment) ? comment : {});

function updateOf(fields: Fields, changed: readonly string[]): RowChange {
  const named = Object.entries(fields).filter(([name]) => changed.includes(name));
  return {
    kind: 'update',
    set: Object.fromEntries(named),
    unset: changed.filter((name) => !Object.hasOwn(fields, name) && !IDENTITY_FIELDS.includes(name)),
  };
}
