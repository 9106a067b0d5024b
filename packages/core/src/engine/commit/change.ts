/** Converts decisions of the interpreter to writes of the store. */
import { itemAt } from '@org/approval-internal/lists';
import { jobsOfOthers, ownCheck } from '../../interpreter/child-runs.js';
import type { EngineEvent } from '../../interpreter/event.js';
import type { Job } from '../../interpreter/job.js';
import { type ExecutionState, type StepState, isOpen } from '../../interpreter/state.js';
import type { KnownHead } from '../../ports/store/definitions.js';
import { partiesOf, partiesOfHeader } from '../../interpreter/parties.js';
import type { Change } from '../../ports/store/executions.js';
import { type Receiver, pushOf } from '../webhooks/receiver.js';
import type { ClaimUse } from '../../ports/store/jobs.js';

export interface Decided {
  readonly events: readonly EngineEvent[];
  readonly jobs: readonly Job[];
  readonly claims: readonly ClaimUse[];
  readonly receiver: Receiver | null;
  /** Versions that chose the definition of a new run, if they came from memory. */
  readonly knownHeads?: readonly KnownHead[] | undefined;
  /** The secret of a run's own receiver, when it is created. */
  readonly sealedSecret?: string | null;
}

/** Returns the difference of two states. Steps are never removed or moved, only replaced. */
export function changeBetween(before: ExecutionState, after: ExecutionState, decided: Decided): Change {
  const changedSteps = changed(before.steps, after.steps);
  const endedStepIds = changedSteps.some(isEnded)
    ? changedSteps.filter(isEnded).map((it) => it.stepId)
    : NONE;
  const { knownHeads, sealedSecret = null } = decided;
  const named = newcomers(partiesOf(decided.events), before.steps, after.steps);
  const header = before.seq === 0 ? partiesOfHeader(after) : NONE;
  const change: Change = {
    expectedSeq: before.seq,
    state: after,
    changedSteps,
    events: decided.events,
    newJobs: [...liveJobs(decided.jobs, endedStepIds), ...ownCheck(before, after)],
    endedStepIds,
    claims: decided.claims,
    push: pushOf(decided.receiver, decided.events),
    parties: header.length === 0 ? named : [...header, ...named],
    sealedSecret,
  };
  const others = jobsOfOthers(before, after, changedSteps.filter(isEnded));
  return {
    ...change,
    ...(knownHeads !== undefined && { knownHeads }),
    ...(others.length > 0 && { jobsOfOthers: others }),
  };
}

/** Returns new parties: those that the changed step has not already waited for. */
function newcomers(
  named: readonly string[],
  before: readonly StepState[],
  after: readonly StepState[],
): readonly string[] {
  if (named.length === 0) return named;
  const changing = before.filter((step, index) => step !== after[index]);
  const isKnown = (userId: string) => changing.some((step) => step.waitingForReviewers.includes(userId));
  return named.some(isKnown) ? named.filter((it) => !isKnown(it)) : named;
}

/** A loop without calls, because every change compares all steps of a run. */
function changed(before: readonly StepState[], after: readonly StepState[]): StepState[] {
  const found: StepState[] = [];
  for (let index = 0; index < after.length; index++) {
    const step = itemAt(after, index);
    if (step !== before[index]) found.push(step);
  }
  return found;
}

const NONE: readonly never[] = Object.freeze([]);
const isEnded = (step: StepState): boolean => !isOpen(step.status);

/**
 * Jobs of steps that the same change ended are dropped. Commands committed together may each create
 * the same job, as two questions move one deadline: only the last one counts.
 */
function liveJobs(jobs: readonly Job[], endedStepIds: readonly string[]): readonly Job[] {
  if (jobs.length === 0) return jobs;
  const ended = new Set(endedStepIds);
  const last = new Map(jobs.map((job) => [`${job.kind} ${job.stepId}`, job]));
  if (ended.size === 0 && last.size === jobs.length) return jobs;
  return [...last.values()].filter((job) => !ended.has(job.stepId));
}
