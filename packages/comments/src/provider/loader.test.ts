/**
 * One request for many threads; never two in flight for the same one; no answer older than the
 * question.
 */
import { expect, test } from 'vitest';
import { customFieldsOf } from '../content/custom-fields.js';
import { strip } from '../content/strip.js';
import { comment, thread } from '../test-support/records.js';
import { AttemptError, ResolverError } from '../errors.js';
import { createLoader } from './loader.js';
import type { ResolverResponse } from './config.js';

const structural = (id: string, revision = 1) => ({
  annotation: strip(thread(id, [comment(1)]), customFieldsOf()).structural,
  revision,
});
const answered = (annotationId: string) => ({ annotationId, metadata: {}, comments: {} });
const later = () => new Promise((resolve) => setImmediate(resolve));

/** A customer's side that answers when the test says so. */
function customer() {
  const open: { readonly ids: readonly string[]; readonly answer: (data: object | ResolverError) => void }[] =
    [];
  const load = createLoader((_name, request) => {
    const ids = 'commentAnnotationIds' in request ? (request.commentAnnotationIds ?? []) : [];
    return new Promise<ResolverResponse>((resolve, reject) => {
      open.push({
        ids,
        answer: (data) => {
          if (data instanceof ResolverError) reject(data);
          else resolve({ success: true, statusCode: 200, data });
        },
      });
    });
  }, 'acme');
  return { open, load };
}

test('what is asked for in one turn is one request, each thread once', async () => {
  const { open, load } = customer();
  const loads = [
    load([structural('t1'), structural('t2')], 'setDocuments'),
    load([structural('t2'), structural('t3')], 'setDocuments'),
  ];
  await later();
  expect(open.map((it) => it.ids)).toEqual([['t1', 't2', 't3']]);
  open[0]?.answer({ t2: { annotationId: 't2' } });
  const [first, second] = await Promise.all(loads);
  expect(first?.get('t2')).toMatchObject({ ok: true, content: { annotationId: 't2' } });
  expect(second?.get('t2')).toEqual(first?.get('t2'));
  expect(second?.get('t3')).toMatchObject({ ok: true, content: null });
});

test('a thread that is under way is not asked for again; others are, and after it, it is', async () => {
  const { open, load } = customer();
  const first = load([structural('t1')], 'setDocuments');
  await later();
  const second = load([structural('t1'), structural('t2')], 'getNotifications');
  await later();
  expect(open.map((it) => it.ids)).toEqual([['t1'], ['t2']]);
  open[0]?.answer({ t1: { annotationId: 't1' } });
  open[1]?.answer({});
  expect((await second).get('t1')).toEqual((await first).get('t1'));
  void load([structural('t1')], 'setDocuments');
  await later();
  expect(open.map((it) => it.ids)).toEqual([['t1'], ['t2'], ['t1']]);
});

test('a thread that has changed since it was asked for is asked for again when that answer is there', async () => {
  const { open, load } = customer();
  const first = load([structural('t1', 1)], 'setDocuments');
  await later();
  const second = load([structural('t1', 2)], 'setDocuments');
  await later();
  expect(open.length).toBe(1);
  open[0]?.answer({ t1: answered('old') });
  await later();
  expect(open.length).toBe(2);
  open[1]?.answer({ t1: answered('new') });
  expect((await first).get('t1')).toMatchObject({ ok: true, content: answered('old') });
  expect((await second).get('t1')).toMatchObject({ ok: true, content: answered('new') });
});

test('a failure is everybody’s who waited, and is not kept', async () => {
  const { open, load } = customer();
  const first = load([structural('t1')], 'setDocuments');
  await later();
  const error = new ResolverError('get', 1, new AttemptError('network'));
  open[0]?.answer(error);
  expect((await first).get('t1')).toMatchObject({ ok: false, error });
  void load([structural('t1')], 'setDocuments');
  await later();
  expect(open.length).toBe(2);
});

test.each(['__proto__', 'toString'])('an answer has no thread %s unless it says so', async (id) => {
  const { open, load } = customer();
  const first = load([structural(id)], 'setDocuments');
  await later();
  open[0]?.answer({});
  expect((await first).get(id)).toMatchObject({ ok: true, content: null });
});

/** A customer's side of so many threads that cannot answer some of them. */
function loading(count: number, isBad: (id: string) => boolean, error: () => AttemptError) {
  const asked: string[][] = [];
  const load = createLoader(async (_name, request) => {
    const ids = 'commentAnnotationIds' in request ? (request.commentAnnotationIds ?? []) : [];
    asked.push([...ids]);
    if (ids.some(isBad)) throw new ResolverError('get', 1, error());
    return { success: true, statusCode: 200, data: Object.fromEntries(ids.map((it) => [it, answered(it)])) };
  }, 'acme');
  const all = Array.from({ length: count }, (_, index) => structural(`t${index}`));
  const failed = async () =>
    [...(await load(all, 'setDocuments'))].filter(([, it]) => !it.ok).map(([id]) => id);
  return { asked, failed };
}
const status500 = () => new AttemptError('http-status', 500);

test('a thread that cannot be had takes none of those with it that were asked for beside it', async () => {
  const bad = ['t0', 't77', 't199'];
  const { asked, failed } = loading(200, (it) => bad.includes(it), status500);
  expect(await failed()).toEqual(bad);
  expect(asked.length).toBeLessThan(60);
});

test.each<[string, () => AttemptError, number]>([
  ['fails whatever it is asked', status500, 20],
  ['does not answer in time', () => new AttemptError('timeout'), 5],
  ['is not reached', () => new AttemptError('network'), 5],
])('a side that %s is not asked for every thread by itself', async (_what, error, most) => {
  const { asked, failed } = loading(1_000, () => true, error);
  expect((await failed()).length).toBe(1_000);
  expect(asked.length).toBeLessThanOrEqual(most);
});

test('an answer in pages is read to its end', async () => {
  const load = createLoader(async (_name, request) => {
    const after = 'after' in request ? request.after : undefined;
    const ok = { success: true, statusCode: 200 };
    if (after === undefined) return { ...ok, data: { t1: answered('t1') }, revisions: { t1: 4 }, next: 'a' };
    if (after === 'a') return { ...ok, data: {}, next: 'b' };
    return { ...ok, data: { t2: answered('t2') } };
  }, 'acme');
  const loaded = await load([structural('t1'), structural('t2')], 'setDocuments');
  expect(loaded.get('t1')).toMatchObject({ ok: true, content: answered('t1'), revision: 4 });
  expect(loaded.get('t2')).toMatchObject({ ok: true, content: answered('t2'), revision: undefined });
});

test('an answer whose pages lead nowhere is a failure', async () => {
  const load = createLoader(async () => ({ success: true, statusCode: 200, data: {}, next: 'same' }), 'acme');
  expect((await load([structural('t1')], 'setDocuments')).get('t1')).toMatchObject({ ok: false });
});

test.each([
  { annotationId: 't1' },
  { ...answered('t1'), comments: null },
  { ...answered('t1'), comments: { 1: null } },
])('a thread that is answered as %j has no comments', async (data) => {
  const { open, load } = customer();
  const first = load([structural('t1')], 'setDocuments');
  await later();
  open[0]?.answer({ t1: data });
  expect((await first).get('t1')).toMatchObject({ ok: true, content: answered('t1') });
});
