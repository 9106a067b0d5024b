/** Events of a run and of its steps as they start. */
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import { NOBODY, addStep, changing } from '../draft.js';
import type { StepError, StepState } from '../state.js';
import { CALLED, type Happening, external, internal, noChange, noParty } from './entry.js';

const NONE: readonly never[] = Object.freeze([]);

/** Data of a step that is scheduled. */
interface Scheduled {
  readonly nodeId: string;
  readonly nodeType: NodeType;
  readonly iteration: number;
  readonly input: JsonObject;
  readonly dueAt: number | null;
}

export const startEvents = {
  /** A run was started. */
  'execution.dispatched': external<{
    /** Which definition runs. */
    readonly definitionId: string;
    /** The version that the run stays on. */
    readonly definitionVersion: number;
    /** Steps that it starts with. */
    readonly rootStepIds: readonly string[];
  }>({ apply: noChange, parties: noParty, during: null }),

  /** The first step of a run has started. */
  'execution.started': internal<Readonly<Record<string, never>>>({
    apply({ state }, { timestamp }) {
      state.status = 'running';
      state.startedAt = timestamp;
    },
    parties: noParty,
    during: null,
  }),

  /** A step was made. */
  'step.scheduled': internal<Scheduled>({
    apply: (draft, event) => addStep(draft, scheduledStep(event)),
    parties: noParty,
    during: null,
  }),

  /** An agent is about to be called; an attempt whose worker was lost is begun again. */
  'step.started': internal<{ readonly attempt: number }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.status = 'running';
      step.attempt = event.data.attempt;
      step.begun = event.data.attempt;
      step.startedAt ??= event.timestamp;
    },
    parties: noParty,
    during: CALLED,
  }),

  /** An attempt has failed, and another one follows. */
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

  /** A step with this id was started before, so it was not started again. */
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
  };
}
