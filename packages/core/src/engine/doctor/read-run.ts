/**
 * Reads one stored run without a lock. State, jobs, deliveries and events come in several calls,
 * and the run may change in between: a result counts only if the run was the same before and after.
 */
import type { ExecutionRecord } from '../../checker/record.js';
import type { EngineEvent } from '../../interpreter/event.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Delivery } from '../../ports/store/deliveries.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { Page } from '../../ports/store/page.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { takePage } from '../shapes/shared/page.js';
import { receiverOf } from '../webhooks/receiver.js';

/** Limit of events read per run; a larger run is reported and not checked. */
export const MOST_EVENTS = 200_000;
const EVENTS_AT_ONCE = 1_000;
const DELIVERIES_AT_ONCE = 500;

/** Result of reading a run. */
export type RunLook =
  | { readonly kind: 'gone' }
  | { readonly kind: 'definition-lost' | 'too-many-events'; readonly state: ExecutionState }
  | {
      readonly kind: 'read';
      readonly record: ExecutionRecord;
      /** Resolves to true if the run has not changed. */
      readonly isSettled: () => Promise<boolean>;
    };

interface Stored {
  readonly store: ApprovalStore;
}

/** Reads a run whole. */
export async function readRun(context: Stored, key: ExecutionKey): Promise<RunLook> {
  const { store } = context;
  const [state] = await store.loadExecutions([key]);
  if (!state) return { kind: 'gone' };
  const [version] = await store.loadDefinitions([
    { workspaceId: key.workspaceId, uid: state.definitionUid, version: state.definitionVersion },
  ]);
  if (!version) return { kind: 'definition-lost', state };
  if (state.seq > MOST_EVENTS) return { kind: 'too-many-events', state };
  const deliveries = await deliveriesOf(context, key, state, version);
  const [jobs] = (await store.listJobs?.([key])) ?? [];
  const events = await eventsOf(context, key, state.seq);
  const receiver = receiverOf(state, version);
  const record = { compiled: version.compiled, state, events, deliveries, receiver };
  const before = markOf(state, deliveries);
  return {
    kind: 'read',
    record: jobs === undefined ? record : { ...record, jobs },
    isSettled: async () => {
      const [now] = await store.loadExecutions([key]);
      return now != null && markOf(now, await deliveriesOf(context, key, now, version)) === before;
    },
  };
}

/** Fingerprint of everything that work on the run changes. */
const markOf = ({ seq }: ExecutionState, deliveries: readonly Delivery[]): string =>
  JSON.stringify([
    seq,
    deliveries.map((it) => [it.seq, it.status, it.attempts, it.nextAttemptAt, it.updatedAt]),
  ]);

/** A run without a receiver has no deliveries, so none are read. */
async function deliveriesOf(
  { store }: Stored,
  { workspaceId, executionId }: ExecutionKey,
  state: ExecutionState,
  version: DefinitionVersion,
): Promise<readonly Delivery[]> {
  if (receiverOf(state, version) === null) return [];
  const found: Delivery[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Delivery> = await store.listDeliveries(
      { workspaceId, executionId },
      { limit: DELIVERIES_AT_ONCE, cursor },
    );
    const { items, rest } = takePage(page);
    found.push(...items);
    cursor = rest.nextCursor;
  } while (cursor !== null && found.length <= MOST_EVENTS);
  return found;
}

/** Up to the seq of the state that was read: later ones are of a later state. */
async function eventsOf(
  { store }: Stored,
  { workspaceId, executionId }: ExecutionKey,
  seq: number,
): Promise<readonly EngineEvent[]> {
  const found: EngineEvent[] = [];
  for (;;) {
    const afterSeq = found.at(-1)?.seq ?? 0;
    const query = { workspaceId, executionId, afterSeq, limit: EVENTS_AT_ONCE, externalOnly: false };
    const read = await store.readEvents(query);
    found.push(...read.filter((it) => it.seq <= seq));
    if (read.length < EVENTS_AT_ONCE || (read.at(-1)?.seq ?? 0) >= seq) return found;
  }
}
