/** A batch as the function of PostgreSQL takes it. */
import type { Change } from '@org/approval-core';
import { COMMIT_PARAMETERS, commitFunctionName, isApart } from '../schema/commit-function.js';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList } from '../schema/commit-lists.js';
import { TABLES } from '../schema/tables.js';
import { type Column, type Value, columnsOf } from '../sql/dialect.js';
import type { StoreContext } from './context.js';
import { type Call, type List, type ListedRow, jsonOf, listsOf } from './listed.js';

export function functionCall({ names }: Pick<StoreContext, 'names'>, changes: readonly Change[]): Call {
  const texts = new Texts();
  const lists = listsOf(changes, 1, (list, row, i) => sentRow(list, row, { i, texts }));
  const of = (cell: (change: Change) => Value): Value[] => changes.map(cell);
  const ofNew = (cell: (change: Change) => Value) => of((it) => (it.expectedSeq === 0 ? cell(it) : null));
  return {
    text: textOf(commitFunctionName(names)),
    params: [
      of(({ state }) => state.workspaceId),
      of(({ state }) => state.executionId),
      of(({ expectedSeq }) => expectedSeq),
      ofNew(({ state }) => state.definitionUid),
      ofNew(({ state }) => state.idempotencyKey),
      texts.bytes(),
      ...COMMIT_PARAMETERS.map((list) => jsonOf(lists[list])),
    ],
    flag: (value) => (value ? 'true' : 'false'),
  };
}

const TYPES = [
  ...['boolean', 'boolean', 'text[]', 'text[]', 'bigint[]', 'text[]', 'text[]', 'bytea'],
  ...COMMIT_PARAMETERS.map(() => 'json'),
];
const textOf = (name: string): string =>
  `select results, lost from ${name}(${TYPES.map((type) => `?::${type}`).join(', ')})`;

/** Texts one after the other, as bytes, and where each of them is. */
class Texts {
  private readonly texts: string[] = [];
  private size = 0;

  /** The first byte of what is added next, counted from 1. */
  get next(): number {
    return this.size + 1;
  }

  /** @returns its bytes. */
  add(text: string): number {
    const bytes = Buffer.byteLength(text);
    this.texts.push(text);
    this.size += bytes;
    return bytes;
  }

  bytes(): Uint8Array {
    const all = Buffer.allocUnsafe(this.size);
    let end = 0;
    for (const text of this.texts) end += all.write(text, end);
    return all;
  }
}

/** What is said once for the change is not said again, and neither is what is null. */
function sentRow(list: List, row: ListedRow, { i, texts }: { i: number; texts: Texts }): ListedRow {
  const fields = FIELDS[list];
  if (fields === undefined) return { i, ...row };
  const sent: Record<string, Value | boolean> = { i };
  for (const { name, at, bytes } of fields) {
    const value = row[name];
    if (value == null) continue;
    if (at === null) {
      sent[name] = value;
    } else {
      sent[at] = texts.next;
      sent[bytes] = texts.add(String(value));
    }
  }
  return sent;
}

interface Field {
  readonly name: string;
  /** What says where it begins, and how long it is; null: it is in the row. */
  readonly at: string | null;
  readonly bytes: string;
}

const fieldOf = (column: Column): Field => {
  const { name } = column;
  return { name, at: isApart(column) ? `${name}_at` : null, bytes: `${name}_bytes` };
};

const SAID_ONCE: readonly string[] = ['workspace_id', 'execution_id'];
const isSent = (list: CommitList, { name }: Column): boolean =>
  !SAID_ONCE.includes(name) &&
  (list !== 'changed' || (COMMIT_LISTS.changed.update as readonly string[]).includes(name));

/** Of the lists that are rows of tables. */
const FIELDS: Readonly<Record<string, readonly Field[] | undefined>> = Object.fromEntries(
  COMMIT_LIST_NAMES.map((list) => {
    const columns = columnsOf(TABLES[COMMIT_LISTS[list].table]);
    return [list, columns.filter((it) => isSent(list, it)).map(fieldOf)];
  }),
);
