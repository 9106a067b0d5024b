/**
 * While full scans for jobs rest (`store/jobs/queue-scans.ts`), what this process writes is found
 * all the same: a new receiver, a job that is given back, a delivery that was due long ago.
 */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { ClaimedJob } from '@org/approval-core/store';
import { createTestReceiver } from '@org/approval-testkit';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from './sql/driver.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';
import { reviewBy } from './test-support/review-definition.js';

const KEY = { keyId: 'k', key: new Uint8Array(32) };
const REQUEST = { kinds: ['webhook-delivery'], now: 0, leaseMs: 600_000, limit: 8 } as const;

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const context = await database.connect();
  let store: ApprovalStore;
  let dispatched: (host: string) => Promise<string>;
  let claimed: () => Promise<readonly ClaimedJob[]>;

  beforeEach(async () => {
    const passed = { ms: 0 };
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed.ms);
    store = sqlStore({ ...context, driver: slowOnce(context, passed) });
    const whole = createApprovalEngine({
      ...{ store, jobs: { run: false }, secretKeys: [KEY] },
      webhooks: { transport: createTestReceiver() },
    });
    const workspaceId = crypto.randomUUID();
    const engine = whole.forWorkspace(workspaceId);
    await engine.definitions.create({ ...reviewBy(['u1']), definitionId: 'flow' });
    dispatched = async (host) => {
      const webhook = { webhookUrl: `https://${host}/`, webhookSecret: 'a-secret-of-the-run' };
      return (await engine.executions.dispatch({ definitionId: 'flow', ...webhook })).executionId;
    };
    claimed = async () => {
      const { claimed: jobs } = await store.claimJobs(REQUEST);
      return jobs.filter(({ job }) => job.workspaceId === workspaceId);
    };
    // A long scan: those after it rest.
    expect(await claimed()).toEqual([]);
    expect(passed.ms).toBe(SLOW_MS);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => database.close());

  test('a new receiver is seen at once', async () => {
    const executionId = await dispatched('new.example.com');
    expect((await claimed()).map((it) => it.job)).toMatchObject([{ executionId }]);
  });

  test('and so is what is given back, and a next delivery, which was due with its event', async () => {
    const executionId = await dispatched('again.example.com');
    const [first] = await claimed();
    const { names } = context;
    const hourAgo = `- 3600000 where execution_id = '${executionId}'`;
    await database.query(`update ${names.jobs} set due_at = due_at ${hourAgo}`);
    await database.query(`update ${names.deliveries} set next_attempt_at = next_attempt_at ${hourAgo}`);
    if (first === undefined) throw new Error('nothing was claimed');
    await store.releaseJobs([first]);
    const [again] = await claimed();
    expect(again?.job).toMatchObject({ executionId });
    if (again === undefined) throw new Error('nothing was claimed again');
    const [work] = await store.loadDeliveries([again]);
    if (work == null) throw new Error('there is nothing to deliver');
    const delivered = { status: 'delivered', nextAttemptAt: null, lastStatus: 200, lastError: null } as const;
    // Current jobs are due about now, so scans start there.
    await dispatched('other.example.com');
    expect(await claimed()).toHaveLength(1);
    const result = { claim: again, seq: work.delivery.seq, at: Date.now(), ...delivered };
    expect(await store.recordDeliveryResults([result])).toEqual([true]);
    expect((await claimed()).map((it) => it.job)).toMatchObject([{ executionId }]);
  });
});

const SLOW_MS = 1_000;

/** The clock of the process goes on by a second during the first scan. */
function slowOnce({ driver }: StoreContext, passed: { ms: number }): StoreContext['driver'] {
  const slow = (session: Session): Session => ({
    async run(statement) {
      const result = await session.run(statement);
      if (statement.text.includes('with recursive queue_keys')) passed.ms ||= SLOW_MS;
      return result;
    },
  });
  return { ...driver, read: (work) => driver.read((session) => work(slow(session))) };
}
