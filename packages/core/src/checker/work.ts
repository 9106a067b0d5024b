/** Invariants of the stored jobs and deliveries of an execution. */
import { type ExternalEvent, isExternal } from '../interpreter/event.js';
import { isImported } from '../interpreter/imported.js';
import { JOBS_BY_OTHERS } from '../interpreter/child-runs.js';
import { JOB_KINDS, type Job, type JobKind } from '../interpreter/job.js';
import { type StepState, isOpen } from '../interpreter/state.js';
import { attemptsOf } from '../nodes/run-work.js';
import { workOf } from '../nodes/run.js';
import { traitsOf } from '../nodes/schema.js';
import type { StoredJobKind } from '../ports/store/jobs.js';
import type { Delivery } from '../ports/store/deliveries.js';
import { type ExecutionRecord, type Fault, type Invariant, ofType, repeated } from './record.js';

/** A job that a step needs. */
export type NeededJob = Job;

/** Returns the jobs that the open steps need. */
export function neededJobs({ compiled, state, events }: ExecutionRecord): NeededJob[] {
  if (isImported(state)) return [];
  const attempts = attemptsOf(ofType(events, 'step.started'), ofType(events, 'step.retried'));
  return state.steps
    .filter((step) => isOpen(step.status))
    .flatMap((step): NeededJob[] => {
      const { stepId, dueAt } = step;
      const node = compiled.nodes[step.nodeId];
      const deadline: NeededJob[] =
        dueAt === null ? [] : [{ stepId, kind: 'step-deadline', dueAt, attempt: 1 }];
      if (node === undefined) return deadline;
      return [...deadline, ...(workOf(node.type)?.neededJobs(node, step, attempts) ?? [])];
    });
}

/** Returns needed jobs that are missing or due at another time. */
export function lostJobs(record: ExecutionRecord): NeededJob[] {
  const { jobs } = record;
  if (jobs === undefined) return [];
  return neededJobs(record).filter(
    (needed) =>
      !jobs.some(
        (job) =>
          job.stepId === needed.stepId &&
          job.kind === needed.kind &&
          job.dueAt === needed.dueAt &&
          job.attempt === needed.attempt,
      ),
  );
}

/** Returns true if a step of this type can have such a job. Any step can have a deadline. */
function canHave({ nodeType }: StepState, kind: JobKind): boolean {
  const type: unknown = nodeType;
  return kind === 'step-deadline' || traitsOf(type)?.jobs.includes(kind) === true;
}

const isJobKind = (kind: StoredJobKind): kind is JobKind => JOB_KINDS.some((it) => it === kind);

function strayJobs({ state, jobs = [] }: ExecutionRecord): Fault[] {
  return jobs.flatMap(({ kind, stepId }) => {
    if (!isJobKind(kind) || JOBS_BY_OTHERS.includes(kind)) return [];
    const step = state.steps.find((it) => it.stepId === stepId);
    const stray = (what: string): Fault[] => [{ what, stepId }];
    if (step === undefined) return stray(`${kind} of ${stepId}, which does not exist`);
    if (!isOpen(step.status)) return stray(`${kind} of ${stepId}, which is ${step.status}`);
    return canHave(step, kind) ? [] : stray(`${kind} of the ${step.nodeType} step ${stepId}`);
  });
}

const isWanted = ({ receiver }: ExecutionRecord, event: ExternalEvent): boolean =>
  receiver != null && (receiver.eventTypes === null || receiver.eventTypes.includes(event.type));

/** Each event that the receiver wants has a delivery, and no other event has one. */
function deliveryFaults(record: ExecutionRecord): Fault[] {
  const { deliveries, events, receiver } = record;
  if (deliveries === undefined || receiver === undefined) return [];
  const wanted = events.filter(isExternal).filter((event) => isWanted(record, event));
  const missing = wanted.filter((event) => !deliveries.some((it) => it.seq === event.seq));
  const strangers = deliveries.filter((it) => !wanted.some((event) => isOf(it, event)));
  return [
    ...missing.map(({ type, seq }) => ({ what: `no delivery of ${type} at seq ${seq}`, seq })),
    ...strangers.map(({ type, seq }) => ({
      what: `a delivery of ${type} at seq ${seq}, which does not match an event`,
      seq,
    })),
    ...repeated(deliveries.map((it) => `seq ${it.seq}`)),
  ];
}

const isOf = (delivery: Delivery, event: ExternalEvent): boolean =>
  delivery.seq === event.seq && delivery.eventId === event.eventId && delivery.type === event.type;

function deliveryJobFaults({ deliveries, jobs }: ExecutionRecord): string[] {
  if (deliveries === undefined || jobs === undefined) return [];
  const pending = deliveries.filter((it) => it.status === 'pending').length;
  const count = jobs.filter((it) => it.kind === 'webhook-delivery').length;
  return count === (pending === 0 ? 0 : 1)
    ? []
    : [`${pending} deliveries are pending, with ${count} delivery jobs`];
}

/** A pending delivery has a next attempt, and an ended one has none. */
function attemptFaults({ deliveries = [] }: ExecutionRecord): Fault[] {
  return deliveries
    .filter((it) => (it.status === 'pending') !== (it.nextAttemptAt !== null))
    .map(({ seq, status, nextAttemptAt }) => ({
      what: `seq ${seq} is ${status}, next attempt at ${nextAttemptAt}`,
      seq,
    }));
}

/** Events, jobs and deliveries that belong to another execution. */
function strangers({ state, events, jobs = [], deliveries = [] }: ExecutionRecord): Fault[] {
  const { workspaceId, executionId, correlationId } = state;
  const isOwn = (it: { readonly workspaceId: string; readonly executionId: string }) =>
    it.workspaceId === workspaceId && it.executionId === executionId;
  return [
    ...events
      .filter((it) => it.executionId !== executionId || it.correlationId !== correlationId)
      .map((it) => ({ what: `the event at seq ${it.seq} is of ${it.executionId}`, seq: it.seq })),
    ...jobs.filter((it) => !isOwn(it)).map((it) => `a job of ${it.workspaceId} ${it.executionId}`),
    ...deliveries.filter((it) => !isOwn(it)).map((it) => `a delivery of ${it.workspaceId} ${it.executionId}`),
  ];
}

/** All rules about work. They skip a record without jobs or deliveries. */
export const WORK_INVARIANTS = [
  {
    code: 'job-lost',
    name: 'an open step has the jobs that it needs',
    check: (record) =>
      lostJobs(record).map(({ kind, stepId, dueAt }) => ({
        what: `${kind} of ${stepId}, due ${dueAt}`,
        stepId,
      })),
  },
  { code: 'job-without-step', name: 'a job belongs to an open step of its kind', check: strayJobs },
  {
    code: 'job-repeated',
    name: 'a step has at most one job of each kind',
    check: ({ jobs = [] }) => repeated(jobs.map((it) => `${it.kind} of ${it.stepId}`)),
  },
  {
    code: 'delivery-missing',
    name: 'an event has a delivery exactly when its receiver wants it',
    check: deliveryFaults,
  },
  {
    code: 'delivery-job-lost',
    name: 'a delivery job exists exactly while deliveries are pending',
    check: deliveryJobFaults,
  },
  {
    code: 'delivery-without-attempt',
    name: 'a delivery has a next attempt exactly while it is pending',
    check: attemptFaults,
  },
  {
    code: 'delivered-without-attempt',
    name: 'a delivered event was attempted at least once',
    check: ({ deliveries = [] }) =>
      deliveries
        .filter((it) => it.status === 'delivered' && it.attempts < 1)
        .map(({ seq }) => ({ what: `seq ${seq}`, seq })),
  },
  {
    code: 'of-another-execution',
    name: 'events, jobs and deliveries belong to the execution and its workspace',
    check: strangers,
  },
] as const satisfies readonly Invariant[];
