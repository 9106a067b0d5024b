/** A run without an engine: each command is decided on the state after the last one. */
import type { CommandKind, CommandOf, CommandResults } from '../interpreter/command.js';
import { type DecideResult, decide } from '../interpreter/decide.js';
import { type ExecutionState, initialState } from '../interpreter/state.js';
import type { Environment } from '../interpreter/transition.js';
import { type Definition, type JsonValue, compileDefinition } from '../index.js';

export const NOBODY = { initiatorId: null, contributorIds: [], enforceSeparation: false, subject: null };

export function decided(
  parts: Pick<Definition, 'nodes' | 'edges'>,
  parties?: NonNullable<ExecutionState['parties']>,
  calendars: Environment['calendars'] = new Map(),
) {
  const definition: Definition = { definitionId: 'decided', name: 'Decided', ...parts };
  const checked = compileDefinition(definition as unknown as JsonValue);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const { compiled } = checked;
  const header = { workspaceId: 'w', executionId: 'e', definitionUid: 'u', definitionId: 'decided' };
  const none = { idempotencyKey: null, organizationId: null, documentId: null, webhookUrl: null };
  let state = initialState({
    ...{ ...header, ...none, definitionVersion: 1, correlationId: 'c', createdAt: 0 },
    ...{ triggerContext: { url: 'u' }, ...(parties !== undefined && { parties }) },
  });
  /** Result of a command; a refusal keeps the state. */
  const run = <K extends CommandKind>(command: CommandOf<K>, now = 0): DecideResult<CommandResults[K]> => {
    const environment = { now, calendars, newEventId: () => '', maxStepsPerExecution: 100 };
    const made = decide(compiled, state, command, environment);
    if (made.ok) state = made.state;
    return made;
  };
  const first = run({ kind: 'dispatch' });
  return { compiled, run, first, state: () => state };
}

/** Types of the events of a command, or the status of its refusal. */
export const outcomeOf = (made: DecideResult<unknown>): string | string[] =>
  made.ok ? made.events.map((it) => it.type) : made.refusal.status;
