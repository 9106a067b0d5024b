/** The whole suite of the store contract, on every database. */
import { registerStoreConformance } from '@org/approval-testkit';
import { describe, test } from 'vitest';
import { allServers, openUnderTest } from './test-support/open.js';

describe.each(await allServers())('$name', (server) => {
  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    open: () => openUnderTest(server),
    has: ['second-instance'],
  });
});
