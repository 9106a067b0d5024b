/** What a link shows, and the one answer that it gives: for whoever serves `/v2/decide/…`. */
import type { JsonObject } from '../../definition/json.js';
import type { CompiledFormField } from '../../compile/compiled-people.js';
import type { ExecutionState, ReviewVote } from '../../interpreter/state.js';
import type { Subject } from '../../interpreter/header.js';
import type { StoredLink } from '../../ports/store/links.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, failedPrecondition, invalidArgument } from '../errors.js';
import { invalidField } from '../../definition/issue.js';
import { recordReviewerDecision } from '../shapes/steps/requests.js';
import { type Operating, operate, resultOf } from './operation.js';
import { type LinkPlace, nameOf, placeOf, subjectOf, votesOf } from '../links/place.js';
import { formToken, readFormToken, tokenHash } from '../links/tokens.js';

/** What is shown of a step to whoever opens a link. */
export interface LinkView {
  /** Name of the definition. */
  readonly name: string;
  /** What the people are asked; null without a text. */
  readonly commentBody: string | null;
  /** Whose answer it gives. */
  readonly reviewerId: string;
  /** When the step is breached, in ms since the epoch; null: never. */
  readonly dueAt: number | null;
  /** When the link ends, in ms since the epoch. */
  readonly expiresAt: number;
  /** What is approved, by its digest; null without one. */
  readonly subject: Subject | null;
  /** The answers that can be given. */
  readonly decisions: readonly ReviewVote[];
  /** Which answers need a reason. */
  readonly reasonRequired: 'never' | 'reject' | 'always';
  /** One of these is the reasonCode of any answer but an approval; null: there are none. */
  readonly reasonCodes: readonly string[] | null;
  /** What an approval fills in; null: nothing. */
  readonly form: { readonly fields: readonly CompiledFormField[] } | null;
  /** To be sent along with the answer, within the hour. */
  readonly formToken: string;
}

/** An answer through a link. */
export interface LinkAnswer {
  /** As the page showed it. */
  readonly formToken?: unknown;
  /** What they decided. */
  readonly decision: ReviewVote;
  /** Why, up to 2,000 characters. */
  readonly reason?: string | undefined;
  /** Why, as one of the reason codes of the node. */
  readonly reasonCode?: string | undefined;
  /** What an approval fills in. */
  readonly values?: JsonObject | undefined;
}

/** What of it is said as in any decision. */
const linkAnswer = recordReviewerDecision.pick({
  decision: true,
  reason: true,
  reasonCode: true,
  values: true,
});

/** What became of an answer. */
export interface LinkAnswered {
  /** Always: what is not recorded is an error. */
  readonly recorded: true;
  /** What was decided. */
  readonly decision: ReviewVote;
  /** Whether the step goes on waiting for others. */
  readonly aggregatorStatus: 'pending' | 'resolved';
}

interface Opened extends LinkPlace {
  readonly link: StoredLink;
  readonly state: ExecutionState;
  readonly name: string;
}

/** Parts that links are opened and answered with. */
type LinkParts = Operating & Pick<EngineContext, 'parser' | 'store' | 'pipeline' | 'definitions'>;

/** Links by their tokens, of whatever workspace. Each method rejects with an `ApprovalError`. */
export class LinkPages {
  private readonly context: LinkParts;

  constructor(context: LinkParts) {
    this.context = context;
  }

  /**
   * What the link shows; nothing is changed.
   * @throws NOT_FOUND for an unknown token; FAILED_PRECONDITION `link-revoked`, `link-used`, `link-expired`, `link-closed`.
   */
  look(token: string): Promise<LinkView> {
    return operate(this.context, async () => {
      const opened = await this.open(token);
      const { link, step, commentBody, rules, state, name } = opened;
      const subject = subjectOf(state);
      return {
        name,
        commentBody,
        reviewerId: link.reviewerId,
        dueAt: step.dueAt,
        expiresAt: link.expiresAt,
        subject,
        decisions: link.decision === null ? votesOf(opened) : [link.decision],
        reasonRequired: rules.reasonRequired,
        reasonCodes: rules.reasonCodes,
        form: rules.form === null ? null : { fields: rules.form },
        formToken: formToken(token, link.linkId, this.context.clock.now(), subject?.digest ?? null),
      };
    });
  }

  /**
   * Records the answer; it and the use of the link are one commit.
   * @throws as `look`; INVALID_ARGUMENT for what is no decision, and another answer than the link's; PERMISSION_DENIED `form-token`; what a decision is
   * refused for.
   */
  answer(token: string, answer: LinkAnswer): Promise<LinkAnswered> {
    return operate(this.context, async () => {
      const { link } = await this.open(token);
      const { formToken: given, ...said } = answer;
      const parsed = this.context.parser.parse(linkAnswer, said);
      const { decision, reason = null, reasonCode = null, values = null } = parsed;
      if (link.decision !== null && decision !== link.decision) {
        throw invalidArgument([invalidField('decision', `this link is for "${link.decision}" alone`)]);
      }
      const shown = readFormToken(token, link.linkId, this.context.clock.now(), given);
      if (shown === null) {
        throw new ApprovalError(
          'PERMISSION_DENIED',
          'open the link again: this page is too old, or not its own',
          {
            code: 'form-token',
          },
        );
      }
      const { stepId, reviewerId, round, linkId } = link;
      const command = {
        kind: 'record-decision' as const,
        stepId,
        reviewerId,
        decision,
        reason,
        reasonCode,
        values,
        round,
        subjectDigest: shown.digest,
        shown: true,
        via: { kind: 'link', linkId } as const,
      };
      const outcome = await this.context.pipeline.submit(link, command);
      // Whoever lost a race is answered as if they had come later.
      if (outcome.kind === 'refused' || (outcome.kind === 'accepted' && !outcome.result.recorded)) {
        await this.open(token);
      }
      const { aggregatorStatus } = resultOf(outcome);
      return { recorded: true, decision, aggregatorStatus };
    });
  }

  private async open(token: string): Promise<Opened> {
    const { store, pipeline, definitions, clock } = this.context;
    const hash = tokenHash(token);
    const link = hash === null ? null : await store.findLink(hash);
    const state = link === null ? null : await pipeline.load(link);
    if (link === null || state === null) throw new ApprovalError('NOT_FOUND', 'there is no such link');
    const definition = await definitions.ofExecution(state);
    const found = placeOf(definition, state, link);
    const links = found?.step.links;
    if (link.revokedAt !== null || links?.revoked.includes(link.linkId) === true) {
      throw failedPrecondition('link-revoked', 'this link was revoked');
    }
    if (links?.used.includes(link.linkId) === true)
      throw failedPrecondition('link-used', 'this link was used');
    if (clock.now() >= link.expiresAt) throw failedPrecondition('link-expired', 'this link has expired');
    if (found === null || !isOpenFor(found, link))
      throw failedPrecondition('link-closed', 'there is nothing to decide here any more');
    return { ...found, link, state, name: nameOf(definition) };
  }
}

/** Whether the place still waits for the answer that the link was made for; who must not decide has lost it for good. */
const isOpenFor = ({ step, place, isAnswered }: LinkPlace, { round }: StoredLink): boolean =>
  step.status === 'waiting' && !isAnswered && place?.round === round && place.lost !== true;
