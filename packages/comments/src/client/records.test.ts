/**
 * Reactions, activities and notifications of the host's own: the customer first, and the service
 * knows ids.
 */
import { expect, test } from 'vitest';
import { createHttpService } from '../service/http-service.js';
import { type OtherCustomer, otherCustomer } from '../test-support/other-customer.js';
import { page } from '../test-support/page.js';
import { CANARY, comment, thread, user } from '../test-support/records.js';

const at = { documentId: 'contract', annotationId: 't1', commentId: 1 };

async function withRecords(kind: 'endpoint' | 'function' = 'endpoint', config = {}) {
  const log: string[] = [];
  const others = await otherCustomer((path) => log.push(path));
  const ways = kind === 'endpoint' ? endpoints(others, config) : functions(others);
  const made = await page({ others: ways });
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  made.log.length = 0;
  return { ...made, others, calls: log };
}

const endpoints = (others: OtherCustomer, config: object) => ({
  reaction: { config: { ...others.config('reaction'), ...config } },
  notification: { config: { ...others.config('notification'), ...config } },
  activity: { config: { ...others.config('activity'), ...config } },
});

function functions({ call }: OtherCustomer) {
  return {
    reaction: { get: call('reaction get'), save: call('reaction save'), delete: call('reaction delete') },
    notification: { get: call('notification get'), delete: call('notification delete') },
    activity: { get: call('activity get'), save: call('activity save') },
  };
}

test.each(['endpoint', 'function'] as const)(
  'a reaction goes to the customer, then to the service, and is shown to everybody (%s)',
  async (kind) => {
    const { client, others, stored, wire, log, calls, other } = await withRecords(kind);
    const id = await client.records('reaction').add({ ...at, icon: `${CANARY} 👍` });
    expect([calls, log]).toEqual([['reaction save'], ['service save']]);
    expect(others.kept.get(id)).toMatchObject({ id, icon: `${CANARY} 👍`, from: { userId: 'ada' } });
    const bob = await other('bob');
    const [shown] = await bob.records('reaction').list();
    expect(shown).toMatchObject({ ...at, id, icon: `${CANARY} 👍`, isContentAvailable: true });
    expect(shown?.from?.userId).toBe('ada');
    // Content is read once, and a reaction is not listed as a thread.
    const reads = calls.length;
    expect(await bob.records('reaction').list()).toEqual([shown]);
    expect(calls.length).toBe(reads);
    expect(bob.snapshot().map((it) => it.annotationId)).toEqual(['t1']);
    // A user cannot delete a reaction of another user.
    const refused = bob.records('reaction').remove({ id, documentId: 'contract' });
    await expect(refused).rejects.toMatchObject({ name: 'ServiceError', statusCode: 403 });
    others.kept.set(id, { id, icon: 'again', metadata: {} });
    await client.records('reaction').remove({ id, documentId: 'contract' });
    await client.records('reaction').remove({ id, documentId: 'contract' });
    expect(others.kept.has(id)).toBe(false);
    expect(await bob.records('reaction').list()).toEqual([]);
    expect(wire.join() + (await stored())).not.toContain(CANARY);
  },
);

test('a thread is no reaction: it is not deleted as one, whatever document is named', async () => {
  const { client, serviceUrl, stored, calls } = await withRecords();
  const before = await stored();
  const removing = client.records('reaction').remove({ id: 't1', documentId: 'contract' });
  await expect(removing).rejects.toThrow('t1 is not a record of kind "reaction"');
  expect(calls).toEqual([]);
  // The service refuses it too, even for a user with all permissions.
  const service = createHttpService({ url: serviceUrl, headers: { 'x-user': 'system' } });
  const request = {
    organizationId: 'acme',
    annotationId: 't1',
    documentId: 'other',
    event: 'reaction.delete',
  };
  await expect(service.delete(request)).rejects.toMatchObject({ name: 'ServiceError', statusCode: 400 });
  expect(await stored()).toBe(before);
});

test('what fails at the customer is tried again, told of, and not done at the service', async () => {
  const retry = { retryCount: 1, retryDelay: 1_000 };
  const config = { saveRetryConfig: retry, getRetryConfig: retry };
  const { client, others, events, log } = await withRecords('endpoint', config);
  events.length = 0;
  others.faults.push(500, 500);
  await expect(client.records('reaction').add({ ...at, icon: 'x' })).rejects.toMatchObject({
    ...{ name: 'ResolverError', provider: 'reaction', operation: 'save', attempts: 2 },
  });
  expect(log).toEqual([]);
  expect(events.map((it) => [it.event, it.moduleName, it.payload.attempt])).toEqual([
    ['reactionSaveRequestFormed', 'saveReactions', undefined],
    ['reactionSaveRequestTriggered', 'saveReactions', 1],
    ['reactionSaveError', 'saveReactions', 1],
    ['reactionSaveRequestTriggered', 'saveReactions', 2],
    ['reactionSaveError', 'saveReactions', 2],
  ]);
  others.faults.push(500);
  const id = await client.records('reaction').add({ ...at, icon: 'x' });
  others.faults.push(500, 500);
  const unread = await client.records('reaction').list({ refresh: true });
  expect(unread).toMatchObject([{ id, documentId: 'contract' }]);
  const read = await client.records('reaction').list({ refresh: true });
  expect(read).toMatchObject([{ id, icon: 'x', isContentAvailable: true }]);
});

test('the same id again is the same reaction, and nobody else’s', async () => {
  const { client, other } = await withRecords();
  const record = { ...at, id: 'ada-thumb-1', icon: 'x' };
  await client.records('reaction').add(record);
  await client.records('reaction').add(record);
  const bob = await other('bob');
  await expect(bob.records('reaction').add(record)).rejects.toMatchObject({
    name: 'ServiceError',
    statusCode: 403,
  });
  expect((await client.records('reaction').list()).length).toBe(1);
});

test('an activity is written once, and stays', async () => {
  const { client, calls, stored, other } = await withRecords();
  const id = await client.records('activity').add({ ...at, text: `${CANARY} Ada approved` });
  expect(calls).toEqual(['activity save']);
  const bob = await other('bob');
  expect(await bob.records('activity').list()).toMatchObject([{ id, text: `${CANARY} Ada approved` }]);
  const gone = client.records('activity').remove({ id, documentId: 'contract' });
  await expect(gone).rejects.toThrow('has no remove');
  expect(await stored()).not.toContain(CANARY);
});

test('a notification of the host’s own is read from the customer, and its reader puts it away', async () => {
  const { client, others, serviceUrl, other } = await withRecords();
  const annotation = (annotationId: string) => ({
    ...{ annotationId, metadata: { organizationId: 'acme', documentId: 'contract' }, comments: {} },
    ...{ type: 'notification', to: [{ userId: 'ada' }], isCommentResolverUsed: true },
  });
  const send = (userId: string, id: string) =>
    createHttpService({ url: serviceUrl, headers: { 'x-user': userId } }).save({
      ...{ organizationId: 'acme', annotation: annotation(id), event: 'comment_annotation.add' },
    });
  await expect(send('bob', 'n2')).rejects.toMatchObject({ statusCode: 403 });
  await send('system', 'n1');
  others.kept.set('n1', { id: 'n1', metadata: {}, text: 'Your contract is ready', to: [user('ada')] });
  const notifications = client.records('notification');
  expect(await notifications.list()).toMatchObject([{ id: 'n1', text: 'Your contract is ready' }]);
  await expect(notifications.add({ documentId: 'contract' })).rejects.toThrow('has no add');
  const bobs = (await other('bob')).records('notification').remove({ id: 'n1', documentId: 'contract' });
  await expect(bobs).rejects.toMatchObject({ statusCode: 403 });
  await notifications.remove({ id: 'n1', documentId: 'contract' });
  expect(await notifications.list()).toEqual([]);
});

test('a record takes no field that it sets by itself, and needs its provider and a chosen document', async () => {
  const { client } = await withRecords();
  const reactions = client.records('reaction');
  await expect(reactions.add({ ...at, type: 'x', from: { userId: 'bob' } })).rejects.toThrow(
    'sets type, from',
  );
  await expect(reactions.add({ ...at, documentId: 'other' })).rejects.toThrow('was not chosen');
  expect(() => client.records('recorder' as never)).toThrow('reaction, notification, activity');
  const bare = await page();
  await expect(bare.client.records('reaction').list()).rejects.toThrow('provider of "reaction"');
});
