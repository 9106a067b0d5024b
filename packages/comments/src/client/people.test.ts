/**
 * With a provider of people, names and mail addresses are resolved when a thread is shown, and kept
 * in none.
 */
import { expect, test } from 'vitest';
import { otherCustomer } from '../test-support/other-customer.js';
import { page } from '../test-support/page.js';
import { comment, thread, user } from '../test-support/records.js';

const NAME = 'name of';

async function withPeople() {
  const others = await otherCustomer();
  for (const userId of ['ada', 'bob']) others.people.set(userId, user(userId));
  const made = await page({ others: { user: { config: others.config('user') } } });
  return { ...made, others };
}

test('threads are kept without names, at either side, and shown with them', async () => {
  const { client, customer, others, wire, stored, other } = await withPeople();
  await client.addCommentAnnotation(thread('t1', [comment(1)], { assignedTo: user('bob') }));
  await client.addComment('t1', { commentText: 'hello', to: [user('bob')] });
  await client.updateComment('t1', 1, { to: [user('bob'), user('ada')] });
  await client.updateCommentAnnotation('t1', { resolvedByUser: user('ada') }, 'status.changed');
  const kept =
    JSON.stringify([...customer.kept.values()]) + JSON.stringify(customer.seen.map((it) => it.body));
  expect(kept).not.toContain(NAME);
  expect(wire.join() + (await stored())).not.toContain(NAME);

  const bob = await other('bob');
  const shown = bob.snapshot()[0];
  expect(shown?.comments[1]?.from).toEqual(user('ada'));
  expect([shown?.assignedTo, shown?.resolvedByUser]).toEqual([user('bob'), user('ada')]);
  expect(shown?.comments[1]?.taggedUserContacts?.[0]?.contact).toEqual(user('bob'));
  // The same list until something changes, as React asks for.
  expect(bob.snapshot()).toBe(bob.snapshot());
  const asked = others.seen.length;
  expect((await bob.getCommentAnnotations())[0]).toBe(shown);
  expect(others.seen.length).toBe(asked);
  expect((await bob.getNotifications())[0]?.actionUser?.name).toBe(user('ada').name);
});

test('a name that changes is another one after a refresh, in every thread', async () => {
  const { client, others, other } = await withPeople();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  const bob = await other('bob');
  others.people.set('ada', { userId: 'ada', name: 'Ada Lovelace' });
  let told = 0;
  bob.subscribe(() => (told += 1));
  await bob.getCommentAnnotations({ refresh: true });
  expect(bob.snapshot()[0]?.comments[1]?.from?.name).toBe('Ada Lovelace');
  expect(told).toBeGreaterThan(0);
});

test('people who cannot be asked for are shown by their ids, and asked for with the next read', async () => {
  const { client, others, events, other } = await withPeople();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  others.faults.push(500);
  const bob = await other('bob');
  expect(bob.snapshot()[0]?.comments[1]?.from).toEqual({ userId: 'ada' });
  expect(events.some((it) => it.event === 'userResolutionError' && it.moduleName === 'getUsers')).toBe(true);
  await bob.getCommentAnnotations();
  expect(bob.snapshot()[0]?.comments[1]?.from).toEqual(user('ada'));
});

test('many people are asked for in pieces, each once', async () => {
  const { client, others, other } = await withPeople();
  const to = Array.from({ length: 450 }, (_, index) => ({ userId: `u${index}` }));
  await client.addCommentAnnotation(thread('t1', [comment(1, 'ada', { to })]));
  others.seen.length = 0;
  const bob = await other('bob');
  const sizes = () => others.seen.map((it) => (it.body.userIds as string[]).length);
  // Ada, everybody in `to`, and Bob, who is named in the text.
  expect(sizes()).toEqual([200, 200, 52]);
  await bob.getCommentAnnotations();
  expect(sizes().length).toBe(3);
});
