/** Revises the subject of an execution (contract section 17). */
import type { CompiledHumanNode } from '../../../compile/compiled.js';
import { peopleOf } from '../../../compile/people.js';
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  refused,
  refusedWith,
  succeeded,
} from '../../command.js';
import { currentIteration } from '../../loops.js';
import { isQuestion } from '../../own-runs.js';
import { holderOf } from '../../people/change.js';
import { changePeople, tellAssigned } from '../../waiting/changing.js';
import { loseExcluded } from '../../waiting/losing.js';
import { peopleOfStep } from '../../people/places.js';
import { type StepState, isApproved, isOpen, isTerminal } from '../../state.js';
import type { Transition } from '../../transition.js';
import { kindOf } from '../../../nodes/run.js';
import { isDecidedByPeople } from '../../../nodes/schema.js';

type ReviseCommand = CommandOf<'revise-subject'>;

/** Number of idempotency keys of revisions that an execution remembers. */
const KEYS_KEPT = 20;

export function reviseSubject(
  transition: Transition,
  command: ReviseCommand,
): HandlerResult<CommandResults['revise-subject']> {
  const { subject, actorId, contributorId, presentation } = command;
  const { digest } = subject;
  if (isQuestion(transition.state)) {
    const message =
      'the execution belongs to a question, whose subject cannot change; ask again under another key';
    return refusedWith('reserved-key', message);
  }
  const previousDigest = transition.state.parties?.subject?.digest ?? null;
  if (digest === previousDigest) return succeeded({ revised: false, digest, resetStepIds: [] });
  const before = revisionBefore(transition, command);
  if (before !== undefined && previousDigest !== null) {
    if (before.digest !== digest) return keyReused(before.digest);
    // The subject may have changed again. Without the key this call would be applied twice.
    return succeeded({ revised: false, digest: previousDigest, resetStepIds: [] });
  }
  const refusal = refusalOf(transition, command, previousDigest);
  if (refusal !== null) return refusal;

  const contributorIds = contributorsWith(transition, command);
  const waiting = waitingSteps(transition);
  const reset = waiting.filter(({ node }) => peopleOf(node).onSubjectChange === 'reset');
  const resetStepIds = reset.map(({ step }) => step.stepId);
  const revisions = revisionsWith(transition, command);
  transition.emit('execution.parties-changed', null, { subject, contributorIds, ...revisions });
  transition.emit('execution.subject-revised', null, {
    digest,
    previousDigest,
    actorId,
    contributorId,
    resetStepIds,
    ...(presentation !== undefined && { presentation }),
  });
  for (const { step, node } of reset) resetStep(transition, node, step, actorId);
  loseExcluded(transition);
  return succeeded({ revised: true, digest, resetStepIds });
}

function refusalOf(
  transition: Transition,
  command: ReviseCommand,
  currentDigest: string | null,
): ReturnType<typeof refused> | null {
  const { status } = transition.state;
  if (isTerminal(status)) {
    const message = `the execution has already ended: ${status}`;
    return refused('FAILED_PRECONDITION', message, { executionStatus: status });
  }
  if (command.ifDigest !== currentDigest) {
    const message = 'the subject has changed since; read the current one and revise it again';
    return refusedWith('subject-changed', message, { currentDigest });
  }
  const stepIds = approvedSteps(transition);
  if (stepIds.length > 0) {
    const message = `the subject is already approved by ${stepIds.slice(0, 10).join(', ')}; start another execution for the revision`;
    return refusedWith('subject-approved', message, { stepIds });
  }
  const passed = transition.state.steps.filter((step) => {
    const node = transition.node(step.nodeId);
    return isOpen(step.status) && kindOf(node).passesSubject?.(node) === true;
  });
  if (passed.length > 0) {
    const passedIds = passed.map((it) => it.stepId);
    const message = `a run that has the subject is open (${passedIds.slice(0, 10).join(', ')}); revise it when that has ended`;
    return refusedWith('subject-passed', message, { stepIds: passedIds });
  }
  if (contributorsWith(transition, command).length <= LIMITS.runContributors) return null;
  return refusedWith('limit-reached', `an execution may have ${LIMITS.runContributors} contributors`);
}

/** Approved human steps of the current iteration that do not keep decisions on a revision. */
function approvedSteps({ compiled, state }: Transition): string[] {
  return state.steps
    .filter((step) => {
      const node = compiled.nodes[step.nodeId];
      if (!isDecidedByPeople(node) || !isApproved(step)) return false;
      if (peopleOf(node).onSubjectChange === 'keep') return false;
      return step.iteration === currentIteration(compiled, state, step.nodeId);
    })
    .map((it) => it.stepId);
}

function contributorsWith(transition: Transition, { contributorId, actorId }: ReviseCommand): string[] {
  const known = transition.state.parties?.contributorIds ?? [];
  return [...new Set([...known, ...(contributorId === null ? [] : [contributorId]), actorId])];
}

/** Earlier revision with the same key, if it is still remembered. */
const revisionBefore = ({ state }: Transition, { actorId, idempotencyKey: key }: ReviseCommand) =>
  key === undefined
    ? undefined
    : state.parties?.revisions?.find((it) => it.actorId === actorId && it.key === key);

/** Treating it as a repeat would leave the subject unrevised. */
const keyReused = (digest: string) =>
  refusedWith('key-reused', 'this idempotencyKey was used for another revision; use a new key', { digest });

/** The newest keys with this one; empty without a key. */
function revisionsWith(
  { state }: Transition,
  { actorId, idempotencyKey: key, subject: { digest } }: ReviseCommand,
) {
  if (key === undefined) return {};
  const known = state.parties?.revisions ?? [];
  return { revisions: [...known, { actorId, key, digest }].slice(-KEYS_KEPT) };
}

interface Waiting {
  readonly step: StepState;
  readonly node: CompiledHumanNode;
}

function waitingSteps(transition: Transition): Waiting[] {
  return transition.state.steps.flatMap((step): Waiting[] => {
    const node = transition.node(step.nodeId);
    return isDecidedByPeople(node) && step.status === 'waiting' ? [{ step, node }] : [];
  });
}

/** Voids all decisions, starts the next round of every place, and drops claims. */
function resetStep(transition: Transition, node: CompiledHumanNode, step: StepState, actorId: string): void {
  const places = peopleOfStep(node, step)?.places ?? [];
  const voided = step.decisions.map(holderOf);
  const changed = changePeople(transition, node, step, {
    places: places.map((it) => ({ ...it, round: it.round + 1 })),
    voided,
    claims: [],
  });
  if (voided.length === 0) return;
  tellAssigned(transition, changed, { cause: 'reset', actorId, added: voided });
}
