/** What must hold of the work that an execution leaves behind: its jobs and its deliveries, as they are stored. */
import type { CompiledHumanNode } from '../compile/compiled.js';
import { type EventOf, type ExternalEvent, isExternal } from '../interpreter/event.js';
import type { Job } from '../interpreter/job.js';
import { remindersOf } from '../interpreter/people/reminders.js';
import { type StepState, isOpen } from '../interpreter/state.js';
import type { Delivery } from '../ports/store/deliveries.js';
import type { StoredJobKind } from '../ports/store/jobs.js';
import { type ExecutionRecord, type Fault, type Invariant, ofType, repeated } from './record.js';

/** A job that a step cannot do without. */
export type NeededJob = Job;

/**
 * The jobs that must be there for the open steps as they are. A call of an agent is needed until it has begun: from then
 * on the agent may have deferred its result, which leaves no trace; the ceiling of its run time is needed until it ends.
 */
export function neededJobs({ compiled, state, events }: ExecutionRecord): NeededJob[] {
  const begun = new Set(ofType(events, 'step.started').map((it) => `${it.stepId} ${it.data.attempt}`));
  const retries = ofType(events, 'step.retried');
  return state.steps
    .filter((step) => isOpen(step.status))
    .flatMap((step): NeededJob[] => {
      const { stepId, attempt, dueAt } = step;
      const node = compiled.nodes[step.nodeId];
      const needed: NeededJob[] = [];
      if (dueAt !== null) needed.push({ stepId, kind: 'step-deadline', dueAt, attempt: 1 });
      if (node?.type === 'human') return [...needed, ...jobsOfPeople(node, step, retries)];
      if (node?.type !== 'agent' || step.status === 'waiting') return needed;
      if (!begun.has(`${stepId} ${attempt}`)) {
        const retry = retries.find((it) => it.stepId === stepId && it.data.attempt === attempt);
        needed.push({ stepId, kind: 'agent-call', dueAt: retry?.data.retryAt ?? step.createdAt, attempt });
      }
      if (step.startedAt !== null) {
        const ceiling = step.startedAt + node.agentMaxRuntimeMs;
        needed.push({ stepId, kind: 'agent-timeout', dueAt: ceiling, attempt: 1 });
      }
      return needed;
    });
}

/** A human step waits for the directory, or for its next reminder. */
function jobsOfPeople(
  node: CompiledHumanNode,
  step: StepState,
  retries: readonly EventOf<'step.retried'>[],
): NeededJob[] {
  const { stepId, attempt, createdAt } = step;
  if (step.status !== 'waiting') {
    const retry = retries.find((it) => it.stepId === stepId && it.data.attempt === attempt);
    return [{ stepId, kind: 'resolve-reviewers', dueAt: retry?.data.retryAt ?? createdAt, attempt }];
  }
  const [next] = remindersOf(node, step);
  return next === undefined ? [] : [{ stepId, kind: 'step-reminder', dueAt: next.at, attempt: 1 }];
}

/** The jobs that must be there and are not, or at another time. */
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

/** Which kinds of step a job of each kind can be of. */
const NODES_OF: Readonly<Record<StoredJobKind, readonly StepState['nodeType'][]>> = {
  'agent-call': ['agent'],
  'agent-timeout': ['agent'],
  'step-deadline': ['human', 'agent', 'webhook'],
  'resolve-reviewers': ['human'],
  'step-reminder': ['human'],
  'webhook-delivery': [],
};

function strayJobs({ state, jobs = [] }: ExecutionRecord): Fault[] {
  return jobs
    .filter((job) => job.kind !== 'webhook-delivery')
    .flatMap(({ kind, stepId }) => {
      const step = state.steps.find((it) => it.stepId === stepId);
      const stray = (what: string): Fault[] => [{ what, stepId }];
      if (step === undefined) return stray(`${kind} of ${stepId}, which does not exist`);
      if (!isOpen(step.status)) return stray(`${kind} of ${stepId}, which is ${step.status}`);
      const fits = NODES_OF[kind].includes(step.nodeType);
      return fits ? [] : stray(`${kind} of the ${step.nodeType} step ${stepId}`);
    });
}

const isWanted = ({ receiver }: ExecutionRecord, event: ExternalEvent): boolean =>
  receiver != null && (receiver.eventTypes === null || receiver.eventTypes.includes(event.type));

/** Each event that the receiver wants has its delivery, and nothing else has. */
function deliveryFaults(record: ExecutionRecord): Fault[] {
  const { deliveries, events, receiver } = record;
  if (deliveries === undefined || receiver === undefined) return [];
  const wanted = events.filter(isExternal).filter((event) => isWanted(record, event));
  const missing = wanted.filter((event) => !deliveries.some((it) => it.seq === event.seq));
  const strangers = deliveries.filter((it) => !wanted.some((event) => isOf(it, event)));
  return [
    ...missing.map(({ type, seq }) => ({ what: `none of ${type} at seq ${seq}`, seq })),
    ...strangers.map(({ type, seq }) => ({
      what: `one of ${type} at seq ${seq}, which is no such event`,
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
  return count === (pending === 0 ? 0 : 1) ? [] : [`${pending} are pending, and ${count} jobs deliver them`];
}

/** A delivery that has ended has no next attempt, and a pending one has. */
function attemptFaults({ deliveries = [] }: ExecutionRecord): Fault[] {
  return deliveries
    .filter((it) => (it.status === 'pending') !== (it.nextAttemptAt !== null))
    .map(({ seq, status, nextAttemptAt }) => ({
      what: `seq ${seq} is ${status}, next attempt at ${nextAttemptAt}`,
      seq,
    }));
}

/** Jobs and deliveries of somebody else have been read for this execution, or were written for it. */
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

/** Every rule about work, as a table. They say nothing of a record that comes without what they are about. */
export const WORK_INVARIANTS = [
  {
    code: 'job-lost',
    name: 'what an open step waits for has its job',
    check: (record) =>
      lostJobs(record).map(({ kind, stepId, dueAt }) => ({
        what: `${kind} of ${stepId}, due ${dueAt}`,
        stepId,
      })),
  },
  { code: 'job-without-step', name: 'a job is of an open step of its kind', check: strayJobs },
  {
    code: 'job-repeated',
    name: 'a step has one job of each kind at most',
    check: ({ jobs = [] }) => repeated(jobs.map((it) => `${it.kind} of ${it.stepId}`)),
  },
  {
    code: 'delivery-missing',
    name: 'an event has a delivery exactly when its receiver wants it',
    check: deliveryFaults,
  },
  {
    code: 'delivery-job-lost',
    name: 'there is a delivery job exactly while deliveries are pending',
    check: deliveryJobFaults,
  },
  {
    code: 'delivery-without-attempt',
    name: 'a delivery has a next attempt exactly while it is pending',
    check: attemptFaults,
  },
  {
    code: 'delivered-without-attempt',
    name: 'what was delivered was tried at least once',
    check: ({ deliveries = [] }) =>
      deliveries
        .filter((it) => it.status === 'delivered' && it.attempts < 1)
        .map(({ seq }) => ({ what: `seq ${seq}`, seq })),
  },
  {
    code: 'of-another-execution',
    name: 'events, jobs and deliveries are of their own execution and workspace',
    check: strangers,
  },
] as const satisfies readonly Invariant[];
