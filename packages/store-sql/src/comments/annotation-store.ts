/** Comment threads in one table, on whatever database the driver speaks to. */
import type { AnnotationPut, AnnotationQuery, AnnotationStore } from '@org/approval-comments/server';
import type { Column, Dialect, Row, Value } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';
import { type Attempt, read, transact } from '../sql/retry.js';
import { sql } from '../sql/statements.js';
import type { AnnotationNames } from './schema.js';

export interface AnnotationContext {
  readonly dialect: Dialect;
  readonly driver: Driver;
  readonly names: AnnotationNames;
}

export const annotationStore = (context: AnnotationContext): AnnotationStore => ({
  find: (query) => read(context.driver, (session) => find(context, session, query)),
  put: async (put) => {
    const row = rowOf(put);
    return transact(context.driver, (session, attempt) => write(context, session, row, attempt));
  },
});

async function find({ dialect, names }: AnnotationContext, session: Session, query: AnnotationQuery) {
  const { column, keys } = narrowest(query);
  const columns = [ORGANIZATION, ...(column === null ? [] : [column])];
  const rows: Row[] = [];
  for (const chunk of dialect.chunks(keys.filter((key) => key.every(isStorable)))) {
    const { text, params } = dialect.matching(columns, chunk);
    const from = `from ${names.annotations} where ${text}`;
    const found = sql(
      `select annotation_id, document_id, folder_id, position, revision, body ${from}`,
      params,
    );
    rows.push(...(await session.run(found)).rows);
  }
  return rows
    .filter((row) => matches(row, query))
    .toSorted(byAge)
    .map((row) => ({
      record: JSON.parse(row['body'] as string) as NonNullable<AnnotationPut['record']>,
      revision: row['revision'] as number,
    }));
}

const reference = (name: string): Column => ({ name, type: 'reference' });
const ORGANIZATION = reference('organization_id');

/** The condition that goes to the database; each has an index. The others are left to `matches`. */
function narrowest({ organizationId, annotationIds, documentIds, folderId }: AnnotationQuery): {
  readonly column: Column | null;
  readonly keys: readonly (readonly string[])[];
} {
  // Each once: what is asked for twice is found once.
  const each = (ids: readonly string[]) => [...new Set(ids)].map((id) => [organizationId, id]);
  if (annotationIds !== undefined) return { column: reference('annotation_id'), keys: each(annotationIds) };
  if (documentIds !== undefined) return { column: reference('document_id'), keys: each(documentIds) };
  if (folderId !== undefined) return { column: reference('folder_id'), keys: each([folderId]) };
  return { column: null, keys: [[organizationId]] };
}

function matches(row: Row, { annotationIds, documentIds, folderId }: AnnotationQuery): boolean {
  return (
    (annotationIds === undefined || annotationIds.includes(row['annotation_id'] as string)) &&
    (documentIds === undefined || documentIds.includes(row['document_id'] as string)) &&
    (folderId === undefined || row['folder_id'] === folderId)
  );
}

/** Threads that were made at the same moment may have one position. */
function byAge(a: Row, b: Row): number {
  const order = (a['position'] as number) - (b['position'] as number);
  if (order !== 0) return order;
  return (a['annotation_id'] as string) < (b['annotation_id'] as string) ? -1 : 1;
}

/** What is to be stored, in the types of the columns. */
interface AnnotationRow {
  readonly key: readonly [organizationId: string, annotationId: string];
  /** The one that was read. */
  readonly revision: number;
  readonly documentId: string | null;
  readonly folderId: string | null;
  /** null deletes. */
  readonly body: string | null;
}

/** @throws TypeError for an id that a database would change or refuse. */
function rowOf({ organizationId, annotationId, revision, record }: AnnotationPut): AnnotationRow {
  const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const documentId = idOf(record?.metadata['documentId']);
  const folderId = idOf(record?.metadata['folderId']);
  if (![organizationId, annotationId, documentId ?? '', folderId ?? ''].every(isStorable))
    throw new TypeError('an id holds half a character or a NUL');
  const body = record === null ? null : JSON.stringify(record);
  return { key: [organizationId, annotationId], revision, documentId, folderId, body };
}

/** Half a character would become U+FFFD on its way, so that two ids could be one; PostgreSQL knows no NUL. */
const isStorable = (id: string): boolean => id.isWellFormed() && !id.includes('\0');

/** Under a lock on the row. Two that insert meet at the key: `transact` lets the slower one see what is there. */
async function write(
  { dialect, names: { annotations } }: AnnotationContext,
  session: Session,
  row: AnnotationRow,
  { afterLoss }: Attempt,
): Promise<'committed' | 'conflict'> {
  const { key, revision, documentId, folderId, body } = row;
  const run = (text: string, params: readonly Value[]) => session.run(sql(text, params));
  const ofKey = 'where organization_id = ? and annotation_id = ?';
  const columns = afterLoss ? 'revision, body' : 'revision';
  const { rows } = await run(`select ${columns} from ${annotations} ${ofKey}${dialect.forUpdate}`, key);
  const stored = rows[0];
  if ((stored?.['revision'] ?? 0) !== revision) {
    return afterLoss && isWritten(stored, row) ? 'committed' : 'conflict';
  }
  if (body === null) {
    await run(`delete from ${annotations} ${ofKey}`, key);
  } else if (stored !== undefined) {
    await run(`update ${annotations} set revision = ?, document_id = ?, folder_id = ?, body = ? ${ofKey}`, [
      revision + 1,
      documentId,
      folderId,
      body,
      ...key,
    ]);
  } else {
    await run(
      `insert into ${annotations} (organization_id, annotation_id, revision, document_id, folder_id, body, position)
       select ?, ?, 1, ?, ?, ?, coalesce(max(position), 0) + 1 from ${annotations} where organization_id = ?`,
      [...key, documentId, folderId, body, key[0]],
    );
  }
  return 'committed';
}

/** Whether a try whose answer was lost came through, as far as can be seen; if not, "conflict" is always true enough. */
const isWritten = (stored: Row | undefined, { revision, body }: AnnotationRow): boolean =>
  body === null ? stored === undefined : stored?.['revision'] === revision + 1 && stored['body'] === body;
