/** Internal events of steps that wait for people. */
import { changing } from '../draft.js';
import { withChange } from '../people/change.js';
import { withReminder } from '../people/hand-reminders.js';
import type { PeopleAnswer, PeopleChange, PeopleState } from '../people-state.js';
import type { LinkState, RemindedByHand, ReviewVote, Via } from '../state.js';
import { WAITING, internal, noParty } from './entry.js';

const NONE: readonly never[] = Object.freeze([]);

export const peopleRecords = {
  /** The people of a step were found. */
  'step.reviewers-resolved': internal<PeopleState>({
    apply(draft, event) {
      changing(draft, event).people = event.data;
    },
    parties: ({ places }) => places.flatMap((it) => [it.userId, it.holder]),
    // A step that needs no directory stores its people once they differ from its node.
    during: ['pending', 'waiting'],
  }),

  /** Places, claims or questions of a step changed. */
  'step.people-changed': internal<PeopleChange & { readonly waitingForReviewers: readonly string[] }>({
    apply(draft, event) {
      const step = changing(draft, event);
      const { waitingForReviewers, ...change } = event.data;
      const { people, decisions } = withChange(step, change);
      step.people = people;
      step.decisions = decisions;
      step.waitingForReviewers = waitingForReviewers;
      step.dueAt = change.dueAt ?? step.dueAt;
    },
    parties: ({ places = NONE, question }) => [
      ...places.flatMap((it) => [it.userId, it.holder]),
      ...(question === undefined ? NONE : [question.by, question.of]),
    ],
    during: null,
  }),

  /** Reminders were given, the last as an event. A manual reminder has no levels. */
  'step.reminded': internal<{ readonly levels: readonly number[]; readonly byHand?: RemindedByHand }>({
    apply(draft, event) {
      const step = changing(draft, event);
      const { levels, byHand } = event.data;
      if (levels.length > 0) step.reminded = [...(step.reminded ?? NONE), ...levels];
      if (byHand !== undefined)
        step.handReminders = withReminder(step.handReminders, byHand, event.timestamp);
    },
    parties: noParty,
    during: WAITING,
  }),

  /** A decision was recorded. */
  'step.decision-recorded': internal<{
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    readonly via: Via | null;
    /** People nodes only. */
    readonly people?: PeopleAnswer;
    /** People nodes only: reviewers that the step now waits for. */
    readonly waitingForReviewers?: readonly string[];
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      const { reviewerId, decision, reason, people, waitingForReviewers, via } = event.data;
      if (via?.kind === 'link') step.links = withLink(step.links, 'used', via.linkId);
      const recorded = { reviewerId, decision, reason, ...people, recordedAt: event.timestamp };
      step.decisions = [...step.decisions, recorded];
      step.waitingForReviewers =
        waitingForReviewers ?? step.waitingForReviewers.filter((it) => it !== reviewerId);
    },
    parties: ({ reviewerId, people }) => [reviewerId, people?.onBehalfOf],
    during: WAITING,
  }),

  /** A decision link was revoked. */
  'step.link-revoked': internal<{ readonly linkId: string }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.links = withLink(step.links, 'revoked', event.data.linkId);
    },
    parties: noParty,
    during: null,
  }),
};

const NO_LINKS: LinkState = Object.freeze({ used: NONE, revoked: NONE });

const withLink = (links = NO_LINKS, fate: keyof LinkState, linkId: string): LinkState => ({
  ...links,
  [fate]: [...links[fate], linkId],
});
