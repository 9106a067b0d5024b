/** Why a run waits, and what each answer would do (contract section 17): pure, from the committed state alone. */
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

/** A step as it is explained. */
export type ExplainedStep = {
  readonly stepId: string;
  readonly nodeId: string;
  /** How far it is. */
  readonly status: StepStatus;
} & (
  | {
      /** What it waits for. */
      readonly waitsFor: WaitsFor;
      /** Since when, in ms since the epoch. */
      readonly since: number;
      readonly dueAt: number | null;
      /** When people are reminded next; null: not again. */
      readonly nextReminderAt: number | null;
      /** Who decides it; null for a step of no people, and until they are found. */
      readonly people: PeopleView | null;
      /** What it lacks of its approval. */
      readonly missing: readonly Missing[];
      /** What each answer that may be given now would do. */
      readonly next: readonly NextAnswer[];
    }
  | {
      /** What ended it. */
      readonly endedBy: EndedBy;
      /** seq of the event that ended it; null where an earlier release ended it. */
      readonly seq: number | null;
    }
);

/** Why a run waits. */
export interface Explanation {
  readonly executionId: string;
  /** How far it is. */
  readonly status: ExecutionStatus;
  /** seq of the state that was explained. */
  readonly seq: number;
  /** Its steps, in the order of creation. */
  readonly steps: readonly ExplainedStep[];
  /** Whether there are more answers than are told. */
  readonly truncated: boolean;
}

/** What is known beside the state. Without `calendars` a step in working time is taken for one that has its calendar. */
export interface ExplainOptions extends Partial<Pick<Environment, 'calendars' | 'maxStepsPerExecution'>> {
  /** Only this step; all by default. */
  readonly stepId?: string;
  /** Who is away, so that substitutes are told of; nobody by default. */
  readonly absences?: readonly Absence[];
  /** Agent steps whose agents will call back; the state alone does not tell. */
  readonly deferred?: ReadonlySet<string>;
}

/** Past it no other answer is tried: one of them may take all the work of a command. */
const ANSWERS_WORK = LIMITS.commandWork / 16;

/** Of a caller who knows no calendars: when a step would be due is not told, and it does not fail for what they do not know. */
class AnyCalendar extends Map<string, WorkingCalendar> {
  override get(): WorkingCalendar {
    return { dueAt: (from, workingMs) => from + workingMs };
  }
}

const NOBODY_IS_ASKED = { next: [], truncated: false } as const;

/**
 * Why a run waits, for whom, and what each answer that may be given now would do, by running the interpreter on `state`:
 * no agent is called, nothing is changed. Answers are up to 20 a step and 100 in all, fewer
 * where it takes much work to find out what they do (`truncated`).
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
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
 *     },
 *     { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
 *   ],
 *   edges: [],
 * };
 * const run = simulate(definition, { input: {}, now: 0 });
 * const checked = compileDefinition(definition);
 * if (checked.ok) {
 *   const [step] = explain(checked.compiled, run.state, 0).steps;
 *   if (step && 'missing' in step) console.log(step.waitsFor, step.missing[0]); // → people { code: 'entry', entry: 0, have: 0, need: 1 }
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
