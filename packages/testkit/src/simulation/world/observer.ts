/** Checks everything that is committed to a store, at the time of the commit. */
import type { ApprovalStore } from '@org/approval-core';
import type { Change, EventStore, ExecutionKey, TriggerStore } from '@org/approval-core/store';
import { type ExecutionState, checkChange, checkWork } from '@org/approval-core/interpreter';
import { itemAt } from '@org/approval-internal/lists';
import { overriding } from '../../overriding.js';

/** An impossible state that was seen. */
export interface Violation {
  /** The kind of violation, such as `commit-lost`. */
  readonly code: string;
  /** Description for a reader. */
  readonly message: string;
}

export interface ObserverHooks {
  readonly onViolation: (violation: Violation) => void;
  /** Reports a feature that the execution reached. */
  readonly onFeature: (feature: string) => void;
  readonly onCommitted: (state: ExecutionState) => void;
  /** Reports a change of the number of pending deliveries. */
  readonly onPending: (by: number) => void;
  /** Reports a change of the number of runs that host events are to start. */
  readonly onMatches: (by: number) => void;
  /** Reports a schedule without a next instant. */
  readonly onScheduleOver: () => void;
  readonly note: (line: string) => void;
}

/** Wraps the store, and checks everything that is written to it. */
export function observed(store: ApprovalStore, hooks: ObserverHooks): ApprovalStore {
  return overriding(store, {
    async commit(changes) {
      const before = await store.loadExecutions(changes.map((it) => it.state));
      const results = await store.commit(changes);
      for (const [index, { kind }] of results.entries()) {
        hooks.onFeature(`commit ${kind}`);
        const change = itemAt(changes, index);
        if (kind !== 'committed') continue;
        hooks.onCommitted(change.state);
        noteChange(change, hooks);
        hooks.onPending(change.push?.seqs.length ?? 0);
        for (const finding of checkChange(before[index] ?? null, change)) hooks.onViolation(finding);
        await checkRecord(store, change, hooks);
      }
      return results;
    },
    async recordDeliveryResults(results) {
      const recorded = await store.recordDeliveryResults(results);
      for (const [index, { claim, status, seq }] of results.entries()) {
        if (recorded[index] !== true) continue;
        hooks.onFeature(`delivery ${status}`);
        if (status !== 'pending') hooks.onPending(-1);
        hooks.note(`delivery ${claim.job.executionId} ${seq} ${status}`);
      }
      return recorded;
    },
    ...(store.schedules && { schedules: observedTriggers(store.schedules, hooks) }),
    ...(store.events && { events: observedEvents(store.events, hooks) }),
    async redeliver(request) {
      const count = await store.redeliver(request);
      hooks.onPending(count ?? 0);
      return count;
    },
  });
}

const observedTriggers = <T extends TriggerStore>(part: T, hooks: ObserverHooks): T =>
  overriding<TriggerStore>(part, {
    async moveJobs(moves) {
      const moved = await part.moveJobs(moves);
      for (const [index, { claim, dueAt, note }] of moves.entries()) {
        if (moved[index] !== true) continue;
        hooks.note(`moved ${claim.job.kind} ${claim.job.stepId} ${String(dueAt)}`);
        if (claim.job.kind === 'event-start' && dueAt === null) hooks.onMatches(-1);
        if (note.nextAt === null) hooks.onScheduleOver();
        if ((note.missed ?? 0) > 0) hooks.onFeature('instant missed');
        if ((note.skipped ?? 0) > 0) hooks.onFeature('instant skipped');
      }
      return moved;
    },
  }) as T;

const observedEvents = (part: EventStore, hooks: ObserverHooks): EventStore =>
  overriding(observedTriggers(part, hooks), {
    async emit(emitted) {
      const known = await part.emit(emitted);
      if (known === null) hooks.onMatches(emitted.matches.length);
      return known;
    },
  });

function noteChange({ state, events, expectedSeq }: Change, { note, onFeature }: ObserverHooks): void {
  note(
    `commit ${state.executionId} ${expectedSeq} ${events.map((it) => `${it.type}@${it.timestamp}`).join()}`,
  );
  for (const { type } of events) onFeature(`event ${type}`);
  if (state.failureReason !== null) onFeature(`failure ${state.failureReason.code}`);
}

/** Checks the stored work of a commit; the whole record is checked after the history. */
async function checkRecord(store: ApprovalStore, change: Change, hooks: ObserverHooks): Promise<void> {
  const { workspaceId, executionId, definitionUid: uid, definitionVersion: version } = change.state;
  const key: ExecutionKey = { workspaceId, executionId };
  const [state] = await store.loadExecutions([key]);
  const [definition] = await store.loadDefinitions([{ workspaceId, uid, version }]);
  const [jobs] = (await store.listJobs?.([key])) ?? [];
  const events = await store.readEvents({ ...key, afterSeq: 0, limit: 1_000_000, externalOnly: false });
  if (!state || !definition) {
    hooks.onViolation({ code: 'commit-lost', message: `${executionId} was committed and is missing` });
    return;
  }
  const record = { compiled: definition.compiled, state, events, ...(jobs !== undefined && { jobs }) };
  for (const finding of checkWork(record)) hooks.onViolation(finding);
}
