/** What the checker looks at: everything that is stored of one execution; and what a rule about it is. */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { EngineEvent, EventOf, EventType } from '../interpreter/event.js';
import type { ExecutionState } from '../interpreter/state.js';
import type { Delivery } from '../ports/store/deliveries.js';
import type { StoredJob } from '../ports/store/jobs.js';

/** Everything that is stored of one execution. Rules about what is left out are not checked. */
export interface ExecutionRecord {
  /** The definition that it runs. */
  readonly compiled: CompiledDefinition;
  /** What is stored of it. */
  readonly state: ExecutionState;
  /** All events, internal ones included, in the order in which the store returns them. */
  readonly events: readonly EngineEvent[];
  /** Its jobs, claimed or not. */
  readonly jobs?: readonly StoredJob[];
  /** Its deliveries; all of them. */
  readonly deliveries?: readonly Delivery[];
  /** Who gets its events, and of which types (null: of all); null: nobody. */
  readonly receiver?: { readonly eventTypes: readonly string[] | null } | null;
}

/** What is wrong, and where: a text alone is about the execution as a whole. */
export type Fault =
  | string
  | {
      /** What is there in place of what should be. */
      readonly what: string;
      readonly stepId?: string | null;
      /** seq of the event that shows it. */
      readonly seq?: number;
    };

/** A rule that holds of every execution. */
export interface Invariant {
  /** What a finding of it is called. */
  readonly code: string;
  /** The rule, in a sentence. */
  readonly name: string;
  /** What is wrong; empty if nothing is. */
  readonly check: (record: ExecutionRecord) => readonly Fault[];
}

export const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter(
    (event): event is Extract<EngineEvent, { type: T }> => event.type === type,
  ) as unknown as EventOf<T>[];

/** What is wrong at an event. */
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
