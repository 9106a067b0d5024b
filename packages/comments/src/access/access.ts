/** Arguments of a host's `authorize`, on both sides. */
import type { HttpHeaders } from '@org/approval-internal/http';
import { canonical } from '../content/canonical.js';
import { BadRequest } from '../http/json-body.js';
import { type Fields, isObject } from '../record.js';
import { isOpen } from '../store/applied.js';
import type { RowChange, ThreadChange } from '../store/change.js';
import type { StoredRow, StoredThread } from '../store/rows.js';

/** The caller, as the host knows it from the request's headers. */
export interface Caller {
  readonly userId: string;
  /** May change and delete what others wrote; not in their name. */
  readonly moderates?: boolean;
  /**
   * A process of the host's own, such as the approval bridge or an import: held to none of the
   * rules on authors.
   */
  readonly isSystem?: boolean;
}

/** One field that a write would change. */
export interface FieldChange {
  /** Null: of the thread itself. */
  readonly commentId: number | null;
  /** Name of the field. */
  readonly name: string;
  /** Undefined: it is not there. */
  readonly before: unknown;
  /** Undefined: it is taken away. */
  readonly after: unknown;
}

/**
 * Arguments of `authorize`. For reads it is asked once for each document; of a write once, and once
 * more where the thread as it is stored names another document than the request.
 */
export interface Access<Operation extends string> {
  readonly operation: Operation;
  readonly caller: Caller;
  /** Organization that the request names. Only the host knows if the caller belongs to it. */
  readonly organizationId: string;
  /**
   * Document as stored, also of a thread that was deleted; as the request says it, of one that is
   * not there. Null: none.
   */
  readonly documentId: string | null;
  /** `comment.add` and so on; null for reads, and where a write does not say. */
  readonly event: string | null;
  /** Null for reads. */
  readonly annotationId: string | null;
  /** The comment that is written; null for reads, and for the thread itself. */
  readonly commentId: number | null;
  /**
   * Author of that comment, or maker of the thread, as it is stored; null: none yet, or it is gone.
   */
  readonly authorId: string | null;
  /** Changes that a save would make; empty for reads and deletes. */
  readonly changes: readonly FieldChange[];
  /** Headers of the request, with names in lower case: cookies, tokens. */
  readonly headers: HttpHeaders;
}

export interface AccessOptions<Operation extends string> {
  /**
   * Returns the caller; null or undefined for an unknown one, who may do nothing. Any other value
   * is 500.
   */
  readonly callerOf: (headers: HttpHeaders, organizationId: string) => Caller | null | Promise<Caller | null>;
  /** Returns true if the caller may do it, else false. Any other value is 500. */
  readonly authorize: (access: Access<Operation>) => boolean | Promise<boolean>;
}

export type Asked<Operation extends string> = Pick<
  Access<Operation>,
  'operation' | 'organizationId' | 'headers'
>;

/** @throws BadRequest 403; Error for what names nobody, and is not null. */
export async function callerOf<Operation extends string>(
  options: AccessOptions<Operation>,
  { headers, organizationId, operation }: Asked<Operation>,
): Promise<Caller> {
  // A session that is not there is undefined, as a Map gives it.
  const caller = (await options.callerOf(headers, organizationId)) ?? null;
  if (caller === null) throw refused(operation);
  const given: unknown = caller;
  if (isObject(given) && typeof given.userId === 'string' && given.userId !== '') return caller;
  throw new TypeError(
    'callerOf must give { userId } with a string that is not empty, or null for an unknown caller',
  );
}

/**
 * Nothing is open by accident: what is neither true nor false says nothing. @throws Error for it.
 */
async function isAllowed<Operation extends string>(
  { authorize }: Pick<AccessOptions<Operation>, 'authorize'>,
  access: Access<Operation>,
): Promise<boolean> {
  const answer: unknown = await authorize(access);
  if (typeof answer === 'boolean') return answer;
  if (answer === undefined || answer === null) return false;
  throw new TypeError(`authorize must give true or false, and gave ${typeof answer}`);
}

/** @throws BadRequest 403 unless it may be done in each of the documents. */
export async function allow<Operation extends string>(
  options: AccessOptions<Operation>,
  access: Omit<Access<Operation>, 'documentId'>,
  documents: readonly (string | null)[],
): Promise<void> {
  for (const documentId of new Set(documents))
    if (!(await isAllowed(options, { ...access, documentId }))) throw refused(access.operation);
}

/** Returns those of the documents that may be read. */
export async function readable<Operation extends string>(
  options: AccessOptions<Operation>,
  asked: Asked<Operation>,
  caller: Caller,
  documents: Iterable<string | null>,
): Promise<ReadonlySet<string | null>> {
  const allowed = new Set<string | null>();
  for (const documentId of new Set(documents))
    if (await isAllowed(options, { ...READ, ...asked, caller, documentId })) allowed.add(documentId);
  return allowed;
}

/** Arguments of `authorize` for a read. */
export const READ = {
  event: null,
  annotationId: null,
  commentId: null,
  authorId: null,
  changes: [],
} as const;

const refused = (operation: string) => new BadRequest(403, `this ${operation} is not yours to do`);

/** The document of a stored thread: null when it says none, undefined when it is not there. */
export function documentOf(stored: StoredThread | null): string | null | undefined {
  if (stored === null) return undefined;
  const { metadata } = stored.thread.record;
  return nameOf(isObject(metadata) ? metadata.documentId : undefined);
}

export const nameOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** UserId of the person who made a row; null where it is not known. */
export function authorOf(row: StoredRow | undefined): string | null {
  const from = row?.isDeleted === true ? undefined : row?.record.from;
  return isObject(from) ? nameOf(from.userId) : null;
}

/** Returns the fields that a change would change. */
export function changesOf(change: ThreadChange, stored: StoredThread | null): FieldChange[] {
  const rows: [number | null, RowChange, StoredRow | undefined][] = [
    ...(change.thread === null
      ? []
      : [[null, change.thread, stored?.thread] as [null, RowChange, StoredRow]]),
    ...[...change.comments].map(
      ([key, row]) => [Number(key), row, stored?.comments[key]] as [number, RowChange, StoredRow | undefined],
    ),
  ];
  return rows.flatMap(([commentId, row, before]) =>
    (row.kind === 'seen' && !isOpen(before, change.by) ? [] : wantedOf(row, before?.record ?? {}))
      .map(([name, after]) => ({ commentId, name, before: before?.record[name], after }))
      .filter((it) => canonical(it.before) !== canonical(it.after)),
  );
}

function wantedOf(row: RowChange, before: Fields): (readonly [string, unknown])[] {
  if (row.kind === 'delete') return [];
  if (row.kind === 'add' || row.kind === 'seen') return Object.entries(row.record);
  const taken = row.unset === 'others' ? Object.keys(before).filter((it) => !(it in row.set)) : row.unset;
  return [...Object.entries(row.set), ...taken.map((name) => [name, undefined] as const)];
}
