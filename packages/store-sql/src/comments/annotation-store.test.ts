/** Stores of comment threads, on every database and in memory. */
import { createMemoryAnnotationStore } from '@org/approval-comments/server';
import { createLocalService } from '@org/approval-comments/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNOTATION_CASES, type AnnotationsUnderTest } from '../test-support/annotation-conformance.js';
import { listening, scans } from '../test-support/explain.js';
import { type TestDatabase, allServers } from '../test-support/open.js';
import { type AnnotationContext, annotationStore } from './annotation-store.js';
import { openAnnotationStore } from './open.js';
import { annotationNames } from './schema.js';

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
    const save = async (commentId: number) =>
      services[commentId % 2]?.save({
        ...{ organizationId, event: 'comment.add', commentId },
        annotation: {
          annotationId: 't1',
          metadata: { documentId: 'd' },
          comments: { [commentId]: { commentId } },
        },
      });
    await Promise.all(ids.map(save));
    const [stored] = await stores[0].find({ organizationId });
    expect(Object.keys(stored?.record.comments ?? {}).map(Number)).toEqual(ids);
    expect(stored?.revision).toBe(20);
  });

  test.each(['\ud83d', 'a\0b'])('an id that would not come back is refused (%j)', async (id) => {
    const at = { organizationId: 'ids', annotationId: 't1', revision: 0 };
    const record = { annotationId: 't1', metadata: {}, comments: {} };
    const refused = [
      { ...at, organizationId: id, record },
      { ...at, annotationId: id, record },
      { ...at, record: { ...record, metadata: { documentId: id } } },
    ];
    for (const put of refused) await expect(stores[0].put(put)).rejects.toThrow('half a character or a NUL');
    const query = { organizationId: 'ids', documentIds: [id] };
    expect(await stores[0].find(query)).toEqual([]);
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
    const record = { annotationId: 'new', metadata: { documentId: 'd1' }, comments: {} };
    for (const [revision, written] of [record, record, null].entries())
      expect(await store.put({ organizationId, annotationId: 'new', revision, record: written })).toBe(
        'committed',
      );
    const queries = [
      {},
      { annotationIds: ['t7', 't107'] },
      { documentIds: ['d7', 'd8'] },
      { folderId: 'f3' },
    ];
    for (const query of queries) await store.find({ organizationId, ...query });
    expect(heard.sent.size).toBeGreaterThanOrEqual(8);
    for (const sql of heard.sent.values())
      expect([sql.text, await scans({ dialect, driver }, sql, /annotations/)]).toEqual([sql.text, []]);
  });
});

/** 10,000 threads of 100 organizations. */
async function fill({ dialect, driver, names }: AnnotationContext): Promise<void> {
  const columns = ['organization_id', 'annotation_id', 'document_id', 'folder_id', 'position', 'revision'];
  const types = columns.map((name, index) => ({ name, type: index < 4 ? 'reference' : 'number' }) as const);
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    ...[`o${index % 100}`, `t${index}`, `d${index % 1_009}`, `f${index % 503}`, index, 1],
  ]);
  await driver.transaction(async (session) => {
    for (const chunk of dialect.chunks(rows)) {
      const { text, params } = dialect.values(
        [...types, { name: 'body', type: 'text' }],
        chunk.map((it) => [...it, '{}']),
      );
      await session.run({
        text: `insert into ${names.annotations} (${columns.join(', ')}, body) ${text}`,
        params,
      });
    }
  });
}
