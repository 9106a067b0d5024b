/** The whole suite of the store contract, on every database. */
import { registerStoreConformance } from '@org/approval-testkit';
import { afterAll, describe, test } from 'vitest';
import { allServers, migrated, openUnderTest } from './test-support/open.js';

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    open: () => openUnderTest(database),
    has: ['second-instance'],
  });
});
