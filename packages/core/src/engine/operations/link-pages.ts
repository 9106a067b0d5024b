/** The view of a link and its one decision, for servers of `/v2/decide/…`. */
import type { JsonObject } from '../../definition/json.js';
import type { CompiledFormField } from '../../compile/compiled-people.js';
import type { Presentation } from '../../definition/presented.js';
import { type Absence, substitutesOf } from '../../interpreter/people/substitutes.js';
import type { ExecutionState, ReviewVote } from '../../interpreter/state.js';
import type { Subject } from '../../interpreter/header.js';
import type { CompiledDefinition } from '../../compile/compiled.js';
import { explain } from '../explain/explain.js';
import type { Missing } from '../explain/missing.js';
import type { NextAnswer } from '../explain/next-answers.js';
import type { PeopleView } from '../shapes/executions/people.js';
import type { StoredLink } from '../../ports/store/links.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, type ErrorDetails, invalidArgument } from '../errors.js';
import { invalidField } from '../../definition/issue.js';
import { recordReviewerDecision } from '../shapes/steps/requests.js';
import { type Operating, operate, resultOf } from './operation.js';
import { type LinkPlace, nameOf, placeOf, subjectOf, votesOf } from '../links/place.js';
import { formToken, readFormToken, tokenHash } from '../links/tokens.js';

/** View of a step for the holder of a link. */
export interface LinkView {
  /** Name of the definition. */
  readonly name: string;
  /** Question to the reviewers; null without a text. */
  readonly commentBody: string | null;
  /** Presentation to show before a decision; null without one. */
  readonly presentation: Presentation | null;
  /** Reviewer for whom the link decides. */
  readonly reviewerId: string;
  /** Absent user whom the reviewer substitutes; null without one. */
  readonly onBehalfOf: string | null;
  /** Deadline of the step, in ms since the epoch; null: none. */
  readonly dueAt: number | null;
  /** Expiry of the link, in ms since the epoch. */
  readonly expiresAt: number;
  /** User who started the execution; null: unknown. */
  readonly requestedBy: string | null;
  /** Start of the execution, in ms since the epoch. */
  readonly requestedAt: number;
  /** Reviewers of the step and their decisions so far; null before they are known. */
  readonly people: PeopleView | null;
  /** Missing parts of the approval. */
  readonly missing: readonly Missing[];
  /** Effect of each decision through this link, as far as it could be computed. */
  readonly next: readonly NextAnswer[];
  /** Subject of the approval, by its digest; null without one. */
  readonly subject: Subject | null;
  /** Possible decisions. */
  readonly decisions: readonly ReviewVote[];
  /** Decisions that need a reason. */
  readonly reasonRequired: 'never' | 'reject' | 'always';
  /** Reason codes, one of which decisions other than approvals require; null: none. */
  readonly reasonCodes: readonly string[] | null;
  /** Form that an approval fills in; null: none. */
  readonly form: { readonly fields: readonly CompiledFormField[] } | null;
  /** Token to send with the decision, within 1 hour. */
  readonly formToken: string;
}

/** A decision through a link. */
export interface LinkAnswer {
  /** Token that the page showed. */
  readonly formToken?: unknown;
  /** Decision of the reviewer. */
  readonly decision: ReviewVote;
  /** Reason, up to 2,000 characters. */
  readonly reason?: string | undefined;
  /** Reason code, one of those of the node. */
  readonly reasonCode?: string | undefined;
  /** Values that an approval fills in. */
  readonly values?: JsonObject | undefined;
}

/** Fields that are the same as in any decision. */
const linkAnswer = recordReviewerDecision.pick({
  decision: true,
  reason: true,
  reasonCode: true,
  values: true,
});

/** Result of a decision. */
export interface LinkAnswered {
  /** Always true: unrecorded decisions are errors. */
  readonly recorded: true;
  /** Recorded decision. */
  readonly decision: ReviewVote;
  /** `pending` if the step goes on waiting for others. */
  readonly aggregatorStatus: 'pending' | 'resolved';
}

interface Opened extends LinkPlace {
  readonly link: StoredLink;
  readonly state: ExecutionState;
  readonly name: string;
  readonly compiled: CompiledDefinition;
  /** Absences that let a substitute decide. */
  readonly absences: readonly Absence[];
}

/** Parts that links are opened and answered with. */
type LinkParts = Operating &
  Pick<EngineContext, 'parser' | 'store' | 'pipeline' | 'definitions' | 'absences'>;

/** Links by their tokens, of any workspace. Each method rejects with an `ApprovalError`. */
export class LinkPages {
  private readonly context: LinkParts;

  constructor(context: LinkParts) {
    this.context = context;
  }

  /**
   * Returns the view of the link; changes nothing.
   * @throws NOT_FOUND for an unknown token; FAILED_PRECONDITION `link-revoked`, `link-used`,
   * `link-expired`, `link-closed`.
   */
  look(token: string): Promise<LinkView> {
    return operate(this.context, async () => {
      const opened = await this.open(token);
      const { link, step, commentBody, presentation, rules, state, name } = opened;
      const subject = subjectOf(state);
      return {
        name,
        commentBody,
        presentation,
        reviewerId: link.reviewerId,
        onBehalfOf: link.onBehalfOf ?? null,
        dueAt: step.dueAt,
        expiresAt: link.expiresAt,
        ...requestOf(state),
        ...this.expectationsOf(opened),
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
   * Records the decision and the use of the link in one commit.
   * @throws as `look`; INVALID_ARGUMENT for an invalid decision, and one that the link does not
   * allow; PERMISSION_DENIED `form-token`; errors of decisions.
   */
  answer(token: string, answer: LinkAnswer): Promise<LinkAnswered> {
    return operate(this.context, async () => {
      const { link, absences } = await this.open(token);
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
      const { stepId, reviewerId, onBehalfOf = null, round, linkId } = link;
      const command = {
        kind: 'record-decision' as const,
        stepId,
        reviewerId,
        onBehalfOf,
        absences,
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
      // The loser of a race gets the same result as a later caller.
      if (outcome.kind === 'refused' || (outcome.kind === 'accepted' && !outcome.result.recorded)) {
        await this.open(token);
      }
      const { aggregatorStatus } = resultOf(outcome);
      return { recorded: true, decision, aggregatorStatus };
    });
  }

  /** Reviewers so far, and what each decision of the link would do. */
  private expectationsOf({ link, compiled, state, absences }: Opened) {
    const { stepId, reviewerId, onBehalfOf = null } = link;
    const { steps } = explain(compiled, state, this.context.clock.now(), { stepId, absences });
    const step = steps[0];
    if (step === undefined || !('waitsFor' in step)) return { people: null, missing: [], next: [] };
    const next = step.next.filter((it) => it.userId === reviewerId && it.onBehalfOf === onBehalfOf);
    return { people: step.people, missing: step.missing, next };
  }

  private async open(token: string): Promise<Opened> {
    const { store, pipeline, definitions, clock } = this.context;
    const hash = tokenHash(token);
    const link = hash === null ? null : await store.findLink(hash);
    const state = link === null ? null : await pipeline.load(link);
    if (link === null || state === null) throw new ApprovalError('NOT_FOUND', 'the link does not exist');
    const definition = await definitions.ofExecution(state);
    const found = placeOf(definition, state, link);
    const links = found?.step.links;
    if (link.revokedAt !== null || links?.revoked.includes(link.linkId) === true)
      throw over(link, 'link-revoked', 'this link was revoked');
    if (links?.used.includes(link.linkId) === true) throw over(link, 'link-used', 'this link was used');
    if (clock.now() >= link.expiresAt) throw over(link, 'link-expired', 'this link has expired');
    if (found === null || !isOpenFor(found, link)) throw closed(link, found, nameOf(definition));
    const absences = await this.absencesFor(link);
    return { ...found, link, state, name: nameOf(definition), compiled: definition.compiled, absences };
  }

  /** @throws ApprovalError `link-closed` for a substitute who may not decide now. */
  private async absencesFor(link: StoredLink): Promise<readonly Absence[]> {
    const { onBehalfOf = null, workspaceId, reviewerId } = link;
    if (onBehalfOf === null) return [];
    const { absences, clock } = this.context;
    const found = await absences.links(workspaceId, onBehalfOf);
    if (substitutesOf(onBehalfOf, found, clock.now()).includes(reviewerId)) return found;
    const message = `"${reviewerId}" does not substitute "${onBehalfOf}" now`;
    throw over(link, 'link-closed', message);
  }
}

/** Names the reviewer, so that the page is in their language. */
const over = ({ reviewerId }: StoredLink, code: string, message: string, more: ErrorDetails = {}) =>
  new ApprovalError('FAILED_PRECONDITION', message, { code, reviewerId, ...more });

/** Says how the step was decided and by whom, so that a late reader need not ask. */
function closed(link: StoredLink, found: LinkPlace | null, name: string): ApprovalError {
  const title = found?.presentation?.title ?? name;
  const decision = found?.step.output?.['decision'];
  const answers = (found?.step.decisions ?? [])
    .filter((it) => it.decision === decision)
    .map(({ reviewerId, onBehalfOf = null }) => ({ reviewerId, onBehalfOf }));
  const decided = (decision === 'approve' || decision === 'reject') && { decision, answers };
  return over(link, 'link-closed', 'there is nothing to decide here any more', { title, ...decided });
}

const requestOf = ({ parties, createdAt }: ExecutionState) => ({
  requestedBy: parties?.initiatorId ?? null,
  requestedAt: createdAt,
});

/** True if the place still waits for the link's decision; exclusion is permanent. */
const isOpenFor = ({ step, place, isAnswered }: LinkPlace, { round }: StoredLink): boolean =>
  step.status === 'waiting' && !isAnswered && place?.round === round && place.lost !== true;
