/**
 * A process that dies between the response to a webhook node and its commit, on every database:
 * another process makes the same request again, and the execution ends once.
 */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { VirtualClock, createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';

const definition = {
  definitionId: 'calling',
  name: 'Calling',
  nodes: [{ nodeId: 'call', type: 'webhook' as const, config: { url: 'https://erp.example.com/orders' } }],
  edges: [],
};

/** A store whose process dies when it wants to commit the end of the step. */
function dying(store: ApprovalStore): ApprovalStore {
  let isDead = false;
  const alive = <R>(call: () => Promise<R>): Promise<R> =>
    isDead ? Promise.reject(new Error('the process is dead')) : call();
  return {
    ...store,
    commit: (changes, hook) => {
      isDead ||= changes.some((it) => it.endedStepIds.length > 0);
      return alive(() => store.commit(changes, hook));
    },
    claimJobs: (request) => alive(() => store.claimJobs(request)),
    releaseJobs: (claims) => alive(() => store.releaseJobs(claims)),
    extendJobs: (claims, lease) => alive(() => store.extendJobs(claims, lease)),
  };
}

describe.each(await allServers())('$name', (server) => {
  test('the request is repeated with its key, and the execution ends once', async () => {
    const database = await migrated(server);
    const clock = new VirtualClock();
    const open = async () => sqlStore({ ...(await database.connect()), clock: () => clock.now() });
    const receiver = createTestReceiver();
    receiver.respondToCalls(() => ({ json: { order: receiver.calls.length } }));
    const options = {
      clock,
      logger: { warn: () => undefined, error: () => undefined },
      jobs: { leaseMs: 9_000, pollMs: 20_000 },
      webhooks: { transport: receiver },
    };
    const victim = createApprovalEngine({ ...options, store: dying(await open()) });
    await victim.definitions.create(definition);
    const { executionId } = await victim.executions.dispatch({ definitionId: 'calling' });
    await clock.advance(1);
    await victim.idle().catch(() => undefined);
    expect(receiver.calls).toHaveLength(1);
    await victim.stop({ graceMs: 0 });

    const other = createApprovalEngine({ ...options, store: await open() });
    await clock.advance(30_000, () => other.idle());
    const [first, second, ...more] = receiver.calls;
    expect(more).toEqual([]);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect([second?.text, second?.headers['x-svc-attempt']]).toEqual([first?.text, '0']);
    const { status, steps } = await other.executions.get({ executionId });
    expect([status, steps[0]?.output?.['responseJson']]).toEqual(['completed', { order: 2 }]);
    const { events } = await other.executions.getEvents({ executionId });
    const ends = events.map((it) => it.type).filter((it) => it.endsWith('.completed'));
    expect(ends).toEqual(['step.completed', 'execution.completed']);
    await other.stop();
    await database.close();
  });
});
