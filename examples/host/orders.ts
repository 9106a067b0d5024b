/** The host's own table: a row for each order, which says what became of it. */
import type { ExecutionView, HostTransaction } from '@org/approval-core';
import { orderContext } from './workflow.js';

/** The nodes that a run ends with. */
const OUTCOMES = ['approved', 'rejected', 'expired'] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface Order {
  readonly id: string;
  readonly executionId: string;
  readonly item: string;
  readonly amount: number;
  readonly requestedBy: string;
  readonly status: 'waiting' | Outcome | 'stopped';
}

/** The table, on either database: postgres.ts and sqlite.ts. A product of yours has one of them. */
export interface Orders {
  /** Writes the row in the transaction of a decision. */
  save(transaction: HostTransaction, order: Order): Promise<void>;
  /** Returns the orders of a user. */
  of(userId: string): Promise<readonly Order[]>;
}

/** The row for the current state of the run. */
export function orderOf(execution: ExecutionView): Order {
  const { orderId, item, amount, requestedBy } = orderContext.parse(execution.triggerContext);
  return {
    id: orderId,
    executionId: execution.executionId,
    item,
    amount,
    requestedBy,
    status: statusOf(execution),
  };
}

function statusOf({ status, steps }: ExecutionView): Order['status'] {
  const outcome = OUTCOMES.find((nodeId) => steps.some((it) => it.nodeId === nodeId));
  return outcome ?? (status === 'failed' || status === 'cancelled' ? 'stopped' : 'waiting');
}
