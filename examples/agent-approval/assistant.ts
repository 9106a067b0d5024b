/** The assistant: a model that says what a script says, and one tool, which people decide about. */
import type { ApprovalGate } from '@org/approval-agents';
import { type Ran, answerOf, guard } from '@org/approval-agents/generic';

interface Refund extends Record<string, string | number> {
  order: string;
  cents: number;
}

/**
 * Refunds that the model requests, turn by turn. A real model decides after it gets the last
 * result.
 */
const SCRIPT: readonly { callId: string; refund: Refund }[] = [
  { callId: 'call-1', refund: { order: 'A-16', cents: 1_500 } },
  { callId: 'call-2', refund: { order: 'A-17', cents: 12_000 } },
];

/** Runs the script. `runId` is the conversation: a repeat continues with its earlier permits. */
export async function assistant(
  gate: ApprovalGate,
  runId: string,
  pay: (refund: Refund, idempotencyKey: string) => string,
  say: (line: string) => void,
): Promise<void> {
  const payRefund = guard(gate, (refund: Refund, { idempotencyKey }) => pay(refund, idempotencyKey), {
    name: 'refund.pay',
    requester: { principal: 'assistant', onBehalfOf: 'eve' },
    reason: () => 'the parcel never arrived',
    ref: (_refund, callId: string) => ({ framework: 'example', runId, callId }),
    waitMs: 60_000,
  });
  for (const { callId, refund } of SCRIPT) {
    say(`the model wants refund.pay ${JSON.stringify(refund)}`);
    say(`the model gets: ${messageFor(await payRefund(refund, callId))}`);
  }
}

const messageFor = (ran: Ran<string>) => {
  const answer = answerOf(ran);
  return typeof answer === 'string' ? answer : answer.approval.message;
};
