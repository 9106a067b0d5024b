// Written by `npm run operations` from the records in the folders beside it; do not edit it.
/** Every operation of an engine, and the methods of its areas. */
import type { OperationPath, OperationRequest, OperationResult } from './operation-types.js';
import type { EngineOperation } from './methods.js';
import type { StepCallbacks } from './steps/callbacks.js';
import type { FeedFollowing } from './events/following.js';
import type { LinkFinding } from './links/finding.js';
import { operation as definitionsCreate } from './definitions/create.js';
import { operation as definitionsUpdate } from './definitions/update.js';
import { operation as definitionsGet } from './definitions/get.js';
import { operation as definitionsList } from './definitions/list.js';
import { operation as definitionsDelete } from './definitions/delete.js';
import { operation as definitionsEnsure } from './definitions/ensure.js';
import { operation as definitionsValidate } from './definitions/validate.js';
import { operation as executionsDispatch } from './executions/dispatch.js';
import { operation as executionsGet } from './executions/get.js';
import { operation as executionsList } from './executions/list.js';
import {
  type Method as ExecutionsGetEventsMethod,
  operation as executionsGetEvents,
} from './executions/get-events.js';
import { type Method as ExecutionsWaitMethod, operation as executionsWait } from './executions/wait.js';
import { operation as executionsCancel } from './executions/cancel.js';
import { operation as executionsWithdraw } from './executions/withdraw.js';
import { operation as executionsReviseSubject } from './executions/revise-subject.js';
import { operation as executionsExplain } from './executions/explain.js';
import { operation as executionsSignal } from './executions/signal.js';
import { operation as stepsRecordReviewerDecision } from './steps/record-reviewer-decision.js';
import { operation as stepsRecordAgentResolution } from './steps/record-agent-resolution.js';
import { operation as stepsCancel } from './steps/cancel.js';
import { operation as stepsResolve } from './steps/resolve.js';
import { operation as stepsListWaiting } from './steps/list-waiting.js';
import { operation as stepsDelegate } from './steps/delegate.js';
import { operation as stepsClaim } from './steps/claim.js';
import { operation as stepsRelease } from './steps/release.js';
import { operation as stepsAddReviewers } from './steps/add-reviewers.js';
import { operation as stepsRetractDecision } from './steps/retract-decision.js';
import { operation as stepsRequestInformation } from './steps/request-information.js';
import {
  type Method as StepsProvideInformationMethod,
  operation as stepsProvideInformation,
} from './steps/provide-information.js';
import { type Method as StepsRemindMethod, operation as stepsRemind } from './steps/remind.js';
import { operation as stepsDecideMany } from './steps/decide-many.js';
import { operation as stepsFinish } from './steps/finish.js';
import { operation as peopleSetAbsence } from './people/set-absence.js';
import {
  type Method as PeopleClearAbsenceMethod,
  operation as peopleClearAbsence,
} from './people/clear-absence.js';
import { operation as peopleListAbsences } from './people/list-absences.js';
import { operation as eventsList } from './events/list.js';
import { type Method as LinksCreateMethod, operation as linksCreate } from './links/create.js';
import { operation as linksRevoke } from './links/revoke.js';
import { operation as webhooksListDeliveries } from './webhooks/list-deliveries.js';
import { operation as webhooksRedeliver } from './webhooks/redeliver.js';
import { operation as triggersEmit } from './triggers/emit.js';
import { type Method as TriggersFireMethod, operation as triggersFire } from './triggers/fire.js';
import { operation as triggersList } from './triggers/list.js';

/** Every operation by its path. */
export const RECORDS = {
  'definitions/create': definitionsCreate,
  'definitions/update': definitionsUpdate,
  'definitions/get': definitionsGet,
  'definitions/list': definitionsList,
  'definitions/delete': definitionsDelete,
  'definitions/ensure': definitionsEnsure,
  'definitions/validate': definitionsValidate,
  'executions/dispatch': executionsDispatch,
  'executions/get': executionsGet,
  'executions/list': executionsList,
  'executions/getEvents': executionsGetEvents,
  'executions/wait': executionsWait,
  'executions/cancel': executionsCancel,
  'executions/withdraw': executionsWithdraw,
  'executions/reviseSubject': executionsReviseSubject,
  'executions/explain': executionsExplain,
  'executions/signal': executionsSignal,
  'steps/recordReviewerDecision': stepsRecordReviewerDecision,
  'steps/recordAgentResolution': stepsRecordAgentResolution,
  'steps/cancel': stepsCancel,
  'steps/resolve': stepsResolve,
  'steps/listWaiting': stepsListWaiting,
  'steps/delegate': stepsDelegate,
  'steps/claim': stepsClaim,
  'steps/release': stepsRelease,
  'steps/addReviewers': stepsAddReviewers,
  'steps/retractDecision': stepsRetractDecision,
  'steps/requestInformation': stepsRequestInformation,
  'steps/provideInformation': stepsProvideInformation,
  'steps/remind': stepsRemind,
  'steps/decideMany': stepsDecideMany,
  'steps/finish': stepsFinish,
  'people/setAbsence': peopleSetAbsence,
  'people/clearAbsence': peopleClearAbsence,
  'people/listAbsences': peopleListAbsences,
  'events/list': eventsList,
  'links/create': linksCreate,
  'links/revoke': linksRevoke,
  'webhooks/listDeliveries': webhooksListDeliveries,
  'webhooks/redeliver': webhooksRedeliver,
  'triggers/emit': triggersEmit,
  'triggers/fire': triggersFire,
  'triggers/list': triggersList,
} satisfies { readonly [P in OperationPath]: EngineOperation<P> };

/** Operations on the definitions of one workspace. Each rejects with an `ApprovalError`. */
export interface DefinitionOperations {
  /**
   * Stores a new definition as version 1.
   * @throws INVALID_ARGUMENT with every fault in `details.issues`; ALREADY_EXISTS.
   * @example
   * ```ts
   * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const draft = {
   *   definitionId: 'sign-off',
   *   name: 'Sign-off',
   *   nodes: [{ nodeId: 'legal', type: 'human' as const }],
   *   edges: [{ from: 'legal', to: 'archive' }],
   * };
   * const refused: unknown = await engine.definitions
   *   .create(draft)
   *   .catch((error: unknown) => error);
   * if (refused instanceof ApprovalError) console.log(refused.status); // → INVALID_ARGUMENT
   * await engine.stop();
   * ```
   */
  create(request: OperationRequest<'definitions/create'>): Promise<OperationResult<'definitions/create'>>;
  /**
   * Stores a new version; running executions stay on theirs. Present fields replace, absent
   * ones stay, `null` removes an optional one.
   * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND;
   * INVALID_ARGUMENT.
   */
  update(request: OperationRequest<'definitions/update'>): Promise<OperationResult<'definitions/update'>>;
  /**
   * Returns the newest or the requested version of the most specific definition: document, then
   * organization, then workspace.
   * @throws NOT_FOUND
   */
  get(request: OperationRequest<'definitions/get'>): Promise<OperationResult<'definitions/get'>>;
  /** The active definitions of exactly one scope level; a page ends at 4 MiB. */
  list(request?: OperationRequest<'definitions/list'>): Promise<OperationResult<'definitions/list'>>;
  /**
   * Tombstones a definition: its id is free again, runs that have ended stay readable.
   * @throws FAILED_PRECONDITION while an execution of any version is not terminal; NOT_FOUND.
   */
  delete(request: OperationRequest<'definitions/delete'>): Promise<OperationResult<'definitions/delete'>>;
  /**
   * Ensures that the newest version of the definition is this one: creates it, adds a version,
   * or does nothing if both mean the same. Any number of processes may call it at every start.
   * Omitted fields get their defaults; they are not kept.
   * @throws INVALID_ARGUMENT as `create`.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const definition = {
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human' as const,
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * };
   * console.log((await engine.definitions.ensure(definition)).created); // → true
   * console.log((await engine.definitions.ensure(definition)).version); // → 1
   * await engine.stop();
   * ```
   */
  ensure(request: OperationRequest<'definitions/ensure'>): Promise<OperationResult<'definitions/ensure'>>;
  /**
   * Checks a definition like `create` without storing it; faults are the result, not an error.
   * @throws INVALID_ARGUMENT for an organizationId or documentId that is invalid.
   */
  validate(
    request: OperationRequest<'definitions/validate'>,
  ): Promise<OperationResult<'definitions/validate'>>;
}

/** Operations on the executions of one workspace. Each rejects with an `ApprovalError`. */
export interface ExecutionOperations {
  /**
   * Starts an execution of the most specific definition. With an `idempotencyKey` a repeat
   * returns the first execution, `deduplicated: true`, even if the calls race.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition;
   * PERMISSION_DENIED `presentation-fixed`; INVALID_ARGUMENT, also `presentation-too-large`.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const request = {
   *   definitionId: 'check',
   *   idempotencyKey: 'invoice:4711',
   *   triggerContext: { url: 'https://example.com/invoices/4711' },
   * };
   * const first = await engine.executions.dispatch(request);
   * const again = await engine.executions.dispatch(request);
   * console.log(again.executionId === first.executionId, again.deduplicated); // → true true
   * await engine.stop();
   * ```
   */
  dispatch(request: OperationRequest<'executions/dispatch'>): Promise<OperationResult<'executions/dispatch'>>;
  /**
   * An execution with its steps, in the order of their creation.
   * @throws NOT_FOUND
   */
  get(request: OperationRequest<'executions/get'>): Promise<OperationResult<'executions/get'>>;
  /**
   * Lists executions, newest first, without steps; a page ends at 4 MiB. With `party`, only
   * those this user is a party of.
   */
  list(request?: OperationRequest<'executions/list'>): Promise<OperationResult<'executions/list'>>;
  /**
   * Returns events with a seq above `sinceSeq`, in order. Internal events are left out, so
   * numbers may be skipped, unless `includeInternal` asks for all. A page ends at 4 MiB.
   * @throws NOT_FOUND
   */
  readonly getEvents: ExecutionsGetEventsMethod;
  /**
   * Waits until the execution has ended, a step waits, or a given step has ended. Returns at
   * once if so, or if the execution ended otherwise; else after `waitMs`, or when the engine
   * stops. `reached` tells whether the condition holds. Callers over HTTP beyond the share of
   * their subject, workspace or process return at once.
   * @throws NOT_FOUND; the reason of `signal`, which ends the wait.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const { executionId } = await engine.executions.dispatch({ definitionId: 'check' });
   * const waiting = engine.executions.wait({ executionId, until: 'ended' });
   * await engine.steps.recordReviewerDecision({
   *   ...{ executionId, stepId: 'step_ann', reviewerId: 'ann', decision: 'approve' },
   * });
   * const { reached, execution } = await waiting;
   * console.log(reached, execution.outcome); // → true approved
   * await engine.stop();
   * ```
   */
  readonly wait: ExecutionsWaitMethod;
  /**
   * Ends an execution; a repeat changes nothing.
   * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
   */
  cancel(request: OperationRequest<'executions/cancel'>): Promise<OperationResult<'executions/cancel'>>;
  /**
   * Ends an execution on behalf of its initiator, as `cancel` does.
   * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when it has
   * completed or failed.
   */
  withdraw(request: OperationRequest<'executions/withdraw'>): Promise<OperationResult<'executions/withdraw'>>;
  /**
   * Replaces the subject of an approval: decisions of waiting steps become void, unless their
   * nodes keep them, and the actor becomes a contributor. Repeating the current subject returns
   * `revised: false`, and so does a repeat with the same `idempotencyKey`, even if the subject
   * has changed since.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the execution has ended, `subject-changed`
   * (`details.currentDigest`) when `ifDigest` is not the current one, `subject-approved`
   * (`details.stepIds`) when it is already approved, `key-reused` (`details.digest`) when the
   * key made another revision, and `reserved-key` for the execution of a question
   * (`engine.ask`); PERMISSION_DENIED `presentation-fixed`; INVALID_ARGUMENT
   * `presentation-too-large`.
   */
  reviseSubject(
    request: OperationRequest<'executions/reviseSubject'>,
  ): Promise<OperationResult<'executions/reviseSubject'>>;
  /**
   * Explains why an execution waits: for whom, the missing parts, and the effect of each
   * possible decision. Read-only.
   * @throws NOT_FOUND
   */
  explain(request: OperationRequest<'executions/explain'>): Promise<OperationResult<'executions/explain'>>;
  /**
   * Completes every open step that waits for the signal. A signal that no step waits for yet is
   * kept for the next one.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the execution has ended, or `key-reused` for
   * another signal under the key; RESOURCE_EXHAUSTED when the execution keeps too many.
   */
  signal(request: OperationRequest<'executions/signal'>): Promise<OperationResult<'executions/signal'>>;
}

/** Operations on the steps of one workspace. Each rejects with an `ApprovalError`. */
export interface StepOperations extends StepCallbacks {
  /**
   * Records a reviewer's decision. Without a decision rule the step resolves when every
   * mandatory reviewer approved, or when any reviewer rejected. A repeat is `recorded: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for a user who is not a reviewer of the step;
   * FAILED_PRECONDITION when the step is not waiting, for the other decision of the same
   * reviewer (`details.recordedDecision`), and with `details.code` `not-asked-yet`,
   * `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
   * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the
   * node asks for otherwise.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'sign-off',
   *   name: 'Sign-off',
   *   nodes: [
   *     {
   *       nodeId: 'legal',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
   * const { recorded, aggregatorStatus } = await engine.steps.recordReviewerDecision({
   *   executionId,
   *   stepId: 'step_legal',
   *   reviewerId: 'ann',
   *   decision: 'approve',
   * });
   * console.log(recorded, aggregatorStatus); // → true resolved
   * await engine.stop();
   * ```
   */
  recordReviewerDecision(
    request: OperationRequest<'steps/recordReviewerDecision'>,
  ): Promise<OperationResult<'steps/recordReviewerDecision'>>;
  /**
   * Resolves one finding of a blocking agent.
   * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`);
   * INVALID_ARGUMENT for an id that is not among the findings.
   */
  recordAgentResolution(
    request: OperationRequest<'steps/recordAgentResolution'>,
  ): Promise<OperationResult<'steps/recordAgentResolution'>>;
  /**
   * Cancels an open step; other open steps go on.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
   */
  cancel(request: OperationRequest<'steps/cancel'>): Promise<OperationResult<'steps/cancel'>>;
  /**
   * Forces a waiting step to end, or decides as one of its reviewers; for administrators.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not
   * for its type; PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
   */
  resolve(request: OperationRequest<'steps/resolve'>): Promise<OperationResult<'steps/resolve'>>;
  /**
   * Lists waiting steps, the longest first, or as `sort` says. With `reviewerId`, only those
   * that lack a decision of this reviewer or of a user they may substitute now; `as` selects
   * one of the two. A page may be short or empty, with `hasMore: true`, if many steps are not
   * theirs to decide.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const inbox = await engine.steps.listWaiting({ reviewerId: 'ann', pageSize: 20 });
   * console.log(inbox.items.length, inbox.hasMore); // → 0 false
   * await engine.stop();
   * ```
   */
  listWaiting(request?: OperationRequest<'steps/listWaiting'>): Promise<OperationResult<'steps/listWaiting'>>;
  /**
   * Transfers a place permanently, with its entries, weight, veto and order. An `actorId` other
   * than `reviewerId` is an administrator, who needs no permission of the node. Repeating the
   * last delegation is `delegated: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for a user without a place, and
   * `separation-of-duties`; FAILED_PRECONDITION with `details.code` `not-allowed`,
   * `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
   */
  delegate(request: OperationRequest<'steps/delegate'>): Promise<OperationResult<'steps/delegate'>>;
  /**
   * Reserves one of a pool's decisions for a time; a repeat is `claimed: false` with the same
   * `until`.
   * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or
   * `not-asked-yet`.
   */
  claim(request: OperationRequest<'steps/claim'>): Promise<OperationResult<'steps/claim'>>;
  /**
   * Releases a claim; `released: false` without one.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
   */
  release(request: OperationRequest<'steps/release'>): Promise<OperationResult<'steps/release'>>;
  /**
   * Adds reviewers who must approve too; those that this reviewer added before are not added
   * again.
   * @throws as `delegate`.
   */
  addReviewers(
    request: OperationRequest<'steps/addReviewers'>,
  ): Promise<OperationResult<'steps/addReviewers'>>;
  /**
   * Retracts a decision while the step waits; the next decision on that place names the
   * returned `round`.
   * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
   */
  retractDecision(
    request: OperationRequest<'steps/retractDecision'>,
  ): Promise<OperationResult<'steps/retractDecision'>>;
  /**
   * Asks a user, the initiator by default, for information; the step goes on waiting. Repeating
   * an open question is `asked: false`, and so is a repeat with the same `idempotencyKey`,
   * answered or not.
   * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another
   * question under the key; INVALID_ARGUMENT when the execution has no user to ask.
   */
  requestInformation(
    request: OperationRequest<'steps/requestInformation'>,
  ): Promise<OperationResult<'steps/requestInformation'>>;
  /**
   * Answers a question; a repeat is `provided: false`. `asAdministrator` lets the actor answer
   * questions to others.
   * @throws NOT_FOUND; PERMISSION_DENIED for a user who was not asked; FAILED_PRECONDITION when
   * it is answered otherwise.
   */
  readonly provideInformation: StepsProvideInformationMethod;
  /**
   * Sends a manual reminder of a waiting step, like a reminder of its node; tallies and
   * deadlines stay. Reviewers reminded manually less than a minute ago are skipped; if the same
   * user reminded all, it is `reminded: false`. `asAdministrator` allows users who neither
   * started the execution nor contributed to it.
   * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when the step
   * does not wait, when `userId` owes no answer, and with `details.code` `reminded-already`
   * (`details.notBefore`) or `limit-reached`.
   */
  readonly remind: StepsRemindMethod;
  /**
   * Records several decisions, each as `recordReviewerDecision` does, and returns their results
   * in order.
   * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
   */
  decideMany(request: OperationRequest<'steps/decideMany'>): Promise<OperationResult<'steps/decideMany'>>;
  /**
   * Ends a pending or running step that waits for a call, a time, a signal or an execution; for
   * administrators. Its call, timer or run then ends.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended, or is not of these kinds.
   */
  finish(request: OperationRequest<'steps/finish'>): Promise<OperationResult<'steps/finish'>>;
}

/** Operations on the absences of one workspace. Each rejects with an `ApprovalError`. */
export interface PeopleOperations {
  /**
   * Stores an absence; a repeat is `created: false`. Nothing happens when it begins or ends:
   * decisions and inbox reads look it up.
   * @throws FAILED_PRECONDITION when it overlaps another one of the same person
   * (`details.absenceId`), when there are too many (`limit-reached`), or the store does not
   * support absences; INVALID_ARGUMENT.
   */
  setAbsence(request: OperationRequest<'people/setAbsence'>): Promise<OperationResult<'people/setAbsence'>>;
  /**
   * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this
   * person's.
   * @throws PERMISSION_DENIED when it is another's.
   */
  readonly clearAbsence: PeopleClearAbsenceMethod;
  /** Lists absences, the earliest start first; with `userId` those of one user. */
  listAbsences(
    request?: OperationRequest<'people/listAbsences'>,
  ): Promise<OperationResult<'people/listAbsences'>>;
}

/** The feed of one workspace. */
export interface FeedOperations extends FeedFollowing {
  /**
   * Returns a page of the external events of all executions, in one fixed order. Events
   * committed before the call are on this page or a later one, and none is ever inserted before
   * `nextPosition`.
   * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: continue there),
   * `position-ahead`; NOT_FOUND for an unknown `executionId`; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const { nextPosition } = await engine.feed.list({ from: 'now' });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * await engine.executions.dispatch({ definitionId: 'check' });
   * const { items, hasMore } = await engine.feed.list({ after: nextPosition, pageSize: 1 });
   * console.log(items[0]?.type, hasMore); // → execution.dispatched true
   * await engine.stop();
   * ```
   */
  list(request?: OperationRequest<'events/list'>): Promise<OperationResult<'events/list'>>;
}

/** Operations on the links of one workspace. Each rejects with an `ApprovalError`. */
export interface LinkOperations extends LinkFinding {
  /**
   * Creates a link that decides for a reviewer, once. Its address is a secret for that reviewer
   * only. In process `baseUrl` overrides the host's base URL of the decision page.
   * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`,
   * `links-not-configured`, `limit-reached` over 20 live ones; INVALID_ARGUMENT.
   */
  readonly create: LinksCreateMethod;
  /**
   * Revokes a link: it takes no decision any more, unless one was given (`revoked: false`).
   * @throws NOT_FOUND
   */
  revoke(request: OperationRequest<'links/revoke'>): Promise<OperationResult<'links/revoke'>>;
}

/** Operations on the webhook deliveries of one workspace. Each rejects with an `ApprovalError`. */
export interface WebhookOperations {
  /** Deliveries of every execution that the caller sees, newest first. */
  listDeliveries(
    request?: OperationRequest<'webhooks/listDeliveries'>,
  ): Promise<OperationResult<'webhooks/listDeliveries'>>;
  /**
   * Sends an ended delivery again, or all dead ones of an execution: at once, with the full
   * schedule and the same eventId. `scheduled` is their number; pending ones are not counted.
   * @throws NOT_FOUND
   */
  redeliver(request: OperationRequest<'webhooks/redeliver'>): Promise<OperationResult<'webhooks/redeliver'>>;
}

/** Operations on the triggers of one workspace. Each rejects with an `ApprovalError`. */
export interface TriggerOperations {
  /**
   * Emits an event of the host. Each trigger that listens for its type, in its scope, and whose
   * condition holds starts one execution. The event and its matches are stored in one commit;
   * inside `withTransaction` in that of the host. The same `id` again is the same event.
   * @throws FAILED_PRECONDITION `key-reused` for another event with the same id;
   * RESOURCE_EXHAUSTED when its conditions are too costly together: then nothing is emitted.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check-order',
   *   name: 'Check an order',
   *   nodes: [{ nodeId: 'check', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   *   triggers: [
   *     {
   *       triggerId: 'paid',
   *       event: { types: ['order.paid'], context: { url: '{{event.payload.url}}' } },
   *     },
   *   ],
   * });
   * const payload = { url: 'https://example.com/orders/7' };
   * const paid = { type: 'order.paid', payload, id: 'order-7' };
   * console.log((await engine.triggers.emit(paid)).matched); // → 1
   * console.log((await engine.triggers.emit(paid)).emitted); // → false
   * await engine.idle();
   * console.log((await engine.executions.list()).items.length); // → 1
   * await engine.stop();
   * ```
   */
  emit(request: OperationRequest<'triggers/emit'>): Promise<OperationResult<'triggers/emit'>>;
  /**
   * Starts an execution of a schedule now, disabled or not: `execution.input.schedule` has
   * `manual: true`. The caller is a contributor of it, and separation of duties is enforced
   * where any node asks for separation.
   * @throws NOT_FOUND; INVALID_ARGUMENT for a trigger that is not a schedule.
   */
  readonly fire: TriggersFireMethod;
  /**
   * Lists the triggers of the newest version of a definition: next instants, last executions
   * and errors.
   * @throws NOT_FOUND
   */
  list(request: OperationRequest<'triggers/list'>): Promise<OperationResult<'triggers/list'>>;
}
