/** Everything together: clients, the customer's backend in Express and the service, each behind a real socket. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommentsClient, createCommentsClient } from './client/client.js';
import { createCommentBackend } from './server/backend.js';
import { createHttpService } from './service/http-service.js';
import { createServiceHandler } from './service/service-handler.js';
import { createMemoryAnnotationStore } from './store/memory-store.js';
import { thread } from './test-support/records.js';
import { SHELLS } from './test-support/shells.js';

async function world() {
  const structure = createMemoryAnnotationStore();
  const content = createMemoryAnnotationStore();
  const authorize = () => true;
  const backend = createCommentBackend({ store: content, authorize, basePath: '/comments' });
  const service = createServiceHandler({ store: structure, authorize, basePath: '/comments' });
  const customerUrl = `${await SHELLS.express!(backend)}/comments`;
  const serviceUrl = `${await SHELLS.fetch!(service)}/comments`;
  const signIn = async (userId: string): Promise<CommentsClient> => {
    const client = createCommentsClient({ service: createHttpService({ url: serviceUrl }) });
    const [getConfig, saveConfig, deleteConfig] = ['get', 'save', 'delete'].map((it) => ({
      url: `${customerUrl}/${it}`,
    }));
    client.setDataProviders({
      comment: { config: { getConfig: getConfig!, saveConfig: saveConfig!, deleteConfig: deleteConfig! } },
    });
    client.identify({ userId, organizationId: 'acme' });
    await client.setDocuments(['contract']);
    return client;
  };
  return { signIn, structure, content };
}

const textsOf = (client: CommentsClient) =>
  client
    .snapshot()
    .flatMap((it) => Object.values(it.comments))
    .map((it) => it.commentText)
    .sort();

test('two people who write in one thread at once both keep every word', async () => {
  const { signIn, structure } = await world();
  const [ada, bob] = [await signIn('ada'), await signIn('bob')];
  await ada.addCommentAnnotation(thread('t1', [{ commentId: 0, commentText: 'word 0' }]));
  await bob.getCommentAnnotations();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all(
    ids.map((commentId) =>
      (commentId % 2 === 0 ? ada : bob).addComment('t1', { commentId, commentText: `word ${commentId}` }),
    ),
  );
  await Promise.all([ada, bob].map((it) => it.getCommentAnnotations()));
  const expected = [0, ...ids].map((it) => `word ${it}`).sort();
  expect(textsOf(ada)).toEqual(expected);
  expect(textsOf(bob)).toEqual(expected);
  expect(JSON.stringify(await structure.find({ organizationId: 'acme' }))).not.toContain('word');
});

test('whatever two people do in turn, both end with the same thread, and the two sides agree', async () => {
  const { signIn, structure, content } = await world();
  const people = [await signIn('ada'), await signIn('bob')];
  const step = fc.record({
    who: fc.nat(1),
    what: fc.constantFrom('add', 'update', 'delete', 'read'),
    commentId: fc.nat(4),
    text: fc.string({ minLength: 1 }).filter((it) => it.isWellFormed() && !it.includes('\0')),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      run += 1;
      const id = `t${run}`;
      await people[0]!.addCommentAnnotation(thread(id, [{ commentId: 9, commentText: 'first' }]));
      for (const { who, what, commentId, text } of steps) {
        const client = people[who]!;
        // A change is made on what one sees; who has not looked for a while writes on an older thread.
        if (what === 'read' || !client.snapshot().some((it) => it.annotationId === id))
          await client.getCommentAnnotations();
        const seen = client.snapshot().find((it) => it.annotationId === id)?.comments[commentId];
        if (what === 'add') await client.addComment(id, { commentId, commentText: text });
        if (what === 'update' && seen) await client.updateComment(id, commentId, { commentText: text });
        if (what === 'delete') await client.deleteComment(id, commentId);
      }
      for (const client of people) await client.getCommentAnnotations({ refresh: true });
      const [adas, bobs] = people.map((it) => it.snapshot().find((one) => one.annotationId === id));
      expect(adas).toEqual(bobs);
      expect(adas).not.toHaveProperty('isCommentTextAvailable');
      const query = { organizationId: 'acme', annotationIds: [id] };
      const [known, kept] = [await structure.find(query), await content.find(query)];
      expect(Object.keys(known[0]!.record.comments)).toEqual(Object.keys(kept[0]!.record.comments));
    }),
    { numRuns: 25 },
  );
});
