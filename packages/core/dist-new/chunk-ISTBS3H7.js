import {
  duration
} from "./chunk-I5FB24LP.js";
import {
  NODE_TYPES,
  capped,
  deepFreeze,
  definitionBody,
  definitionSchema,
  payloadObject,
  schemaIssues,
  webhookSecret,
  webhookUrl
} from "./chunk-LMPJDAFH.js";
import {
  RESOLVE_ACTIONS
} from "./chunk-CHQWQF46.js";
import {
  groupOfNode,
  nodeOf,
  outputOf
} from "./chunk-4KOKJCGB.js";
import {
  invalidField,
  issuesText
} from "./chunk-CY5VPMGE.js";
import {
  actorId,
  copyJson,
  definitionId,
  externalId,
  handleId,
  keyId,
  lineOf,
  localId,
  workspaceId
} from "./chunk-M7O3D2SA.js";
import {
  openStep,
  placesStoodInFor
} from "./chunk-64UWME72.js";
import {
  EXTERNAL_EVENT_TYPES
} from "./chunk-WKLHRD4Z.js";
import {
  claimedFrom,
  liveClaims
} from "./chunk-FA5YMOWS.js";
import {
  countedPlaces,
  holderOf,
  peopleOfStep,
  satisfiedEntries,
  tallyOf
} from "./chunk-ACL6SRZO.js";
import {
  EXECUTION_STATUSES,
  STEP_STATUSES
} from "./chunk-WNMCWCRL.js";
import {
  peopleOf
} from "./chunk-WKSNQK7F.js";
import {
  DEFAULTS,
  HOSTING_LIMITS,
  LIMITS
} from "./chunk-YILTSYQU.js";

// src/engine/errors.ts
var ERROR_LENGTH = 500;
var ApprovalError = class extends Error {
  name = "ApprovalError";
  /** What kind of error it is; over HTTP the code follows from it. */
  status;
  /** What else is known; empty when nothing is. */
  details;
  constructor(status, message, details = {}, cause) {
    super(message, cause === void 0 ? void 0 : { cause });
    this.status = status;
    this.details = details;
  }
};
function invalidArgument(issues) {
  return new ApprovalError("INVALID_ARGUMENT", issuesText(issues), { issues });
}
var failedPrecondition = (code, message, details = {}) => new ApprovalError("FAILED_PRECONDITION", message, { code, ...details });
var refusalError = ({ status, message, details }) => new ApprovalError(status, message, details);
function unavailable(cause) {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError("UNAVAILABLE", "the store did not respond; try again", {}, cause);
}
function internal(cause) {
  if (cause instanceof ApprovalError) return cause;
  return new ApprovalError(
    "INTERNAL",
    "the engine failed on this request; to try again will not help",
    {},
    cause
  );
}

// src/engine/shapes/shared/fields.ts
import * as z from "zod";
var workspace = z.strictObject({ workspaceId });
var scopeIds = {
  organizationId: externalId.optional().describe("Organization whose definition is meant."),
  documentId: externalId.optional().describe("Document whose definition is meant; needs its organizationId.")
};
var withScope = (schema) => schema.refine((it) => it.documentId === void 0 || it.organizationId !== void 0, {
  path: ["documentId"],
  message: "give the organizationId that the document belongs to as well"
});
var page = {
  pageSize: z.int().min(1).max(LIMITS.pageSize).optional().describe("How many, 1 to 500; 50 by default."),
  cursor: z.string().min(1).max(LIMITS.cursorLength).optional().describe("`nextCursor` of the page before; the first page without it.")
};
var executionId = handleId.describe("Id of the execution, as `dispatch` returned it.");
var step = {
  executionId,
  stepId: handleId.describe("Id of the step in its execution, as views and events show it.")
};
var decisionReason = z.string().max(LIMITS.decisionReasonLength);
var cancelReason = z.string().max(LIMITS.cancelReasonLength);

// src/engine/shapes/executions/wait-request.ts
import * as z3 from "zod";

// src/engine/shapes/shared/duration-schema.ts
import * as z2 from "zod";
var ms = (min, max) => z2.unknown().transform((value, context) => {
  try {
    return typeof value === "string" ? duration(value) : value;
  } catch (error) {
    context.addIssue({ code: "custom", message: error.message });
    return z2.NEVER;
  }
}).pipe(z2.int().min(min).max(max));

// src/engine/shapes/executions/wait-request.ts
var until = z3.union(
  [
    z3.enum(["ended", "waiting"]),
    z3.strictObject({
      stepId: handleId.describe("Id of the step; one that is not there yet is waited for.")
    })
  ],
  { error: 'give "ended", "waiting" or {"stepId": \u2026}' }
).describe("What to wait for: the end of the run, a step that waits, or the end of one step.");
var waitExecution = z3.strictObject({
  executionId,
  until,
  waitMs: z3.int().min(0).max(HOSTING_LIMITS.waitMs).optional().describe(
    "How long to wait at most, in ms. Over HTTP 0 to 25,000, which is the default; in process for ever by default."
  )
}).meta({ id: "WaitExecutionRequest", description: "Which execution to wait for, and until what." });
var waitInProcess = waitExecution.extend({ waitMs: ms(0, Number.MAX_SAFE_INTEGER).optional() });
function apartFromSignal(request) {
  const isObject = typeof request === "object" && request !== null;
  if (!isObject) return { signal: void 0, data: request };
  let apart;
  let isSignal;
  try {
    const { signal, ...data } = request;
    apart = { signal, data };
    isSignal = signal === void 0 || typeof signal?.aborted === "boolean";
  } catch {
    return { signal: void 0, data: request };
  }
  if (isSignal) return apart;
  throw invalidArgument([invalidField("signal", "must be an AbortSignal")]);
}

// src/engine/shapes/executions/views.ts
import * as z6 from "zod";

// src/engine/shapes/shared/json.ts
import * as z4 from "zod";
var jsonObject = z4.custom().meta({ id: "JsonObject", type: "object", additionalProperties: true, description: "A JSON object." });

// src/engine/shapes/executions/people.ts
import * as z5 from "zod";
var ENTRY = { person: true, pool: true, chain: true };
var ENTRY_KINDS = Object.keys(ENTRY);
var PLACE_STATES = ["later", "asked", "answered", "lost"];
var VOTES = ["approve", "reject", "abstain"];
var order = z5.int().describe("When they are asked: after the mandatory entries of all lower orders.");
var claim = z5.object({
  userId: z5.string().describe("Who made it."),
  until: z5.int().describe("Until when it holds, in ms since the epoch.")
}).meta({ id: "ClaimView", description: "An answer of a pool that somebody has reserved." });
var peopleEntry = z5.object({
  entry: z5.int().describe("Its index in `reviewers` of the node."),
  kind: z5.enum(ENTRY_KINDS).describe("Whom it stands for."),
  mandatory: z5.boolean().describe("Whether the step waits until it is satisfied."),
  order,
  satisfied: z5.boolean().describe("Whether it has the approvals that it needs."),
  claims: z5.array(claim).describe("Its answers that are reserved now.")
}).meta({ id: "PeopleEntryView", description: "An entry of the people who decide a step." });
var placeAnswer = z5.object({
  reviewerId: z5.string().describe("Who gave it."),
  onBehalfOf: z5.string().nullable().describe("For whom they gave it; null: for themselves."),
  decision: z5.enum(VOTES).describe("What they decided."),
  reasonCode: z5.string().nullable().describe("Why, as one of the reason codes of the node; null without one."),
  recordedAt: z5.int().describe("When it was recorded, in ms since the epoch.")
}).meta({ id: "PlaceAnswerView", description: "The answer of a place." });
var delegation = z5.object({
  from: z5.string().describe("Who held the place."),
  to: z5.string().describe("Who got it."),
  actorId: z5.string().describe("Who handed it over."),
  at: z5.int().describe("When, in ms since the epoch."),
  reason: z5.string().nullable().describe("Why; null without a reason.")
}).meta({ id: "DelegationView", description: "How a place went from one person to another." });
var question = z5.object({
  questionId: z5.string().describe("Id of the question in its step."),
  by: z5.string().describe("Who asked."),
  of: z5.string().describe("Who was asked."),
  question: z5.string().describe("What was asked."),
  askedAt: z5.int().describe("When, in ms since the epoch."),
  answer: z5.string().nullable().describe("What was answered; null until then."),
  answeredAt: z5.int().nullable().describe("When, in ms since the epoch; null until then.")
}).meta({ id: "QuestionView", description: "A question of a reviewer, and its answer." });
var place = z5.object({
  userId: z5.string().describe("Who was found for it."),
  holder: z5.string().describe("Who answers."),
  entries: z5.array(z5.int()).describe("The entries that name them, by index."),
  added: z5.boolean().describe("Whether no entry names them: they were added while the step waited."),
  weight: z5.int().describe("What their approval weighs."),
  veto: z5.boolean().describe("Whether their rejection rejects the step at once."),
  order,
  round: z5.int().describe("How often they were asked, the current time included."),
  state: z5.enum(PLACE_STATES).describe(
    "`later` until their turn comes, then `asked`, and `answered` when they have decided; `lost` when they must not decide any more."
  ),
  answer: placeAnswer.nullable().describe("What they decided; null until then."),
  delegations: z5.array(delegation).describe("How it went from hand to hand, in order.")
}).meta({ id: "PlaceView", description: "One person's place in a step." });
var tally = z5.object({
  eligible: z5.int().describe("All places."),
  approved: z5.int().describe("Places that approved."),
  rejected: z5.int().describe("Places that rejected."),
  abstained: z5.int().describe("Places that abstained."),
  open: z5.int().describe("Places that may still answer."),
  weightApproved: z5.int().describe("What those that approved weigh together."),
  weightOpen: z5.int().describe("What those that may still answer weigh together.")
}).meta({ id: "TallyView", description: "The places of a step, counted." });
var peopleView = z5.object({
  order: z5.int().describe("The highest order that is asked."),
  entries: z5.array(peopleEntry).describe("The entries, as the node has them."),
  places: z5.array(place).describe("The people who were found, each once."),
  tally: tally.describe("What their answers come to."),
  questions: z5.array(question).describe("What they asked of others, in order.")
}).meta({ id: "PeopleView", description: "Who decides a step, and what they have decided so far." });
function viewPeople(node, step2, now) {
  const people = peopleOfStep(node, step2);
  const wasFound = step2.people !== void 0 || step2.waitingSince !== null;
  if (people === null || !wasFound) return null;
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people.places, step2.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  return {
    order: Math.max(0, ...people.places.filter((it) => it.asked).map((it) => it.order)),
    entries: entries.map(({ kind, mandatory, order: order2 }, entry2) => ({
      entry: entry2,
      kind,
      mandatory,
      order: order2,
      satisfied: satisfied[entry2] ?? false,
      claims: claimsOf(step2, entry2, now)
    })),
    places: people.places.map((it) => viewPlace(it, step2.decisions)),
    tally: { ...tallyOf(counted) },
    questions: (people.questions ?? []).map(viewQuestion)
  };
}
var viewQuestion = ({ key: _, ...question2 }) => question2;
var claimsOf = (step2, entry2, now) => step2.status === "waiting" ? liveClaims(step2, entry2, now).map(({ userId, until: until2 }) => ({ userId, until: until2 })) : [];
function viewPlace(place3, decisions) {
  const { userId, holder, entries, weight, veto, order: order2, round: round2 } = place3;
  const answer = decisions.find((it) => holderOf(it) === holder);
  return {
    userId,
    holder,
    entries: [...entries],
    added: place3.addedBy !== void 0,
    weight,
    veto,
    order: order2,
    round: round2,
    state: stateOf(place3, answer),
    answer: answer === void 0 ? null : viewAnswer(answer),
    delegations: (place3.delegations ?? []).map((it) => ({ ...it }))
  };
}
function stateOf({ lost, asked }, answer) {
  if (lost === true) return "lost";
  if (answer !== void 0) return "answered";
  return asked ? "asked" : "later";
}
var viewAnswer = (answer) => ({
  reviewerId: answer.reviewerId,
  onBehalfOf: answer.onBehalfOf ?? null,
  decision: answer.decision,
  reasonCode: answer.reasonCode ?? null,
  recordedAt: answer.recordedAt
});

// src/engine/shapes/executions/views.ts
var when = (what) => z6.int().nullable().describe(`When ${what}, in ms since the epoch; null until then.`);
var stepStatus = z6.enum(STEP_STATUSES);
var executionStatus = z6.enum(EXECUTION_STATUSES);
var nodeType = z6.enum(NODE_TYPES);
var stepError = z6.object({
  code: z6.string().describe("What kind of fault it was, as in `agent-timeout`."),
  message: z6.string().describe("What happened.")
}).meta({ id: "StepErrorView", description: "Why a step failed." });
var stepView = z6.object({
  stepId: z6.string().describe("Id of the step, unique in its execution and the same in every process."),
  nodeId: z6.string().describe("The node that it is a step of."),
  nodeType: nodeType.describe("Kind of that node."),
  status: stepStatus.describe(
    "Open as `pending`, `running` (its agent is called) or `waiting` (for people), and ended otherwise."
  ),
  groupId: z6.string().nullable().describe("The group that counts it; null without one."),
  iteration: z6.int().describe("Iteration of the loop around the node; 1 outside loops."),
  attempt: z6.int().describe("Number of the call of its agent, from 1."),
  startedAt: when("it started"),
  completedAt: when("it ended"),
  dueAt: z6.int().nullable().describe("When it is breached, in ms since the epoch; null without an `slaMs`."),
  input: jsonObject.describe("What it was started with."),
  output: jsonObject.nullable().describe("What it gave, or what was recorded so far; null before there is anything."),
  error: stepError.nullable().describe("Why it failed; null unless it did."),
  overridden: z6.boolean().describe("Whether an administrator resolved it by force."),
  people: peopleView.nullable().describe("Who decides it; null for a step of no people, and until they are found.")
}).meta({ id: "StepView", description: "A step: one start of a node in one execution." });
var failureReason = z6.object({
  code: z6.string().describe("What kind of ending nothing handled, as in `unhandled-rejection`."),
  message: z6.string().describe("What happened."),
  stepId: z6.string().nullable().describe("The step that it happened to; null when it is about none alone.")
}).meta({ id: "FailureReasonView", description: "Why an execution failed." });
var subjectView = z6.object({
  digest: z6.string().describe("Digest of it, as in `sha256:\u2026`."),
  ref: z6.string().nullable().describe("The host's own id of it; null without one."),
  revision: z6.string().nullable().describe("Which state of it; null without one.")
}).meta({ id: "SubjectView", description: "What is to be approved, as it is now." });
var summaryShape = {
  executionId: z6.string().describe("Id of the execution, unique in its workspace."),
  definitionId: z6.string().describe("The definition that it runs."),
  definitionVersion: z6.int().describe("The version that it runs, to its end."),
  status: executionStatus.describe(
    "`pending` until its first step starts, then `running`, until it ends once."
  ),
  correlationId: z6.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  idempotencyKey: z6.string().nullable().describe("The key of the dispatch; null without one."),
  triggerContext: jsonObject.describe("What the run is about, as the dispatch gave it."),
  organizationId: z6.string().nullable().describe("Organization that the dispatch named; null without one."),
  documentId: z6.string().nullable().describe("Document that the dispatch named; null without one."),
  createdAt: z6.int().describe("When it was dispatched, in ms since the epoch."),
  startedAt: when("its first step started"),
  completedAt: when("it ended"),
  cancelledAt: when("it was cancelled"),
  failureReason: failureReason.nullable().describe("Why it failed; null unless it did."),
  initiatorId: z6.string().nullable().describe("Who started it; null when nobody was named."),
  contributorIds: z6.array(z6.string()).describe("Who worked on what is to be approved."),
  subject: subjectView.nullable().describe("What is to be approved; null when it was not named.")
};
var executionSummaryView = z6.object(summaryShape).meta({ id: "ExecutionSummaryView", description: "A run of a definition, without its steps." });
var executionView = z6.object({ ...summaryShape, steps: z6.array(stepView).describe("Its steps, in the order of creation.") }).meta({ id: "ExecutionView", description: "A run of a definition, with its steps." });
function viewSummary(state) {
  return {
    executionId: state.executionId,
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    status: state.status,
    correlationId: state.correlationId,
    idempotencyKey: state.idempotencyKey,
    triggerContext: state.triggerContext,
    organizationId: state.organizationId,
    documentId: state.documentId,
    createdAt: state.createdAt,
    startedAt: state.startedAt,
    completedAt: state.completedAt,
    cancelledAt: state.cancelledAt,
    failureReason: state.failureReason && { ...state.failureReason },
    initiatorId: state.parties?.initiatorId ?? null,
    contributorIds: [...state.parties?.contributorIds ?? []],
    subject: state.parties?.subject ? { ...state.parties.subject } : null
  };
}
function viewExecution(compiled, state, now) {
  return { ...viewSummary(state), steps: state.steps.map((step2) => viewStep(compiled, step2, now)) };
}
function viewStep(compiled, step2, now) {
  const node = nodeOf(compiled, step2.nodeId);
  return {
    stepId: step2.stepId,
    nodeId: step2.nodeId,
    nodeType: step2.nodeType,
    status: step2.status,
    groupId: groupOfNode(compiled, step2.nodeId)?.groupId ?? null,
    iteration: step2.iteration,
    attempt: step2.attempt,
    startedAt: step2.startedAt,
    completedAt: step2.completedAt,
    dueAt: step2.dueAt,
    // Parts of the state itself; whoever gets them must not be able to change it.
    input: deepFreeze(step2.input),
    output: deepFreeze(outputOf(compiled, step2)),
    error: step2.error && { ...step2.error },
    overridden: step2.overridden,
    people: node.type === "human" ? viewPeople(node, step2, now) : null
  };
}

// src/engine/shapes/links/requests.ts
import * as z7 from "zod";
var createLink = z7.strictObject({
  ...step,
  reviewerId: actorId.describe("Whose answer it gives: who has a place on the step."),
  decision: z7.enum(["approve", "reject", "abstain"]).optional().describe("The only answer that it takes; any by default."),
  expiresAt: z7.int().optional().describe(
    "When it ends, in ms since the epoch: by default and at most in 14 days, or when the step is due."
  )
}).meta({ id: "CreateLinkRequest", description: "Whose answer a link is to give, on which step." });
var createLinkInProcess = createLink.extend({ baseUrl: z7.url().max(LIMITS.urlLength).optional() });
var revokeLink = z7.strictObject({ linkId: handleId.describe("Id of the link, as `create` gave it.") }).meta({ id: "RevokeLinkRequest", description: "Which link is to answer nothing any more." });

// src/engine/shapes/feed/requests.ts
import * as z8 from "zod";

// src/engine/feed/position.ts
var DIGITS = 11;
var POSITION = /^[0-9a-z]{1,64}$/;
var positionText = (position) => position.toString(36).padStart(DIGITS, "0");
function positionOf(text) {
  const digits = text.slice(0, DIGITS);
  const value = Number.parseInt(digits.padEnd(DIGITS, "0"), 36);
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, digits.length < DIGITS ? value - 1 : value));
}

// src/engine/shapes/feed/requests.ts
var filter = {
  types: z8.array(z8.enum(EXTERNAL_EVENT_TYPES)).min(1).max(HOSTING_LIMITS.feedTypes).optional().describe("Only events of these types, 1 to 20."),
  definitionId: definitionId.optional().describe("Only events of runs of this definition."),
  executionId: executionId.optional().describe("Only events of this run.")
};
var place2 = {
  after: z8.string().regex(POSITION, "is no position: use 1 to 64 characters of 0-9 a-z").optional().describe("Only events behind this position, such as `nextPosition` of the page before."),
  from: z8.enum(["start", "now"]).optional().describe(
    "Where to begin without `after`: at the first event that is kept (the default), or behind the newest."
  )
};
var oneOf = {
  path: ["from"],
  message: "give either after or from: both say where to begin"
};
var isOne = (it) => it.after === void 0 || it.from === void 0;
var listEvents = z8.strictObject({
  ...place2,
  ...filter,
  pageSize: z8.int().min(1).max(LIMITS.pageSize).optional().describe("How many, 1 to 500; 100 by default.")
}).refine(isOne, oneOf).meta({
  id: "ListEventsRequest",
  description: "A page of the events of all runs, in the order of the feed."
});
var followEvents = z8.strictObject({ ...place2, ...filter }).refine(isOne, oneOf);
var subscribeOptions = z8.strictObject({
  types: filter.types,
  from: z8.enum(["start", "now"]),
  batchSize: z8.int().min(1).max(LIMITS.pageSize).optional()
});

// src/engine/shapes/shared/parse.ts
var REQUEST_DEPTH = LIMITS.payloadDepth + 8;
var RequestParser = class {
  maxBytes;
  constructor(maxBytes) {
    this.maxBytes = maxBytes;
  }
  /** JSON that every store can hold, as a frozen copy. */
  json(data) {
    const copy = copyJson(data, {
      maxBytes: this.maxBytes,
      maxDepth: REQUEST_DEPTH,
      maxValues: LIMITS.requestValues,
      maxNames: LIMITS.requestNames
    });
    if (!copy.ok && data === void 0)
      throw invalidArgument([invalidField("", "is missing; give an object")]);
    if (!copy.ok) throw invalidArgument([invalidField(copy.path, copy.message)]);
    return copy.value;
  }
  /**
   * The request in its shape, or INVALID_ARGUMENT with everything that is wrong: `further` finds what no schema says, in
   * whatever was given.
   */
  parse(schema, data, further = () => []) {
    const json = this.json(data);
    const parsed = schema.safeParse(json);
    const found = further(json);
    if (!parsed.success) throw invalidArgument(capped([...schemaIssues(parsed.error, json), ...found]));
    if (found.length > 0) throw invalidArgument(found);
    return parsed.data;
  }
};

// src/engine/shapes/shared/page.ts
import * as z9 from "zod";
var pageOf = (id, item) => z9.object({
  items: z9.array(item).describe("The items of this page, in the order of the listing."),
  nextCursor: z9.string().nullable().describe("Give it as `cursor` to go on; null: nothing follows."),
  hasMore: z9.boolean().describe("Whether another page follows.")
}).meta({ id, description: "A page of a listing; it may hold fewer items than were asked for." });
var pageRequest = (request) => ({
  limit: request.pageSize ?? DEFAULTS.pageSize,
  cursor: request.cursor ?? null
});
function takePage(page2) {
  if (page2 === "bad-cursor") {
    throw invalidArgument([
      invalidField("cursor", "is not a cursor of this listing; give nextCursor as you got it")
    ]);
  }
  return { items: page2.items, rest: { nextCursor: page2.cursor, hasMore: page2.cursor !== null } };
}

// src/engine/shapes/definitions/requests.ts
import * as z10 from "zod";
var existing = definitionId.describe("Id of the definition.");
var replacement = {
  name: definitionBody.name.optional(),
  nodes: definitionBody.nodes.optional(),
  edges: definitionBody.edges.optional(),
  description: definitionBody.description.nullable().describe("Text for people; `null` takes it away."),
  groups: definitionBody.groups.nullable().describe("All groups; `null` takes them away."),
  loops: definitionBody.loops.nullable().describe("All loops; `null` takes them away."),
  tags: definitionBody.tags.nullable().describe("All tags; `null` takes them away."),
  custom: definitionBody.custom.nullable().describe("The host's own data; `null` takes it away."),
  triggers: definitionBody.triggers.nullable().describe("All inbound webhooks; `null` takes them away."),
  webhookConfig: definitionBody.webhookConfig.nullable().describe("Receiver of the events; `null` takes it away.")
};
var updateTarget = {
  definitionId: existing,
  ifVersion: z10.int().min(1).describe("The version that the change was made on; the update is refused when there is a newer one."),
  ...scopeIds
};
var updateDefinition = withScope(z10.strictObject({ ...updateTarget, ...replacement })).meta({
  id: "UpdateDefinitionRequest",
  description: "A new version of a definition: fields that are present replace, absent ones stay, `null` takes an optional one away."
});
var validateTarget = withScope(z10.object(scopeIds));
var getDefinition = withScope(
  z10.strictObject({
    definitionId: existing,
    version: z10.int().min(1).optional().describe("Which version; the newest by default."),
    ...scopeIds
  })
).meta({
  id: "GetDefinitionRequest",
  description: "Which definition to get: the most specific one that the ids name."
});
var listDefinitions = withScope(z10.strictObject({ ...page, ...scopeIds })).meta({
  id: "ListDefinitionsRequest",
  description: "A page of the definitions of one level of scope: the workspace, an organization, or a document of it."
});
var deleteDefinition = withScope(z10.strictObject({ definitionId: existing, ...scopeIds })).meta({
  id: "DeleteDefinitionRequest",
  description: "Which definition to delete, at exactly one level of scope."
});
var validateDefinition = withScope(definitionSchema.extend(scopeIds)).meta({
  id: "ValidateDefinitionRequest",
  description: "A definition to check, without keeping it."
});

// src/engine/shapes/definitions/views.ts
import * as z11 from "zod";
var list = z11.array(jsonObject);
var issueView = z11.object({
  code: z11.string().describe("What kind of fault it is: a code of the linter, or of a shape."),
  message: z11.string().describe("What is wrong, and how to mend it."),
  path: z11.string().describe("Where it is, as in `nodes[3].config.urlPath`; empty for the whole."),
  nodeId: z11.string().optional().describe("The node that it is about.")
}).meta({
  id: "IssueView",
  description: "Something that is wrong with a definition or a request, or that deserves a warning."
});
var compiledEdge = z11.object({
  from: z11.string().describe("Id of the node whose end it is looked at."),
  to: z11.string().describe("Id of the node that it starts."),
  when: jsonObject.nullable().describe("The parsed expression tree; null on the success edge."),
  role: z11.enum(["success", "reject", "breach", "custom"]).describe("What it can fire on: a success, a rejection, a breach, or something else.")
}).meta({ id: "CompiledEdgeView", description: "An edge as runs follow it." });
var compiledView = z11.object({
  roots: z11.array(z11.string()).describe("Ids of the nodes that start a run, in this order."),
  edges: z11.array(compiledEdge).describe("Edges in the order in which they are looked at, derived ones last."),
  groups: list.describe("Groups with every default filled in."),
  loops: list.describe("Loops with every default filled in, those of `onReject.loopBack` among them.")
}).meta({
  id: "CompiledView",
  description: "The canonical form of a definition, which runs are interpreted from."
});
var scopeView = z11.object({
  level: z11.enum(["apiKey", "organization", "document"]).describe("The whole workspace, an organization, or a document."),
  organizationId: z11.string().nullable().describe("Id of the organization; null for the workspace."),
  documentId: z11.string().nullable().describe("Id of the document; null for anything wider.")
}).meta({ id: "ScopeView", description: "For whom a definition is." });
var definitionView = z11.object({
  definitionId: z11.string().describe("Id of the definition, unique in its scope."),
  name: z11.string().describe("Name for people."),
  description: z11.string().nullable().describe("Text for people; null without one."),
  version: z11.int().describe("Number of this version, from 1."),
  scope: scopeView.describe("For whom it is."),
  nodes: list.describe("Nodes as their author wrote them."),
  edges: list.describe("Edges as their author wrote them."),
  groups: list.nullable().describe("Groups as their author wrote them; null without any."),
  loops: list.nullable().describe("Loops as their author wrote them; null without any."),
  triggers: list.nullable().describe("Inbound webhooks, without their secrets; null without any."),
  webhookConfig: jsonObject.nullable().describe("Receiver of the events, without its secret; null without one."),
  tags: z11.array(z11.string()).nullable().describe("Words to find it by; null without any."),
  custom: jsonObject.nullable().describe("The host's own data; null without any."),
  createdAt: z11.int().describe("When version 1 was made, in ms since the epoch."),
  updatedAt: z11.int().describe("When this version was made, in ms since the epoch."),
  status: z11.enum(["active", "tombstoned"]).describe("`tombstoned` once it is deleted."),
  compiled: compiledView.describe("The form that runs are interpreted from."),
  warnings: z11.array(issueView).describe("What the linter advises against, and accepts.")
}).meta({ id: "DefinitionView", description: "A version of a definition." });
var validation = z11.object({
  valid: z11.boolean().describe("Whether `create` would take the definition."),
  issues: z11.array(issueView).describe("Everything that is wrong with it."),
  warnings: z11.array(issueView).describe("What the linter advises against, and accepts."),
  compiled: compiledView.nullable().describe("The form that runs would be interpreted from; null if it is not valid.")
}).meta({ id: "Validation", description: "What is to be said about a definition." });
function viewDefinition(version) {
  const { authored, organizationId, documentId } = version;
  return {
    definitionId: version.definitionId,
    name: authored["name"],
    description: authored["description"] ?? null,
    version: version.version,
    scope: { level: levelOf(version), organizationId, documentId },
    nodes: objects(authored["nodes"]) ?? [],
    edges: objects(authored["edges"]) ?? [],
    groups: objects(authored["groups"]),
    loops: objects(authored["loops"]),
    triggers: objects(authored["triggers"]),
    webhookConfig: authored["webhookConfig"] ?? null,
    tags: authored["tags"]?.slice() ?? null,
    custom: authored["custom"] ?? null,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    status: "active",
    compiled: viewCompiled(version.compiled),
    warnings: version.warnings.map((it) => ({ ...it }))
  };
}
function viewCompiled(compiled) {
  return {
    roots: [...compiled.roots],
    edges: compiled.edges.map(viewEdge),
    groups: compiled.groups.map(({ loopIds: _, uniform: __, ...group }) => ({ ...group })),
    loops: compiled.loops.map((loop) => ({ ...loop }))
  };
}
var viewEdge = ({ from, to, when: when2, role }) => ({
  from,
  to,
  when: when2,
  role
});
function levelOf({ organizationId, documentId }) {
  if (documentId !== null) return "document";
  return organizationId === null ? "apiKey" : "organization";
}
function objects(value) {
  return Array.isArray(value) ? [...value] : null;
}

// src/engine/shapes/executions/requests.ts
import * as z13 from "zod";

// src/engine/shapes/executions/subject.ts
import * as z12 from "zod";
var digest = z12.string().regex(
  /^[a-z0-9-]{1,20}:[0-9a-f]{32,128}$/,
  'give an algorithm, a colon and 32 to 128 hexadecimal digits, as in "sha256:9f86\u2026"'
);
var subject = z12.strictObject({
  digest: digest.describe("Digest of what is to be approved, as in `sha256:\u2026`."),
  ref: lineOf(LIMITS.referenceLength).optional().describe("The host's own id of what is to be approved, up to 200 characters."),
  revision: lineOf(LIMITS.referenceLength).optional().describe("Which state of it, up to 200 characters.")
}).meta({ id: "RunSubject", description: "What is to be approved." });
var subjectOf = ({ digest: digest2, ref, revision }) => ({
  digest: digest2,
  ref: ref ?? null,
  revision: revision ?? null
});

// src/engine/shapes/executions/requests.ts
var dispatchExecution = withScope(
  z13.strictObject({
    definitionId: definitionId.describe(
      "Which definition to run, in its newest version: the most specific one."
    ),
    idempotencyKey: keyId.optional().describe("Makes a repeat return the first execution; unique in the workspace, up to 200 characters."),
    correlationId: keyId.optional().describe("The host's own id for what this belongs to; it is on every event. One is made by default."),
    triggerContext: payloadObject.optional().describe(
      "What the run is about: a JSON object up to 256 KiB; conditions read it as `execution.input`."
    ),
    webhookUrl: webhookUrl.optional().describe("Receiver of this run's events, in place of the definition's; needs `webhookSecret`."),
    webhookSecret: webhookSecret.optional().describe("Signs what is sent to `webhookUrl`: 16 to 512 characters."),
    initiatorId: actorId.optional().describe("Who starts the run; nodes may keep them from deciding."),
    contributorIds: z13.array(actorId).max(LIMITS.contributors).optional().describe("Who worked on what is to be approved, up to 50; nodes may keep them from deciding."),
    enforceSeparation: z13.boolean().optional().describe("Whether initiator and contributors are kept from deciding on every node; false by default."),
    subject: subject.optional().describe("What the run is to approve."),
    ...scopeIds
  })
).refine((it) => it.webhookUrl === void 0 === (it.webhookSecret === void 0), {
  path: ["webhookSecret"],
  message: "webhookUrl and webhookSecret come together or not at all"
}).meta({ id: "DispatchRequest", description: "Which definition to run, and on what." });
var getExecution = z13.strictObject({ executionId }).meta({ id: "GetExecutionRequest", description: "Which execution to get." });
var listExecutions = withScope(
  z13.strictObject({
    definitionId: definitionId.optional().describe("Only runs of this definition."),
    status: z13.enum(["pending", "running", "completed", "failed", "cancelled"]).optional().describe("Only runs in this status."),
    party: actorId.optional().describe("Only runs that this user is a party of."),
    createdFrom: z13.int().min(0).optional().describe("Only runs created at this time or later, in ms since the epoch."),
    createdBefore: z13.int().min(0).optional().describe("Only runs created before, in ms since the epoch."),
    ...page,
    organizationId: externalId.optional().describe("Only runs of this organization."),
    documentId: externalId.optional().describe("Only runs of this document; needs its organizationId.")
  })
).meta({ id: "ListExecutionsRequest", description: "A page of executions, newest first." });
var getEvents = z13.strictObject({
  executionId,
  sinceSeq: z13.int().min(0).optional().describe("Only events with a higher seq: `nextCursor` of the page before; 0 by default."),
  pageSize: page.pageSize.describe("How many, 1 to 500; 100 by default."),
  includeInternal: z13.literal(true).optional().describe("All events as they are stored, those that only the engine reads among them; for an audit.")
}).meta({ id: "GetEventsRequest", description: "A page of an execution's events, in order." });
var cancelExecution = z13.strictObject({
  executionId,
  reason: cancelReason.optional().describe("Why, up to 500 characters; it is in the events.")
}).meta({ id: "CancelExecutionRequest", description: "Which execution to end." });

// src/engine/shapes/executions/run-requests.ts
import * as z14 from "zod";
var withdrawExecution = z14.strictObject({
  executionId: executionId.describe("Id of the execution, as `dispatch` returned it."),
  actorId: actorId.describe("Who asks for it: who started the run."),
  reason: cancelReason.optional().describe("Why, up to 500 characters; `withdrawn` by default.")
}).meta({ id: "WithdrawExecutionRequest", description: "Which run its initiator takes back." });
var reviseSubject = z14.strictObject({
  executionId: executionId.describe("Id of the execution, as `dispatch` returned it."),
  subject: subject.describe("What is to be approved now."),
  ifDigest: digest.nullable().describe("Digest of what it replaces; null where there was none."),
  actorId: actorId.describe("Who asks for it; a contributor from then on."),
  contributorId: actorId.optional().describe("Who made the change, where it is somebody else; a contributor from then on."),
  idempotencyKey: keyId.optional().describe(
    "Makes a repeat by the same actor change nothing, whatever came after it; up to 200 characters."
  )
}).meta({ id: "ReviseSubjectRequest", description: "What is to be approved from now on." });
var explainExecution = z14.strictObject({
  executionId: executionId.describe("Id of the execution, as `dispatch` returned it."),
  stepId: handleId.optional().describe("Only this step; all of them by default.")
}).meta({ id: "ExplainExecutionRequest", description: "Which run to explain." });

// src/engine/shapes/steps/requests.ts
import * as z15 from "zod";
var errorMessage = z15.string().min(1).max(LIMITS.errorMessageLength);
var actor = actorId.describe("Who asks for it; it is in the events.");
var said = {
  reasonCode: keyId.optional().describe("Why, as one of the reason codes of the node."),
  values: payloadObject.optional().describe("What an approval fills into the form of the node."),
  subjectDigest: digest.optional().describe("Digest of what the decision is on; it has to be the current one."),
  round: z15.int().min(1).optional().describe("Round of the place; required from the second on, and then the current one.")
};
var recordReviewerDecision = z15.strictObject({
  ...step,
  reviewerId: actorId.describe("Who decided: the userId of one of the reviewers of the node."),
  decision: z15.enum(["approve", "reject", "abstain"]).describe("What they decided; to abstain, the node has to allow it."),
  reason: decisionReason.optional().describe("Why, up to 2,000 characters."),
  onBehalfOf: actorId.optional().describe("For whom, where a substitute decides: who holds the place, and is away."),
  ...said
}).meta({
  id: "RecordReviewerDecisionRequest",
  description: "What a reviewer decided on a waiting human step."
});
var recordAgentResolution = z15.strictObject({
  ...step,
  resolutionId: externalId.describe(
    "The findingId that is resolved; a step without findings takes any id of 1 to 200 characters of A-Z a-z 0-9 : _ . -"
  ),
  status: z15.enum(["success", "failure"]).describe("Whether what was found has been dealt with."),
  output: payloadObject.optional().describe("What came of it: a JSON object up to 256 KiB."),
  errorMessage: errorMessage.optional().describe("What went wrong; required on a failure.")
}).refine((it) => it.status === "success" || it.errorMessage !== void 0, {
  path: ["errorMessage"],
  message: "say what went wrong: a failure needs an errorMessage"
}).meta({
  id: "RecordAgentResolutionRequest",
  description: "How a finding of a blocking agent was resolved."
});
var cancelStep = z15.strictObject({
  ...step,
  actorId: actor,
  reason: cancelReason.optional().describe("Why, up to 500 characters; it is in the events.")
}).meta({ id: "CancelStepRequest", description: "Which open step to cancel, and on whose behalf." });
var resolveStep = z15.strictObject({
  ...step,
  action: z15.enum(RESOLVE_ACTIONS).describe(
    "`force-\u2026` ends the waiting step at once; `reviewer-\u2026` records the decision of the reviewer `actorId`."
  ),
  actorId: actor,
  output: payloadObject.optional().describe(
    "Added to the output of the step, up to 256 KiB, if this ends it; `decision` and `approved` come from the action."
  ),
  reason: decisionReason.optional().describe("Why, up to 2,000 characters."),
  ...said
}).superRefine((it, context) => {
  if (it.action.startsWith("reviewer-")) return;
  const message = "is for reviewer-\u2026; what is forced takes the reason alone";
  for (const field of ["reasonCode", "values", "subjectDigest", "round"]) {
    if (it[field] !== void 0) context.addIssue({ code: "custom", path: [field], message });
  }
}).meta({ id: "ResolveStepRequest", description: "How an administrator resolves a waiting step." });
var completeDeferred = z15.strictObject({
  ...step,
  status: z15.enum(["completed", "failed"]).describe("`completed`: the agent passed. `failed`: the step fails, without a retry."),
  output: payloadObject.optional().describe("Output of the agent: a JSON object up to 256 KiB."),
  error: errorMessage.optional().describe("What went wrong, for `failed`.")
}).meta({ id: "CompleteDeferredRequest", description: "How a deferred agent call ended, on which step." });
var listWaiting = withScope(
  z15.strictObject({
    reviewerId: actorId.optional().describe("Only steps that this reviewer has still to decide on, or may as a substitute."),
    definitionId: definitionId.optional().describe("Only steps of runs of this definition."),
    sort: z15.enum(["waiting", "due"]).optional().describe(
      "Those that wait longest first (`waiting`, the default), or those that are due first (`due`)."
    ),
    dueBefore: z15.int().min(0).optional().describe("Only steps that are due before, in ms since the epoch."),
    ...page,
    organizationId: externalId.optional().describe("Only steps of runs of this organization."),
    documentId: externalId.optional().describe("Only steps of runs of this document; needs its organizationId.")
  })
).meta({ id: "ListWaitingRequest", description: "A page of waiting steps." });

// src/engine/shapes/webhooks/inbound.ts
import * as z16 from "zod";
var triggerTarget = withScope(
  z16.strictObject({
    definitionId: definitionId.describe("Definition that has the trigger."),
    triggerId: localId.describe("Which of its triggers."),
    ...scopeIds
  })
).meta({ id: "TriggerTarget", description: "Which trigger of which definition a request is for." });
var callbackBody = completeDeferred.pick({ status: true, output: true, error: true }).meta({ id: "CallbackBody", description: "How a deferred agent call ended." });

// src/engine/shapes/steps/waiting.ts
import * as z17 from "zod";
var AS_KINDS = [...ENTRY_KINDS, "added", "substitute"];
var waitingAs = z17.object({
  userId: z17.string().describe("Who was found for the place."),
  kind: z17.enum(AS_KINDS).describe(
    "`person` where an entry names them, `chain` where one does, `pool` where they are one of several candidates, `added` where somebody added them, `substitute` where they stand in."
  ),
  claimedBy: z17.array(z17.string()).nullable().describe("Who has reserved the answer, where others have to wait; null: nobody has.")
}).meta({ id: "WaitingAs", description: "A place of a waiting step that a reviewer may answer." });
var waitingItem = z17.object({
  executionId: z17.string().describe("The execution that the step belongs to."),
  definitionId: z17.string().describe("The definition that it runs."),
  stepId: z17.string().describe("Id of the step in its execution."),
  nodeId: z17.string().describe("The node that it is a step of."),
  nodeType: nodeType.describe("Kind of that node."),
  commentBody: z17.string().nullable().describe("What the reviewers are asked; null without a text."),
  waitingForReviewers: z17.array(z17.string()).describe("Ids of the reviewers who have not decided yet."),
  dueAt: z17.int().nullable().describe("When it is breached, in ms since the epoch; null without an `slaMs`."),
  waitingSince: z17.int().describe("When it began to wait, in ms since the epoch."),
  as: z17.array(waitingAs).describe("As whom the reviewer that was asked for may answer; empty where nobody was asked for.")
}).meta({ id: "WaitingItem", description: "A waiting step, as an inbox shows it." });
function viewWaiting(compiled, { execution, step: step2 }, viewer) {
  const node = nodeOf(compiled, step2.nodeId);
  const as = viewer.reviewerId === null || node.type !== "human" ? [] : placesFor({ compiled, node, execution, step: step2 }, { ...viewer, reviewerId: viewer.reviewerId });
  if (as.length === 0 && viewer.reviewerId !== null) return null;
  return {
    executionId: execution.executionId,
    definitionId: execution.definitionId,
    stepId: step2.stepId,
    nodeId: step2.nodeId,
    nodeType: step2.nodeType,
    commentBody: node.type === "human" ? node.commentBody : null,
    waitingForReviewers: [...step2.waitingForReviewers],
    dueAt: step2.dueAt,
    waitingSince: step2.waitingSince ?? step2.createdAt,
    as
  };
}
function placesFor({ compiled, node, execution, step: step2 }, { reviewerId, standsInFor: absent, separated, now }) {
  const rules = peopleOf(node);
  if (step2.waitingForReviewers.includes(reviewerId)) {
    const places = peopleOfStep(node, step2)?.places ?? [];
    const own = places.filter((it) => it.holder === reviewerId);
    return own.map((place3) => {
      const claimedBy = claimedFrom(rules, step2, place3, now);
      const by = claimedBy.length === 0 ? null : claimedBy;
      return { userId: place3.userId, kind: kindOf(rules, place3), claimedBy: by };
    });
  }
  const open = openStep(compiled, { ...execution, steps: separated }, node, step2);
  if (open === null) return [];
  return placesStoodInFor(open, { userId: reviewerId, absent, now }).filter((it) => step2.waitingForReviewers.includes(it.holder)).map(({ userId }) => ({ userId, kind: "substitute", claimedBy: null }));
}
function kindOf({ entries }, place3) {
  if (place3.addedBy !== void 0) return "added";
  const kinds = place3.entries.map((index) => entries[index]?.kind);
  if (kinds.includes("person")) return "person";
  return kinds.includes("chain") ? "chain" : "pool";
}

// src/engine/shapes/steps/review-requests.ts
import * as z18 from "zod";
var entry = z18.int().min(0).max(LIMITS.reviewers - 1);
var round = z18.int().min(1);
var longText = z18.string().min(1).max(LIMITS.questionLength);
var delegateStep = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who holds the place."),
  toUserId: actorId.describe("Who gets it."),
  actorId: actorId.optional().describe("Who asks for it: whoever holds the place by default, otherwise an administrator."),
  reason: decisionReason.optional().describe("Why, up to 2,000 characters.")
}).meta({ id: "DelegateStepRequest", description: "Whose place on a waiting step goes to whom." });
var claimStep = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who will answer."),
  entry: entry.describe("Index of the pool in `reviewers` of the node.")
}).meta({ id: "ClaimStepRequest", description: "Which answer of a pool to reserve." });
var releaseStep = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who made the claim."),
  entry: entry.describe("Index of the pool in `reviewers` of the node."),
  actorId: actorId.optional().describe("Who asks for it: whoever made the claim by default, otherwise an administrator.")
}).meta({ id: "ReleaseStepRequest", description: "Which claim to give back." });
var addReviewers = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who adds them."),
  userIds: z18.array(actorId).min(1).max(LIMITS.addedPeople).describe("Who is added, 1 to 10."),
  reason: decisionReason.optional().describe("Why, up to 2,000 characters.")
}).meta({ id: "AddReviewersRequest", description: "Who has to approve a waiting step as well." });
var retractDecision = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who gave it."),
  onBehalfOf: actorId.optional().describe("For whom, where they stood in."),
  round: round.describe("Round of the place in which it was given."),
  reason: decisionReason.optional().describe("Why, up to 2,000 characters.")
}).meta({ id: "RetractDecisionRequest", description: "Which answer to take back." });
var requestInformation = z18.strictObject({
  ...step,
  reviewerId: actorId.describe("Who asks."),
  question: longText.describe("What they ask, up to 2,000 characters."),
  ofUserId: actorId.optional().describe("Whom they ask; whoever started the run by default."),
  idempotencyKey: keyId.optional().describe(
    "Makes a repeat by the same person return the first question, answered or not; up to 200 characters."
  )
}).meta({
  id: "RequestInformationRequest",
  description: "What a reviewer asks of somebody before deciding."
});
var provideInformation = z18.strictObject({
  ...step,
  actorId: actorId.describe("Who answers: who was asked."),
  questionId: handleId.describe("Id of the question, as it was returned."),
  answer: longText.describe("What they answer, up to 2,000 characters.")
}).meta({
  id: "ProvideInformationRequest",
  description: "What somebody answers to a question of a reviewer."
});
var remindStep = z18.strictObject({
  ...step,
  actorId: actorId.describe("Who reminds."),
  userId: actorId.optional().describe("Who is reminded; everybody who owes an answer by default.")
}).meta({ id: "RemindStepRequest", description: "Who is reminded of a waiting step." });
var decideMany = z18.strictObject({
  decisions: z18.array(recordReviewerDecision).min(1).max(LIMITS.decisions).describe("What was decided, 1 to 100.")
}).meta({ id: "DecideManyRequest", description: "Several decisions, each by itself." });

// src/engine/shapes/people/requests.ts
import * as z19 from "zod";
var time = z19.int().min(0);
var setAbsence = z19.strictObject({
  userId: actorId.describe("Who is away."),
  from: time.describe("When it begins, in ms since the epoch."),
  until: time.describe("When it is over, in ms since the epoch: at most a year later."),
  substituteId: actorId.describe("Who answers for them.")
}).refine((it) => it.from < it.until && it.until - it.from <= LIMITS.absenceMs, {
  path: ["until"],
  message: "give a time after `from`, and at most a year after it"
}).refine((it) => it.userId !== it.substituteId, {
  path: ["substituteId"],
  message: "nobody is their own substitute; name somebody else"
}).meta({
  id: "SetAbsenceRequest",
  description: "Who is away, from when until when, and who answers for them."
});
var clearAbsence = z19.strictObject({
  absenceId: handleId.describe("Id of the absence, as it was returned.")
}).meta({ id: "ClearAbsenceRequest", description: "Which absence to forget." });
var listAbsences = z19.strictObject({
  userId: actorId.optional().describe("Only absences of this person."),
  ...page
}).meta({ id: "ListAbsencesRequest", description: "A page of absences, those that begin first first." });

// src/engine/shapes/webhooks/requests.ts
import * as z20 from "zod";

// src/ports/store/deliveries.ts
var DELIVERY_STATUSES = ["pending", "delivered", "dead"];

// src/engine/shapes/webhooks/requests.ts
var listDeliveries = z20.strictObject({
  executionId: handleId.optional().describe("Only deliveries of this execution."),
  status: z20.enum(DELIVERY_STATUSES).optional().describe("Only deliveries in this status."),
  ...page
}).meta({ id: "ListDeliveriesRequest", description: "A page of webhook deliveries, newest first." });
var redeliver = z20.strictObject({
  deliveryId: handleId.optional().describe("One delivery that has ended, as `listDeliveries` shows it."),
  executionId: handleId.optional().describe("An execution, all of whose dead deliveries are meant."),
  status: z20.literal("dead").optional().describe("Says what is done with an executionId anyway.")
}).refine((it) => it.deliveryId === void 0 !== (it.executionId === void 0), {
  path: ["deliveryId"],
  message: "give either a deliveryId, or the executionId whose dead deliveries are to go out again"
}).meta({
  id: "RedeliverRequest",
  description: "What to send again: exactly one of `deliveryId` and `executionId`."
});

// src/engine/shapes/webhooks/views.ts
import * as z21 from "zod";
var deliveryView = z21.object({
  deliveryId: z21.string().describe("Id of the delivery, for `redeliver`."),
  executionId: z21.string().describe("The execution whose event it is."),
  eventId: z21.string().describe("Id of the event; the same in every attempt."),
  seq: z21.int().describe("Number of the event in its execution."),
  type: z21.enum(EXTERNAL_EVENT_TYPES).describe("Type of the event."),
  status: z21.enum(DELIVERY_STATUSES).describe("`pending` until the receiver took it, or until the last attempt failed: then it is `dead`."),
  attempts: z21.int().describe("Attempts made since it was first due, or was last asked for again."),
  nextAttemptAt: z21.int().nullable().describe("When the next attempt is due, in ms since the epoch; null unless it is pending."),
  lastStatus: z21.int().nullable().describe("HTTP status of the last response; null when there was none."),
  lastError: z21.string().nullable().describe("Why the last attempt failed; null when it did not."),
  createdAt: z21.int().describe("When the event happened, in ms since the epoch."),
  updatedAt: z21.int().describe("When the delivery last changed, in ms since the epoch.")
}).meta({ id: "DeliveryView", description: "An event on its way to a receiver." });
var redeliverResult = z21.object({
  scheduled: z21.int().describe("How many deliveries go out again; one that is pending anyway is not counted.")
}).meta({ id: "RedeliverResult", description: "What is sent again." });
var viewDelivery = ({ workspaceId: _, ...delivery }) => ({
  deliveryId: `${delivery.executionId}:${delivery.seq}`,
  ...delivery
});
function deliveryOf(deliveryId) {
  const [, executionId2, seq] = /^(.+):([1-9]\d{0,9})$/.exec(deliveryId) ?? [];
  return executionId2 === void 0 ? null : { executionId: executionId2, seq: Number(seq) };
}
var executionOfDelivery = (deliveryId) => deliveryOf(deliveryId)?.executionId ?? null;

export {
  ERROR_LENGTH,
  ApprovalError,
  invalidArgument,
  failedPrecondition,
  refusalError,
  unavailable,
  internal,
  subject,
  subjectOf,
  ms,
  workspace,
  waitExecution,
  waitInProcess,
  apartFromSignal,
  jsonObject,
  peopleView,
  viewPeople,
  stepStatus,
  executionSummaryView,
  executionView,
  viewSummary,
  viewExecution,
  createLink,
  createLinkInProcess,
  revokeLink,
  positionText,
  positionOf,
  listEvents,
  followEvents,
  subscribeOptions,
  RequestParser,
  pageOf,
  pageRequest,
  takePage,
  updateTarget,
  updateDefinition,
  validateTarget,
  getDefinition,
  listDefinitions,
  deleteDefinition,
  validateDefinition,
  definitionView,
  validation,
  viewDefinition,
  viewCompiled,
  dispatchExecution,
  getExecution,
  listExecutions,
  getEvents,
  cancelExecution,
  withdrawExecution,
  reviseSubject,
  explainExecution,
  recordReviewerDecision,
  recordAgentResolution,
  cancelStep,
  resolveStep,
  completeDeferred,
  listWaiting,
  triggerTarget,
  callbackBody,
  waitingItem,
  viewWaiting,
  delegateStep,
  claimStep,
  releaseStep,
  addReviewers,
  retractDecision,
  requestInformation,
  provideInformation,
  remindStep,
  decideMany,
  setAbsence,
  clearAbsence,
  listAbsences,
  listDeliveries,
  redeliver,
  deliveryView,
  redeliverResult,
  viewDelivery,
  deliveryOf,
  executionOfDelivery
};
//# sourceMappingURL=chunk-ISTBS3H7.js.map