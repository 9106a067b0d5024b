/** What would follow from a command, by letting the interpreter decide it on the state that is shown. Nothing is written. */
import {
  type AnswerEffect,
  type Command,
  type CompiledDefinition,
  type EngineEvent,
  type EventOf,
  type EventType,
  type ExecutionState,
  decide,
} from '@org/approval-core';
import type { Moment } from './moment.js';

/** As answers are told of; `decision` is of the step that the command is about. */
export type Follows = AnswerEffect;

const NOTHING_KNOWN = { newEventId: () => '', maxStepsPerExecution: Infinity };

/** null: it would be refused, or the deadlines of what follows are in calendars that only the host knows. */
export function followsFrom(
  { definition: { compiled }, state }: Pick<Moment, 'definition' | 'state'>,
  command: Command,
  now: number,
): Follows | null {
  if (hasCalendars(compiled)) return null;
  const decided = decide(compiled, state, command, { ...NOTHING_KNOWN, now });
  if (!decided.ok || decided.events.length === 0) return null;
  return effectOf(decided, 'stepId' in command ? command.stepId : null);
}

const hasCalendars = (compiled: CompiledDefinition): boolean =>
  Object.values(compiled.nodes).some((it) => it.sla !== undefined);

interface Decided {
  readonly events: readonly EngineEvent[];
  readonly state: ExecutionState;
}

function effectOf({ events, state }: Decided, stepId: string | null): Follows {
  const step = state.steps.find((it) => it.stepId === stepId);
  const decision = step?.output?.['decision'];
  const loop = ofType(events, 'loop.iteration-started')[0] ?? ofType(events, 'loop.exhausted')[0];
  // What is made and cancelled at once does not start, and was never open.
  const made = ofType(events, 'step.scheduled');
  const cancelled = ofType(events, 'step.cancelled').map((it) => it.stepId ?? '');
  return {
    stepStatus: step?.status ?? 'cancelled',
    decision: decision === 'approve' || decision === 'reject' ? decision : null,
    starts: made.filter((it) => !cancelled.includes(it.stepId ?? '')).map((it) => it.data.nodeId),
    cancels: cancelled.filter((id) => id !== stepId && !made.some((it) => it.stepId === id)),
    loopId: loop?.data.loopId ?? null,
    executionStatus: state.status,
  };
}

const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter((it) => it.type === type) as unknown as EventOf<T>[];
