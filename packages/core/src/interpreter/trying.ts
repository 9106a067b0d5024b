/** Computes the effect of a decision without making it (contract section 17). */
import type { CompiledDefinition } from '../compile/compiled.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { humanStep, placeOf } from './commands/find-step.js';
import { applyDecision } from './commands/decision.js';
import type { EngineEvent } from './event.js';
import { leastAnswer } from './people/answer.js';
import { isMandatory } from './people/places.js';
import { isOpenPlace, mayStandIn, openStep, takesSubstitutes } from './people/standing-in.js';
import { type Absence, substitutesOf } from './people/substitutes.js';
import { resolveEndings } from './resolve-endings.js';
import { type ExecutionState, type ReviewVote, isTerminal } from './state.js';
import { type Environment, Transition } from './transition.js';

/** A decision that a user may make now. */
export interface PossibleAnswer {
  readonly reviewerId: string;
  readonly onBehalfOf: string | null;
  readonly decision: ReviewVote;
}

const NO_IDS = { newEventId: () => '', maxStepsPerExecution: Infinity };

/**
 * Yields every decision that users may make on a step now, in the order of the places. Lazy, as an
 * explanation shows only a few.
 */
export function* possibleAnswers(
  compiled: CompiledDefinition,
  state: ExecutionState,
  {
    stepId,
    absences,
    now,
  }: { readonly stepId: string; readonly absences: readonly Absence[]; readonly now: number },
): Generator<PossibleAnswer> {
  const transition = new Transition(compiled, state, { now, ...NO_IDS });
  const found = humanStep(transition, stepId);
  const open = found.ok ? openStep(compiled, state, found.node, found.step) : null;
  if (!found.ok || open === null) return;
  const { rules } = open;
  for (const place of open.people.places) {
    if (!isOpenPlace(open, place, now)) continue;
    const mayBe = takesSubstitutes(open, place) ? substitutesOf(place.holder, absences, now) : [];
    const substitutes = mayBe.filter((it) => mayStandIn(open, it));
    const votes: ReviewVote[] = ['approve', 'reject'];
    if (rules.allowAbstain && !isMandatory(rules, place)) votes.push('abstain');
    const who = [
      { reviewerId: place.holder, onBehalfOf: null },
      ...substitutes.map((reviewerId) => ({ reviewerId, onBehalfOf: place.holder })),
    ];
    for (const it of who) for (const decision of votes) yield { ...it, decision };
  }
}

/** Effect of a decision. */
interface Tried {
  readonly events: readonly EngineEvent[];
  readonly state: ExecutionState;
  /** Units of work spent. */
  readonly work: number;
}

/**
 * Applies a decision to a copy of the state, with as little in it as the node accepts, forms apart.
 */
export function tryDecision(
  compiled: CompiledDefinition,
  state: ExecutionState,
  { stepId, reviewerId, onBehalfOf, decision }: PossibleAnswer & { readonly stepId: string },
  environment: Environment,
): Tried {
  const transition = new Transition(compiled, state, environment);
  const { work } = transition;
  const found = humanStep(transition, stepId);
  const place = found.ok ? placeOf(found, onBehalfOf ?? reviewerId) : undefined;
  if (!found.ok || place === undefined) return { events: [], state, work: work.spent };
  work.spend(COMMAND_COSTS.place * (found.people?.places.length ?? 0));
  const answer = {
    kind: 'record-decision',
    stepId,
    reviewerId,
    onBehalfOf,
    decision,
    ...leastAnswer(found.rules, decision, state.parties?.subject?.digest ?? null),
  } as const;
  applyDecision(transition, found, place, answer);
  if (!isTerminal(transition.state.status)) resolveEndings(transition);
  return { events: transition.events, state: transition.state, work: work.spent };
}
