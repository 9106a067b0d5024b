/** `triggers/emit` (contract section 13). */
import { ConditionFault } from '../../../expression/condition-fault.js';
import { type HostEvent, eventMatches } from '../../../expression/host-event.js';
import { TooCostly, WorkBudget } from '../../../expression/work.js';
import { canonicalJson } from '../../../definition/json.js';
import { LIMITS } from '../../../definition/limits.js';
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import type { EventStore, NotedTrigger, StoredHostEvent, TriggerKey } from '../../../ports/store/triggers.js';
import { ApprovalError, failedPrecondition } from '../../errors.js';
import { sha256Hex } from '../../scheduling/encoding.js';
import { type EmitRequest, emitEvent } from '../../shapes/triggers/requests.js';
import { type EmitResult, emitResult } from '../../shapes/triggers/views.js';
import { eventOf, triggerOf } from '../../triggers/of-version.js';
import { defineOperation } from '../define.js';
import { emitsAsItself } from '../guards.js';
import type { On } from '../../scope.js';

type Emitting = On<'store' | 'definitions' | 'clock' | 'ids' | 'onJobs' | 'turns'>;

/**
 * Emits an event of the host. Each trigger that listens for its type, in its scope, and whose
 * condition holds starts one execution. The event and its matches are stored in one commit; inside
 * `withTransaction` in that of the host. The same `id` again is the same event.
 * @throws FAILED_PRECONDITION `key-reused` for another event with the same id; RESOURCE_EXHAUSTED
 * when its conditions are too costly together: then nothing is emitted.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await engine.definitions.create({
 *   definitionId: 'check-order',
 *   name: 'Check an order',
 *   nodes: [{ nodeId: 'check', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
 *   edges: [],
 *   triggers: [
 *     {
 *       triggerId: 'paid',
 *       event: { types: ['order.paid'], context: { url: '{{event.payload.url}}' } },
 *     },
 *   ],
 * });
 * const payload = { url: 'https://example.com/orders/7' };
 * const paid = { type: 'order.paid', payload, id: 'order-7' };
 * console.log((await engine.triggers.emit(paid)).matched); // → 1
 * console.log((await engine.triggers.emit(paid)).emitted); // → false
 * await engine.idle();
 * console.log((await engine.executions.list()).items.length); // → 1
 * await engine.stop();
 * ```
 * @request {
 *   "type": "order.paid",
 *   "payload": {
 *     "orderId": "order-7",
 *     "total": 1200
 *   },
 *   "id": "order-7-paid"
 * }
 */
export const operation = defineOperation({
  path: 'triggers/emit',
  summary: 'Emits an event of the host; each trigger that it matches starts one execution.',
  request: emitEvent,
  result: emitResult,
  effect: 'once',
  permission: 'triggers:emit',
  budget: 'dispatch',
  guard: emitsAsItself,
  run: emit,
});

async function emit(on: Emitting, request: EmitRequest): Promise<EmitResult> {
  const { workspaceId, onJobs } = on;
  const { events } = on.store;
  if (events === undefined)
    throw new ApprovalError('FAILED_PRECONDITION', 'this store keeps no host events; use one that does');
  const event = hostEvent(on, request);
  const eventKey = sha256Hex(event.id).slice(0, 32);
  const known = await events.loadHostEvent({ workspaceId, eventKey });
  if (known !== null) return repeated(event, known);
  const { matches, notes } = await matchesOf(on, events, event);
  const stored: StoredHostEvent = { ...event, workspaceId, eventKey, matched: matches.length };
  const earlier = await events.emit({ event: stored, matches, notes });
  if (earlier !== null) return repeated(event, earlier);
  if (matches.length > 0) onJobs([{ kind: 'event-start', dueAt: event.emittedAt }]);
  return { id: event.id, emitted: true, matched: matches.length };
}

const hostEvent = ({ ids, clock }: Emitting, request: EmitRequest): HostEvent => ({
  id: request.id ?? ids.next('evt'),
  type: request.type,
  payload: request.payload ?? null,
  emittedAt: clock.now(),
  organizationId: request.organizationId ?? null,
  documentId: request.documentId ?? null,
  initiatorId: request.initiatorId ?? null,
});

function repeated(event: HostEvent, known: StoredHostEvent): EmitResult {
  if (contentOf(event) !== contentOf(known))
    throw failedPrecondition('key-reused', `the id "${event.id}" was used for another event; use another id`);
  return { id: known.id, emitted: false, matched: known.matched };
}

const contentOf = ({ id, type, payload, organizationId, documentId, initiatorId }: HostEvent): string =>
  canonicalJson({ id, type, payload, organizationId, documentId, initiatorId });

interface Matches {
  readonly matches: readonly TriggerKey[];
  /** Errors of conditions without a value. */
  readonly notes: readonly NotedTrigger[];
}

/** A listener whose definition applies to the event. */
interface Candidate {
  readonly trigger: TriggerKey;
  readonly version: DefinitionVersion;
}

async function matchesOf(on: Emitting, events: EventStore, event: HostEvent): Promise<Matches> {
  const work = new WorkBudget(LIMITS.commandWork);
  const matches: TriggerKey[] = [];
  const notes: NotedTrigger[] = [];
  for (const { trigger, version } of await candidatesOf(on, events, event)) {
    const when = eventOf(triggerOf(version, trigger.triggerId))?.when;
    await on.turns.pause();
    const error = when === undefined ? null : faultOf(when, event, work);
    if (error === null) matches.push(trigger);
    else if (error !== 'no-match') notes.push({ trigger, note: { lastError: error } });
  }
  return { matches, notes };
}

/** null: the condition holds. */
function faultOf(when: string, event: HostEvent, work: WorkBudget) {
  const at = event.emittedAt;
  try {
    return eventMatches(when, event, work) ? null : 'no-match';
  } catch (error) {
    if (error instanceof ConditionFault) return { code: error.code, message: error.message, at };
    if (!(error instanceof TooCostly)) throw error;
    if (work.spent > LIMITS.commandWork)
      throw new ApprovalError(
        'RESOURCE_EXHAUSTED',
        'the conditions of the triggers for this type are too costly together; nothing was emitted',
        {},
        error,
      );
    return { code: 'expression-too-costly', message: 'the condition takes more work than it may', at };
  }
}

/** Triggers of the most specific definition of each definitionId. */
async function candidatesOf(on: Emitting, events: EventStore, event: HostEvent): Promise<Candidate[]> {
  const { definitions, workspaceId } = on;
  const listeners = await events.findListeners({ workspaceId, type: event.type, limit: MOST_LISTENERS + 1 });
  if (listeners.length > MOST_LISTENERS)
    throw new ApprovalError('RESOURCE_EXHAUSTED', `too many triggers listen for "${event.type}"`);
  const versions = await Promise.all(listeners.map((it) => definitions.version(it)));
  const found = listeners.flatMap((trigger, index): Candidate[] => {
    const version = versions[index] ?? null;
    return version === null || !applies(version, event) ? [] : [{ trigger, version }];
  });
  const chosen = new Map<string, DefinitionVersion>();
  for (const { definitionId } of found.map((it) => it.version)) {
    if (chosen.has(definitionId)) continue;
    const { organizationId, documentId } = event;
    const most = await definitions.mostSpecific(workspaceId, definitionId, {
      ...(organizationId !== null && { organizationId }),
      ...(documentId !== null && { documentId }),
    });
    if (most !== null) chosen.set(definitionId, most);
  }
  return found.filter(({ version }) => chosen.get(version.definitionId)?.uid === version.uid);
}

/** Writers that race may exceed the limit of triggers by a few: none of them is left out. */
const MOST_LISTENERS = 2 * LIMITS.eventTriggers;

const applies = (
  { organizationId, documentId }: DefinitionVersion,
  event: Pick<HostEvent, 'organizationId' | 'documentId'>,
): boolean =>
  (organizationId === null || organizationId === event.organizationId) &&
  (documentId === null || documentId === event.documentId);
