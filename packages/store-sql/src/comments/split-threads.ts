/** Migration 2: threads that were one record become a row of their own and one for each comment. */
import type { StoredRow } from '@org/approval-comments/server';
import { type Dialect, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { type JsonText, fromJson, toJson } from '../sql/json.js';
import { insertComments } from './comment-rows.js';
import type { AnnotationNames } from './schema.js';

interface OldRow {
  readonly organization_id: string;
  readonly annotation_id: string;
  readonly revision: number;
  readonly body: JsonText<OldRecord | StoredRow>;
}

/** A thread as migration 1 had it. */
interface OldRecord {
  readonly annotationId: string;
  readonly comments: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

const AT_ONCE = 100;

/** Bears being run again: a thread is done when its own row is written, which is after its comments. */
export async function splitThreads(
  dialect: Dialect,
  names: AnnotationNames,
  session: Session,
): Promise<void> {
  let from: readonly [string, string] = ['', ''];
  for (;;) {
    const page = sql<OldRow>(
      `select organization_id, annotation_id, revision, body from ${names.annotations}
        where organization_id > ? or (organization_id = ? and annotation_id > ?)
        order by organization_id, annotation_id limit ${AT_ONCE}`,
      [from[0], ...from],
    );
    const { rows } = await session.run(page);
    for (const row of rows) await split(dialect, names, session, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    from = [last.organization_id, last.annotation_id];
  }
}

async function split(
  dialect: Dialect,
  names: AnnotationNames,
  session: Session,
  { organization_id: organizationId, annotation_id: annotationId, revision, body }: OldRow,
): Promise<void> {
  const old = fromJson(body);
  if (!isOld(old)) return;
  const { annotationId: _id, comments, ...record } = old;
  const rows = Object.entries(comments).map(
    ([key, it]) => [idOf(it['commentId']) ?? key, rowOf(it, revision)] as const,
  );
  await insertComments(dialect, names, session, [organizationId, annotationId], Object.fromEntries(rows));
  await session.run(
    sql(`update ${names.annotations} set body = ? where organization_id = ? and annotation_id = ?`, [
      toJson(rowOf(record, revision)),
      organizationId,
      annotationId,
    ]),
  );
}

const idOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

const isOld = (body: OldRecord | StoredRow): body is OldRecord => 'comments' in body;

const rowOf = (record: StoredRow['record'], revision: number): StoredRow => ({
  record,
  revision,
  before: 0,
  stamps: {},
  writeIds: [],
});
