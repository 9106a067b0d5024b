/** The feed while transactions overlap: nothing is missed, and nothing comes late. */
import { type ApprovalEngine, type FeedEvent, createApprovalEngine } from '@org/approval-core';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF } from './test-support/hosting.js';
import { type TestDatabase, allServers } from './test-support/open.js';

const servers = (await allServers()).filter(({ name }) => name !== 'SQLite');

interface Held {
  readonly transaction: unknown;
  readonly end: (statement: 'commit' | 'rollback') => Promise<void>;
}

async function begin(url: string): Promise<Held> {
  if (url.startsWith('postgres')) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    return {
      transaction: client,
      end: async (statement) => {
        await client.query(statement);
        await client.end();
      },
    };
  }
  const connection = await mysql.createConnection(url);
  await connection.query('set transaction isolation level read committed');
  await connection.beginTransaction();
  return {
    transaction: connection,
    end: async (statement) => {
      await connection.query(statement);
      await connection.end();
    },
  };
}

describe.each(servers)('$name', (server) => {
  let database: TestDatabase;
  let engines: ApprovalEngine[];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await server.database();
    await database.migrate();
    engines = await Promise.all(
      [1, 2].map(async () => {
        const { store, close } = await openStore(database.url, { tablePrefix: database.tablePrefix });
        const engine = createApprovalEngine({ store, jobs: { run: false } });
        closing.push(() => engine.stop().then(close));
        return engine;
      }),
    );
    await engines[0]?.definitions.create(SIGN_OFF);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await database.close();
  });

  const dispatch = async (index: number) => {
    const { executionId } = await (engines[index] as ApprovalEngine).executions.dispatch({
      definitionId: SIGN_OFF.definitionId,
    });
    return executionId;
  };

  async function drained(engine: ApprovalEngine, start: string) {
    const events: FeedEvent[] = [];
    let after = start;
    for (;;) {
      const { items, nextPosition, hasMore } = await engine.feed.list({ after, pageSize: 3 });
      events.push(...items);
      after = nextPosition;
      if (!hasMore) return { events, after };
    }
  }

  test('a transaction that is held open across reads delays its own run, and then comes last', async () => {
    const [one, two] = engines as [ApprovalEngine, ApprovalEngine];
    const { nextPosition: start } = await one.feed.list({ from: 'now' });
    const held = await begin(database.url);
    const hosted = one.withTransaction(held.transaction as never);
    const request = { definitionId: SIGN_OFF.definitionId };
    const { executionId: late } = await hosted.executions.dispatch(request);
    const early = [await dispatch(0), await dispatch(1)];
    const before = await drained(two, start);
    expect(new Set(before.events.map((it) => it.executionId))).toEqual(new Set(early));
    // Rolled back positions have no effect; reads continue meanwhile.
    expect((await drained(one, before.after)).events).toEqual([]);
    await held.end('commit');
    const after = await drained(two, before.after);
    expect(new Set(after.events.map((it) => it.executionId))).toEqual(new Set([late]));
    const whole = await drained(one, start);
    expect(whole.events).toEqual([...before.events, ...after.events]);
  });

  test('what is rolled back never appears', async () => {
    const [one, two] = engines as [ApprovalEngine, ApprovalEngine];
    const { nextPosition: start } = await two.feed.list({ from: 'now' });
    const held = await begin(database.url);
    const hosted = one.withTransaction(held.transaction as never);
    await hosted.executions.dispatch({ definitionId: SIGN_OFF.definitionId });
    await held.end('rollback');
    expect((await drained(two, start)).events).toEqual([]);
  });

  test('two processes that commit and read at once miss nothing and see one order', async () => {
    const [one, two] = engines as [ApprovalEngine, ApprovalEngine];
    const { nextPosition: start } = await one.feed.list({ from: 'now' });
    let writing = true;
    const reader = async (engine: ApprovalEngine) => {
      const events: FeedEvent[] = [];
      let after = start;
      for (let last = false; ; last = !writing) {
        const page = await drained(engine, after);
        events.push(...page.events);
        after = page.after;
        if (last) return events;
      }
    };
    const readers = [reader(one), reader(two)];
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => dispatch(index % 2)));
    writing = false;
    const [a, b] = (await Promise.all(readers)) as [FeedEvent[], FeedEvent[]];
    expect(a).toEqual(b);
    expect(new Set(a.map((it) => it.executionId))).toEqual(new Set(ids));
    expect(a.every((it, index) => index === 0 || it.position > (a[index - 1]?.position ?? ''))).toBe(true);
    for (const id of ids) {
      const { events } = await one.executions.getEvents({ executionId: id });
      const mine = a.filter((it) => it.executionId === id).map(({ position: _, ...event }) => event);
      expect(mine).toEqual(events);
    }
  });
});
