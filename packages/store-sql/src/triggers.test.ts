/**
 * Schedules and events with several engines on one store, of which some die while they start an
 * execution. A fault of the store stands for the death: the job stays claimed until its lease ends.
 */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { TriggerMove } from '@org/approval-core/store';
import { VirtualClock } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const MINUTE = 60_000;
const INSTANTS = 30;
const AGENTS = { scan: () => ({ passed: true }) };
const definition = {
  definitionId: 'every-minute',
  name: 'Every minute',
  nodes: [
    { nodeId: 'scan', type: 'agent' as const, config: { agentId: 'scan', urlPath: 'schedule.payload' } },
  ],
  edges: [],
  triggers: [
    { triggerId: 'due', schedule: { cron: '* * * * *', payload: 'https://example.com' } },
    {
      triggerId: 'told',
      event: { types: ['order.paid'], context: { schedule: { payload: '{{event.payload}}' } } },
    },
  ],
};

/** Dies when it wants to tell the store that the execution has started, the first time for each. */
function dying(store: ApprovalStore, deaths: Set<string>): ApprovalStore {
  const dead = <T extends { moveJobs: (moves: readonly TriggerMove[]) => Promise<boolean[]> }>(
    part: T,
  ): T => ({
    ...part,
    moveJobs: async (moves: readonly TriggerMove[]) => {
      const names = moves.map(
        ({ claim: { job }, note }) => `${job.executionId} ${note.lastScheduledAt ?? ''}`,
      );
      if (names.every((it) => deaths.has(it))) return part.moveJobs(moves);
      for (const name of names) deaths.add(name);
      throw new Error('the process died');
    },
  });
  const { schedules, events } = store;
  if (schedules === undefined || events === undefined) throw new Error('the store keeps no triggers');
  return { ...store, schedules: dead(schedules), events: dead(events) };
}

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migrated(server);
  });
  afterAll(() => database.close());

  test(
    'an instant and a match start one execution each, whichever engine dies',
    { timeout: 120_000 },
    async () => {
      const clock = new VirtualClock();
      const start = clock.now();
      const open = async () => sqlStore({ ...(await database.connect()), clock: () => clock.now() });
      const deaths = new Set<string>();
      const stores = [await open(), dying(await open(), deaths), dying(await open(), deaths)];
      const logger = { warn: () => undefined, error: () => undefined };
      const engines = stores.map((store) =>
        createApprovalEngine({
          store,
          clock,
          logger,
          agents: AGENTS,
          jobs: { leaseMs: 9_000, pollMs: 20_000 },
        }),
      );
      const [engine] = engines;
      if (engine === undefined) throw new Error('no engine was created');
      const drain = async () => {
        for (const it of engines) await it.idle();
      };
      await engine.definitions.create(definition);
      for (let index = 0; index < INSTANTS; index++) {
        await engine.emit('order.paid', 'https://example.com', { id: `order-${index}` });
        await clock.advance(MINUTE, drain);
      }
      // The last instant may have to wait for the end of a lease.
      await clock.advance(MINUTE / 2, drain);
      const { items } = await engine.executions.list({ pageSize: 500 });
      const fired = items.filter((it) => it.startedBy.kind === 'schedule');
      const keys = fired.map((it) => Number(it.idempotencyKey?.split(':').at(-1))).toSorted((a, b) => a - b);
      expect(keys).toEqual(Array.from({ length: INSTANTS }, (_, index) => start + (index + 1) * MINUTE));
      expect(fired.filter((it) => it.createdAt < Number(it.idempotencyKey?.split(':').at(-1)))).toEqual([]);
      const told = items.filter((it) => it.startedBy.kind === 'event').map((it) => it.startedBy.id);
      expect(new Set(told).size).toBe(INSTANTS);
      expect(told).toHaveLength(INSTANTS);
      expect(deaths.size).toBeGreaterThan(5);
      const { items: triggers } = await engine.triggers.list({ definitionId: definition.definitionId });
      expect(triggers).toMatchObject([{ missed: 0 }, { lastError: null }]);
      await Promise.all(engines.map((it) => it.stop()));
    },
  );
});
