/**
 * The real `decide` over a small definition: every state that any order of decisions, failures,
 * deadlines and cancellations can reach, each with its record, checked.
 */
import type { CompiledDefinition } from '@org/approval-core/definition';
import type { StoredJob } from '@org/approval-core/store';
import {
  type Command,
  type EngineEvent,
  type ExecutionState,
  type StepState,
  checkExecution,
  decide,
  initialState,
  isOpen,
  isTerminal,
} from '@org/approval-core/interpreter';
import { isDecidedByPeople, nodeOf, traitsOf, workOf } from '@org/approval-core/internal';
import type { Model } from './explore.js';

/** A run so far. */
export interface RunSoFar {
  readonly state: ExecutionState;
  readonly events: readonly EngineEvent[];
  readonly jobs: readonly StoredJob[];
  /** A violation by a command. */
  readonly fault: string | null;
}

const NOW = 1_000_000;
const HEADER = {
  workspaceId: 'w',
  executionId: 'exec',
  definitionUid: 'def',
  definitionId: 'small',
  definitionVersion: 1,
  correlationId: 'corr',
  idempotencyKey: null,
  organizationId: null,
  documentId: null,
  triggerContext: { url: 'https://example.com' },
  webhookUrl: null,
  createdAt: NOW,
};

/** A planted bug: changes the state after a command. */
export type Distortion = (run: RunSoFar, command: Command) => RunSoFar;

export function interpreterModel(
  compiled: CompiledDefinition,
  tried: Tried,
  distort: Distortion = (it) => it,
): Model<RunSoFar> {
  const nothing: RunSoFar = { state: initialState(HEADER), events: [], jobs: [], fault: null };
  const after = (run: RunSoFar, command: Command) => distort(step(compiled, run, command), command);
  return {
    initial: after(nothing, { kind: 'dispatch' }),
    next: (run) =>
      commandsOn(compiled, run.state, tried).map(([name, it]) => [name, after(run, it)] as const),
    fault: (run) => run.fault ?? checkExecution({ compiled, ...run })[0]?.message ?? null,
    isGood: ({ state }) => isTerminal(state.status),
    keyOf,
  };
}

function step(compiled: CompiledDefinition, before: RunSoFar, command: Command): RunSoFar {
  let ids = before.events.length;
  const decision = decide(compiled, before.state, command, {
    now: before.state.updatedAt,
    newEventId: () => `evt-${(ids += 1)}`,
    maxStepsPerExecution: 200,
  });
  if (!decision.ok) return before;
  if (isTerminal(before.state.status) && decision.events.length > 0)
    return { ...before, fault: `${command.kind} changes a run that has ended` };
  const { state } = decision;
  const open = new Set(state.steps.filter((it) => isOpen(it.status)).map((it) => it.stepId));
  const made = decision.jobs.map((it): StoredJob => ({ workspaceId: 'w', executionId: 'exec', ...it }));
  const isReplaced = (job: StoredJob) => made.some((it) => it.stepId === job.stepId && it.kind === job.kind);
  const jobs = [...before.jobs.filter((it) => !isReplaced(it)), ...made].filter((it) => open.has(it.stepId));
  return { state, events: [...before.events, ...decision.events], jobs, fault: null };
}

type Named = readonly [name: string, command: Command];

/** Tried commands: all, or only decisions, so that larger definitions can be searched. */
export type Tried = 'everything' | 'decisions and results';

/** All commands that callers may try: expected, late, and forbidden ones. */
function commandsOn(compiled: CompiledDefinition, { steps }: ExecutionState, tried: Tried): Named[] {
  const wanted = tried === 'everything' ? steps : steps.filter((it) => isOpen(it.status));
  return [
    ...wanted.flatMap((it) => [...decisionsOn(compiled, it), ...resultsOf(compiled, it, tried)]),
    ...(tried === 'everything' ? steps.filter((it) => isOpen(it.status)).flatMap(interventionsOn) : []),
    ['cancel', { kind: 'cancel-execution', reason: null }],
  ];
}

const DECISIONS = ['approve', 'reject'] as const;

/** Decisions by asked reviewers, by those who decided, and by another user. */
function decisionsOn({ nodes }: CompiledDefinition, { stepId, nodeId }: StepState): Named[] {
  const node = nodes[nodeId];
  if (!isDecidedByPeople(node)) return [];
  return [...node.reviewers.map((it) => it.userId), 'stranger'].flatMap((reviewerId) =>
    DECISIONS.map((decision): Named => [
      `${reviewerId} ${decision}s ${stepId}`,
      { kind: 'record-decision', stepId, reviewerId, decision, reason: null },
    ]),
  );
}

/** Responses to calls, and ends of runs that steps start. */
const ANSWERS = [{}, { status: 503 }, { status: 422 }, null] as const;
const RUN_ENDS = ['approved', 'rejected', 'failed', 'cancelled'] as const;

/**
 * Reports of the workers of a step: all that go well, and those of calls, runs and agents that do
 * not; also late ones.
 */
function resultsOf(compiled: CompiledDefinition, step: StepState, tried: Tried): Named[] {
  const { nodeId, nodeType } = step;
  const traits = traitsOf(nodeType);
  const node = nodeOf(compiled, nodeId);
  const answers = traits.calls === null ? [{}] : ANSWERS;
  const ends = traits.startsRuns === true ? RUN_ENDS : (['approved'] as const);
  // The definitions name their reviewers, so that no directory is asked.
  const reports = (['pending', 'running'] as const).flatMap((status) =>
    answers.flatMap((answer) =>
      ends.flatMap((end): Named[] => {
        const command = workOf(nodeType)?.next(
          { ...step, status },
          node,
          { [nodeId]: answer },
          { [nodeId]: end },
        );
        if (command == null) return [];
        return [[`${command.kind} of ${step.stepId}: ${JSON.stringify(answer)}, ${end}`, command]];
      }),
    ),
  );
  const faults = tried === 'everything' ? [...faultsOf(step), ...lateCallsOf(step)] : [];
  return [...new Map(reports.map((it) => [JSON.stringify(it[1]), it])).values(), ...faults];
}

/** A call that fails late, or takes too long. */
function lateCallsOf({ stepId, attempt, nodeType }: StepState): Named[] {
  if (traitsOf(nodeType).calls === null) return [];
  const failed = { kind: 'call-failed', code: 'webhook-unavailable', message: 'm', retryable: true } as const;
  return [
    [`the call of ${stepId} fails`, { ...failed, stepId, attempt }],
    [`the call of ${stepId} fails late`, { ...failed, stepId, attempt: attempt - 1 }],
    [`the call of ${stepId} takes too long`, { kind: 'call-timed-out', stepId }],
  ];
}

function faultsOf({ stepId, attempt, nodeType }: StepState): Named[] {
  if (!traitsOf(nodeType).callsAgent) return [];
  const failed = { kind: 'agent-failed', code: 'agent-error', message: 'm', retryable: true } as const;
  return [
    [`${stepId} fails`, { ...failed, stepId, attempt }],
    [`${stepId} fails late`, { ...failed, stepId, attempt: attempt - 1 }],
    [`${stepId} takes too long`, { kind: 'agent-timed-out', stepId }],
  ];
}

/** Deadlines and interventions of administrators on an open step. */
function interventionsOn({ stepId, dueAt, nodeType }: StepState): Named[] {
  const { decidedByPeople, finishedIn } = traitsOf(nodeType);
  const actions = decidedByPeople
    ? (['force-approve', 'force-reject'] as const)
    : (['force-complete'] as const);
  const finishes = finishedIn.length > 0 ? (['complete', 'fail'] as const) : [];
  const breached: Named = [`${stepId} is breached`, { kind: 'deadline-passed', stepId, dueAt: dueAt ?? 0 }];
  return [
    ...(dueAt === null ? [] : [breached]),
    [`${stepId} is cancelled`, { kind: 'cancel-step', stepId, actorId: 'ops', reason: null }],
    ...finishes.map((action): Named => [
      `${action} ${stepId} by hand`,
      { kind: 'finish-step', stepId, action, actorId: 'ops', output: null, reason: null },
    ]),
    ...actions.map((action): Named => [
      `${action} ${stepId}`,
      { kind: 'resolve-step', stepId, action, actorId: 'ops', output: null, reason: null },
    ]),
  ];
}

/** The identity of a run, without counters and times, and with sorted decisions. */
function keyOf({ state, jobs, fault }: RunSoFar): string {
  const steps = state.steps
    .map(({ endedSeq: _, decisions, ...it }) => ({
      ...it,
      decisions: decisions.map((one) => `${one.reviewerId} ${one.decision}`).toSorted(),
    }))
    .toSorted((a, b) => (a.stepId < b.stepId ? -1 : 1));
  const { seq: _, updatedAt: __, ...rest } = state;
  const names = jobs.map((it) => `${it.kind} ${it.stepId} ${it.attempt}`).toSorted();
  return JSON.stringify([{ ...rest, steps: null }, steps, names, fault], (key, value: unknown) =>
    TIMES.has(key) ? null : value,
  );
}

const TIMES = new Set([
  'createdAt',
  'startedAt',
  'waitingSince',
  'completedAt',
  'cancelledAt',
  'rejectedAt',
  'dueAt',
]);
