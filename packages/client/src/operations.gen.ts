// Written by `npm run operations` from the records of operations; do not edit it.
/** Every operation as a method of a client, and what a client knows of it. */
import type { Timed } from '@org/approval-internal/duration';
import type { PermitOperationRequest, PermitOperationResult } from '@org/approval-agents';
import type { OperationRequest, OperationResult } from '@org/approval-core/views';
import type { CallOptions } from './call-options.js';

/** `definitions/create` as `definitions.create(data, {signal}?)`, and so on for every path. */
export interface OperationMethods {
  /** Operations `definitions/*`. */
  readonly definitions: {
    /**
     * Keeps a new definition as version 1.
     * @throws INVALID_ARGUMENT with everything that is wrong in `details.issues`; ALREADY_EXISTS.
     */
    create(
      data: Timed<OperationRequest<'definitions/create'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/create'>>;
    /**
     * Keeps a new version; runs that are under way stay on theirs. Fields that are present replace, absent ones
     * stay, `null` takes an optional one away.
     * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND; INVALID_ARGUMENT.
     */
    update(
      data: Timed<OperationRequest<'definitions/update'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/update'>>;
    /**
     * The newest version, or the one asked for, of the most specific definition: document, then organization, then
     * workspace.
     * @throws NOT_FOUND
     */
    get(
      data: Timed<OperationRequest<'definitions/get'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/get'>>;
    /** The active definitions of exactly one scope level; a page ends at 4 MiB. */
    list(
      data?: Timed<OperationRequest<'definitions/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/list'>>;
    /**
     * Tombstones a definition: its id is free again, runs that have ended stay readable.
     * @throws FAILED_PRECONDITION while a run of any version is not terminal; NOT_FOUND.
     */
    delete(
      data: Timed<OperationRequest<'definitions/delete'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/delete'>>;
    /**
     * Sees to it that the newest version of the definition is this one: creates it, adds a version, or does nothing where they
     * mean the same. Any number of processes may do so at once, each time they start. A field that is left out is its
     * default, not kept.
     * @throws INVALID_ARGUMENT as `create`.
     */
    ensure(
      data: Timed<OperationRequest<'definitions/ensure'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/ensure'>>;
    /**
     * What `create` would say, without keeping anything; faults of the definition are the
     * result here, not an error.
     * @throws INVALID_ARGUMENT for an organizationId or documentId that there cannot be.
     */
    validate(
      data: Timed<OperationRequest<'definitions/validate'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/validate'>>;
  };
  /** Operations `executions/*`. */
  readonly executions: {
    /**
     * Starts a run of the most specific definition. With an `idempotencyKey` a repeat returns the first
     * execution, `deduplicated: true`, also when the calls race.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition; INVALID_ARGUMENT.
     */
    dispatch(
      data: Timed<OperationRequest<'executions/dispatch'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/dispatch'>>;
    /**
     * An execution with its steps, in the order of their creation.
     * @throws NOT_FOUND
     */
    get(
      data: Timed<OperationRequest<'executions/get'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/get'>>;
    /** Newest first, without steps; a page ends at 4 MiB. With `party` only the runs that this user is a party of. */
    list(
      data?: Timed<OperationRequest<'executions/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/list'>>;
    /**
     * Events with a seq above `sinceSeq`, in order; internal events are left out, so numbers may be skipped, unless
     * `includeInternal` asks for all as they are stored. A page ends at 4 MiB.
     * @throws NOT_FOUND
     */
    getEvents(
      data: Timed<OperationRequest<'executions/getEvents'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/getEvents'>>;
    /**
     * Waits until the run has ended, a step of it waits, or one step has ended: at once where it is so, or when the run has
     * ended otherwise; or `waitMs` have passed, or the engine stops. `reached` says whether it is so. At most 1,000 callers of
     * a process wait; one more is answered at once.
     * @throws NOT_FOUND; the reason of `signal`, which gives the waiting up.
     */
    wait(
      data: Timed<OperationRequest<'executions/wait'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/wait'>>;
    /**
     * Ends a run; cancelling it again changes nothing.
     * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
     */
    cancel(
      data: Timed<OperationRequest<'executions/cancel'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/cancel'>>;
    /**
     * Ends a run for whoever started it, as `cancel` does.
     * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when it has completed or failed.
     */
    withdraw(
      data: Timed<OperationRequest<'executions/withdraw'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/withdraw'>>;
    /**
     * Makes something else what is to be approved: the answers of waiting steps are void, unless their nodes keep them, and
     * whoever made the change is a contributor. The current subject again is `revised: false`, and so is a repeat with the
     * same `idempotencyKey`, also when something else is the subject since.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the run has ended, `subject-changed` (`details.currentDigest`) when
     * `ifDigest` is not the current one, `subject-approved` (`details.stepIds`) when somebody approved it already, `key-reused`
     * (`details.digest`) when the key made another revision, and `reserved-key` for the run of a question (`engine.ask`).
     */
    reviseSubject(
      data: Timed<OperationRequest<'executions/reviseSubject'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/reviseSubject'>>;
    /**
     * Why a run waits: for whom, what is missing, and what each answer that may be given now would do. Nothing is written.
     * @throws NOT_FOUND
     */
    explain(
      data: Timed<OperationRequest<'executions/explain'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/explain'>>;
  };
  /** Operations `steps/*`. */
  readonly steps: {
    /**
     * Records what a reviewer decided. Without a decision rule the step resolves when every mandatory reviewer approved, or
     * when anybody rejected. The same decision again is `recorded: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody who is not a reviewer of the step; FAILED_PRECONDITION when
     * the step is not waiting, for the other decision of the same reviewer (`details.recordedDecision`), and with
     * `details.code` `not-asked-yet`, `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
     * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the node asks for otherwise.
     */
    recordReviewerDecision(
      data: Timed<OperationRequest<'steps/recordReviewerDecision'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/recordReviewerDecision'>>;
    /**
     * Resolves one finding of a blocking agent.
     * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`); INVALID_ARGUMENT for an id that
     * is none of the findings.
     */
    recordAgentResolution(
      data: Timed<OperationRequest<'steps/recordAgentResolution'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/recordAgentResolution'>>;
    /**
     * Cancels an open step; what is open around it goes on.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
     */
    cancel(
      data: Timed<OperationRequest<'steps/cancel'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/cancel'>>;
    /**
     * Ends a waiting step by force, or decides as one of its reviewers; for administrators.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not for its type;
     * PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
     */
    resolve(
      data: Timed<OperationRequest<'steps/resolve'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/resolve'>>;
    /**
     * Steps that wait, the longest first, or as `sort` says; with `reviewerId` those that lack this reviewer's decision, or
     * that of somebody for whom they may answer now. Where many of those are not for them to answer a page may be short, also
     * empty, with `hasMore: true`.
     */
    listWaiting(
      data?: Timed<OperationRequest<'steps/listWaiting'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/listWaiting'>>;
    /**
     * Hands a place over for good; it keeps its entries, weight, veto and order. An `actorId` other than `reviewerId` is an
     * administrator's, whom no node has to allow it. The last delegation again is `delegated: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody without a place, and `separation-of-duties`; FAILED_PRECONDITION with
     * `details.code` `not-allowed`, `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
     */
    delegate(
      data: Timed<OperationRequest<'steps/delegate'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/delegate'>>;
    /**
     * Reserves one of a pool's answers for a time; a live claim again is `claimed: false` with the same `until`.
     * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or `not-asked-yet`.
     */
    claim(
      data: Timed<OperationRequest<'steps/claim'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/claim'>>;
    /**
     * Gives a claim back; where there is none, `released: false`.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
     */
    release(
      data: Timed<OperationRequest<'steps/release'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/release'>>;
    /**
     * Adds people who have to approve too; those that this reviewer added before are not added again.
     * @throws as `delegate`.
     */
    addReviewers(
      data: Timed<OperationRequest<'steps/addReviewers'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/addReviewers'>>;
    /**
     * Takes an answer back while the step waits; the next one on that place names the `round` that is returned.
     * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
     */
    retractDecision(
      data: Timed<OperationRequest<'steps/retractDecision'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/retractDecision'>>;
    /**
     * Asks somebody, the initiator by default, for information; the step goes on waiting. The same question while it is
     * open is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or not.
     * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another question under the key;
     * INVALID_ARGUMENT when there is nobody to ask.
     */
    requestInformation(
      data: Timed<OperationRequest<'steps/requestInformation'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/requestInformation'>>;
    /**
     * Answers a question; the same answer again is `provided: false`. `asAdministrator` lets the actor answer what others
     * were asked.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody who was not asked; FAILED_PRECONDITION when it is answered otherwise.
     */
    provideInformation(
      data: Timed<OperationRequest<'steps/provideInformation'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/provideInformation'>>;
    /**
     * Reminds people of a waiting step by hand, as a reminder of its node does; tallies and deadlines stay. Who was reminded by hand
     * less than a minute ago is left out; where the same person reminded all of them, it is `reminded: false`.
     * `asAdministrator` lets somebody remind who neither started the run nor contributed to it.
     * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when the step does not wait, when `userId` owes no
     * answer, and with `details.code` `reminded-already` (`details.notBefore`) or `limit-reached`.
     */
    remind(
      data: Timed<OperationRequest<'steps/remind'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/remind'>>;
    /**
     * Records several decisions, each as `recordReviewerDecision` does, and returns what became of each, in order.
     * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
     */
    decideMany(
      data: Timed<OperationRequest<'steps/decideMany'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/decideMany'>>;
  };
  /** Operations `people/*`. */
  readonly people: {
    /**
     * Keeps an absence; the same one again is `created: false`. Nothing happens when it begins or ends: whoever decides, or
     * looks into an inbox, is looked up at that moment.
     * @throws FAILED_PRECONDITION when it overlaps another one of the same person (`details.absenceId`), when there are too
     * many (`limit-reached`), or the store keeps none; INVALID_ARGUMENT.
     */
    setAbsence(
      data: Timed<OperationRequest<'people/setAbsence'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/setAbsence'>>;
    /**
     * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this person's.
     * @throws PERMISSION_DENIED when it is another's.
     */
    clearAbsence(
      data: Timed<OperationRequest<'people/clearAbsence'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/clearAbsence'>>;
    /** Absences, those that begin first first; with `userId` those of one person. */
    listAbsences(
      data?: Timed<OperationRequest<'people/listAbsences'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/listAbsences'>>;
  };
  /** Operations `events/*`. */
  readonly feed: {
    /**
     * A page of the external events of all runs, in one order that never changes: what was committed before the call is on
     * this page or on one that follows, and nothing ever comes to stand before `nextPosition`.
     * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: go on there), `position-ahead`; NOT_FOUND for an unknown
     * `executionId`; INVALID_ARGUMENT.
     */
    list(
      data?: Timed<OperationRequest<'events/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'events/list'>>;
  };
  /** Operations `links/*`. */
  readonly links: {
    /**
     * A link that answers for a reviewer, once. Its address is a secret: give it to nobody but them. In process `baseUrl` says
     * where the decision page is served, if the host has not.
     * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`, `links-not-configured`,
     * `limit-reached` over 20 live ones; INVALID_ARGUMENT.
     */
    create(
      data: Timed<OperationRequest<'links/create'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'links/create'>>;
    /**
     * Takes a link away: no answer comes through it any more, unless one did (`revoked: false`).
     * @throws NOT_FOUND
     */
    revoke(
      data: Timed<OperationRequest<'links/revoke'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'links/revoke'>>;
  };
  /** Operations `webhooks/*`. */
  readonly webhooks: {
    /** Deliveries of every run that the caller sees, newest first. */
    listDeliveries(
      data?: Timed<OperationRequest<'webhooks/listDeliveries'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'webhooks/listDeliveries'>>;
    /**
     * Sends a delivery again that has ended, or all dead ones of an execution: at once, with the whole schedule and the
     * same eventId. `scheduled` is how many; one that is still pending is not counted.
     * @throws NOT_FOUND
     */
    redeliver(
      data: Timed<OperationRequest<'webhooks/redeliver'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'webhooks/redeliver'>>;
  };
  /** Operations `permits/*`. */
  readonly permits: {
    /**
     * Asks whether a call may be made. The same ref and digest return the same permit, in any state;
     * another digest at the same ref creates a new one, and revokes the live one.
     * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last one lives;
     * RESOURCE_EXHAUSTED above 100 pending permits of the principal.
     */
    request(
      data: Timed<PermitOperationRequest<'permits/request'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/request'>>;
    /**
     * Asks about several calls: each gets a permit with the same `batchId`, or an error, in the order
     * asked.
     * @throws INVALID_ARGUMENT when the request itself is wrong.
     */
    requestBatch(
      data: Timed<PermitOperationRequest<'permits/requestBatch'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/requestBatch'>>;
    /**
     * Returns a permit; with `waitMs` once it is no longer pending, or after that time.
     * @throws NOT_FOUND
     */
    get(
      data: Timed<PermitOperationRequest<'permits/get'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/get'>>;
    /** Lists permits, newest first. */
    list(
      data?: Timed<PermitOperationRequest<'permits/list'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/list'>>;
    /**
     * Spends a granted permit on exactly its call: of concurrent redemptions one gets `ok: true`.
     * Execute the returned `call`. An error means: do not execute; it may be spent.
     */
    redeem(
      data: Timed<PermitOperationRequest<'permits/redeem'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/redeem'>>;
    /**
     * Reports the outcome of the call; a repeat is `recorded: false`.
     * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the one there is.
     */
    outcome(
      data: Timed<PermitOperationRequest<'permits/outcome'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/outcome'>>;
    /**
     * Replaces the arguments of a call that people are asked about: they are asked again.
     * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION `digest-changed`, `already-approved`,
     * `redacted`, `denied-by-policy`.
     */
    amend(
      data: Timed<PermitOperationRequest<'permits/amend'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/amend'>>;
    /**
     * Revokes a permit; a repeat has no effect.
     * @throws NOT_FOUND; FAILED_PRECONDITION for one that has ended otherwise.
     */
    revoke(
      data: Timed<PermitOperationRequest<'permits/revoke'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/revoke'>>;
  };
  /** Operations `grants/*`. */
  readonly grants: {
    /**
     * Creates a standing grant: permission for future calls.
     * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes one; PERMISSION_DENIED for
     * the principal, and for whom the rule does not name.
     */
    create(
      data: Timed<PermitOperationRequest<'grants/create'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'grants/create'>>;
    /** Lists standing grants, newest first. */
    list(
      data?: Timed<PermitOperationRequest<'grants/list'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'grants/list'>>;
    /**
     * Revokes a standing grant, and the permits it granted that are unspent.
     * @throws NOT_FOUND
     */
    revoke(
      data: Timed<PermitOperationRequest<'grants/revoke'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'grants/revoke'>>;
  };
}

/** What a repeat of each operation does. */
export const EFFECTS = {
  'definitions/create': 'once',
  'definitions/update': 'once',
  'definitions/get': 'read',
  'definitions/list': 'read',
  'definitions/delete': 'once',
  'definitions/ensure': 'safe',
  'definitions/validate': 'read',
  'executions/dispatch': 'keyed',
  'executions/get': 'read',
  'executions/list': 'read',
  'executions/getEvents': 'read',
  'executions/wait': 'read',
  'executions/cancel': 'safe',
  'executions/withdraw': 'safe',
  'executions/reviseSubject': 'keyed',
  'executions/explain': 'read',
  'steps/recordReviewerDecision': 'safe',
  'steps/recordAgentResolution': 'safe',
  'steps/cancel': 'once',
  'steps/resolve': 'once',
  'steps/listWaiting': 'read',
  'steps/delegate': 'safe',
  'steps/claim': 'safe',
  'steps/release': 'safe',
  'steps/addReviewers': 'safe',
  'steps/retractDecision': 'safe',
  'steps/requestInformation': 'keyed',
  'steps/provideInformation': 'safe',
  'steps/remind': 'safe',
  'steps/decideMany': 'safe',
  'people/setAbsence': 'safe',
  'people/clearAbsence': 'safe',
  'people/listAbsences': 'read',
  'events/list': 'read',
  'links/create': 'once',
  'links/revoke': 'safe',
  'webhooks/listDeliveries': 'read',
  'webhooks/redeliver': 'once',
  'permits/request': 'safe',
  'permits/requestBatch': 'safe',
  'permits/get': 'read',
  'permits/list': 'read',
  'permits/redeem': 'once',
  'permits/outcome': 'once',
  'permits/amend': 'keyed',
  'permits/revoke': 'safe',
  'grants/create': 'keyed',
  'grants/list': 'read',
  'grants/revoke': 'safe',
} as const;

/** How long the server waits where a request does not say, in ms; it answers others at once. */
export const WAITS = {
  'executions/wait': 25000,
  'permits/get': 0,
} as const;
