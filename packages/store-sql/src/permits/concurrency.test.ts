/**
 * Two gates with concurrent requests and changes. On servers each has its own connections, as in
 * two processes; on SQLite they share one, since two in one process wait for each other.
 */
import { type ApprovalGate, type Permit, createApprovalGate } from '@org/approval-agents';
import { createTestEngine } from '@org/approval-testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { act, approved, asks, guarded, review } from '../../../agents/src/test-support/gate.js';
import { type Server, allServers, migrated } from '../test-support/open.js';
import { sqlStore } from '../store/store.js';
import { permitStore } from './permit-store.js';

const requester = { principal: 'bot' };
const mail = (to: string) => ({ tool: 'mail.send', args: { to } });
/** Two reviewers in order: the first approval does not end the execution. */
const twice = guarded('guarded', {
  nodes: [review(), review('second', ['boss']), act(), act('refuse')],
  edges: [approved('review', 'second'), approved('second', 'act')],
});

async function world(server: Server) {
  const database = await migrated(server);
  const own = await database.connect();
  const connect = async () => (server.name === 'SQLite' ? own : database.connect());
  const kit = createTestEngine({ store: sqlStore(own) });
  await kit.engine.definitions.create(twice);
  const gates: ApprovalGate[] = [];
  for (let it = 0; it < 2; it++) {
    const store = permitStore(await connect());
    const policies = { rules: [asks('mail.send')] };
    gates.push(createApprovalGate({ engine: kit.engine, store, policies }));
  }
  const approve = async ({ executionId, digest }: Permit, reviewerId: string, subjectDigest: string) => {
    const nodeId = reviewerId === 'legal' ? 'review' : 'second';
    const { steps } = await kit.engine.executions.get({ executionId: executionId! });
    const { stepId, people } = steps.find((step) => step.nodeId === nodeId)!;
    // A decision on the new digest belongs to the new round; an approval of the old digest to the
    // old one.
    const round = subjectDigest === digest ? (people!.places[0]?.round ?? 1) : 1;
    await kit.engine.steps.recordReviewerDecision({
      ...{ executionId: executionId!, stepId, reviewerId, decision: 'approve', subjectDigest },
      ...(round > 1 && { round }),
    });
    await kit.drain();
  };
  const close = async () => {
    for (const gate of gates) await gate.stop();
    await kit.engine.stop();
    await database.close();
  };
  return { ...kit, first: gates[0]!, second: gates[1]!, gates, approve, close };
}

const codeOf = (error: unknown): string =>
  String((error as { details: Record<string, unknown> }).details['code']);

describe.each(await allServers())('$name', async (server) => {
  const it = await world(server);
  afterAll(() => it.close());
  const live = async (runId: string) =>
    (await it.first.list({ state: 'pending' })).items.filter(({ ref }) => ref.runId === runId);
  const ref = (runId: string, attempt: number | 'auto') => ({
    ...{ framework: 'test', runId, callId: 'call', attempt },
  });

  test.each(['auto', 1] as const)('attempt %s, asked ten times: one permit', async (attempt) => {
    const runId = `same-${attempt}`;
    const permits = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        it.gates[n % 2]!.request({ call: mail('a'), ref: ref(runId, attempt), requester }),
      ),
    );
    expect(new Set(permits.map(({ permitId }) => permitId)).size).toBe(1);
    expect(await live(runId)).toMatchObject([{ state: 'pending', ref: { attempt: 1 } }]);
    await it.first.revoke({ permitId: permits[0]!.permitId, actorId: 'ops' });
  });

  test.each(['auto', 1] as const)('attempt %s with ten calls: one of them lives', async (attempt) => {
    const runId = `other-${attempt}`;
    const permits = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        it.gates[n % 2]!.request({ call: mail(`to-${n}`), ref: ref(runId, attempt), requester }),
      ),
    );
    expect(new Set(permits.map(({ permitId }) => permitId)).size).toBe(10);
    expect(await live(runId)).toHaveLength(1);
    const states = await Promise.all(permits.map(({ permitId }) => it.second.get({ permitId })));
    expect(states.filter(({ code }) => code === 'replaced')).toHaveLength(9);
  });

  test.runIf(server.name === 'SQLite')(
    'amend and approve: either the approval is of the amended call, or the amendment failed',
    async () => {
      // A reviewer who has decided is not waiting anymore, and could not show which of the two came
      // first.
      const administering = it.second.forWorkspace('default', { administersSteps: true });
      for (let round = 0; round < 12; round++) {
        const call = mail('a');
        const permit = await it.first.request({ call, ref: ref(`race-${round}`, 1), requester });
        const { permitId, digest } = permit;
        await it.drain();
        const amends = () =>
          administering.amend({ permitId, ifDigest: digest, args: { to: 'b' }, actorId: 'ops' }).then(
            () => 'amended',
            (error: unknown) => codeOf(error),
          );
        const approves = () =>
          it.approve(permit, 'legal', digest).then(
            () => 'approved',
            (error: unknown) => codeOf(error),
          );
        const begun = amends();
        // Each round the approval begins a few turns later: it meets the amendment at another
        // place.
        for (let turn = 0; turn < 4 * round; turn++) await new Promise((resolve) => setImmediate(resolve));
        const [amending, approving] = await Promise.all([begun, approves()]);
        const now = await it.first.get({ permitId });
        if (amending === 'amended') {
          expect(approving).not.toBe('approved');
          expect(now).toMatchObject({ state: 'pending', revision: 2, call: mail('b') });
          await it.approve(now, 'legal', now.digest);
        } else {
          expect([amending, approving]).toEqual(['already-approved', 'approved']);
          expect(now).toMatchObject({ state: 'pending', revision: 1, call });
        }
        // A half-approved permit grants nothing.
        expect(await it.second.redeem({ permitId, call, requester })).toMatchObject({ why: 'pending' });
        await it.approve(now, 'boss', now.digest);
        const redeemed = await it.second.redeem({ permitId, call, requester });
        expect(redeemed).toMatchObject({ ok: true, changed: amending === 'amended', call: now.call });
      }
    },
  );
});
