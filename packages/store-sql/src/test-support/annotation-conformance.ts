/** What every store of comment threads must do, the one in memory included. */
import type { AnnotationQuery, AnnotationRecord, AnnotationStore } from '@org/approval-comments/server';
import { expect } from 'vitest';

export interface AnnotationsUnderTest {
  /** Two instances on the same data, as two processes would have. */
  readonly stores: readonly [AnnotationStore, AnnotationStore];
  /** Another for each case. */
  readonly organizationId: string;
}

const record = (annotationId: string, metadata: object = {}, more: object = {}): AnnotationRecord => ({
  ...more,
  annotationId,
  metadata: { ...metadata },
  comments: {},
});

/** Inserts a thread that is not there. */
const insert = (store: AnnotationStore, organizationId: string, it: AnnotationRecord) =>
  store.put({ organizationId, annotationId: it.annotationId, revision: 0, record: it });

async function idsIn(store: AnnotationStore, query: AnnotationQuery): Promise<string[]> {
  return (await store.find(query)).map((it) => it.record.annotationId);
}

type Case = (under: AnnotationsUnderTest) => Promise<void>;

const findsBy: Case = async ({ stores: [store, other], organizationId }) => {
  const threads = [
    record('t3', { documentId: 'd1', folderId: 'f1' }),
    record('t1', { documentId: 'd2', folderId: 'f1' }),
    record('t2', { documentId: 'd1' }),
    record('t0', { documentId: 7 }),
  ];
  for (const it of threads) expect(await insert(store, organizationId, it)).toBe('committed');
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
  ];
  for (const [query, expected] of table)
    expect([query, await idsIn(other, { organizationId, ...query })]).toEqual([query, expected]);
};

const findsMany: Case = async ({ stores: [store], organizationId }) => {
  const ids = Array.from({ length: 150 }, (_, index) => `t${(index * 37) % 150}`);
  for (const id of ids) await insert(store, organizationId, record(id, { documentId: `of-${id}` }));
  expect(await idsIn(store, { organizationId, annotationIds: ids.toSorted() })).toEqual(ids);
  const documentIds = ids.map((id) => `of-${id}`).toSorted();
  expect(await idsIn(store, { organizationId, documentIds })).toEqual(ids);
};

const keepsItsPlace: Case = async ({ stores: [store, other], organizationId }) => {
  const put = (annotationId: string, revision: number, it: AnnotationRecord | null) =>
    other.put({ organizationId, annotationId, revision, record: it });
  for (const id of ['a', 'b', 'c']) await insert(store, organizationId, record(id));
  await put('a', 1, record('a', { documentId: 'moved' }));
  expect(await idsIn(store, { organizationId })).toEqual(['a', 'b', 'c']);
  expect(await idsIn(store, { organizationId, documentIds: ['moved'] })).toEqual(['a']);
  await put('b', 1, null);
  await insert(other, organizationId, record('b'));
  expect(await idsIn(store, { organizationId })).toEqual(['a', 'c', 'b']);
};

const comparesRevisions: Case = async ({ stores: [store, other], organizationId }) => {
  const put = (revision: number, it: AnnotationRecord | null) =>
    other.put({ organizationId, annotationId: 't1', revision, record: it });
  const revisions = async () => (await store.find({ organizationId })).map((it) => it.revision);
  expect(await put(1, record('t1'))).toBe('conflict');
  expect(await put(0, null)).toBe('committed');
  expect(await revisions()).toEqual([]);
  expect(await put(0, record('t1'))).toBe('committed');
  expect(await put(0, record('t1'))).toBe('conflict');
  expect(await put(1, record('t1', {}, { second: true }))).toBe('committed');
  expect(await put(1, record('t1', {}, { late: true }))).toBe('conflict');
  expect(await put(1, null)).toBe('conflict');
  expect(await put(0, null)).toBe('conflict');
  const [stored] = await store.find({ organizationId });
  expect(stored).toEqual({ record: record('t1', {}, { second: true }), revision: 2 });
  expect(await put(2, null)).toBe('committed');
  expect(await put(2, record('t1'))).toBe('conflict');
  expect(await put(0, record('t1'))).toBe('committed');
  expect(await revisions()).toEqual([1]);
};

const oneOfMany: Case = async ({ stores, organizationId }) => {
  for (const revision of [0, 1]) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        stores[writer % 2 === 0 ? 0 : 1].put({
          ...{ organizationId, annotationId: 't1', revision },
          record: record('t1', {}, { writer }),
        }),
      ),
    );
    expect(answers.filter((it) => it === 'committed')).toHaveLength(1);
    const [stored] = await stores[0].find({ organizationId });
    expect(stored?.record['writer']).toBe(answers.indexOf('committed'));
    expect(stored?.revision).toBe(revision + 1);
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
    expect(await insert(store, organizationId, record(id, { documentId: id, folderId: id }))).toBe(
      'committed',
    );
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
  await insert(store, mine, record('t1', at, { of: 'mine' }));
  expect(await idsIn(store, { organizationId: theirs })).toEqual([]);
  expect(await insert(store, theirs, record('t1', at, { of: 'theirs' }))).toBe('committed');
  const queries = [{}, { annotationIds: ['t1'] }, { documentIds: ['d'] }, { folderId: 'f' }];
  for (const query of queries) {
    const found = await store.find({ organizationId: theirs, ...query });
    expect(found.map((it) => it.record['of'])).toEqual(['theirs']);
  }
  await store.put({ organizationId: mine, annotationId: 't1', revision: 1, record: null });
  expect(await idsIn(store, { organizationId: theirs })).toEqual(['t1']);
};

const ODD_JSON = `{"z":1,"a":{"b":[null,0,-1.5e-7,false,""," "]},"big":9007199254740991,"annotationId":"t1",
  "emoji":"👩‍👩‍👧 🐤 \\ud83d","nul":"\\u0000","text":"'\\"\\\\%?$1 ä A\\u0308","__proto__":{"own":true},
  "metadata":{"documentId":"d","x":{"y":1,"w":2}},"comments":{"2":{"commentId":2},"1":{"commentId":1}}}`;

const jsonAsItWas: Case = async ({ stores: [store, other], organizationId }) => {
  const odd = JSON.parse(ODD_JSON) as AnnotationRecord;
  const large = { ...odd, annotationId: 't2', text: '🐤'.repeat(300_000) };
  for (const it of [odd, large]) await insert(store, organizationId, it);
  const found = await other.find({ organizationId });
  expect(found.map((it) => JSON.stringify(it.record))).toEqual([odd, large].map((it) => JSON.stringify(it)));
  const [first] = found;
  Object.assign(first?.record.metadata ?? {}, { documentId: 'changed by who read it' });
  expect((await store.find({ organizationId }))[0]?.record).toEqual(odd);
};

export const ANNOTATION_CASES: Readonly<Record<string, Case>> = {
  'finds by ids, documents and folder, oldest thread first': findsBy,
  'finds more than one statement takes, in order': findsMany,
  'a thread keeps its place when it is written, and loses it when it is deleted': keepsItsPlace,
  'writes only on the revision that was read': comparesRevisions,
  'of many that write at once one gets through': oneOfMany,
  'ids are what they are, to the byte': byteExactIds,
  'organizations do not see each other': organizationsApart,
  'JSON comes back as it went in': jsonAsItWas,
};
