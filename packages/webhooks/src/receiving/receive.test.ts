/** The receiver without a framework: a host whose log fails. */
import { expect, it } from 'vitest';
import { NOW, SECRET, delivery } from '../test-support/delivery.js';
import { createReceiver } from './receive.js';

it('responds even if the host’s callbacks fail, and the next attempt is handled', async () => {
  let isDown = true;
  const receive = createReceiver({
    secrets: [SECRET],
    now: () => NOW,
    onEvent: () => {
      if (isDown) throw new Error('no database');
    },
    onError: () => {
      throw new Error('no log');
    },
  });
  const request = { method: 'POST', ...(await delivery()) };
  expect(await receive(request)).toMatchObject({ status: 500 });
  isDown = false;
  expect(await receive(request)).toMatchObject({ status: 200 });
  expect(await receive({ ...request, body: 'raw-body-unavailable' })).toMatchObject({ status: 500 });
});
