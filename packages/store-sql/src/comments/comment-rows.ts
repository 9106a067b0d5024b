/** The rows of a thread's comments. */
import type { StoredRow } from '@org/approval-comments/server';
import { type Dialect, type Value, columnsOf, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { fromJson, toJson } from '../sql/json.js';
import { type AnnotationNames, COMMENTS, type CommentRow } from './schema.js';

export type ThreadKey = readonly [organizationId: string, annotationId: string];

/** Writes them and replaces existing ones. */
export async function insertComments(
  dialect: Dialect,
  { comments }: Pick<AnnotationNames, 'comments'>,
  session: Session,
  key: ThreadKey,
  rows: Readonly<Record<string, StoredRow>>,
): Promise<void> {
  const columns = columnsOf(COMMENTS);
  const values = Object.entries(rows).map(([id, row]) => [...key, commentIdOf(id), toJson(row)]);
  const into = `insert into ${comments} (${columns.map(({ name }) => name).join(', ')}) `;
  for (const chunk of dialect.chunks(values)) {
    const { text, params } = dialect.values(columns, chunk);
    await session.run(sql(`${into}${text} ${dialect.onConflict(COMMENTS.key, ['body'])}`, params));
  }
}

/** The comments with these keys, or of these threads, by thread. */
export async function selectComments(
  dialect: Dialect,
  { comments }: Pick<AnnotationNames, 'comments'>,
  session: Session,
  keys: readonly (readonly Value[])[],
): Promise<ReadonlyMap<string, Readonly<Record<string, StoredRow>>>> {
  const found = new Map<string, Record<string, StoredRow>>();
  const columns = columnsOf(COMMENTS).slice(0, keys[0]?.length ?? 0);
  for (const chunk of dialect.chunks(keys)) {
    const { text, params } = dialect.matching(columns, chunk);
    const { rows } = await session.run(sql<CommentRow>(`select * from ${comments} where ${text}`, params));
    for (const row of rows) {
      const ofThread = found.get(row.annotation_id) ?? {};
      ofThread[String(row.comment_id)] = fromJson(row.body);
      found.set(row.annotation_id, ofThread);
    }
  }
  return found;
}

/** @throws TypeError for an id that is no whole number. */
export function commentIdOf(key: string): number {
  const id = Number(key);
  if (!Number.isSafeInteger(id) || String(id) !== key) throw new TypeError(`${key} is not a commentId`);
  return id;
}
