/**
 * Bytes that an execution holds (contract section 1): inputs, outputs, decisions and view data.
 * Totals are carried from command to command, so the cost depends on the change only.
 */
import type { CompiledNode } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { type JsonSizes, jsonBytes, jsonGain } from '../definition/bytes.js';
import { LIMITS } from '../definition/limits.js';
import { type FailureReason, type StepState, isOpen } from './state.js';
import { type RunTotals, type Transition, nodeOf } from './transition.js';
import { isDecidedByPeople } from '../nodes/schema.js';

/** Bytes that the execution holds now. */
export function runBytes(transition: Transition): number {
  return totalsBefore(transition).bytes + gainedBytes(transition);
}

/** Number of steps that can still change. */
export const openSteps = (transition: Transition): number =>
  totalsBefore(transition).open + transition.changes.opened;

/** Stores totals for the next command. It recounts if they are unknown or most steps are new. */
export function leaveTotals(transition: Transition): void {
  const { before, changes, totals, state } = transition;
  if (!totals.has(before) || changes.own.size > before.length) return;
  totals.set(state.steps, { bytes: runBytes(transition), open: openSteps(transition) });
}

/** Counts every step only if no command has stored totals. */
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

/** Bytes that this command's steps add to the steps that they replace. */
function gainedBytes({ compiled, changes, sizes }: Transition): number {
  let bytes = 0;
  for (const [step, before] of changes.own) {
    bytes +=
      before === null ? stepBytes(nodeOf(compiled, step.nodeId), step, sizes) : stepGain(before, step, sizes);
  }
  return bytes;
}

/** The bytes shown of the node do not change. */
const stepGain = (before: StepState, after: StepState, sizes: JsonSizes): number =>
  (before.input === after.input ? 0 : sizes.of(after.input) - sizes.of(before.input)) +
  (before.output === after.output ? 0 : sizes.of(after.output) - sizes.of(before.output)) +
  jsonGain(before.resolutions, after.resolutions) +
  jsonGain(before.decisions, after.decisions) +
  jsonGain(before.people, after.people);

/** Bytes that a step holds, and shows of its node. */
export const stepBytes = (
  node: CompiledNode,
  { input, output, resolutions, decisions, people, presentation }: StepState,
  sizes: JsonSizes,
): number =>
  sizes.of(input) +
  sizes.of(output) +
  jsonBytes(resolutions) +
  jsonBytes(decisions) +
  jsonBytes(people) +
  jsonBytes(presentation) +
  shownBytes(node);

/** Occurrences of reviewers in the view of a step: output, places and waiting reviewers. */
const REVIEWERS_SHOWN = 3;
/** Cost of a byte of a view relative to a stored byte. Views are built from many small parts. */
const VIEW_COST = 2;

/** Bytes of a node that the view of each of its steps shows. */
export const shownBytes = (node: CompiledNode): number => derived(node, nodeBytes);

function nodeBytes(node: CompiledNode): number {
  if (!isDecidedByPeople(node)) return 0;
  const { reviewers, reviewerEmails, commentBody } = node;
  const people = jsonBytes(reviewers) * REVIEWERS_SHOWN;
  return VIEW_COST * (people + jsonBytes(reviewerEmails) + jsonBytes(commentBody));
}

/** Failure of an execution that would exceed the limit of bytes. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
