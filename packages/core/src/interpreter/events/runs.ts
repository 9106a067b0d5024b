/** Events of a run as a whole: its subject, its end, and repairs. */
import { NOBODY } from '../draft.js';
import type { KeyedRevision, Subject } from '../header.js';
import type { Job } from '../job.js';
import type { FailureReason } from '../state.js';
import { external, internal, noChange, noParty } from './entry.js';

export const runEvents = {
  /** What is to be approved is another now. */
  'execution.subject-revised': external<{
    /** Digest of the subject from now on. */
    readonly digest: string;
    /** Digest before; null when there was none. */
    readonly previousDigest: string | null;
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Who made the revision, where it is known. */
    readonly contributorId: string | null;
    /** Steps whose answers are void. */
    readonly resetStepIds: readonly string[];
  }>({
    apply: noChange,
    // A contributor is a party by `execution.parties-changed`, which comes before.
    parties: noParty,
    during: null,
  }),

  /** What a revision changes, beside the steps. */
  'execution.parties-changed': internal<{
    readonly subject: Subject;
    readonly contributorIds: readonly string[];
    /** Absent where it did not change. */
    readonly revisions?: readonly KeyedRevision[];
  }>({
    apply({ state }, { data }) {
      state.parties = { ...(state.parties ?? NO_PARTIES), ...data };
    },
    parties: ({ contributorIds }) => contributorIds,
    during: null,
  }),

  /** A run has ended well. */
  'execution.completed': external<{
    /** Time since the dispatch, in ms. */
    readonly durationMs: number;
  }>({
    apply({ state }, { timestamp }) {
      state.status = 'completed';
      state.completedAt = timestamp;
    },
    parties: noParty,
    during: null,
    ends: 'completed',
  }),

  /** A run has failed. */
  'execution.failed': external<{
    /** Why, as a code and a sentence. */
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

  /** A run was cancelled. */
  'execution.cancelled': external<{
    /** Why, in the words of whoever did it, or `withdrawn`; `all-steps-cancelled` by the engine; null: nobody said. */
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

  /** Jobs of open steps that were lost are made again; nothing else changes. */
  'execution.jobs-restored': internal<{ readonly jobs: readonly Job[] }>({
    apply: noChange,
    parties: noParty,
    during: null,
  }),
};

const NO_PARTIES = { initiatorId: null, contributorIds: NOBODY, enforceSeparation: false, subject: null };
