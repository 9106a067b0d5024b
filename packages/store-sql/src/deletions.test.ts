/**
 * A deletion by keys deletes the rows of these keys, byte for byte, and no other: on MySQL it is a
 * join.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { deleteRows, insertRows, runAll, selectRows } from './schema/statements.js';
import { allServers, migrated } from './test-support/open.js';

/**
 * Keys that collations consider equal, that end in a space, that need quotes, and that take four
 * bytes.
 */
const KEYS = [
  'a',
  'A',
  'a ',
  ' a',
  'á',
  'ａ',
  'a\u0301',
  "a'",
  'a"',
  'a\\',
  'ß',
  'ss',
  '1',
  '01',
  '1.0',
  '😀',
  '😁',
];

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const context = await database.connect();
  afterAll(() => database.close());

  test.each([
    ['one', ['a']],
    ['several', ['á', '1', 'ss', '😀', 'a ', 'not there']],
    ['many', Array.from({ length: 300 }, (_, index) => `${index}.`).concat('A')],
  ])('%s', async (name, gone) => {
    const row = (idempotency_key: string) => ({
      ...{ workspace_id: name, idempotency_key, execution_id: 'e', correlation_id: 'c', definition_id: 'd' },
      ...{ created_at: 1, orphan: 0 as const },
    });
    const rows = [...new Set([...KEYS, ...gone])].filter((it) => it !== 'not there').map(row);
    const ids = (keys: readonly string[]) => keys.map((it) => [name, it]);
    await context.driver.transaction(async (session) => {
      await runAll(context, session, insertRows(context, 'idempotency_keys', rows));
      await runAll(context, session, deleteRows(context, 'idempotency_keys', ids(gone)));
    });
    const left = await context.driver.read((session) =>
      selectRows(context, session, 'idempotency_keys', [[name]]),
    );
    const expected = KEYS.filter((it) => !gone.includes(it));
    expect(left.map((it) => it.idempotency_key).toSorted()).toEqual(expected.toSorted());
  });
});
