/**
 * What all steps of a run come to together, known from command to command: a change costs what it changes, and not what the
 * run has grown to.
 */
import type { CompiledDefinition } from '../compile/compiled.js';
import { jsonBytes } from '../definition/json-size.js';
import { bytesGained, bytesOf } from './size.js';
import { type StepState, isOpen } from './state.js';
import type { Transition } from './transition.js';

interface Totals {
  /** Bytes of everything that they hold. */
  readonly bytes: number;
  /** How many can still change. */
  readonly open: number;
}

/** By the steps of a state that a command has left, which nobody changes any more. */
const known = new WeakMap<readonly StepState[], Totals>();

/** Looks at every step only where no command has left them. */
function totalsBefore({ compiled, before }: Transition): Totals {
  return known.get(before) ?? note(before, countOf(compiled, before));
}

const countOf = (compiled: CompiledDefinition, steps: readonly StepState[]): Totals => ({
  bytes: bytesOf(compiled, steps),
  open: steps.reduce((open, it) => open + (isOpen(it.status) ? 1 : 0), 0),
});

function note(steps: readonly StepState[], totals: Totals): Totals {
  known.set(steps, totals);
  return totals;
}

/** Bytes of everything that the run holds now. */
export const runBytes = (transition: Transition): number =>
  jsonBytes(transition.state.triggerContext) + stepsBytes(transition);

function stepsBytes(transition: Transition): number {
  const { compiled, changes } = transition;
  const { bytes } = totalsBefore(transition);
  return bytes + bytesGained(compiled, changes.own);
}

/** How many steps can still change. */
export const openSteps = (transition: Transition): number =>
  totalsBefore(transition).open + transition.changes.opened;

/** What the next command begins with. Where most is new that one counts it, in a turn of its own. */
export function leaveTotals(transition: Transition): void {
  const { before, changes } = transition;
  if (!known.has(before) || changes.own.size > before.length) return;
  note(transition.state.steps, { bytes: stepsBytes(transition), open: openSteps(transition) });
}
