/** A list is read by its changes, and shows the same as the whole one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestsOf, partsFor } from '../content/list-parts.js';
import { createServiceHandler } from '../service/service-handler.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { createNetwork } from '../test-support/histories/network.js';
import { systemCaller } from '../test-support/callers.js';
import { changeOf } from '../store/change.js';
import { writeChange } from '../store/annotation-store.js';

const THREADS = 300;
const metadata = { organizationId: 'acme', documentId: 'contract' };
const threadOf = (id: string, text: string) => ({
  ...{ annotationId: id, metadata: { documentId: 'contract' } },
  comments: { 1: { commentId: 1, commentText: text } },
});

/** Two tabs, one of which reads lists by their changes; the answers to its lists are counted. */
async function setUp() {
  const network = createNetwork();
  for (let index = 0; index < THREADS; index += 1)
    for (const store of [network.content, network.structure]) {
      const record = { annotationId: `t${index}`, metadata, comments: {}, isCommentResolverUsed: true };
      await writeChange(store, 'acme', changeOf({ annotation: record }), { makesThreads: true });
    }
  const listed: number[] = [];
  const { structure } = network;
  const find = structure.find;
  Object.assign(structure, {
    find: async (query: Parameters<typeof find>[0]) => {
      const page = await find(query);
      listed.push(page.threads.length);
      return page;
    },
  });
  const [reader, writer] = [await network.signIn('ada', true), await network.signIn('mod', true)];
  listed.length = 0;
  return { network, reader, writer, listed };
}

const byId = (threads: readonly { readonly annotationId: string }[]) =>
  threads.toSorted((a, b) => (a.annotationId < b.annotationId ? -1 : 1));

test('a look without a change lists nothing, and one with a change a part of the threads', async () => {
  const { reader, writer, listed } = await setUp();
  await reader.getCommentAnnotations();
  expect(listed).toEqual([]);
  await writer.addComment('t7', { commentId: 9, commentText: 'new' });
  listed.length = 0;
  await reader.getCommentAnnotations();
  expect(listed).toHaveLength(1);
  expect(listed[0]).toBeLessThan(THREADS / 4);
  expect(reader.snapshot().find((it) => it.annotationId === 't7')?.comments[9]?.commentText).toBe('new');
  await reader.getCommentAnnotations({ refresh: true });
  expect(listed).toContain(THREADS);
});

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('add', 'make', 'status', 'delete', 'own', 'look'),
    which: fc.nat(THREADS + 20),
  }),
  { minLength: 5, maxLength: 25 },
);

test('both ways to read show the same, with writes, additions and deletions in between', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { network, reader, writer } = await setUp();
      for (const { what, which } of all) {
        const id = `t${which}`;
        if (what === 'look') await reader.getCommentAnnotations();
        const client = what === 'own' ? reader : writer;
        const isThere = client.snapshot().some((it) => it.annotationId === id);
        const done =
          what === 'look'
            ? undefined
            : what === 'make' || !isThere
              ? client.addCommentAnnotation(threadOf(id, 'made'))
              : what === 'delete'
                ? client.deleteCommentAnnotation(id)
                : what === 'status'
                  ? client.updateCommentAnnotation(id, { status: 'OPEN' }, 'status.changed')
                  : client.addComment(id, { commentText: 'words' });
        await done?.catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      }
      await reader.getCommentAnnotations();
      const fresh = await network.signIn('ada', true);
      expect(byId(reader.snapshot())).toEqual(byId(fresh.snapshot()));
    }),
    { numRuns: 6, seed: 7 },
  );
});

test.each([
  [['0'.repeat(16), '0'.repeat(16), '0'.repeat(16)], undefined],
  [['xyz'], undefined],
  [undefined, 'p3.1.0'],
  [undefined, 'p512.1.0'],
  [undefined, 'p4.zz.0'],
  [undefined, 'p4.1.x'],
])('digests %o and the cursor %s are refused', async (known, after) => {
  const store = createMemoryAnnotationStore();
  const record = { annotationId: 't', metadata, comments: {} };
  for (let index = 0; index < 40; index += 1) {
    const change = changeOf({ annotation: { ...record, annotationId: `t${index}` } });
    await writeChange(store, 'acme', change, { makesThreads: true });
  }
  const handler = createServiceHandler({ store, callerOf: systemCaller, authorize: () => true });
  const data = { organizationId: 'acme', documentIds: ['contract'], known, after };
  const about = { method: 'POST', path: '/v2/comments/list', query: '', remoteAddress: null };
  const headers = { 'content-type': 'application/json' };
  const value = JSON.parse(JSON.stringify({ data })) as unknown;
  const { status } = await handler({ ...about, headers, body: { kind: 'parsed', value } });
  expect(status).toBe(400);
});

test('digests differ by an id, a revision and a missing thread, and not by the order', () => {
  const list = Array.from({ length: 50 }, (_, index) => ({ annotationId: `t${index}`, revision: index }));
  const of = (threads: typeof list) => digestsOf(threads, 4).join('');
  expect(of(list.toReversed())).toBe(of(list));
  const [first, ...rest] = list;
  const others = [
    rest,
    [...rest, { annotationId: 't0', revision: 1 }],
    [...rest, { annotationId: 'x', revision: 0 }],
  ];
  expect(first).toBeDefined();
  expect(new Set([of(list), ...others.map(of)]).size).toBe(4);
  expect([0, 17, 5_000, 50_000].map((it) => partsFor(it, 256))).toEqual([1, 2, 256, 256]);
});
