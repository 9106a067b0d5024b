/** Decides the commands that wait for one execution, and resolves their callers. */
import type { CommandResults, Command, CommandKind, Refusal } from '../../interpreter/command.js';
import { type DecideResult, decide } from '../../interpreter/decide.js';
import type { EngineEvent } from '../../interpreter/event.js';
import type { Job } from '../../interpreter/job.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { Environment } from '../../interpreter/transition.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Change } from '../../ports/store/executions.js';
import type { Claim, ClaimUse } from '../../ports/store/jobs.js';
import type { TelemetrySpan } from '../../ports/telemetry.js';
import { internal } from '../errors.js';
import { receiverOf } from '../webhooks/receiver.js';
import type { Turns } from '@org/approval-internal/turns';
import type { Chains } from '../record/chains.js';
import { changeBetween } from './change.js';

/** Result of a command. `lost-claim`: the job's new holder decides. */
export type CommandOutcome<R> =
  | { readonly kind: 'accepted'; readonly result: R }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'lost-claim' };

type AnyOutcome = CommandOutcome<CommandResults[CommandKind]>;

/** A command whose caller waits for the outcome. */
export interface WaitingCommand {
  readonly command: Command;
  /** The claim on whose strength it is made; null for callers. */
  readonly claim: ClaimUse | null;
  /** null: no telemetry. */
  readonly span: TelemetrySpan | null;
  /** True if it commits alone, because it was refused together with others. */
  alone: boolean;
  readonly resolve: (outcome: AnyOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Result for the caller: an outcome, or the error that deciding threw. */
type Concluded = { readonly outcome: AnyOutcome } | { readonly thrown: unknown };

export interface MailboxDecision {
  /** null: no command changed anything. */
  readonly change: Change | null;
  readonly outcomes: readonly ({ readonly waiting: WaitingCommand } & Concluded)[];
}

/** Needs of deciding, beside the state. */
export interface DecidingParts {
  readonly environment: Environment;
  readonly turns: Turns;
  readonly chains: Chains;
}

/**
 * Decides the commands in order, each on the state that the previous one left. Once a turn of the
 * event loop takes long, the rest waits for a later one, so that other batches go between.
 */
export async function decideMailbox(
  definition: DefinitionVersion,
  before: ExecutionState,
  commands: readonly WaitingCommand[],
  { environment, turns, chains }: DecidingParts,
): Promise<MailboxDecision> {
  let state = before;
  const events: EngineEvent[] = [];
  const jobs: Job[] = [];
  const claims: ClaimUse[] = [];
  const decideOne = (waiting: WaitingCommand): Concluded => {
    let decision: DecideResult<CommandResults[CommandKind]>;
    try {
      decision = decide(definition.compiled, state, waiting.command, environment);
    } catch (error) {
      // An engine fault: the state is unchanged, and other commands are decided on it.
      return { thrown: error };
    }
    if (!decision.ok) return { outcome: { kind: 'refused', refusal: decision.refusal } };
    if (decision.events.length > 0) {
      state = decision.state;
      events.push(...decision.events);
      jobs.push(...decision.jobs);
      if (waiting.claim !== null) claims.push(waiting.claim);
    }
    return { outcome: { kind: 'accepted', result: decision.result } };
  };
  const outcomes: MailboxDecision['outcomes'][number][] = [];
  for (const waiting of commands)
    outcomes.push({ waiting, ...(await turns.alone(() => decideOne(waiting))) });
  if (events.length === 0) return { change: null, outcomes };
  const receiver = receiverOf(state, definition);
  const change = changeBetween(before, state, { events, jobs, claims, receiver });
  return { change: await turns.alone(() => chains.chained(change, before, definition)), outcomes };
}

/** Refuses every command of a mailbox whose execution is unknown. */
export function refuseUnknown(executionId: string, commands: readonly WaitingCommand[]): MailboxDecision {
  const refusal = {
    status: 'NOT_FOUND',
    message: `execution "${executionId}" does not exist`,
    details: {},
  } as const;
  return {
    change: null,
    outcomes: commands.map((waiting) => ({ waiting, outcome: { kind: 'refused', refusal } })),
  };
}

export function resolveCommands({ outcomes }: MailboxDecision): void {
  for (const { waiting, ...concluded } of outcomes) {
    if ('outcome' in concluded) waiting.resolve(concluded.outcome);
    else waiting.reject(internal(concluded.thrown));
  }
}

/** Returns the commands whose claims still hold; the others resolve as lost. */
export function withoutLost(commands: readonly WaitingCommand[], lost: readonly Claim[]): WaitingCommand[] {
  const tokens = new Set(lost.map((claim) => claim.token));
  return commands.filter((waiting) => {
    const isLost = waiting.claim !== null && tokens.has(waiting.claim.token);
    if (isLost) waiting.resolve({ kind: 'lost-claim' });
    return !isLost;
  });
}
