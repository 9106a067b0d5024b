/** A grant that is asked for again, because the answer was lost: it never grants twice. */
import { afterEach, expect, test } from 'vitest';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';

const pay = { tool: 'pay', args: { amount: 5 } };
const key = { idempotencyKey: 'grant-1' };
let kit: GateKit;
afterEach(() => kit.stop());

async function granting() {
  kit = await gateKit({ rules: [asks('pay', { grantable: { maxUses: 5, maxMs: 60_000 } })] });
  const expiresAt = kit.clock.now() + 1_000;
  return (more: object = {}, gate = kit.gate) =>
    gate.grants.create({
      ...{ requester: { principal: 'bot' }, tool: 'pay', target: null, match: { amount: { eq: 5 } } },
      ...{ maxUses: 1, expiresAt, createdBy: 'ann' },
      ...more,
    });
}

test('under the same key it is the same grant, also when its time has passed', async () => {
  const create = await granting();
  const first = await create(key);
  expect(await create(key)).toEqual(first);
  expect(await kit.ask(pay)).toMatchObject({ state: 'granted' });
  expect(await create(key)).toMatchObject({ grantId: first.grantId, uses: 1, state: 'used' });
  expect(await kit.ask(pay)).toMatchObject({ state: 'pending' });
  await kit.advance(1_000);
  expect(await create(key)).toMatchObject({ grantId: first.grantId });
  expect((await kit.gate.grants.list()).items).toHaveLength(1);
});

test('also when both are under way at once', async () => {
  const create = await granting();
  const made = await Promise.all([create(key), create(key, kit.another()), create(key)]);
  expect(new Set(made.map(({ grantId }) => grantId)).size).toBe(1);
  expect((await kit.gate.grants.list()).items).toHaveLength(1);
});

test('of two concurrent grants that differ, one is made and the other is refused', async () => {
  const create = await granting();
  const both = await Promise.allSettled([create(key), create({ ...key, reason: 'because' }, kit.another())]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const reused = { status: 'FAILED_PRECONDITION', details: { code: 'key-reused' } };
  expect(both.find((it) => it.status === 'rejected')).toMatchObject({ reason: reused });
  expect((await kit.gate.grants.list()).items).toHaveLength(1);
});

test("the key is one person's, and of one grant", async () => {
  const create = await granting();
  const { grantId } = await create(key);
  expect((await create({ ...key, createdBy: 'ben' })).grantId).not.toBe(grantId);
  for (const other of [{ maxUses: 2 }, { match: { amount: { eq: 6 } } }, { reason: 'because' }]) {
    await expect(create({ ...key, ...other })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'key-reused', grantId },
    });
  }
});

test('without a key each is another one', async () => {
  const create = await granting();
  expect((await create()).grantId).not.toBe((await create()).grantId);
});
