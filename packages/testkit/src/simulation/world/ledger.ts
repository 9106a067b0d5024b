/** Results that callers got, each in a separate record: in the end the store must agree. */
import type { EventOf } from '@org/approval-core';
import type { EventType } from '@org/approval-core/interpreter';
import type { EndState, OnStep } from './on-step.js';
import type { Violation } from './observer.js';
import { type PeopleCall, effectsOfPeopleCall } from './people-calls.js';

/** A call, made once or repeated until a result arrived. */
export type Call = { readonly id: number } & (
  | { readonly kind: 'dispatch'; readonly key: string | null; readonly correlationId: string }
  | OnStep<'decide', { readonly reviewerId: string; readonly decision: string; readonly reason: string }>
  | OnStep<'resolve-finding', { readonly resolutionId: string; readonly status: 'success' | 'failure' }>
  | OnStep<'force', { readonly action: string; readonly actorId: string }>
  | OnStep<'cancel-step', { readonly actorId: string }>
  | OnStep<'call-back', { readonly status: 'completed' | 'failed' }>
  | { readonly kind: 'cancel-execution'; readonly executionId: string }
  | { readonly kind: 'redeliver'; readonly executionId: string }
  | { readonly kind: 'update-definition' }
  | { readonly kind: 'read'; readonly executionId: string }
  | OnStep<'finish', { readonly action: 'complete' | 'fail'; readonly actorId: string }>
  | { readonly kind: 'signal'; readonly executionId: string; readonly name: string; readonly key: string }
  | EmitCall
  | PeopleCall
);

/** An event of the host, in its own transaction or by itself. */
export interface EmitCall {
  readonly kind: 'emit';
  readonly eventId: string;
  /** True if the trigger of the scenario matches it. */
  readonly matches: boolean;
  /** End of the transaction of the host; `alone` without one. */
  readonly fate: 'alone' | 'committed' | 'rolled back';
}

/** A call without a number. */
export type NewCall = Call extends infer C ? (C extends Call ? Omit<C, 'id'> : never) : never;

/** A call with its outcome. `unknown`: the last attempt had no result. */
export interface Entry {
  readonly call: Call;
  attempts: number;
  /** Attempts without a result: each may have taken effect. */
  unknown: number;
  outcome: 'pending' | 'acknowledged' | 'refused' | 'unknown';
  /** Result that the caller got. */
  result: Readonly<Record<string, unknown>>;
}

export class Ledger {
  readonly entries: Entry[] = [];

  add(call: Call): Entry {
    const entry: Entry = { call, attempts: 0, unknown: 0, outcome: 'pending', result: {} };
    this.entries.push(entry);
    return entry;
  }

  /** Returns acknowledged effects that are missing or duplicated, and refused ones that exist. */
  check(ends: ReadonlyMap<string, EndState>): Violation[] {
    return [
      ...this.entries.flatMap((entry) => entryFaults(entry, ends)),
      ...this.dispatchFaults(ends),
      ...this.resumeFaults(),
      ...this.entries.flatMap((entry) => emitFaults(entry, ends)),
      ...this.entries
        .filter((it) => it.outcome === 'pending')
        .map(({ call }): Violation => ({ code: 'call-without-result', message: textOf(call) })),
    ];
  }

  /** One key, one execution, for all callers. */
  private dispatchFaults(ends: ReadonlyMap<string, EndState>): Violation[] {
    const faults: Violation[] = [];
    const firstRuns = new Map<string, string>();
    for (const { call, outcome, result } of this.entries) {
      if (call.kind !== 'dispatch' || call.key === null || outcome !== 'acknowledged') continue;
      const executionId = String(result['executionId']);
      const before = firstRuns.get(call.key) ?? executionId;
      firstRuns.set(call.key, before);
      if (before !== executionId)
        faults.push({ code: 'dispatched-twice', message: `key ${call.key}: ${before} and ${executionId}` });
    }
    const keys = [...ends.values()].map((it) => it.state.idempotencyKey).filter((it) => it !== null);
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) !== index)
        faults.push({ code: 'dispatched-twice', message: `two executions with key ${key}` });
    return faults;
  }

  /** One call resolves a step. */
  private resumeFaults(): Violation[] {
    const resolved = this.entries.flatMap(({ call, result }) =>
      result['resumeScheduled'] === true && 'stepId' in call ? [`${call.executionId} ${call.stepId}`] : [],
    );
    return resolved
      .filter((it, index) => resolved.indexOf(it) !== index)
      .map((it) => ({ code: 'resolved-twice', message: `two callers resolved ${it}` }));
  }
}

const textOf = (call: Call): string => JSON.stringify(call);

/** One run for each match of an event that came true, and none of one that was rolled back. */
function emitFaults({ call, outcome, result }: Entry, ends: ReadonlyMap<string, EndState>): Violation[] {
  if (call.kind !== 'emit') return [];
  const runs = [...ends.values()].filter(
    ({ state: { startedBy } }) => startedBy?.kind === 'event' && startedBy.id === call.eventId,
  ).length;
  const wanted = call.matches && call.fate !== 'rolled back' ? 1 : 0;
  const fault = (code: string): Violation[] => [{ code, message: `${textOf(call)} has ${runs} runs` }];
  if (runs > wanted) return fault(call.fate === 'rolled back' ? 'rolled-back-and-done' : 'done-twice');
  if (outcome === 'acknowledged' && runs < wanted) return fault('acknowledged-and-lost');
  const matched = call.matches ? 1 : 0;
  return outcome === 'acknowledged' && result['matched'] !== matched ? fault('matched-wrongly') : [];
}

function entryFaults(entry: Entry, ends: ReadonlyMap<string, EndState>): Violation[] {
  const { call, outcome, unknown } = entry;
  const count = effectsOf(entry, ends);
  if (count === null) return [];
  const fault = (code: string): Violation[] => [{ code, message: `${textOf(call)} has ${count} effects` }];
  if (outcome === 'acknowledged' && count === 0) return fault('acknowledged-and-lost');
  if (count > 1) return fault('done-twice');
  if (outcome === 'refused' && unknown === 0 && count > 0) return fault('refused-and-done');
  return [];
}

/** Number of effects of a call; null when they cannot be counted. */
function effectsOf({ call, result, outcome }: Entry, ends: ReadonlyMap<string, EndState>): number | null {
  if (call.kind === 'dispatch') {
    if (call.key !== null && typeof result['executionId'] === 'string')
      return ends.has(result['executionId']) ? 1 : 0;
    // The runs of its steps have its correlationId too.
    return [...ends.values()].filter(
      ({ state }) => state.correlationId === call.correlationId && state.parent === undefined,
    ).length;
  }
  if (!('executionId' in call)) return null;
  const end = ends.get(call.executionId);
  if (end === undefined) return 0;
  const count = <T extends EventType>(type: T, test: (event: EventOf<T>) => boolean): number =>
    end.events.filter((it) => it.type === type && test(it as unknown as EventOf<T>)).length;
  switch (call.kind) {
    case 'decide': {
      const recorded = count(
        'step.decision-recorded',
        ({ stepId, data }) =>
          stepId === call.stepId &&
          data.reviewerId === call.reviewerId &&
          data.decision === call.decision &&
          // A repeat of a recorded decision is reported as one; its reason then differs.
          (result['recorded'] === false || data.reason === call.reason),
      );
      // A withdrawn decision may be recorded again.
      return result['recorded'] === false ? Math.min(recorded, 1) : recorded;
    }
    case 'resolve-finding':
      // A refusal may mean that the call was too early; another caller's later decision looks the
      // same here.
      if (outcome === 'refused') return null;
      return count(
        'step.resolution-recorded',
        ({ stepId, data }) =>
          stepId === call.stepId && data.resolutionId === call.resolutionId && data.status === call.status,
      ) > 0
        ? 1
        : 0;
    case 'force':
      if (call.action.startsWith('reviewer-')) return null;
      return count('step.overridden', (it) => it.stepId === call.stepId && it.data.actorId === call.actorId);
    case 'finish':
      return count('step.overridden', (it) => it.stepId === call.stepId && it.data.actorId === call.actorId);
    case 'signal':
      return count('execution.signalled', (it) => it.data.key?.key === call.key);
    case 'cancel-step':
      return count('step.cancelled', (it) => it.stepId === call.stepId && it.data.actorId === call.actorId);
    case 'call-back':
      // A refusal means that another result was first, which looks the same here.
      if (outcome === 'refused') return null;
      return count('step.called-back', (it) => it.stepId === call.stepId);
    case 'cancel-execution':
      return count('execution.cancelled', () => true);
    case 'redeliver':
    case 'read':
      return null;
    default:
      return effectsOfPeopleCall(call, result, end);
  }
}
