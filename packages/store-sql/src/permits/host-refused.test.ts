/**
 * A gate over an engine whose host takes part in every commit, and refuses one: nothing is taken
 * for done that was not.
 */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { ApprovalError, type Definition, type OnCommit, createApprovalEngine } from '@org/approval-core';
import { VirtualClock } from '@org/approval-testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../open.js';
import { SQLITE, type TestDatabase, migrated } from '../test-support/open.js';

const APPROVED = '{"op":"eq","args":[{"var":"output.decision"},"approve"]}';
const guarded: Definition = {
  definitionId: 'guarded',
  name: 'Guarded',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        requireSubjectDigest: true,
        onReject: { routeToNodeId: 'refuse' },
      },
    },
    { nodeId: 'act', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refuse', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'review', to: 'act', when: APPROVED }],
};
const ASK_MS = 60_000;
const call = { tool: 'pay', args: { amount: 5 } };

let database: TestDatabase;
let close: () => Promise<unknown>;
/** Refusal of the next commits by the host; null: none. */
let refusal: ApprovalError | null;
beforeEach(async () => {
  database = await migrated(SQLITE);
  refusal = null;
});
afterEach(async () => {
  await close();
  await database.close();
});

async function asked() {
  const opened = await openStore(database.url, { tablePrefix: database.tablePrefix, migrate: false });
  const onCommit: OnCommit = () => (refusal === null ? Promise.resolve() : Promise.reject(refusal));
  const engine = createApprovalEngine({ store: opened.store, jobs: { run: false }, onCommit });
  await engine.definitions.create(guarded);
  const clock = new VirtualClock();
  const rule = { tool: '*', do: 'ask', definitionId: 'guarded', grantNodeId: 'act', askMs: ASK_MS } as const;
  const store = createMemoryPermitStore();
  const gate = createApprovalGate({ engine, store, clock, policies: { rules: [rule] } });
  close = async () => {
    await gate.stop();
    await engine.stop();
    await opened.close();
  };
  const ref = { framework: 'test', runId: 'run', callId: 'call' };
  const { permitId, executionId, digest } = await gate.request({
    ...{ call, ref, requester: { principal: 'bot' } },
  });
  const status = async () => (await engine.executions.get({ executionId: executionId! })).status;
  return { gate, clock, permitId, digest, status };
}

const no = () => new ApprovalError('FAILED_PRECONDITION', 'the books are closed');

test.each(['revoked', 'expired'] as const)(
  'the run of a permit that is %s goes on while the host refuses its end, and ends as soon as it does not',
  async (state) => {
    const { gate, clock, permitId, status } = await asked();
    refusal = no();
    if (state === 'revoked') await gate.revoke({ permitId, actorId: 'ops' });
    else await clock.advance(ASK_MS, () => Promise.resolve());
    expect((await gate.get({ permitId })).state).toBe(state);
    await gate.sweep();
    expect(await status()).toBe('running');
    refusal = null;
    await gate.sweep();
    expect([await status(), (await gate.get({ permitId })).state]).toEqual(['cancelled', state]);
  },
);

test('an amendment that the host refuses says so, and the call stays what it was', async () => {
  const { gate, permitId, digest } = await asked();
  const request = { permitId, ifDigest: digest, args: { amount: 7 }, actorId: 'ann' };
  refusal = no();
  const refused = await gate.amend(request).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    ...{ status: 'FAILED_PRECONDITION', message: 'the books are closed', details: { code: 'host-refused' } },
  });
  expect(await gate.get({ permitId })).toMatchObject({ state: 'pending', digest });
  refusal = null;
  expect((await gate.amend(request)).call.args).toEqual({ amount: 7 });
});
