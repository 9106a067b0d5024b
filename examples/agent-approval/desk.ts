/** The desk where people decide: an engine, a gate and its policies, in one SQLite file. */
import { type ApprovalGate, type Permit, type Policies, createApprovalGate } from '@org/approval-agents';
import {
  type ApprovalEngine,
  type Definition,
  createApprovalEngine,
  op,
  variable,
  when,
} from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { openPermitStore } from '@org/approval-store-sql/permits';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Fay decides about refunds. Her decision is for exactly what she was shown, or it does not count.
 */
export const refund: Definition = {
  definitionId: 'refund',
  name: 'A refund that the assistant wants to pay',
  nodes: [
    {
      nodeId: 'fay',
      type: 'human',
      config: {
        reviewers: [{ userId: 'fay', mandatory: true }],
        commentBody: 'May the assistant pay this refund?',
        requireSubjectDigest: true,
        onSubjectChange: 'reset',
        onReject: { end: 'rejected' },
      },
    },
    { nodeId: 'approved', type: 'end', config: { outcome: 'approved' } },
  ],
  edges: [{ from: 'fay', to: 'approved', when: when(op('eq', variable('output.decision'), 'approve')) }],
};

/** Up to 20.00 is allowed; above that Fay decides. Tools without a rule are denied. */
export const policies: Policies = {
  rules: [
    { tool: 'refund.pay', when: op('lte', variable('call.args.cents'), 2_000), do: 'allow' },
    {
      tool: 'refund.pay',
      do: 'ask',
      definitionId: 'refund',
      grantNodeId: 'approved',
      present: ({ args: { order, cents } }) => ({
        title: `Refund for order ${shown(order)}`,
        amount: { amount: Number(cents) / 100, currency: 'EUR' },
        facts: [{ label: 'Order', value: shown(order) }],
      }),
    },
  ],
};

export interface Desk {
  readonly engine: ApprovalEngine;
  readonly gate: ApprovalGate;
  readonly close: () => Promise<void>;
}

/** Any number of processes may open the same file. */
export async function openDesk(file: string): Promise<Desk> {
  const runs = await openStore(`sqlite:${file}`);
  const permits = await openPermitStore(`sqlite:${file}`);
  const engine = createApprovalEngine({ store: runs.store });
  await engine.definitions.ensure(refund);
  const gate = createApprovalGate({ engine, store: permits.store, policies });
  const close = async () => {
    await gate.stop();
    await engine.stop();
    await permits.close();
    await runs.close();
  };
  return { engine, gate, close };
}

/** The permit that waits for Fay, or undefined. */
export async function question({ gate }: Desk): Promise<Permit | undefined> {
  return (await gate.list({ state: 'pending' })).items[0];
}

/** Fay approves what she was shown. */
export async function approve({ engine }: Desk, { executionId, digest }: Permit): Promise<void> {
  await engine.steps.recordReviewerDecision({
    executionId: executionId ?? '',
    stepId: 'step_fay',
    reviewerId: 'fay',
    decision: 'approve',
    subjectDigest: digest,
  });
  await engine.idle();
}
