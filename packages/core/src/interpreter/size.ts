/** How much a run holds (contract section 1): what its steps took in and gave out, and what a look at it shows of them. */
import type { CompiledDefinition, CompiledNode } from '../compile/compiled.js';
import { jsonBytes } from '../definition/json-size.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { FailureReason, RecordedDecision, StepState } from './state.js';
import { nodeOf } from './transition.js';
import { isDecidedByPeople } from '../nodes/schema.js';

/** Bytes of everything that these steps hold. */
export function bytesOf(compiled: CompiledDefinition, steps: Iterable<StepState>): number {
  let bytes = 0;
  for (const step of steps) bytes += stepBytes(compiled, step);
  return bytes;
}

/** By how much these steps hold more than those that they stand for. What has stayed as it was is not looked at. */
export function bytesGained(
  compiled: CompiledDefinition,
  steps: ReadonlyMap<StepState, StepState | null>,
): number {
  let bytes = 0;
  for (const [step, before] of steps) {
    bytes += before === null ? stepBytes(compiled, step) : bytesBetween(before, step);
  }
  return bytes;
}

/** What a step shows of its node is the same before and after. */
const bytesBetween = (before: StepState, after: StepState): number =>
  (before.input === after.input ? 0 : jsonBytes(after.input) - jsonBytes(before.input)) +
  (before.output === after.output ? 0 : jsonBytes(after.output) - jsonBytes(before.output)) +
  (before.resolutions === after.resolutions ? 0 : resolutionBytes(after) - resolutionBytes(before)) +
  (before.decisions === after.decisions
    ? 0
    : decisionBytes(after.decisions) - decisionBytes(before.decisions)) +
  (before.people === after.people ? 0 : peopleBytes(after) - peopleBytes(before));

function stepBytes(compiled: CompiledDefinition, step: StepState): number {
  const { output, decisions } = step;
  return (
    jsonBytes(step.input) +
    jsonBytes(output) +
    resolutionBytes(step) +
    decisionBytes(decisions) +
    peopleBytes(step) +
    shownBytes(nodeOf(compiled, step.nodeId))
  );
}

const peopleBytes = ({ people }: StepState): number =>
  people === undefined ? 0 : jsonBytes(people as unknown as JsonValue);

/**
 * The two lists that were counted last: of fifty people who answer at once, each answer makes a list that is longer by one,
 * and the one before is counted with it.
 */
let last: readonly Counted[] = [];
interface Counted {
  readonly decisions: readonly RecordedDecision[];
  readonly bytes: number;
}

/** Bytes of the list as JSON, with its brackets and commas. */
function decisionBytes(decisions: readonly RecordedDecision[]): number {
  const known = last.find((it) => isBeginning(it.decisions, decisions));
  if (known?.decisions.length === decisions.length) return known.bytes;
  let bytes = known?.bytes ?? 2;
  for (let index = known?.decisions.length ?? 0; index < decisions.length; index++) {
    bytes += (index === 0 ? 0 : 1) + jsonBytes(decisions[index] as unknown as JsonValue);
  }
  if (decisions.length > 0) last = [{ decisions, bytes }, ...last.slice(0, 1)];
  return bytes;
}

const isBeginning = (part: readonly RecordedDecision[], whole: readonly RecordedDecision[]): boolean =>
  part.length <= whole.length && part.every((it, index) => it === whole[index]);

const shown = new WeakMap<CompiledNode, number>();

/** Whom a step asks stands in its output, among its places, and among those that it waits for. */
const REVIEWERS_SHOWN = 3;
/** What is shown is made anew for everybody who looks, of many small parts. */
const DEARNESS = 2;

/** What each step of a node shows of the node itself: whom it asks, and what. */
export function shownBytes(node: CompiledNode): number {
  if (!isDecidedByPeople(node)) return 0;
  const known = shown.get(node);
  if (known !== undefined) return known;
  const { reviewers, reviewerEmails, commentBody } = node;
  const people = jsonBytes(reviewers as unknown as JsonValue) * REVIEWERS_SHOWN;
  const bytes = DEARNESS * (people + jsonBytes(reviewerEmails) + jsonBytes(commentBody));
  shown.set(node, bytes);
  return bytes;
}

/** Bytes of the resolutions of a step. */
export const resolutionBytes = ({ resolutions }: StepState): number =>
  jsonBytes(resolutions as unknown as JsonValue);

/** Why nothing more fits into the run. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
