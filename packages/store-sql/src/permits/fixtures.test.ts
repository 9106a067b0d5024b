/** Every fixture of permits over the library, on every database. */
import { afterAll, describe, test } from 'vitest';
import { checkStep, fixtures } from '../../../agents/src/test-support/fixture-files.js';
import { runFixture } from '../../../agents/src/test-support/fixture.js';
import { allServers, migrated } from '../test-support/open.js';
import { permitStore } from './permit-store.js';

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  test.each(fixtures())('%s', async (_, fixture) => {
    for (const table of ['permits', 'standing_grants'])
      await database.query(`delete from ${database.tablePrefix}${table}`);
    await runFixture(fixture, { store: permitStore(await database.connect()), check: checkStep });
  });
});
