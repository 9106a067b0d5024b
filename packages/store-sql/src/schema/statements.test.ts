/** Statements are built on demand (decision 0014). */
import { expect, test } from 'vitest';
import { postgres } from '../dialects/postgres.js';
import { sqlite } from '../dialects/sqlite.js';
import { tableNames } from './names.js';
import { insertRows, runAll } from './statements.js';

const ROWS = 10_000;

/** Rows that count how often they are looked at. */
function countedRows() {
  const counted = { looks: 0 };
  const rows = Array.from({ length: ROWS }, (_, it) => ({
    workspace_id: 'w',
    execution_id: 'e',
    get user_key() {
      counted.looks += 1;
      return `user-${it}`;
    },
    created_at: 1,
  }));
  return { counted, rows };
}

test('on SQLite rows become text a statement at a time, so that the process rests between them', async () => {
  const { counted, rows } = countedRows();
  const looks: number[] = [];
  const session = {
    run: async () => {
      looks.push(counted.looks);
      return { rows: [], count: 0 };
    },
    host: { client: null, query: async () => [] },
  };
  const target = { dialect: sqlite, names: tableNames('approval_') };
  await runAll(target, session, insertRows(target, 'parties', rows));
  expect(looks[0]).toBeLessThan(100);
  expect(Math.max(...looks.slice(1).map((it, index) => it - (looks[index] ?? 0)))).toBeLessThan(100);
  expect(looks.at(-1)).toBe(ROWS);
});

test('on PostgreSQL they are one statement', async () => {
  const { rows } = countedRows();
  const target = { dialect: postgres, names: tableNames('approval_') };
  expect([...target.dialect.together(insertRows(target, 'parties', rows))]).toHaveLength(1);
});
