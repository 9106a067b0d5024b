/** Explains why a run waits, and possible decisions (contract section 17), from its state. */
import { DAY_MS } from '../../calendar/time-zone.js';
import type { WorkingCalendar } from '../../calendar/working-time.js';
import { peopleOf } from '../../compile/people.js';
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import { countedPlaces, peopleOfStep } from '../../interpreter/people/places.js';
import { remindersOf } from '../../interpreter/people/reminders.js';
import { HOSTING_LIMITS, LIMITS } from '../../definition/limits.js';
import type { Absence } from '../../interpreter/people/substitutes.js';
import {
  type ExecutionState,
  type ExecutionStatus,
  type StepState,
  type StepStatus,
  isOpen,
} from '../../interpreter/state.js';
import type { Environment } from '../../interpreter/transition.js';
import { type PeopleView, viewPeople } from '../shapes/executions/people.js';
import { type EndedBy, endedBy } from './ended-by.js';
import { type Missing, missingOf } from './missing.js';
import { type NextAnswer, nextAnswers } from './next-answers.js';
import type { WaitsFor } from '../../nodes/run-kind.js';
import { kindOf } from '../../nodes/run.js';
import { isDecidedByPeople, traitsOf } from '../../nodes/schema.js';

export type { WaitsFor };

/** Explanation of a step. */
export type ExplainedStep = {
  readonly stepId: string;
  readonly nodeId: string;
  /** Status of the step. */
  readonly status: StepStatus;
} & (
  | {
      /** The thing it waits for. */
      readonly waitsFor: WaitsFor;
      /** Start of the wait, in ms since the epoch. */
      readonly since: number;
      readonly dueAt: number | null;
      /** Time of the next reminder; null: no further one. */
      readonly nextReminderAt: number | null;
      /** Its reviewers; null for a step without people, and until they are resolved. */
      readonly people: PeopleView | null;
      /** Missing parts of its approval. */
      readonly missing: readonly Missing[];
      /** Effect of each decision that is possible now. */
      readonly next: readonly NextAnswer[];
    }
  | {
      /** Cause of its end. */
      readonly endedBy: EndedBy;
      /** seq of the event that ended it; null where an earlier release ended it. */
      readonly seq: number | null;
    }
);

/** Explanation of a run. */
export interface Explanation {
  readonly executionId: string;
  /** Status of the run. */
  readonly status: ExecutionStatus;
  /** seq of the state that was explained. */
  readonly seq: number;
  /** Its steps, in the order of creation. */
  readonly steps: readonly ExplainedStep[];
  /** True if some possible decisions are left out. */
  readonly truncated: boolean;
}

/** Data beside the state. Without `calendars`, every calendar of a step is taken to exist. */
export interface ExplainOptions extends Partial<Pick<Environment, 'calendars' | 'maxStepsPerExecution'>> {
  /** Only this step; all by default. */
  readonly stepId?: string;
  /** Current absences, to include substitutes; none by default. */
  readonly absences?: readonly Absence[];
  /** Agent steps that will be called back; the state does not contain this. */
  readonly deferred?: ReadonlySet<string>;
}

/** Limit after which no further decision is tried: one may take all the work of a command. */
const ANSWERS_WORK = LIMITS.commandWork / 16;

/** Replaces unknown calendars: due times are left out, and nothing fails for lack of one. */
class AnyCalendar extends Map<string, WorkingCalendar> {
  override get(): WorkingCalendar {
    return {
      dueAt: (from, workingMs) => from + workingMs,
      dueAfterDays: (from, days) => from + days * DAY_MS,
    };
  }
}

const NOBODY_IS_ASKED = { next: [], truncated: false } as const;

/**
 * Explains why a run waits, for whom, and the effect of each possible decision, by running the
 * interpreter on `state` without calling agents or changing anything. Lists up to 20 decisions a
 * step and 100 in all, fewer where they take much work to compute (`truncated`).
 * @example
 * ```ts
 * import { compileDefinition } from '@org/approval-core';
 * import { explain, simulate } from '@org/approval-core/interpreter';
 *
 * const definition = {
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [
 *     {
 *       nodeId: 'legal',
 *       type: 'human' as const,
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { end: 'rejected' } },
 *     },
 *   ],
 * };
 * const run = simulate(definition, { input: {}, now: 0 });
 * const checked = compileDefinition(definition);
 * if (checked.ok) {
 *   const [step] = explain(checked.compiled, run.state, 0).steps;
 *   if (step && 'missing' in step) console.log(step.missing[0]);
 *   // → { code: 'entry', entry: 0, have: 0, need: 1 }
 * }
 * ```
 */
export function explain(
  compiled: CompiledDefinition,
  state: ExecutionState,
  now: number,
  options: ExplainOptions = {},
): Explanation {
  const { stepId, absences = [], deferred, calendars, maxStepsPerExecution = Infinity } = options;
  const environment: Environment = {
    // The state is counted once for all decisions that are tried.
    totals: new WeakMap(),
    now,
    newEventId: () => '',
    maxStepsPerExecution,
    calendars: calendars ?? new AnyCalendar(),
  };
  const left = { count: HOSTING_LIMITS.explainedAnswers, work: ANSWERS_WORK };
  let truncated = false;
  const steps = state.steps
    .filter((it) => stepId === undefined || it.stepId === stepId)
    .map((step): ExplainedStep => {
      const { nodeId, status } = step;
      const base = { stepId: step.stepId, nodeId, status };
      if (!isOpen(status)) return { ...base, endedBy: endedBy(compiled, step), seq: step.endedSeq ?? null };
      const most = Math.min(left.count, HOSTING_LIMITS.explainedOfStep);
      const asked = { stepId: step.stepId, environment, absences, most, left };
      const isAsked = status === 'waiting' && traitsOf(step.nodeType).decidedByPeople;
      const answers = isAsked ? nextAnswers(compiled, state, asked) : NOBODY_IS_ASKED;
      truncated ||= answers.truncated;
      const open = openStep(compiled, step, now);
      const calledBack = open.waitsFor === 'agent' && deferred?.has(step.stepId) === true;
      return { ...base, ...open, ...(calledBack && { waitsFor: 'callback' as const }), next: answers.next };
    });
  const { executionId, status, seq } = state;
  return { executionId, status, seq, steps, truncated };
}

function openStep(compiled: CompiledDefinition, step: StepState, now: number) {
  const node = compiled.nodes[step.nodeId];
  const isHuman = isDecidedByPeople(node);
  const reminders = isHuman && step.status === 'waiting' ? remindersOf(node, step) : [];
  return {
    waitsFor: node === undefined ? 'agent' : kindOf(node).waitsFor(step),
    since: step.waitingSince ?? step.startedAt ?? step.createdAt,
    dueAt: step.dueAt,
    nextReminderAt: reminders[0] === undefined ? null : Math.max(reminders[0].at, now),
    people: isHuman ? viewPeople(node, step, now) : null,
    missing: isHuman ? missingIn(node, step) : [],
  };
}

function missingIn(node: CompiledHumanNode, step: StepState): Missing[] {
  const people = peopleOfStep(node, step);
  if (people === null || step.status !== 'waiting') return [];
  return missingOf(peopleOf(node), countedPlaces(people.places, step.decisions));
}
