/** One request for many threads; never two in flight for the same one; no answer older than the question. */
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
  open[0]?.answer({ t1: { annotationId: 'old' } });
  await later();
  expect(open.length).toBe(2);
  open[1]?.answer({ t1: { annotationId: 'new' } });
  expect((await first).get('t1')).toEqual({ ok: true, content: { annotationId: 'old' } });
  expect((await second).get('t1')).toEqual({ ok: true, content: { annotationId: 'new' } });
});

test('a failure is everybody’s who waited, and is not kept', async () => {
  const { open, load } = customer();
  const first = load([structural('t1')], 'setDocuments');
  await later();
  const error = new ResolverError('get', 1, new AttemptError('network'));
  open[0]?.answer(error);
  expect((await first).get('t1')).toEqual({ ok: false, error });
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
