/** Events of groups and loops. */
import type { Draft } from '../draft.js';
import { external, internal, noParty } from './entry.js';

export const groupEvents = {
  /** A group has reached its quorum. */
  'group.quorum-met': external<{
    /** Id of the group. */
    readonly groupId: string;
    /**
     * Iteration in which members are counted, from 1. A rewind of a member's loop begins another.
     */
    readonly iteration: number;
    /** Number of approvals needed. */
    readonly quorum: number;
    /** Number of approvals. */
    readonly totalApproved: number;
    /** Members with a completed step, approved or rejected. */
    readonly completedTotal: number;
    /** Number of members that have to end. */
    readonly expectedSteps: number;
  }>({
    apply: ({ state }, { data }) => decideGroup(state, data, 'met'),
    parties: noParty,
    during: null,
  }),

  /** A group can no longer reach its quorum. */
  'group.quorum-unreachable': internal<{ readonly groupId: string; readonly iteration: number }>({
    apply: ({ state }, { data }) => decideGroup(state, data, 'unreachable'),
    parties: noParty,
    during: null,
  }),

  /** The members of a `waitAll` group with own edges have ended. */
  'group.collected': internal<{
    readonly groupId: string;
    readonly iteration: number;
    /** `approve` if the quorum was met. */
    readonly outcome: 'approve' | 'reject';
  }>({
    apply: ({ state }, { data }) =>
      decideGroup(state, data, data.outcome === 'approve' ? 'met' : 'unreachable'),
    parties: noParty,
    during: null,
  }),

  /** A loop was rewound to its entry. */
  'loop.iteration-started': external<{
    /** Id of the loop. */
    readonly loopId: string;
    /** Iteration that begins, from 2. */
    readonly iteration: number;
    /** Cause of the rewind. */
    readonly triggeredBy: 'rejection';
  }>({
    apply: ({ state }, { data }) => moveLoop(state, data, false),
    parties: noParty,
    during: null,
  }),

  /** The last iteration of a loop was rejected. */
  'loop.exhausted': external<{
    /** Id of the loop. */
    readonly loopId: string;
    /** The rejected iteration, the last one allowed. */
    readonly iteration: number;
    /** Id of the user who rejected; null without one. */
    readonly lastRejectedBy: string | null;
    /** Reason of that user. */
    readonly lastRejectionReason: string | null;
  }>({
    apply: ({ state }, { data }) => moveLoop(state, data, true),
    parties: noParty,
    during: null,
  }),
};

function decideGroup(
  state: Draft['state'],
  { groupId, iteration }: { readonly groupId: string; readonly iteration: number },
  outcome: 'met' | 'unreachable',
): void {
  const others = state.groups.filter((it) => it.groupId !== groupId);
  state.groups = [...others, { groupId, iteration, outcome }];
}

function moveLoop(
  state: Draft['state'],
  { loopId, iteration }: { readonly loopId: string; readonly iteration: number },
  exhausted: boolean,
): void {
  const others = state.loops.filter((it) => it.loopId !== loopId);
  state.loops = [...others, { loopId, iteration, exhausted }];
}
