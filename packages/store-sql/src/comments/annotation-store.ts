/** Comment threads in two tables, on any database that a driver exists for. */
import type {
  AnnotationKey,
  AnnotationPage,
  AnnotationPut,
  AnnotationQuery,
  AnnotationStore,
  RevisionsQuery,
  StoredRow,
  StoredThread,
} from '@org/approval-comments/server';
import { fitting, positionOf } from '@org/approval-internal/thread-pages';
import { type Column, type Dialect, type Value, sql } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';
import { fromJson, toJson } from '../sql/json.js';
import { read, transact } from '../sql/retry.js';
import { commentIdOf, insertComments, selectComments } from './comment-rows.js';
import { ANNOTATIONS, type AnnotationNames, type AnnotationRow } from './schema.js';

export interface AnnotationContext {
  readonly dialect: Dialect;
  readonly driver: Driver;
  readonly names: AnnotationNames;
}

export const annotationStore = (context: AnnotationContext): AnnotationStore => ({
  find: (query) => read(context.driver, (session) => find(context, session, query)),
  revisions: (query) => read(context.driver, (session) => revisions(context, session, query)),
  load: (key, commentIds) => read(context.driver, (session) => load(context, session, key, commentIds)),
  put: async (put) => {
    check(put);
    return transact(context.driver, (session) => write(context, session, put));
  },
});

/** A row and its parsed content. */
interface Found {
  readonly row: AnnotationRow;
  readonly thread: StoredRow;
}

async function find(
  context: AnnotationContext,
  session: Session,
  query: AnnotationQuery,
): Promise<AnnotationPage> {
  const { limit, withDeleted = false } = query;
  // One extra row shows if another page follows.
  const found = await selectThreads(context, session, query, limit === undefined ? null : limit + 1);
  // Threads record their size, so counting what fits on a page reads no comment.
  const most = fitting(
    found.map(({ thread }) => thread),
    query.characters,
  );
  const taken = Math.min(limit ?? found.length, most);
  const isMore = found.length > taken;
  const page = isMore ? await upTo(context, session, query, found.slice(0, taken + 1)) : found;
  const threads = page.filter(({ thread }) => withDeleted || thread.isDeleted !== true);
  const keys = threads.map(({ row }) => [row.organization_id, row.annotation_id]);
  // Read after the threads: comments can be newer than the revision says, but never older.
  const comments = await selectComments(context.dialect, context.names, session, keys);
  return {
    threads: threads.map(({ row: { annotation_id: annotationId, revision }, thread }) => ({
      ...{ annotationId, revision, thread },
      comments: comments.get(annotationId) ?? {},
    })),
    next: isMore ? String(page.at(-1)?.row.position) : null,
  };
}

/** Pages end between positions: threads created at the same moment may share one. */
async function upTo(
  context: AnnotationContext,
  session: Session,
  query: AnnotationQuery,
  found: readonly Found[],
): Promise<readonly Found[]> {
  const last = found.at(-1)?.row.position ?? 0;
  const page = found.filter(({ row }) => row.position < last);
  if (page.length > 0) return page;
  const all = await selectThreads(context, session, query, null);
  return all.filter(({ row }) => row.position === last);
}

async function selectThreads(
  { dialect, names }: AnnotationContext,
  session: Session,
  query: AnnotationQuery,
  limit: number | null,
): Promise<Found[]> {
  const { column, keys } = narrowest(query);
  const columns = [ORGANIZATION, ...(column === null ? [] : [column])];
  const rows: AnnotationRow[] = [];
  // Rows that only `matches` filters out must not count toward the limit.
  const end = limit === null || hasOthers(query) ? '' : ` order by position limit ${limit}`;
  const after = positionOf(query.after);
  for (const chunk of dialect.chunks(keys.filter((key) => key.every(isStorable)))) {
    const { text, params } = dialect.matching(columns, chunk);
    const where = `(${text}) and position > ?${end}`;
    const found = sql<AnnotationRow>(`select * from ${names.annotations} where ${where}`, [...params, after]);
    rows.push(...(await session.run(found)).rows);
  }
  return rows
    .filter((row) => matches(row, query))
    .toSorted(byAge)
    .map((row) => ({ row, thread: fromJson(row.body) }));
}

/** Reads no body: a list that has not changed costs its ids. */
async function revisions(
  { dialect, names }: AnnotationContext,
  session: Session,
  query: RevisionsQuery,
): Promise<{ annotationId: string; revision: number }[]> {
  const { keys } = narrowest(query);
  const found: { annotationId: string; revision: number }[] = [];
  for (const chunk of dialect.chunks(keys.filter((key) => key.every(isStorable)))) {
    const { text, params } = dialect.matching([ORGANIZATION, columnOf('document_id')], chunk);
    const select = `select annotation_id, revision, document_id from ${names.annotations} where ${text}`;
    const { rows } = await session.run(
      sql<Pick<AnnotationRow, 'annotation_id' | 'revision' | 'document_id'>>(select, params),
    );
    for (const { annotation_id: annotationId, revision, document_id } of rows)
      if (query.documentIds.some((it) => it === document_id)) found.push({ annotationId, revision });
  }
  return found;
}

/** True when conditions exist besides the narrowest one. */
const hasOthers = ({ annotationIds, documentIds, folderId }: AnnotationQuery): boolean =>
  [annotationIds, documentIds, folderId].filter((it) => it !== undefined).length > 1;

const columnOf = (name: keyof AnnotationRow): Column => ({ name, ...ANNOTATIONS.columns[name] });
const ORGANIZATION = columnOf('organization_id');

/** The condition that goes to the database; each has an index. `matches` checks the others. */
function narrowest({ organizationId, annotationIds, documentIds, folderId }: AnnotationQuery): {
  readonly column: Column | null;
  readonly keys: readonly (readonly string[])[];
} {
  // Without duplicates: an id that is passed twice finds its row once.
  const each = (ids: readonly string[]) => [...new Set(ids)].map((id) => [organizationId, id]);
  if (annotationIds !== undefined) return { column: columnOf('annotation_id'), keys: each(annotationIds) };
  if (documentIds !== undefined) return { column: columnOf('document_id'), keys: each(documentIds) };
  if (folderId !== undefined) return { column: columnOf('folder_id'), keys: each([folderId]) };
  return { column: null, keys: [[organizationId]] };
}

function matches(row: AnnotationRow, { annotationIds, documentIds, folderId }: AnnotationQuery): boolean {
  return (
    (annotationIds === undefined || annotationIds.includes(row.annotation_id)) &&
    (documentIds === undefined || (row.document_id !== null && documentIds.includes(row.document_id))) &&
    (folderId === undefined || row.folder_id === folderId)
  );
}

function byAge(a: AnnotationRow, b: AnnotationRow): number {
  const order = a.position - b.position;
  if (order !== 0) return order;
  return a.annotation_id < b.annotation_id ? -1 : 1;
}

async function load(
  { dialect, names }: AnnotationContext,
  session: Session,
  { organizationId, annotationId }: AnnotationKey,
  commentIds: readonly string[],
): Promise<StoredThread | null> {
  const key = [organizationId, annotationId] as const;
  if (!key.every(isStorable)) return null;
  const { rows } = await session.run(sql<AnnotationRow>(`select * from ${names.annotations} ${OF_KEY}`, key));
  const [row] = rows;
  if (row === undefined) return null;
  const keys = commentIds.map((id) => [...key, commentIdOf(id)]);
  const comments = await selectComments(dialect, names, session, keys);
  const { revision, body } = row;
  return { annotationId, revision, thread: fromJson(body), comments: comments.get(annotationId) ?? {} };
}

const OF_KEY = 'where organization_id = ? and annotation_id = ?';

/** @throws TypeError for an id that a database would change or refuse. */
function check({ organizationId, annotationId, thread, comments }: AnnotationPut): void {
  const ids = [organizationId, annotationId, ...placeOf(thread).map((it) => it ?? '')];
  if (!ids.every(isStorable)) throw new TypeError('an id contains a lone surrogate or a NUL');
  Object.keys(comments).forEach(commentIdOf);
}

/**
 * A lone surrogate would become U+FFFD in transit, so two ids could collide; PostgreSQL rejects
 * NUL.
 */
const isStorable = (id: string): boolean => id.isWellFormed() && !id.includes('\0');

/** Document and folder of a thread. */
function placeOf(thread: AnnotationPut['thread']): [documentId: string | null, folderId: string | null] {
  const metadata = thread?.record['metadata'];
  const idOf = (name: 'documentId' | 'folderId'): string | null => {
    const value = (metadata as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : null;
  };
  return [idOf('documentId'), idOf('folderId')];
}

/**
 * Writes under a lock on the thread's row. Concurrent inserts collide on the key: `transact`
 * retries the slower one. After a commit whose result was lost it returns "conflict": the caller
 * reads again and finds its own write.
 */
async function write(
  { dialect, names }: AnnotationContext,
  session: Session,
  put: AnnotationPut,
): Promise<'committed' | 'conflict'> {
  const { organizationId, annotationId, revision, thread, comments, dropComments = false } = put;
  const key = [organizationId, annotationId] as const;
  const run = (text: string, params: readonly Value[]) => session.run(sql(text, params));
  const select = `select revision from ${names.annotations} ${OF_KEY}${dialect.forUpdate}`;
  const [stored] = (await session.run(sql<Pick<AnnotationRow, 'revision'>>(select, key))).rows;
  if ((stored?.revision ?? 0) !== revision) return 'conflict';
  const next = revision + 1;
  if (stored === undefined) {
    if (thread === null) throw new TypeError('a new thread needs its own row');
    await run(
      `insert into ${names.annotations} (organization_id, annotation_id, revision, document_id, folder_id, body, position)
       select ?, ?, 1, ?, ?, ?, coalesce(max(position), 0) + 1 from ${names.annotations} where organization_id = ?`,
      [...key, ...placeOf(thread), toJson(thread), organizationId],
    );
  } else if (thread === null) {
    await run(`update ${names.annotations} set revision = ? ${OF_KEY}`, [next, ...key]);
  } else {
    const values = [next, ...placeOf(thread), toJson(thread), ...key];
    const set = 'revision = ?, document_id = ?, folder_id = ?, body = ?';
    await run(`update ${names.annotations} set ${set} ${OF_KEY}`, values);
  }
  if (dropComments) await run(`delete from ${names.comments} ${OF_KEY}`, key);
  await insertComments(dialect, names, session, key, comments);
  return 'committed';
}
