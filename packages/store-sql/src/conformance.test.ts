/** The whole suite of the store contract, on every database. */
import { registerStoreConformance } from '@org/approval-testkit';
import { afterAll, describe, test } from 'vitest';
import { EMBEDDED_POSTGRES } from './test-support/embedded-postgres.js';
import { SQLITE_IN_PROCESS, allServers, migrated, openUnderTest } from './test-support/open.js';

const servers = [...(await allServers()), SQLITE_IN_PROCESS];
const hasPostgres = servers.some((server) => server.name === 'PostgreSQL');

describe.each(hasPostgres ? servers : [...servers, EMBEDDED_POSTGRES])('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    open: () => openUnderTest(database),
    has: ['second-instance', 'job-list', 'claim-list'],
  });
});
