/** Writing the changes of a batch that were found to be good, table by table. */
import type { Change, Job } from '@org/approval-core';
import type { Row, Sql, Value } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { deleteRows, insertRows, runAll } from '../sql/statements.js';
import { type StoreContext, textKey } from './context.js';
import { DELIVERY_JOB, deliveryRows } from './delivery-rows.js';
import { jobKey } from './held.js';
import { MUTABLE, eventRows, executionRow, stepRows } from './state.js';

export async function writeChanges(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const jobs = jobWrites(context, changes);
  const writes = [...keyWrites(context, changes), ...stateWrites(context, changes), ...jobs.deletions];
  const deliveries = deliveryWrites(context, changes);
  // A job can be replaced by one with its key: then it must be gone first.
  if (jobs.deletions.length > 0 && jobs.additions.length > 0) {
    await runAll(context, session, [...writes, ...deliveries]);
    await runAll(context, session, jobs.additions);
  } else {
    await runAll(context, session, [...writes, ...deliveries, ...jobs.additions]);
  }
}

/** In the order of the keys: two batches that want the same ones must not wait for each other. */
function keyWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const rows = changes.flatMap(({ state, expectedSeq }): Row[] => {
    if (expectedSeq > 0 || state.idempotencyKey === null) return [];
    return [
      {
        workspace_id: state.workspaceId,
        idempotency_key: state.idempotencyKey,
        execution_id: state.executionId,
        correlation_id: state.correlationId,
        definition_id: state.definitionId,
        created_at: state.createdAt,
        orphan: 0,
      },
    ];
  });
  const text = (row: Row) => textKey(row['workspace_id'], row['idempotency_key']);
  return insertRows(
    context,
    'idempotency_keys',
    rows.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
  );
}

function stateWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const isNew = ({ expectedSeq }: Change) => expectedSeq === 0;
  const created = changes.filter(isNew);
  const changed = changes.filter((change) => !isNew(change));
  return [
    ...insertRows(context, 'executions', created.map(executionRow)),
    ...insertRows(context, 'executions', changed.map(executionRow), { update: MUTABLE }),
    ...insertRows(context, 'steps', changes.flatMap(stepRows), {
      update: ['status', 'waiting_since', 'waiting_for', 'body'],
    }),
    ...insertRows(context, 'events', changes.flatMap(eventRows)),
  ];
}

function jobWrites(
  context: StoreContext,
  changes: readonly Change[],
): { deletions: Sql[]; additions: Sql[] } {
  const ended: Value[][] = changes.flatMap(
    ({ state: { workspaceId, executionId }, expectedSeq, endedStepIds }) =>
      expectedSeq === 0 ? [] : endedStepIds.map((stepId) => [workspaceId, executionId, stepId]),
  );
  const finished = changes
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.finishes)
    .map(({ job }) => jobKey(job));
  const added = changes.flatMap((change) => change.newJobs.map((job) => jobRow(change, job)));
  return {
    deletions: [...deleteRows(context, 'jobs', ended), ...deleteRows(context, 'jobs', finished)],
    additions: insertRows(context, 'jobs', added, {
      update: ['lane', 'due_at', 'claimable_at', 'attempt', 'token'],
    }),
  };
}

const jobRow = ({ state }: Change, { kind, stepId, dueAt, attempt }: Job): Row => ({
  workspace_id: state.workspaceId,
  execution_id: state.executionId,
  step_id: stepId,
  kind,
  lane: '',
  due_at: dueAt,
  claimable_at: dueAt,
  attempt,
  token: null,
});

/**
 * Where a delivery job is there already, an older delivery is pending, or being made: the rule of `DeliveryStore`
 * holds as it is. The lock on the execution keeps it from going meanwhile.
 */
function deliveryWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const rows = changes.map(deliveryRows);
  const jobs = changes.flatMap((change, index): Row[] => {
    const [head] = rows[index] ?? [];
    if (head === undefined) return [];
    const dueAt = head['next_attempt_at'] as number;
    const { kind, stepId } = DELIVERY_JOB;
    return [
      {
        ...jobRow(change, { kind: 'agent-call', stepId, dueAt, attempt: 1 }),
        kind,
        lane: head['lane'] ?? '',
      },
    ];
  });
  return [
    ...insertRows(context, 'deliveries', rows.flat()),
    ...insertRows(context, 'jobs', jobs, { update: [] }),
  ];
}
