/**
 * Random histories of one call, by several processes: every execution was approved, and happens at
 * most once.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOT, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';
import type { Permit, PermitState } from '../types.js';

const AMOUNTS = [1, 2, 3] as const;
type Step =
  | { readonly does: 'ask' | 'redeem'; readonly amount: number; readonly process: number }
  | { readonly does: 'approve' | 'reject' | 'revoke' | 'report' | 'sweep'; readonly process: number }
  | { readonly does: 'amend'; readonly amount: number; readonly process: number }
  | { readonly does: 'pass'; readonly ms: number };

const process = fc.integer({ min: 0, max: 1 });
const amount = fc.constantFrom(...AMOUNTS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('ask' as const, 'redeem' as const), amount, process }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'approve' as const,
        'approve' as const,
        'reject' as const,
        'revoke' as const,
        'report' as const,
        'sweep' as const,
      ),
      process,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('amend' as const), amount, process }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(1, 500, 1_000) }),
  },
);

/** The states that each state may become. */
const NEXT: Readonly<Record<PermitState, readonly PermitState[]>> = {
  pending: ['granted', 'denied', 'expired', 'revoked', 'spent'],
  granted: ['expired', 'revoked', 'spent'],
  denied: [],
  expired: [],
  revoked: [],
  spent: [],
};

/** Executions and approvals, by permit. */
interface Seen {
  readonly executed: Map<string, string[]>;
  readonly approved: Map<string, Set<string>>;
  readonly states: Map<string, PermitState>;
}

async function play(kit: GateKit, steps: readonly Step[], seen: Seen): Promise<void> {
  const gates = [kit.gate, kit.another()];
  const ref = { framework: 'test', runId: 'run', callId: 'call', attempt: 'auto' as const };
  const callOf = (of: number) => ({ tool: 'pay', args: { amount: of } });
  let current: Permit | null = null;
  for (const it of steps) {
    if (it.does === 'pass') {
      await kit.advance(it.ms);
      continue;
    }
    const gate = gates[it.process]!;
    if (it.does === 'ask') {
      current = await gate.request({ call: callOf(it.amount), ref, requester: BOT });
      continue;
    }
    if (it.does === 'sweep') {
      await gate.sweep();
      continue;
    }
    if (current === null) continue;
    const { permitId } = current;
    const permit = await gate.get({ permitId });
    const { digest } = permit;
    if (it.does === 'redeem') {
      const redeemed = await gate.redeem({ permitId, call: callOf(it.amount), requester: BOT });
      if (redeemed.ok)
        seen.executed.set(permitId, [...(seen.executed.get(permitId) ?? []), redeemed.permit.digest]);
    } else if (it.does === 'amend') {
      const args = { amount: it.amount };
      await refusalOf(gate.amend({ permitId, ifDigest: digest, args, actorId: 'legal' }));
    } else if (it.does === 'approve' || it.does === 'reject') {
      if (permit.state !== 'pending') continue;
      if (it.does === 'approve')
        seen.approved.set(permitId, new Set([...(seen.approved.get(permitId) ?? []), digest]));
      await kit.answer(permit, { decision: it.does });
    } else if (it.does === 'revoke') await refusalOf(gate.revoke({ permitId, actorId: 'ops' }));
    else await refusalOf(gate.outcome({ permitId, requester: BOT, ok: true }));
    await look(kit, seen);
  }
}

/** Holds every permit against what it was, and against its own history. */
async function look({ gate }: GateKit, seen: Seen): Promise<void> {
  const { items } = await gate.list();
  expect(items.filter(({ state }) => state === 'pending' || state === 'granted').length).toBeLessThanOrEqual(
    1,
  );
  for (const { permitId, state, history, outcome, grantedBy, endedAt, grantedAt } of items) {
    const before = seen.states.get(permitId) ?? state;
    if (before !== state) expect(NEXT[before]).toContain(state);
    seen.states.set(permitId, state);
    expect(outcome !== null).toBe(state === 'spent');
    expect(endedAt !== null).toBe(state !== 'pending' && state !== 'granted');
    expect(grantedAt !== null).toBe(grantedBy.length > 0);
    const types = history.map((it) => it.type);
    expect(types[0]).toBe('requested');
    for (const once of ['granted', 'denied', 'expired', 'revoked', 'spent', 'outcome'])
      expect(types.filter((it) => it === once).length).toBeLessThanOrEqual(1);
    expect(history.map((it) => it.at)).toEqual(history.map((it) => it.at).toSorted((a, b) => a - b));
  }
}

test('any actions of programs and people, in any order', async () => {
  const reached = new Set<PermitState>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const kit = await gateKit({ rules: [asks('pay', { askMs: 1_500, grantMs: 1_000 })] });
      const seen: Seen = { executed: new Map(), approved: new Map(), states: new Map() };
      try {
        await play(kit, steps, seen);
        for (const [permitId, digests] of seen.executed) {
          expect(digests).toHaveLength(1);
          expect(seen.approved.get(permitId)).toContain(digests[0]);
        }
        for (const state of seen.states.values()) reached.add(state);
      } finally {
        await kit.stop();
      }
    }),
    { numRuns: 60 },
  );
  // Histories that never come anywhere would show nothing.
  for (const state of ['spent', 'revoked', 'expired', 'denied'] as const) expect(reached).toContain(state);
});
