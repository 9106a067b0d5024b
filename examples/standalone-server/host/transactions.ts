/** Transactions of the host's that tests hold open, and the rows that it has written. */
import { type ApprovalEngine, ApprovalError, type TransactionOperations } from '@org/approval-core';
import { randomUUID } from 'node:crypto';
import type { HostDatabase, HostTransactionOf } from './database.js';
import type { HostCalls } from './host.js';

interface Held {
  readonly hosted: TransactionOperations;
  readonly end: HostTransactionOf['end'];
}

export function transactionCalls(engine: ApprovalEngine, database: HostDatabase | null): HostCalls {
  const held = new Map<string, Held>();
  const own = (): HostDatabase => {
    if (database === null) throw new ApprovalError('FAILED_PRECONDITION', 'the store is in memory');
    return database;
  };
  return {
    async begin({ dispatch }, workspaceId) {
      const { transaction, end } = await own().begin();
      try {
        const hosted = engine.withTransaction(transaction as never);
        const { executionId } = await hosted.forWorkspace(workspaceId).executions.dispatch(dispatch);
        held.set(executionId, { hosted, end });
        return { executionId };
      } catch (error) {
        await end(false);
        throw error;
      }
    },
    async emitIn({ type, payload, options }, workspaceId) {
      const { transaction, end } = await own().begin();
      try {
        const hosted = engine.withTransaction(transaction as never);
        const result = await hosted.forWorkspace(workspaceId).emit(type, payload, options);
        const handle = randomUUID();
        held.set(handle, { hosted, end });
        return { ...result, handle };
      } catch (error) {
        await end(false);
        throw error;
      }
    },
    async finish({ executionId, commit }) {
      const it = held.get(executionId);
      if (it === undefined) throw new ApprovalError('NOT_FOUND', 'no such transaction is open');
      held.delete(executionId);
      await it.end(commit);
      if (commit === true) it.hosted.committed();
    },
    async rows({ executionId }) {
      const text = 'select seq, type from host_rows where execution_id = ? order by seq';
      const rows = await own().run(text, executionId);
      return rows.map(({ seq, type }) => ({ seq: Number(seq), type }));
    },
  };
}
