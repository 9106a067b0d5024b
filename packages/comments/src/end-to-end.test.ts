/**
 * Everything together: clients, the customer's backend in Express and the service, each behind a
 * real socket.
 */
import { expect, test } from 'vitest';
import { type CommentsClient, createCommentsClient } from './client/client.js';
import { createCommentBackend } from './server/backend.js';
import { createHttpService } from './service/http-service.js';
import { createServiceHandler } from './service/service-handler.js';
import { createMemoryAnnotationStore } from './store/memory-store.js';
import { callerNamed } from './test-support/callers.js';
import { thread } from './test-support/records.js';
import { SHELLS } from './test-support/shells.js';

async function world() {
  const structure = createMemoryAnnotationStore();
  const content = createMemoryAnnotationStore();
  const access = { callerOf: callerNamed, authorize: () => true, basePath: '/comments' };
  const backend = createCommentBackend({ ...access, store: content });
  const service = createServiceHandler({ ...access, store: structure });
  const customerUrl = `${await SHELLS.express!(backend)}/comments`;
  const serviceUrl = `${await SHELLS.fetch!(service)}/comments`;
  const signIn = async (userId: string): Promise<CommentsClient> => {
    const headers = { 'X-User': userId, 'Content-Type': 'application/json' };
    const client = createCommentsClient({ service: createHttpService({ url: serviceUrl, headers }) });
    const [getConfig, saveConfig, deleteConfig] = ['get', 'save', 'delete'].map((it) => ({
      url: `${customerUrl}/${it}`,
      headers,
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
