/** Rules of every store of comment threads, including the one in memory. */
import type {
  AnnotationPut,
  AnnotationQuery,
  AnnotationStore,
  StoredRow,
} from '@org/approval-comments/server';
import { expect } from 'vitest';

export interface AnnotationsUnderTest {
  /** Two instances on the same data, as two processes would have. */
  readonly stores: readonly [AnnotationStore, AnnotationStore];
  /** Another for each case. */
  readonly organizationId: string;
}

/** A row as it stands at a revision. */
const rowOf = (record: StoredRow['record'], revision = 1): StoredRow => ({
  record,
  revision,
  before: revision - 1,
  stamps: { x: revision },
  writeIds: ['w'],
});
const record = (metadata: object = {}, more: object = {}): StoredRow => rowOf({ ...more, metadata });
const tombstone = (metadata: object = {}): StoredRow => ({ ...record(metadata), isDeleted: true });

type Put = Pick<AnnotationPut, 'annotationId'> & Partial<AnnotationPut>;
const putIn = (store: AnnotationStore, organizationId: string) => (put: Put) =>
  store.put({ organizationId, revision: 0, thread: null, comments: {}, ...put });

/** Inserts a thread that is not there. */
const insert = (store: AnnotationStore, organizationId: string, annotationId: string, thread = record()) =>
  putIn(store, organizationId)({ annotationId, thread });

const threadsIn = async (store: AnnotationStore, query: AnnotationQuery) => (await store.find(query)).threads;

async function idsIn(store: AnnotationStore, query: AnnotationQuery): Promise<string[]> {
  return (await threadsIn(store, query)).map((it) => it.annotationId);
}

type Case = (under: AnnotationsUnderTest) => Promise<void>;

const findsBy: Case = async ({ stores: [store, other], organizationId }) => {
  const threads: [string, StoredRow][] = [
    ['t3', record({ documentId: 'd1', folderId: 'f1' })],
    ['t1', record({ documentId: 'd2', folderId: 'f1' })],
    ['t2', record({ documentId: 'd1' })],
    ['t0', record({ documentId: 7 })],
    ['gone', tombstone({ documentId: 'd1' })],
  ];
  for (const [id, it] of threads) expect(await insert(store, organizationId, id, it)).toBe('committed');
  const table: [Omit<AnnotationQuery, 'organizationId'>, string[]][] = [
    [{}, ['t3', 't1', 't2', 't0']],
    [{ annotationIds: ['t2', 't1', 't2', 'none'] }, ['t1', 't2']],
    [{ annotationIds: [] }, []],
    [{ documentIds: ['d1'] }, ['t3', 't2']],
    [{ documentIds: ['d2', 'd1', 'd1'] }, ['t3', 't1', 't2']],
    [{ documentIds: [] }, []],
    [{ folderId: 'f1' }, ['t3', 't1']],
    [{ folderId: 'none' }, []],
    [{ documentIds: ['d1'], folderId: 'f1' }, ['t3']],
    [{ annotationIds: ['t1', 't2'], documentIds: ['d1'] }, ['t2']],
    [{ annotationIds: ['t1', 't2'], documentIds: ['d2'], folderId: 'f1' }, ['t1']],
    [{ documentIds: ['d1'], withDeleted: true }, ['t3', 't2', 'gone']],
  ];
  for (const [query, expected] of table)
    expect([query, await idsIn(other, { organizationId, ...query })]).toEqual([query, expected]);
};

const revisionsOf: Case = async ({ stores: [store, other], organizationId }) => {
  await insert(store, organizationId, 't1', record({ documentId: 'd1' }));
  await insert(store, organizationId, 't2', record({ documentId: 'd2' }));
  await insert(store, organizationId, 't3', tombstone({ documentId: 'd1' }));
  await insert(store, `${organizationId}-other`, 't4', record({ documentId: 'd1' }));
  const comments = { 1: rowOf({ commentId: 1 }, 2) };
  await putIn(store, organizationId)({ annotationId: 't1', revision: 1, comments });
  const found = await other.revisions?.({ organizationId, documentIds: ['d1', 'd1', 'none'] });
  expect(found?.toSorted((a, b) => (a.annotationId < b.annotationId ? -1 : 1))).toEqual([
    { annotationId: 't1', revision: 2 },
    { annotationId: 't3', revision: 1 },
  ]);
};

const findsMany: Case = async ({ stores: [store], organizationId }) => {
  const ids = Array.from({ length: 150 }, (_, index) => `t${(index * 37) % 150}`);
  for (const id of ids) await insert(store, organizationId, id, record({ documentId: `of-${id}` }));
  expect(await idsIn(store, { organizationId, annotationIds: ids.toSorted() })).toEqual(ids);
  const documentIds = ids.map((id) => `of-${id}`).toSorted();
  expect(await idsIn(store, { organizationId, documentIds })).toEqual(ids);
};

const inPages: Case = async ({ stores: [store, other], organizationId }) => {
  const ids = Array.from({ length: 25 }, (_, index) => `t${index}`);
  for (const [index, id] of ids.entries())
    await insert(store, organizationId, id, record({ documentId: `d${index % 2}` }));
  for (const query of [
    {},
    { documentIds: ['d0', 'd1'] },
    { annotationIds: ids, documentIds: ['d0', 'd1'] },
  ]) {
    const found: string[] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const page = await other.find({ organizationId, ...query, limit: 7, ...(after && { after }) });
      expect(page.threads.length).toBeLessThanOrEqual(7);
      found.push(...page.threads.map((it) => it.annotationId));
      after = page.next;
    }
    expect(found).toEqual(ids);
  }
};

const inSizes: Case = async ({ stores: [store, other], organizationId }) => {
  const sizes = [50, 40, 200, 10, 10, 90];
  const documentId = 'd';
  for (const [index, characters] of sizes.entries())
    await insert(store, organizationId, `t${index}`, {
      ...record({ documentId }),
      size: { comments: 0, characters },
    });
  await insert(store, organizationId, 'before sizes', record({ documentId }));
  for (const query of [{}, { documentIds: [documentId] }, { limit: 4 }]) {
    const found: string[][] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const page = await other.find({ organizationId, ...query, characters: 100, ...(after && { after }) });
      found.push(page.threads.map((it) => it.annotationId));
      after = page.next;
    }
    expect(found).toEqual([['t0', 't1'], ['t2'], ['t3', 't4'], ['t5', 'before sizes']]);
  }
};

const refusesCursors: Case = async ({ stores: [store], organizationId }) => {
  await insert(store, organizationId, 't1');
  for (const after of ['abc', '1.5', '1e400', '-1', ' ', '1;', '9'.repeat(20)])
    await expect(store.find({ organizationId, after })).rejects.toMatchObject({ name: 'InvalidCursorError' });
};

const keepsItsPlace: Case = async ({ stores: [store, other], organizationId }) => {
  const put = putIn(other, organizationId);
  for (const id of ['a', 'b', 'c']) await insert(store, organizationId, id);
  await put({ annotationId: 'a', revision: 1, thread: record({ documentId: 'moved' }) });
  await put({ annotationId: 'b', revision: 1, comments: { 1: rowOf({ commentId: 1 }, 2) } });
  expect(await idsIn(store, { organizationId })).toEqual(['a', 'b', 'c']);
  expect(await idsIn(store, { organizationId, documentIds: ['moved'] })).toEqual(['a']);
};

const comparesRevisions: Case = async ({ stores: [store, other], organizationId }) => {
  const put = (revision: number, more: object = {}) =>
    putIn(other, organizationId)({ annotationId: 't1', revision, thread: record({}, more) });
  expect(await put(1)).toBe('conflict');
  expect(await put(0)).toBe('committed');
  expect(await put(0)).toBe('conflict');
  expect(await put(1, { second: true })).toBe('committed');
  expect(await put(1, { late: true })).toBe('conflict');
  const [stored] = await threadsIn(store, { organizationId });
  expect(stored).toEqual({
    annotationId: 't1',
    revision: 2,
    thread: record({}, { second: true }),
    comments: {},
  });
};

const writesComments: Case = async ({ stores: [store, other], organizationId }) => {
  const put = putIn(store, organizationId);
  const row = (text: string, revision: number) => rowOf({ commentId: 1, text }, revision);
  const first = { annotationId: 't1', thread: record(), comments: { 1: row('a', 1), 2: row('b', 1) } };
  expect(await put(first)).toBe('committed');
  expect(await put({ annotationId: 't1', revision: 1, comments: { 2: row('c', 2), 9: row('d', 2) } })).toBe(
    'committed',
  );
  expect(await put({ annotationId: 't1', revision: 1, comments: { 1: row('late', 2) } })).toBe('conflict');
  const key = { organizationId, annotationId: 't1' };
  expect(await other.load(key, ['2', '7'])).toEqual({
    ...{ annotationId: 't1', revision: 2, thread: record(), comments: { 2: row('c', 2) } },
  });
  const [whole] = await threadsIn(other, { organizationId });
  expect(whole?.comments).toEqual({ 1: row('a', 1), 2: row('c', 2), 9: row('d', 2) });
  expect(await other.load({ organizationId, annotationId: 'none' }, [])).toBeNull();
  const gone = { annotationId: 't1', revision: 2, thread: tombstone(), dropComments: true };
  expect(await put(gone)).toBe('committed');
  expect(await threadsIn(other, { organizationId })).toEqual([]);
  expect(await other.load(key, ['1'])).toEqual({
    annotationId: 't1',
    revision: 3,
    thread: tombstone(),
    comments: {},
  });
};

const oneOfMany: Case = async ({ stores, organizationId }) => {
  for (const revision of [0, 1]) {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        putIn(
          stores[writer % 2 === 0 ? 0 : 1],
          organizationId,
        )({
          annotationId: 't1',
          revision,
          thread: record({}, { writer }),
          comments: { [writer]: rowOf({ writer }) },
        }),
      ),
    );
    expect(results.filter((it) => it === 'committed')).toHaveLength(1);
    const [stored] = await threadsIn(stores[0], { organizationId });
    const winner = results.indexOf('committed');
    expect([stored?.thread.record['writer'], stored?.revision]).toEqual([winner, revision + 1]);
    expect(Object.keys(stored?.comments ?? {})).toContain(String(winner));
    expect(Object.keys(stored?.comments ?? {}).length).toBeLessThanOrEqual(revision + 1);
  }
};

const LONG = '🐤'.repeat(100);
const ALIKE = [
  'Ab',
  'aB',
  'Äb',
  'A\u0308b',
  'Ab ',
  ' Ab',
  'ab',
  '%',
  '_',
  "'",
  '\\',
  LONG,
  `${LONG.slice(2)}x`,
];

const byteExactIds: Case = async ({ stores: [store], organizationId }) => {
  for (const id of ALIKE) {
    const it = record({ documentId: id, folderId: id });
    expect(await insert(store, organizationId, id, it)).toBe('committed');
  }
  for (const id of ALIKE) {
    for (const query of [{ annotationIds: [id] }, { documentIds: [id] }, { folderId: id }])
      expect(await idsIn(store, { organizationId, ...query })).toEqual([id]);
  }
  expect(await idsIn(store, { organizationId })).toEqual(ALIKE);
};

const organizationsApart: Case = async ({ stores: [store], organizationId }) => {
  const [mine, theirs] = [`${organizationId}-X`, `${organizationId}-x`];
  const at = { documentId: 'd', folderId: 'f' };
  const comments = { 1: rowOf({ commentId: 1, of: 'mine' }) };
  await putIn(store, mine)({ annotationId: 't1', thread: record(at, { of: 'mine' }), comments });
  expect(await idsIn(store, { organizationId: theirs })).toEqual([]);
  expect(await insert(store, theirs, 't1', record(at, { of: 'theirs' }))).toBe('committed');
  const queries = [{}, { annotationIds: ['t1'] }, { documentIds: ['d'] }, { folderId: 'f' }];
  for (const query of queries) {
    const found = await threadsIn(store, { organizationId: theirs, ...query });
    expect(found.map((it) => [it.thread.record['of'], it.comments])).toEqual([['theirs', {}]]);
  }
  await putIn(store, mine)({ annotationId: 't1', revision: 1, thread: tombstone(at), dropComments: true });
  expect(await idsIn(store, { organizationId: theirs })).toEqual(['t1']);
};

const ODD_JSON = `{"z":1,"a":{"b":[null,0,-1.5e-7,false,""," "]},"big":9007199254740991,
  "emoji":"👩‍👩‍👧 🐤 \\ud83d","nul":"\\u0000","text":"'\\"\\\\%?$1 ä A\\u0308","__proto__":{"own":true},
  "metadata":{"documentId":"d","x":{"y":1,"w":2}}}`;

const jsonAsItWas: Case = async ({ stores: [store, other], organizationId }) => {
  const odd = rowOf(JSON.parse(ODD_JSON) as StoredRow['record']);
  const large = rowOf({ ...odd.record, text: '🐤'.repeat(300_000) });
  await putIn(
    store,
    organizationId,
  )({ annotationId: 't1', thread: odd, comments: { 9007199254740991: large } });
  const [found] = await threadsIn(other, { organizationId });
  expect(JSON.stringify(found?.thread)).toBe(JSON.stringify(odd));
  expect(JSON.stringify(found?.comments['9007199254740991'])).toBe(JSON.stringify(large));
  Object.assign(found?.thread.record['metadata'] ?? {}, { documentId: 'changed by who read it' });
  expect((await threadsIn(store, { organizationId }))[0]?.thread).toEqual(odd);
};

export const ANNOTATION_CASES: Readonly<Record<string, Case>> = {
  'finds by ids, documents and folder, oldest thread first': findsBy,
  'finds more than one statement takes, in order': findsMany,
  'tells ids and revisions of documents, deleted threads too': revisionsOf,
  'finds page by page, each thread once': inPages,
  'a page ends where its threads are large enough': inSizes,
  'a page begins where one ended, and nowhere else': refusesCursors,
  'a thread keeps its place when it is written': keepsItsPlace,
  'writes the comments that are named, and no other': writesComments,
  'writes only on the revision that was read': comparesRevisions,
  'of many that write at once one gets through': oneOfMany,
  'ids are what they are, to the byte': byteExactIds,
  'organizations do not see each other': organizationsApart,
  'JSON comes back as it went in': jsonAsItWas,
};
