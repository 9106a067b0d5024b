/**
 * A consumer of the feed is killed during its work: another process continues with the first
 * unfinished event.
 */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF } from './test-support/hosting.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';
import { type Process, kill, startProcess } from './test-support/processes.js';

interface Given {
  readonly who: string;
  readonly position: string;
  readonly event: string;
}

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let engine: ApprovalEngine;
  let close: () => Promise<void>;
  const folder = mkdtempSync(join(tmpdir(), 'approval-feed-'));
  const log = join(folder, 'given');
  const running: Process[] = [];

  beforeAll(async () => {
    database = await migrated(server);
    const opened = await openStore(database.url, { tablePrefix: database.tablePrefix });
    engine = createApprovalEngine({ store: opened.store, jobs: { run: false } });
    close = () => engine.stop().then(opened.close);
    await engine.definitions.create(SIGN_OFF);
    writeFileSync(log, '');
  });
  afterAll(async () => {
    for (const process of running) await kill(process);
    await close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (who: string, stopAt = ''): Promise<Process> => {
    const process = await startProcess('subscriber', database, [log, 'index', who, stopAt]);
    running.push(process);
    return process;
  };
  const dispatch = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => engine.executions.dispatch({ definitionId: 'sign-off' })),
    );
  const given = (): Given[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [who = '', position = '', executionId = '', seq = ''] = line.split(' ');
        return { who, position, event: `${executionId} ${seq}` };
      });
  const until = async (holds: (given: readonly Given[]) => boolean): Promise<void> => {
    while (!holds(given())) await sleep(50);
  };

  test('killed and taken over: every event, in order, from the batch on that was under way', async () => {
    await dispatch(4);
    const first = await start('first', '8');
    await until((it) => it.length === 8);
    const second = await start('second');
    await dispatch(4);
    const { items } = await engine.feed.list({ pageSize: 500 });
    // The first one holds the name for as long as it lives, however long its handler takes.
    await sleep(1_500);
    expect(given().every(({ who }) => who === 'first')).toBe(true);

    await kill(first);
    await until((it) => it.some(({ position }) => position === items.at(-1)?.position));
    await kill(second);
    running.length = 0;

    const of = (name: string) => given().filter(({ who }) => who === name);
    const everything = items.map(({ position, executionId, seq }) => ({
      position,
      event: `${executionId} ${seq}`,
    }));
    const seen = (list: readonly Given[]) => list.map(({ position, event }) => ({ position, event }));
    expect(seen(of('first'))).toEqual(everything.slice(0, 8));
    // Batches have 5 events. The second one was in progress, so it is repeated.
    expect(seen(of('second'))).toEqual(everything.slice(5));
  });
});
