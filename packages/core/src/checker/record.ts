/** Input and rules of the checker. */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { EngineEvent, EventOf, EventType } from '../interpreter/event.js';
import type { ExecutionState } from '../interpreter/state.js';
import type { Delivery } from '../ports/store/deliveries.js';
import type { StoredJob } from '../ports/store/jobs.js';

/** Everything stored of one execution. Rules about omitted parts are not checked. */
export interface ExecutionRecord {
  /** Definition of the execution. */
  readonly compiled: CompiledDefinition;
  /** Stored state. */
  readonly state: ExecutionState;
  /** All events, internal ones included, in the order of the store. */
  readonly events: readonly EngineEvent[];
  /** Jobs of the execution, claimed or not. */
  readonly jobs?: readonly StoredJob[];
  /** All deliveries of the execution. */
  readonly deliveries?: readonly Delivery[];
  /** Receiver of its events. `eventTypes` null means all types; null means none. */
  readonly receiver?: { readonly eventTypes: readonly string[] | null } | null;
}

/** A violation and its location. A string alone concerns the whole execution. */
export type Fault =
  | string
  | {
      /** Description of the violation. */
      readonly what: string;
      readonly stepId?: string | null;
      /** seq of the event that shows it. */
      readonly seq?: number;
    };

/** An invariant of every execution. */
export interface Invariant {
  /** Code of its findings. */
  readonly code: string;
  /** The rule in one sentence. */
  readonly name: string;
  /** Returns the violations; empty if the rule holds. */
  readonly check: (record: ExecutionRecord) => readonly Fault[];
}

export const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter(
    (event): event is Extract<EngineEvent, { type: T }> => event.type === type,
  ) as unknown as EventOf<T>[];

/** A fault at an event. */
export const at = ({ seq, stepId }: Pick<EngineEvent, 'seq' | 'stepId'>, what: string): Fault => ({
  what,
  stepId,
  seq,
});

export function repeated(keys: readonly (string | null)[]): string[] {
  const seen = new Set<string | null>();
  return keys.flatMap((key) => {
    if (seen.has(key)) return [`${key} twice`];
    seen.add(key);
    return [];
  });
}
