/** The whole suite of the permit store contract, on every database. */
import { registerPermitStoreConformance } from '@org/approval-testkit';
import { afterAll, describe, test } from 'vitest';
import { allServers, migrated } from '../test-support/open.js';
import { permitStore } from './permit-store.js';

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());
  const open = async () => permitStore(await database.connect());

  registerPermitStoreConformance({
    test,
    open: async () => ({
      store: await open(),
      reopen: open,
      close: async () => {
        for (const table of ['permits', 'standing_grants'])
          await database.query(`delete from ${database.tablePrefix}${table}`);
      },
    }),
  });
});
