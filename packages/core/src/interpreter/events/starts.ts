/** Events of starting executions and steps. */
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import type { Presentation } from '../../definition/presented.js';
import { NOBODY, addStep, changing } from '../draft.js';
import type { StepPresentation } from '../step-presentation.js';
import type { StepError, StepState } from '../state.js';
import { CALLED, type Happening, external, internal, noChange, noParty } from './entry.js';

const NONE: readonly never[] = Object.freeze([]);

/** Data of a scheduled step. */
interface Scheduled {
  readonly nodeId: string;
  readonly nodeType: NodeType;
  readonly iteration: number;
  readonly input: JsonObject;
  readonly dueAt: number | null;
  /** Own presentation of the step; absent without one. */
  readonly presentation?: StepPresentation;
}

export const startEvents = {
  /** An execution was dispatched. */
  'execution.dispatched': external<{
    /** Id of its definition. */
    readonly definitionId: string;
    /** Version of the definition, kept to the end. */
    readonly definitionVersion: number;
    /** Ids of its first steps. */
    readonly rootStepIds: readonly string[];
    /** Presentation to show before a decision; absent without one. */
    readonly presentation?: Presentation;
  }>({
    apply({ state }, { data }) {
      if (data.presentation !== undefined) state.presentation = data.presentation;
    },
    parties: noParty,
    during: null,
  }),

  /** The first step of an execution started. */
  'execution.started': internal<Readonly<Record<string, never>>>({
    apply({ state }, { timestamp }) {
      state.status = 'running';
      state.startedAt = timestamp;
    },
    parties: noParty,
    during: null,
  }),

  /** A step was created. */
  'step.scheduled': internal<Scheduled>({
    apply: (draft, event) => addStep(draft, scheduledStep(event)),
    parties: noParty,
    during: null,
  }),

  /**
   * A worker is about to call an agent or a receiver, or a wait began. It repeats if the worker of
   * an attempt was lost.
   */
  'step.started': internal<{
    readonly attempt: number;
    /** Time at which a wait ends by itself; absent for any other step. */
    readonly wakeAt?: number;
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.status = 'running';
      step.attempt = event.data.attempt;
      step.begun = event.data.attempt;
      step.startedAt ??= event.timestamp;
      if (event.data.wakeAt !== undefined) step.wakeAt = event.data.wakeAt;
    },
    parties: noParty,
    during: CALLED,
  }),

  /** The child execution of a subflow step has begun. */
  'step.run-started': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Id of the child execution. */
    readonly childExecutionId: string;
    /** Id of its definition. */
    readonly definitionId: string;
    /** Version of the definition. */
    readonly definitionVersion: number;
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.status = 'running';
      step.startedAt ??= event.timestamp;
      step.child = event.data.childExecutionId;
    },
    parties: noParty,
    during: ['pending'],
  }),

  /** An attempt failed, and another one follows. */
  'step.retried': internal<{
    readonly attempt: number;
    readonly error: StepError;
    readonly retryAt: number;
  }>({
    apply(draft, event) {
      changing(draft, event).attempt = event.data.attempt;
    },
    parties: noParty,
    during: CALLED,
  }),

  /** A step with this id already existed, so it was not started again. */
  'idempotency.suppressed': internal<{ readonly stepId: string }>({
    apply: noChange,
    parties: noParty,
    during: null,
  }),
};

function scheduledStep({ stepId, timestamp, data }: Happening<Scheduled>): StepState {
  return {
    stepId: stepId ?? '',
    nodeId: data.nodeId,
    nodeType: data.nodeType,
    status: 'pending',
    iteration: data.iteration,
    attempt: 1,
    createdAt: timestamp,
    startedAt: null,
    waitingSince: null,
    completedAt: null,
    dueAt: data.dueAt,
    input: data.input,
    output: null,
    error: null,
    overridden: false,
    callback: null,
    waitingForReviewers: NOBODY,
    decisions: NONE,
    resolutions: NONE,
    ...(data.presentation !== undefined && { presentation: data.presentation }),
  };
}
