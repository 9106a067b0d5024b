/** A batch as arguments of the MariaDB procedure. */
import type { Change } from '@org/approval-core/store';
import { PROCEDURE_PARAMETERS } from '../../schema/commit-procedure.js';
import type { StoreContext } from '../context.js';
import { type Call, type List, type ListedRow, type Lists, jsonOf, listsOf } from './lists.js';
import { Texts, sentRow } from './sent-rows.js';
import { textKey } from '../text-key.js';

/** Packets are limited, and larger statements are not faster. */
const LARGEST_CALL = 1_000_000;

/**
 * Above it, parsing JSON in the server costs more than the saved round trips
 * (docs/decisions/tuning.md).
 */
const MOST_CHANGES = 16;

/** null: it would be too large. */
export function procedureCall(
  { names }: Pick<StoreContext, 'names'>,
  changes: readonly Change[],
): Call | null {
  if (changes.length > MOST_CHANGES) return null;
  const texts = new Texts();
  const sent = (list: List, row: ListedRow, i: number) => ({
    ...keyOf(changes[i]),
    ...sentRow(list, row, { i, texts }),
  });
  const lists = inOrder(listsOf(changes, 0, sent));
  const all = { ...lists, changes: changes.map(changeRow).sort(by('workspace_id', 'execution_id')) };
  const there = changes.filter(({ expectedSeq }) => expectedSeq > 0).length;
  const params = [
    changes.length,
    there,
    texts.bytes(),
    ...PROCEDURE_PARAMETERS.map((list) => jsonOf(all[list])),
  ];
  if (params.reduce<number>((sum, it) => sum + sizeOf(it), 0) > LARGEST_CALL) return null;
  const text = `call ${names.commit}(${[0, 0, ...params].map(() => '?').join(', ')})`;
  return { text, params, flag: Number };
}

const sizeOf = (param: Call['params'][number]): number =>
  typeof param === 'string' || param instanceof Uint8Array ? param.length : 0;

const keyOf = (change: Change | undefined): ListedRow => ({
  workspace_id: change?.state.workspaceId ?? null,
  execution_id: change?.state.executionId ?? null,
});

const changeRow = (change: Change, i: number): ListedRow => ({
  i,
  ...keyOf(change),
  expected: change.expectedSeq,
  uid: change.state.definitionUid,
  key: change.state.idempotencyKey,
});

/**
 * Locks are taken, and keys inserted, in the order of the lists: all batches must use the same one.
 */
function inOrder(lists: Lists): Lists {
  const sort = (list: List, ...columns: readonly string[]): void => void lists[list]?.sort(by(...columns));
  sort('claims', 'workspace_id', 'execution_id', 'step_id', 'kind');
  sort('keys', 'workspace_id', 'idempotency_key');
  return lists;
}

const by = (...columns: readonly string[]) => {
  const textOf = (row: ListedRow): string => textKey(...columns.map((it) => String(row[it])));
  return (a: ListedRow, b: ListedRow): number => (textOf(a) < textOf(b) ? -1 : 1);
};
