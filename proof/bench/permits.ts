/** Cost of a permit: request and redeem, against a plain insert and update; and cost of rules. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { openPermitStore } from '@org/approval-store-sql/permits';
import { itemAt } from '@org/approval-internal/lists';
import { PolicyMatcher } from '../../packages/agents/src/policy/match.js';
import { type CheckedPolicies, checkPolicies } from '../../packages/agents/src/policy/rules.js';
import type { Rule } from '../../packages/agents/src/types.js';
import { CONNECTIONS, openFloor } from './floor.js';
import { PERMIT_GOALS } from './goals.js';
import { type Contestant, compare, inFlight, printRates, ratios, sized } from './harness.js';
import { note } from './report.js';

const ROUNDS = 5;
const ALLOWED: Rule = { tool: 'pay', do: 'allow' };
const requester = { principal: 'bot' };
const call = { tool: 'pay', args: { amount: 5, to: 'a@example.com' } };

interface Spending {
  readonly spend: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Without reviewers, whose time is not a cost of the gate. */
async function gateOn(url: string): Promise<Spending> {
  const { store, close } =
    url === 'memory'
      ? { store: createMemoryPermitStore(), close: () => Promise.resolve() }
      : await openPermitStore(url, { connections: CONNECTIONS, tablePrefix: 'bench_' });
  const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
  const gate = createApprovalGate({ engine, store, policies: { rules: [ALLOWED] } });
  return {
    async spend() {
      const ref = { framework: 'bench', runId: crypto.randomUUID(), callId: 'call' };
      const { permitId } = await gate.request({ call, ref, requester });
      const redeemed = await gate.redeem({ permitId, call, requester });
      if (!redeemed.ok) throw new Error(`the permit was not redeemed: ${redeemed.why}`);
    },
    async close() {
      await gate.stop();
      await engine.stop();
      await close();
    },
  };
}

const contestant = (name: string, { spend }: Pick<Spending, 'spend'>, width: number): Contestant => ({
  name,
  prepare: () => Promise.resolve((count: number) => inFlight(width, count, spend)),
});

/** A list may have 200 rules; a matcher may have more. */
function manyRules(count: number): CheckedPolicies {
  const given = Array.from({ length: count }, (_, index): Rule => ({
    ...{ tool: index % 10 === 9 ? `group-${index}.*` : `tool-${index}`, do: 'deny' },
    when: { op: 'gt', args: [{ var: 'call.args.amount' }, index] },
  }));
  const chunks = Array.from({ length: Math.ceil(count / 200) }, (_, at) =>
    checkPolicies({ rules: given.slice(at * 200, (at + 1) * 200) }),
  );
  const rules = chunks.flatMap((it) => it.rules).map((it, index) => ({ ...it, index }));
  return { rules, otherwise: null, version: '' };
}

function benchPolicies(): void {
  console.log('\nA call held against 1,000 rules about as many tools');
  const matcher = new PolicyMatcher(manyRules(1_000));
  const calls = ['tool-998', 'group-999.delete', 'tool-0', 'none'].map((tool) => ({
    ...{ tool, target: null },
    args: { amount: 2_000 },
  }));
  const count = sized(100_000);
  const round = (): number => {
    const began = performance.now();
    for (let index = 0; index < count; index++)
      matcher.match(itemAt(calls, index % calls.length), { principal: 'bot', onBehalfOf: null });
    return ((performance.now() - began) * 1_000) / count;
  };
  round();
  note('policy match', 'µs', Array.from({ length: ROUNDS }, round), PERMIT_GOALS.match);
}

/** @param url `memory`, where there is no floor, `sqlite:FILE`, `postgres://…` or `mysql://…`. */
export async function benchPermits(url = 'memory'): Promise<void> {
  benchPolicies();
  const gate = await gateOn(url);
  const floor = url === 'memory' ? null : await openFloor(url);
  for (const [width, count] of [
    [1, 200],
    [32, 960],
  ] as const) {
    const full = contestant(`request and redeem, ${width} in flight`, gate, width);
    const bare = floor === null ? [] : [contestant(`insert and update, ${width}`, floor, width)];
    const measured = await compare([full, ...bare], count, ROUNDS);
    printRates(`Permits, ${width} in flight`, measured, 'permits');
    const [fullRate, bareRate] = measured;
    if (fullRate && bareRate)
      note(`insert and update : permit, ${width} in flight`, '×', ratios(bareRate.rates, fullRate.rates));
  }
  await floor?.close();
  await gate.close();
}
