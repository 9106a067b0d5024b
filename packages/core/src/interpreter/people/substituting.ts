/** Substitutes who may decide a waiting step now. */
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import type { ExecutionState, StepState } from '../state.js';
import { isOpenPlace, mayStandIn, openStep, takesSubstitutes } from './standing-in.js';
import { type Absence, substitutesOf } from './substitutes.js';

/** A substitute, and the absent reviewer. */
export interface Substituting {
  readonly userId: string;
  readonly onBehalfOf: string;
}

/** Time, and absences of the reviewers that the step waits for. */
export interface Absences {
  readonly now: number;
  readonly absences: readonly Absence[];
}

/** The nearest substitute of a reviewer first. */
export function substitutesNow(
  compiled: CompiledDefinition,
  state: Pick<ExecutionState, 'parties' | 'steps'>,
  { node, step }: { readonly node: CompiledHumanNode; readonly step: StepState },
  { now, absences }: Absences,
): Substituting[] {
  if (absences.length === 0) return [];
  const open = openStep(compiled, state, node, step);
  if (open === null) return [];
  return open.people.places
    .filter((it) => takesSubstitutes(open, it) && isOpenPlace(open, it, now))
    .flatMap(({ holder }) =>
      substitutesOf(holder, absences, now)
        .filter((userId) => mayStandIn(open, userId))
        .map((userId) => ({ userId, onBehalfOf: holder })),
    );
}
