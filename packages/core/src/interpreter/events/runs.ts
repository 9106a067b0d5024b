/** Events of an execution as a whole: its subject, its end, and repairs. */
import type { Presentation } from '../../definition/presented.js';
import { NOBODY } from '../draft.js';
import type { KeyedRevision, Subject } from '../header.js';
import type { Job } from '../job.js';
import type { FailureReason } from '../state.js';
import { external, internal, noChange, noParty } from './entry.js';

export const runEvents = {
  /** The subject of an execution was revised. */
  'execution.subject-revised': external<{
    /** New digest of the subject. */
    readonly digest: string;
    /** Previous digest; null if there was none. */
    readonly previousDigest: string | null;
    /** User who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Author of the revision, if known. */
    readonly contributorId: string | null;
    /** Steps whose decisions are void. */
    readonly resetStepIds: readonly string[];
    /** Presentation from then on; absent if unchanged. */
    readonly presentation?: Presentation;
  }>({
    apply({ state }, { data }) {
      if (data.presentation !== undefined) state.presentation = data.presentation;
    },
    // The preceding `execution.parties-changed` makes the contributor a party.
    parties: noParty,
    during: null,
  }),

  /** A revision changed the header of the execution. */
  'execution.parties-changed': internal<{
    readonly subject: Subject;
    readonly contributorIds: readonly string[];
    /** Absent if unchanged. */
    readonly revisions?: readonly KeyedRevision[];
  }>({
    apply({ state }, { data }) {
      state.parties = { ...(state.parties ?? NO_PARTIES), ...data };
    },
    parties: ({ contributorIds }) => contributorIds,
    during: null,
  }),

  /** An execution completed. */
  'execution.completed': external<{
    /** Time since the dispatch, in ms. */
    readonly durationMs: number;
    /** Outcome, as in `approved` or `rejected`; null if nothing decided it. */
    readonly outcome: string | null;
  }>({
    apply({ state }, { timestamp, data }) {
      state.status = 'completed';
      state.completedAt = timestamp;
      // Events of earlier versions have no outcome.
      state.outcome = (data as Partial<typeof data>).outcome ?? null;
    },
    parties: noParty,
    during: null,
    ends: 'completed',
  }),

  /** An execution failed. */
  'execution.failed': external<{
    /** Reason, as a code and a sentence. */
    readonly failureReason: FailureReason;
  }>({
    apply({ state }, { timestamp, data }) {
      state.status = 'failed';
      state.completedAt = timestamp;
      state.failureReason = data.failureReason;
    },
    parties: noParty,
    during: null,
    ends: 'failed',
  }),

  /** An execution was cancelled. */
  'execution.cancelled': external<{
    /** Reason of the actor, `withdrawn`, or `all-steps-cancelled` by the engine; null if none. */
    readonly reason: string | null;
  }>({
    apply({ state }, { timestamp }) {
      state.status = 'cancelled';
      state.cancelledAt = timestamp;
    },
    parties: noParty,
    during: null,
    ends: 'cancelled',
  }),

  /** Lost jobs of open steps were restored. */
  'execution.jobs-restored': internal<{ readonly jobs: readonly Job[] }>({
    apply: noChange,
    parties: noParty,
    during: null,
  }),
};

const NO_PARTIES = { initiatorId: null, contributorIds: NOBODY, enforceSeparation: false, subject: null };
