/**
 * A batch as arguments of a database function: rows list by list, each with the index of its
 * change.
 */
import type { Change, KnownHead } from '@org/approval-core/store';
import { COMMIT_LIST_NAMES, type CommitList } from '../../schema/commit-lists.js';
import type { Row, Sql, Value } from '../../sql/dialect.js';
import { ROWS_OF, endedKeys } from './commit-rows.js';

/** A batch as arguments of a database function. */
export interface Call {
  readonly text: string;
  /** Parameters after the two flags. */
  readonly params: Sql['params'];
  /** Converts a boolean to the database's type. */
  readonly flag: (value: boolean) => Value;
}

/** A row, with the index of its change. */
export type ListedRow = Readonly<Record<string, Value | boolean>>;

export type List = 'heads' | 'claims' | 'ended' | CommitList;
export type Lists = Partial<Record<List, ListedRow[]>>;

/**
 * Converts a row and the index of its change to the sent form; where a row belongs to no table, the
 * change names its execution.
 */
export type Sent = (list: List, row: ListedRow, i: number) => ListedRow;

/** @param first the number of the first change. */
export function listsOf(changes: readonly Change[], first: number, sent: Sent): Lists {
  const lists: Lists = {};
  const add = (list: List, row: ListedRow, i: number): void =>
    void (lists[list] ??= []).push(sent(list, row, i));
  let claims = 0;
  changes.forEach((change, index) => {
    const i = first + index;
    for (const known of change.knownHeads ?? []) add('heads', headRow(known), i);
    for (const { job, token, finishes } of change.claims)
      add('claims', { n: claims++, step_id: job.stepId, kind: job.kind, token, finishes }, i);
    for (const [, , step_id = ''] of endedKeys(change)) add('ended', { step_id }, i);
    for (const list of COMMIT_LIST_NAMES) {
      for (const row of ROWS_OF[list](change) as readonly Row[]) add(list, row, i);
    }
  });
  return lists;
}

const headRow = ({ head, ...key }: KnownHead): Row => ({
  organization_id: key.organizationId ?? '',
  document_id: key.documentId ?? '',
  definition_id: key.definitionId,
  uid: head?.uid ?? null,
  version: head?.version ?? null,
});

export const jsonOf = (rows: readonly object[] | undefined): string | null =>
  rows === undefined ? null : JSON.stringify(rows);
