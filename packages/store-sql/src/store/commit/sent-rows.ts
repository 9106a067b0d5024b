/** Rows as arguments of a database function: short fields as JSON, long texts separate from it. */
import { isLongText, positionFields } from '../../schema/long-texts.js';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList, OF_OTHERS } from '../../schema/commit-lists.js';
import { TABLES } from '../../schema/tables.js';
import { type Column, type Value, columnsOf } from '../../sql/dialect.js';
import type { List, ListedRow } from './lists.js';

/** Concatenated texts as bytes, with the position of each. */
export class Texts {
  private readonly texts: string[] = [];
  private size = 0;

  /** Position of the next byte, counted from 1. */
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

/** Fields of the row, without nulls and without values that the change already has. */
export function sentRow(list: List, row: ListedRow, { i, texts }: { i: number; texts: Texts }): ListedRow {
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
  /** Name of the field with its start; null when the text is in the row. */
  readonly at: string | null;
  readonly bytes: string;
}

const fieldOf = (column: Column): Field => {
  const { name } = column;
  const { at, bytes } = positionFields(name);
  return { name, at: isLongText(column) ? at : null, bytes };
};

const SAID_ONCE: readonly string[] = ['workspace_id', 'execution_id'];
const isSent = (list: CommitList, { name }: Column): boolean =>
  !(OF_OTHERS.includes(list) ? SAID_ONCE.slice(0, 1) : SAID_ONCE).includes(name) &&
  (list !== 'changed' || (COMMIT_LISTS.changed.update as readonly string[]).includes(name));

/** Fields of the lists that are rows of tables. */
const FIELDS: Readonly<Record<string, readonly Field[] | undefined>> = Object.fromEntries(
  COMMIT_LIST_NAMES.map((list) => {
    const columns = columnsOf(TABLES[COMMIT_LISTS[list].table]);
    return [list, columns.filter((it) => isSent(list, it)).map(fieldOf)];
  }),
);
