/** Applies consequences of ended steps (contract section 4) until none are left. */
import { LIMITS } from '../definition/limits.js';
import { TooCostly } from '../expression/work.js';
import { openSteps, runBytes, tooLarge } from './bytes.js';
import { type Consequences, applyConsequences, noConsequences } from './consequences.js';
import { ExecutionFault, noBranchTaken, tooCostly, unhandledFailure } from './failure.js';
import { failExecution, rollUp, terminate } from './finish.js';
import { firingEdges, isBranchMissing, isFault, isHeldEnd, isUnhandled, targetsOf } from './firing.js';
import { groupOfNode } from './groups.js';
import { takingLoop } from './loops.js';
import { evaluateGroup, isHandledByGroup, undecidedGroup } from './quorum.js';
import { rewind } from './rewind.js';
import { edgeStart } from './start.js';
import { type StepState, isTerminal } from './state.js';
import type { Transition } from './transition.js';

/** Applies what a command's changes lead to, if it changed anything and the execution goes on. */
export function settle(transition: Transition): void {
  if (transition.events.length > 0 && !isTerminal(transition.state.status)) resolveEndings(transition);
}

/**
 * Handles all ended steps, and ends the execution when no step is open. Beyond the limits of
 * bytes and work it fails, so no result depends on an unevaluated condition.
 */
export function resolveEndings(transition: Transition): void {
  if (runBytes(transition) > LIMITS.executionBytes) {
    failExecution(transition, tooLarge(null));
    return;
  }
  try {
    resolveAll(transition);
  } catch (error) {
    if (!(error instanceof TooCostly || error instanceof ExecutionFault)) throw error;
    failExecution(transition, error instanceof ExecutionFault ? error.reason : tooCostly());
  }
}

function resolveAll(transition: Transition): void {
  for (;;) {
    for (let step = transition.nextEnding(); step !== null; step = transition.nextEnding()) {
      if (applyConsequences(transition, following(transition, step))) terminateUnlessFailed(transition);
    }
    if (isTerminal(transition.state.status) || openSteps(transition) > 0) return;
    const stuck = undecidedGroup(transition);
    if (stuck === null) {
      rollUp(transition);
      return;
    }
    if (applyConsequences(transition, stuck)) terminateUnlessFailed(transition);
  }
}

/** A step of the same change that nothing takes fails the execution instead. */
function terminateUnlessFailed(transition: Transition): void {
  for (let step = transition.nextEnding(); step !== null; step = transition.nextEnding()) {
    const { failure } = following(transition, step);
    if (failure === null) continue;
    failExecution(transition, failure);
    return;
  }
  terminate(transition);
}

/** Computes the consequences of this step's end. */
function following(transition: Transition, step: StepState): Consequences {
  const found = noConsequences();
  const loop = takingLoop(transition, step);
  if (loop !== null) {
    rewind(transition, loop, step, found);
    return found;
  }
  const group = groupOfNode(transition.compiled, step.nodeId);
  // Members of a join continue only through recovery edges.
  if (group?.policy !== 'joinOnQuorum' || isFault(step)) {
    const firing = firingEdges(transition, step);
    const edges = group?.policy === 'cancelOnQuorum' ? firing.filter((it) => !isHeldEnd(it)) : firing;
    found.start.push(...targetsOf(edges).map((nodeId) => edgeStart(transition, step, nodeId)));
    if (isBranchMissing(transition, step)) found.failure = noBranchTaken(step);
  }
  if (group !== null) evaluateGroup(transition, group, step, found);
  if (group === null || (group.policy === 'waitAll' && !isHandledByGroup(transition, group, step)))
    failUnhandled(transition, step, found);
  return found;
}

function failUnhandled(transition: Transition, step: StepState, found: Consequences): void {
  if (!isUnhandled(transition, step)) return;
  found.failure = unhandledFailure(step);
}
