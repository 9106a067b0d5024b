/** How much a run holds (contract section 1): what its steps took in and gave out, and what a look at it shows of them. */
import type { CompiledDefinition, CompiledNode } from '../compile/compiled.js';
import { jsonBytes } from '../definition/json-size.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { ExecutionState, FailureReason, RecordedDecision, StepState } from './state.js';
import { nodeOf } from './transition.js';

type Held = Pick<StepState, 'output' | 'resolutions' | 'decisions'> & {
  readonly people: StepState['people'] | undefined;
};

/**
 * Bytes of steps as they were last counted: a run may have thousands, and a command changes few. Those of a short
 * run are counted again sooner than they are remembered, which costs the garbage collector more.
 */
const counted = new WeakMap<StepState, Held & { readonly bytes: number }>();

/** Bytes of everything that a step holds. */
function stepBytes(compiled: CompiledDefinition, step: StepState, isOneOfMany: boolean): number {
  const known = counted.get(step);
  if (known !== undefined && isSame(known, step)) return known.bytes;
  const { output, resolutions, decisions, people } = step;
  const bytes =
    jsonBytes(step.input) +
    jsonBytes(output) +
    resolutionBytes(step) +
    decisionBytes(decisions) +
    (people === undefined ? 0 : jsonBytes(people as unknown as JsonValue)) +
    shownBytes(nodeOf(compiled, step.nodeId));
  if (isOneOfMany) counted.set(step, { output, resolutions, decisions, people, bytes });
  return bytes;
}

/** From so many steps on it is worth remembering what each came to. */
const MANY = 16;

/** The list that was counted last: of fifty people who answer at once, each answer makes a list that is longer by one. */
let longest: { readonly decisions: readonly RecordedDecision[]; readonly bytes: number } = {
  decisions: [],
  bytes: 2,
};

/** Bytes of the list as JSON, with its brackets and commas. */
function decisionBytes(decisions: readonly RecordedDecision[]): number {
  const before = longest.decisions;
  const begins = before.length > 0 && before.every((it, index) => it === decisions[index]);
  let bytes = begins ? longest.bytes : 2;
  for (let index = begins ? before.length : 0; index < decisions.length; index++) {
    bytes += (index === 0 ? 0 : 1) + jsonBytes(decisions[index] as unknown as JsonValue);
  }
  longest = { decisions, bytes };
  return bytes;
}

/** A step that is being changed is changed in place; its parts never are. */
const isSame = (known: Held, step: StepState): boolean =>
  known.output === step.output &&
  known.resolutions === step.resolutions &&
  known.decisions === step.decisions &&
  known.people === step.people;

const shown = new WeakMap<CompiledNode, number>();

/** Whom a step asks stands in its output, among its places, and among those that it waits for. */
const REVIEWERS_SHOWN = 3;
/** What is shown is made anew for everybody who looks, of many small parts. */
const DEARNESS = 2;

/** What each step of a node shows of the node itself: whom it asks, and what. */
export function shownBytes(node: CompiledNode): number {
  if (node.type !== 'human') return 0;
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

export function runBytes(compiled: CompiledDefinition, state: ExecutionState): number {
  let bytes = jsonBytes(state.triggerContext);
  const areMany = state.steps.length >= MANY;
  for (const step of state.steps) bytes += stepBytes(compiled, step, areMany);
  return bytes;
}

/** Why nothing more fits into the run. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
