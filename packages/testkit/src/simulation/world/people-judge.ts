/**
 * Checks the people rules of an execution by its external events only: not by its state, nor by the
 * functions that made it. Every approval has a reviewer who is allowed to give it and holds the
 * seat.
 */
import type { EventOf, JsonObject } from '@org/approval-core';
import { type EngineEvent, type ExecutionState, isExternal } from '@org/approval-core/interpreter';
import type { Entry } from './ledger.js';
import type { Violation } from './observer.js';

interface Node {
  readonly type: string;
  readonly config?: { readonly separation?: { excludeInitiator?: boolean; excludeContributors?: boolean } };
}

/** An execution at the end; of its state only the dispatch data is used. */
export interface JudgedRun {
  readonly definition: JsonObject;
  readonly state: ExecutionState;
  readonly events: readonly EngineEvent[];
}

/** A step as its events describe it. */
interface StepFacts {
  /** Reviewers who may decide. */
  readonly asked: Set<string>;
  /** The standing decisions: seat, author and value. */
  readonly answers: Map<string, { readonly by: string; readonly decision: string }>;
  /** True when the engine reports decisions on it. */
  tells: boolean;
  /** True when the last event was a decision. */
  answeredLast: boolean;
}

/** Every violation of an execution, by its events alone. */
export function judgePeople(run: JudgedRun, absences: ReadonlySet<string>): Violation[] {
  const found: Violation[] = [];
  const steps = new Map<string, StepFacts>();
  const contributors = new Set(contributorsOfDispatch(run));
  const complain = (code: string, { stepId, seq }: EngineEvent, what: string) =>
    found.push({ code, message: `${String(stepId)} at seq ${seq}: ${what}` });
  for (const event of run.events) {
    // Internal events are the engine's own account; only this one records an override.
    if (!isExternal(event) && event.type !== 'step.overridden') continue;
    if (event.type === 'execution.subject-revised') {
      contributors.add(event.data.actorId);
      if (event.data.contributorId !== null) contributors.add(event.data.contributorId);
    }
    if (event.stepId === null) continue;
    const step = factsOf(steps, event.stepId);
    if (event.type === 'step.answered') {
      const excluded = excludedFrom(run, contributors, event.data.nodeId);
      for (const fault of answerFaults(event, step, excluded, absences))
        complain('answered-wrongly', event, fault);
    }
    if (event.type === 'step.completed' && event.data.decision === 'approve' && step.tells) {
      const excluded = excludedFrom(run, contributors, event.data.nodeId);
      for (const fault of approvalFaults(step, excluded)) complain('approved-wrongly', event, fault);
    }
    take(event, step);
  }
  return found;
}

function factsOf(steps: Map<string, StepFacts>, stepId: string): StepFacts {
  const known = steps.get(stepId);
  if (known !== undefined) return known;
  const facts: StepFacts = { asked: new Set(), answers: new Map(), tells: false, answeredLast: false };
  steps.set(stepId, facts);
  return facts;
}

function answerFaults(
  { data }: EventOf<'step.answered'>,
  { asked, answers }: StepFacts,
  excluded: ReadonlySet<string>,
  absences: ReadonlySet<string>,
): string[] {
  const { reviewerId, onBehalfOf } = data;
  const holder = onBehalfOf ?? reviewerId;
  const people = new Set([holder, reviewerId]);
  const standIn = onBehalfOf !== null && !mayStandIn(onBehalfOf, reviewerId, absences);
  const twice = [...answers].filter(([place, { by }]) => people.has(place) || people.has(by));
  return [
    ...(asked.has(holder) ? [] : [`${holder} is not a reviewer`]),
    ...[...people].filter((it) => excluded.has(it)).map((it) => `${it} must not decide`),
    ...(standIn ? [`${reviewerId} is not a substitute of ${onBehalfOf}`] : []),
    ...(twice.length > 0 ? [`${reviewerId} or ${holder} has already decided`] : []),
  ];
}

function approvalFaults(
  { answers, asked, answeredLast }: StepFacts,
  excluded: ReadonlySet<string>,
): string[] {
  const approvals = [...answers].filter(([, it]) => it.decision === 'approve');
  return [
    ...(answeredLast ? [] : ['it was approved by an event other than a decision']),
    ...(approvals.length > 0 ? [] : ['no reviewer gave it']),
    ...approvals.flatMap(([place, { by }]) => [
      ...(asked.has(place) ? [] : [`${place} has no seat anymore`]),
      ...[place, by].filter((it) => excluded.has(it)).map((it) => `${it} must not decide`),
    ]),
  ];
}

/** Applies an event to the known state of a step. */
function take(event: EngineEvent, step: StepFacts): void {
  switch (event.type) {
    case 'step.awaiting-approval':
      for (const it of event.data.waitingForReviewers) step.asked.add(it);
      break;
    case 'step.answered': {
      const { reviewerId, onBehalfOf, decision } = event.data;
      step.tells = true;
      step.answers.set(onBehalfOf ?? reviewerId, { by: reviewerId, decision });
      step.answeredLast = true;
      return;
    }
    case 'step.overridden':
      step.tells = false;
      break;
    case 'step.answer-retracted':
      step.answers.delete(event.data.onBehalfOf ?? event.data.reviewerId);
      break;
    case 'step.assigned': {
      const { cause, added, removed } = event.data;
      for (const it of removed) step.asked.delete(it);
      for (const it of added) step.asked.add(it);
      if (cause === 'reset') step.answers.clear();
      if (cause === 'separation') for (const it of [...added, ...removed]) step.answers.delete(it);
      // The turn follows from a decision, and is reported after it.
      if (cause === 'order') return;
      break;
    }
    case 'step.resumed':
      return;
    default:
  }
  step.answeredLast = false;
}

/** Contributors at the end who were not added by a revision. */
function contributorsOfDispatch({ state, events }: JudgedRun): string[] {
  const later = new Set(
    events.flatMap((it) =>
      it.type === 'execution.subject-revised' ? [it.data.actorId, it.data.contributorId] : [],
    ),
  );
  return (state.parties?.contributorIds ?? []).filter((it) => !later.has(it));
}

function excludedFrom(run: JudgedRun, contributors: ReadonlySet<string>, nodeId: string): Set<string> {
  const nodes = run.definition['nodes'] as unknown as readonly (Node & { nodeId: string })[];
  const { excludeInitiator, excludeContributors } =
    nodes.find((it) => it.nodeId === nodeId)?.config?.separation ?? {};
  const excluded = new Set<string>();
  const { initiatorId = null, enforceSeparation = false } = run.state.parties ?? {};
  if ((enforceSeparation || excludeInitiator) && initiatorId !== null) excluded.add(initiatorId);
  if (enforceSeparation || excludeContributors) for (const it of contributors) excluded.add(it);
  return excluded;
}

/** Up to three links, each of which a caller reported as in force. */
function mayStandIn(userId: string, substituteId: string, absences: ReadonlySet<string>): boolean {
  let near = new Set([userId]);
  for (let link = 0; link < 3; link++) {
    near = new Set(
      [...absences]
        .map((it) => it.split(' '))
        .flatMap(([from, to]) => (near.has(from ?? '') ? [to ?? ''] : [])),
    );
    if (near.has(substituteId)) return true;
  }
  return false;
}

/** The absences that callers tried to set, as "user substitute". */
export const absencesTried = (entries: readonly Entry[]): Set<string> =>
  new Set(
    entries.flatMap(({ call }) =>
      call.kind === 'set-absence' && call.inForce ? [`${call.userId} ${call.substituteId}`] : [],
    ),
  );
