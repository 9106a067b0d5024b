/**
 * Preconditions: every wrong order is an error that says what to do. Also the refusals of a
 * registration.
 */
import { describe, expect, test } from 'vitest';
import { CommentsSetupError } from '../errors.js';
import type { CommentDataProvider } from '../provider/provider.js';
import { createLocalService } from '../service/local-service.js';
import { comment, thread } from '../test-support/records.js';
import { type CommentsClient, createCommentsClient } from './client.js';

const ok = async () => ({ success: true, statusCode: 200, data: {} });
const provider: CommentDataProvider = { get: ok, save: ok, delete: ok };
const ada = { userId: 'ada', organizationId: 'acme' };
const newClient = () => createCommentsClient({ service: createLocalService() });

const identified = () => {
  const client = newClient();
  client.setDataProviders({ comment: provider });
  client.identify(ada);
  return client;
};

async function ready(): Promise<CommentsClient> {
  const client = identified();
  await client.setDocuments(['contract']);
  return client;
}

test('documents are chosen by their ids, or as objects that have them', async () => {
  const client = identified();
  await client.setDocuments([{ id: 'contract' }, 'offer', { id: 'offer' }]);
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  expect(client.snapshot().map((it) => it.annotationId)).toEqual(['t1']);
  expect(await client.getCommentAnnotations({ documentIds: ['contract', 'offer'] })).toHaveLength(1);
});

describe('the order of calls', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'identify without a provider',
      () => newClient().identify(ada),
      /setDataProviders\(\{ comment \}\) before identify/,
    ],
    [
      'a provider after identify',
      () => identified().setDataProviders({ comment: provider }),
      /setDataProviders before identify/,
    ],
    [
      'setDocuments before identify',
      () => newClient().setDocuments(['d']),
      /Call identify before setDocuments/,
    ],
    [
      'a read before identify',
      () => newClient().getCommentAnnotations(),
      /Call identify before getCommentAnnotations/,
    ],
    [
      'a read before setDocuments',
      () => identified().getCommentAnnotations(),
      /Call setDocuments before getComm/,
    ],
    [
      'notifications before setDocuments',
      () => identified().getNotifications(),
      /Call setDocuments before getNot/,
    ],
    [
      'a write before setDocuments',
      () => identified().addComment('t', comment(1)),
      /Call setDocuments before addComment/,
    ],
    ['setDocument', () => identified().setDocument(), /Use setDocuments/],
    ['no documents', () => identified().setDocuments([]), /one or more documents, each as its id/],
    ['a document without an id', () => identified().setDocuments([{ id: '' }]), /its id or as \{ id \}/],
    [
      'a document that was not chosen',
      async () => (await ready()).getCommentAnnotations({ documentIds: ['x'] }),
      /document x was not chosen: name it in setDocuments/,
    ],
    [
      'a thread in a document that was not chosen',
      async () => (await ready()).addCommentAnnotation(thread('t', [], { metadata: { documentId: 'x' } })),
      /name it in setDocuments/,
    ],
    [
      'a thread without a document',
      async () => (await ready()).addCommentAnnotation(thread('t', [], { metadata: {} })),
      /was not chosen/,
    ],
    [
      'a thread of another organization',
      async () =>
        (await ready()).addCommentAnnotation(
          thread('t', [], { metadata: { documentId: 'contract', organizationId: 'x' } }),
        ),
      /the organization given to identify/,
    ],
    [
      'an event nobody opted into',
      async () => (await ready()).updateCommentAnnotation('t', {}, 'mine'),
      /"mine" is not known: name it in additionalEvents/,
    ],
    [
      'identify without a user',
      () => {
        const client = newClient();
        client.setDataProviders({ comment: provider });
        client.identify({ ...ada, userId: '' });
      },
      /needs a userId/,
    ],
    [
      'identify without an organization',
      () => {
        const client = newClient();
        client.setDataProviders({ comment: provider });
        client.identify({ userId: 'ada' } as never);
      },
      /needs an organizationId/,
    ],
  ])('%s', async (_what, run, message) => {
    const error: unknown = await (async () => run())().catch((it: unknown) => it);
    expect(error).toBeInstanceOf(CommentsSetupError);
    expect((error as Error).message).toMatch(message);
  });

  test('another user may be identified, and sees nothing of the first', async () => {
    const client = await ready();
    await client.addCommentAnnotation(thread('t1', [comment(1)]));
    client.identify({ userId: 'eve', organizationId: 'other' });
    expect(client.snapshot()).toEqual([]);
    await expect(client.getCommentAnnotations()).rejects.toThrow('Call setDocuments');
    await client.setDocuments(['contract']);
    expect(client.snapshot()).toEqual([]);
  });
});

describe('the chosen documents', () => {
  const other = (annotationId: string) =>
    thread(annotationId, [comment(2)], { metadata: { documentId: 'annex' } });

  test('are those that are shown: the threads of others are not, and are again when they are chosen', async () => {
    const client = await ready();
    await client.addCommentAnnotation(thread('t1', [comment(1)]));
    const told: string[][] = [];
    client.subscribe(() => told.push(client.snapshot().map((it) => it.annotationId)));
    const chosen = client.setDocuments(['annex']);
    // At once, whether or not the service answers.
    expect(client.snapshot()).toEqual([]);
    expect(told).toEqual([[]]);
    await chosen;
    await client.addCommentAnnotation(other('t2'));
    expect(client.snapshot().map((it) => it.annotationId)).toEqual(['t2']);
    expect(client.snapshot()).toBe(client.snapshot());
    await client.setDocuments(['contract', 'annex']);
    expect(client.snapshot().map((it) => it.annotationId)).toEqual(['t1', 't2']);
  });

  test('a read that began before others were chosen gives what it was asked for', async () => {
    const client = await ready();
    await client.addCommentAnnotation(thread('t1', [comment(1)]));
    const reading = client.getCommentAnnotations();
    await client.setDocuments(['annex']);
    expect((await reading).map((it) => it.annotationId)).toEqual(['t1']);
  });

  test('before any is chosen nothing is shown, and it is the same nothing', () => {
    const client = identified();
    expect(client.snapshot()).toEqual([]);
    expect(client.snapshot()).toBe(client.snapshot());
  });
});

describe('registration', () => {
  const endpoint = { url: 'https://comments.example' };
  test.each<[unknown, RegExp]>([
    [undefined, /setDataProviders\(\{ comment: provider \}\)/],
    [{}, /lacks get, save, delete/],
    [
      { get: ok, config: { saveConfig: endpoint } },
      /lacks delete\. Give a function "delete" or config\.deleteConfig/,
    ],
    [{ ...provider, get: undefined, config: { getConfig: {} } }, /config\.getConfig\.url must be a text/],
    [{ ...provider, config: { resolveTimeout: 0 } }, /resolveTimeout/],
    [{ ...provider, config: { resolveTimeout: Number.NaN } }, /resolveTimeout/],
    [{ ...provider, config: { saveRetryConfig: { retryCount: -1 } } }, /saveRetryConfig\.retryCount/],
    [{ ...provider, config: { getRetryConfig: { retryDelay: -1 } } }, /getRetryConfig\.retryDelay/],
    [{ ...provider, config: { fieldsToRemove: ['status', 'x', 'from'] } }, /not status, from:/],
  ])('%j is refused', (comment, message) => {
    const client = newClient();
    expect(() => {
      client.setDataProviders({ comment: comment as CommentDataProvider });
    }).toThrow(message);
  });

  test('each operation may be a function or an endpoint', () => {
    const config = { getConfig: endpoint, deleteConfig: endpoint };
    expect(() => {
      newClient().setDataProviders({ comment: { save: ok, config } });
    }).not.toThrow();
  });

  test('a function wins over an endpoint, and may use `this`', async () => {
    class Mine implements CommentDataProvider {
      readonly config = { getConfig: endpoint, saveConfig: endpoint, deleteConfig: endpoint };
      saved = 0;
      readonly get = ok;
      async save() {
        this.saved += 1;
        return { success: true, statusCode: 200 };
      }
    }
    const mine = new Mine();
    const client = newClient();
    client.setDataProviders({ comment: mine });
    client.identify(ada);
    await client.setDocuments(['contract']);
    await client.addCommentAnnotation(thread('t1', [comment(1)]));
    expect(mine.saved).toBe(1);
  });
});

describe('registration of the other providers', () => {
  const endpoint = { url: 'https://people.example' };
  test.each<[object, RegExp]>([
    [{ user: {} }, /The user data provider lacks get\. Give a function "get" or config\.getConfig/],
    [{ user: { get: ok, save: ok } }, /The user data provider is never asked for save/],
    [{ user: { config: { getConfig: endpoint, deleteConfig: endpoint } } }, /never asked for delete/],
    [{ reaction: { get: ok, delete: ok } }, /The reaction data provider lacks save/],
    [{ attachment: { save: ok } }, /The attachment data provider lacks delete/],
    [{ attachment: { save: ok, delete: ok, maxBytes: 0 } }, /attachment\.maxBytes/],
    [{ notification: { get: ok } }, /The notification data provider lacks delete/],
    [{ activity: { save: ok } }, /The activity data provider lacks get/],
    [{ activity: { get: ok, save: ok, config: { resolveTimeout: -1 } } }, /resolveTimeout/],
    [{ users: { get: ok } }, /users/],
    [{ user: 'people' }, /user must be an object/],
  ])('%j is refused', (others, message) => {
    const register = () => newClient().setDataProviders({ comment: provider, ...others });
    expect(register).toThrow(CommentsSetupError);
    expect(register).toThrow(message);
  });

  test('people and activities have fewer operations', () => {
    const others = { user: { get: ok }, activity: { get: ok, config: { saveConfig: endpoint } } };
    expect(() => newClient().setDataProviders({ comment: provider, ...others })).not.toThrow();
  });

  test('additionalSaveEvents of the provider are events of updateCommentAnnotation', async () => {
    const saved: unknown[] = [];
    const save = async ({ event }: { readonly event?: string }) => {
      saved.push(event);
      return { success: true, statusCode: 200 };
    };
    const config = { additionalSaveEvents: ['comment_annotation.priority_change'] };
    const client = newClient();
    client.setDataProviders({ comment: { ...provider, save, config } });
    client.identify(ada);
    await client.setDocuments(['contract']);
    await client.addCommentAnnotation(thread('t1', [comment(1)]));
    await client.updateCommentAnnotation('t1', { priority: 'P1' }, 'comment_annotation.priority_change');
    const unknown = client.updateCommentAnnotation('t1', { priority: 'P2' }, 'comment_annotation.other');
    await expect(unknown).rejects.toThrow('is not known');
    expect(saved).toEqual(['comment_annotation.add', 'comment_annotation.priority_change']);
  });
});
