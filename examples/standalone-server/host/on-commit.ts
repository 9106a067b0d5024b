/**
 * `--on-commit`: a host table with a row for each external event, written in the event's commit.
 */
import { ApprovalError, type HostChange, type HostTransaction, type OnCommit } from '@org/approval-core';

const CREATE: Readonly<Record<HostTransaction['dialect'], string>> = {
  sqlite: 'create table if not exists host_rows (execution_id text, seq integer, type text)',
  postgres: 'create table if not exists host_rows (execution_id text, seq bigint, type text)',
  mysql: 'create table if not exists host_rows (execution_id varchar(200), seq bigint, type varchar(100))',
};

interface Refusing {
  readonly hostRefuses?: { readonly type: string; readonly times: number };
  readonly hostRefusesReviewer?: string;
  readonly hostBreaks?: string;
}

/** Number of refusals of each run in this process. */
const refusals = new Map<string, number>();

export const writeHostRows: OnCommit = async ({ change, transaction }) => {
  for (const { seq, type } of change.events) {
    const values = [change.executionId, seq, type];
    await transaction.query('insert into host_rows (execution_id, seq, type) values (?, ?, ?)', values);
  }
  refuse(change);
};

/** Refuses as the triggerContext of the run says. */
function refuse({ executionId, events, execution }: HostChange): void {
  const { hostRefuses, hostRefusesReviewer, hostBreaks } = execution.triggerContext as Refusing;
  const holds = (type: string | undefined) => events.some((it) => it.type === type);
  if (hostRefuses !== undefined && holds(hostRefuses.type)) {
    const times = refusals.get(executionId) ?? 0;
    refusals.set(executionId, times + 1);
    if (hostRefuses.times === -1 || times < hostRefuses.times) throw no();
  }
  const answers = execution.steps.flatMap(
    (it) => (it.output?.['decisions'] ?? []) as { reviewerId: string }[],
  );
  if (answers.some((it) => it.reviewerId === hostRefusesReviewer)) throw no();
  if (holds(hostBreaks)) throw new Error('a secret of the host');
}

const no = (): ApprovalError => new ApprovalError('FAILED_PRECONDITION', 'the host says no');

export const hostTable = (dialect: HostTransaction['dialect']): string => CREATE[dialect];
