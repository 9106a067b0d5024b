/** Events of the results of steps, and of their ends. */
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import { changing, ending } from '../draft.js';
import type { Cancellation, ReviewDecision, StepError, Via } from '../state.js';
import { OPEN, WAITING, external, internal, noParty } from './entry.js';

export const stepResultEvents = {
  /** A person has resolved what an agent found. */
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

  /** An administrator ends a step by force. */
  'step.overridden': internal<{
    readonly actorId: string;
    readonly action: string;
    readonly reason: string | null;
    readonly via: Via | null;
  }>({
    apply(draft, event) {
      changing(draft, event).overridden = true;
    },
    // The actor is an administrator, who has permissions instead.
    parties: noParty,
    during: null,
  }),

  /** A deferred agent has called back; what with, so that a repeat is known. */
  'step.called-back': internal<{ readonly fingerprint: string }>({
    apply(draft, event) {
      changing(draft, event).callback = event.data.fingerprint;
    },
    parties: noParty,
    during: ['running'],
  }),

  /** The step has its output, and the workflow goes on from it. */
  'step.resumed': internal<{ readonly output: JsonObject }>({
    apply(draft, event) {
      changing(draft, event).output = event.data.output;
    },
    parties: noParty,
    during: OPEN,
  }),

  /** A step ends without having been run. */
  'step.skipped': internal<{ readonly output: JsonObject }>({
    apply(draft, event) {
      ending(draft, event, 'skipped').output = event.data.output;
    },
    parties: noParty,
    during: null,
    ends: 'skipped',
  }),

  /** A step is completed, approved or rejected: `decision` says which. */
  'step.completed': external<{
    /** The node of the step. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Human steps and blocking agents; null after a force-complete. */
    readonly decision?: ReviewDecision | null;
    /** Where people or an administrator ended it, or its findings were resolved; not of an agent that does not block. */
    readonly aggregatorStatus?: 'resolved';
    /** Agents only. */
    readonly agentId?: string;
  }>({
    apply: (draft, event) => ending(draft, event, 'completed'),
    parties: noParty,
    during: OPEN,
    ends: 'completed',
  }),

  /** A step has failed for good. */
  'step.failed': external<{
    /** The node of the step. */
    readonly nodeId: string;
    /** What went wrong. */
    readonly error: StepError;
    /** Which attempt it was, from 1: to call its agent, or to find its people. */
    readonly attempt: number;
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
    /** The node of the step. */
    readonly nodeId: string;
    /** The `slaMs` of the node; of a deadline in working time how long after the creation of the step it was due, in ms. */
    readonly slaMs: number;
    /** When it was due, in ms since the epoch. */
    readonly dueAt: number;
  }>({
    apply: (draft, event) => ending(draft, event, 'breached'),
    parties: noParty,
    during: OPEN,
    ends: 'breached',
  }),

  /** A step was stopped. */
  'step.cancelled': external<
    {
      /** The node of the step. */
      readonly nodeId: string;
    } & Cancellation
  >({
    apply: (draft, event) => ending(draft, event, 'cancelled'),
    parties: noParty,
    during: OPEN,
    ends: 'cancelled',
  }),
};
