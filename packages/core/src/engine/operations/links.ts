/** `links/*`: addresses that answer for a person, for mails and chats (contract section 18). */
import { invalidField } from '../../definition/issue.js';
import { decide } from '../../interpreter/decide.js';
import type { ExecutionState, ReviewVote } from '../../interpreter/state.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { StoredLink } from '../../ports/store/links.js';
import { type Caller, unknownExecution } from '../caller.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, failedPrecondition, invalidArgument, refusalError } from '../errors.js';
import { nameOf, placeOf } from '../links/place.js';
import { newToken, tokenHash } from '../links/tokens.js';
import { isOfPermit } from '../shapes/shared/permit-key.js';
import {
  type CreateLinkRequest,
  type RevokeLinkRequest,
  createLinkInProcess,
  revokeLink,
} from '../shapes/links/requests.js';
import type { CreateLinkResult, RevokeLinkResult } from '../shapes/links/views.js';
import { operate, resultOf } from './operation.js';

const LONGEST_MS = 14 * 86_400_000;
const MAX_LIVE = 20;

/** Operations on the links of one workspace. Each of them rejects with an `ApprovalError`. */
export class LinkOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;
  private readonly caller: Caller;

  constructor(context: EngineContext, workspaceId: string, caller: Caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  /**
   * A link that answers for a reviewer, once. Its address is a secret: give it to nobody but them. In process `baseUrl` says
   * where the decision page is served, if the host has not.
   * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`, `links-not-configured`,
   * `limit-reached` over 20 live ones; INVALID_ARGUMENT.
   */
  create(request: CreateLinkRequest & { baseUrl?: string | undefined }): Promise<CreateLinkResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(createLinkInProcess, request);
      const { executionId, stepId, reviewerId, decision = null, baseUrl = this.caller.linksBaseUrl } = parsed;
      const { store, ids, clock, pipeline, definitions } = this.context;
      const { workspaceId } = this;
      const state = await pipeline.load({ workspaceId, executionId });
      if (state === null) throw unknownExecution(executionId);
      const definition = await definitions.ofExecution(state);
      this.refuse(definition, state, { stepId, reviewerId, decision });
      if (baseUrl === undefined || baseUrl === null)
        throw failedPrecondition('links-not-configured', NOT_CONFIGURED);
      const found = placeOf(definition, state, { stepId, reviewerId });
      if (found?.place == null) throw unknownExecution(executionId);
      const { dueAt } = found.step;
      const now = clock.now();
      const expiresAt = endOf(parsed.expiresAt, now, dueAt);
      const token = newToken();
      const link: StoredLink = {
        workspaceId,
        linkId: ids.next('link'),
        tokenHash: tokenHash(token) ?? '',
        executionId,
        stepId,
        reviewerId,
        round: found.place.round,
        decision,
        createdAt: now,
        expiresAt,
        revokedAt: null,
      };
      const place = JSON.stringify([workspaceId, executionId, stepId, reviewerId]);
      await this.context.linking.within(place, async () => {
        await store.createLink(link);
        await this.refuseTooMany(link, found.step.links?.used ?? []);
      });
      return {
        linkId: link.linkId,
        url: `${baseUrl.replace(/\/$/, '')}/v2/decide/${token}`,
        expiresAt,
        name: nameOf(definition),
        commentBody: found.commentBody,
        reviewerId,
        dueAt,
        decision,
      };
    });
  }

  /**
   * Takes a link away: no answer comes through it any more, unless one did (`revoked: false`).
   * @throws NOT_FOUND
   */
  revoke(request: RevokeLinkRequest): Promise<RevokeLinkResult> {
    return operate(this.context, async () => {
      const { linkId } = this.context.parser.parse(revokeLink, request);
      const { store, pipeline, clock } = this.context;
      const link = await store.loadLink({ workspaceId: this.workspaceId, linkId });
      if (link === null) throw new ApprovalError('NOT_FOUND', `there is no link "${linkId}"`);
      const command = { kind: 'revoke-link' as const, stepId: link.stepId, linkId };
      const { revoked } = resultOf(await pipeline.submit(link, command));
      if (revoked) await store.revokeLink(link, clock.now());
      return { revoked, linkId };
    });
  }

  /** Which run a link is of; null: there is no such link. */
  async executionOf(linkId: string): Promise<string | null> {
    const link = await this.context.store.loadLink({ workspaceId: this.workspaceId, linkId });
    return link?.executionId ?? null;
  }

  /** As the decision itself would be, its reason, values and digest apart. */
  private refuse(
    { compiled }: Pick<DefinitionVersion, 'compiled'>,
    state: ExecutionState,
    asked: {
      readonly stepId: string;
      readonly reviewerId: string;
      readonly decision: ReviewVote | null;
    },
  ): void {
    const found = placeOf({ compiled }, state, asked);
    const round = found?.place?.round ?? null;
    const said = { decision: asked.decision ?? ('approve' as const), reason: null, round };
    const command = { kind: 'record-decision' as const, ...asked, ...said };
    const decided = decide(compiled, state, command, this.context.environment());
    // A link for any answer is one for the answer that they gave, too.
    const isRepeat = decided.ok
      ? !decided.result.recorded
      : asked.decision === null && decided.refusal.details['recordedDecision'] !== undefined;
    if (isRepeat) throw failedPrecondition('answered-already', `"${asked.reviewerId}" has answered already`);
    if (!decided.ok && decided.refusal.status !== 'INVALID_ARGUMENT') {
      throw refusalError(decided.refusal);
    }
    // Nobody but a relay answers for people on what an agent asked for.
    if (isOfPermit(state.idempotencyKey) && this.caller.relaysPermits !== true) {
      throw new ApprovalError(
        'PERMISSION_DENIED',
        'only a relay of the host makes links for what a program asks for',
        {
          code: 'separation-of-duties',
        },
      );
    }
  }

  /**
   * Looked at afterwards: of processes that race none stays over the limit, whatever their clocks say; all of them may have to
   * try again.
   */
  private async refuseTooMany(link: StoredLink, used: readonly string[]): Promise<void> {
    const { store } = this.context;
    const live = (await store.listLinks(link))
      .filter((it) => it.reviewerId === link.reviewerId && it.revokedAt === null)
      // Those of an earlier round answer nothing any more.
      .filter((it) => it.round === link.round)
      .filter((it) => it.expiresAt > link.createdAt && !used.includes(it.linkId));
    if (live.length <= MAX_LIVE) return;
    await store.deleteLink(link);
    throw failedPrecondition(
      'limit-reached',
      `"${link.reviewerId}" has ${MAX_LIVE} live links for this step; revoke one first`,
    );
  }
}

const NOT_CONFIGURED =
  'the host serves no decision page: give `links.baseUrl` to its handler, or `baseUrl` here';

function endOf(asked: number | undefined, now: number, dueAt: number | null): number {
  const latest = Math.min(dueAt ?? Infinity, now + LONGEST_MS);
  const expiresAt = asked ?? latest;
  if (expiresAt > now && expiresAt <= latest) return expiresAt;
  throw invalidArgument([
    invalidField(
      'expiresAt',
      `must be in the future, and at most ${latest}: 14 days, or when the step is due`,
    ),
  ]);
}
