/** What people do with a waiting step, beside deciding (contract section 17). */
import type { CommandKind, CommandOf } from '../../interpreter/command.js';
import type { Caller } from '../caller.js';
import type { EngineContext } from '../context.js';
import type { ApprovalError } from '../errors.js';
import { unavailable } from '../errors.js';
import {
  type AddReviewersRequest,
  type ClaimStepRequest,
  type DecideManyRequest,
  type DelegateStepRequest,
  type ProvideInformationRequest,
  type ReleaseStepRequest,
  type RemindStepRequest,
  type RequestInformationRequest,
  type RetractDecisionRequest,
  addReviewers,
  claimStep,
  decideMany,
  delegateStep,
  provideInformation,
  releaseStep,
  remindStep,
  requestInformation,
  retractDecision,
} from '../shapes/steps/review-requests.js';
import type { RecordReviewerDecisionRequest } from '../shapes/steps/requests.js';
import type {
  AddReviewersResult,
  ClaimStepResult,
  DecideManyItem,
  DecideManyResult,
  DelegateStepResult,
  ProvideInformationResult,
  ReleaseStepResult,
  RemindStepResult,
  RequestInformationResult,
  RetractDecisionResult,
} from '../shapes/steps/review-results.js';
import type { ReviewResult } from '../shapes/results.js';
import { operate, resultOf } from './operation.js';

/** What people do on the steps of one workspace. Each operation rejects with an `ApprovalError`. */
export abstract class ReviewOperations {
  /** What all operations of the engine share. */
  protected readonly context: EngineContext;
  /** Whose rows the operations are on. */
  protected readonly workspaceId: string;

  /** Who calls, as far as it matters. */
  protected readonly caller: Caller;

  constructor(context: EngineContext, workspaceId: string, caller: Caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  /**
   * Hands a place over for good; it keeps its entries, weight, veto and order. An `actorId` other than `reviewerId` is an
   * administrator's, whom no node has to allow it. The last delegation again is `delegated: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody without a place, and `separation-of-duties`; FAILED_PRECONDITION with
   * `details.code` `not-allowed`, `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
   */
  delegate(request: DelegateStepRequest): Promise<DelegateStepResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(delegateStep, request);
      const { executionId, reason = null, actorId = parsed.reviewerId, ...rest } = parsed;
      return { ...(await this.submit(executionId, { kind: 'delegate', ...rest, actorId, reason })) };
    });
  }

  /**
   * Reserves one of a pool's answers for a time; a live claim again is `claimed: false` with the same `until`.
   * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or `not-asked-yet`.
   */
  claim(request: ClaimStepRequest): Promise<ClaimStepResult> {
    return operate(this.context, async () => {
      const { executionId, ...rest } = this.context.parser.parse(claimStep, request);
      return { ...(await this.submit(executionId, { kind: 'claim', ...rest })) };
    });
  }

  /**
   * Gives a claim back; where there is none, `released: false`.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
   */
  release(request: ReleaseStepRequest): Promise<ReleaseStepResult> {
    return operate(this.context, async () => {
      const { executionId, actorId: _, ...rest } = this.context.parser.parse(releaseStep, request);
      return { ...(await this.submit(executionId, { kind: 'release', ...rest })) };
    });
  }

  /**
   * Adds people who have to approve too; those that this reviewer added before are not added again.
   * @throws as `delegate`.
   */
  addReviewers(request: AddReviewersRequest): Promise<AddReviewersResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(addReviewers, request);
      const { executionId, reason = null, ...rest } = parsed;
      const { added } = await this.submit(executionId, { kind: 'add-reviewers', ...rest, reason });
      return { added: [...added] };
    });
  }

  /**
   * Takes an answer back while the step waits; the next one on that place names the `round` that is returned.
   * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
   */
  retractDecision(request: RetractDecisionRequest): Promise<RetractDecisionResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(retractDecision, request);
      const { executionId, onBehalfOf = null, reason = null, ...rest } = parsed;
      const command = { kind: 'retract-decision', ...rest, onBehalfOf, reason } as const;
      return { ...(await this.submit(executionId, command)) };
    });
  }

  /**
   * Asks somebody, the initiator by default, for information; the step goes on waiting. The same question while it is
   * open is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or not.
   * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another question under the key;
   * INVALID_ARGUMENT when there is nobody to ask.
   */
  requestInformation(request: RequestInformationRequest): Promise<RequestInformationResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(requestInformation, request);
      const { executionId, ofUserId = null, ...rest } = parsed;
      return { ...(await this.submit(executionId, { kind: 'request-information', ...rest, ofUserId })) };
    });
  }

  /**
   * Answers a question; the same answer again is `provided: false`. `asAdministrator` lets the actor answer what others
   * were asked.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody who was not asked; FAILED_PRECONDITION when it is answered otherwise.
   */
  provideInformation(
    request: ProvideInformationRequest,
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ): Promise<ProvideInformationResult> {
    return operate(this.context, async () => {
      const { executionId, ...rest } = this.context.parser.parse(provideInformation, request);
      const command = { kind: 'provide-information', ...rest, asAdministrator } as const;
      return { ...(await this.submit(executionId, command)) };
    });
  }

  /**
   * Reminds people of a waiting step by hand, as a reminder of its node does; tallies and deadlines stay. Who was reminded by hand
   * less than a minute ago is left out; where the same person reminded all of them, it is `reminded: false`.
   * `asAdministrator` lets somebody remind who neither started the run nor contributed to it.
   * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when the step does not wait, when `userId` owes no
   * answer, and with `details.code` `reminded-already` (`details.notBefore`) or `limit-reached`.
   */
  remind(
    request: RemindStepRequest,
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ): Promise<RemindStepResult> {
    return operate(this.context, async () => {
      const { executionId, userId = null, ...rest } = this.context.parser.parse(remindStep, request);
      const command = { kind: 'remind', ...rest, userId, asAdministrator } as const;
      const { reminded, userIds } = await this.submit(executionId, command);
      return { reminded, userIds: [...userIds] };
    });
  }

  /**
   * Records several decisions, each as `recordReviewerDecision` does, and returns what became of each, in order.
   * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
   */
  decideMany(request: DecideManyRequest): Promise<DecideManyResult> {
    return operate(this.context, async () => {
      const { decisions } = this.context.parser.parse(decideMany, request);
      const evidence = await Promise.all(decisions.map((it) => this.absencesFor(it)));
      // Submitted together, so that those on one step are decided in their order, in a commit or two.
      const items = decisions.map((it, index) => itemOf(this.decideWith(it, evidence[index] ?? [])));
      return { items: await Promise.all(items) };
    });
  }

  /** The absences that say whether somebody may stand in; none where they do not. */
  protected async absencesFor({ onBehalfOf }: RecordReviewerDecisionRequest) {
    return onBehalfOf === undefined ? [] : this.context.absences.links(this.workspaceId, onBehalfOf);
  }

  protected async decideWith(
    request: RecordReviewerDecisionRequest,
    absences: NonNullable<CommandOf<'record-decision'>['absences']>,
  ): Promise<ReviewResult> {
    const outcome = await this.submit(request.executionId, {
      kind: 'record-decision',
      stepId: request.stepId,
      reviewerId: request.reviewerId,
      decision: request.decision,
      reason: request.reason ?? null,
      reasonCode: request.reasonCode ?? null,
      values: request.values ?? null,
      onBehalfOf: request.onBehalfOf ?? null,
      subjectDigest: request.subjectDigest ?? null,
      shown: this.caller.decidesAsShown === true,
      round: request.round ?? null,
      absences,
      via: this.caller.via ?? null,
    });
    return { ...outcome };
  }

  protected async submit<K extends CommandKind>(executionId: string, command: CommandOf<K>) {
    const key = { workspaceId: this.workspaceId, executionId };
    return resultOf(await this.context.pipeline.submit(key, command));
  }
}

/** What becomes of one of several; how each of them fails is its own. */
async function itemOf(decided: Promise<ReviewResult>): Promise<DecideManyItem> {
  try {
    return { ok: true, result: await decided };
  } catch (error) {
    return { ok: false, error: errorOf(unavailable(error)) };
  }
}

const errorOf = ({ message, status, details }: ApprovalError): NonNullable<DecideManyItem['error']> => ({
  message,
  status,
  details: details as NonNullable<DecideManyItem['error']>['details'],
});
