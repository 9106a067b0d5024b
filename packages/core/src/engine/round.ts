/** Deciding the commands that wait for one execution, and answering them. */
import type { Answers, Command, CommandKind, Refusal } from '../interpreter/command.js';
import { type Decision, decide } from '../interpreter/decide.js';
import type { EngineEvent } from '../interpreter/event.js';
import type { Job } from '../interpreter/job.js';
import type { ExecutionState } from '../interpreter/state.js';
import type { Environment } from '../interpreter/turn.js';
import type { DefinitionVersion } from '../ports/store/definitions.js';
import type { Change } from '../ports/store/executions.js';
import type { Claim, ClaimUse } from '../ports/store/jobs.js';
import { changeBetween } from './change.js';
import { receiverOf } from './webhooks/receiver.js';

/** What a command came to. `lost-claim`: whoever has the job now decides. */
export type Submitted<A> =
  | { readonly kind: 'answered'; readonly answer: A }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'lost-claim' };

type AnySubmitted = Submitted<Answers[CommandKind]>;

/** A command that waits for its answer. */
export interface Item {
  readonly command: Command;
  /** The claim on whose strength it is given; null for callers. */
  readonly claim: ClaimUse | null;
  readonly resolve: (submitted: AnySubmitted) => void;
  readonly reject: (error: unknown) => void;
}

export interface Round {
  /** null: no command changed anything. */
  readonly change: Change | null;
  readonly submitted: readonly { readonly item: Item; readonly submitted: AnySubmitted }[];
}

/** Decides the commands one after the other, each on the state that the one before left. */
export function decideAll(
  definition: DefinitionVersion,
  before: ExecutionState,
  items: readonly Item[],
  environment: Environment,
): Round {
  let state = before;
  const events: EngineEvent[] = [];
  const jobs: Job[] = [];
  const claims: ClaimUse[] = [];
  const submitted = items.map((item) => {
    const decision: Decision<Answers[CommandKind]> = decide(
      definition.compiled,
      state,
      item.command,
      environment,
    );
    if (!decision.ok) return { item, submitted: { kind: 'refused', refusal: decision.refusal } as const };
    if (decision.events.length > 0) {
      state = decision.state;
      events.push(...decision.events);
      jobs.push(...decision.jobs);
      if (item.claim !== null) claims.push(item.claim);
    }
    return { item, submitted: { kind: 'answered', answer: decision.answer } as const };
  });
  if (events.length === 0) return { change: null, submitted };
  const receiver = receiverOf(state, definition);
  return { change: changeBetween(before, state, { events, jobs, claims, receiver }), submitted };
}

export function answerItems({ submitted }: Round): void {
  for (const it of submitted) it.item.resolve(it.submitted);
}

/** The commands whose claims still hold; the others are answered. */
export function withoutLost(items: readonly Item[], lost: readonly Claim[]): Item[] {
  const tokens = new Set(lost.map((claim) => claim.token));
  return items.filter((item) => {
    const isLost = item.claim !== null && tokens.has(item.claim.token);
    if (isLost) item.resolve({ kind: 'lost-claim' });
    return !isLost;
  });
}
