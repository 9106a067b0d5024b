/** Repeats of an amendment after a lost answer: under a key it never amends twice. */
import { afterEach, expect, test } from 'vitest';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';

const pay = { tool: 'pay', args: { amount: 5 } };
const key = { idempotencyKey: 'amend-1' };
const FAILED = 'FAILED_PRECONDITION';
let kit: GateKit;
afterEach(() => kit.stop());

async function amending() {
  kit = await gateKit({ rules: [asks('pay')] });
  const asked = await kit.ask(pay);
  const { permitId, digest: ifDigest } = asked;
  const amend = (more: object = {}, gate = kit.gate) =>
    gate.amend({ ...{ permitId, ifDigest, args: { amount: 4 }, actorId: 'legal' }, ...more });
  return { asked, amend };
}

test('without a key the same again is refused: the call is another one', async () => {
  const { amend } = await amending();
  await amend();
  await expect(amend()).rejects.toMatchObject({ status: FAILED, details: { code: 'digest-changed' } });
});

test('under the same key it is the same amendment, in any process and in any state of the permit', async () => {
  const { amend } = await amending();
  const first = await amend(key);
  expect(await amend(key)).toEqual(first);
  expect(await amend(key, kit.another())).toEqual(first);
  await kit.answer(first);
  const after = await amend(key);
  expect(after).toMatchObject({ state: 'granted', revision: 2, digest: first.digest });
  expect(after.history.filter((it) => it.type === 'amended')).toHaveLength(1);
});

test('what others made of the call since is not amended again', async () => {
  const { asked, amend } = await amending();
  const first = await amend(key);
  // Another person prefers the old arguments.
  const back = await amend({ ifDigest: first.digest, args: pay.args });
  expect(back.digest).toBe(asked.digest);
  expect(await amend(key)).toMatchObject({ revision: 3, digest: asked.digest });
});

test("the key is one person's, and of one amendment", async () => {
  const { amend } = await amending();
  const first = await amend(key);
  await expect(amend({ ...key, args: { amount: 3 } })).rejects.toMatchObject({
    status: FAILED,
    details: { code: 'key-reused', digest: first.digest },
  });
  await expect(amend({ ...key, actorId: 'somebody' })).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
});

test('an amendment that another one keeps from being made leaves its key free', async () => {
  const { amend } = await amending();
  await amend({ args: { amount: 3 } });
  const late = { status: FAILED, details: { code: 'digest-changed' } };
  await expect(amend(key)).rejects.toMatchObject(late);
  await expect(amend(key)).rejects.toMatchObject(late);
});
