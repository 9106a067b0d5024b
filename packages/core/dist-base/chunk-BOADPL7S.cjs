"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _interopRequireWildcard(obj) { if (obj && obj.__esModule) { return obj; } else { var newObj = {}; if (obj != null) { for (var key in obj) { if (Object.prototype.hasOwnProperty.call(obj, key)) { newObj[key] = obj[key]; } } } newObj.default = obj; return newObj; } } function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class;












var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');


var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/definition/definition.ts
var _zod = require('zod'); var z8 = _interopRequireWildcard(_zod); var z5 = _interopRequireWildcard(_zod); var z = _interopRequireWildcard(_zod); var z4 = _interopRequireWildcard(_zod); var z2 = _interopRequireWildcard(_zod); var z3 = _interopRequireWildcard(_zod); var z6 = _interopRequireWildcard(_zod); var z7 = _interopRequireWildcard(_zod);

// src/definition/nodes.ts


// src/definition/parts.ts

var name = z.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.nameLength);
var description = z.string().max(_chunkKPSFIHDZcjs.LIMITS.descriptionLength);
var when = z.string("give the expression tree as a JSON string; JSON.stringify makes one");
var isTooLongWhen = (text) => text.length > _chunkKPSFIHDZcjs.LIMITS.whenLength && _chunkATSCIM4Icjs.characterCount.call(void 0, text) > _chunkKPSFIHDZcjs.LIMITS.whenLength;
var inputPath = z.string().max(_chunkKPSFIHDZcjs.LIMITS.pathLength).regex(
  /^(output|execution\.input)(\.[^.]+)*$/,
  'give a dot-path that starts with "output" or "execution.input"'
);
var exhaustedRoute = z.strictObject({ routeToNodeId: _chunkATSCIM4Icjs.localRef.describe("The node that starts.") }).meta({ id: "ExhaustedRoute", description: "Where a loop goes whose last iteration was rejected." });
function recordOf(text, max, name2 = z.string()) {
  const message = `give at most ${max} names`;
  const counted = z.preprocess(
    (given, context) => {
      if (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, given) || Object.keys(given).length <= max) return given;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    },
    z.record(name2, text)
  );
  return counted;
}
function nodesOf(node) {
  const message = `a definition may have ${_chunkKPSFIHDZcjs.LIMITS.nodes} nodes; split the workflow in two`;
  return z.array(node).max(_chunkKPSFIHDZcjs.LIMITS.nodes, message).min(1);
}
function edgesOf(edge) {
  const message = `a definition may have ${_chunkKPSFIHDZcjs.LIMITS.edges} edges; merge edges between the same two nodes, or split the workflow in two`;
  return z.array(edge).max(_chunkKPSFIHDZcjs.LIMITS.edges, message);
}

// src/definition/people.ts


// src/definition/people-sources.ts

var unique = (items) => new Set(items).size === items.length;
var sourceName = _chunkATSCIM4Icjs.lineOf.call(void 0, _chunkKPSFIHDZcjs.LIMITS.referenceLength);
var pool = z2.strictObject({
  users: z2.array(_chunkATSCIM4Icjs.actorId).min(1).max(_chunkKPSFIHDZcjs.LIMITS.poolUsers).refine(unique, "name each candidate once").optional().describe("Ids of the candidates, 1 to 50."),
  group: sourceName.optional().describe("Name of a group in the host's directory."),
  role: sourceName.optional().describe("Name of a role in the host's directory."),
  var: inputPath.optional().describe(
    "Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the step before)."
  )
}).refine(
  (it) => [it.users, it.group, it.role, it.var].filter((one) => one !== void 0).length === 1,
  "give exactly one of users, group, role and var"
).meta({
  id: "DefinitionPool",
  description: "Where the candidates of a pool come from: exactly one of `users`, `group`, `role` and `var`."
});
var value = z2.strictObject({
  var: inputPath.describe("Dot-path from `execution.input` or `output` (of the step before).")
}).meta({ id: "DefinitionValue", description: "A value that a run has." });
var untilLimit = z2.strictObject({
  attribute: _chunkATSCIM4Icjs.lineOf.call(void 0, _chunkKPSFIHDZcjs.LIMITS.nameLength).describe("Name of an attribute of people in the directory."),
  atLeast: z2.union([z2.number(), value]).describe("What it has to be at least: a number, or where the run has it.")
}).meta({ id: "DefinitionChainLimit", description: "Whom a chain ends with." });
var chain = z2.strictObject({
  startAt: value.describe("Whose manager is the first."),
  maxLevels: z2.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.chainLevels).describe("How many managers there are at most, 1 to 10."),
  untilLimit: untilLimit.optional().describe("Ends the chain with the first whose attribute is large enough; somebody has to have it.")
}).meta({ id: "DefinitionChain", description: "Managers, each the manager of the one before." });

// src/definition/people-step.ts

var ALLOWED = ["delegate", "substitute", "claim", "add", "retract", "ask"];
var separation = z3.strictObject({
  excludeInitiator: z3.boolean().optional().describe("Whether whoever started the run is kept from deciding; false by default."),
  excludeContributors: z3.boolean().optional().describe("Whether those who worked on the subject are kept from deciding; false by default."),
  excludeDecidersOf: z3.array(_chunkATSCIM4Icjs.localRef).min(1).max(_chunkKPSFIHDZcjs.LIMITS.separationNodes).refine(unique, "name each node once").optional().describe("Human nodes, 1 to 20: nobody answers steps of one of them and of this node.")
}).meta({ id: "DefinitionSeparation", description: "Who must not decide." });
var reminder = z3.strictObject({
  afterMs: z3.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.slaMs).optional().describe("So long after the step began to wait, in ms."),
  beforeDueMs: z3.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.slaMs).optional().describe("So long before it is due, in ms.")
}).refine(
  (it) => it.afterMs === void 0 !== (it.beforeDueMs === void 0),
  "give exactly one of afterMs and beforeDueMs"
).meta({ id: "DefinitionReminder", description: "When people are reminded of a waiting step." });
var stepFields = {
  allow: z3.array(z3.enum(ALLOWED)).max(ALLOWED.length).refine(unique, "name each once").optional().describe("What reviewers may do beside answering; nothing by default."),
  claimMs: z3.int().min(_chunkKPSFIHDZcjs.LIMITS.claimMinMs).max(_chunkKPSFIHDZcjs.LIMITS.claimMs).optional().describe("How long a claim lasts, in ms: a minute to a week; 8 hours by default."),
  pauseMs: z3.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.pauseMs).optional().describe("How long open questions may hold the deadline up, in ms, up to 30 days; needs a deadline."),
  separation: separation.optional().describe("Who is kept from deciding."),
  reminders: z3.array(reminder).min(1).max(_chunkKPSFIHDZcjs.LIMITS.reminders).optional().describe("When those who are asked are reminded, 1 to 10."),
  requireSubjectDigest: z3.boolean().optional().describe("Whether each decision names what it is on (`subjectDigest`); false by default."),
  onSubjectChange: z3.enum(["reset", "keep"]).optional().describe("What becomes of the answers when the subject is revised; `reset` by default.")
};
var workingSla = z3.strictObject({
  workingMs: z3.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.slaMs).describe("Working time from the creation of a step until it is breached, in ms."),
  calendar: z3.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.nameLength).describe("Name of one of the engine's calendars.")
}).meta({ id: "DefinitionSla", description: "A deadline in working time." });

// src/definition/people.ts
var reviewer = z4.strictObject({
  userId: _chunkATSCIM4Icjs.actorId.optional().describe("One person, by the id in the host's own system; unique among the entries of the node."),
  pool: pool.optional().describe("Candidates, of whom `count` have to approve."),
  chain: chain.optional().describe("The manager of somebody, the manager of that one, and so on: each of them has to approve."),
  count: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.poolCount).optional().describe("How many candidates of the pool have to approve, 1 to 50; 1 by default."),
  mandatory: z4.boolean().optional().describe(
    "Whether the step waits until this entry is satisfied. Required with `userId`; false by default for a pool, and always true for a chain."
  ),
  weight: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.reviewerWeight).optional().describe("What an approval weighs in a rule of kind `weight`, 1 to 1,000; 1 by default."),
  veto: z4.boolean().optional().describe(
    "Whether a rejection by one of these people rejects the step at once, whatever the rule; false by default."
  ),
  order: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.reviewerOrder).optional().describe(
    "When these people are asked, 1 to 50: once the mandatory entries of all lower orders are satisfied; 1 by default."
  )
}).superRefine((it, context) => {
  const fault = (field, message) => context.addIssue({ code: "custom", path: field === null ? [] : [field], message });
  const given = [it.userId, it.pool, it.chain].filter((one) => one !== void 0).length;
  if (given === 0) fault("userId", "is missing; give a userId, a pool or a chain");
  if (given > 1) fault(null, "give exactly one of userId, pool and chain");
  if (it.pool === void 0 && it.count !== void 0) fault("count", "is for pools; remove it");
  if (it.chain !== void 0 && it.mandatory === false) {
    fault("mandatory", "a chain is always mandatory; remove it");
  }
  if (it.pool === void 0 && it.chain === void 0 && it.mandatory === void 0) {
    fault("mandatory", "is missing; give true or false");
  }
}).meta({
  id: "DefinitionReviewer",
  description: "An entry of the people who decide: exactly one of `userId`, `pool` and `chain` says whom it stands for."
});
var decisionRule = z4.discriminatedUnion("kind", [
  z4.strictObject({
    kind: z4.literal("count").describe("So many people."),
    approvals: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.people).describe("Approvals that are enough, 1 to 500."),
    rejections: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.people).optional().describe(
      "Rejections that reject the step at once, 1 to 500; without it only what is out of reach is rejected."
    )
  }),
  z4.strictObject({
    kind: z4.literal("percent").describe("So many of a hundred people."),
    approvals: z4.int().min(1).max(100).describe("Approvals that are enough, in percent, 1 to 100."),
    of: z4.enum(["eligible", "cast"]).describe("Percent of all who were found (`eligible`), or of those who did not abstain (`cast`).")
  }),
  z4.strictObject({
    kind: z4.literal("weight").describe("So much weight."),
    approvals: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.ruleWeight).describe("Weight of approvals that is enough, 1 to 500,000.")
  })
]).meta({
  id: "DefinitionDecisionRule",
  description: "When there are approvals enough, beside what mandatory entries need."
});
var formField = z4.strictObject({
  name: _chunkATSCIM4Icjs.lineOf.call(void 0, _chunkKPSFIHDZcjs.LIMITS.formNameLength).refine((it) => it !== "__proto__", "cannot be a name; choose another").describe("Name of the field in `values`, unique in its form."),
  type: z4.enum(["string", "number", "boolean", "choice"]).describe("What it takes; text is up to 2,000 characters."),
  choices: z4.array(z4.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.choiceLength)).min(1).max(_chunkKPSFIHDZcjs.LIMITS.formChoices).refine(unique, "name each choice once").optional().describe("What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else."),
  required: z4.boolean().optional().describe("Whether an approval has to fill it in; false by default.")
}).refine((it) => it.type === "choice" === (it.choices !== void 0), {
  path: ["choices"],
  message: 'say what can be chosen for a field of type "choice", and for no other'
}).meta({ id: "DefinitionFormField", description: "A field of a form." });
var form = z4.strictObject({
  fields: z4.array(formField).min(1).max(_chunkKPSFIHDZcjs.LIMITS.formFields).refine((fields) => unique(fields.map((it) => it.name)), "name each field once").describe("Its fields, 1 to 50.")
}).meta({ id: "DefinitionForm", description: "What an approval has to fill in." });
var peopleFields = {
  decisionRule: decisionRule.optional().describe("When there are approvals enough; without one, when every mandatory entry is satisfied."),
  allowAbstain: z4.boolean().optional().describe("Whether people who are not mandatory may abstain; needs a decisionRule. False by default."),
  minDistinctApprovers: z4.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.distinctApprovers).optional().describe("How many different people have to approve at least, 1 to 50; 1 by default."),
  reasonRequired: z4.enum(["never", "reject", "always"]).optional().describe("Which answers need a reason; `never` by default."),
  reasonCodes: z4.array(_chunkATSCIM4Icjs.keyId).min(1).max(_chunkKPSFIHDZcjs.LIMITS.reasonCodes).refine(unique, "name each reason code once").optional().describe("Reason codes, 1 to 50: every answer but an approval then needs one of them."),
  form: form.optional().describe("The form that comes with every approval."),
  ...stepFields
};

// src/definition/nodes.ts
var retry = z5.strictObject({
  maximumAttempts: z5.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.retryAttempts).optional().describe("Calls in all, the first included; 3 by default."),
  initialIntervalMs: z5.int().min(0).max(_chunkKPSFIHDZcjs.LIMITS.retryIntervalMs).optional().describe("Wait before the second call, in ms; 1,000 by default."),
  backoffCoefficient: z5.number().min(1).max(100).optional().describe("Factor by which each further wait grows; 2 by default."),
  maximumIntervalMs: z5.int().min(0).max(_chunkKPSFIHDZcjs.LIMITS.retryIntervalMs).optional().describe("Longest wait, in ms; 60,000 by default.")
}).meta({
  id: "DefinitionRetry",
  description: "How often, and how soon, an agent that threw is called again."
});
var common = {
  nodeId: _chunkATSCIM4Icjs.localId.describe("Id of the node, unique in its definition."),
  name: name.optional().describe("Name for people."),
  description: description.optional().describe("Text for people."),
  slaMs: z5.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.slaMs).optional().describe(
    "Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes the breach."
  ),
  sla: workingSla.optional().describe("The same in working time, in place of `slaMs`."),
  retry: retry.optional().describe("Repeats of an agent that throws, and of a directory that fails; other nodes ignore it.")
};
var loopBack = z5.strictObject({
  toNodeId: _chunkATSCIM4Icjs.localRef.describe("The node that starts again; it lies before this one."),
  maxIterations: z5.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.loopIterations).optional().describe("Runs of the body, the first included; 5 by default."),
  when: when.optional().describe("Which rejections loop back: JSON text of an expression tree; all of them by default."),
  onExhausted: exhaustedRoute.optional().describe("Where to go after a rejection in the last iteration; without it the execution fails.")
}).meta({
  id: "DefinitionLoopBack",
  description: "A loop from this node back to an earlier one, over every node on a path between them."
});
var onReject = z5.strictObject({
  routeToNodeId: _chunkATSCIM4Icjs.localRef.optional().describe("The node that a rejection leads to."),
  loopBack: loopBack.optional().describe("Back to an earlier node, which starts again.")
}).refine(
  (it) => it.routeToNodeId === void 0 !== (it.loopBack === void 0),
  "give exactly one of routeToNodeId and loopBack"
).meta({
  id: "DefinitionOnReject",
  description: "Where a rejection leads: exactly one of `routeToNodeId` and `loopBack`."
});
var humanConfig = z5.strictObject({
  reviewers: z5.array(reviewer).max(_chunkKPSFIHDZcjs.LIMITS.reviewers).optional().describe("Who may decide: 1 to 50 entries; without a decisionRule at least one of them is mandatory."),
  commentBody: z5.string().max(_chunkKPSFIHDZcjs.LIMITS.commentBodyLength).optional().describe("What the reviewers are asked, up to 8,000 characters."),
  reviewerEmails: z5.array(_chunkATSCIM4Icjs.lineOf.call(void 0, _chunkKPSFIHDZcjs.LIMITS.emailLength)).max(_chunkKPSFIHDZcjs.LIMITS.reviewers).optional().describe("Addresses for the host's own mails; they come back in the output of the step."),
  onReject: onReject.optional().describe(
    "Where a rejection leads; needed outside the body of a loop, also beside an edge that is gated on the rejection."
  ),
  ...peopleFields
}).refine((it) => it.allowAbstain !== true || it.decisionRule !== void 0, {
  path: ["allowAbstain"],
  message: "needs a decisionRule: without one every mandatory entry has to be satisfied, and abstaining means nothing"
}).meta({ id: "HumanConfig", description: "What people are asked, and what their rejection leads to." });
var resolutionPolicy = z5.discriminatedUnion("kind", [
  z5.strictObject({ kind: z5.literal("allResolved").describe("Every finding has to be resolved.") }),
  z5.strictObject({
    kind: z5.literal("minResolved").describe("A number of findings has to be resolved."),
    minCount: z5.int().min(1).describe("How many; all of them if there are fewer.")
  })
]).meta({
  id: "DefinitionResolutionPolicy",
  description: "When a blocking agent step has waited long enough for resolutions of its findings."
});
var agentConfig = z5.strictObject({
  agentId: z5.string().max(_chunkKPSFIHDZcjs.LIMITS.referenceLength).regex(/^\P{Cc}*$/u, "may not contain control characters").optional().describe("Which of the registered agents to call (required); `__mock__` passes at once."),
  urlPath: z5.string().max(_chunkKPSFIHDZcjs.LIMITS.pathLength).optional().describe("Dot-path to the URL that the agent is to look at, from the trigger context (required)."),
  blocking: z5.boolean().optional().describe("Whether the step waits until people have resolved what the agent found; false by default."),
  resolutionPolicy: resolutionPolicy.optional().describe("When it has waited long enough; required on a blocking agent."),
  agentMaxRuntimeMs: z5.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.agentMaxRuntimeMs).optional().describe("Time for all its calls together, in ms, up to a day; half an hour by default."),
  promptOverride: z5.string().max(_chunkKPSFIHDZcjs.LIMITS.promptLength).optional().describe("Text that the agent gets, up to 8,000 characters."),
  inputMapping: recordOf(inputPath, _chunkKPSFIHDZcjs.LIMITS.inputNames, z5.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.nameLength)).optional().describe(
    "Further input: from a name to a dot-path that starts with `output` (of the step before) or `execution.input`."
  ),
  requireNonEmptyOutput: z5.boolean().optional().describe(
    "Whether an answer with neither summary nor output counts as a failed call; false by default."
  )
}).meta({ id: "AgentConfig", description: "Which agent is called, and what it has to do." });
var webhookNodeConfig = z5.looseObject({
  url: z5.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.urlLength).describe("Where the request would go."),
  method: z5.string().max(16).optional().describe("Method of the request."),
  headers: recordOf(z5.string(), _chunkKPSFIHDZcjs.LIMITS.headers).optional().describe("Headers of the request.")
}).meta({ id: "WebhookNodeConfig", description: "A request that is checked, and not sent yet." });
var humanNode = z5.strictObject({
  ...common,
  type: z5.literal("human").describe("Kind of the node."),
  config: humanConfig.optional().describe("Who decides, on what.")
}).superRefine(({ slaMs, sla, config }, context) => {
  if (slaMs !== void 0 || sla !== void 0) return;
  const needsDeadline = (path) => context.addIssue({
    code: "custom",
    path: ["config", ...path],
    message: "needs a deadline; give the node slaMs or sla, or remove it"
  });
  if (_optionalChain([config, 'optionalAccess', _ => _.pauseMs]) !== void 0) needsDeadline(["pauseMs"]);
  _optionalChain([config, 'optionalAccess', _2 => _2.reminders, 'optionalAccess', _3 => _3.forEach, 'call', _4 => _4((it, index) => {
    if (it.beforeDueMs !== void 0) needsDeadline(["reminders", index, "beforeDueMs"]);
  })]);
}).meta({ id: "HumanNode", description: "A node at which people decide." });
var agentNode = z5.strictObject({
  ...common,
  type: z5.literal("agent").describe("Kind of the node."),
  config: agentConfig.optional().describe("Which agent, and how it is called.")
}).meta({ id: "AgentNode", description: "A node at which an agent, a function of the host's, is called." });
var webhookNode = z5.strictObject({
  ...common,
  type: z5.literal("webhook").describe("Kind of the node."),
  config: webhookNodeConfig.optional().describe("The request that the node stands for.")
}).meta({
  id: "WebhookNode",
  description: "A node that is skipped when a run reaches it; its success edges are followed."
});
var nodeSchema = z5.discriminatedUnion("type", [humanNode, agentNode, webhookNode]).meta({ id: "DefinitionNode", description: "A node of a definition; its `type` says what happens there." });

// src/definition/payload.ts

var PAYLOAD_LIMITS = { maxBytes: _chunkKPSFIHDZcjs.LIMITS.payloadBytes, maxDepth: _chunkKPSFIHDZcjs.LIMITS.payloadDepth };
var copyPayload = (value2) => _chunkATSCIM4Icjs.copyJson.call(void 0, value2, PAYLOAD_LIMITS);
function checked(shape, what) {
  return z6.custom().superRefine((value2, context) => {
    if (!shape(value2)) {
      context.addIssue({ code: "custom", message: `give ${what}` });
      return;
    }
    const copy = copyPayload(value2);
    if (!copy.ok) {
      context.addIssue({
        code: "custom",
        message: copy.path ? `${copy.path} ${copy.message}` : copy.message
      });
    }
  }).meta({
    type: "object",
    additionalProperties: true,
    description: `${what}, at most ${_chunkKPSFIHDZcjs.LIMITS.payloadBytes} bytes and ${_chunkKPSFIHDZcjs.LIMITS.payloadDepth} levels`
  });
}
var payloadObject = checked(
  (it) => _chunkATSCIM4Icjs.isPlainObject.call(void 0, it),
  "a JSON object"
);

// src/definition/webhooks.ts

var webhookSecret = z7.string().min(_chunkKPSFIHDZcjs.LIMITS.secretMinLength).max(_chunkKPSFIHDZcjs.LIMITS.secretMaxLength);
var webhookUrl = z7.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.urlLength);
var eventName = _chunkATSCIM4Icjs.lineOf.call(void 0, _chunkKPSFIHDZcjs.LIMITS.referenceLength);
var headerName = z7.string().regex(/^[A-Za-z0-9-]{1,100}$/, "give the name of an HTTP header");
var webhookConfig = z7.strictObject({
  url: webhookUrl.describe("Where events are posted to; HTTPS, and a public host."),
  secret: webhookSecret.optional().describe(
    "Signs the requests: 16 to 512 characters. Write-only; an update that leaves it out keeps it."
  ),
  eventTypes: z7.array(eventName).max(_chunkKPSFIHDZcjs.LIMITS.eventTypes).min(1).optional().describe("Types of the events that are sent; all external ones by default.")
}).meta({ id: "WebhookConfig", description: "A receiver of the events of runs." });
var inboundWebhook = z7.strictObject({
  authMode: z7.enum(["hmac", "bearer"]).describe("How a request proves itself: signed, or with the secret as its token."),
  secret: webhookSecret.optional().describe(
    "Shared with the sender: 16 to 512 characters. Write-only; an update that leaves it out keeps it."
  ),
  provider: z7.enum(["svc", "github", "custom"]).optional().describe(
    "How requests are signed: as Standard Webhooks (`svc`, the default), as by GitHub, or as named here."
  ),
  signatureHeader: headerName.optional().describe("Header with the signature, for `custom`."),
  signatureAlgorithm: z7.enum(["sha256", "sha512"]).optional().describe("Hash of the signature, for `custom`; sha256 by default."),
  signaturePrefix: z7.string().max(50).optional().describe("Text before the signature in its header, for `custom`, as in `sha256=`."),
  allowedEvents: z7.array(eventName).max(_chunkKPSFIHDZcjs.LIMITS.allowedEvents).min(1).optional().describe("Names of the events that start runs; all by default."),
  eventNameHeader: headerName.optional().describe("Header with the name of the event."),
  idempotencyHeader: headerName.optional().describe("Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`."),
  idempotencyBodyPath: z7.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.pathLength).optional().describe(
    "Dot-path to the id of the event in the body; an id starts one run, however often it is sent."
  ),
  payloadMapping: z7.enum(["pass-through", "wrap"]).optional().describe("Whether the body becomes the trigger context itself (the default), or its field `source`.")
}).meta({ id: "InboundWebhook", description: "Which requests start a run, and how they prove themselves." });
var trigger = z7.strictObject({
  triggerId: _chunkATSCIM4Icjs.localId.describe("Id of the trigger, unique in its definition."),
  inboundWebhook: inboundWebhook.describe("The requests that it takes.")
}).meta({ id: "DefinitionTrigger", description: "An inbound webhook that starts runs of its definition." });

// src/definition/definition.ts
var NODE_TYPES = nodeSchema.options.map((it) => it.shape.type.value);
var edgeSchema = z8.strictObject({
  from: _chunkATSCIM4Icjs.localRef.describe("Id of the node whose end it is looked at."),
  to: _chunkATSCIM4Icjs.localRef.describe("Id of the node that it starts."),
  when: when.optional().describe(
    "Condition: JSON text of an expression tree, as `when()` makes it. Without one it is the success edge."
  )
}).meta({ id: "DefinitionEdge", description: "An edge: what starts after a node has ended." });
var refs = z8.array(_chunkATSCIM4Icjs.localRef).max(_chunkKPSFIHDZcjs.LIMITS.nodes).refine((ids) => new Set(ids).size === ids.length, "name each node once");
var groupSchema = z8.strictObject({
  groupId: _chunkATSCIM4Icjs.localId.describe("Id of the group, unique in its definition."),
  memberNodeIds: refs.describe("Ids of the nodes whose approvals it counts."),
  expectedSteps: z8.int().describe("How many members there are to hear from: 1 to the number of members."),
  quorum: z8.int().describe("Approvals that are enough: 1 to `expectedSteps`."),
  onQuorumMet: z8.enum(["waitAll", "cancelOnQuorum", "joinOnQuorum"]).optional().describe(
    "What a quorum does: nothing (`waitAll`, the default), cancel the open members, or cancel them and go on once for all."
  ),
  requiredNodeIds: refs.optional().describe("Members without whose approval there is no quorum.")
}).meta({ id: "DefinitionGroup", description: "Nodes whose approvals are counted together." });
var loopSchema = z8.strictObject({
  loopId: _chunkATSCIM4Icjs.localId.describe("Id of the loop, unique in its definition."),
  entryNodeId: _chunkATSCIM4Icjs.localRef.describe("The node that each iteration starts with; it is in the body."),
  bodyNodeIds: refs.min(1).describe("Ids of the nodes that are run again together."),
  maxIterations: z8.int().min(1).max(_chunkKPSFIHDZcjs.LIMITS.loopIterations).optional().describe("Runs of the body, the first included; 5 by default."),
  onIterationReject: z8.strictObject({ when: when.describe("Condition: JSON text of an expression tree.") }).optional().describe("Which rejections rewind the loop; all of them by default."),
  onExhausted: exhaustedRoute.optional().describe("Where to go after a rejection in the last iteration; without it the execution fails.")
}).meta({
  id: "DefinitionLoop",
  description: "A part of a definition that a rejection inside it starts again."
});
var organizationId = _chunkATSCIM4Icjs.externalId.describe("Id of the organization.");
var level = (description2) => ({ description: description2 });
var scopeSchema = z8.discriminatedUnion("level", [
  z8.strictObject({ level: z8.literal("apiKey").meta(level("The whole workspace.")) }),
  z8.strictObject({
    level: z8.literal("organization").meta(level("One organization.")),
    organizationId
  }),
  z8.strictObject({
    level: z8.literal("document").meta(level("One document.")),
    organizationId,
    documentId: _chunkATSCIM4Icjs.externalId.describe("Id of the document in that organization.")
  })
]).meta({
  id: "DefinitionScope",
  description: "For whom a definition is; a run takes the most specific one: document, organization, workspace."
});
var definitionBody = {
  name: name.describe("Name for people, up to 200 characters."),
  description: description.optional().describe("Text for people, up to 2,000 characters."),
  nodes: nodesOf(nodeSchema).describe(
    "What happens: 1 to 100 nodes. Those that nothing leads to start a run."
  ),
  edges: edgesOf(edgeSchema).describe("What follows what: up to 500 edges, looked at in this order."),
  groups: z8.array(groupSchema).max(_chunkKPSFIHDZcjs.LIMITS.groups).optional().describe("Nodes that are counted together, up to 100 groups."),
  loops: z8.array(loopSchema).max(_chunkKPSFIHDZcjs.LIMITS.loops).optional().describe("Parts that a rejection starts again, up to 20."),
  tags: z8.array(z8.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.tagLength)).max(_chunkKPSFIHDZcjs.LIMITS.tags).optional().describe("Words to find it by, up to 20 of 64 characters."),
  custom: payloadObject.optional().describe("The host's own data: a JSON object up to 256 KiB, which the engine does not read."),
  triggers: z8.array(trigger).max(_chunkKPSFIHDZcjs.LIMITS.triggers).optional().describe("Inbound webhooks that start runs, up to 50."),
  webhookConfig: webhookConfig.optional().describe("Receiver of the events of every run; a dispatch may name another.")
};
var definitionSchema = z8.strictObject({
  definitionId: _chunkATSCIM4Icjs.definitionId.describe(
    "Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope."
  ),
  scope: scopeSchema.optional().describe("For whom it is; the whole workspace by default."),
  ...definitionBody
}).meta({ id: "Definition", description: "A workflow as its author writes it." });
var definitionFrame = z8.strictObject({
  ...definitionSchema.shape,
  nodes: nodesOf(z8.unknown()),
  edges: edgesOf(z8.unknown()),
  groups: z8.array(z8.unknown()).max(_chunkKPSFIHDZcjs.LIMITS.groups).optional(),
  loops: z8.array(z8.unknown()).max(_chunkKPSFIHDZcjs.LIMITS.loops).optional(),
  triggers: z8.array(z8.unknown()).max(_chunkKPSFIHDZcjs.LIMITS.triggers).optional()
});
var RESERVED_AGENT_ID = "__mock__";

// src/definition/issue-list.ts
var IssueList = (_class = class {constructor() { _class.prototype.__init.call(this);_class.prototype.__init2.call(this); }
  __init() {this.issues = []}
  __init2() {this.hasMore = false}
  /** True once an issue had to be left out: what is still to be looked for would not be reported. */
  get isFull() {
    return this.hasMore;
  }
  /** Takes issues until the list is full; a generator is not asked for more. */
  add(issues) {
    for (const issue of issues) {
      this.hasMore ||= this.issues.length === _chunkKPSFIHDZcjs.LIMITS.issues;
      if (this.hasMore) return;
      this.issues.push(issue);
    }
  }
  toArray() {
    if (!this.hasMore) return this.issues;
    const message = `there are more than these ${_chunkKPSFIHDZcjs.LIMITS.issues} issues; mend them, and the rest is reported`;
    return [...this.issues, { code: "too-many-issues", message, path: "" }];
  }
}, _class);
function capped(issues) {
  const list = new IssueList();
  list.add(issues);
  return list.toArray();
}

// src/definition/freeze.ts
function deepFreeze(value2) {
  if (!isOpenObject(value2)) return value2;
  Object.freeze(value2);
  if (Array.isArray(value2)) {
    for (const item of value2) if (isOpenObject(item)) deepFreeze(item);
    return value2;
  }
  for (const key in value2) if (isOpenObject(value2[key])) deepFreeze(value2[key]);
  return value2;
}
var isOpenObject = (value2) => typeof value2 === "object" && value2 !== null && !Object.isFrozen(value2);

// src/definition/schema-issues.ts
function* schemaIssues(error, input, at = []) {
  for (const issue of error.issues) yield* issuesOf({ ...issue, path: [...at, ...issue.path] }, input);
}
function* issuesOf(issue, input) {
  const node = nodeIdAt(issue.path, input);
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const name2 = _chunkATSCIM4Icjs.excerpt.call(void 0, key);
      yield {
        code: "unknown-field",
        message: `there is no field "${name2}" here; check its spelling or remove it`,
        path: _chunkATSCIM4Icjs.formatPath.call(void 0, [...issue.path, name2]),
        ...node
      };
    }
    return;
  }
  yield { code: codeOf(issue), message: messageOf(issue, input), path: _chunkATSCIM4Icjs.formatPath.call(void 0, issue.path), ...node };
}
var TOO_LONG = /* @__PURE__ */ new Map([
  ["nodes", "too-many-nodes"],
  ["edges", "too-many-edges"]
]);
function codeOf(issue) {
  if (issue.code === "custom" && _optionalChain([issue, 'access', _5 => _5.params, 'optionalAccess', _6 => _6["code"]]) === "reserved-id") return "reserved-id";
  const tooLong = issue.code === "too_big" && issue.origin === "array" ? TOO_LONG.get(_chunkATSCIM4Icjs.formatPath.call(void 0, issue.path)) : null;
  return _nullishCoalesce(tooLong, () => ( "invalid-field"));
}
function messageOf(issue, input) {
  if (issue.code === "custom") return issue.message;
  const wish = _nullishCoalesce(_optionalChain([WISHES, 'access', _7 => _7[issue.code], 'optionalCall', _8 => _8(issue)]), () => ( null));
  const given = issue.message.startsWith("Invalid") || issue.message.startsWith("Too ") ? null : issue.message;
  const isMissing = issue.code === "invalid_type" && valueAt(input, issue.path) === void 0;
  const what = isMissing ? "is missing" : "does not fit";
  return `${what}; ${_nullishCoalesce(_nullishCoalesce(given, () => ( wish)), () => ( issue.message))}`;
}
var WISHES = {
  invalid_type: ({ expected }) => `give ${_nullishCoalesce(NAMES[expected], () => ( expected))}`,
  too_small: ({ origin, minimum }) => `give ${sized(origin, `at least ${minimum}`)}`,
  too_big: ({ origin, maximum }) => `give ${sized(origin, `at most ${maximum}`)}`,
  invalid_value: ({ values }) => `give ${values.map((it) => JSON.stringify(it)).join(" or ")}`,
  invalid_union: (issue) => "options" in issue && Array.isArray(issue.options) ? `give one of ${issue.options.map((it) => JSON.stringify(it)).join(", ")}` : null
};
var NAMES = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object"
};
function sized(origin, bound) {
  if (origin === "string") return `a text of ${bound} character(s)`;
  if (origin === "array") return `a list of ${bound} item(s)`;
  return `a number of ${bound}`;
}
function nodeIdAt(path, input) {
  if (path[0] !== "nodes" || path.length < 2) return {};
  const nodeId = valueAt(input, [...path.slice(0, 2), "nodeId"]);
  return typeof nodeId === "string" && nodeId.length <= _chunkKPSFIHDZcjs.LIMITS.nodeIdLength ? { nodeId } : {};
}
function valueAt(input, path) {
  let value2 = input;
  for (const segment of path) {
    if (!(Array.isArray(value2) || _chunkATSCIM4Icjs.isPlainObject.call(void 0, value2)) || !Object.hasOwn(value2, segment)) return void 0;
    value2 = value2[segment];
  }
  return value2;
}





















exports.copyPayload = copyPayload; exports.payloadObject = payloadObject; exports.isTooLongWhen = isTooLongWhen; exports.nodeSchema = nodeSchema; exports.webhookSecret = webhookSecret; exports.webhookUrl = webhookUrl; exports.trigger = trigger; exports.NODE_TYPES = NODE_TYPES; exports.edgeSchema = edgeSchema; exports.groupSchema = groupSchema; exports.loopSchema = loopSchema; exports.definitionBody = definitionBody; exports.definitionSchema = definitionSchema; exports.definitionFrame = definitionFrame; exports.RESERVED_AGENT_ID = RESERVED_AGENT_ID; exports.deepFreeze = deepFreeze; exports.IssueList = IssueList; exports.capped = capped; exports.schemaIssues = schemaIssues;
//# sourceMappingURL=chunk-BOADPL7S.cjs.map