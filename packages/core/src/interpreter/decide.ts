/**
 * The interpreter: `(compiled, state, command, environment) → events and jobs, or a refusal`. Pure:
 * no clock, no randomness, no I/O; the same inputs give the same outputs.
 */
import type { CompiledDefinition } from '../compile/compiled.js';
import { leaveTotals } from './bytes.js';
import {
  type CommandResults,
  type CommandKind,
  type CommandOf,
  type HandlerResult,
  type Refusal,
  refusedWith,
} from './command.js';
import { agentFailed, agentReturned, agentTimedOut, beginAgentCall } from './commands/agent.js';
import { beginCall, callFailed, callReturned, callTimedOut } from './commands/call.js';
import { completeDeferred } from './commands/deferred.js';
import { cancelExecution, cancelStep, withdraw } from './commands/cancel.js';
import { deadlinePassed } from './commands/deadline.js';
import { recordDecision } from './commands/decision.js';
import { dispatch } from './commands/dispatch.js';
import { beginRun, runEnded, runRefused, runStarted } from './commands/child-runs.js';
import { finishStep } from './commands/finish-step.js';
import { addReviewers } from './commands/people/add.js';
import { claim, release } from './commands/people/claim.js';
import { delegate } from './commands/people/delegate.js';
import { directoryFailed, reviewersFound } from './commands/people/directory.js';
import { provideInformation, requestInformation } from './commands/people/questions.js';
import { reminderDue } from './commands/people/reminder.js';
import { remind } from './commands/people/remind.js';
import { retractDecision } from './commands/people/retract.js';
import { reviseSubject } from './commands/people/revise.js';
import { revokeLink } from './commands/link.js';
import { recordResolution } from './commands/resolution.js';
import { resolveStep } from './commands/resolve-step.js';
import { signal, waitOver } from './commands/signal.js';
import { restoreJobs } from './commands/restore.js';
import type { EngineEvent } from './event.js';
import { runsImported } from './imported.js';
import type { Job } from './job.js';
import { settle } from './resolve-endings.js';
import type { ExecutionState } from './state.js';
import { type Environment, Transition } from './transition.js';

/** Result of a command: its changes, or its refusal. */
export type DecideResult<R> =
  | {
      /** True if the command was accepted. */
      readonly ok: true;
      /** Return value of the command. */
      readonly result: R;
      /** Events; empty if the command changed nothing, as on a replay. */
      readonly events: readonly EngineEvent[];
      /** Jobs that the change schedules. */
      readonly jobs: readonly Job[];
      /** The given state with `events` folded in. */
      readonly state: ExecutionState;
    }
  | {
      readonly ok: false;
      /** Reason of the refusal. */
      readonly refusal: Refusal;
    };

const HANDLERS: {
  readonly [K in CommandKind]: (
    transition: Transition,
    command: CommandOf<K>,
  ) => HandlerResult<CommandResults[K]>;
} = {
  dispatch,
  'record-decision': recordDecision,
  'record-resolution': recordResolution,
  'resolve-step': resolveStep,
  'revoke-link': revokeLink,
  'cancel-step': cancelStep,
  'cancel-execution': cancelExecution,
  'begin-agent-call': beginAgentCall,
  'agent-returned': agentReturned,
  'agent-failed': agentFailed,
  'begin-call': beginCall,
  'call-returned': callReturned,
  'call-failed': callFailed,
  'call-timed-out': callTimedOut,
  'complete-deferred': completeDeferred,
  'deadline-passed': deadlinePassed,
  'agent-timed-out': agentTimedOut,
  'wait-over': waitOver,
  'begin-run': beginRun,
  'run-started': runStarted,
  'run-refused': runRefused,
  'run-ended': runEnded,
  signal,
  'finish-step': finishStep,
  'reviewers-found': reviewersFound,
  'directory-failed': directoryFailed,
  'reminder-due': reminderDue,
  remind,
  delegate,
  claim,
  release,
  'add-reviewers': addReviewers,
  'retract-decision': retractDecision,
  'request-information': requestInformation,
  'provide-information': provideInformation,
  'restore-jobs': restoreJobs,
  withdraw,
  'revise-subject': reviseSubject,
};

const IMPORTED = 'the definition was imported to look at an execution of it; it does not run in this store';

/** Decides one command on one execution. */
export function decide<K extends CommandKind>(
  compiled: CompiledDefinition,
  state: ExecutionState,
  command: CommandOf<K>,
  environment: Environment,
): DecideResult<CommandResults[K]> {
  if (runsImported(state, command.kind)) return refusedWith('imported', IMPORTED);
  const transition = new Transition(compiled, state, environment);
  const outcome = HANDLERS[command.kind](transition, command);
  if (!outcome.ok) return outcome;
  settle(transition);
  transition.close();
  leaveTotals(transition);
  return {
    ok: true,
    result: outcome.result,
    events: transition.events,
    jobs: transition.jobs,
    state: transition.state,
  };
}
