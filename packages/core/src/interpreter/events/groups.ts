/** Events of groups and of loops. */
import type { Draft } from '../draft.js';
import { external, internal, noParty } from './entry.js';

export const groupEvents = {
  /** A group has as many approvals as it needs. */
  'group.quorum-met': external<{
    /** The group. */
    readonly groupId: string;
    /** Iteration in which its members are counted, from 1; a rewind of a loop around one of them begins another. */
    readonly iteration: number;
    /** Approvals that are enough. */
    readonly quorum: number;
    /** Approvals there are. */
    readonly totalApproved: number;
    /** Members with a completed step, approved or rejected. */
    readonly completedTotal: number;
    /** Members to hear from. */
    readonly expectedSteps: number;
  }>({
    apply: ({ state }, { data }) => decideGroup(state, data, 'met'),
    parties: noParty,
    during: null,
  }),

  /** A group cannot have as many approvals as it needs any more. */
  'group.quorum-unreachable': internal<{ readonly groupId: string; readonly iteration: number }>({
    apply: ({ state }, { data }) => decideGroup(state, data, 'unreachable'),
    parties: noParty,
    during: null,
  }),

  /** A loop was rewound to its entry. */
  'loop.iteration-started': external<{
    /** The loop. */
    readonly loopId: string;
    /** The iteration that begins, from 2. */
    readonly iteration: number;
    /** What rewound it. */
    readonly triggeredBy: 'rejection';
  }>({
    apply: ({ state }, { data }) => moveLoop(state, data, false),
    parties: noParty,
    during: null,
  }),

  /** The last iteration of a loop was rejected. */
  'loop.exhausted': external<{
    /** The loop. */
    readonly loopId: string;
    /** The iteration that was rejected: the last one that it may have. */
    readonly iteration: number;
    /** Who rejected; null when nobody did it by name. */
    readonly lastRejectedBy: string | null;
    /** Why, in their words. */
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
