"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class;

var _chunkVNZXKNILcjs = require('./chunk-VNZXKNIL.cjs');


var _chunkBZU5LVXFcjs = require('./chunk-BZU5LVXF.cjs');




var _chunkIJYOW43Ncjs = require('./chunk-IJYOW43N.cjs');




var _chunk2I3OA3J2cjs = require('./chunk-2I3OA3J2.cjs');

























var _chunkGWBPIR4Icjs = require('./chunk-GWBPIR4I.cjs');
require('./chunk-6OOY3VAK.cjs');





var _chunkE6UAK7UQcjs = require('./chunk-E6UAK7UQ.cjs');



var _chunkGXKWFESJcjs = require('./chunk-GXKWFESJ.cjs');




var _chunkLKUKSAS5cjs = require('./chunk-LKUKSAS5.cjs');




var _chunkHGZ2LWAMcjs = require('./chunk-HGZ2LWAM.cjs');
require('./chunk-2FSFLXT4.cjs');





var _chunkW56YDWM6cjs = require('./chunk-W56YDWM6.cjs');





var _chunk6D4P3BWXcjs = require('./chunk-6D4P3BWX.cjs');


var _chunkRTIO26VCcjs = require('./chunk-RTIO26VC.cjs');


var _chunkBOADPL7Scjs = require('./chunk-BOADPL7S.cjs');
require('./chunk-YMZYM5YG.cjs');





var _chunkCKBT4O4Vcjs = require('./chunk-CKBT4O4V.cjs');
require('./chunk-K25YEM5O.cjs');




var _chunkRAARGUI6cjs = require('./chunk-RAARGUI6.cjs');
















var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');








var _chunkY3XDDGRNcjs = require('./chunk-Y3XDDGRN.cjs');



var _chunkGQON437Hcjs = require('./chunk-GQON437H.cjs');


var _chunkE2AYWA6Bcjs = require('./chunk-E2AYWA6B.cjs');


var _chunkDRECNTF6cjs = require('./chunk-DRECNTF6.cjs');



var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');
require('./chunk-XOUBN7VR.cjs');
require('./chunk-YIWTQULW.cjs');
require('./chunk-KJGN4SBR.cjs');




var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');
require('./chunk-DOAVFUNX.cjs');




var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');
require('./chunk-DZUJEN5N.cjs');

// src/engine/links/messages.ts
var SUBJECT_LENGTH = 200;
var TEXT_LENGTH = 2900;
function decisionMail(link) {
  const { url, name, commentBody, expiresAt } = link;
  const until = `This link can be used once, until ${timeText(expiresAt)}.`;
  const [title, body] = [unlinked(name), unlinked(_nullishCoalesce(commentBody, () => ( "")))];
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
      { type: "TextBlock", wrap: true, text: cut(card(_nullishCoalesce(commentBody, () => ( "")))) }
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
var html = (text) => text.replace(/[&<>"']/g, (it) => _nullishCoalesce(ENTITIES[it], () => ( it)));
var unlinked = (text) => text.replace(/:\/\//g, ":\u200B//").replace(/\b(mailto|www)(?=[:.])/gi, "$1\u200B");
var card = (text) => unlinked(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (it) => `\\${it}`);
var cut = (text, most = TEXT_LENGTH) => text.length <= most ? text : `${_chunkATSCIM4Icjs.beginning.call(void 0, text, most)}\u2026`;

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
    const value = { executionId, stepId, decision, subjectDigest: _optionalChain([subject, 'optionalAccess', _ => _.digest]), round };
    return {
      type: "button",
      action_id: `approval-decide-${decision}`,
      text: { type: "plain_text", text: ACTIONS[decision] },
      value: JSON.stringify(value)
    };
  });
  const commentBody = _optionalChain([step, 'access', _2 => _2.output, 'optionalAccess', _3 => _3["commentBody"]]);
  const shown = typeof commentBody === "string" ? commentBody : "";
  const elements = url === void 0 ? buttons : [...buttons, openButton(url, "Open")];
  return message(name, shown, elements, subjectText(subject));
}
function roundOf({ people }, reviewerId) {
  const places = _nullishCoalesce(_optionalChain([people, 'optionalAccess', _4 => _4.places]), () => ( []));
  const own = reviewerId === void 0 ? places : places.filter((it) => it.holder === reviewerId);
  return own.every((it) => it.round === _optionalChain([own, 'access', _5 => _5[0], 'optionalAccess', _6 => _6.round])) ? _optionalChain([own, 'access', _7 => _7[0], 'optionalAccess', _8 => _8.round]) : void 0;
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
${escaped(_nullishCoalesce(body, () => ( "")))}`, TEXT_LENGTH - behind.length);
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
var escaped = (text) => unlinked(text.replace(/[&<>]/g, (it) => _nullishCoalesce(ENTITIES[it], () => ( it))));

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
    return _chunkRTIO26VCcjs.duration.call(void 0, value);
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
    return _chunkRAARGUI6cjs.invalidField.call(void 0, `${at}${text}`.slice(0, 500), message2.slice(0, 500));
  });
  const [first = _chunkRAARGUI6cjs.invalidField.call(void 0, at, "does not fit its schema"), ...others] = issues;
  throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [first, ...others]);
}

// src/engine/typed/define-workflow.ts
function defineWorkflow(options) {
  const { context: schema, ...written } = _nullishCoalesce(options, () => ( {}));
  if (typeof _optionalChain([schema, 'optionalAccess', _9 => _9["~standard"], 'optionalAccess', _10 => _10.validate]) !== "function") {
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
        if (execution.definitionId !== definitionId || _optionalChain([step, 'optionalAccess', _11 => _11.nodeId]) !== nodeId) return;
        const { decision = null, values = null } = _nullishCoalesce(step.output, () => ( {}));
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
      reminders: _optionalChain([reminders, 'optionalAccess', _12 => _12.map, 'call', _13 => _13((it, at) => {
        const path = `nodes.human: reminders[${at}]`;
        return "after" in it ? { afterMs: ms(it.after, `${path}.after`) } : { beforeDueMs: ms(it.beforeDue, `${path}.beforeDue`) };
      })])
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
  const { initialInterval, maximumInterval, ...others } = _nullishCoalesce(retry, () => ( {}));
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
    return value === void 0 ? void 0 : _chunkRTIO26VCcjs.duration.call(void 0, value);
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
    iteration: _nullishCoalesce(_nullishCoalesce(iteration, () => ( round)), () => ( 1)),
    outcome
  }));
  return { ...state, groups };
}

// src/engine/explain/simulate.ts
var MOST_COMMANDS = 1e5;
function simulate(definition, options) {
  const checked = _chunkLKUKSAS5cjs.compileDefinition.call(void 0, definition);
  if (!checked.ok) throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, checked.issues);
  const calendars2 = calendarsOf(options);
  const run = new SimulatedRun(checked.compiled, { ...options, calendars: calendars2 });
  run.goOn();
  const refused = (_nullishCoalesce(options.answers, () => ( []))).flatMap((answer, index) => {
    const refusal = run.answer(answer);
    run.goOn();
    return refusal === null ? [] : [{ index, refusal }];
  });
  const { state, events } = run;
  return {
    state,
    events,
    explanation: _chunkGWBPIR4Icjs.explain.call(void 0, checked.compiled, state, options.now, { calendars: calendars2 }),
    refused
  };
}
function calendarsOf({ calendars: calendars2 = {} }) {
  const checked = _chunkGWBPIR4Icjs.calendars.safeParse(calendars2);
  if (!checked.success)
    throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, 
      checked.error.issues.map(({ path, message: message2 }) => ({
        ...{ code: "invalid-field", message: message2, path: ["calendars", ...path.map(String)].join(".") }
      }))
    );
  return new Map(Object.entries(calendars2).map(([name, it]) => [name, _chunkGWBPIR4Icjs.workingCalendar.call(void 0, it)]));
}
var SimulatedRun = (_class = class {
  
  __init() {this.events = []}
  
  
  __init2() {this.ids = 0}
  constructor(compiled, options) {;_class.prototype.__init.call(this);_class.prototype.__init2.call(this);
    this.compiled = compiled;
    this.options = options;
    const { input, now, parties } = options;
    this.state = _chunk4AF4TM5Ycjs.initialState.call(void 0, {
      ...{ workspaceId: "simulated", executionId: "simulated", definitionUid: "simulated" },
      ...{ definitionId: "simulated", definitionVersion: 1, correlationId: "simulated" },
      ...{ idempotencyKey: null, organizationId: null, documentId: null, webhookUrl: null },
      triggerContext: input,
      createdAt: now,
      ...parties !== void 0 && { parties }
    });
    const refusal = this.decide({ kind: "dispatch" });
    if (refusal !== null)
      throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [{ code: "invalid-field", message: refusal.message, path: "" }]);
  }
  answer({ nodeId, reviewerId, decision, reason, ...said }) {
    const waiting = this.state.steps.findLast((it) => it.nodeId === nodeId && it.status === "waiting");
    const { stepId = "" } = _nullishCoalesce(_nullishCoalesce(waiting, () => ( this.state.steps.findLast((it) => it.nodeId === nodeId))), () => ( {}));
    const command = {
      kind: "record-decision",
      stepId,
      reviewerId,
      decision,
      reason: _nullishCoalesce(reason, () => ( null)),
      // Whoever answers here has seen what the run is about.
      subjectDigest: _nullishCoalesce(_optionalChain([this, 'access', _14 => _14.state, 'access', _15 => _15.parties, 'optionalAccess', _16 => _16.subject, 'optionalAccess', _17 => _17.digest]), () => ( null))
    };
    return this.decide({ ...command, ...said });
  }
  /** Does what nobody has to decide, until everything that is open waits for people. */
  goOn() {
    for (let count = 0; count < MOST_COMMANDS; count++) {
      const step = this.state.steps.find((it) => it.status === "pending" || it.status === "running");
      if (step === void 0 || !_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)) return;
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
    let answers = _chunkCKBT4O4Vcjs.NO_ANSWERS;
    for (; ; ) {
      const asked = _chunkHGZ2LWAMcjs.directoryQuestions.call(void 0, this.compiled, this.state, { stepId, attempt, answers });
      if (asked === null || asked.length === 0) break;
      answers = asked.reduce((known, it) => this.answered(known, it), answers);
    }
    this.decide({ kind: "reviewers-found", stepId, attempt, answers });
  }
  answered(known, asked) {
    const { groups = {}, roles = {}, managers = {}, attributes = {} } = _nullishCoalesce(this.options.directory, () => ( {}));
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
        const value = _nullishCoalesce(ownOf(_nullishCoalesce(ownOf(attributes, userId), () => ( {})), attribute), () => ( null));
        return { ...known, attributes: [...known.attributes, { userId, attribute, value }] };
      }
    }
  }
  decide(command) {
    const decided = _chunkHGZ2LWAMcjs.decide.call(void 0, this.compiled, this.state, command, {
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
}, _class);
var ownOf = (record, name) => Object.hasOwn(record, name) ? _nullishCoalesce(record[name], () => ( null)) : null;

// src/expression/truth.ts
var TruthBudget = class {
  /** The work that is left. */
  
  constructor(units = _chunkKPSFIHDZcjs.LIMITS.commandWork) {
    this.fuel = new (0, _chunkATSCIM4Icjs.Fuel)(units);
  }
};
function truthOf(expression, scope, budget = new TruthBudget()) {
  try {
    const value = valueOf(expression, scope, new (0, _chunkATSCIM4Icjs.Fuel)(_chunkKPSFIHDZcjs.LIMITS.evaluationWork, budget.fuel));
    if (value === _chunkW56YDWM6cjs.UNKNOWN) return "unknown";
    return value === true ? "true" : "false";
  } catch (error) {
    if (error instanceof _chunkATSCIM4Icjs.TooCostly) return "unknown";
    throw error;
  }
}
function valueOf(operand, scope, fuel) {
  fuel.spend(_chunkATSCIM4Icjs.COSTS.operand);
  if (_chunkATSCIM4Icjs.isVariable.call(void 0, operand)) return read(operand.var, scope, fuel);
  if (!_chunkATSCIM4Icjs.isExpression.call(void 0, operand)) return operand;
  const { op: op2, args } = operand;
  const values = [];
  for (const arg of args) values.push(valueOf(arg, scope, fuel));
  if (!isAnswerable(op2, values)) return _chunkW56YDWM6cjs.UNKNOWN;
  return _chunkW56YDWM6cjs.THREE_VALUED[op2](fuel, ...values);
}
function read(name, scope, fuel) {
  const path = name.split(".");
  fuel.spend(path.length);
  let value = scope;
  for (const segment of path) {
    if (_chunkATSCIM4Icjs.isNeverRead.call(void 0, segment)) return _chunkW56YDWM6cjs.UNKNOWN;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : void 0;
    else if (_chunkATSCIM4Icjs.isPlainObject.call(void 0, value) && Object.hasOwn(value, segment)) value = value[segment];
    else return _chunkW56YDWM6cjs.UNKNOWN;
    if (value === void 0) return _chunkW56YDWM6cjs.UNKNOWN;
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
var isAnswerable = (op2, values) => values.includes(_chunkW56YDWM6cjs.UNKNOWN) || (_nullishCoalesce(_optionalChain([ANSWERABLE, 'access', _18 => _18[op2], 'optionalCall', _19 => _19(values)]), () => ( true)));



























































































exports.ApprovalError = _chunk6D4P3BWXcjs.ApprovalError; exports.DEFAULTS = _chunkKPSFIHDZcjs.DEFAULTS; exports.DEFAULT_BATCHES = _chunkGWBPIR4Icjs.DEFAULT_BATCHES; exports.DEFAULT_JOBS = _chunkGWBPIR4Icjs.DEFAULT_JOBS; exports.DEFAULT_LIMITS = _chunkGWBPIR4Icjs.DEFAULT_LIMITS; exports.DEFAULT_RETENTION = _chunkGWBPIR4Icjs.DEFAULT_RETENTION; exports.DEFAULT_WEBHOOKS = _chunkGWBPIR4Icjs.DEFAULT_WEBHOOKS; exports.DEFAULT_WORKSPACE = _chunkGWBPIR4Icjs.DEFAULT_WORKSPACE; exports.ERROR_CODES = _chunkRAARGUI6cjs.ERROR_CODES; exports.EXTERNAL_EVENT_TYPES = _chunk7M7NLC46cjs.EXTERNAL_EVENT_TYPES; exports.HEALTH_COUNT = _chunkY3XDDGRNcjs.HEALTH_COUNT; exports.HEALTH_FEEDS = _chunkY3XDDGRNcjs.HEALTH_FEEDS; exports.HOSTING_LIMITS = _chunkKPSFIHDZcjs.HOSTING_LIMITS; exports.INBOUND_OPERATIONS = _chunk2I3OA3J2cjs.INBOUND_OPERATIONS; exports.INVARIANTS = _chunkE6UAK7UQcjs.INVARIANTS; exports.JOB_KINDS = _chunkY3XDDGRNcjs.JOB_KINDS; exports.LIMITS = _chunkKPSFIHDZcjs.LIMITS; exports.LIVE_CLAIMS = _chunkY3XDDGRNcjs.LIVE_CLAIMS; exports.MOST_IN_FORCE = _chunkY3XDDGRNcjs.MOST_IN_FORCE; exports.OPERATIONS = _chunk2I3OA3J2cjs.OPERATIONS; exports.OPERATOR_NAMES = _chunkATSCIM4Icjs.OPERATOR_NAMES; exports.PERMIT_KEY_PREFIX = _chunkGWBPIR4Icjs.PERMIT_KEY_PREFIX; exports.RETRY_DELAYS_MS = _chunkGWBPIR4Icjs.RETRY_DELAYS_MS; exports.RequestParser = _chunk6D4P3BWXcjs.RequestParser; exports.STORE_CONTRACT_VERSION = _chunkGWBPIR4Icjs.STORE_CONTRACT_VERSION; exports.TruthBudget = TruthBudget; exports.VISIBLE_FIELDS = _chunkGQON437Hcjs.VISIBLE_FIELDS; exports.WARNING_CODES = _chunkRAARGUI6cjs.WARNING_CODES; exports.adaptiveCard = adaptiveCard; exports.beginFold = _chunkCKBT4O4Vcjs.beginFold; exports.canFire = _chunkW56YDWM6cjs.canFire; exports.canonicalJson = _chunkATSCIM4Icjs.canonicalJson; exports.cappedIssues = _chunkBOADPL7Scjs.capped; exports.changeBetween = _chunkGWBPIR4Icjs.changeBetween; exports.checkChange = _chunkE6UAK7UQcjs.checkChange; exports.checkExecution = _chunkE6UAK7UQcjs.checkExecution; exports.checkRequest = _chunk2I3OA3J2cjs.checkRequest; exports.checkWork = _chunkE6UAK7UQcjs.checkWork; exports.compileDefinition = _chunkLKUKSAS5cjs.compileDefinition; exports.consoleLogger = _chunkGWBPIR4Icjs.consoleLogger; exports.copyJson = _chunkATSCIM4Icjs.copyJson; exports.createApprovalEngine = _chunkGWBPIR4Icjs.createApprovalEngine; exports.createMemoryStore = _chunkY3XDDGRNcjs.createMemoryStore; exports.decide = _chunkHGZ2LWAMcjs.decide; exports.decisionMail = decisionMail; exports.defineWorkflow = defineWorkflow; exports.describeError = _chunkATSCIM4Icjs.describeError; exports.duration = _chunkRTIO26VCcjs.duration; exports.effectOf = _chunkGWBPIR4Icjs.effectOf; exports.evolve = _chunkCKBT4O4Vcjs.evolve; exports.excerpt = _chunkATSCIM4Icjs.excerpt; exports.executionOfDelivery = _chunk6D4P3BWXcjs.executionOfDelivery; exports.explain = _chunkGWBPIR4Icjs.explain; exports.fold = _chunkCKBT4O4Vcjs.fold; exports.formatPath = _chunkATSCIM4Icjs.formatPath; exports.guardOf = _chunkW56YDWM6cjs.guardOf; exports.guardedLogger = _chunkGWBPIR4Icjs.guardedLogger; exports.initialState = _chunk4AF4TM5Ycjs.initialState; exports.isExternal = _chunk7M7NLC46cjs.isExternal; exports.isOfPermit = _chunkGWBPIR4Icjs.isOfPermit; exports.isOpen = _chunk4AF4TM5Ycjs.isOpen; exports.isPlainObject = _chunkATSCIM4Icjs.isPlainObject; exports.isReservedId = _chunkE2AYWA6Bcjs.isReservedId; exports.isTerminal = _chunk4AF4TM5Ycjs.isTerminal; exports.isVisible = _chunkGQON437Hcjs.isVisible; exports.listWithin = _chunkGWBPIR4Icjs.listWithin; exports.longOver = _chunkY3XDDGRNcjs.longOver; exports.lostJobs = _chunkGXKWFESJcjs.lostJobs; exports.neededJobs = _chunkGXKWFESJcjs.neededJobs; exports.nodes = nodes; exports.op = _chunkIJYOW43Ncjs.op; exports.parseCondition = _chunkLKUKSAS5cjs.parseTree; exports.partiesOfState = _chunkHGZ2LWAMcjs.partiesOfState; exports.patternBudget = _chunkLKUKSAS5cjs.patternBudget; exports.randomIds = _chunkGWBPIR4Icjs.randomIds; exports.remembered = _chunkGWBPIR4Icjs.remembered; exports.scimDirectory = _chunkVNZXKNILcjs.scimDirectory; exports.sha256Hex = _chunkGWBPIR4Icjs.sha256Hex; exports.simulate = simulate; exports.slackBlocks = slackBlocks; exports.slackDecisionBlocks = slackDecisionBlocks; exports.staticDirectory = _chunkBZU5LVXFcjs.staticDirectory; exports.stoodInFor = _chunkDRECNTF6cjs.stoodInFor; exports.systemClock = _chunkGWBPIR4Icjs.systemClock; exports.textFault = _chunkATSCIM4Icjs.textFault; exports.truthOf = truthOf; exports.upgradeState = upgradeState; exports.variable = _chunkIJYOW43Ncjs.variable; exports.visibleFault = _chunkGWBPIR4Icjs.visibleFault; exports.when = _chunkIJYOW43Ncjs.when;
//# sourceMappingURL=index.cjs.map