/**
 * The work of one command: a budget for the conditions it evaluates and the steps it starts, and what it has found out so
 * far. A command is decided from its beginning to its end without a pause, so the work under way is always this one's.
 */
import type { CompiledEdge } from '../compile/compiled.js';
import { LIMITS } from '../definition/limits.js';
import { Fuel } from '../expression/fuel.js';
import type { StepState } from './state.js';

/** What the parts of a command cost, beside its conditions. */
export const WORK = {
  step: 200,
  /** A name of an `inputMapping`. */
  name: 160,
  edge: 4,
  /** A step of a group that is counted, or a member of it. */
  counted: 12,
  /** A step of a group that is lost: whether anything takes its ending up. */
  lost: 40,
  /** A place of a step whose answer is only tried. */
  place: 40,
} as const;

class Work {
  readonly fuel = new Fuel(LIMITS.commandWork);
  /** Edges of ended steps that fire: several rules ask, and nothing that they depend on changes any more. */
  firing: Map<StepState, readonly CompiledEdge[]> | null = null;
  /** What the run holds, once it was asked for; grows with every input. */
  bytes: number | null = null;
}

let underWay: Work | null = null;

/** Decides one command with a budget of its own. */
export function withinBudget<T>(act: () => T): T {
  const outer = underWay;
  underWay = new Work();
  try {
    return act();
  } finally {
    underWay = outer;
  }
}

/** Outside of a command, where a single question is asked, each has a budget of its own. */
export const workUnderWay = (): Work => underWay ?? new Work();
