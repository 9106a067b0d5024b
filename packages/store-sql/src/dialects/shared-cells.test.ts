/** Rows of an `insert` on SQLite, and the statements that a connection caches. */
import Database from 'libsql';
import { expect, test } from 'vitest';
import type { Column, Value } from '../sql/dialect.js';
import { sqliteDriver } from '../drivers/sqlite.js';
import { sharing } from './shared-cells.js';

const COLUMNS: readonly Column[] = [
  { name: 'a', type: 'text', nullable: false },
  { name: 'b', type: 'number', nullable: true },
  { name: 'c', type: 'text', nullable: true },
  { name: 'd', type: 'number', nullable: false },
];

function inserted(rows: readonly (readonly Value[])[], end = ''): unknown[][] {
  const database = new Database(':memory:');
  database.exec(
    'create table t (a text not null, b integer, c text, d integer not null, primary key (a, d)) strict',
  );
  const { text, params } = sharing(COLUMNS, rows);
  database.prepare(`insert into t (a, b, c, d) ${text}${end}`).run(...params);
  const found = database.prepare('select * from t order by a, d').raw().all() as unknown[][];
  database.close();
  return found;
}

const rowsOf = (count: number, row: (index: number) => Value[]): Value[][] =>
  Array.from({ length: count }, (_, index) => row(index));

test.each([
  ['some cells in common', rowsOf(32, (it) => ['one', null, `c${it}`, it])],
  ['all but one cell null or in common', rowsOf(8, (it) => ['one', null, 'c', it])],
  ['cells that are null in some rows', rowsOf(8, (it) => ['one', it % 2 === 0 ? null : it, null, it])],
  ['no cell in common', rowsOf(16, (it) => [`a${10 + it}`, it, `c${it}`, it])],
  ['few rows', rowsOf(4, (it) => ['one', null, 'c', it])],
])('%s: what is given is there', (_, rows) => {
  expect(inserted(rows)).toEqual(rows);
});

test('what is there already stays, or is set', () => {
  const rows = rowsOf(8, (it) => ['one', it, 'c', it % 4]);
  expect(inserted(rows, ' on conflict do nothing')).toEqual(rows.slice(0, 4));
  expect(inserted(rows, ' on conflict (a, d) do update set b = excluded.b')).toEqual(
    rows.slice(4).map(([a, b, c, d]) => [a, b, c, d]),
  );
});

test('rows that are all alike are refused by their key', () => {
  const rows = rowsOf(8, () => ['one', 1, 'c', 1]);
  expect(() => inserted(rows)).toThrow(/UNIQUE/);
});

test('a cell that all rows have goes to the driver once', () => {
  const rows = rowsOf(32, (it) => ['one', null, 'two', it]);
  expect(sharing(COLUMNS, rows).params).toHaveLength(2 + 32);
});

test('a connection keeps a bounded number of statements', async () => {
  const database = new Database(':memory:');
  const counted = { prepared: 0 };
  const driver = sqliteDriver({
    prepare(text) {
      counted.prepared += 1;
      return database.prepare(text);
    },
    exec: (text) => database.exec(text),
  });
  const ask = (number: number) =>
    driver.read((session) => session.run({ text: `select ${number}`, params: [] }));
  for (let number = 0; number < 501; number++) await ask(number);
  await ask(500);
  expect(counted.prepared).toBe(501);
  await ask(0);
  expect(counted.prepared).toBe(502);
  database.close();
});
