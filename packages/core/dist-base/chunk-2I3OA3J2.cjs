"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _interopRequireWildcard(obj) { if (obj && obj.__esModule) { return obj; } else { var newObj = {}; if (obj != null) { for (var key in obj) { if (Object.prototype.hasOwnProperty.call(obj, key)) { newObj[key] = obj[key]; } } } newObj.default = obj; return newObj; } }


















































var _chunk6D4P3BWXcjs = require('./chunk-6D4P3BWX.cjs');


var _chunkBOADPL7Scjs = require('./chunk-BOADPL7S.cjs');


var _chunkYMZYM5YGcjs = require('./chunk-YMZYM5YG.cjs');


var _chunkCKBT4O4Vcjs = require('./chunk-CKBT4O4V.cjs');


var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');


var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');


var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/engine/operations/table.ts
var _zod = require('zod'); var z7 = _interopRequireWildcard(_zod); var z2 = _interopRequireWildcard(_zod); var z = _interopRequireWildcard(_zod); var z3 = _interopRequireWildcard(_zod); var z4 = _interopRequireWildcard(_zod); var z6 = _interopRequireWildcard(_zod); var z5 = _interopRequireWildcard(_zod);

// src/engine/shapes/feed/views.ts


// src/engine/shapes/executions/event.ts

var eventShape = {
  eventId: z.string().describe("Id of the event, the same wherever it is seen."),
  seq: z.int().describe("Number in its execution, from 1; internal events are left out, so numbers may be skipped."),
  type: z.enum(_chunkCKBT4O4Vcjs.ALL_EVENT_TYPES).describe("What happened."),
  executionId: z.string().describe("The execution in which it happened."),
  stepId: z.string().nullable().describe("The step that it happened to; null when it is about the execution."),
  timestamp: z.int().describe("When it happened, in ms since the epoch."),
  correlationId: z.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  data: _chunk6D4P3BWXcjs.jsonObject.describe("What else is to be known; its fields depend on the type.")
};
var shape = z.object(eventShape).meta({ id: "EngineEvent", description: "Any event, as it is stored." });
var eventView = shape;
var eventsPage = z.object({
  executionId: z.string().describe("The execution that was asked for."),
  events: z.array(eventView).readonly().describe("Its events, in order; external ones alone unless all were asked for."),
  nextCursor: z.int().describe("The seq to give as `sinceSeq` to go on."),
  hasMore: z.boolean().describe("Whether another event follows now.")
}).meta({ id: "EventsPage", description: "A page of an execution's events." });

// src/engine/shapes/feed/views.ts
var shape2 = z2.object({
  ...eventShape,
  type: z2.enum(_chunk7M7NLC46cjs.EXTERNAL_EVENT_TYPES).describe("What happened."),
  position: z2.string().describe("Its place in the feed: ascending as text, never changed.")
}).meta({ id: "FeedEvent", description: "An event in the feed, with its place in it." });
var feedPage = z2.object({
  items: z2.array(shape2).readonly().describe("Events in the order of the feed; perhaps few or none of many."),
  nextPosition: z2.string().describe("Give it as `after` to go on, now or later."),
  hasMore: z2.boolean().describe("Whether there is more to look at now.")
}).meta({ id: "FeedPage", description: "A page of the events of all runs." });

// src/engine/shapes/links/views.ts

var linkResult = z3.object({
  linkId: z3.string().describe("Id of the link, for `revoke`."),
  url: z3.string().describe("Its address: whoever has it can answer. It is told once."),
  expiresAt: z3.int().describe("When it ends, in ms since the epoch."),
  name: z3.string().describe("Name of the definition."),
  commentBody: z3.string().nullable().describe("What the people are asked; null without a text."),
  reviewerId: z3.string().describe("Whose answer it gives."),
  dueAt: z3.int().nullable().describe("When the step is breached, in ms since the epoch; null: never."),
  decision: z3.enum(["approve", "reject", "abstain"]).nullable().describe("The only answer that it takes; null: any.")
}).meta({ id: "CreateLinkResult", description: "A link, as mails and messages are made from it." });
var revokeLinkResult = z3.object({
  revoked: z3.boolean().describe("False: an answer came through it before."),
  linkId: z3.string().describe("Id of the link.")
}).meta({ id: "RevokeLinkResult", description: "Whether the link answers nothing any more." });

// src/engine/shapes/executions/explanation.ts

var executionStatus = z4.enum(_chunk4AF4TM5Ycjs.EXECUTION_STATUSES);
var vote = z4.enum(["approve", "reject", "abstain"]);
var WAITS_FOR = ["directory", "people", "agent", "retry", "callback", "resolutions"];
var MISSING = ["rule", "entry", "added", "distinct-approvers"];
var ENDED_BY = [
  "rule",
  "rejection",
  "veto",
  "out-of-reach",
  "forced",
  "breach",
  "cancel",
  "failure",
  "skip",
  "agent"
];
var missing = z4.object({
  code: z4.enum(MISSING).describe("The decision rule, an entry, people who were added, or different approvers."),
  entry: z4.int().optional().describe("Index of the entry, of `entry` alone."),
  have: z4.int().describe("How much there is."),
  need: z4.int().describe("How much there has to be.")
}).meta({ id: "MissingView", description: "What a waiting step lacks of its approval." });
var effect = z4.object({
  stepStatus: _chunk6D4P3BWXcjs.stepStatus.describe("Status of the step."),
  decision: vote.nullable().describe("How the step would be decided; null: it would not be yet."),
  starts: z4.array(z4.string()).describe("Nodes that would start; not those whose steps would be cancelled at once."),
  cancels: z4.array(z4.string()).describe("Open steps that would be cancelled."),
  loopId: z4.string().nullable().describe("The loop that would begin again, or be exhausted; null: none."),
  executionStatus: executionStatus.describe("Status of the execution.")
}).meta({ id: "AnswerEffectView", description: "What an answer would do; agents are not called." });
var nextAnswer = z4.object({
  userId: z4.string().describe("Who may give it."),
  onBehalfOf: z4.string().nullable().describe("For whom, where they stand in; null: for themselves."),
  decision: vote.describe("What they would answer."),
  then: effect.describe("What would follow.")
}).meta({ id: "NextAnswerView", description: "An answer that somebody may give now." });
var explainedStep = z4.object({
  stepId: z4.string().describe("Id of the step in its execution."),
  nodeId: z4.string().describe("The node that it is a step of."),
  status: _chunk6D4P3BWXcjs.stepStatus.describe("How far it is."),
  waitsFor: z4.enum(WAITS_FOR).optional().describe("What an open step waits for."),
  since: z4.int().optional().describe("Since when an open step waits, in ms since the epoch."),
  dueAt: z4.int().nullable().optional().describe("When an open step is breached; null without a deadline."),
  nextReminderAt: z4.int().nullable().optional().describe("When the people of an open step are reminded next; null: not again."),
  people: _chunk6D4P3BWXcjs.peopleView.nullable().optional().describe("Who decides an open step; null for one of no people, and until they are found."),
  missing: z4.array(missing).optional().describe("What an open step lacks of its approval."),
  next: z4.array(nextAnswer).optional().describe("What each answer that may be given now would do, up to 20."),
  endedBy: z4.enum(ENDED_BY).optional().describe("What ended a step that is not open."),
  seq: z4.int().nullable().optional().describe("seq of the event that ended a step that is not open.")
}).meta({ id: "ExplainedStepView", description: "Why a step waits, or what ended it." });
var explanationView = z4.object({
  executionId: z4.string().describe("Id of the execution."),
  status: executionStatus.describe("How far it is."),
  seq: z4.int().describe("seq of the state that was explained."),
  steps: z4.array(explainedStep).describe("Its steps, in the order of creation."),
  truncated: z4.boolean().describe("Whether there are more answers than are told, 100 in all.")
}).meta({ id: "ExplanationView", description: "Why a run waits." });

// src/engine/shapes/steps/review-results.ts


// src/engine/shapes/shared/results.ts

var executionId = z5.string().describe("Id of the execution.");
var stepId = z5.string().describe("Id of the step in its execution.");
var dispatchResult = z5.object({
  executionId,
  correlationId: z5.string().describe("The host's own id, as it was given, or one that was made."),
  deduplicated: z5.boolean().describe("Whether the call replayed an earlier dispatch with the same idempotencyKey.")
}).meta({ id: "DispatchResult", description: "The run that a dispatch started, or had started before." });
var reviewResult = z5.object({
  recorded: z5.boolean().describe("False when the same was recorded before."),
  aggregatorStatus: z5.enum(["pending", "resolved"]).describe("`pending` until the step resolves."),
  resumeScheduled: z5.boolean().describe("True only in the response to the call that resolved the step."),
  rejectionReason: z5.literal("idempotent").optional().describe("Why nothing was recorded.")
}).meta({ id: "ReviewResult", description: "What a decision or a resolution did to its step." });
var cancelExecutionResult = z5.object({
  cancelled: z5.literal(true).describe("The execution is cancelled, now or since before."),
  executionId
}).meta({ id: "CancelExecutionResult", description: "The execution that was cancelled." });
var cancelStepResult = z5.object({ cancelled: z5.literal(true).describe("The step is cancelled."), executionId, stepId }).meta({ id: "CancelStepResult", description: "The step that was cancelled." });
var deleteDefinitionResult = z5.object({
  deleted: z5.literal(true).describe("The definition is deleted."),
  definitionId: z5.string().describe("Id of the definition; it is free again.")
}).meta({ id: "DeleteDefinitionResult", description: "The definition that was deleted." });
var resolveStepResult = z5.object({
  resolved: z5.boolean().describe("False when the step still waits for others, as it may after `reviewer-\u2026`."),
  executionId,
  stepId,
  action: z5.enum(_chunkYMZYM5YGcjs.RESOLVE_ACTIONS).describe("What was done."),
  status: _chunk6D4P3BWXcjs.stepStatus.describe("Status of the step now.")
}).meta({ id: "ResolveStepResult", description: "What an administrator did to a step." });
var completeDeferredResult = z5.object({
  completed: z5.literal(true).describe("The result is recorded, now or since before."),
  executionId,
  stepId
}).meta({ id: "CompleteDeferredResult", description: "The deferred step that was called back." });
var triggerResult = z5.discriminatedUnion("accepted", [
  z5.object({
    accepted: z5.literal(true).describe("The request started a run, or had started one before."),
    code: z5.literal("accepted").describe("What became of the request."),
    executionId,
    deduplicated: z5.boolean().describe("Whether the source's id had started the run before.")
  }),
  z5.object({
    accepted: z5.literal(false).describe("The trigger does not want this event."),
    code: z5.literal("event-ignored").describe("What became of the request.")
  })
]).meta({ id: "TriggerResult", description: "What became of a request to a trigger." });
var ensureResult = z5.object({
  created: z5.boolean().describe("Whether there was no active definition of this id."),
  updated: z5.boolean().describe("Whether a version was added."),
  version: z5.int().describe("Number of its newest version."),
  definition: _chunk6D4P3BWXcjs.definitionView.describe("The newest version.")
}).meta({
  id: "EnsureResult",
  description: "Whether anything had to be written, and what is there now."
});
var waitExecutionResult = z5.object({
  reached: z5.boolean().describe("Whether what was waited for is so in `execution`."),
  execution: _chunk6D4P3BWXcjs.executionView.describe("The execution as it was then.")
}).meta({ id: "WaitExecutionResult", description: "What came of waiting." });

// src/engine/shapes/steps/review-results.ts
var delegateResult = z6.object({
  delegated: z6.boolean().describe("False when that was done before."),
  toUserId: z6.string().describe("Who holds the place.")
}).meta({ id: "DelegateStepResult", description: "What became of a place that was handed over." });
var claimResult = z6.object({
  claimed: z6.boolean().describe("False when the claim was made before and still holds."),
  until: z6.int().describe("Until when it holds, in ms since the epoch.")
}).meta({ id: "ClaimStepResult", description: "What became of a claim." });
var releaseResult = z6.object({
  released: z6.boolean().describe("False when there was none.")
}).meta({ id: "ReleaseStepResult", description: "What became of a claim that was given back." });
var addReviewersResult = z6.object({
  added: z6.array(z6.string()).describe("Those who were not added before.")
}).meta({ id: "AddReviewersResult", description: "Who was added." });
var retractResult = z6.object({
  retracted: z6.boolean().describe("False when it was taken back before."),
  round: z6.int().describe("The round that the next answer has to name.")
}).meta({ id: "RetractDecisionResult", description: "What became of an answer that was taken back." });
var requestInformationResult = z6.object({
  asked: z6.boolean().describe("False when the same question is open already."),
  questionId: z6.string().describe("Id of the question in its step."),
  dueAt: z6.int().nullable().describe("When the step is due now, in ms since the epoch; null without a deadline.")
}).meta({ id: "RequestInformationResult", description: "A question that was asked." });
var provideInformationResult = z6.object({
  provided: z6.boolean().describe("False when the same was answered before."),
  dueAt: z6.int().nullable().describe("When the step is due now, in ms since the epoch; null without a deadline.")
}).meta({ id: "ProvideInformationResult", description: "What became of an answer to a question." });
var remindResult = z6.object({
  reminded: z6.boolean().describe("False when the same person reminded all of them just now."),
  userIds: z6.array(z6.string()).describe("Who is reminded.")
}).meta({ id: "RemindStepResult", description: "Who was reminded." });
var reviseSubjectResult = z6.object({
  revised: z6.boolean().describe("False when that was the subject already."),
  digest: z6.string().describe("Digest of what is to be approved."),
  resetStepIds: z6.array(z6.string()).describe("The waiting steps whose answers are void.")
}).meta({ id: "ReviseSubjectResult", description: "What became of a revision." });
var setAbsenceResult = z6.object({
  absenceId: z6.string().describe("Id of the absence."),
  created: z6.boolean().describe("False when the same was kept before.")
}).meta({ id: "SetAbsenceResult", description: "An absence that is kept." });
var clearAbsenceResult = z6.object({
  cleared: z6.boolean().describe("False when there was none.")
}).meta({ id: "ClearAbsenceResult", description: "What became of an absence that was to be forgotten." });
var absenceView = z6.object({
  absenceId: z6.string().describe("Id of the absence."),
  userId: z6.string().describe("Who is away."),
  from: z6.int().describe("When it begins, in ms since the epoch."),
  until: z6.int().describe("When it is over, in ms since the epoch."),
  substituteId: z6.string().describe("Who answers for them.")
}).meta({ id: "AbsenceView", description: "Somebody is away, and somebody else answers for them." });
var decideManyError = z6.object({
  message: z6.string().describe("What is wrong, and how to mend it."),
  status: z6.string().describe("What kind of error it is."),
  details: _chunk6D4P3BWXcjs.jsonObject.describe("What else is known.")
}).meta({
  id: "DecideManyError",
  description: "Why a decision of several was refused; the fields of any error."
});
var decideManyItem = z6.object({
  ok: z6.boolean().describe("Whether it was accepted."),
  result: reviewResult.optional().describe("What it did, where it was accepted."),
  error: decideManyError.optional().describe("Why not, where it was refused.")
}).meta({ id: "DecideManyItem", description: "What became of one decision of several." });
var decideManyResult = z6.object({
  items: z6.array(decideManyItem).describe("One for each decision.")
}).meta({ id: "DecideManyResult", description: "What became of several decisions, in their order." });

// src/engine/operations/table.ts
var operation = (summary, request, result, invoke) => ({ summary, request, result, invoke });
var OPERATIONS = {
  "definitions/create": operation(
    "Keeps a new definition as version 1.",
    _chunkBOADPL7Scjs.definitionSchema,
    _chunk6D4P3BWXcjs.definitionView,
    (on, request) => on.definitions.create(request)
  ),
  "definitions/update": operation(
    "Keeps a new version; runs under way stay on theirs.",
    _chunk6D4P3BWXcjs.updateDefinition,
    _chunk6D4P3BWXcjs.definitionView,
    (on, request) => on.definitions.update(request)
  ),
  "definitions/get": operation(
    "The newest version, or the one asked for, of the most specific definition.",
    _chunk6D4P3BWXcjs.getDefinition,
    _chunk6D4P3BWXcjs.definitionView,
    (on, request) => on.definitions.get(request)
  ),
  "definitions/list": operation(
    "The active definitions of exactly one scope level.",
    _chunk6D4P3BWXcjs.listDefinitions,
    _chunk6D4P3BWXcjs.pageOf.call(void 0, "DefinitionPage", _chunk6D4P3BWXcjs.definitionView),
    (on, request) => on.definitions.list(request)
  ),
  "definitions/delete": operation(
    "Tombstones a definition that has no run in flight.",
    _chunk6D4P3BWXcjs.deleteDefinition,
    deleteDefinitionResult,
    (on, request) => on.definitions.delete(request)
  ),
  "definitions/ensure": operation(
    "Creates, adds a version, or does nothing: so that the newest version is this one.",
    _chunkBOADPL7Scjs.definitionSchema,
    ensureResult,
    (on, request) => on.definitions.ensure(request)
  ),
  "definitions/validate": operation(
    "What create would say, without keeping anything.",
    _chunk6D4P3BWXcjs.validateDefinition,
    _chunk6D4P3BWXcjs.validation,
    (on, request) => on.definitions.validate(request)
  ),
  "executions/dispatch": operation(
    "Starts a run; with an idempotencyKey a repeat returns the first one.",
    _chunk6D4P3BWXcjs.dispatchExecution,
    dispatchResult,
    (on, request) => on.executions.dispatch(request)
  ),
  "executions/get": operation(
    "An execution with its steps.",
    _chunk6D4P3BWXcjs.getExecution,
    _chunk6D4P3BWXcjs.executionView,
    (on, request) => on.executions.get(request)
  ),
  "executions/list": operation(
    "Executions without their steps, newest first.",
    _chunk6D4P3BWXcjs.listExecutions,
    _chunk6D4P3BWXcjs.pageOf.call(void 0, "ExecutionPage", _chunk6D4P3BWXcjs.executionSummaryView),
    (on, request) => on.executions.list(request)
  ),
  "executions/getEvents": operation(
    "Events with a seq above sinceSeq, in order.",
    _chunk6D4P3BWXcjs.getEvents,
    eventsPage,
    (on, request) => on.executions.getEvents(request)
  ),
  "executions/wait": operation(
    "Waits for a run, or a step of it, for up to 25 s.",
    _chunk6D4P3BWXcjs.waitExecution,
    waitExecutionResult,
    (on, request) => {
      checkRequest("executions/wait", request);
      return on.executions.wait({ waitMs: _chunkKPSFIHDZcjs.HOSTING_LIMITS.waitMs, ...request });
    }
  ),
  "executions/cancel": operation(
    "Ends a run; cancelling it again changes nothing.",
    _chunk6D4P3BWXcjs.cancelExecution,
    cancelExecutionResult,
    (on, request) => on.executions.cancel(request)
  ),
  "executions/withdraw": operation(
    "Ends a run for whoever started it.",
    _chunk6D4P3BWXcjs.withdrawExecution,
    cancelExecutionResult,
    (on, request) => on.executions.withdraw(request)
  ),
  "executions/reviseSubject": operation(
    "Makes something else what is to be approved; answers of waiting steps are void.",
    _chunk6D4P3BWXcjs.reviseSubject,
    reviseSubjectResult,
    (on, request) => on.executions.reviseSubject(request)
  ),
  "executions/explain": operation(
    "Why a run waits, and what each answer would do.",
    _chunk6D4P3BWXcjs.explainExecution,
    explanationView,
    (on, request) => on.executions.explain(request)
  ),
  "steps/recordReviewerDecision": operation(
    "Records what a reviewer decided.",
    _chunk6D4P3BWXcjs.recordReviewerDecision,
    reviewResult,
    (on, request) => on.steps.recordReviewerDecision(request)
  ),
  "steps/recordAgentResolution": operation(
    "Resolves one finding of a blocking agent.",
    _chunk6D4P3BWXcjs.recordAgentResolution,
    reviewResult,
    (on, request) => on.steps.recordAgentResolution(request)
  ),
  "steps/cancel": operation(
    "Cancels an open step.",
    _chunk6D4P3BWXcjs.cancelStep,
    cancelStepResult,
    (on, request) => on.steps.cancel(request)
  ),
  "steps/resolve": operation(
    "Ends a waiting step by force, or decides as one of its reviewers.",
    _chunk6D4P3BWXcjs.resolveStep,
    resolveStepResult,
    (on, request) => on.steps.resolve(request)
  ),
  "steps/listWaiting": operation(
    "Steps that wait, the longest first.",
    _chunk6D4P3BWXcjs.listWaiting,
    _chunk6D4P3BWXcjs.pageOf.call(void 0, "WaitingPage", _chunk6D4P3BWXcjs.waitingItem),
    (on, request) => on.steps.listWaiting(request)
  ),
  "steps/delegate": operation(
    "Hands a place over for good.",
    _chunk6D4P3BWXcjs.delegateStep,
    delegateResult,
    (on, request) => on.steps.delegate(request)
  ),
  "steps/claim": operation(
    "Reserves one of a pool's answers for a time.",
    _chunk6D4P3BWXcjs.claimStep,
    claimResult,
    (on, request) => on.steps.claim(request)
  ),
  "steps/release": operation(
    "Gives a claim back.",
    _chunk6D4P3BWXcjs.releaseStep,
    releaseResult,
    (on, request) => on.steps.release(request)
  ),
  "steps/addReviewers": operation(
    "Adds people who have to approve too.",
    _chunk6D4P3BWXcjs.addReviewers,
    addReviewersResult,
    (on, request) => on.steps.addReviewers(request)
  ),
  "steps/retractDecision": operation(
    "Takes an answer back while the step waits.",
    _chunk6D4P3BWXcjs.retractDecision,
    retractResult,
    (on, request) => on.steps.retractDecision(request)
  ),
  "steps/requestInformation": operation(
    "Asks somebody for information while the step waits.",
    _chunk6D4P3BWXcjs.requestInformation,
    requestInformationResult,
    (on, request) => on.steps.requestInformation(request)
  ),
  "steps/provideInformation": operation(
    "Answers a question of a reviewer.",
    _chunk6D4P3BWXcjs.provideInformation,
    provideInformationResult,
    (on, request) => on.steps.provideInformation(request)
  ),
  "steps/remind": operation(
    "Reminds people of a waiting step.",
    _chunk6D4P3BWXcjs.remindStep,
    remindResult,
    (on, request) => on.steps.remind(request)
  ),
  "steps/decideMany": operation(
    "Records several decisions, each by itself.",
    _chunk6D4P3BWXcjs.decideMany,
    decideManyResult,
    (on, request) => on.steps.decideMany(request)
  ),
  "people/setAbsence": operation(
    "Keeps who is away, and who answers for them.",
    _chunk6D4P3BWXcjs.setAbsence,
    setAbsenceResult,
    (on, request) => on.people.setAbsence(request)
  ),
  "people/clearAbsence": operation(
    "Forgets an absence.",
    _chunk6D4P3BWXcjs.clearAbsence,
    clearAbsenceResult,
    (on, request) => on.people.clearAbsence(request)
  ),
  "people/listAbsences": operation(
    "Absences, those that begin first first.",
    _chunk6D4P3BWXcjs.listAbsences,
    _chunk6D4P3BWXcjs.pageOf.call(void 0, "AbsencePage", absenceView),
    (on, request) => on.people.listAbsences(request)
  ),
  "events/list": operation(
    "The external events of all runs, in one order.",
    _chunk6D4P3BWXcjs.listEvents,
    feedPage,
    (on, request) => on.feed.list(request)
  ),
  "links/create": operation(
    "An address that answers for a reviewer, once.",
    _chunk6D4P3BWXcjs.createLink,
    linkResult,
    (on, request) => {
      checkRequest("links/create", request);
      return on.links.create(request);
    }
  ),
  "links/revoke": operation(
    "Takes a link away.",
    _chunk6D4P3BWXcjs.revokeLink,
    revokeLinkResult,
    (on, request) => on.links.revoke(request)
  ),
  "webhooks/listDeliveries": operation(
    "Deliveries of events to receivers, newest first.",
    _chunk6D4P3BWXcjs.listDeliveries,
    _chunk6D4P3BWXcjs.pageOf.call(void 0, "DeliveryPage", _chunk6D4P3BWXcjs.deliveryView),
    (on, request) => on.webhooks.listDeliveries(request)
  ),
  "webhooks/redeliver": operation(
    "Sends a delivery again, or all dead ones of an execution.",
    _chunk6D4P3BWXcjs.redeliver,
    _chunk6D4P3BWXcjs.redeliverResult,
    (on, request) => on.webhooks.redeliver(request)
  )
};
var INBOUND_OPERATIONS = {
  "webhook-inbound/trigger": {
    summary: "Starts a run as a definition's trigger says.",
    query: {
      required: ["workspaceId", "definitionId", "triggerId"],
      optional: ["organizationId", "documentId"]
    },
    headers: [],
    request: z7.unknown().meta({
      id: "TriggerBody",
      description: "Any JSON; a trigger that passes it through needs an object."
    }),
    result: triggerResult
  },
  "webhook-inbound/callback": {
    summary: "Completes the step that the token was issued for; the same result again returns the same.",
    query: { required: [], optional: [] },
    headers: ["x-svc-callback-token"],
    request: _chunk6D4P3BWXcjs.callbackBody,
    result: completeDeferredResult
  }
};
function checkRequest(path, data) {
  const found = Object.hasOwn(OPERATIONS, path) ? OPERATIONS[path] : null;
  if (found === null) throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", "there is no such operation");
  new (0, _chunk6D4P3BWXcjs.RequestParser)(Infinity).parse(found.request, data);
}





exports.OPERATIONS = OPERATIONS; exports.INBOUND_OPERATIONS = INBOUND_OPERATIONS; exports.checkRequest = checkRequest;
//# sourceMappingURL=chunk-2I3OA3J2.cjs.map