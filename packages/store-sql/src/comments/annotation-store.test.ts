/** Stores of comment threads, on every database and in memory. */
import { createMemoryAnnotationStore } from '@org/approval-comments/server';
import { createLocalService } from '@org/approval-comments/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNOTATION_CASES, type AnnotationsUnderTest } from '../test-support/annotation-conformance.js';
import { columnsOf } from '../sql/dialect.js';
import { listening, scans } from '../test-support/explain.js';
import { measuring } from '../test-support/measure.js';
import { type TestDatabase, allServers } from '../test-support/open.js';
import { type AnnotationContext, annotationStore } from './annotation-store.js';
import { openAnnotationStore } from './open.js';
import { ANNOTATIONS, COMMENTS, annotationNames } from './schema.js';

const rowOf = (metadata: object) => ({
  record: { metadata },
  revision: 1,
  before: 0,
  stamps: {},
  writeIds: [],
});

const servers = await allServers();
const cases = Object.entries(ANNOTATION_CASES);

const open = ({ url, tablePrefix }: TestDatabase, options = {}) =>
  openAnnotationStore(url, { tablePrefix, connections: 6, ...options });

describe('memory', () => {
  test.each(cases)('%s', async (organizationId, run) => {
    const store = createMemoryAnnotationStore();
    await run({ stores: [store, store], organizationId });
  });
});

describe.each(servers)('$name', (server) => {
  let stores: AnnotationsUnderTest['stores'];
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const database = await server.database();
    const opened = [await open(database), await open(database)] as const;
    stores = [opened[0].store, opened[1].store];
    closing.push(...opened.map(({ close }) => close), database.close);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test.each(cases)('%s', (organizationId, run) => run({ stores, organizationId }));

  test('twenty who write in one thread from two instances lose nothing', async () => {
    const services = stores.map(createLocalService);
    const organizationId = 'race';
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const thread = { annotationId: 't1', metadata: { documentId: 'd' } };
    const save = async (commentId: number) =>
      services[commentId % 2]?.save({
        organizationId,
        event: 'comment.add',
        commentId,
        annotation: { ...thread, comments: { [commentId]: { commentId } } },
      });
    await services[0]?.save({
      ...{ organizationId, event: 'comment_annotation.add', annotation: { ...thread, comments: {} } },
    });
    await Promise.all(ids.map(save));
    const [stored] = (await stores[0].find({ organizationId })).threads;
    expect(Object.keys(stored?.comments ?? {}).map(Number)).toEqual(ids);
    expect(stored?.revision).toBe(21);
  });

  test.each(['\ud83d', 'a\0b'])('an id that would not come back is refused (%j)', async (id) => {
    const thread = rowOf({});
    const at = { organizationId: 'ids', annotationId: 't1', revision: 0, thread, comments: {} };
    const refused = [
      { ...at, organizationId: id },
      { ...at, annotationId: id },
      { ...at, thread: rowOf({ documentId: id }) },
    ];
    for (const put of refused) await expect(stores[0].put(put)).rejects.toThrow('a lone surrogate or a NUL');
    const query = { organizationId: 'ids', documentIds: [id] };
    expect((await stores[0].find(query)).threads).toEqual([]);
    const nothing = await stores[0].load({ organizationId: 'ids', annotationId: id }, []);
    expect(nothing).toBeNull();
  });
});

describe.each(servers)('the table on $name', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.database();
  });
  afterAll(() => database.close());

  test('is asked for, made once by four that start at once, and stands beside those of approvals', async () => {
    await expect(open(database, { migrate: false })).rejects.toThrow('call migrate first');
    await database.migrate();
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(database)));
    for (const { close } of opened) await close();
    const table = `${database.tablePrefix}annotation_migrations`;
    const applied = await database.query(`select id from ${table}`);
    expect(applied.map((row) => Number(row['id']))).toEqual([1]);
    await database.query(`insert into ${table} (id, name, breaking, applied_at) values (9, 'new', 1, 0)`);
    await expect(open(database)).rejects.toThrow('migration 9, new');
    await database.query(`delete from ${table} where id = 9`);
  });

  test('is never read whole', async () => {
    await (await open(database)).close();
    const { dialect, driver } = await database.connect();
    const names = annotationNames(database.tablePrefix);
    await fill({ dialect, driver, names });
    await database.query(`analyze${dialect.name === 'mysql' ? ' table' : ''} ${names.annotations}`);

    const heard = listening(driver);
    const store = annotationStore({ dialect, driver: heard.driver, names });
    const organizationId = 'o7';
    const thread = rowOf({ documentId: 'd1' });
    const comments = { 1: rowOf({}) };
    const puts = [
      { thread, comments },
      { thread: null, comments },
      { thread, comments: {}, dropComments: true },
    ];
    for (const [revision, put] of puts.entries())
      expect(await store.put({ organizationId, annotationId: 'new', revision, ...put })).toBe('committed');
    await store.load({ organizationId, annotationId: 'new' }, ['1', '2']);
    const queries = [
      {},
      { annotationIds: ['t7', 't107'] },
      { documentIds: ['d7', 'd8'] },
      { folderId: 'f3' },
      { documentIds: ['d7'], limit: 2 },
    ];
    for (const query of queries) await store.find({ organizationId, ...query });
    expect(heard.sent.size).toBeGreaterThanOrEqual(8);
    // A plan of plain values has nothing to look for.
    const looking = [...heard.sent.values()].filter(({ text }) => !/^insert .* values /s.test(text));
    for (const sql of looking)
      expect([sql.text, await scans({ dialect, driver }, sql, /annotation/)]).toEqual([sql.text, []]);
  });
});

/** Comments of the long thread; the counts do not depend on it. */
const LONG = Number(process.env.COMMENT_ROWS ?? 1_000);

describe.each(servers)('a long thread on $name', (server) => {
  test('costs one more write what a short one costs: statements, rows and bytes', async () => {
    const database = await server.database();
    const { close } = await open(database);
    const { dialect, driver } = await database.connect();
    const names = annotationNames(database.tablePrefix);
    const measured = measuring(driver);
    const store = annotationStore({ dialect, driver: measured.driver, names });
    const service = createLocalService(store);
    const organizationId = 'long';
    const threadOf = (annotationId: string) => ({
      annotationId,
      metadata: { documentId: 'd' },
      comments: {},
    });
    const costs = async (annotationId: string, length: number) => {
      const comments = Object.fromEntries(
        Array.from({ length }, (_, index) => [String(100_000 + index), rowOf({})]),
      );
      const thread = rowOf({ documentId: 'd' });
      await store.put({ organizationId, annotationId, revision: 0, thread, comments });
      const write = async (event: string, commentId: number, fields: object) => {
        const counts = measured.start();
        const annotation = { ...threadOf(annotationId), comments: { [commentId]: { commentId, ...fields } } };
        await service.save({ organizationId, annotation, event, commentId });
        return { ...counts };
      };
      return [
        await write('comment.add', 1_000_000, { type: 'x' }),
        await write('comment.update', 1_000_000, { type: 'y' }),
        await write('comment.delete', 1_000_000, {}),
      ];
    };
    const short = await costs('brief', 5);
    expect(short[0]?.statements).toBeGreaterThan(2);
    expect(await costs('large', LONG)).toEqual(short);
    await close();
    await database.close();
  });
});

/** 10,000 threads of 100 organizations, with a comment each. */
async function fill({ dialect, driver, names }: AnnotationContext): Promise<void> {
  const body = JSON.stringify(rowOf({}));
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const threads = numbers.map((index) => [
    ...[`o${index % 100}`, `t${index}`, 1, `d${index % 1_009}`, `f${index % 503}`, index, body],
  ]);
  const comments = numbers.map((index) => [`o${index % 100}`, `t${index}`, 1, body]);
  await driver.transaction(async (session) => {
    for (const [name, shape, rows] of [
      [names.annotations, ANNOTATIONS, threads],
      [names.comments, COMMENTS, comments],
    ] as const) {
      const columns = columnsOf(shape);
      const into = `insert into ${name} (${columns.map((it) => it.name).join(', ')})`;
      for (const chunk of dialect.chunks<readonly (string | number)[]>(rows)) {
        const { text, params } = dialect.values(columns, chunk);
        await session.run({ text: `${into} ${text}`, params });
      }
    }
  });
}
