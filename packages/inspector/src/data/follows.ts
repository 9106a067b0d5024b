/** Predicts a command: the interpreter decides it on the shown state, and nothing is written. */
import type { CompiledDefinition } from '@org/approval-core/definition';
import { type AnswerEffect, type Command, decide } from '@org/approval-core/interpreter';
import { effectOf } from '@org/approval-core/internal';
import type { Moment } from './moment.js';

/** The effect of a decision; `decision` is that of the step of the command. */
export type Follows = AnswerEffect;

const NOTHING_KNOWN = { newEventId: () => '', maxStepsPerExecution: Infinity };

/** Null for a refused command, or for deadlines in calendars that only the host has. */
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
