/** What each answer that may be given to a step now would do (contract section 17), by letting the interpreter do it. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { ReviewVote, ExecutionState } from '../../interpreter/state.js';
import { possibleAnswers, tryDecision } from '../../interpreter/trying.js';
import type { Absence } from '../../interpreter/people/substitutes.js';
import type { Environment } from '../../interpreter/transition.js';
import { type AnswerEffect, effectOf } from './effect.js';

/** An answer that somebody may give now, and what it would do. */
export interface NextAnswer {
  readonly userId: string;
  /** For whom, where they stand in; null: for themselves. */
  readonly onBehalfOf: string | null;
  /** What they would answer. */
  readonly decision: ReviewVote;
  /** What would follow in the same commit; agents are not called. */
  readonly then: AnswerEffect;
}

/** How many answers may still be told of, and how much work it may take to find out what they do. */
export interface AnswersLeft {
  count: number;
  work: number;
}

/** Up to `most` of them and as far as `left` goes, which is used up, and whether there are more. */
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
