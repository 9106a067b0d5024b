/** Health of an unmigrated database, and of one that does not respond. */
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';
import { tcpProxy } from './test-support/tcp-proxy.js';

const servers = await allServers();
const request = { workspaceId: 'main', now: 0 };

describe.each(servers)('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  test('a schema that lacks a migration is not migrated, nor is one without tables', async () => {
    const context = await database.connect();
    const store = sqlStore(context);
    expect(await store.health(request)).toMatchObject({ migrated: true, queues: { due: 0 } });
    await database.query(`delete from ${context.names.schema_migrations} where id = 1`);
    expect(await store.health(request)).toMatchObject({ migrated: false, queues: null });
    await database.query(`drop table ${context.names.schema_migrations}`);
    expect(await store.health(request)).toMatchObject({ migrated: false, queues: null });
  });
});

describe.each(servers.filter(({ name }) => name !== 'SQLite'))('$name', async (server) => {
  const database = await migrated(server);
  const proxy = await tcpProxy(database.url);
  afterAll(() => database.close());

  test('a database that is gone rejects, and is not said to lack its tables', async () => {
    const { tablePrefix } = database;
    const { store, close } = await openStore(proxy.url, { tablePrefix, migrate: false });
    expect((await store.health(request)).migrated).toBe(true);
    await proxy.close();
    await expect(store.health(request)).rejects.toThrow();
    await close();
  });
});
