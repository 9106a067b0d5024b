/** Runs that steps, schedules and events start: when they rest, and how they must end. */
import { type JsonObject, nextInstants } from '@org/approval-core';
import { type ExecutionState, type StepState, isOpen, isTerminal } from '@org/approval-core/interpreter';
import { traitsOf } from '@org/approval-core/internal';
import type { StoredTrigger } from '@org/approval-core/store';
import { fieldOf, isJsonList } from '@org/approval-internal/json';
import type { Violation } from './observer.js';
import { BEGINNING } from './schedule.js';

type States = ReadonlyMap<string, ExecutionState>;

const stepOf = ({ executionId, stepId }: { executionId: string; stepId: string }): string =>
  `${executionId} ${stepId}`;

/** The runs that steps have started, by their step. */
export function childrenOf(states: States): Map<string, ExecutionState> {
  const children = [...states.values()].flatMap((it) =>
    it.parent === undefined ? [] : [[stepOf(it.parent), it] as const],
  );
  return new Map(children);
}

/** Returns true for a step that only a signal ends. */
export const waitsForSignal = ({ status, nodeType, wakeAt }: StepState): boolean => {
  const { calls, callsAgent, decidedByPeople, startsRuns, isEnd } = traitsOf(nodeType);
  const isWait = calls === null && !callsAgent && !decidedByPeople && startsRuns !== true && !isEnd;
  return isWait && status === 'running' && wakeAt === undefined;
};

/** Longest time that a step may wait before an administrator ends it. */
const PATIENCE_MS = 60_000;
/** Returns true for a step that waits longer than a history lasts. */
export const waitsTooLong = ({ status, wakeAt }: StepState, now: number): boolean =>
  status === 'running' && wakeAt !== undefined && wakeAt > now + PATIENCE_MS;

/** True when every open step waits for people, for a signal, or for a run that is open. */
export function rests(
  { executionId, status, steps }: ExecutionState,
  children: ReadonlyMap<string, ExecutionState>,
  now: number,
): boolean {
  const waits = (step: StepState): boolean => {
    if (step.status === 'waiting' || waitsForSignal(step) || waitsTooLong(step, now)) return true;
    const child = children.get(stepOf({ executionId, stepId: step.stepId }));
    return step.status === 'running' && child !== undefined && !isTerminal(child.status);
  };
  return isTerminal(status) || steps.filter((it) => isOpen(it.status)).every(waits);
}

/** Open runs whose step has ended. */
export function leftOpen(states: States): ExecutionState[] {
  return [...states.values()].filter(({ status, parent }) => {
    if (parent === undefined || isTerminal(status)) return false;
    const step = states.get(parent.executionId)?.steps.find((it) => it.stepId === parent.stepId);
    return step !== undefined && !isOpen(step.status);
  });
}

/** Endings of a step by the ending of its run. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  completed: ['completed', 'failed'],
  failed: ['failed'],
  cancelled: ['failed'],
};

/** Steps that do not agree with the end of their run. Other ends of the step cancel the run. */
export function childFaults(states: States): Violation[] {
  return [...childrenOf(states).values()].flatMap((child): Violation[] => {
    const { executionId, status, parent } = child;
    const state = states.get(parent?.executionId ?? '');
    const step = state?.steps.find((it) => it.stepId === parent?.stepId);
    const fault = (what: string): Violation[] => [
      { code: 'child-disagrees', message: `${executionId} is ${status}: ${what}` },
    ];
    if (state === undefined || step === undefined) return fault('its step does not exist');
    const endedByRun = step.error?.code.startsWith('subflow-') === true || step.status === 'completed';
    const isForced = step.output?.['overridden'] === true || step.output?.['childExecutionId'] === undefined;
    if (!endedByRun || isForced) return [];
    return ENDINGS[status]?.includes(step.status) === true ? [] : fault(`its step is ${step.status}`);
  });
}

/** A schedule of a scenario, and the outcome that the store has. */
export interface ScheduledTrigger {
  readonly triggerId: string;
  readonly schedule: JsonObject;
  /** Creation of the definition. */
  readonly since: number;
  readonly stored: StoredTrigger | undefined;
}

/** Instants of schedules that started no run, or more than one. */
export function firingFaults(states: States, triggers: readonly ScheduledTrigger[]): Violation[] {
  return triggers.flatMap(({ triggerId, schedule, since, stored }) => {
    const due = nextInstants(schedule as never, since, MOST_INSTANTS);
    const fired = [...states.values()].flatMap(({ startedBy, triggerContext }) =>
      startedBy?.kind === 'schedule' && startedBy.triggerId === triggerId
        ? [Number(fieldOf(fieldOf(triggerContext, 'schedule'), 'scheduledAt'))]
        : [],
    );
    const fault = (code: string, what: string): Violation => ({ code, message: `${triggerId}: ${what}` });
    const passedOver = (stored?.missed ?? 0) + (stored?.skipped ?? 0);
    const missing = due.filter((it) => !fired.includes(it));
    return [
      ...fired
        .filter((it, index) => fired.indexOf(it) !== index)
        .map((it) => fault('fired-twice', `two runs of the instant ${it}`)),
      ...fired
        .filter((it) => !due.includes(it))
        .map((it) => fault('fired-wrongly', `${it} is not an instant`)),
      ...(missing.length > passedOver ? [fault('instant-lost', `no run of ${missing.join()}`)] : []),
    ];
  });
}
const MOST_INSTANTS = 1_000;

/** Longest duration of a history, in ms. */
const LONGEST_MS = 400_000;

/** The schedules of a definition that end in every history, by triggerId. */
export const endingSchedules = ({ triggers }: JsonObject): Map<string, JsonObject> =>
  new Map(
    (isJsonList(triggers) ? triggers : []).flatMap((it) => {
      const [triggerId, schedule] = [fieldOf(it, 'triggerId'), fieldOf(it, 'schedule')];
      const ends = Number(fieldOf(schedule, 'until') ?? Infinity) < BEGINNING + LONGEST_MS;
      return typeof triggerId === 'string' && ends ? [[triggerId, schedule as JsonObject]] : [];
    }),
  );
