/** Checks the stored record of every execution of a history. */
import type { ApprovalStore } from '@org/approval-core';
import { type ExecutionState, checkExecution } from '@org/approval-core/interpreter';
import type { Delivery } from '@org/approval-core/store';
import { type JsonValue, fieldOf, isJsonList, textIn } from '@org/approval-internal/json';
import type { Entry } from './ledger.js';
import type { Violation } from './observer.js';
import type { EndState } from './on-step.js';
import type { Outside } from './outside.js';
import { absencesTried, judgePeople } from './people-judge.js';
import type { Scenario } from './scenario.js';
import { firingFaults, endingSchedules } from './runs.js';

/** Workspace of every history. */
export const WORKSPACE = 'default';

export interface JudgeParts {
  readonly store: ApprovalStore;
  readonly outside: Outside;
  readonly entries: readonly Entry[];
  readonly onViolation: (violation: Violation) => void;
}

/** The stored end of an execution, whose record is checked; null if it is gone. */
export async function judgedEnd(
  { store, outside, entries, onViolation }: JudgeParts,
  executionId: string,
): Promise<EndState | null> {
  const key = { workspaceId: WORKSPACE, executionId };
  const [state] = await store.loadExecutions([key]);
  const events = await store.readEvents({ ...key, afterSeq: 0, limit: 1_000_000, externalOnly: false });
  if (!state) return null;
  const { definitionUid: uid, definitionVersion: version } = state;
  const [definition] = await store.loadDefinitions([{ workspaceId: WORKSPACE, uid, version }]);
  const page = await store.listDeliveries(key, { limit: 1_000_000, cursor: null });
  const [jobs = []] = (await store.listJobs?.([key])) ?? [];
  const deliveries: readonly Delivery[] = page === 'bad-cursor' ? [] : page.items;
  if (!definition) return null;
  const { compiled, authored } = definition;
  const record = { compiled, state, events, jobs, deliveries, receiver: receiverOf(state, authored) };
  for (const it of judgePeople({ ...record, definition: authored }, absencesTried(entries))) onViolation(it);
  for (const it of checkExecution(record)) onViolation(it);
  for (const { kind, stepId } of jobs)
    onViolation({ code: 'job-left', message: `${kind} of ${executionId} ${stepId}` });
  for (const { status, eventId } of deliveries)
    if (status === 'delivered' && !outside.hasTaken(eventId))
      onViolation({ code: 'delivered-to-nobody', message: eventId });
  return { state, events };
}

function receiverOf({ webhookUrl }: ExecutionState, authored: { readonly [name: string]: unknown }) {
  if (webhookUrl !== null) return { eventTypes: null };
  const config = authored['webhookConfig'] as JsonValue | undefined;
  return config === undefined ? null : { eventTypes: eventTypesOf(config) };
}

/** null: all types. */
function eventTypesOf(config: JsonValue): string[] | null {
  const types = fieldOf(config, 'eventTypes');
  return isJsonList(types) ? types.filter((it) => typeof it === 'string') : null;
}

/** Instants of the scenario's schedules without exactly one run. */
export async function firedWrongly(
  store: ApprovalStore,
  { definition }: Pick<Scenario, 'definition'>,
  states: ReadonlyMap<string, ExecutionState>,
): Promise<Violation[]> {
  const schedules = endingSchedules(definition);
  if (schedules.size === 0) return [];
  const { items } = (await store.listDefinitions(
    { workspaceId: WORKSPACE, organizationId: null, documentId: null },
    { limit: 100, cursor: null },
  )) as Exclude<Awaited<ReturnType<ApprovalStore['listDefinitions']>>, 'bad-cursor'>;
  const head = items.find((it) => it.definitionId === definition['definitionId']);
  if (head === undefined) return [{ code: 'definition-lost', message: textIn(definition, 'definitionId') }];
  const stored = await store.schedules?.listTriggers({ workspaceId: WORKSPACE, uid: head.uid });
  const triggers = [...schedules].map(([triggerId, schedule]) => ({
    triggerId,
    schedule,
    since: head.createdAt,
    stored: stored?.find((it) => it.triggerId === triggerId),
  }));
  return firingFaults(states, triggers);
}
