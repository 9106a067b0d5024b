import {
  scimDirectory
} from "./chunk-QDXNKAYZ.js";
import {
  staticDirectory
} from "./chunk-6WFEA7QW.js";
import {
  op,
  variable,
  when
} from "./chunk-MUM5PH3M.js";
import {
  INBOUND_OPERATIONS,
  OPERATIONS,
  checkRequest
} from "./chunk-AMG2XZEW.js";
import {
  DEFAULT_BATCHES,
  DEFAULT_JOBS,
  DEFAULT_LIMITS,
  DEFAULT_RETENTION,
  DEFAULT_WEBHOOKS,
  DEFAULT_WORKSPACE,
  PERMIT_KEY_PREFIX,
  RETRY_DELAYS_MS,
  STORE_CONTRACT_VERSION,
  calendars,
  changeBetween,
  consoleLogger,
  createApprovalEngine,
  effectOf,
  explain,
  guardedLogger,
  isOfPermit,
  listWithin,
  randomIds,
  remembered,
  sha256Hex,
  systemClock,
  visibleFault,
  workingCalendar
} from "./chunk-DYULC4YG.js";
import "./chunk-QQWRU4XC.js";
import {
  INVARIANTS,
  checkChange,
  checkExecution,
  checkWork
} from "./chunk-HHHE34WD.js";
import {
  lostJobs,
  neededJobs
} from "./chunk-HIPOAVIT.js";
import {
  compileDefinition,
  parseTree,
  patternBudget
} from "./chunk-JJPXJEM4.js";
import {
  decide,
  directoryQuestions,
  partiesOfState
} from "./chunk-YO2ZIJJO.js";
import "./chunk-XVL2NF7J.js";
import {
  THREE_VALUED,
  UNKNOWN,
  canFire,
  guardOf
} from "./chunk-7WV6LJXC.js";
import {
  ApprovalError,
  RequestParser,
  executionOfDelivery,
  invalidArgument
} from "./chunk-NPR5HQOX.js";
import {
  duration
} from "./chunk-I5FB24LP.js";
import {
  capped
} from "./chunk-UT2VGDVW.js";
import "./chunk-CHQWQF46.js";
import {
  NO_ANSWERS,
  beginFold,
  evolve,
  fold
} from "./chunk-4ZZ6HWTZ.js";
import "./chunk-H6ZFOIS6.js";
import {
  ERROR_CODES,
  WARNING_CODES,
  invalidField
} from "./chunk-CY5VPMGE.js";
import {
  COSTS,
  Fuel,
  OPERATOR_NAMES,
  TooCostly,
  beginning,
  canonicalJson,
  copyJson,
  describeError,
  excerpt,
  formatPath,
  isExpression,
  isNeverRead,
  isPlainObject,
  isVariable,
  textFault
} from "./chunk-7RVY3HCR.js";
import {
  HEALTH_COUNT,
  HEALTH_FEEDS,
  JOB_KINDS,
  LIVE_CLAIMS,
  MOST_IN_FORCE,
  createMemoryStore,
  longOver
} from "./chunk-MG7XHS6U.js";
import {
  VISIBLE_FIELDS,
  isVisible
} from "./chunk-RZ4OHGR4.js";
import {
  isReservedId
} from "./chunk-IRTI4ROD.js";
import {
  stoodInFor
} from "./chunk-A7NMX2YJ.js";
import {
  EXTERNAL_EVENT_TYPES,
  isExternal
} from "./chunk-WKLHRD4Z.js";
import "./chunk-LILXYLN5.js";
import "./chunk-JMUUU665.js";
import "./chunk-MO3ALGUJ.js";
import {
  initialState,
  isOpen,
  isTerminal
} from "./chunk-WNMCWCRL.js";
import "./chunk-WTG2CHRU.js";
import {
  DEFAULTS,
  HOSTING_LIMITS,
  LIMITS
} from "./chunk-YILTSYQU.js";
import "./chunk-5WRI5ZAA.js";

// src/engine/links/messages.ts
var SUBJECT_LENGTH = 200;
var TEXT_LENGTH = 2900;
function decisionMail(link) {
  const { url, name, commentBody, expiresAt } = link;
  const until = `This link can be used once, until ${timeText(expiresAt)}.`;
  const [title, body] = [unlinked(name), unlinked(commentBody ?? "")];
  return {
    subject: oneLine(`Your decision: ${title}`),
    text: [title, body, `${actionOf(link)}: ${url}`, until].filter((it) => it !== "").join("\n\n"),
    html: `<!doctype html><html><body><h1>${html(title)}</h1><p style="white-space: pre-wrap">${html(body)}</p><p><a href="${html(url)}">${actionOf(link)}</a></p><p>${html(until)}</p></body></html>`
  };
}
function adaptiveCard(link) {
  const { url, name, commentBody } = link;
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.5",
    body: [
      { type: "TextBlock", size: "Large", weight: "Bolder", wrap: true, text: cut(card(name)) },
      { type: "TextBlock", wrap: true, text: cut(card(commentBody ?? "")) }
    ],
    actions: [{ type: "Action.OpenUrl", title: actionOf(link), url }]
  };
}
var ACTIONS = { approve: "Approve", reject: "Reject", abstain: "Abstain" };
var actionOf = ({ decision }) => decision === null ? "Decide" : ACTIONS[decision];
var timeText = (at) => new Date(at).toISOString().replace("T", " ").slice(0, 16) + " UTC";
var oneLine = (text) => Array.from(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()).slice(0, SUBJECT_LENGTH / 2).join("");
var ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
var html = (text) => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);
var unlinked = (text) => text.replace(/:\/\//g, ":\u200B//").replace(/\b(mailto|www)(?=[:.])/gi, "$1\u200B");
var card = (text) => unlinked(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (it) => `\\${it}`);
var cut = (text, most = TEXT_LENGTH) => text.length <= most ? text : `${beginning(text, most)}\u2026`;

// src/engine/links/slack.ts
function slackBlocks(link) {
  return message(link.name, link.commentBody, [openButton(link.url, actionOf(link))]);
}
function slackDecisionBlocks(question) {
  const { execution, stepId, name, reviewerId, decisions = ["approve", "reject"], url } = question;
  const { executionId, subject } = execution;
  const step = execution.steps.find((it) => it.stepId === stepId);
  if (step === void 0)
    throw new TypeError(`slackDecisionBlocks: "${executionId}" has no step "${stepId}"`);
  const round = roundOf(step, reviewerId);
  const buttons = decisions.map((decision) => {
    const value = { executionId, stepId, decision, subjectDigest: subject?.digest, round };
    return {
      type: "button",
      action_id: `approval-decide-${decision}`,
      text: { type: "plain_text", text: ACTIONS[decision] },
      value: JSON.stringify(value)
    };
  });
  const commentBody = step.output?.["commentBody"];
  const shown = typeof commentBody === "string" ? commentBody : "";
  const elements = url === void 0 ? buttons : [...buttons, openButton(url, "Open")];
  return message(name, shown, elements, subjectText(subject));
}
function roundOf({ people }, reviewerId) {
  const places = people?.places ?? [];
  const own = reviewerId === void 0 ? places : places.filter((it) => it.holder === reviewerId);
  return own.every((it) => it.round === own[0]?.round) ? own[0]?.round : void 0;
}
function subjectText(subject) {
  if (subject === null) return "";
  return [subject.ref, subject.revision, subject.digest].filter((it) => it !== null).join("\n");
}
var openButton = (url, text) => ({
  type: "button",
  action_id: "approval-open",
  text: { type: "plain_text", text },
  url
});
function message(name, body, elements, subject = "") {
  const behind = escaped(subject);
  const words = cut(`*${escaped(name)}*
${escaped(body ?? "")}`, TEXT_LENGTH - behind.length);
  const text = behind === "" || words.endsWith("\n") ? words + behind : `${words}
${behind}`;
  return {
    text: cut(escaped(oneLine(`Your decision: ${name}`))),
    blocks: [
      // Verbatim: Slack makes no links of names such as example.com, and no mentions of what is not marked as one.
      { type: "section", text: { type: "mrkdwn", text, verbatim: true } },
      { type: "actions", elements }
    ]
  };
}
var escaped = (text) => unlinked(text.replace(/[&<>]/g, (it) => ENTITIES[it] ?? it));

// src/engine/typed/timed-node.ts
function nodeInMs(node, path) {
  const { sla, retry, config, ...base } = node;
  const given2 = {
    ...inMs(base, path),
    ...sla !== void 0 && { sla: inMs(sla, `${path}.sla`) },
    ...retry !== void 0 && { retry: inMs(retry, `${path}.retry`) },
    ...config !== void 0 && { config: configInMs(config, `${path}.config`) }
  };
  return given2;
}
function configInMs(config, path) {
  const reminders = config.reminders;
  if (!Array.isArray(reminders)) return inMs(config, path);
  const timed = reminders.map((it, at) => inMs(it, `${path}.reminders[${at}]`));
  return inMs({ ...config, reminders: timed }, path);
}
function inMs(given2, path) {
  if (typeof given2 !== "object" || given2 === null) return given2;
  const entries = Object.entries(given2).map(([name, value]) => [
    name,
    name.endsWith("Ms") ? valueInMs(value, `${path}.${name}`) : value
  ]);
  return Object.fromEntries(entries);
}
function valueInMs(value, path) {
  if (Array.isArray(value)) return value.map((it, at) => valueInMs(it, `${path}[${at}]`));
  if (typeof value !== "string") return value;
  try {
    return duration(value);
  } catch (error) {
    throw new TypeError(`${path}: ${error.message}`, { cause: error });
  }
}

// src/engine/typed/standard-schema.ts
var MOST_ISSUES = 100;
async function parsedBy(schema, value, at) {
  const result = await schema["~standard"].validate(value);
  if (result.issues === void 0) return result.value;
  const issues = result.issues.slice(0, MOST_ISSUES).map(({ message: message2, path = [] }) => {
    const parts = path.map((it) => typeof it === "object" ? it.key : it);
    const text = parts.map((it) => typeof it === "number" ? `[${it}]` : `.${String(it)}`).join("");
    return invalidField(`${at}${text}`.slice(0, 500), message2.slice(0, 500));
  });
  const [first = invalidField(at, "does not fit its schema"), ...others] = issues;
  throw invalidArgument([first, ...others]);
}

// src/engine/typed/define-workflow.ts
function defineWorkflow(options) {
  const { context: schema, ...written } = options ?? {};
  if (typeof schema?.["~standard"]?.validate !== "function") {
    throw new TypeError(
      "defineWorkflow: context must be a schema of zod, Valibot, ArkType, or another Standard Schema"
    );
  }
  if (!Array.isArray(written.nodes)) throw new TypeError("defineWorkflow: nodes must be a list");
  const inMs2 = written.nodes.map((it, at) => nodeInMs(it, `defineWorkflow: nodes[${at}]`));
  const definition = { ...written, nodes: inMs2 };
  const { definitionId } = definition;
  return {
    definition,
    ensure: (on) => on.definitions.ensure(definition),
    async dispatch(on, { context, ...request }) {
      await parsedBy(schema, context, "triggerContext");
      return on.executions.dispatch({ ...request, definitionId, triggerContext: context });
    },
    onDecision(on, { name, nodeId, from = "start" }, handler) {
      const decide2 = async (executionId, stepId) => {
        const execution = await on.executions.get({ executionId });
        const step = execution.steps.find((it) => it.stepId === stepId);
        if (execution.definitionId !== definitionId || step?.nodeId !== nodeId) return;
        const { decision = null, values = null } = step.output ?? {};
        const context = await parsedBy(schema, execution.triggerContext, "triggerContext");
        await handler({ executionId, stepId, decision, values, context });
      };
      return on.feed.subscribe(
        name,
        async (events) => {
          for (const event of events) {
            if (event.stepId !== null) await decide2(event.executionId, event.stepId);
          }
        },
        { types: ["step.completed"], from, batchSize: 20 }
      );
    }
  };
}

// src/engine/typed/nodes.ts
function human(options) {
  requireShape("nodes.human", options, { reviewers: true, fields: false, reminders: false });
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  const { reviewers, onReject, fields, claim, pause, reminders, ...others } = config;
  return {
    ...common("nodes.human", { nodeId, name, description, sla, calendar, retry }),
    type: "human",
    config: given({
      reviewers: reviewers.map((it) => typeof it === "string" ? { userId: it, mandatory: true } : it),
      ...others,
      onReject: typeof onReject === "string" ? { routeToNodeId: onReject } : onReject,
      form: fields && { fields: fields.map((it) => ({ ...it })) },
      claimMs: ms(claim, "nodes.human: claim"),
      pauseMs: ms(pause, "nodes.human: pause"),
      reminders: reminders?.map((it, at) => {
        const path = `nodes.human: reminders[${at}]`;
        return "after" in it ? { afterMs: ms(it.after, `${path}.after`) } : { beforeDueMs: ms(it.beforeDue, `${path}.beforeDue`) };
      })
    })
  };
}
function agent(options) {
  requireShape("nodes.agent", options, {});
  const { nodeId, name, description, sla, calendar, retry, maxRuntime, ...config } = options;
  return {
    ...common("nodes.agent", { nodeId, name, description, sla, calendar, retry }),
    type: "agent",
    config: given({
      ...config,
      agentMaxRuntimeMs: ms(maxRuntime, "nodes.agent: maxRuntime")
    })
  };
}
var nodes = { human, agent };
function common(owner, { sla, calendar, retry, ...base }) {
  if (calendar !== void 0 && sla === void 0)
    throw new TypeError(`${owner}: calendar needs sla: how much working time`);
  const slaMs = ms(sla, `${owner}: sla`);
  const { initialInterval, maximumInterval, ...others } = retry ?? {};
  return given({
    ...base,
    slaMs: calendar === void 0 ? slaMs : void 0,
    sla: calendar === void 0 ? void 0 : { workingMs: slaMs, calendar },
    retry: retry && given({
      ...others,
      initialIntervalMs: ms(initialInterval, `${owner}: retry.initialInterval`),
      maximumIntervalMs: ms(maximumInterval, `${owner}: retry.maximumInterval`)
    })
  });
}
function ms(value, path) {
  try {
    return value === void 0 ? void 0 : duration(value);
  } catch (error) {
    throw new TypeError(`${path}: ${error.message}`, { cause: error });
  }
}
function requireShape(owner, options, lists) {
  if (typeof options !== "object" || options === null)
    throw new TypeError(
      `${owner}: give one object, as in ${owner}({ nodeId: 'legal', \u2026 }), not ${typeof options}`
    );
  for (const [name, isNeeded] of Object.entries(lists)) {
    const value = options[name];
    if (!Array.isArray(value) && (isNeeded || value !== void 0))
      throw new TypeError(`${owner}: ${name} must be a list, not ${typeof value}`);
  }
}
var given = (value) => Object.fromEntries(Object.entries(value).filter(([, it]) => it !== void 0));

// src/interpreter/upgrade-state.ts
function upgradeState(state) {
  const stored = state.groups;
  if (stored.every((it) => it.iteration !== void 0)) return state;
  const groups = stored.map(({ groupId, iteration, round, outcome }) => ({
    groupId,
    iteration: iteration ?? round ?? 1,
    outcome
  }));
  return { ...state, groups };
}

// src/engine/explain/simulate.ts
var MOST_COMMANDS = 1e5;
function simulate(definition, options) {
  const checked = compileDefinition(definition);
  if (!checked.ok) throw invalidArgument(checked.issues);
  const calendars2 = calendarsOf(options);
  const run = new SimulatedRun(checked.compiled, { ...options, calendars: calendars2 });
  run.goOn();
  const refused = (options.answers ?? []).flatMap((answer, index) => {
    const refusal = run.answer(answer);
    run.goOn();
    return refusal === null ? [] : [{ index, refusal }];
  });
  const { state, events } = run;
  return {
    state,
    events,
    explanation: explain(checked.compiled, state, options.now, { calendars: calendars2 }),
    refused
  };
}
function calendarsOf({ calendars: calendars2 = {} }) {
  const checked = calendars.safeParse(calendars2);
  if (!checked.success)
    throw invalidArgument(
      checked.error.issues.map(({ path, message: message2 }) => ({
        ...{ code: "invalid-field", message: message2, path: ["calendars", ...path.map(String)].join(".") }
      }))
    );
  return new Map(Object.entries(calendars2).map(([name, it]) => [name, workingCalendar(it)]));
}
var SimulatedRun = class {
  state;
  events = [];
  compiled;
  options;
  ids = 0;
  constructor(compiled, options) {
    this.compiled = compiled;
    this.options = options;
    const { input, now, parties } = options;
    this.state = initialState({
      ...{ workspaceId: "simulated", executionId: "simulated", definitionUid: "simulated" },
      ...{ definitionId: "simulated", definitionVersion: 1, correlationId: "simulated" },
      ...{ idempotencyKey: null, organizationId: null, documentId: null, webhookUrl: null },
      triggerContext: input,
      createdAt: now,
      ...parties !== void 0 && { parties }
    });
    const refusal = this.decide({ kind: "dispatch" });
    if (refusal !== null)
      throw invalidArgument([{ code: "invalid-field", message: refusal.message, path: "" }]);
  }
  answer({ nodeId, reviewerId, decision, reason, ...said }) {
    const waiting = this.state.steps.findLast((it) => it.nodeId === nodeId && it.status === "waiting");
    const { stepId = "" } = waiting ?? this.state.steps.findLast((it) => it.nodeId === nodeId) ?? {};
    const command = {
      kind: "record-decision",
      stepId,
      reviewerId,
      decision,
      reason: reason ?? null,
      // Whoever answers here has seen what the run is about.
      subjectDigest: this.state.parties?.subject?.digest ?? null
    };
    return this.decide({ ...command, ...said });
  }
  /** Does what nobody has to decide, until everything that is open waits for people. */
  goOn() {
    for (let count = 0; count < MOST_COMMANDS; count++) {
      const step = this.state.steps.find((it) => it.status === "pending" || it.status === "running");
      if (step === void 0 || !isOpen(step.status)) return;
      const { stepId, attempt } = step;
      if (step.nodeType === "human") this.findPeople(stepId, attempt);
      else if (step.status === "pending") this.decide({ kind: "begin-agent-call", stepId, attempt });
      else {
        const result = { passed: true, summary: "simulated", output: null, findings: null };
        this.decide({ kind: "agent-returned", stepId, attempt, result });
      }
    }
    throw new Error("the simulated run does not come to rest");
  }
  findPeople(stepId, attempt) {
    let answers = NO_ANSWERS;
    for (; ; ) {
      const asked = directoryQuestions(this.compiled, this.state, { stepId, attempt, answers });
      if (asked === null || asked.length === 0) break;
      answers = asked.reduce((known, it) => this.answered(known, it), answers);
    }
    this.decide({ kind: "reviewers-found", stepId, attempt, answers });
  }
  answered(known, asked) {
    const { groups = {}, roles = {}, managers = {}, attributes = {} } = this.options.directory ?? {};
    switch (asked.ask) {
      case "members": {
        const { kind, name } = asked;
        const userIds = ownOf(kind === "group" ? groups : roles, name);
        return { ...known, members: [...known.members, { kind, name, userIds }] };
      }
      case "manager": {
        const { userId } = asked;
        return { ...known, managers: [...known.managers, { userId, managerId: ownOf(managers, userId) }] };
      }
      case "attribute": {
        const { userId, attribute } = asked;
        const value = ownOf(ownOf(attributes, userId) ?? {}, attribute) ?? null;
        return { ...known, attributes: [...known.attributes, { userId, attribute, value }] };
      }
    }
  }
  decide(command) {
    const decided = decide(this.compiled, this.state, command, {
      now: this.options.now,
      newEventId: () => `event_${this.ids += 1}`,
      maxStepsPerExecution: Infinity,
      calendars: this.options.calendars
    });
    if (!decided.ok) return decided.refusal;
    this.state = decided.state;
    this.events.push(...decided.events);
    return null;
  }
};
var ownOf = (record, name) => Object.hasOwn(record, name) ? record[name] ?? null : null;

// src/expression/truth.ts
var TruthBudget = class {
  /** The work that is left. */
  fuel;
  constructor(units = LIMITS.commandWork) {
    this.fuel = new Fuel(units);
  }
};
function truthOf(expression, scope, budget = new TruthBudget()) {
  try {
    const value = valueOf(expression, scope, new Fuel(LIMITS.evaluationWork, budget.fuel));
    if (value === UNKNOWN) return "unknown";
    return value === true ? "true" : "false";
  } catch (error) {
    if (error instanceof TooCostly) return "unknown";
    throw error;
  }
}
function valueOf(operand, scope, fuel) {
  fuel.spend(COSTS.operand);
  if (isVariable(operand)) return read(operand.var, scope, fuel);
  if (!isExpression(operand)) return operand;
  const { op: op2, args } = operand;
  const values = [];
  for (const arg of args) values.push(valueOf(arg, scope, fuel));
  if (!isAnswerable(op2, values)) return UNKNOWN;
  return THREE_VALUED[op2](fuel, ...values);
}
function read(name, scope, fuel) {
  const path = name.split(".");
  fuel.spend(path.length);
  let value = scope;
  for (const segment of path) {
    if (isNeverRead(segment)) return UNKNOWN;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : void 0;
    else if (isPlainObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return UNKNOWN;
    if (value === void 0) return UNKNOWN;
  }
  return value;
}
var CANONICAL_INDEX = /^(0|[1-9]\d*)$/;
var isText = (value) => typeof value === "string";
var ordered = ([a, b]) => typeof a === "number" && typeof b === "number" || isText(a) && isText(b);
var texts = (values) => values.every(isText);
var sized = ([value]) => isText(value) || Array.isArray(value);
var ANSWERABLE = {
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  regex: texts,
  startsWith: texts,
  endsWith: texts,
  includes: ([container, item]) => Array.isArray(container) || isText(container) && isText(item),
  length: sized
};
var isAnswerable = (op2, values) => values.includes(UNKNOWN) || (ANSWERABLE[op2]?.(values) ?? true);
export {
  ApprovalError,
  DEFAULTS,
  DEFAULT_BATCHES,
  DEFAULT_JOBS,
  DEFAULT_LIMITS,
  DEFAULT_RETENTION,
  DEFAULT_WEBHOOKS,
  DEFAULT_WORKSPACE,
  ERROR_CODES,
  EXTERNAL_EVENT_TYPES,
  HEALTH_COUNT,
  HEALTH_FEEDS,
  HOSTING_LIMITS,
  INBOUND_OPERATIONS,
  INVARIANTS,
  JOB_KINDS,
  LIMITS,
  LIVE_CLAIMS,
  MOST_IN_FORCE,
  OPERATIONS,
  OPERATOR_NAMES,
  PERMIT_KEY_PREFIX,
  RETRY_DELAYS_MS,
  RequestParser,
  STORE_CONTRACT_VERSION,
  TruthBudget,
  VISIBLE_FIELDS,
  WARNING_CODES,
  adaptiveCard,
  beginFold,
  canFire,
  canonicalJson,
  capped as cappedIssues,
  changeBetween,
  checkChange,
  checkExecution,
  checkRequest,
  checkWork,
  compileDefinition,
  consoleLogger,
  copyJson,
  createApprovalEngine,
  createMemoryStore,
  decide,
  decisionMail,
  defineWorkflow,
  describeError,
  duration,
  effectOf,
  evolve,
  excerpt,
  executionOfDelivery,
  explain,
  fold,
  formatPath,
  guardOf,
  guardedLogger,
  initialState,
  isExternal,
  isOfPermit,
  isOpen,
  isPlainObject,
  isReservedId,
  isTerminal,
  isVisible,
  listWithin,
  longOver,
  lostJobs,
  neededJobs,
  nodes,
  op,
  parseTree as parseCondition,
  partiesOfState,
  patternBudget,
  randomIds,
  remembered,
  scimDirectory,
  sha256Hex,
  simulate,
  slackBlocks,
  slackDecisionBlocks,
  staticDirectory,
  stoodInFor,
  systemClock,
  textFault,
  truthOf,
  upgradeState,
  variable,
  visibleFault,
  when
};
//# sourceMappingURL=index.js.map