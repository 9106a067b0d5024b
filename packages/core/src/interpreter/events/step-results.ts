/** Events of results and endings of steps. */
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import { isCancellingActor } from '../actors.js';
import { changing, ending } from '../draft.js';
import type { Cancellation, ReviewDecision, StepError, Via } from '../state.js';
import { OPEN, WAITING, external, internal, noParty } from './entry.js';

export const stepResultEvents = {
  /** A finding of an agent was resolved. */
  'step.resolution-recorded': internal<{
    readonly resolutionId: string;
    readonly status: 'success' | 'failure';
    readonly output: JsonObject | null;
    readonly errorMessage: string | null;
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.resolutions = [...step.resolutions, { ...event.data, recordedAt: event.timestamp }];
    },
    parties: noParty,
    during: WAITING,
  }),

  /** An administrator resolves a step. */
  'step.overridden': internal<{
    readonly actorId: string;
    readonly action: string;
    readonly reason: string | null;
    readonly via: Via | null;
  }>({
    apply(draft, event) {
      changing(draft, event).overridden = true;
    },
    // The actor is an administrator with permissions, not a party.
    parties: noParty,
    during: null,
  }),

  /**
   * A deferred agent or a receiver called back, or the run of a step ended. The fingerprint
   * identifies repeats.
   */
  'step.called-back': internal<{
    readonly fingerprint: string;
    /** Users who decided in the run; absent without any. */
    readonly deciders?: readonly string[];
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.callback = event.data.fingerprint;
      if (event.data.deciders !== undefined) step.deciders = event.data.deciders;
    },
    parties: noParty,
    during: ['running'],
  }),

  /** The step has its output. */
  'step.resumed': internal<{ readonly output: JsonObject }>({
    apply(draft, event) {
      changing(draft, event).output = event.data.output;
    },
    parties: noParty,
    during: OPEN,
  }),

  /** A step ended without running. */
  'step.skipped': internal<{ readonly output: JsonObject }>({
    apply(draft, event) {
      ending(draft, event, 'skipped').output = event.data.output;
    },
    parties: noParty,
    during: null,
    ends: 'skipped',
  }),

  /** A step completed. `decision` says if it was approved or rejected. */
  'step.completed': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Decision of a human step or blocking agent; null after a force-complete. */
    readonly decision?: ReviewDecision | null;
    /** Set if people, an administrator or resolutions ended it; absent for non-blocking agents. */
    readonly aggregatorStatus?: 'resolved';
    /** Agents only. */
    readonly agentId?: string;
    /** Webhook nodes only: status of the response; null without one. */
    readonly httpStatus?: number | null;
    /** End nodes only: the outcome that the node gives. */
    readonly outcome?: string;
  }>({
    apply(draft, event) {
      const step = ending(draft, event, 'completed');
      step.startedAt ??= event.timestamp;
    },
    parties: noParty,
    during: OPEN,
    ends: 'completed',
  }),

  /** A step failed finally. */
  'step.failed': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Error of the step. */
    readonly error: StepError;
    /** Number of the attempt, from 1: to call its agent, or to find its people. */
    readonly attempt: number;
    /** Webhook nodes only: status of the last response; null without one. */
    readonly httpStatus?: number | null;
  }>({
    apply(draft, event) {
      ending(draft, event, 'failed').error = event.data.error;
    },
    parties: noParty,
    during: OPEN,
    ends: 'failed',
  }),

  /** A step missed its deadline. */
  'step.breached': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** `slaMs` of the node, or ms from creation to deadline if that is in working time. */
    readonly slaMs: number;
    /** Due time, in ms since the epoch. */
    readonly dueAt: number;
  }>({
    apply: (draft, event) => ending(draft, event, 'breached'),
    parties: noParty,
    during: OPEN,
    ends: 'breached',
  }),

  /** A step was cancelled. */
  'step.cancelled': external<
    {
      /** Id of the step's node. */
      readonly nodeId: string;
    } & Cancellation
  >({
    apply(draft, event) {
      const step = ending(draft, event, 'cancelled');
      if (isCancellingActor(event.data.actorId)) step.cancelledBy = event.data.actorId;
    },
    parties: noParty,
    during: OPEN,
    ends: 'cancelled',
  }),
};
