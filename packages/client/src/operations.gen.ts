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
     * Stores a new definition as version 1.
     * @throws INVALID_ARGUMENT with every fault in `details.issues`; ALREADY_EXISTS.
     */
    create(
      data: Timed<OperationRequest<'definitions/create'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/create'>>;
    /**
     * Stores a new version; running executions stay on theirs. Present fields replace, absent
     * ones stay, `null` removes an optional one.
     * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND;
     * INVALID_ARGUMENT.
     */
    update(
      data: Timed<OperationRequest<'definitions/update'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/update'>>;
    /**
     * Returns the newest or the requested version of the most specific definition: document, then
     * organization, then workspace.
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
     * @throws FAILED_PRECONDITION while an execution of any version is not terminal; NOT_FOUND.
     */
    delete(
      data: Timed<OperationRequest<'definitions/delete'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/delete'>>;
    /**
     * Ensures that the newest version of the definition is this one: creates it, adds a version,
     * or does nothing if both mean the same. Any number of processes may call it at every start.
     * Omitted fields get their defaults; they are not kept.
     * @throws INVALID_ARGUMENT as `create`.
     */
    ensure(
      data: Timed<OperationRequest<'definitions/ensure'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/ensure'>>;
    /**
     * Checks a definition like `create` without storing it; faults are the result, not an error.
     * @throws INVALID_ARGUMENT for an organizationId or documentId that is invalid.
     */
    validate(
      data: Timed<OperationRequest<'definitions/validate'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'definitions/validate'>>;
  };
  /** Operations `executions/*`. */
  readonly executions: {
    /**
     * Starts an execution of the most specific definition. With an `idempotencyKey` a repeat
     * returns the first execution, `deduplicated: true`, even if the calls race.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition;
     * PERMISSION_DENIED `presentation-fixed`; INVALID_ARGUMENT, also `presentation-too-large`.
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
    /**
     * Lists executions, newest first, without steps; a page ends at 4 MiB. With `party`, only
     * those this user is a party of.
     */
    list(
      data?: Timed<OperationRequest<'executions/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/list'>>;
    /**
     * Returns events with a seq above `sinceSeq`, in order. Internal events are left out, so
     * numbers may be skipped, unless `includeInternal` asks for all. A page ends at 4 MiB.
     * @throws NOT_FOUND
     */
    getEvents(
      data: Timed<OperationRequest<'executions/getEvents'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/getEvents'>>;
    /**
     * Waits until the execution has ended, a step waits, or a given step has ended. Returns at
     * once if so, or if the execution ended otherwise; else after `waitMs`, or when the engine
     * stops. `reached` tells whether the condition holds. Callers over HTTP beyond the share of
     * their subject, workspace or process return at once.
     * @throws NOT_FOUND; the reason of `signal`, which ends the wait.
     */
    wait(
      data: Timed<OperationRequest<'executions/wait'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/wait'>>;
    /**
     * Ends an execution; a repeat changes nothing.
     * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
     */
    cancel(
      data: Timed<OperationRequest<'executions/cancel'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/cancel'>>;
    /**
     * Ends an execution on behalf of its initiator, as `cancel` does.
     * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when it has
     * completed or failed.
     */
    withdraw(
      data: Timed<OperationRequest<'executions/withdraw'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/withdraw'>>;
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
      data: Timed<OperationRequest<'executions/reviseSubject'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/reviseSubject'>>;
    /**
     * Explains why an execution waits: for whom, the missing parts, and the effect of each
     * possible decision. Read-only.
     * @throws NOT_FOUND
     */
    explain(
      data: Timed<OperationRequest<'executions/explain'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/explain'>>;
    /**
     * Completes every open step that waits for the signal. A signal that no step waits for yet is
     * kept for the next one.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the execution has ended, or `key-reused` for
     * another signal under the key; RESOURCE_EXHAUSTED when the execution keeps too many.
     */
    signal(
      data: Timed<OperationRequest<'executions/signal'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'executions/signal'>>;
  };
  /** Operations `steps/*`. */
  readonly steps: {
    /**
     * Records a reviewer's decision. Without a decision rule the step resolves when every
     * mandatory reviewer approved, or when any reviewer rejected. A repeat is `recorded: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for a user who is not a reviewer of the step;
     * FAILED_PRECONDITION when the step is not waiting, for the other decision of the same
     * reviewer (`details.recordedDecision`), and with `details.code` `not-asked-yet`,
     * `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
     * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the
     * node asks for otherwise.
     */
    recordReviewerDecision(
      data: Timed<OperationRequest<'steps/recordReviewerDecision'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/recordReviewerDecision'>>;
    /**
     * Resolves one finding of a blocking agent.
     * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`);
     * INVALID_ARGUMENT for an id that is not among the findings.
     */
    recordAgentResolution(
      data: Timed<OperationRequest<'steps/recordAgentResolution'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/recordAgentResolution'>>;
    /**
     * Cancels an open step; other open steps go on.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
     */
    cancel(
      data: Timed<OperationRequest<'steps/cancel'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/cancel'>>;
    /**
     * Forces a waiting step to end, or decides as one of its reviewers; for administrators.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not
     * for its type; PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
     */
    resolve(
      data: Timed<OperationRequest<'steps/resolve'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/resolve'>>;
    /**
     * Lists waiting steps, the longest first, or as `sort` says. With `reviewerId`, only those
     * that lack a decision of this reviewer or of a user they may substitute now; `as` selects
     * one of the two. A page may be short or empty, with `hasMore: true`, if many steps are not
     * theirs to decide.
     */
    listWaiting(
      data?: Timed<OperationRequest<'steps/listWaiting'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/listWaiting'>>;
    /**
     * Transfers a place permanently, with its entries, weight, veto and order. An `actorId` other
     * than `reviewerId` is an administrator, who needs no permission of the node. Repeating the
     * last delegation is `delegated: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for a user without a place, and
     * `separation-of-duties`; FAILED_PRECONDITION with `details.code` `not-allowed`,
     * `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
     */
    delegate(
      data: Timed<OperationRequest<'steps/delegate'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/delegate'>>;
    /**
     * Reserves one of a pool's decisions for a time; a repeat is `claimed: false` with the same
     * `until`.
     * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or
     * `not-asked-yet`.
     */
    claim(
      data: Timed<OperationRequest<'steps/claim'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/claim'>>;
    /**
     * Releases a claim; `released: false` without one.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
     */
    release(
      data: Timed<OperationRequest<'steps/release'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/release'>>;
    /**
     * Adds reviewers who must approve too; those that this reviewer added before are not added
     * again.
     * @throws as `delegate`.
     */
    addReviewers(
      data: Timed<OperationRequest<'steps/addReviewers'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/addReviewers'>>;
    /**
     * Retracts a decision while the step waits; the next decision on that place names the
     * returned `round`.
     * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
     */
    retractDecision(
      data: Timed<OperationRequest<'steps/retractDecision'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/retractDecision'>>;
    /**
     * Asks a user, the initiator by default, for information; the step goes on waiting. Repeating
     * an open question is `asked: false`, and so is a repeat with the same `idempotencyKey`,
     * answered or not.
     * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another
     * question under the key; INVALID_ARGUMENT when the execution has no user to ask.
     */
    requestInformation(
      data: Timed<OperationRequest<'steps/requestInformation'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/requestInformation'>>;
    /**
     * Answers a question; a repeat is `provided: false`. `asAdministrator` lets the actor answer
     * questions to others.
     * @throws NOT_FOUND; PERMISSION_DENIED for a user who was not asked; FAILED_PRECONDITION when
     * it is answered otherwise.
     */
    provideInformation(
      data: Timed<OperationRequest<'steps/provideInformation'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/provideInformation'>>;
    /**
     * Sends a manual reminder of a waiting step, like a reminder of its node; tallies and
     * deadlines stay. Reviewers reminded manually less than a minute ago are skipped; if the same
     * user reminded all, it is `reminded: false`. `asAdministrator` allows users who neither
     * started the execution nor contributed to it.
     * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when the step
     * does not wait, when `userId` owes no answer, and with `details.code` `reminded-already`
     * (`details.notBefore`) or `limit-reached`.
     */
    remind(
      data: Timed<OperationRequest<'steps/remind'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/remind'>>;
    /**
     * Records several decisions, each as `recordReviewerDecision` does, and returns their results
     * in order.
     * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
     */
    decideMany(
      data: Timed<OperationRequest<'steps/decideMany'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/decideMany'>>;
    /**
     * Ends a pending or running step that waits for a call, a time, a signal or an execution; for
     * administrators. Its call, timer or run then ends.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended, or is not of these kinds.
     */
    finish(
      data: Timed<OperationRequest<'steps/finish'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'steps/finish'>>;
  };
  /** Operations `people/*`. */
  readonly people: {
    /**
     * Stores an absence; a repeat is `created: false`. Nothing happens when it begins or ends:
     * decisions and inbox reads look it up.
     * @throws FAILED_PRECONDITION when it overlaps another one of the same person
     * (`details.absenceId`), when there are too many (`limit-reached`), or the store does not
     * support absences; INVALID_ARGUMENT.
     */
    setAbsence(
      data: Timed<OperationRequest<'people/setAbsence'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/setAbsence'>>;
    /**
     * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this
     * person's.
     * @throws PERMISSION_DENIED when it is another's.
     */
    clearAbsence(
      data: Timed<OperationRequest<'people/clearAbsence'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/clearAbsence'>>;
    /** Lists absences, the earliest start first; with `userId` those of one user. */
    listAbsences(
      data?: Timed<OperationRequest<'people/listAbsences'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'people/listAbsences'>>;
  };
  /** Operations `events/*`. */
  readonly feed: {
    /**
     * Returns a page of the external events of all executions, in one fixed order. Events
     * committed before the call are on this page or a later one, and none is ever inserted before
     * `nextPosition`.
     * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: continue there),
     * `position-ahead`; NOT_FOUND for an unknown `executionId`; INVALID_ARGUMENT.
     */
    list(
      data?: Timed<OperationRequest<'events/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'events/list'>>;
  };
  /** Operations `links/*`. */
  readonly links: {
    /**
     * Creates a link that decides for a reviewer, once. Its address is a secret for that reviewer
     * only. In process `baseUrl` overrides the host's base URL of the decision page.
     * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`,
     * `links-not-configured`, `limit-reached` over 20 live ones; INVALID_ARGUMENT.
     */
    create(
      data: Timed<OperationRequest<'links/create'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'links/create'>>;
    /**
     * Revokes a link: it takes no decision any more, unless one was given (`revoked: false`).
     * @throws NOT_FOUND
     */
    revoke(
      data: Timed<OperationRequest<'links/revoke'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'links/revoke'>>;
  };
  /** Operations `webhooks/*`. */
  readonly webhooks: {
    /** Deliveries of every execution that the caller sees, newest first. */
    listDeliveries(
      data?: Timed<OperationRequest<'webhooks/listDeliveries'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'webhooks/listDeliveries'>>;
    /**
     * Sends an ended delivery again, or all dead ones of an execution: at once, with the full
     * schedule and the same eventId. `scheduled` is their number; pending ones are not counted.
     * @throws NOT_FOUND
     */
    redeliver(
      data: Timed<OperationRequest<'webhooks/redeliver'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'webhooks/redeliver'>>;
  };
  /** Operations `triggers/*`. */
  readonly triggers: {
    /**
     * Emits an event of the host. Each trigger that listens for its type, in its scope, and whose
     * condition holds starts one execution. The event and its matches are stored in one commit;
     * inside `withTransaction` in that of the host. The same `id` again is the same event.
     * @throws FAILED_PRECONDITION `key-reused` for another event with the same id;
     * RESOURCE_EXHAUSTED when its conditions are too costly together: then nothing is emitted.
     */
    emit(
      data: Timed<OperationRequest<'triggers/emit'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'triggers/emit'>>;
    /**
     * Starts an execution of a schedule now, disabled or not: `execution.input.schedule` has
     * `manual: true`. The caller is a contributor of it, and separation of duties is enforced
     * where any node asks for separation.
     * @throws NOT_FOUND; INVALID_ARGUMENT for a trigger that is not a schedule.
     */
    fire(
      data: Timed<OperationRequest<'triggers/fire'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'triggers/fire'>>;
    /**
     * Lists the triggers of the newest version of a definition: next instants, last executions
     * and errors.
     * @throws NOT_FOUND
     */
    list(
      data: Timed<OperationRequest<'triggers/list'>>,
      options?: CallOptions,
    ): Promise<OperationResult<'triggers/list'>>;
  };
  /** Operations `permits/*`. */
  readonly permits: {
    /**
     * Asks whether a call may be made. The same ref and digest return the same permit, in any
     * state; another digest at the same ref creates a new one, and revokes the live one.
     * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last
     * one   lives; RESOURCE_EXHAUSTED above 100 pending permits of the principal.
     */
    request(
      data: Timed<PermitOperationRequest<'permits/request'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/request'>>;
    /**
     * Asks about several calls: each gets a permit with the same `batchId`, or an error, in the
     * order asked.
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
     * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the
     * one   there is.
     */
    outcome(
      data: Timed<PermitOperationRequest<'permits/outcome'>>,
      options?: CallOptions,
    ): Promise<PermitOperationResult<'permits/outcome'>>;
    /**
     * Replaces the arguments of a call that people are asked about: they are asked again.
     * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION
     * `digest-changed`,   `already-approved`, `redacted`, `denied-by-policy`.
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
     * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes
     * one;   PERMISSION_DENIED for the principal, and for whom the rule does not name.
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
  'executions/signal': 'keyed',
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
  'steps/finish': 'once',
  'people/setAbsence': 'safe',
  'people/clearAbsence': 'safe',
  'people/listAbsences': 'read',
  'events/list': 'read',
  'links/create': 'once',
  'links/revoke': 'safe',
  'webhooks/listDeliveries': 'read',
  'webhooks/redeliver': 'once',
  'triggers/emit': 'once',
  'triggers/fire': 'keyed',
  'triggers/list': 'read',
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
