/** Makes the calls of users through any running process, and repeats those without a result. */
import { type AgentRequest, ApprovalError, type JsonObject } from '@org/approval-core';
import { entriesOf } from '@org/approval-internal/values';
import type { FaultPlan } from './faults.js';
import { HostTransaction } from './host.js';
import { type Call, type EmitCall, type Entry, Ledger, type NewCall } from './ledger.js';
import type { Violation } from './observer.js';
import { performPeopleCall } from './people-calls.js';
import type { Process } from './process.js';
import type { SeededRandom } from './random.js';
import { HOST_EVENT } from './scenario-triggers.js';
import type { Schedule } from './schedule.js';

/** Calls that record a decision. */
export type AnyAnswer = Extract<NewCall, { readonly decision: string }>;

export interface CallerParts {
  readonly schedule: Schedule;
  readonly random: SeededRandom;
  readonly faults: FaultPlan;
  readonly processes: () => readonly Process[];
  readonly definition: JsonObject;
  readonly definitionId: string;
  /** Arguments of a dispatch. */
  readonly dispatchWith: () => object;
  /** Extra arguments of a decision, besides its value and its reason. */
  readonly answerWith: (answer: AnyAnswer) => object;
  readonly onFeature: (feature: string) => void;
  readonly onViolation: (violation: Violation) => void;
}

/** Refusals that a caller's own actions can cause; any other is a fault of the engine. */
const EXPECTED: readonly string[] = [
  'FAILED_PRECONDITION',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'INVALID_ARGUMENT',
];
/** An execution keeps a bounded number of signals that no step waits for. */
const keepsTooMany = ({ kind }: Call, status: string): boolean =>
  kind === 'signal' && status === 'RESOURCE_EXHAUSTED';
/** Time that a caller waits for a process that died or paused. */
const PATIENCE_MS = 12_000;

export class Callers {
  readonly ledger = new Ledger();
  private readonly parts: CallerParts;
  private readonly tokens = new Map<string, string>();
  /** Extra arguments of each decision, so that a repeat is the same request. */
  private readonly beside = new WeakMap<Entry, object>();
  private insists = false;

  constructor(parts: CallerParts) {
    this.parts = parts;
  }

  /** Makes every caller retry until a result arrives. */
  insist(): void {
    this.insists = true;
  }

  get isWaiting(): boolean {
    return this.ledger.entries.some((it) => it.outcome === 'pending');
  }

  make(call: NewCall): void {
    const entry = this.ledger.add({ ...call, id: this.ledger.entries.length });
    // Their reason is a tag that identifies the decision.
    if ('decision' in call) this.beside.set(entry, { ...this.parts.answerWith(call), reason: call.reason });
    this.attempt(entry);
  }

  /** The outside world completes the step, once or more often. */
  callBackLater({ executionId, stepId, callbackToken }: AgentRequest): void {
    const { schedule, random, faults } = this.parts;
    if (callbackToken !== null) this.tokens.set(`${executionId} ${stepId}`, callbackToken);
    const times = faults.strikes('callback-repeated') ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const status = random.chance(0.8) ? 'completed' : 'failed';
      const call = { kind: 'call-back', executionId, stepId, status } as const;
      schedule.after(random.pick([0, 5, 500, 5_000]), `callback ${stepId}`, () => {
        this.make(call);
      });
    }
  }

  private attempt(entry: Entry): void {
    const { schedule, random, processes } = this.parts;
    const up = processes().filter((it) => it.isAlive);
    if (up.length === 0) {
      schedule.after(500, 'caller waits', () => this.attempt(entry));
      return;
    }
    entry.attempts += 1;
    let isOver = false;
    const over = (conclude: () => void) => {
      if (isOver) return;
      isOver = true;
      cancel();
      conclude();
    };
    const cancel = schedule.after(PATIENCE_MS, 'caller gives up', () => {
      over(() => this.noResult(entry));
    });
    this.perform(random.pick(up), { ...entry.call, ...this.beside.get(entry) }).then(
      (result) => over(() => this.acknowledged(entry, result)),
      (error: unknown) => over(() => this.failed(entry, error)),
    );
  }

  private acknowledged(entry: Entry, result: object): void {
    entry.outcome = 'acknowledged';
    entry.result = Object.fromEntries(entriesOf(result));
    this.parts.schedule.note(`ok ${entry.call.kind} ${entry.call.id}`);
    this.parts.onFeature(`ok ${entry.call.kind}`);
  }

  private failed(entry: Entry, error: unknown): void {
    const status = error instanceof ApprovalError ? error.status : 'no ApprovalError';
    this.parts.schedule.note(`${status} ${entry.call.kind} ${entry.call.id}`);
    if (status === 'UNAVAILABLE') {
      this.noResult(entry);
      return;
    }
    entry.outcome = 'refused';
    this.parts.onFeature(`${status} ${entry.call.kind}`);
    if (EXPECTED.includes(status) || keepsTooMany(entry.call, status)) return;
    const message = `${JSON.stringify(entry.call)}: ${String(error)}`;
    this.parts.onViolation({ code: 'unexpected-error', message });
  }

  /** The outcome of the call is unknown. Some callers repeat the same request. */
  private noResult(entry: Entry): void {
    const { faults, schedule, random } = this.parts;
    entry.unknown += 1;
    const isRepeatable = entry.call.kind !== 'dispatch' || entry.call.key !== null;
    if (
      isRepeatable &&
      (this.insists || faults.strikes('call-repeated') || entry.call.kind === 'call-back')
    ) {
      schedule.after(random.pick([0, 100, 2_000]), 'caller repeats', () => this.attempt(entry));
      return;
    }
    entry.outcome = 'unknown';
  }

  private async perform(process: Process, call: Call): Promise<object> {
    const { engine } = process;
    const { steps, executions } = engine;
    switch (call.kind) {
      case 'dispatch':
        return executions.dispatch({
          definitionId: this.parts.definitionId,
          correlationId: call.correlationId,
          ...(call.key !== null && { idempotencyKey: call.key }),
          ...this.parts.dispatchWith(),
        });
      case 'decide': {
        const { id: _, kind: _kind, ...data } = call;
        const decision = call.decision as 'approve' | 'reject';
        return steps.recordReviewerDecision({ ...data, decision });
      }
      case 'resolve-finding': {
        const { executionId, stepId, resolutionId, status } = call;
        const failure = status === 'failure' ? { errorMessage: 'it stays' } : {};
        return steps.recordAgentResolution({ executionId, stepId, resolutionId, status, ...failure });
      }
      case 'force': {
        const { executionId, stepId, actorId } = call;
        const action = call.action as 'force-approve';
        return steps.resolve({ executionId, stepId, action, actorId });
      }
      case 'cancel-step':
        return steps.cancel({ executionId: call.executionId, stepId: call.stepId, actorId: call.actorId });
      case 'call-back':
        return this.callBack(engine, call);
      case 'finish': {
        const { id: _, kind: _kind, ...data } = call;
        return steps.finish(data);
      }
      case 'signal': {
        const { executionId, name, key } = call;
        return executions.signal({ executionId, name, idempotencyKey: key });
      }
      case 'emit':
        return emitAsHost(process, call);
      case 'cancel-execution':
        return executions.cancel({ executionId: call.executionId });
      case 'redeliver':
        return engine.webhooks.redeliver({ executionId: call.executionId });
      case 'update-definition':
        return this.update(engine);
      case 'read':
        await executions.getEvents({ executionId: call.executionId });
        await steps.listWaiting({});
        return executions.get({ executionId: call.executionId });
      default:
        return performPeopleCall(engine, call);
    }
  }

  private async update({ definitions }: Process['engine']): Promise<object> {
    const { definition, definitionId } = this.parts;
    const { version } = await definitions.get({ definitionId: definitionId });
    return definitions.update({ ...definition, ifVersion: version } as never);
  }

  private callBack(engine: Process['engine'], call: Call & { kind: 'call-back' }): Promise<object> {
    const { executionId, stepId, status } = call;
    const token = this.tokens.get(`${executionId} ${stepId}`);
    const result = status === 'completed' ? { output: { from: 'outside' } } : { error: 'it failed outside' };
    return token === undefined
      ? engine.steps.completeDeferred({ executionId, stepId, status, ...result })
      : engine.inbound.callback(token, { status, ...result });
  }
}

/** Emits an event of the host, which then commits or rolls back. */
async function emitAsHost(process: Process, { eventId, matches, fate }: EmitCall): Promise<object> {
  const { engine } = process;
  const payload = { wanted: matches };
  const event = { type: HOST_EVENT, id: eventId, payload, initiatorId: 'outsider' };
  if (fate === 'alone') return engine.triggers.emit(event);
  const transaction = new HostTransaction();
  const within = engine.withTransaction(transaction as never);
  const result = await within.triggers.emit(event);
  if (fate === 'rolled back') return result;
  await process.commitHost(transaction).catch((error: unknown) => {
    throw new ApprovalError('UNAVAILABLE', `the host did not commit: ${String(error)}`);
  });
  within.committed();
  return result;
}
