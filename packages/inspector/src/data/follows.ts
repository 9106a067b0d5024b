/** What would follow from a command, by letting the interpreter decide it on the state that is shown. Nothing is written. */
import type { CompiledDefinition } from '@org/approval-core/definition';
import { type AnswerEffect, type Command, decide } from '@org/approval-core/interpreter';
import { effectOf } from '@org/approval-core/internal';
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
