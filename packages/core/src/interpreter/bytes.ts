/**
 * Bytes that a run holds (contract section 1): what its steps took in and gave out, and what a view of it shows of them.
 * They are known from command to command: a change costs what it changes, and not what the run has grown to.
 */
import type { CompiledNode } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { type JsonSizes, jsonBytes, jsonGain } from '../definition/bytes.js';
import { LIMITS } from '../definition/limits.js';
import { type FailureReason, type StepState, isOpen } from './state.js';
import { type RunTotals, type Transition, nodeOf } from './transition.js';
import { isDecidedByPeople } from '../nodes/schema.js';

/** Bytes of everything that the run holds now. */
export function runBytes(transition: Transition): number {
  return totalsBefore(transition).bytes + gainedBytes(transition);
}

/** Number of steps that can still change. */
export const openSteps = (transition: Transition): number =>
  totalsBefore(transition).open + transition.changes.opened;

/** Leaves totals for the next command. Where they are unknown, or most steps are new, that one counts them itself. */
export function leaveTotals(transition: Transition): void {
  const { before, changes, totals, state } = transition;
  if (!totals.has(before) || changes.own.size > before.length) return;
  totals.set(state.steps, { bytes: runBytes(transition), open: openSteps(transition) });
}

/** Looks at every step only where no command has left totals. */
function totalsBefore(transition: Transition): RunTotals {
  const { totals, before } = transition;
  const known = totals.get(before);
  if (known !== undefined) return known;
  const counted = countedTotals(transition);
  totals.set(before, counted);
  return counted;
}

function countedTotals({ compiled, before, sizes, state }: Transition): RunTotals {
  let bytes = sizes.of(state.triggerContext);
  let open = 0;
  for (const step of before) {
    bytes += stepBytes(nodeOf(compiled, step.nodeId), step, sizes);
    if (isOpen(step.status)) open += 1;
  }
  return { bytes, open };
}

/** Bytes by which the steps of this command hold more than those that they replace. */
function gainedBytes({ compiled, changes, sizes }: Transition): number {
  let bytes = 0;
  for (const [step, before] of changes.own) {
    bytes +=
      before === null ? stepBytes(nodeOf(compiled, step.nodeId), step, sizes) : stepGain(before, step, sizes);
  }
  return bytes;
}

/** What a step shows of its node is the same before and after. */
const stepGain = (before: StepState, after: StepState, sizes: JsonSizes): number =>
  (before.input === after.input ? 0 : sizes.of(after.input) - sizes.of(before.input)) +
  (before.output === after.output ? 0 : sizes.of(after.output) - sizes.of(before.output)) +
  jsonGain(before.resolutions, after.resolutions) +
  jsonGain(before.decisions, after.decisions) +
  jsonGain(before.people, after.people);

/** Bytes that a step holds, and shows of its node. */
export const stepBytes = (
  node: CompiledNode,
  { input, output, resolutions, decisions, people }: StepState,
  sizes: JsonSizes,
): number =>
  sizes.of(input) +
  sizes.of(output) +
  jsonBytes(resolutions) +
  jsonBytes(decisions) +
  jsonBytes(people) +
  shownBytes(node);

/** Times that reviewers are in the view of a step: in its output, among its places, and among those that it waits for. */
const REVIEWERS_SHOWN = 3;
/** Cost of a byte of a view against a byte that is stored: each view is made anew, of many small parts. */
const VIEW_COST = 2;

/** Bytes that each step of a node shows of the node itself: whom it asks, and what. */
export const shownBytes = (node: CompiledNode): number => derived(node, nodeBytes);

function nodeBytes(node: CompiledNode): number {
  if (!isDecidedByPeople(node)) return 0;
  const { reviewers, reviewerEmails, commentBody } = node;
  const people = jsonBytes(reviewers) * REVIEWERS_SHOWN;
  return VIEW_COST * (people + jsonBytes(reviewerEmails) + jsonBytes(commentBody));
}

/** Why nothing more fits into the run. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
