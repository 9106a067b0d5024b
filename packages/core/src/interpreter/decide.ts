/**
 * The interpreter: `(compiled, state, command, environment) → events and jobs, or a refusal`. Pure: no clock,
 * no randomness, no I/O; the same inputs give the same outputs.
 */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { Answers, CommandKind, CommandOf, Reply, Refusal } from './command.js';
import {
  agentFailed,
  agentReturned,
  agentTimedOut,
  beginAgentCall,
  completeDeferred,
} from './commands/agent.js';
import { cancelExecution, cancelStep } from './commands/cancel.js';
import { deadlinePassed } from './commands/deadline.js';
import { recordDecision } from './commands/decision.js';
import { dispatch } from './commands/dispatch.js';
import { recordResolution } from './commands/resolution.js';
import { resolveStep } from './commands/resolve-step.js';
import type { EngineEvent } from './event.js';
import type { Job } from './job.js';
import { settleAll } from './settle.js';
import { type ExecutionState, isTerminal } from './state.js';
import { type Environment, Turn } from './turn.js';

export type Decision<A> =
  | {
      readonly ok: true;
      readonly answer: A;
      /** Empty when the command changed nothing, as on a replay. */
      readonly events: readonly EngineEvent[];
      readonly jobs: readonly Job[];
      /** The fold of `events` onto the state given. */
      readonly state: ExecutionState;
    }
  | { readonly ok: false; readonly refusal: Refusal };

const HANDLERS: {
  readonly [K in CommandKind]: (turn: Turn, command: CommandOf<K>) => Reply<Answers[K]>;
} = {
  dispatch: dispatch,
  'record-decision': recordDecision,
  'record-resolution': recordResolution,
  'resolve-step': resolveStep,
  'cancel-step': cancelStep,
  'cancel-execution': cancelExecution,
  'begin-agent-call': beginAgentCall,
  'agent-returned': agentReturned,
  'agent-failed': agentFailed,
  'complete-deferred': completeDeferred,
  'deadline-passed': deadlinePassed,
  'agent-timed-out': agentTimedOut,
};

/** Decides one command on one execution. */
export function decide<K extends CommandKind>(
  compiled: CompiledDefinition,
  state: ExecutionState,
  command: CommandOf<K>,
  environment: Environment,
): Decision<Answers[K]> {
  const turn = new Turn(compiled, state, environment);
  const outcome = HANDLERS[command.kind](turn, command);
  if (!outcome.ok) return outcome;
  if (turn.events.length > 0 && !isTerminal(turn.state.status)) settleAll(turn);
  return { ok: true, answer: outcome.answer, events: turn.events, jobs: turn.jobs, state: turn.state };
}
