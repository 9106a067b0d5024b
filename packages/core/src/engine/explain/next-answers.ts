/** Computes the effect of each possible decision on a step (contract section 17). */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { ReviewVote, ExecutionState } from '../../interpreter/state.js';
import { possibleAnswers, tryDecision } from '../../interpreter/trying.js';
import type { Absence } from '../../interpreter/people/substitutes.js';
import type { Environment } from '../../interpreter/transition.js';
import { type AnswerEffect, effectOf } from './effect.js';

/** A possible decision and its effect. */
export interface NextAnswer {
  readonly userId: string;
  /** User they substitute; null: for themselves. */
  readonly onBehalfOf: string | null;
  /** The decision. */
  readonly decision: ReviewVote;
  /** Effect in the same commit; agents are not called. */
  readonly then: AnswerEffect;
}

/** Remaining number of decisions to report, and remaining work to compute them. */
export interface AnswersLeft {
  count: number;
  work: number;
}

/** Returns up to `most` decisions within `left`, which it uses up, and whether there are more. */
export function nextAnswers(
  compiled: CompiledDefinition,
  state: ExecutionState,
  {
    stepId,
    environment,
    absences,
    most,
    left,
  }: {
    readonly stepId: string;
    readonly environment: Environment;
    readonly absences: readonly Absence[];
    readonly most: number;
    readonly left: AnswersLeft;
  },
): { readonly next: readonly NextAnswer[]; readonly truncated: boolean } {
  if (isUsedUp(left)) return { next: [], truncated: true };
  const possible = possibleAnswers(compiled, state, { stepId, absences, now: environment.now });
  const next: NextAnswer[] = [];
  for (const answer of possible) {
    if (next.length === most || isUsedUp(left)) return { next, truncated: true };
    const { reviewerId: userId, onBehalfOf, decision } = answer;
    const tried = tryDecision(compiled, state, { stepId, ...answer }, environment);
    next.push({ userId, onBehalfOf, decision, then: effectOf(tried, stepId) });
    left.count -= 1;
    left.work -= tried.work;
  }
  return { next, truncated: false };
}

const isUsedUp = ({ count, work }: AnswersLeft): boolean => count <= 0 || work <= 0;
