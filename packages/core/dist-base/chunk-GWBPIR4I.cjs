"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _interopRequireWildcard(obj) { if (obj && obj.__esModule) { return obj; } else { var newObj = {}; if (obj != null) { for (var key in obj) { if (Object.prototype.hasOwnProperty.call(obj, key)) { newObj[key] = obj[key]; } } } newObj.default = obj; return newObj; } } function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } async function _asyncNullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return await rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class; var _class2; var _class3; var _class4; var _class5; var _class6; var _class7; var _class8; var _class9; var _class10; var _class11; var _class12; var _class13; var _class14; var _class15; var _class16; var _class17; var _class18; var _class19; var _class20; var _class21; var _class22; var _class23; var _class24; var _class25; var _class26;






var _chunk6OOY3VAKcjs = require('./chunk-6OOY3VAK.cjs');



var _chunkE6UAK7UQcjs = require('./chunk-E6UAK7UQ.cjs');



var _chunkGXKWFESJcjs = require('./chunk-GXKWFESJ.cjs');



var _chunkLKUKSAS5cjs = require('./chunk-LKUKSAS5.cjs');












var _chunkHGZ2LWAMcjs = require('./chunk-HGZ2LWAM.cjs');




































































var _chunk6D4P3BWXcjs = require('./chunk-6D4P3BWX.cjs');


var _chunkRTIO26VCcjs = require('./chunk-RTIO26VC.cjs');







var _chunkBOADPL7Scjs = require('./chunk-BOADPL7S.cjs');















var _chunkCKBT4O4Vcjs = require('./chunk-CKBT4O4V.cjs');


var _chunkK25YEM5Ocjs = require('./chunk-K25YEM5O.cjs');


var _chunkRAARGUI6cjs = require('./chunk-RAARGUI6.cjs');














var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');



var _chunkGQON437Hcjs = require('./chunk-GQON437H.cjs');



var _chunkE2AYWA6Bcjs = require('./chunk-E2AYWA6B.cjs');






var _chunkDRECNTF6cjs = require('./chunk-DRECNTF6.cjs');



var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');











var _chunkKJGN4SBRcjs = require('./chunk-KJGN4SBR.cjs');





var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');


var _chunkDOAVFUNXcjs = require('./chunk-DOAVFUNX.cjs');




var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/engine/caller.ts
var MAX_VISIBLE_IDS = 1e3;
function visibleFault(given) {
  if (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, given)) return "visible must give an object";
  const unknown3 = Object.keys(given).find((key) => !Object.hasOwn(_chunkGQON437Hcjs.VISIBLE_FIELDS, key));
  if (unknown3 !== void 0) return `visible gave "${unknown3}", which it does not know`;
  for (const [field, ids] of Object.entries(given)) {
    if (ids === void 0)
      return `visible gave undefined as ${field}; leave it out for any, or give [] for none`;
    const isGood = Array.isArray(ids) && ids.length <= MAX_VISIBLE_IDS && ids.every((it) => typeof it === "string");
    if (!isGood) return `visible must give up to ${MAX_VISIBLE_IDS} texts as ${field}`;
  }
  return null;
}
var orNull = (check) => (value, name) => value === null ? [] : check(value, name);
var visible = (value) => [visibleFault(value)].filter((it) => it !== null);
var CALLER = {
  readsAs: _chunk6OOY3VAKcjs.optional.call(void 0, orNull(_chunk6OOY3VAKcjs.text)),
  visible: _chunk6OOY3VAKcjs.optional.call(void 0, visible),
  linksBaseUrl: _chunk6OOY3VAKcjs.optional.call(void 0, orNull(_chunk6OOY3VAKcjs.text)),
  relaysPermits: _chunk6OOY3VAKcjs.optional.call(void 0, _chunk6OOY3VAKcjs.truth),
  decidesAsShown: _chunk6OOY3VAKcjs.optional.call(void 0, _chunk6OOY3VAKcjs.truth),
  via: _chunk6OOY3VAKcjs.optional.call(void 0, orNull(_chunk6OOY3VAKcjs.object))
};
var checkCaller = (caller) => _chunk6OOY3VAKcjs.checkOptions.call(void 0, "forWorkspace", caller, CALLER);
var unknownExecution = (executionId) => new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `there is no execution "${executionId}"`);
function ownUser({ readsAs }, asked) {
  if (readsAs === void 0) return asked;
  if (asked === void 0 || asked === readsAs) return readsAs;
  throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
    "PERMISSION_DENIED",
    "this needs the permission executions:read-any; without it leave the user out, or give your own"
  );
}

// src/engine/feed/signals.ts
var CommitSignals = (_class = class {
  
  __init() {this.waiting = /* @__PURE__ */ new Map()}
  constructor(clock) {;_class.prototype.__init.call(this);
    this.clock = clock;
  }
  notice({ state: { workspaceId: workspaceId2, executionId } }) {
    for (const key of [workspaceId2, keyOf(workspaceId2, executionId)]) {
      for (const wake of _nullishCoalesce(this.waiting.get(key), () => ( []))) wake();
    }
  }
  /** Resolves with the next commit, after `ms`, or when the signal is aborted. Nothing that comes after the call is missed. */
  next(of, ms2, signal) {
    const key = of.executionId === void 0 ? of.workspaceId : keyOf(of.workspaceId, of.executionId);
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        _optionalChain([signal, 'optionalAccess', _2 => _2.removeEventListener, 'call', _3 => _3("abort", wake)]);
        this.remove(key, wake);
        resolve();
      };
      const cancel = this.clock.wakeAt(this.clock.now() + ms2, wake);
      _optionalChain([signal, 'optionalAccess', _4 => _4.addEventListener, 'call', _5 => _5("abort", wake, { once: true })]);
      this.add(key, wake);
      if (_optionalChain([signal, 'optionalAccess', _6 => _6.aborted]) === true) wake();
    });
  }
  add(key, wake) {
    const others = this.waiting.get(key);
    if (others === void 0) this.waiting.set(key, /* @__PURE__ */ new Set([wake]));
    else others.add(wake);
  }
  remove(key, wake) {
    const others = this.waiting.get(key);
    _optionalChain([others, 'optionalAccess', _7 => _7.delete, 'call', _8 => _8(wake)]);
    if (_optionalChain([others, 'optionalAccess', _9 => _9.size]) === 0) this.waiting.delete(key);
  }
}, _class);
var keyOf = (workspaceId2, executionId) => `${workspaceId2}\0${executionId}`;

// src/engine/operations/ask.ts
var _zod = require('zod'); var z = _interopRequireWildcard(_zod); var z3 = _interopRequireWildcard(_zod); var z2 = _interopRequireWildcard(_zod); var z4 = _interopRequireWildcard(_zod);

// src/engine/scheduling/encoding.ts
var utf8 = (text2) => new TextEncoder().encode(text2);
var toBase64Url = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
var fromBase64Url = (text2) => Uint8Array.from(atob(text2.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
var isSame = (a, b) => a.length === b.length && a.reduce((difference, byte, index) => difference | byte ^ (_nullishCoalesce(b[index], () => ( 0))), 0) === 0;
var fingerprintOf = (value) => sha256Hex(_chunkATSCIM4Icjs.canonicalJson.call(void 0, value));
var sha256Hex = (text2) => _chunkCKBT4O4Vcjs.bytesToHex.call(void 0, _chunkCKBT4O4Vcjs.sha256.call(void 0, utf8(text2)));

// src/engine/scheduling/abort.ts
var waiting = /* @__PURE__ */ new WeakMap();
function endingWith(...others) {
  const own = new AbortController();
  const signals = others.filter((it) => it !== void 0);
  const leave = [];
  const end = () => {
    for (const off of leave) off();
    own.abort();
  };
  for (const signal of signals) leave.push(whenAborted(signal, end));
  if (signals.some((it) => it.aborted)) end();
  return { signal: own.signal, end };
}
function whenAborted(signal, listener) {
  const listeners = _nullishCoalesce(waiting.get(signal), () => ( listenersOf(signal)));
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function listenersOf(signal) {
  const listeners = /* @__PURE__ */ new Set();
  waiting.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((tell) => tell()), { once: true });
  return listeners;
}

// src/engine/reading/read-state.ts
async function readState(context, workspaceId2, { readsAs, visible: visible2 }, executionId) {
  const before = context.turns.pause();
  if (before !== null) await before;
  const state = await context.pipeline.load({ workspaceId: workspaceId2, executionId });
  const behind = context.turns.pause();
  if (behind !== null) await behind;
  if (state === null || !_chunkGQON437Hcjs.isVisible.call(void 0, visible2, state)) throw unknownExecution(executionId);
  if (readsAs !== void 0 && !await isReader(context, state, readsAs))
    throw unknownExecution(executionId);
  return state;
}
async function isReader(context, state, userId) {
  if (userId === null) return false;
  const { workspaceId: workspaceId2, executionId } = state;
  const [isParty] = await context.store.areParties([{ workspaceId: workspaceId2, executionId, userId }]);
  return isParty === true || standsIn(context, state, userId);
}
async function standsIn({ absences, definitions, clock }, state, userId) {
  const waiting2 = state.steps.filter((it) => it.status === "waiting" && _optionalChain([it, 'access', _10 => _10.people, 'optionalAccess', _11 => _11.substitutes]) === true);
  if (waiting2.length === 0) return false;
  const absent = await absences.absentFor(state.workspaceId, userId);
  if (absent.length === 0) return false;
  const { compiled } = await definitions.ofExecution(state);
  const now = clock.now();
  return waiting2.some((step) => {
    const node = _chunkCKBT4O4Vcjs.nodeOf.call(void 0, compiled, step.nodeId);
    const open = node.type === "human" ? _chunkDRECNTF6cjs.openStep.call(void 0, compiled, state, node, step) : null;
    return open !== null && _chunkDRECNTF6cjs.placesStoodInFor.call(void 0, open, { userId, absent, now }).length > 0;
  });
}

// src/engine/reading/wait.ts
var FIRST_POLL_MS = 100;
var LONGEST_POLL_MS = 1e3;
function isReached(until, state) {
  if (until === "ended") return _chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status);
  if (until === "waiting") return state.steps.some((it) => it.status === "waiting");
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, state, until.stepId);
  return step !== null && !_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status);
}
var EVENTS_AT_ONCE = { external: 32, all: 4 };
function mayReach(until, { type, stepId }) {
  if (_chunk7M7NLC46cjs.EXECUTION_ENDINGS.includes(type)) return true;
  if (until === "ended") return false;
  return until === "waiting" ? type === "step.awaiting-approval" : stepId === until.stepId;
}
var News = class {
  
  
  
  
  /** @param seen seq of the state that was looked at. */
  constructor(store2, key, until, seen) {
    this.store = store2;
    this.key = key;
    this.until = until;
    this.seen = seen;
  }
  async any() {
    const externalOnly = typeof this.until === "string";
    const limit = externalOnly ? EVENTS_AT_ONCE.external : EVENTS_AT_ONCE.all;
    for (; ; ) {
      const { key, seen: afterSeq } = this;
      const events = await this.store.readEvents({ ...key, afterSeq, limit, externalOnly });
      this.seen = _nullishCoalesce(_optionalChain([events, 'access', _12 => _12.at, 'call', _13 => _13(-1), 'optionalAccess', _14 => _14.seq]), () => ( this.seen));
      if (events.some((it) => mayReach(this.until, it))) return true;
      if (events.length < limit) return false;
    }
  }
};
async function waitFor(context, workspaceId2, caller, { executionId, until, waitMs, signal }) {
  const { signals, clock, activity, stopping, store: store2, waits, reads } = context;
  const read = () => reads.within(() => readState(context, workspaceId2, caller, executionId));
  const isIt = (state) => isReached(until, state) || _chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status);
  let seq = 0;
  const look = async (isLast) => {
    const state = await read();
    ({ seq } = state);
    return isLast || isIt(state) ? state : null;
  };
  const first = await look(waits.count >= _chunkKPSFIHDZcjs.HOSTING_LIMITS.waits || waitMs === 0);
  _optionalChain([signal, 'optionalAccess', _15 => _15.throwIfAborted, 'call', _16 => _16()]);
  if (first !== null) return first;
  const news = new News(store2, { workspaceId: workspaceId2, executionId }, until, seq);
  const end = waitMs === null ? Infinity : clock.now() + waitMs;
  const ending = endingWith(stopping, signal);
  waits.count += 1;
  try {
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
      const leftMs = end - clock.now();
      const ms2 = Math.min(pollMs, Math.max(0, leftMs));
      const next = signals.next({ workspaceId: workspaceId2, executionId }, ms2, ending.signal);
      const isLast = leftMs <= 0 || stopping.aborted;
      const state = isLast || await reads.within(() => news.any()) ? await look(isLast) : null;
      if (state !== null) return state;
      await activity.pause(next);
      _optionalChain([signal, 'optionalAccess', _17 => _17.throwIfAborted, 'call', _18 => _18()]);
    }
  } finally {
    waits.count -= 1;
    ending.end();
  }
}

// src/engine/secrets/definition-secrets.ts
var ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1e3;
var NO_SECRETS = Object.freeze({ webhook: null, triggers: Object.freeze({}) });
var NOTHING_KNOWN = Object.freeze({ secrets: NO_SECRETS, webhookUrl: null });
var hasSecrets = ({ webhook, triggers }) => webhook !== null || Object.keys(triggers).length > 0;
var signingSecrets = ({ webhook }, now) => webhook === null ? [] : [webhook.secret, ...webhook.replaced.filter((it) => it.until > now).map((it) => it.secret)];
function separateSecrets(authored, definition, known, now) {
  const { webhookConfig } = definition;
  const before = known.secrets;
  const webhook = webhookConfig ? rotated(
    required(_nullishCoalesce(webhookConfig.secret, () => ( _optionalChain([before, 'access', _19 => _19.webhook, 'optionalAccess', _20 => _20.secret])))),
    webhookConfig.url === known.webhookUrl ? before.webhook : null,
    now
  ) : null;
  const triggers = (_nullishCoalesce(definition.triggers, () => ( []))).map(({ triggerId, inboundWebhook }) => {
    const kept = Object.hasOwn(before.triggers, triggerId) ? before.triggers[triggerId] : void 0;
    return [triggerId, required(_nullishCoalesce(inboundWebhook.secret, () => ( kept)))];
  });
  return {
    authored: Object.freeze(withoutSecrets(authored)),
    secrets: { webhook, triggers: Object.fromEntries(triggers) }
  };
}
function required(secret) {
  if (secret === void 0) throw new Error("a secret is neither given nor known");
  return secret;
}
function rotated(secret, before, now) {
  if (before === null) return { secret, replaced: [] };
  if (before.secret === secret) return before;
  const until = now + ROTATION_OVERLAP_MS;
  const replaced = [{ secret: before.secret, until }, ...before.replaced];
  return { secret, replaced: replaced.filter((it) => it.secret !== secret && it.until > now) };
}
function withoutSecrets(authored) {
  const { webhookConfig, triggers, ...rest } = authored;
  return {
    ...rest,
    ...webhookConfig !== void 0 && { webhookConfig: withoutSecret(webhookConfig) },
    ...triggers !== void 0 && {
      triggers: triggers.map(withoutTriggerSecret)
    }
  };
}
var withoutTriggerSecret = (trigger) => Object.freeze({ ...trigger, inboundWebhook: withoutSecret(trigger["inboundWebhook"]) });
function withoutSecret(config) {
  const { secret: _, ...rest } = config;
  return Object.freeze(rest);
}

// src/engine/webhooks/check.ts
var NO_TRANSPORT = "cannot be used: this engine has no webhooks; give createApprovalEngine a `webhooks.transport`, such as createWebhookTransport() of @org/approval-webhooks/node";
function receiverIssues(transport, url, path) {
  if (url === void 0) return [];
  if (transport === null) return [_chunkRAARGUI6cjs.invalidField.call(void 0, path, NO_TRANSPORT)];
  const fault2 = _nullishCoalesce(transport.checkUrl(url), () => ( hostFault(url)));
  return fault2 === null ? [] : [_chunkRAARGUI6cjs.invalidField.call(void 0, path, fault2)];
}
var HOST_LENGTH = 253;
function hostFault(url) {
  const parsed = _chunk6OOY3VAKcjs.parseUrl.call(void 0, url);
  if (parsed === null) return "is not a URL";
  return parsed.hostname.length > HOST_LENGTH ? `has a host of more than ${HOST_LENGTH} characters` : null;
}
function definitionIssues(transport, definition, known) {
  const { webhookConfig, triggers } = objectOf(definition);
  const list = _chunkATSCIM4Icjs.isJsonArray.call(void 0, triggers) && triggers.length <= _chunkKPSFIHDZcjs.LIMITS.triggers ? triggers : [];
  const unusable = transport === null && list.length > 0 ? [_chunkRAARGUI6cjs.invalidField.call(void 0, "triggers", NO_TRANSPORT)] : [];
  return [
    ...unusable,
    ...receiverIssues(transport, urlIn(objectOf(webhookConfig)), "webhookConfig.url"),
    ...secretIssues(webhookConfig, known.webhook !== null, "webhookConfig"),
    ...list.flatMap((it, index) => triggerIssues(it, known, `triggers[${index}].inboundWebhook`))
  ];
}
function triggerIssues(trigger, known, path) {
  const { triggerId, inboundWebhook } = objectOf(trigger);
  const isKnown = typeof triggerId === "string" && Object.hasOwn(known.triggers, triggerId);
  return secretIssues(inboundWebhook, isKnown, path);
}
function secretIssues(config, isKnown, path) {
  if (isKnown || !_chunkATSCIM4Icjs.isPlainObject.call(void 0, config) || config["secret"] !== void 0) return [];
  return [_chunkRAARGUI6cjs.invalidField.call(void 0, `${path}.secret`, "is missing; give the secret that both sides sign with")];
}
function urlIn(config, field = "url") {
  const url = config[field];
  return typeof url === "string" && url !== "" && url.length <= 2 * _chunkKPSFIHDZcjs.LIMITS.urlLength ? url : void 0;
}
var objectOf = (json) => _chunkATSCIM4Icjs.isPlainObject.call(void 0, json) ? json : _chunkATSCIM4Icjs.EMPTY_OBJECT;

// src/engine/operations/ensure.ts
function* meanTheSame(a, b) {
  const left = yield* meaningOf(a);
  const right = yield* meaningOf(b);
  return left !== null && right !== null && left.join("\n") === right.join("\n");
}
var EDGES_PER_STEP = 32;
function* meaningOf({ version, secrets }) {
  const checked = yield* _chunkLKUKSAS5cjs.compileInSteps.call(void 0, version.authored, { maxStepsPerExecution: Infinity });
  if (!checked.ok) return null;
  const { definition, compiled } = checked;
  const { edges, loops, ...frame } = compiled;
  const parts = [];
  for (let from = 0; from < edges.length; from += EDGES_PER_STEP) {
    yield;
    parts.push(_chunkATSCIM4Icjs.canonicalJson.call(void 0, plain(edges.slice(from, from + EDGES_PER_STEP))));
  }
  yield;
  parts.push(_chunkATSCIM4Icjs.canonicalJson.call(void 0, plain({ ...frame, loops: loops.map(withDefaultRejections) })));
  yield;
  parts.push(_chunkATSCIM4Icjs.canonicalJson.call(void 0, plain(saidBeside(definition, secrets))));
  return parts;
}
function saidBeside(definition, secrets) {
  const { name, description = null, tags = [], custom = null } = definition;
  return {
    name,
    description,
    tags,
    custom,
    nodes: definition.nodes.map((it) => [_nullishCoalesce(it.name, () => ( null)), _nullishCoalesce(it.description, () => ( null)), requestOf(it)]),
    triggers: (_nullishCoalesce(definition.triggers, () => ( []))).map(withDefaults),
    webhookConfig: _nullishCoalesce(definition.webhookConfig, () => ( null)),
    secrets: { webhook: _nullishCoalesce(_optionalChain([secrets, 'access', _21 => _21.webhook, 'optionalAccess', _22 => _22.secret]), () => ( null)), triggers: secrets.triggers }
  };
}
var requestOf = (node) => node.type === "webhook" ? _nullishCoalesce(node.config, () => ( null)) : null;
var withDefaults = ({ triggerId, inboundWebhook }) => ({
  triggerId,
  inboundWebhook: {
    provider: "svc",
    signatureAlgorithm: "sha256",
    payloadMapping: "pass-through",
    ...inboundWebhook
  }
});
var ANY_REJECTION = _chunkATSCIM4Icjs.canonicalJson.call(void 0, { op: "eq", args: [{ var: "output.decision" }, "reject"] });
var withDefaultRejections = (loop) => loop.when !== null && _chunkATSCIM4Icjs.canonicalJson.call(void 0, plain(loop.when)) === ANY_REJECTION ? { ...loop, when: null } : loop;
var plain = (value) => JSON.parse(JSON.stringify(value));

// src/engine/operations/definition-versions.ts
var DefinitionVersions = class {
  
  
  constructor(context, workspaceId2) {
    this.context = context;
    this.workspaceId = workspaceId2;
  }
  /**
   * Version 1 of a definition, which is kept nowhere yet.
   * @throws INVALID_ARGUMENT with everything that is wrong.
   */
  first(json) {
    const now = this.context.clock.now();
    return this.version(json, NOTHING_KNOWN, {
      workspaceId: this.workspaceId,
      uid: this.context.ids.next("def"),
      version: 1,
      createdAt: now,
      updatedAt: now
    });
  }
  /**
   * The version behind `current`, which is kept nowhere yet; `further` is what is known to be wrong already.
   * @throws INVALID_ARGUMENT with everything that is wrong.
   */
  async next(current, json, further = []) {
    const { workspaceId: workspaceId2, uid, version, createdAt } = current;
    const updatedAt = this.context.clock.now();
    const identity = { workspaceId: workspaceId2, uid, version: version + 1, createdAt, updatedAt };
    return this.version(json, await this.known(current), identity, further);
  }
  /** Whether two versions mean the same, their secrets too. */
  async meanTheSame(a, b) {
    const { secrets } = this.context;
    const [before, after] = [await secrets.openDefinition(a), await secrets.openDefinition(b)];
    return this.inTurns(meanTheSame({ version: a, secrets: before }, { version: b, secrets: after }));
  }
  /** What comes of it, or everything that is wrong: with its shape, by the rules, with its webhooks, and what is known already. */
  async check(json, known, further = []) {
    const steps = _chunkLKUKSAS5cjs.compileInSteps.call(void 0, json, {
      maxStepsPerExecution: this.context.environment().maxStepsPerExecution,
      agentIds: new Set(Object.keys(this.context.agents)),
      hasDirectory: this.context.directory !== null,
      calendars: new Set(_optionalChain([this, 'access', _23 => _23.context, 'access', _24 => _24.environment, 'call', _25 => _25(), 'access', _26 => _26.calendars, 'optionalAccess', _27 => _27.keys, 'call', _28 => _28()]))
    });
    const checked = await this.inTurns(steps);
    const issues = _chunkBOADPL7Scjs.capped.call(void 0, [
      ...further,
      ...checked.ok ? [] : checked.issues,
      ...definitionIssues(this.context.transport, json, known)
    ]);
    return issues.length === 0 ? checked : { ok: false, issues, warnings: checked.warnings };
  }
  /** One definition after the other: what is made of each while it is looked at would be there for all of them at once. */
  async inTurns(steps) {
    const { checks, turns } = this.context;
    const done = await checks.within(() => turns.through(steps));
    await turns.pause();
    return done;
  }
  async version(json, known, identity, further = []) {
    const checked = await this.check(json, known.secrets, further);
    if (!checked.ok) throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, checked.issues);
    const { definition, compiled, warnings } = checked;
    const now = this.context.clock.now();
    const { authored, secrets } = separateSecrets(json, definition, known, now);
    return {
      ...identity,
      definitionId: definition.definitionId,
      ...scopeKey(definition.scope),
      authored,
      sealedSecrets: await this.context.secrets.sealDefinition(identity, secrets),
      compiled,
      warnings
    };
  }
  async known(current) {
    const config = current.authored["webhookConfig"];
    return {
      secrets: await this.context.secrets.openDefinition(current),
      webhookUrl: _nullishCoalesce(_optionalChain([config, 'optionalAccess', _29 => _29.url]), () => ( null))
    };
  }
};
function scopeKey(scope) {
  if (_optionalChain([scope, 'optionalAccess', _30 => _30.level]) === "organization") return { organizationId: scope.organizationId, documentId: null };
  if (_optionalChain([scope, 'optionalAccess', _31 => _31.level]) === "document")
    return { organizationId: scope.organizationId, documentId: scope.documentId };
  return { organizationId: null, documentId: null };
}

// src/engine/operations/operation.ts
async function operate({ activity, clock }, run) {
  activity.enter();
  try {
    const unknown3 = clock.unknown();
    if (unknown3 !== null) await unknown3;
    return await run();
  } catch (error) {
    throw _chunk6D4P3BWXcjs.unavailable.call(void 0, error);
  } finally {
    activity.leave();
  }
}
var operateReading = (context, run) => operate(context, () => context.reads.within(run));
function resultOf(outcome) {
  if (outcome.kind === "accepted") return outcome.result;
  if (outcome.kind === "refused") throw _chunk6D4P3BWXcjs.refusalError.call(void 0, outcome.refusal);
  throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("INTERNAL", "a command without a claim lost one");
}

// src/engine/operations/ask.ts
var STEP_ID = "step_ask";
var askRequest = z.strictObject({
  key: z.string().regex(/^[A-Za-z0-9:_.-]{1,190}$/, "use 1 to 190 characters of A-Z a-z 0-9 : _ . -").describe("Names the question: asked again under its key, it is the same one."),
  reviewers: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).min(1).max(_chunkKPSFIHDZcjs.LIMITS.reviewers),
  subject: _chunk6D4P3BWXcjs.subject.optional(),
  payload: z.unknown().optional(),
  title: z.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.nameLength).optional(),
  askMs: _chunk6D4P3BWXcjs.ms.call(void 0, 1, _chunkKPSFIHDZcjs.LIMITS.slaMs).optional(),
  waitMs: _chunk6D4P3BWXcjs.ms.call(void 0, 0, Number.MAX_SAFE_INTEGER).optional()
});
var Asking = class {
  
  
  constructor(context, workspaceId2) {
    this.context = context;
    this.workspaceId = workspaceId2;
  }
  ask(request) {
    return operate(this.context, async () => {
      const { signal, data } = _chunk6D4P3BWXcjs.apartFromSignal.call(void 0, request);
      const asked = this.context.parser.parse(askRequest, data);
      const executionId = await this.run(asked);
      const wait = {
        executionId,
        until: { stepId: STEP_ID },
        waitMs: _nullishCoalesce(asked.waitMs, () => ( null)),
        signal
      };
      return this.result(asked, await waitFor(this.context, this.workspaceId, {}, wait));
    });
  }
  /** The run of this question: the one that is there, or a new one. */
  async run(asked) {
    const { key, payload: shown2 = null, subject: subject2 } = asked;
    const idempotencyKey = _chunkE2AYWA6Bcjs.ASK_KEY_PREFIX + key;
    const known = await this.known(idempotencyKey, asked);
    if (known !== null) return known;
    const definition = definitionOf(asked);
    const request = {
      definitionId: definition.definitionId,
      idempotencyKey,
      correlationId: fingerprint(asked),
      triggerContext: this.context.parser.parse(_chunkBOADPL7Scjs.payloadObject, { payload: shown2 }),
      ...subject2 !== void 0 && { subject: subject2 }
    };
    try {
      await this.dispatch(definition, request);
    } catch (error) {
      const winner = await this.known(idempotencyKey, asked);
      if (winner === null) throw error;
      return winner;
    }
    const made = await this.known(idempotencyKey, asked);
    if (made === null)
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("INTERNAL", "the store has lost a question that was just asked");
    return made;
  }
  /** Retention takes such a definition with its last run, which may be between the two: then it is kept once more. */
  async dispatch(definition, request) {
    const attempt = async () => {
      await this.keep(definition);
      await this.context.dispatcher.dispatch(this.workspaceId, request);
    };
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof _chunk6D4P3BWXcjs.ApprovalError) || error.status !== "NOT_FOUND") throw error;
      await attempt();
    }
  }
  /** Keeps the definition, unless it is there: by its id it is the same one. */
  async keep(definition) {
    const { context, workspaceId: workspaceId2 } = this;
    const { definitionId } = definition;
    const key = { workspaceId: workspaceId2, organizationId: null, documentId: null, definitionId };
    if (await context.definitions.newest(key) !== null) return;
    const first = await new DefinitionVersions(context, workspaceId2).first(definition);
    await context.store.createDefinition(first);
  }
  async known(idempotencyKey, asked) {
    const { workspaceId: workspaceId2 } = this;
    const [known] = await this.context.store.findByIdempotencyKeys([{ workspaceId: workspaceId2, idempotencyKey }]);
    if (known == null) return null;
    if (known.correlationId !== fingerprint(asked)) {
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, 
        "key-reused",
        `the key "${asked.key}" was used for another question; use another key`
      );
    }
    const { executionId } = known;
    if (await this.context.pipeline.load({ workspaceId: workspaceId2, executionId }) !== null) return executionId;
    throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, 
      "run-gone",
      `retention has deleted the question "${asked.key}"; use another key`
    );
  }
  async result(asked, state) {
    const { compiled } = await this.context.definitions.ofExecution(state);
    const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, state, STEP_ID);
    const view = _chunk6D4P3BWXcjs.viewExecution.call(void 0, compiled, state, this.context.clock.now()).steps.find(
      (it) => it.stepId === STEP_ID
    );
    const decisions = _nullishCoalesce(_optionalChain([view, 'optionalAccess', _32 => _32.output, 'optionalAccess', _33 => _33["decisions"]]), () => ( []));
    const { executionId } = state;
    return {
      state: stateOf(asked, state, step),
      decisions,
      overridden: _nullishCoalesce(_optionalChain([step, 'optionalAccess', _34 => _34.overridden]), () => ( false)),
      executionId
    };
  }
};
var entriesOf = ({ reviewers }) => reviewers.map((it) => typeof it === "string" ? { userId: it, mandatory: true } : it);
function fingerprint(asked) {
  const { subject: subject2 = null, payload: shown2 = null, title = null, askMs = null } = asked;
  const parts = { reviewers: entriesOf(asked), subject: subject2, payload: shown2, title, askMs };
  return `ask:${fingerprintOf(parts)}`;
}
function definitionOf(asked) {
  const { title = "Question", askMs, subject: subject2 } = asked;
  const body = {
    name: title,
    nodes: [
      {
        nodeId: "ask",
        type: "human",
        ...askMs !== void 0 && { slaMs: askMs },
        config: {
          reviewers: entriesOf(asked),
          commentBody: title,
          ...subject2 !== void 0 && { requireSubjectDigest: true },
          onReject: { routeToNodeId: "answered" }
        }
      },
      // A rejection and a breach are answers too: they end the run in order, through a node that does nothing.
      { nodeId: "answered", type: "webhook", config: { url: "https://answered.invalid/" } }
    ],
    edges: askMs === void 0 ? [] : [{ from: "ask", to: "answered", when: BREACHED }]
  };
  return { definitionId: `ask-${fingerprintOf(body).slice(0, 32)}`, ...body };
}
var BREACHED = _chunkATSCIM4Icjs.canonicalJson.call(void 0, { op: "eq", args: [{ var: "step.status" }, "breached"] });
function stateOf({ subject: subject2 }, { parties }, step) {
  if (step === null || _chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)) return "pending";
  if (step.status === "breached") return "expired";
  if ((_nullishCoalesce(_optionalChain([parties, 'optionalAccess', _35 => _35.subject, 'optionalAccess', _36 => _36.digest]), () => ( null))) !== (_nullishCoalesce(_optionalChain([subject2, 'optionalAccess', _37 => _37.digest]), () => ( null)))) return "cancelled";
  const decision = step.status === "completed" ? _optionalChain([step, 'access', _38 => _38.output, 'optionalAccess', _39 => _39["decision"]]) : null;
  if (decision === "approve") return "approved";
  return decision === "reject" ? "rejected" : "cancelled";
}

// src/engine/links/place.ts
function placeOf2({ compiled }, state, { stepId, reviewerId }) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, state, stepId);
  const node = step === null ? null : _chunkCKBT4O4Vcjs.nodeOf.call(void 0, compiled, step.nodeId);
  if (step === null || _optionalChain([node, 'optionalAccess', _40 => _40.type]) !== "human") return null;
  const places = _nullishCoalesce(_optionalChain([_chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _41 => _41.places]), () => ( []));
  const place = _nullishCoalesce(places.find((it) => it.holder === reviewerId), () => ( null));
  const isAnswered = step.decisions.some((it) => (_nullishCoalesce(it.onBehalfOf, () => ( it.reviewerId))) === reviewerId);
  return { step, commentBody: node.commentBody, rules: _chunkDOAVFUNXcjs.peopleOf.call(void 0, node), place, isAnswered };
}
function votesOf({ rules, place }) {
  const canAbstain = rules.allowAbstain && place !== null && !_chunkKJGN4SBRcjs.isMandatory.call(void 0, rules, place);
  return ["approve", "reject", ...canAbstain ? ["abstain"] : []];
}
var subjectOf2 = ({ parties }) => _nullishCoalesce(_optionalChain([parties, 'optionalAccess', _42 => _42.subject]), () => ( null));
function nameOf({ authored: { name } }) {
  return typeof name === "string" ? name : "";
}

// ../../node_modules/@noble/hashes/hmac.js
var _HMAC = (_class2 = class {
  
  
  
  
  __init2() {this.canXOF = false}
  __init3() {this.finished = false}
  __init4() {this.destroyed = false}
  constructor(hash, key) {;_class2.prototype.__init2.call(this);_class2.prototype.__init3.call(this);_class2.prototype.__init4.call(this);
    _chunkCKBT4O4Vcjs.ahash.call(void 0, hash);
    _chunkCKBT4O4Vcjs.abytes.call(void 0, key, void 0, "key");
    this.iHash = hash.create();
    if (typeof this.iHash.update !== "function")
      throw new Error("expected Hash instance");
    this.blockLen = this.iHash.blockLen;
    this.outputLen = this.iHash.outputLen;
    const blockLen = this.blockLen;
    const pad = new Uint8Array(blockLen);
    pad.set(key.length > blockLen ? hash.create().update(key).digest() : key);
    for (let i = 0; i < pad.length; i++)
      pad[i] ^= 54;
    this.iHash.update(pad);
    this.oHash = hash.create();
    for (let i = 0; i < pad.length; i++)
      pad[i] ^= 54 ^ 92;
    this.oHash.update(pad);
    _chunkCKBT4O4Vcjs.clean.call(void 0, pad);
  }
  update(buf) {
    _chunkCKBT4O4Vcjs.aexists.call(void 0, this);
    this.iHash.update(buf);
    return this;
  }
  digestInto(out) {
    _chunkCKBT4O4Vcjs.aexists.call(void 0, this);
    _chunkCKBT4O4Vcjs.aoutput.call(void 0, out, this);
    this.finished = true;
    const buf = out.subarray(0, this.outputLen);
    this.iHash.digestInto(buf);
    this.oHash.update(buf);
    this.oHash.digestInto(buf);
    this.destroy();
  }
  digest() {
    const out = new Uint8Array(this.oHash.outputLen);
    this.digestInto(out);
    return out;
  }
  _cloneInto(to) {
    to ||= Object.create(Object.getPrototypeOf(this), {});
    const { oHash, iHash, finished, destroyed, blockLen, outputLen, canXOF } = this;
    to = to;
    to.finished = finished;
    to.destroyed = destroyed;
    to.blockLen = blockLen;
    to.outputLen = outputLen;
    to.canXOF = canXOF;
    to.oHash = oHash._cloneInto(to.oHash);
    to.iHash = iHash._cloneInto(to.iHash);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
  destroy() {
    this.destroyed = true;
    this.oHash.destroy();
    this.iHash.destroy();
  }
}, _class2);
var hmac = /* @__PURE__ */ (() => {
  const hmac_ = ((hash, key, message) => new _HMAC(hash, key).update(message).digest());
  hmac_.create = (hash, key) => new _HMAC(hash, key);
  return hmac_;
})();

// src/engine/links/tokens.ts
var TOKEN_BYTES = 32;
var TOKEN = /^[A-Za-z0-9_-]{43}$/;
var FORM_TOKEN = /^([0-9a-z]{1,12})\.([A-Za-z0-9:-]{0,200})\.([A-Za-z0-9_-]{43})$/;
var FORM_TOKEN_MS = 36e5;
var newToken = () => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
var tokenHash = (token) => TOKEN.test(token) ? sha256Hex(token) : null;
function formToken(token, linkId, at, digest) {
  const issued = at.toString(36);
  return `${issued}.${_nullishCoalesce(digest, () => ( ""))}.${mac(token, linkId, issued, _nullishCoalesce(digest, () => ( "")))}`;
}
function readFormToken(token, linkId, now, given) {
  const [, issued = "", digest = "", proof = ""] = _nullishCoalesce(FORM_TOKEN.exec(typeof given === "string" ? given : ""), () => ( []));
  if (proof === "") return null;
  if (!isSame(utf8(proof), utf8(mac(token, linkId, issued, digest)))) return null;
  const age = now - Number.parseInt(issued, 36);
  return age <= FORM_TOKEN_MS ? { digest: digest === "" ? null : digest } : null;
}
var mac = (token, linkId, issued, digest) => toBase64Url(hmac(_chunkCKBT4O4Vcjs.sha256, utf8(token), utf8(`${linkId}
${issued}
${digest}`)));

// src/engine/shapes/shared/permit-key.ts
var PERMIT_KEY_PREFIX = "permit:";
var isOfPermit = (idempotencyKey) => typeof idempotencyKey === "string" && idempotencyKey.startsWith(PERMIT_KEY_PREFIX);

// src/engine/operations/links.ts
var LONGEST_MS = 14 * 864e5;
var MAX_LIVE = 20;
var LinkOperations = class {
  
  
  
  constructor(context, workspaceId2, caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.caller = caller;
  }
  /**
   * A link that answers for a reviewer, once. Its address is a secret: give it to nobody but them. In process `baseUrl` says
   * where the decision page is served, if the host has not.
   * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`, `links-not-configured`,
   * `limit-reached` over 20 live ones; INVALID_ARGUMENT.
   */
  create(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.createLinkInProcess, request);
      const { executionId, stepId, reviewerId, decision = null, baseUrl = this.caller.linksBaseUrl } = parsed;
      const { store: store2, ids, clock, pipeline, definitions } = this.context;
      const { workspaceId: workspaceId2 } = this;
      const state = await pipeline.load({ workspaceId: workspaceId2, executionId });
      if (state === null) throw unknownExecution(executionId);
      const definition = await definitions.ofExecution(state);
      this.refuse(definition, state, { stepId, reviewerId, decision });
      if (baseUrl === void 0 || baseUrl === null)
        throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "links-not-configured", NOT_CONFIGURED);
      const found = placeOf2(definition, state, { stepId, reviewerId });
      if (_optionalChain([found, 'optionalAccess', _43 => _43.place]) == null) throw unknownExecution(executionId);
      const { dueAt: dueAt2 } = found.step;
      const now = clock.now();
      const expiresAt = endOf(parsed.expiresAt, now, dueAt2);
      const token = newToken();
      const link = {
        workspaceId: workspaceId2,
        linkId: ids.next("link"),
        tokenHash: _nullishCoalesce(tokenHash(token), () => ( "")),
        executionId,
        stepId,
        reviewerId,
        round: found.place.round,
        decision,
        createdAt: now,
        expiresAt,
        revokedAt: null
      };
      const place = JSON.stringify([workspaceId2, executionId, stepId, reviewerId]);
      await this.context.linking.within(place, async () => {
        await store2.createLink(link);
        await this.refuseTooMany(link, _nullishCoalesce(_optionalChain([found, 'access', _44 => _44.step, 'access', _45 => _45.links, 'optionalAccess', _46 => _46.used]), () => ( [])));
      });
      return {
        linkId: link.linkId,
        url: `${baseUrl.replace(/\/$/, "")}/v2/decide/${token}`,
        expiresAt,
        name: nameOf(definition),
        commentBody: found.commentBody,
        reviewerId,
        dueAt: dueAt2,
        decision
      };
    });
  }
  /**
   * Takes a link away: no answer comes through it any more, unless one did (`revoked: false`).
   * @throws NOT_FOUND
   */
  revoke(request) {
    return operate(this.context, async () => {
      const { linkId } = this.context.parser.parse(_chunk6D4P3BWXcjs.revokeLink, request);
      const { store: store2, pipeline, clock } = this.context;
      const link = await store2.loadLink({ workspaceId: this.workspaceId, linkId });
      if (link === null) throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `there is no link "${linkId}"`);
      const command = { kind: "revoke-link", stepId: link.stepId, linkId };
      const { revoked } = resultOf(await pipeline.submit(link, command));
      if (revoked) await store2.revokeLink(link, clock.now());
      return { revoked, linkId };
    });
  }
  /** Which run a link is of; null: there is no such link. */
  async executionOf(linkId) {
    const link = await this.context.store.loadLink({ workspaceId: this.workspaceId, linkId });
    return _nullishCoalesce(_optionalChain([link, 'optionalAccess', _47 => _47.executionId]), () => ( null));
  }
  /** As the decision itself would be, its reason, values and digest apart. */
  refuse({ compiled }, state, asked) {
    const found = placeOf2({ compiled }, state, asked);
    const round = _nullishCoalesce(_optionalChain([found, 'optionalAccess', _48 => _48.place, 'optionalAccess', _49 => _49.round]), () => ( null));
    const said = { decision: _nullishCoalesce(asked.decision, () => ( "approve")), reason: null, round };
    const command = { kind: "record-decision", ...asked, ...said };
    const decided = _chunkHGZ2LWAMcjs.decide.call(void 0, compiled, state, command, this.context.environment());
    const isRepeat = decided.ok ? !decided.result.recorded : asked.decision === null && decided.refusal.details["recordedDecision"] !== void 0;
    if (isRepeat) throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "answered-already", `"${asked.reviewerId}" has answered already`);
    if (!decided.ok && decided.refusal.status !== "INVALID_ARGUMENT") {
      throw _chunk6D4P3BWXcjs.refusalError.call(void 0, decided.refusal);
    }
    if (isOfPermit(state.idempotencyKey) && this.caller.relaysPermits !== true) {
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "PERMISSION_DENIED",
        "only a relay of the host makes links for what a program asks for",
        {
          code: "separation-of-duties"
        }
      );
    }
  }
  /**
   * Looked at afterwards: of processes that race none stays over the limit, whatever their clocks say; all of them may have to
   * try again.
   */
  async refuseTooMany(link, used2) {
    const { store: store2 } = this.context;
    const live = (await store2.listLinks(link)).filter((it) => it.reviewerId === link.reviewerId && it.revokedAt === null).filter((it) => it.round === link.round).filter((it) => it.expiresAt > link.createdAt && !used2.includes(it.linkId));
    if (live.length <= MAX_LIVE) return;
    await store2.deleteLink(link);
    throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, 
      "limit-reached",
      `"${link.reviewerId}" has ${MAX_LIVE} live links for this step; revoke one first`
    );
  }
};
var NOT_CONFIGURED = "the host serves no decision page: give `links.baseUrl` to its handler, or `baseUrl` here";
function endOf(asked, now, dueAt2) {
  const latest = Math.min(_nullishCoalesce(dueAt2, () => ( Infinity)), now + LONGEST_MS);
  const expiresAt = _nullishCoalesce(asked, () => ( latest));
  if (expiresAt > now && expiresAt <= latest) return expiresAt;
  throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [
    _chunkRAARGUI6cjs.invalidField.call(void 0, 
      "expiresAt",
      `must be in the future, and at most ${latest}: 14 days, or when the step is due`
    )
  ]);
}

// src/engine/feed/read.ts
var SCAN = 500;
var SCANS = 8;
var SLICE = 32;
async function readFeedPart(reading, after, limit) {
  const { store: store2, workspaceId: workspaceId2, filter } = reading;
  const { executionId } = filter;
  const events = [];
  let bytes = 0;
  let position = after;
  for (let scans = 0; scans < SCANS && events.length < limit; scans++) {
    const scan = isNarrowed(reading) ? SCAN : Math.min(SCAN, limit - events.length + 1);
    const slice = await store2.readFeed({ workspaceId: workspaceId2, executionId, after: position, limit: scan });
    refuseGone(position, slice);
    for (const part of portions(await allowed(reading, slice.entries), limit - events.length)) {
      for (const event of await loaded(store2, part)) {
        bytes += _chunkHGZ2LWAMcjs.jsonBytes.call(void 0, event);
        if (bytes > _chunkKPSFIHDZcjs.LIMITS.pageBytes && events.length > 0) return { events, position, hasMore: true };
        events.push(event);
        position = numberOf(part, event);
      }
    }
    const isCut = events.length >= limit;
    const end = _nullishCoalesce(_optionalChain([slice, 'access', _50 => _50.entries, 'access', _51 => _51.at, 'call', _52 => _52(-1), 'optionalAccess', _53 => _53.position]), () => ( slice.last));
    const isLast = slice.entries.length < scan;
    if (isCut) return { events, position, hasMore: position < end || !isLast };
    position = isLast ? Math.max(position, slice.last) : end;
    if (isLast) return { events, position, hasMore: false };
  }
  return { events, position, hasMore: true };
}
var isNarrowed = ({ filter, caller }) => filter.types !== void 0 || filter.definitionId !== void 0 || caller.visible !== void 0 || caller.readsAs !== void 0;
async function endOfFeed(store2, workspaceId2) {
  return store2.readFeed({ workspaceId: workspaceId2, after: Number.MAX_SAFE_INTEGER, limit: 1 });
}
function refuseGone(after, { oldest }) {
  if (after >= oldest) return;
  throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "position-gone", "retention has taken events behind this position", {
    oldest: _chunk6D4P3BWXcjs.positionText.call(void 0, oldest)
  });
}
async function allowed({ store: store2, workspaceId: workspaceId2, caller, filter }, entries) {
  const { types, definitionId, executionId } = filter;
  const asked = entries.filter(
    (it) => (_nullishCoalesce(_optionalChain([types, 'optionalAccess', _54 => _54.includes, 'call', _55 => _55(it.type)]), () => ( true))) && (_nullishCoalesce(definitionId, () => ( it.definitionId))) === it.definitionId && (_nullishCoalesce(executionId, () => ( it.executionId))) === it.executionId && _chunkGQON437Hcjs.isVisible.call(void 0, caller.visible, it)
  );
  const userId = caller.readsAs;
  if (userId === void 0 || asked.length === 0) return asked;
  if (userId === null) return [];
  const ids = [...new Set(asked.map((it) => it.executionId))];
  const are = await store2.areParties(ids.map((id) => ({ workspaceId: workspaceId2, executionId: id, userId })));
  const own = new Set(ids.filter((_, index) => are[index]));
  return asked.filter((it) => own.has(it.executionId));
}
function* portions(items, limit) {
  const end = Math.min(items.length, limit);
  for (let index = 0; index < end; index += SLICE) yield items.slice(index, Math.min(end, index + SLICE));
}
async function loaded(store2, entries) {
  if (entries.length === 0) return [];
  const events = await store2.loadEvents(entries);
  return entries.flatMap(({ position }, index) => {
    const event = _nullishCoalesce(events[index], () => ( null));
    if (event === null || !_chunk7M7NLC46cjs.isExternal.call(void 0, event)) return [];
    return [_chunkBOADPL7Scjs.deepFreeze.call(void 0, { ...event, position: _chunk6D4P3BWXcjs.positionText.call(void 0, position) })];
  });
}
var numberOf = (part, { executionId, seq }) => _nullishCoalesce(_optionalChain([part, 'access', _56 => _56.find, 'call', _57 => _57((it) => it.executionId === executionId && it.seq === seq), 'optionalAccess', _58 => _58.position]), () => ( 0));

// src/engine/reading/follow.ts
var PAGE = 100;
async function* followFeed(following, after) {
  const { context, workspaceId: workspaceId2, caller, filter, signal } = following;
  const { store: store2, feeds } = context;
  let wake = () => void 0;
  const news = { isNew: true };
  const told2 = () => {
    news.isNew = true;
    wake();
  };
  const { watch, leave } = feeds.join(workspaceId2, told2);
  signal.addEventListener("abort", told2, { once: true });
  try {
    let position = after;
    while (!signal.aborted) {
      news.isNew = false;
      const here = watch.since(position);
      if (here !== null) {
        const entries = here.recent.map((it) => it.entry);
        const seen = new Set(await allowed({ store: store2, workspaceId: workspaceId2, caller, filter }, entries));
        const events = here.recent.filter((it) => seen.has(it.entry)).map((it) => it.event);
        if (here.to > position) yield { events, position: position = here.to };
      } else {
        const reading = { store: store2, workspaceId: workspaceId2, caller, filter };
        const from = position;
        const part = await context.reads.within(() => readFeedPart(reading, from, PAGE));
        if (part.position > position) yield { events: part.events, position: position = part.position };
        if (part.hasMore) continue;
      }
      if (isQuiet(news, signal)) await new Promise((resolve) => wake = resolve);
    }
  } finally {
    signal.removeEventListener("abort", told2);
    leave();
  }
}
var isQuiet = ({ isNew }, { aborted }) => !isNew && !aborted;

// src/engine/reading/subscription.ts
var FIRST_RETRY_MS = 1e3;
var LONGEST_RETRY_MS = 3e5;
var POLL_MS = 500;
var MAX_LAG = 1e4;
var isGone = (error) => error instanceof _chunk6D4P3BWXcjs.ApprovalError && error.details["code"] === "position-gone";
var SubscriptionRunner = (_class3 = class {
  
  
  __init5() {this.token = crypto.randomUUID()}
  __init6() {this.run = Promise.resolve()}
  __init7() {this.state = "elsewhere"}
  /** What this process has written while it holds the lease. */
  __init8() {this.held = null}
  constructor(parts) {;_class3.prototype.__init5.call(this);_class3.prototype.__init6.call(this);_class3.prototype.__init7.call(this);_class3.prototype.__init8.call(this);
    this.parts = parts;
    this.ending = endingWith(parts.context.stopping);
  }
  start() {
    this.run = this.loop();
  }
  async close() {
    this.ending.end();
    await this.run;
  }
  async status() {
    const { context, workspaceId: workspaceId2, name } = this.parts;
    const stored = await context.store.loadSubscription({ workspaceId: workspaceId2, name });
    if (stored === null) return { state: this.state, position: null, lag: 0, attempts: 0, lastError: null };
    const { position, attempts, lastError } = stored;
    const lag = await lagOf(context, workspaceId2, position);
    const isMine = this.state === "running" && attempts > 0;
    const state = isMine ? "backing-off" : this.state;
    return { state, position: _chunk6D4P3BWXcjs.positionText.call(void 0, position), lag, attempts, lastError };
  }
  async loop() {
    const { context, workspaceId: workspaceId2, name } = this.parts;
    const { signal } = this.ending;
    while (!signal.aborted && this.state !== "gone") {
      const waiting2 = endingWith(signal);
      const next = context.signals.next({ workspaceId: workspaceId2 }, this.pauseMs(), waiting2.signal);
      try {
        if (await this.turn()) waiting2.end();
      } catch (error) {
        if (isGone(error)) {
          this.state = "gone";
          context.logger.error(`retention has overtaken the subscription "${name}"; it has stopped`, error);
        } else {
          context.logger.warn(`the subscription "${name}" could not go on; trying again`, error);
        }
      }
      if (this.state !== "gone") await next;
      waiting2.end();
    }
    this.ending.end();
    const isOver = this.state === "gone";
    await this.release().catch((error) => {
      context.logger.warn(`the subscription "${name}" keeps its lease until it ends`, error);
    });
    this.state = isOver ? "gone" : "closed";
  }
  pauseMs() {
    const retryAt = _nullishCoalesce(_optionalChain([this, 'access', _59 => _59.held, 'optionalAccess', _60 => _60.retryAt]), () => ( null));
    const waitMs = retryAt === null ? POLL_MS : retryAt - this.parts.context.clock.now();
    return Math.max(1, Math.min(POLL_MS, waitMs));
  }
  /** One look, and one call of the handler if there is something for it; whether there may be more at once. */
  async turn() {
    const { context, workspaceId: workspaceId2, options } = this.parts;
    await context.clock.unknown();
    if (!await this.lease()) return false;
    const held = this.held;
    if (held.retryAt !== null && held.retryAt > context.clock.now()) return false;
    const { batchSize = 100, types } = options;
    const reading = { store: context.store, workspaceId: workspaceId2, caller: {}, filter: { types } };
    const part = await readFeedPart(reading, held.position, batchSize);
    if (part.position === held.position) return false;
    await this.handle(part, held);
    return part.hasMore && _optionalChain([this, 'access', _61 => _61.held, 'optionalAccess', _62 => _62.attempts]) === 0;
  }
  async handle(part, { attempts }) {
    const { clock } = this.parts.context;
    const moved = { position: part.position, attempts: 0, lastError: null, retryAt: null };
    if (part.events.length === 0) {
      await this.write(moved);
      return;
    }
    const lost = new AbortController();
    const stopRenewing = this.renewing(lost);
    try {
      await this.parts.handler(part.events, { signal: lost.signal, attempt: attempts + 1 });
      await stopRenewing();
    } catch (error) {
      await stopRenewing();
      const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
      const lastError = _chunkATSCIM4Icjs.describeError.call(void 0, error).slice(0, _chunk6D4P3BWXcjs.ERROR_LENGTH);
      await this.write({ attempts: attempts + 1, lastError, retryAt: clock.now() + delayMs });
      return;
    }
    await this.write(moved);
  }
  /** Whether this process holds the subscription; it takes it if nobody does. */
  async lease() {
    const { context, workspaceId: workspaceId2, name, options } = this.parts;
    const now = context.clock.now();
    if (this.held !== null && this.held.leaseUntil - now > context.leaseMs / 2) return true;
    const stored = await context.store.loadSubscription({ workspaceId: workspaceId2, name });
    if (stored !== null && stored.token !== null && stored.token !== this.token && stored.leaseUntil > now) {
      this.lose();
      return false;
    }
    const { last, oldest } = await endOfFeed(context.store, workspaceId2);
    const fresh = {
      workspaceId: workspaceId2,
      name,
      rev: 0,
      position: options.from === "now" ? last : oldest,
      attempts: 0,
      lastError: null,
      retryAt: null,
      token: null,
      leaseUntil: 0
    };
    return this.save(_nullishCoalesce(stored, () => ( fresh)), {});
  }
  write(changes) {
    return this.held === null ? Promise.resolve(false) : this.save(this.held, changes);
  }
  /** Writes on condition that nobody else has, and with a lease from now. */
  async save(before, changes) {
    const { store: store2, clock, leaseMs } = this.parts.context;
    const lease = { token: this.token, leaseUntil: clock.now() + leaseMs };
    const next = { ...before, ...lease, ...changes, rev: before.rev + 1 };
    if (!await store2.saveSubscription(next)) {
      this.lose();
      return false;
    }
    this.held = next;
    this.state = "running";
    return true;
  }
  lose() {
    this.held = null;
    this.state = "elsewhere";
  }
  /** Renews the lease at every third of its length while the handler works. */
  renewing(lost) {
    const { clock, leaseMs, logger } = this.parts.context;
    let stopped = false;
    let cancel = () => void 0;
    let writing = Promise.resolve();
    const plan = () => {
      cancel = clock.wakeAt(clock.now() + Math.ceil(leaseMs / 3), () => {
        writing = renew();
      });
    };
    const renew = async () => {
      try {
        if (!stopped && !await this.write({})) {
          _optionalChain([this, 'access', _63 => _63.parts, 'access', _64 => _64.context, 'access', _65 => _65.telemetry, 'optionalAccess', _66 => _66.happened, 'call', _67 => _67({ kind: "lease-lost", what: "subscription" })]);
          lost.abort(new Error("the lease was lost"));
        }
      } catch (error) {
        logger.warn("the lease of a subscription could not be renewed; trying again", error);
        if (clock.now() >= (_nullishCoalesce(_optionalChain([this, 'access', _68 => _68.held, 'optionalAccess', _69 => _69.leaseUntil]), () => ( 0)))) lost.abort(new Error("the lease has ended"));
      }
      if (!stopped && !lost.signal.aborted) plan();
    };
    plan();
    return () => {
      stopped = true;
      cancel();
      return writing;
    };
  }
  async release() {
    if (this.held === null) return;
    await this.write({ token: null, leaseUntil: 0 });
    this.held = null;
  }
}, _class3);
async function lagOf({ store: store2 }, workspaceId2, position) {
  const { last } = await endOfFeed(store2, workspaceId2);
  return Math.min(MAX_LAG, Math.max(0, last - position));
}

// src/engine/operations/feed.ts
var FeedOperations = class {
  
  
  
  constructor(context, workspaceId2, caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.caller = caller;
  }
  /**
   * A page of the external events of all runs, in one order that never changes: what was committed before the call is on
   * this page or on one that follows, and nothing ever comes to stand before `nextPosition`.
   * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: go on there), `position-ahead`; NOT_FOUND for an unknown
   * `executionId`; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const { nextPosition } = await engine.feed.list({ from: 'now' });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
   * const { items, hasMore } = await engine.feed.list({ after: nextPosition, pageSize: 1 });
   * console.log(items[0]?.type, hasMore); // → execution.dispatched false
   * await engine.stop();
   * ```
   */
  list(request = {}) {
    return operateReading(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.listEvents, request);
      const { pageSize = _chunkKPSFIHDZcjs.DEFAULTS.eventsPageSize, from = "start", ...rest } = parsed;
      const start = await this.start({ ...rest, from });
      if (rest.after === void 0 && from === "now") {
        return { items: [], nextPosition: _chunk6D4P3BWXcjs.positionText.call(void 0, start), hasMore: false };
      }
      const { events, position, hasMore } = await readFeedPart(this.reading(rest), start, pageSize);
      return { items: events, nextPosition: _chunk6D4P3BWXcjs.positionText.call(void 0, position), hasMore };
    });
  }
  /**
   * Follows the feed: first what is there behind `after` (or from the start, or nothing: the default), then what comes,
   * committed by whatever process, within a second. Ends when `signal` is aborted or the engine stops; with `executionId`
   * after the last event of that run.
   * @throws as `list`, from the iteration.
   */
  async *follow(request = {}, { signal } = {}) {
    const { from = "now", ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.followEvents, request);
    const { context, workspaceId: workspaceId2, caller } = this;
    let position = await operate(context, () => this.start({ ...rest, from }));
    yield { events: [], position: _chunk6D4P3BWXcjs.positionText.call(void 0, position) };
    if (rest.executionId !== void 0 && await this.isOver(rest.executionId, _chunk6D4P3BWXcjs.positionText.call(void 0, position)))
      return;
    const filter = filterOf(rest);
    const watched = filter.executionId === void 0 ? filter : { executionId: filter.executionId };
    const isOther = await this.isOfAnotherDefinition(filter);
    const ending = endingWith(context.stopping, signal);
    const following = { context, workspaceId: workspaceId2, caller, filter: watched, signal: ending.signal };
    try {
      for await (const step of followFeed(following, position)) {
        position = step.position;
        const events = isOther ? [] : step.events.filter((it) => wanted(filter, it));
        yield { events, position: _chunk6D4P3BWXcjs.positionText.call(void 0, position) };
        if (filter.executionId !== void 0 && endsRun(step)) return;
      }
    } finally {
      ending.end();
    }
  }
  /** Whether the run that is asked for is none of the definition that is. */
  async isOfAnotherDefinition({ executionId, definitionId }) {
    if (executionId === void 0 || definitionId === void 0) return false;
    const { context, workspaceId: workspaceId2, caller } = this;
    const state = await operate(context, () => readState(context, workspaceId2, caller, executionId));
    return state.definitionId !== definitionId;
  }
  /**
   * Whether events of this run can still follow behind `after`; false: it has ended, and they are all before.
   * @throws NOT_FOUND
   */
  async isOver(executionId, after) {
    return operate(this.context, async () => {
      const state = await readState(this.context, this.workspaceId, this.caller, executionId);
      if (!_chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status)) return false;
      const part = await readFeedPart(this.reading({ executionId }), _chunk6D4P3BWXcjs.positionOf.call(void 0, after), 1);
      return part.events.length === 0;
    });
  }
  /**
   * Calls `handler` with the events of the workspace, in order and at least once, in one process at a time of all that
   * subscribe under this name: whoever is ended is taken over from where its handler last returned. What it throws is
   * tried again after 1 s, doubling to 5 min, for ever; nothing else waits for it.
   * @throws INVALID_ARGUMENT for a handler or options that make no sense.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const subscription = engine.feed.subscribe(
   *   'search-index',
   *   async (events, { signal }) => {
   *     if (!signal.aborted) console.log(events.length);
   *   },
   *   { from: 'start' },
   * );
   * await subscription.close();
   * console.log((await subscription.status()).state); // → closed
   * await engine.stop();
   * ```
   */
  subscribe(name, handler, options) {
    const { context, workspaceId: workspaceId2 } = this;
    const key = context.parser.parse(_chunkATSCIM4Icjs.keyId, name);
    if (typeof handler !== "function") {
      throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [_chunkRAARGUI6cjs.invalidField.call(void 0, "handler", "must be a function")]);
    }
    const parsed = context.parser.parse(_chunk6D4P3BWXcjs.subscribeOptions, options);
    const runner = new SubscriptionRunner({ context, workspaceId: workspaceId2, name: key, handler, options: parsed });
    runner.start();
    return runner;
  }
  /**
   * Forgets where a subscription was: one that is made under its name begins anew. false: there was none.
   * @throws INVALID_ARGUMENT
   */
  forget(name) {
    return operate(this.context, () => {
      const key = this.context.parser.parse(_chunkATSCIM4Icjs.keyId, name);
      return this.context.store.deleteSubscription({ workspaceId: this.workspaceId, name: key });
    });
  }
  reading(filter) {
    const { context, workspaceId: workspaceId2, caller } = this;
    return { store: context.store, workspaceId: workspaceId2, caller, filter: filterOf(filter) };
  }
  /** Where to begin, once it is known that one can. */
  async start({ after, from, executionId }) {
    const { context, workspaceId: workspaceId2, caller } = this;
    if (executionId !== void 0) await readState(context, workspaceId2, caller, executionId);
    const { last, oldest } = await endOfFeed(context.store, workspaceId2);
    if (after === void 0) return from === "now" ? last : oldest;
    if (after > _chunk6D4P3BWXcjs.positionText.call(void 0, last)) {
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "position-ahead", "the feed has not come to this position yet");
    }
    const position = _chunk6D4P3BWXcjs.positionOf.call(void 0, after);
    refuseGone(position, { oldest });
    return position;
  }
};
var filterOf = ({ types, definitionId, executionId }) => ({
  types,
  definitionId,
  executionId
});
var wanted = ({ types }, event) => _nullishCoalesce(_optionalChain([types, 'optionalAccess', _70 => _70.includes, 'call', _71 => _71(event.type)]), () => ( true));
var endsRun = ({ events }) => events.some((it) => _chunk7M7NLC46cjs.EXECUTION_ENDINGS.includes(it.type));

// src/engine/options/check-options.ts


// src/ports/store/store.ts
var STORE_CONTRACT_VERSION = 1;

// src/engine/options/check-calendars.ts


// src/calendar/time-zone.ts
var DAY_MS = 864e5;
function timeZoneOf(name) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    era: "short",
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" }
  });
  const offsetAt = (instant) => {
    const whole = Math.floor(instant / 1e3) * 1e3;
    const parts = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const part = (type) => _nullishCoalesce(parts.get(type), () => ( 0));
    const days = daysFromCivil(part("year"), part("month"), part("day"));
    const seconds = part("hour") * 3600 + part("minute") * 60 + part("second");
    return days * DAY_MS + seconds * 1e3 - whole;
  };
  return { offsetAt, instantOf: (local) => instantOf(local, offsetAt) };
}
function instantOf(local, offsetAt) {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  const candidates = [local - before, local - after].filter((it) => it + offsetAt(it) === local);
  if (candidates.length > 0) return Math.min(...candidates);
  return changeBetween(local - DAY_MS, local + DAY_MS, before, offsetAt);
}
function changeBetween(from, to, before, offsetAt) {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
function daysFromCivil(year, month, day) {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

// src/calendar/working-time.ts
var WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
var DUE_WITHIN_MS = 5 * 365.25 * 864e5;
var KEPT_DAYS = 5e3;
function workingCalendar(calendar2) {
  const zone = timeZoneOf(calendar2.timeZone);
  const week = WEEKDAYS.map((day) => (_nullishCoalesce(calendar2.week[day], () => ( []))).map(localInterval));
  const holidays = new Set(calendar2.holidays.map(dayOfDate));
  const known = /* @__PURE__ */ new Map();
  const intervalsOf = (day) => {
    const cached = known.get(day);
    if (cached !== void 0) return cached;
    if (known.size >= KEPT_DAYS) known.clear();
    const hours2 = holidays.has(day) ? [] : _nullishCoalesce(week[((day + 3) % 7 + 7) % 7], () => ( []));
    const found = hours2.map((it) => instantsOf(zone, day, it));
    known.set(day, found);
    return found;
  };
  return { dueAt: (from, workingMs) => dueAt(zone, intervalsOf, from, workingMs) };
}
function dueAt(zone, intervalsOf, from, workingMs) {
  const last = from + DUE_WITHIN_MS;
  let left = workingMs;
  const first = Math.floor((from + zone.offsetAt(from)) / DAY_MS) - 1;
  for (let day = first; day * DAY_MS <= last + 2 * DAY_MS; day++) {
    for (const interval of intervalsOf(day)) {
      const begins = Math.max(from, interval.from);
      const length = interval.until - begins;
      if (length <= 0) continue;
      if (left <= length) return begins + left <= last ? begins + left : null;
      left -= length;
    }
  }
  return null;
}
var instantsOf = (zone, day, { from, until }) => ({
  from: zone.instantOf(day * DAY_MS + from),
  until: zone.instantOf(day * DAY_MS + until)
});
var localInterval = ([from, until]) => ({
  from: timeOfDay(from),
  until: timeOfDay(until)
});
function timeOfDay(text2) {
  const [hours2 = 0, minutes = 0] = text2.split(":").map(Number);
  return (hours2 * 60 + minutes) * 6e4;
}
function dayOfDate(text2) {
  const [year = 0, month = 0, day = 0] = text2.split("-").map(Number);
  return daysFromCivil(year, month, day);
}

// src/engine/options/check-calendars.ts
var time = z2.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'give a time from 00:00 to 24:00, as in "09:30"');
var hours = z2.array(z2.tuple([time, time])).max(24).refine((intervals) => {
  const times = intervals.flat().map(timeOfDay);
  return times.every((it, index) => index === 0 || beforeOrAt(_nullishCoalesce(times[index - 1], () => ( 0)), it, index));
}, "give the intervals in order, each ending after it begins, and none in another");
var beforeOrAt = (before, it, index) => index % 2 === 1 ? before < it : before <= it;
var timeZone = z2.string().refine(isTimeZone, 'is no time zone that is known here; give one as "Europe/Berlin"');
function isTimeZone(name) {
  try {
    timeZoneOf(name);
    return true;
  } catch (e) {
    return false;
  }
}
var holiday = z2.iso.date('give a date, as in "2027-12-25"');
var calendar = z2.strictObject({
  timeZone,
  week: z2.strictObject(Object.fromEntries(WEEKDAYS.map((day) => [day, hours.optional()]))),
  holidays: z2.array(holiday).max(1e4)
});
var calendars = z2.record(z2.string().min(1).max(200), calendar).refine((it) => Object.keys(it).length <= 1e3, "give at most 1,000 calendars");

// src/engine/secrets/secret-cipher.ts
var UnreadableSecret = class extends _chunk6D4P3BWXcjs.ApprovalError {
  constructor(message, cause, details = {}) {
    super("UNAVAILABLE", message, details, cause);
  }
};
var KEY_BYTES = 32;
var NONCE_BYTES = 12;
var KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
var PLAIN = "plain.";
var SecretCipher = class {
  
  
  
  /** @throws TypeError for keys that make no sense; it quotes none. */
  constructor({ keys, plaintext }) {
    const fault2 = keyFault(keys);
    if (fault2 !== null) throw new TypeError(`secretKeys: ${fault2}`);
    this.keys = new Map(keys.map(({ keyId: keyId2, key }) => [keyId2, importKey(key)]));
    this.newestId = _nullishCoalesce(_optionalChain([keys, 'access', _72 => _72[0], 'optionalAccess', _73 => _73.keyId]), () => ( null));
    this.plaintext = plaintext;
  }
  /** @throws ApprovalError FAILED_PRECONDITION when there is no key, and none is not allowed. */
  async seal(owner, text2) {
    const keyId2 = this.newestId;
    const key = keyId2 === null ? void 0 : await this.keys.get(keyId2);
    if (keyId2 === null || key === void 0) {
      if (this.plaintext) return PLAIN + text2;
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "FAILED_PRECONDITION",
        "a secret cannot be kept: this store is durable and the engine has no key to seal it; give createApprovalEngine `secretKeys`, or `allowPlaintextSecrets: true`"
      );
    }
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: boundTo(owner, keyId2) },
      key,
      utf8(text2)
    );
    return ["v1", keyId2, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join(".");
  }
  /**
   * @throws UnreadableSecret (UNAVAILABLE) when the ring lacks the key, the text was not sealed for this owner, or it is not
   * sealed at all and that is not allowed: whoever can write to the database could put a secret of their own there.
   */
  async open(owner, sealed) {
    if (sealed.startsWith(PLAIN)) {
      if (this.plaintext) return sealed.slice(PLAIN.length);
      throw new UnreadableSecret(
        "a secret in the store is not sealed; give createApprovalEngine `allowPlaintextSecrets: true` for as long as it takes to seal what was kept before there was a key"
      );
    }
    const [version, keyId2 = "", nonce = "", body = ""] = sealed.split(".");
    const key = await this.keys.get(keyId2);
    if (version !== "v1" || key === void 0) {
      throw new UnreadableSecret(`a secret was sealed with the key "${keyId2}", which this engine lacks`);
    }
    try {
      const additionalData = boundTo(owner, keyId2);
      const iv = fromBase64Url(nonce);
      const opened = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv, additionalData },
        key,
        fromBase64Url(body)
      );
      return new TextDecoder().decode(opened);
    } catch (error) {
      throw new UnreadableSecret("a secret in the store was changed or moved", error);
    }
  }
  /** Whether `seal` would use another key by now. */
  isOutdated(sealed) {
    return this.newestId !== null && !sealed.startsWith(`v1.${this.newestId}.`);
  }
};
var boundTo = (owner, keyId2) => utf8(JSON.stringify([owner, keyId2]));
var importKey = (key) => crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, ["encrypt", "decrypt"]);
function keyFault(keys) {
  const keyIds = /* @__PURE__ */ new Set();
  for (const it of keys) {
    const { keyId: keyId2, key } = _nullishCoalesce(it, () => ( {}));
    if (typeof keyId2 !== "string" || !KEY_ID.test(keyId2)) {
      return "a keyId has 1 to 64 characters of A-Z a-z 0-9 _ -";
    }
    if (!(key instanceof Uint8Array) || key.length !== KEY_BYTES) {
      return `the key "${keyId2}" must be a Uint8Array of ${KEY_BYTES} bytes`;
    }
    keyIds.add(keyId2);
  }
  return keyIds.size < keys.length ? "two keys have the same keyId" : null;
}

// src/engine/options/check-options.ts
var DAY_MS2 = 864e5;
var YEAR_MS = 366 * DAY_MS2;
var METHODS = {
  store: {
    createDefinition: true,
    addDefinitionVersion: true,
    deleteDefinition: true,
    findDefinitions: true,
    loadDefinitions: true,
    listDefinitions: true,
    commit: true,
    loadExecutions: true,
    findByIdempotencyKeys: true,
    areParties: true,
    readEvents: true,
    listExecutions: true,
    listWaiting: true,
    deleteEnded: true,
    claimJobs: true,
    extendJobs: true,
    finishJobs: true,
    releaseJobs: true,
    loadDeliveries: true,
    recordDeliveryResults: true,
    listDeliveries: true,
    redeliver: true,
    listSecrets: true,
    replaceSecret: true,
    readFeed: true,
    loadEvents: true,
    trimFeed: true,
    loadSubscription: true,
    saveSubscription: true,
    deleteSubscription: true,
    listSubscriptions: true,
    createLink: true,
    findLink: true,
    loadLink: true,
    listLinks: true,
    revokeLink: true,
    deleteLink: true,
    health: true
  },
  clock: { now: true, wakeAt: true },
  ids: { next: true },
  logger: { warn: true, error: true },
  telemetry: { begin: true, happened: true },
  transport: { checkUrl: true, deliver: true, verifySignature: true },
  directory: { members: true, managerOf: true, attributesOf: true }
};
var isObject = (value) => typeof value === "object" && value !== null;
var port = (what, methods) => z3.unknown().superRefine((value, context) => {
  if (!isObject(value)) {
    context.addIssue({ code: "custom", message: `is missing; give ${what}` });
    return;
  }
  const missing = Object.keys(methods).filter((name) => typeof value[name] !== "function");
  if (missing.length > 0) {
    context.addIssue({
      code: "custom",
      message: `lacks the method(s) ${missing.join(", ")}; give ${what}`
    });
  }
});
var store = z3.unknown().superRefine((value, context) => {
  const fault2 = storeFault(value);
  if (fault2 !== null) context.addIssue({ code: "custom", message: fault2 });
});
function storeFault(value) {
  if (isObject(value) && typeof value["then"] === "function")
    return "is a promise: write `const { store, close } = await openStore(url)`, and give the store";
  if (isObject(value) && isObject(value["store"]))
    return "is what openStore returns: give the `store` that is in it";
  if (!isObject(value) || value["contractVersion"] === void 0) {
    return "is missing: createApprovalEngine needs a store, such as createMemoryStore()";
  }
  const { contractVersion } = value;
  if (contractVersion !== STORE_CONTRACT_VERSION) {
    return `implements version ${JSON.stringify(contractVersion)} of the store contract; this engine needs ${STORE_CONTRACT_VERSION}`;
  }
  const missing = Object.keys(METHODS.store).filter((name) => typeof value[name] !== "function");
  return missing.length === 0 ? null : `lacks the method(s) ${missing.join(", ")} of the store contract`;
}
var agents = z3.record(
  z3.string(),
  z3.unknown().refine((it) => typeof it === "function", "is not a function; give the function that calls the agent")
).superRefine((it, context) => {
  if (!Object.hasOwn(it, _chunkBOADPL7Scjs.RESERVED_AGENT_ID)) return;
  context.addIssue({
    code: "custom",
    path: [_chunkBOADPL7Scjs.RESERVED_AGENT_ID],
    message: "is reserved; use another agentId"
  });
});
var secretKeys = z3.array(z3.unknown()).max(100).superRefine((keys, context) => {
  const fault2 = keyFault(keys);
  if (fault2 !== null) context.addIssue({ code: "custom", message: fault2 });
});
var callable = z3.unknown().refine((it) => typeof it === "function", "is not a function");
var count = z3.int().min(1).max(1e4);
var engineOptions = z3.strictObject({
  store,
  agents: agents.optional(),
  directory: port("a Directory, such as staticDirectory()", METHODS.directory).optional(),
  calendars: calendars.optional(),
  clock: port("a Clock, such as systemClock", METHODS.clock).optional(),
  ids: port("Ids, such as randomIds", METHODS.ids).optional(),
  random: callable.optional(),
  logger: port("a Logger, such as console", METHODS.logger).optional(),
  limits: z3.strictObject({
    requestBytes: z3.int().min(1).max(1073741824).optional(),
    stepsPerExecution: z3.int().min(1).max(1e6).optional()
  }).optional(),
  jobs: z3.strictObject({
    run: z3.boolean().optional(),
    agentConcurrency: count.optional(),
    // A lease is renewed at every third of its length; one that is shorter than a slow commit is lost under it.
    leaseMs: _chunk6D4P3BWXcjs.ms.call(void 0, 100, DAY_MS2).optional(),
    pollMs: _chunk6D4P3BWXcjs.ms.call(void 0, 10, DAY_MS2).optional()
  }).optional(),
  webhooks: z3.strictObject({
    transport: port("a WebhookTransport, such as createWebhookTransport()", METHODS.transport),
    retryDelaysMs: z3.array(_chunk6D4P3BWXcjs.ms.call(void 0, 0, YEAR_MS)).max(100).optional(),
    random: callable.optional(),
    concurrency: count.optional(),
    perReceiver: count.optional()
  }).optional(),
  secretKeys: secretKeys.optional(),
  allowPlaintextSecrets: z3.boolean().optional(),
  onCommit: callable.optional(),
  telemetry: port("a Telemetry, such as openTelemetry()", METHODS.telemetry).optional(),
  retention: z3.strictObject({
    endedMs: _chunk6D4P3BWXcjs.ms.call(void 0, 1, 100 * YEAR_MS),
    feedMs: _chunk6D4P3BWXcjs.ms.call(void 0, 1, 100 * YEAR_MS).optional(),
    keysMs: _chunk6D4P3BWXcjs.ms.call(void 0, 1, 100 * YEAR_MS).optional(),
    everyMs: _chunk6D4P3BWXcjs.ms.call(void 0, 100, YEAR_MS).optional(),
    batchSize: count.optional()
  }).refine((it) => (_nullishCoalesce(it.feedMs, () => ( 0))) <= it.endedMs, {
    path: ["feedMs"],
    message: "is more than endedMs: no run may go before its events have left the feed"
  }).optional(),
  batches: z3.strictObject({
    maxSize: count.optional(),
    maxBytes: z3.int().min(1).max(1073741824).optional(),
    maxConcurrent: count.optional()
  }).optional(),
  cachedStateBytes: z3.int().min(0).max(1099511627776).optional()
}).refine((it) => it.onCommit === void 0 || callsHook(it.store), {
  path: ["onCommit"],
  message: "needs a store with transactions, such as one of @org/approval-store-sql"
});
var callsHook = (value) => isObject(value) && value["callsHook"] === true;
function checkOptions2(options) {
  const parsed = engineOptions.safeParse(options);
  if (parsed.success) {
    const { jobs, webhooks, retention } = parsed.data;
    return { ...options, jobs, webhooks, retention };
  }
  const faults = _chunkBOADPL7Scjs.capped.call(void 0, _chunkBOADPL7Scjs.schemaIssues.call(void 0, parsed.error, options)).map(
    ({ path, message }) => `${path || "the options"}: ${message}`
  );
  throw new TypeError(`createApprovalEngine: ${faults.join("\n  ")}`);
}

// ../internal/src/gate.ts
var Gate = (_class4 = class {
  
  __init9() {this.waiting = []}
  constructor(places) {;_class4.prototype.__init9.call(this);
    this.free = places;
  }
  async within(act) {
    if (this.free > 0) this.free -= 1;
    else await new Promise((resolve) => this.waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.waiting.shift();
      if (next === void 0) this.free += 1;
      else next();
    }
  }
}, _class4);

// src/engine/feed/watch.ts
var POLL_MS2 = 500;
var KEPT = 500;
var PAGE2 = 200;
var FeedWatch = (_class5 = class {
  __init10() {this.recent = []}
  /** Everything between these positions is in `recent`. */
  __init11() {this.from = null}
  __init12() {this.to = 0}
  /** Up to where those who follow were told. */
  __init13() {this.told = 0}
  __init14() {this.changed = /* @__PURE__ */ new Set()}
  __init15() {this.abort = new AbortController()}
  
  constructor(parts) {;_class5.prototype.__init10.call(this);_class5.prototype.__init11.call(this);_class5.prototype.__init12.call(this);_class5.prototype.__init13.call(this);_class5.prototype.__init14.call(this);_class5.prototype.__init15.call(this);
    this.parts = parts;
    void this.run();
  }
  /** What is behind `after`; null: not all of it is here. */
  since(after) {
    if (this.from === null || after < this.from || after > this.to) return null;
    return { recent: this.recent.filter(({ entry }) => entry.position > after), to: this.to };
  }
  /** Calls `wake` whenever there is more. Returns a function that calls it off. */
  onChange(wake) {
    this.changed.add(wake);
    return () => this.changed.delete(wake);
  }
  get isUsed() {
    return this.changed.size > 0;
  }
  close() {
    this.abort.abort();
  }
  async run() {
    const { signals, workspaceId: workspaceId2, logger } = this.parts;
    const { signal } = this.abort;
    while (!signal.aborted) {
      const next = signals.next({ workspaceId: workspaceId2 }, POLL_MS2, signal);
      try {
        await this.look();
        if (this.to > this.told) this.tell();
      } catch (error) {
        logger.warn("the feed could not be read; trying again", error);
      }
      await next;
    }
  }
  tell() {
    this.told = this.to;
    for (const wake of [...this.changed]) wake();
  }
  /** Reads what is new. A look that breaks off has read some of it: the next one tells of that, too. */
  async look() {
    const { store: store2, workspaceId: workspaceId2 } = this.parts;
    if (this.from === null) {
      const { last } = await endOfFeed(store2, workspaceId2);
      this.from = this.to = last;
      this.tell();
      return;
    }
    for (; ; ) {
      const { entries, last } = await store2.readFeed({ workspaceId: workspaceId2, after: this.to, limit: PAGE2 });
      const events = await loaded(store2, entries);
      const found = new Map(events.map((event) => [`${event.executionId}\0${event.seq}`, event]));
      const added = entries.flatMap((entry) => {
        const event = found.get(`${entry.executionId}\0${entry.seq}`);
        return event === void 0 ? [] : [{ entry, event }];
      });
      this.keep(added);
      this.to = entries.length < PAGE2 ? Math.max(this.to, last) : _nullishCoalesce(_optionalChain([entries, 'access', _74 => _74.at, 'call', _75 => _75(-1), 'optionalAccess', _76 => _76.position]), () => ( last));
      if (entries.length < PAGE2) return;
    }
  }
  keep(added) {
    const all = [...this.recent, ...added];
    const dropped = all.length > KEPT ? all[all.length - KEPT - 1] : void 0;
    if (dropped !== void 0) this.from = dropped.entry.position;
    this.recent = all.slice(-KEPT);
  }
}, _class5);
var FeedWatches = (_class6 = class {
  
  __init16() {this.watches = /* @__PURE__ */ new Map()}
  constructor(parts) {;_class6.prototype.__init16.call(this);
    this.parts = parts;
  }
  /** Until `leave` is called. */
  join(workspaceId2, wake) {
    const watch = _nullishCoalesce(this.watches.get(workspaceId2), () => ( new FeedWatch({ ...this.parts, workspaceId: workspaceId2 })));
    this.watches.set(workspaceId2, watch);
    const off = watch.onChange(wake);
    return {
      watch,
      leave: () => {
        off();
        if (watch.isUsed) return;
        watch.close();
        if (this.watches.get(workspaceId2) === watch) this.watches.delete(workspaceId2);
      }
    };
  }
}, _class6);

// src/engine/scheduling/activity.ts
var Activity = (_class7 = class {constructor() { _class7.prototype.__init17.call(this);_class7.prototype.__init18.call(this); }
  __init17() {this.count = 0}
  __init18() {this.waiting = []}
  async track(work) {
    this.enter();
    try {
      return await work;
    } finally {
      this.leave();
    }
  }
  /** Does not count the work it is called from while `outside` is awaited, something that others do. */
  async pause(outside) {
    this.leave();
    try {
      return await outside;
    } finally {
      this.enter();
    }
  }
  get isIdle() {
    return this.count === 0;
  }
  /** Resolves at once if nothing is under way, otherwise when the last of it has ended. */
  idle() {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
  enter() {
    this.count += 1;
  }
  leave() {
    this.count -= 1;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }
}, _class7);

// ../internal/src/turn.ts
var nextTurn = () => new Promise((resolve) => {
  if (typeof setImmediate === "function") setImmediate(resolve);
  else setTimeout(resolve, 0);
});

// src/engine/scheduling/event-loop.ts
var MOST_MS = 5;
var Turns = (_class8 = class {
  /** When the turn under way was first looked at; null: nobody has looked at it yet. */
  __init19() {this.startedAt = null}
  __init20() {this.following = Promise.resolve()}
  __init21() {this.pieces = new Gate(1)}
  
  constructor(clock) {;_class8.prototype.__init19.call(this);_class8.prototype.__init20.call(this);_class8.prototype.__init21.call(this);
    this.clock = clock;
  }
  /** What has just been done took the turn up, whenever that began. */
  useUp() {
    if (this.startedAt === null) this.begin();
    this.startedAt = -Infinity;
  }
  /** The next turn: what was done in this one may go on in ways that nobody measures. */
  next() {
    this.useUp();
    return this.later();
  }
  /** Null while the turn is short, otherwise what to wait for: a later one, with time left in it for one more. */
  pause() {
    return this.isLong() ? this.later() : null;
  }
  /**
   * Does a piece of work when those that were asked for before have been done, and not in a turn that is long: who waits for a turn would
   * otherwise begin it together with all others who do.
   */
  alone(work) {
    return this.pieces.within(async () => {
      const pause = this.pause();
      if (pause !== null) await pause;
      return work();
    });
  }
  /** Does work in steps, in as many turns as it takes. */
  async through(steps) {
    for (; ; ) {
      const pause = this.pause();
      if (pause !== null) await pause;
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }
  async later() {
    do
      await this.following;
    while (this.isLong());
  }
  isLong() {
    if (this.startedAt === null) this.begin();
    return this.clock.now() - (_nullishCoalesce(this.startedAt, () => ( 0))) >= MOST_MS;
  }
  begin() {
    this.startedAt = this.clock.now();
    this.following = nextTurn().then(() => {
      this.startedAt = null;
    });
  }
}, _class8);

// src/engine/caches/absences.ts
var AT_ONCE = 100;
var MOST_ABSENT = 500;
var AbsenceBook = class {
  
  
  constructor(store2, clock) {
    this.store = store2;
    this.clock = clock;
  }
  /** @throws ApprovalError FAILED_PRECONDITION for a store that keeps none. */
  get kept() {
    const { absences } = this.store;
    if (absences !== void 0) return absences;
    throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("FAILED_PRECONDITION", "the store of this engine keeps no absences");
  }
  /** The absences that say who may answer for somebody now: the evidence of a decision. */
  links(workspaceId2, userId) {
    return this.linksOf(workspaceId2, [userId]);
  }
  async linksOf(workspaceId2, userIds) {
    const found = [];
    let names = [...userIds];
    for (let link = 0; link < _chunkHGZ2LWAMcjs.MAX_LINKS && names.length > 0; link++) {
      const more = await this.inForce({ workspaceId: workspaceId2, userIds: names, as: "absent" });
      found.push(...more);
      names = more.map((it) => it.substituteId);
    }
    return found;
  }
  /** Those for whom somebody may answer now. */
  async absentFor(workspaceId2, userId) {
    const found = [];
    let names = [userId];
    for (let link = 0; link < _chunkHGZ2LWAMcjs.MAX_LINKS && names.length > 0; link++) {
      const more = await this.inForce({ workspaceId: workspaceId2, userIds: names, as: "substitute" });
      const fresh = more.filter((it) => !found.some((known) => known.userId === it.userId));
      found.push(...fresh);
      names = fresh.map((it) => it.userId).slice(0, AT_ONCE);
    }
    const now = this.clock.now();
    const absent = [...new Set(found.map((it) => it.userId))];
    return absent.filter((it) => _chunkHGZ2LWAMcjs.substitutesOf.call(void 0, it, found, now).includes(userId)).slice(0, MOST_ABSENT);
  }
  /** The absences of everybody whom an execution waits for. */
  async ofWaiting({ workspaceId: workspaceId2, steps }) {
    const waiting2 = steps.filter((it) => _optionalChain([it, 'access', _77 => _77.people, 'optionalAccess', _78 => _78.substitutes]) === true);
    const names = [...new Set(waiting2.flatMap((it) => it.waitingForReviewers))].slice(0, AT_ONCE);
    return this.linksOf(workspaceId2, names);
  }
  async inForce(query) {
    const { absences } = this.store;
    if (absences === void 0) return [];
    return absences.absencesInForce({ ...query, at: this.clock.now() });
  }
};

// src/engine/scheduling/paired.ts
function paired(items, results) {
  if (results.length !== items.length) {
    throw new Error(`the store returned ${results.length} results for ${items.length} items`);
  }
  return items.map((item, index) => [item, results[index]]);
}

// src/engine/scheduling/isolate.ts
async function isolated(items, run) {
  try {
    const results = await run(items);
    return paired(items, results).map(([, result]) => ({ ok: true, result }));
  } catch (error) {
    if (items.length <= 1 || !isRefusal(error)) return items.map(() => ({ ok: false, error }));
    const half = Math.ceil(items.length / 2);
    return [...await isolated(items.slice(0, half), run), ...await isolated(items.slice(half), run)];
  }
}
var isRefusal = (error) => error instanceof _chunk6D4P3BWXcjs.ApprovalError && error.status !== "UNAVAILABLE";

// src/engine/scheduling/batcher.ts
var NEXT_MICROTASK = Promise.resolve();
var Batcher = (_class9 = class {
  __init22() {this.waiting = []}
  __init23() {this.running = 0}
  __init24() {this.scheduled = false}
  
  
  /**
   * `run` returns each item's result at its place. If it throws, all items of the batch are rejected; if it refuses
   * the batch, only those that are the reason. Items are small (ids, a result of 500 characters), so their number
   * bounds their bytes.
   */
  constructor(run, limits) {;_class9.prototype.__init22.call(this);_class9.prototype.__init23.call(this);_class9.prototype.__init24.call(this);
    this.run = run;
    this.limits = limits;
  }
  add(item) {
    return new Promise((resolve, reject2) => {
      this.waiting.push({ item, resolve, reject: reject2 });
      this.schedule();
    });
  }
  /** Starts after the current turn of microtasks has begun, so that calls made together go together. */
  schedule() {
    if (this.scheduled || this.waiting.length === 0 || this.running >= this.limits.maxConcurrent) return;
    this.scheduled = true;
    void NEXT_MICROTASK.then(() => {
      this.scheduled = false;
      void this.runBatch();
      this.schedule();
    });
  }
  async runBatch() {
    const batch = this.waiting.splice(0, this.limits.maxSize);
    this.running += 1;
    const outcomes = await isolated(batch, (part) => this.run(part.map((it) => it.item)));
    for (const [it, outcome] of paired(batch, outcomes)) {
      if (outcome.ok) it.resolve(outcome.result);
      else it.reject(outcome.error);
    }
    this.running -= 1;
    this.schedule();
  }
}, _class9);

// src/engine/scheduling/lru.ts
var _lrucache = require('lru-cache');
var remembered = (most, { ttl } = {}) => new (0, _lrucache.LRUCache)({ maxSize: most, sizeCalculation: () => 1, ...ttl !== void 0 && { ttl } });

// src/engine/caches/definitions.ts
var CACHED_VERSIONS = 1e3;
var CACHED_HEADS = 1e4;
var DefinitionCache = (_class10 = class {
  __init25() {this.knownHeads = remembered(CACHED_HEADS)}
  __init26() {this.versions = remembered(CACHED_VERSIONS)}
  
  
  constructor(store2, limits) {;_class10.prototype.__init25.call(this);_class10.prototype.__init26.call(this);
    this.heads = new Batcher((keys) => store2.findDefinitions(keys), limits);
    this.loads = new Batcher((refs) => store2.loadDefinitions(refs), limits);
  }
  /** The newest version of the active definition at exactly this key, or null. */
  async newest(key) {
    const head = await this.heads.add(key);
    return head === null ? null : this.version({ workspaceId: key.workspaceId, ...head });
  }
  /** The most specific one: of the document, then of the organization, then of the workspace. */
  async mostSpecific(workspaceId2, definitionId, scope) {
    const heads = await Promise.all(
      levelsOf(scope).map((level) => this.headAt({ workspaceId: workspaceId2, definitionId, ...level }))
    );
    const head = heads.find((it) => it !== null);
    return head ? this.version({ workspaceId: workspaceId2, ...head }) : null;
  }
  async headAt(key) {
    const head = await this.heads.add(key);
    this.knownHeads.set(textOf(key), { ...key, head });
    return head;
  }
  /** The same by what is known, which may be out of date; null: not all of it is known, or there was none. */
  chosenAtHand(workspaceId2, definitionId, scope) {
    const knownHeads = [];
    for (const level of levelsOf(scope)) {
      const known = this.knownHeads.get(textOf({ workspaceId: workspaceId2, definitionId, ...level }));
      if (known === void 0) return null;
      knownHeads.push(known);
      if (known.head === null) continue;
      const definition = this.cached({ workspaceId: workspaceId2, ...known.head });
      return definition === null ? null : { definition, knownHeads };
    }
    return null;
  }
  async version(ref) {
    const known = this.cached(ref);
    if (known !== null) return known;
    const loaded2 = await this.loads.add(ref);
    if (loaded2 !== null) this.versions.set(keyOf2(ref), loaded2);
    return loaded2;
  }
  cached(ref) {
    const known = this.versions.get(keyOf2(ref));
    return _optionalChain([known, 'optionalAccess', _79 => _79.workspaceId]) === ref.workspaceId ? known : null;
  }
  /** The version that an execution runs on, if it is at hand. */
  cachedOf({
    workspaceId: workspaceId2,
    definitionUid: uid,
    definitionVersion: version
  }) {
    return this.cached({ workspaceId: workspaceId2, uid, version });
  }
  /** The version that an execution runs on; it is kept for as long as the execution is. */
  async ofExecution(execution) {
    const { workspaceId: workspaceId2, definitionUid: uid, definitionVersion: version } = execution;
    const found = await this.version({ workspaceId: workspaceId2, uid, version });
    if (found !== null) return found;
    if (_chunkE2AYWA6Bcjs.isReservedId.call(void 0, execution.definitionId)) throw unknownExecution(execution.executionId);
    throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("INTERNAL", "the store has lost a definition that an execution runs on");
  }
}, _class10);
var keyOf2 = ({ uid, version }) => `${uid} ${version}`;
var textOf = ({ workspaceId: workspaceId2, definitionId, organizationId, documentId }) => `${workspaceId2}\0${definitionId}\0${_nullishCoalesce(organizationId, () => ( ""))}\0${_nullishCoalesce(documentId, () => ( ""))}`;
function levelsOf({ organizationId, documentId }) {
  const workspace2 = { organizationId: null, documentId: null };
  if (organizationId === void 0) return [workspace2];
  const organization = { organizationId, documentId: null };
  if (documentId === void 0) return [organization, workspace2];
  return [{ organizationId, documentId }, organization, workspace2];
}

// src/engine/webhooks/receiver.ts
function receiverOf({ webhookUrl }, { authored }) {
  if (webhookUrl !== null) return { url: webhookUrl, eventTypes: null };
  const config = authored["webhookConfig"];
  return config === void 0 ? null : { url: config.url, eventTypes: _nullishCoalesce(config.eventTypes, () => ( null)) };
}
function pushOf(receiver, events) {
  if (receiver === null) return null;
  const seqs = events.filter((event) => _chunk7M7NLC46cjs.isExternal.call(void 0, event) && isWanted(receiver, event.type)).map((it) => it.seq);
  return seqs.length === 0 ? null : { concurrencyKey: concurrencyKeyOf(receiver.url), seqs };
}
var isWanted = ({ eventTypes }, type) => eventTypes === null || eventTypes.includes(type);
var concurrencyKeyOf = (url) => new URL(url).origin;

// src/engine/commit/change.ts
function changeBetween2(before, after, decided) {
  const changedSteps = changed(before.steps, after.steps);
  const endedStepIds = changedSteps.some(isEnded) ? changedSteps.filter(isEnded).map((it) => it.stepId) : NONE;
  const { knownHeads, sealedSecret = null } = decided;
  const named = newcomers(_chunkHGZ2LWAMcjs.partiesOf.call(void 0, decided.events), before.steps, after.steps);
  const header = before.seq === 0 ? _chunkHGZ2LWAMcjs.partiesOfHeader.call(void 0, after) : NONE;
  const change = {
    expectedSeq: before.seq,
    state: after,
    changedSteps,
    events: decided.events,
    newJobs: liveJobs(decided.jobs, endedStepIds),
    endedStepIds,
    claims: decided.claims,
    push: pushOf(decided.receiver, decided.events),
    parties: header.length === 0 ? named : [...header, ...named],
    sealedSecret
  };
  return knownHeads === void 0 ? change : { ...change, knownHeads };
}
function newcomers(named, before, after) {
  if (named.length === 0) return named;
  const changing = before.filter((step, index) => step !== after[index]);
  const isKnown = (userId) => changing.some((step) => step.waitingForReviewers.includes(userId));
  return named.some(isKnown) ? named.filter((it) => !isKnown(it)) : named;
}
function changed(before, after) {
  const found = [];
  for (let index = 0; index < after.length; index++) {
    const step = after[index];
    if (step !== before[index]) found.push(step);
  }
  return found;
}
var NONE = Object.freeze([]);
var isEnded = (step) => !_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status);
function liveJobs(jobs, endedStepIds) {
  if (jobs.length === 0) return jobs;
  const ended2 = new Set(endedStepIds);
  const last = new Map(jobs.map((job) => [`${job.kind} ${job.stepId}`, job]));
  if (ended2.size === 0 && last.size === jobs.length) return jobs;
  return [...last.values()].filter((job) => !ended2.has(job.stepId));
}

// src/engine/commit/dispatcher.ts
var MAX_ATTEMPTS = 10;
var Dispatcher = class {
  
  
  constructor(options) {
    this.options = options;
    this.byKey = new Batcher((keys) => options.store.findByIdempotencyKeys(keys), options.limits);
  }
  /** @param uid of the definition that the caller may start; without it, of whichever is the most specific. */
  async dispatch(workspaceId2, request, { uid } = {}) {
    const { definitions } = this.options;
    const isMeant = (it) => uid === void 0 || it.uid === uid;
    const atHand = definitions.chosenAtHand(workspaceId2, request.definitionId, request);
    const isKnown = atHand !== null && isMeant(atHand.definition);
    const started = isKnown ? await this.start(workspaceId2, request, atHand) : null;
    if (started !== null) return started;
    const replay = await this.replay(workspaceId2, request);
    if (replay !== null) return replay;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const definition = await this.definition(workspaceId2, request);
      if (!isMeant(definition)) break;
      const result = await this.start(workspaceId2, request, { definition });
      if (result !== null) return result;
    }
    throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAVAILABLE", `definition "${request.definitionId}" keeps changing; try again`);
  }
  /** Commits a run of the definition that was chosen. null: another one is to be chosen. */
  async start(workspaceId2, request, { definition, knownHeads }) {
    const header = this.header(workspaceId2, request, definition);
    const { executionId, correlationId } = header;
    const { webhookSecret } = request;
    const sealedSecret = webhookSecret === void 0 ? null : await this.options.secrets.sealRun(header, webhookSecret);
    const pause = this.options.turns.pause();
    if (pause !== null) await pause;
    const change = this.firstChange(header, definition, { sealedSecret, knownHeads });
    if (change === null) return null;
    const result = await this.options.pipeline.create(change);
    if (result.kind === "committed") return { executionId, correlationId, deduplicated: false };
    return result.kind === "duplicate" ? this.replay(workspaceId2, request) : null;
  }
  async replay(workspaceId2, request) {
    const { idempotencyKey, definitionId } = request;
    if (idempotencyKey === void 0) return null;
    const known = await this.byKey.add({ workspaceId: workspaceId2, idempotencyKey });
    if (known === null) return null;
    if (known.definitionId !== definitionId) {
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "FAILED_PRECONDITION",
        `idempotencyKey "${idempotencyKey}" was used for definition "${known.definitionId}"; use another key`,
        { recordedDefinitionId: known.definitionId }
      );
    }
    return { executionId: known.executionId, correlationId: known.correlationId, deduplicated: true };
  }
  async definition(workspaceId2, request) {
    const found = await this.options.definitions.mostSpecific(workspaceId2, request.definitionId, request);
    if (found !== null) return found;
    throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `there is no definition "${request.definitionId}"`);
  }
  header(workspaceId2, request, definition) {
    const { ids, environment } = this.options;
    return {
      workspaceId: workspaceId2,
      executionId: ids.next("exec"),
      definitionUid: definition.uid,
      definitionId: definition.definitionId,
      definitionVersion: definition.version,
      correlationId: _nullishCoalesce(request.correlationId, () => ( ids.next("corr"))),
      idempotencyKey: _nullishCoalesce(request.idempotencyKey, () => ( null)),
      organizationId: _nullishCoalesce(request.organizationId, () => ( null)),
      documentId: _nullishCoalesce(request.documentId, () => ( null)),
      triggerContext: _nullishCoalesce(request.triggerContext, () => ( {})),
      webhookUrl: _nullishCoalesce(request.webhookUrl, () => ( null)),
      createdAt: environment().now,
      ...partiesOf2(request)
    };
  }
  /** null: refused by what was known already. No commit compares a refusal, so only what was read just now refuses. */
  firstChange(header, definition, { sealedSecret, knownHeads }) {
    const before = _chunk4AF4TM5Ycjs.initialState.call(void 0, header);
    const decision = _chunkHGZ2LWAMcjs.decide.call(void 0, definition.compiled, before, { kind: "dispatch" }, this.options.environment());
    if (!decision.ok) {
      if (knownHeads !== void 0) return null;
      throw _chunk6D4P3BWXcjs.refusalError.call(void 0, decision.refusal);
    }
    return changeBetween2(before, decision.state, {
      events: decision.events,
      jobs: decision.jobs,
      claims: [],
      receiver: receiverOf(header, definition),
      knownHeads,
      sealedSecret: _nullishCoalesce(sealedSecret, () => ( null))
    });
  }
};
function partiesOf2(request) {
  const { initiatorId, contributorIds, enforceSeparation, subject: subject2 } = request;
  if ([initiatorId, contributorIds, enforceSeparation, subject2].every((it) => it === void 0)) return {};
  return {
    parties: {
      initiatorId: _nullishCoalesce(initiatorId, () => ( null)),
      contributorIds: [...new Set(contributorIds)],
      enforceSeparation: _nullishCoalesce(enforceSeparation, () => ( false)),
      subject: subject2 === void 0 ? null : _chunk6D4P3BWXcjs.subjectOf.call(void 0, subject2)
    }
  };
}

// src/engine/observing/store-health.ts
var GOOD_FOR_MS = 1e3;
var ANSWER_MS = 2e3;
var LOST_AFTER_MS = 3e4;
var WORKSPACES = 1e3;
var HealthLooks = (_class11 = class {
  
  /** By workspace; null: of the store alone. */
  __init27() {this.begun = /* @__PURE__ */ new Map()}
  constructor(parts) {;_class11.prototype.__init27.call(this);
    this.parts = parts;
  }
  /** At the store, and at the queues of the workspace if there is one. Never rejects. */
  at(workspaceId2) {
    const known = this.begun.get(workspaceId2);
    if (known !== void 0 && this.isGood(known)) return known.look;
    this.begun.delete(workspaceId2);
    const [oldest] = this.begun.keys();
    if (oldest !== void 0 && this.begun.size >= WORKSPACES) this.begun.delete(oldest);
    const next = this.begin(workspaceId2);
    this.begun.set(workspaceId2, next);
    return next.look;
  }
  /** While a look hangs none is begun beside it: looks would take up all connections. */
  isGood({ at, isOver }) {
    const ageMs = this.parts.clock.now() - at;
    return ageMs >= 0 && ageMs < (isOver ? GOOD_FOR_MS : LOST_AFTER_MS);
  }
  begin(workspaceId2) {
    const answered = this.read(workspaceId2);
    const begun = { at: this.parts.clock.now(), look: this.inTime(answered), isOver: false };
    void answered.then(() => begun.isOver = true);
    return begun;
  }
  async read(workspaceId2) {
    const { store: store2, clock, logger } = this.parts;
    const before = clock.now();
    try {
      const health = await store2.health({ workspaceId: workspaceId2, now: before });
      const skewMs = store2.now === void 0 ? 0 : Math.round(health.now - (before + clock.now()) / 2);
      return { health, skewMs };
    } catch (error) {
      logger.warn("the store did not say how it is", error);
      return null;
    }
  }
  inTime(answered) {
    const { clock } = this.parts;
    return new Promise((resolve) => {
      const callOff = clock.wakeAt(clock.now() + ANSWER_MS, () => resolve(null));
      void answered.then((look) => {
        callOff();
        resolve(look);
      });
    });
  }
}, _class11);

// src/engine/scheduling/keyed-mutex.ts
var OneByOne = (_class12 = class {constructor() { _class12.prototype.__init28.call(this); }
  __init28() {this.last = /* @__PURE__ */ new Map()}
  /** `act`, once whatever was begun before under this key is over, however it ended. */
  within(key, act) {
    const done = (_nullishCoalesce(this.last.get(key), () => ( Promise.resolve()))).then(act);
    const over = done.then(
      () => this.forget(key, over),
      () => this.forget(key, over)
    );
    this.last.set(key, over);
    return done;
  }
  forget(key, over) {
    if (this.last.get(key) === over) this.last.delete(key);
  }
}, _class12);

// ../internal/src/clock.ts
var LONGEST_SLEEP_MS = 3e4;
var systemClock = {
  now: () => Date.now(),
  wakeAt(at, wake) {
    const end = performance.now() + (at - Date.now());
    const leftMs = () => Math.min(at - Date.now(), end - performance.now());
    const sleepMs = () => Math.min(Math.max(Math.ceil(leftMs()), 0), LONGEST_SLEEP_MS);
    const look = () => {
      if (leftMs() <= 0) wake();
      else timer = setTimeout(look, sleepMs());
    };
    let timer = setTimeout(look, sleepMs());
    return () => {
      clearTimeout(timer);
    };
  }
};

// src/ports/ids.ts
var ALPHABET = [...new TextEncoder().encode("0123456789abcdefghjkmnpqrstvwxyz")];
var TIME_LENGTH = 9;
var RANDOM_LENGTH = 16;
var randomIds = {
  next(prefix) {
    const text2 = bufferOf(prefix);
    const start = text2.length - TIME_LENGTH - RANDOM_LENGTH;
    writeTime(text2, start, Date.now());
    writeRandom(text2, start + TIME_LENGTH);
    return String.fromCharCode.apply(null, text2);
  }
};
var buffers = /* @__PURE__ */ new Map();
function bufferOf(prefix) {
  const known = buffers.get(prefix);
  if (known !== void 0) return known;
  const made = [...new TextEncoder().encode(`${prefix}_${" ".repeat(TIME_LENGTH + RANDOM_LENGTH)}`)];
  buffers.set(prefix, made);
  return made;
}
var written = /* @__PURE__ */ new Map();
function writeTime(text2, start, now) {
  if (written.get(text2) === now) return;
  written.set(text2, now);
  let rest = now;
  for (let index = start + TIME_LENGTH - 1; index >= start; index--) {
    text2[index] = ALPHABET[rest % 32];
    rest = Math.floor(rest / 32);
  }
}
var pool = new Uint8Array(16384);
var used = pool.length;
function writeRandom(text2, start) {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  for (let index = start; index < start + RANDOM_LENGTH; index++) {
    text2[index] = ALPHABET[pool[used++] & 31];
  }
}

// ../internal/src/guarded.ts
var guarded = (listener, onThrow) => (...told2) => {
  try {
    const result = listener(...told2);
    if (result instanceof Promise) result.catch(onThrow);
  } catch (error) {
    onThrow(error);
  }
};

// src/ports/logger.ts
var consoleLogger = {
  warn: (message, details) => console.warn(`[approval] ${message}`, _nullishCoalesce(details, () => ( ""))),
  error: (message, details) => console.error(`[approval] ${message}`, _nullishCoalesce(details, () => ( "")))
};
function guardedLogger(logger) {
  const safely = (level) => (message, details) => guarded(
    logger[level].bind(logger),
    (error) => consoleLogger.error(`the logger of the host threw on "${message}"`, error)
  )(message, details);
  return { warn: safely("warn"), error: safely("error") };
}

// src/engine/observing/telemetry.ts
function observed(telemetry, describe, run, outcomeOf2) {
  if (telemetry === null) return run(null);
  const span = telemetry.begin(describe());
  return ended(
    span.within(() => run(span)),
    span,
    outcomeOf2
  );
}
async function ended(work, span, outcomeOf2) {
  let result;
  try {
    result = await work;
  } catch (error) {
    span.end({ error });
    throw error;
  }
  span.end({ outcome: outcomeOf2(result) });
  return result;
}
var NO_SPAN = { within: (run) => run(), end: () => void 0 };
function once(run) {
  let done = null;
  return () => {
    if (done === null) {
      try {
        done = { value: run() };
      } catch (error) {
        done = { thrown: error };
      }
    }
    if ("thrown" in done) throw done.thrown;
    return done.value;
  };
}
function guardedTelemetry(telemetry, logger) {
  const safely = (tell, otherwise) => {
    try {
      return tell();
    } catch (error) {
      logger.warn("the telemetry of the host threw", error);
      return otherwise;
    }
  };
  const owns = /* @__PURE__ */ new WeakMap();
  const ofItsOwn = (work) => {
    if (work.kind !== "commit") return work;
    const changes = work.changes.map((it) => ({
      ...it,
      causes: it.causes.map((cause) => _nullishCoalesce(owns.get(cause), () => ( cause)))
    }));
    return { ...work, changes };
  };
  return {
    begin(work) {
      const own = safely(() => telemetry.begin(ofItsOwn(work)), NO_SPAN);
      const span = {
        within: (run) => {
          const runOnce = once(run);
          safely(() => void own.within(runOnce), void 0);
          return runOnce();
        },
        end: (outcome) => safely(() => own.end(outcome), void 0)
      };
      owns.set(span, own);
      return span;
    },
    happened: (happening) => safely(() => telemetry.happened(happening), void 0)
  };
}

// src/engine/options/options.ts
var DEFAULT_LIMITS = Object.freeze({
  requestBytes: _chunkKPSFIHDZcjs.LIMITS.requestBytes,
  stepsPerExecution: _chunkKPSFIHDZcjs.LIMITS.stepsPerExecution
});
var DEFAULT_BATCHES = Object.freeze({
  maxSize: 64,
  maxBytes: 8388608,
  maxConcurrent: 4
});
var DEFAULT_CACHED_STATE_BYTES = 33554432;
var DEFAULT_JOBS = Object.freeze({
  run: true,
  agentConcurrency: 16,
  leaseMs: 3e4,
  pollMs: 1e3
});
var RETRY_DELAYS_MS = Object.freeze([2e3, 8e3, 32e3, 12e4, 48e4]);
var DEFAULT_WEBHOOKS = Object.freeze({
  retryDelaysMs: RETRY_DELAYS_MS,
  concurrency: 64,
  perReceiver: 8
});
var DEFAULT_RETENTION = Object.freeze({
  keysMs: 7776e6,
  everyMs: 6e5,
  batchSize: 100
});
function settingsOf(options) {
  const { random = Math.random, webhooks, retention, jobs } = options;
  const logger = options.logger === void 0 ? consoleLogger : guardedLogger(options.logger);
  return {
    store: options.store,
    agents: _nullishCoalesce(options.agents, () => ( {})),
    directory: _nullishCoalesce(options.directory, () => ( null)),
    calendars: _nullishCoalesce(options.calendars, () => ( {})),
    clock: _nullishCoalesce(options.clock, () => ( systemClock)),
    ids: _nullishCoalesce(options.ids, () => ( randomIds)),
    random,
    logger,
    limits: filled(DEFAULT_LIMITS, options.limits),
    jobs: filled(DEFAULT_JOBS, jobs),
    webhooks: webhooks === void 0 ? null : filled({ ...DEFAULT_WEBHOOKS, random, transport: webhooks.transport }, webhooks),
    secretKeys: _nullishCoalesce(options.secretKeys, () => ( [])),
    allowPlaintextSecrets: _nullishCoalesce(options.allowPlaintextSecrets, () => ( false)),
    onCommit: _nullishCoalesce(options.onCommit, () => ( null)),
    telemetry: options.telemetry === void 0 ? null : guardedTelemetry(options.telemetry, logger),
    retention: retention === void 0 ? null : filled({ ...DEFAULT_RETENTION, endedMs: retention.endedMs, feedMs: retention.endedMs }, retention),
    batches: filled(DEFAULT_BATCHES, options.batches),
    cachedStateBytes: _nullishCoalesce(options.cachedStateBytes, () => ( DEFAULT_CACHED_STATE_BYTES))
  };
}
function filled(defaults, given = {}) {
  const values = Object.entries(given).filter(([, value]) => value !== void 0);
  return { ...defaults, ...Object.fromEntries(values) };
}

// src/engine/scheduling/rough-size.ts
var PER_VALUE = 8;
function roughBytes(value, enough) {
  if (typeof value === "string") return value.length + PER_VALUE;
  if (typeof value !== "object" || value === null) return PER_VALUE;
  let bytes = PER_VALUE;
  for (const name in value) {
    if (bytes >= enough) break;
    bytes += name.length + roughBytes(value[name], enough - bytes);
  }
  return bytes;
}
function portionsOf(items, maxBytes, sizeOf) {
  if (maxBytes === Infinity || items.length <= 1) return items.length === 0 ? [] : [[...items]];
  const portions3 = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = portions3.at(-1);
    if (last === void 0 || size > room) {
      portions3.push([item]);
      room = maxBytes;
    } else last.push(item);
    room -= size;
  }
  return portions3;
}

// src/engine/commit/busy.ts
var NOT_BUSY = { since: null, tries: 0, delayMs: 0 };
var LOCKED = "another transaction holds the execution; try again";
var LONGEST_MS2 = 1e4;
var LONGEST_DELAY_MS = 100;
function busyAgain({ since, tries }) {
  const now = performance.now();
  if (since !== null && now - since > LONGEST_MS2) return null;
  const delayMs = Math.ceil(Math.random() * Math.min(LONGEST_DELAY_MS, 4 * 2 ** tries));
  return { since: _nullishCoalesce(since, () => ( now)), tries: tries + 1, delayMs };
}

// src/engine/commit/decide-mailbox.ts
async function decideMailbox(definition, before, commands, environment, turns) {
  let state = before;
  const events = [];
  const jobs = [];
  const claims = [];
  const decideOne = (waiting2) => {
    let decision;
    try {
      decision = _chunkHGZ2LWAMcjs.decide.call(void 0, definition.compiled, state, waiting2.command, environment);
    } catch (error) {
      return { thrown: error };
    }
    if (!decision.ok) return { outcome: { kind: "refused", refusal: decision.refusal } };
    if (decision.events.length > 0) {
      state = decision.state;
      events.push(...decision.events);
      jobs.push(...decision.jobs);
      if (waiting2.claim !== null) claims.push(waiting2.claim);
    }
    return { outcome: { kind: "accepted", result: decision.result } };
  };
  const outcomes = [];
  for (const waiting2 of commands)
    outcomes.push({ waiting: waiting2, ...await turns.alone(() => decideOne(waiting2)) });
  if (events.length === 0) return { change: null, outcomes };
  const receiver = receiverOf(state, definition);
  return { change: changeBetween2(before, state, { events, jobs, claims, receiver }), outcomes };
}
function refuseUnknown(executionId, commands) {
  const refusal = {
    status: "NOT_FOUND",
    message: `there is no execution "${executionId}"`,
    details: {}
  };
  return {
    change: null,
    outcomes: commands.map((waiting2) => ({ waiting: waiting2, outcome: { kind: "refused", refusal } }))
  };
}
function resolveCommands({ outcomes }) {
  for (const { waiting: waiting2, ...told2 } of outcomes) {
    if ("outcome" in told2) waiting2.resolve(told2.outcome);
    else waiting2.reject(_chunk6D4P3BWXcjs.internal.call(void 0, told2.thrown));
  }
}
function withoutLost(commands, lost) {
  const tokens = new Set(lost.map((claim) => claim.token));
  return commands.filter((waiting2) => {
    const isLost = waiting2.claim !== null && tokens.has(waiting2.claim.token);
    if (isLost) waiting2.resolve({ kind: "lost-claim" });
    return !isLost;
  });
}

// src/engine/commit/mailbox.ts
var idOf = ({ workspaceId: workspaceId2, executionId }) => `${workspaceId2}\0${executionId}`;
var hasSeveral = (mailbox) => mailbox.kind === "commands" && mailbox.waiting.length > 1;
function reject(mailbox, error) {
  if (mailbox.kind === "create") mailbox.reject(error);
  else for (const command of mailbox.waiting) command.reject(error);
}
var spansOf = (mailbox) => (mailbox.kind === "create" ? [mailbox.span] : mailbox.waiting.map((it) => it.span)).filter(
  (span) => span !== null
);

// src/engine/commit/described.ts
function describedCommand({ workspaceId: workspaceId2, executionId }, command) {
  const { kind, stepId = null } = command;
  return { kind: "command", command: kind, stepId, workspaceId: workspaceId2, executionId };
}
function describedChange({ mailbox, change: { state, events } }) {
  const { workspaceId: workspaceId2, executionId, definitionId, seq } = state;
  const types = events.filter(_chunk7M7NLC46cjs.isExternal).map(({ type }) => type);
  return { workspaceId: workspaceId2, executionId, definitionId, seq, events: types, causes: spansOf(mailbox) };
}

// src/engine/commit/host-commit.ts
var HostRefusal = class extends _chunk6D4P3BWXcjs.ApprovalError {
  constructor(cause) {
    if (cause instanceof _chunk6D4P3BWXcjs.ApprovalError) {
      super("FAILED_PRECONDITION", cause.message, { code: "host-refused" }, cause);
    } else {
      super("INTERNAL", "the host failed on this change; its log says why", {}, cause);
    }
  }
};
async function hookFor(onCommit, definitions, changes) {
  const made = /* @__PURE__ */ new Map();
  for (const change of changes) {
    const { compiled } = await definitions.ofExecution(change.state);
    const { executionId, definitionId, seq } = change.state;
    const execution = _chunk6D4P3BWXcjs.viewExecution.call(void 0, compiled, change.state, change.state.updatedAt);
    made.set(change, { executionId, definitionId, seq, events: change.events.filter(_chunk7M7NLC46cjs.isExternal), execution });
  }
  return async (change, transaction) => {
    const host = made.get(change);
    if (host === void 0)
      throw new Error("the store has called the hook with a change that it was not given");
    await onCommit({ workspaceId: change.state.workspaceId, change: host, transaction });
  };
}

// src/engine/commit/portions.ts
var FEW = 4;
async function portions2(store2, unread) {
  if (unread.length <= FEW) return unread.length === 0 ? [] : [[...unread]];
  const sizes = await _optionalChain([store2, 'access', _80 => _80.executionBytes, 'optionalCall', _81 => _81(unread.map((it) => it.key))]);
  const each = Math.ceil(_chunkKPSFIHDZcjs.LIMITS.executionBytes / FEW);
  const sized = paired(unread, _nullishCoalesce(sizes, () => ( unread.map(() => each))));
  const together = portionsOf(sized, _chunkKPSFIHDZcjs.LIMITS.executionBytes, ([, bytes]) => bytes);
  return together.map((portion) => portion.map(([mailbox]) => mailbox));
}

// src/engine/commit/decider.ts
var Decider = class {
  
  constructor(parts) {
    this.parts = parts;
  }
  /**
   * What is to be committed, portion by portion: what is committed may be let go before the next portion is read. What
   * changes nothing needs no commit to be true: its callers are told.
   */
  async *decide(mailboxes) {
    const decided = [];
    const unread = [];
    for (const mailbox of mailboxes) {
      const state = this.parts.states.get(mailbox.key);
      const found = state === null ? null : await this.decideOn(state, mailbox, { isFresh: false });
      if (found === null) unread.push(mailbox);
      else decided.push(found);
    }
    const [first = [], ...others] = await portions2(this.parts.store, unread);
    yield [...decided, ...await this.decideFresh(first)];
    for (const portion of others) yield await this.decideFresh(portion);
  }
  async decideFresh(mailboxes) {
    if (mailboxes.length === 0) return [];
    const { store: store2, states } = this.parts;
    const keys = mailboxes.map((it) => it.key);
    const loads = await isolated(keys, (part) => store2.loadExecutions(part));
    const decided = [];
    for (const [mailbox, loaded2] of paired(mailboxes, loads)) {
      if (!loaded2.ok) {
        reject(mailbox, _chunk6D4P3BWXcjs.unavailable.call(void 0, loaded2.error));
        continue;
      }
      if (loaded2.result === null) states.drop(mailbox.key);
      else states.note(loaded2.result);
      const found = await this.decideOn(loaded2.result, mailbox, { isFresh: true });
      if (found !== null) decided.push(found);
    }
    return decided;
  }
  /** null: nothing is to be committed. On a fresh state the callers are told so; for one at hand the store is to be asked. */
  async decideOn(state, mailbox, { isFresh }) {
    try {
      const decision = await this.decisionOn(state, mailbox);
      const { change } = decision;
      if (change !== null) return { mailbox, decision, change };
      if (isFresh) resolveCommands(decision);
    } catch (error) {
      if (isFresh) reject(mailbox, _chunk6D4P3BWXcjs.internal.call(void 0, error));
    }
    return null;
  }
  async decisionOn(state, { key, waiting: waiting2 }) {
    const { definitions, environment, turns } = this.parts;
    if (state === null) return refuseUnknown(key.executionId, waiting2);
    const definition = await _asyncNullishCoalesce(definitions.cachedOf(state), async () => ( await definitions.ofExecution(state).catch(throwUnavailable)));
    return decideMailbox(definition, state, waiting2, environment(), turns);
  }
};
function throwUnavailable(error) {
  throw _chunk6D4P3BWXcjs.unavailable.call(void 0, error);
}

// src/engine/commit/mailbox-queue.ts
var SHARED_FROM = 16;
var MOST_COMMANDS = 64;
var MailboxQueue = (_class13 = class {
  
  __init29() {this.waiting = /* @__PURE__ */ new Set()}
  /** Those that hold commands, by execution; what waits for a lock is among them, and not among those above. */
  __init30() {this.commands = /* @__PURE__ */ new Map()}
  /** Executions that a batch works on, until its callers are told. */
  __init31() {this.taken = /* @__PURE__ */ new Map()}
  constructor(limits) {;_class13.prototype.__init29.call(this);_class13.prototype.__init30.call(this);_class13.prototype.__init31.call(this);
    this.limits = limits;
  }
  get isEmpty() {
    return this.waiting.size === 0;
  }
  add(creation) {
    this.waiting.add(creation);
  }
  /** The one that holds what waits for an execution. */
  of(key) {
    const id = idOf(key);
    const known = this.commands.get(id);
    if (known !== void 0) return known;
    const mailbox = {
      kind: "commands",
      id,
      key,
      waiting: [],
      conflicts: 0,
      busy: NOT_BUSY
    };
    this.commands.set(id, mailbox);
    this.waiting.add(mailbox);
    return mailbox;
  }
  /** For one batch. Empty: all executions that wait are taken. */
  take() {
    const batch = [];
    const most = this.mostInABatch();
    for (const mailbox of this.waiting) {
      const { id } = mailbox;
      if (this.taken.has(id)) continue;
      this.waiting.delete(mailbox);
      if (mailbox.kind === "commands") {
        this.commands.delete(id);
        this.putBack(mailbox, mostOf(mailbox));
      }
      this.taken.set(id, batch);
      batch.push(mailbox);
      if (batch.length === most) break;
    }
    return batch;
  }
  /** Its batch is done with it. */
  free({ id }) {
    this.taken.delete(id);
  }
  /** What the batch has not freed: another batch may work by now on what it freed before. */
  freeAll(batch) {
    for (const { id } of batch) if (this.taken.get(id) === batch) this.taken.delete(id);
  }
  /** Back into the queue, before what came meanwhile. */
  again({ key, waiting: waiting2, conflicts, busy }) {
    const mailbox = this.of(key);
    mailbox.waiting = [...waiting2, ...mailbox.waiting];
    mailbox.conflicts = conflicts;
    mailbox.busy = busy;
    return mailbox;
  }
  /** Back into the queue, each command to be committed by itself, so that only the culprit is told. */
  oneByOne(mailbox) {
    for (const command of mailbox.waiting) command.alone = true;
    this.again({ ...mailbox, busy: NOT_BUSY });
  }
  /**
   * Waits by itself, in no batch, and takes what comes meanwhile along; others go on.
   * @param ready Called when it waits for a batch again.
   * @returns false: it has waited too long for the lock, and is not in the queue.
   */
  later(mailbox, ready) {
    const busy = busyAgain(mailbox.busy);
    if (busy === null) return false;
    const next = mailbox.kind === "create" ? mailbox : this.again(mailbox);
    next.busy = busy;
    this.waiting.delete(next);
    setTimeout(() => {
      this.waiting.add(next);
      ready();
    }, busy.delayMs);
    return true;
  }
  /**
   * At most half of all that is wanted now. Callers who are answered together ask together again: in one batch they would
   * wait for the store while it works, and the store for them while they ask.
   */
  mostInABatch() {
    const { maxSize, maxConcurrent } = this.limits;
    const wanted2 = this.waiting.size + this.taken.size;
    return maxConcurrent === 1 || wanted2 < SHARED_FROM ? maxSize : Math.min(maxSize, Math.ceil(wanted2 / 2));
  }
  putBack(mailbox, most) {
    const others = mailbox.waiting.splice(most);
    if (others.length > 0) this.again({ ...mailbox, waiting: others });
  }
}, _class13);
function mostOf({ waiting: waiting2 }) {
  const first = waiting2.findIndex((it) => it.alone);
  if (first === -1) return MOST_COMMANDS;
  return first === 0 ? 1 : Math.min(first, MOST_COMMANDS);
}

// src/engine/commit/state-cache.ts


// src/engine/commit/weight.ts
var FRAME_BYTES = 512;
function changeBytes({ expectedSeq, state, changedSteps, events }, enough) {
  let bytes = FRAME_BYTES * (1 + events.length);
  if (expectedSeq === 0) bytes += roughBytes(state.triggerContext, enough - bytes);
  for (const step of changedSteps) if (bytes < enough) bytes += stepBytes(step, enough - bytes);
  for (const { data } of events) if (bytes < enough) bytes += roughBytes(data, enough - bytes);
  return bytes;
}
function stateBytes({ triggerContext, steps }, enough) {
  let bytes = FRAME_BYTES + roughBytes(triggerContext, enough);
  for (const step of steps) bytes += committedBytes(step, enough);
  return bytes;
}
var measured = /* @__PURE__ */ new WeakMap();
function committedBytes(step, enough) {
  const known = measured.get(step);
  if (known !== void 0) return known;
  const bytes = stepBytes(step, enough);
  measured.set(step, bytes);
  return bytes;
}
function stepBytes(step, enough) {
  const { input, output, decisions, resolutions, waitingForReviewers, people = null } = step;
  let bytes = FRAME_BYTES;
  for (const part of [input, output, decisions, resolutions, waitingForReviewers, people]) {
    if (bytes < enough) bytes += roughBytes(part, enough - bytes);
  }
  return bytes;
}

// src/engine/commit/state-cache.ts
var StateCache = class {
  
  /** @param maxBytes Of JSON, roughly, of all states together; 0: nothing is kept. */
  constructor(maxBytes) {
    this.states = maxBytes === 0 ? null : new (0, _lrucache.LRUCache)({ maxSize: maxBytes, sizeCalculation: (state) => stateBytes(state, maxBytes) });
  }
  get(key) {
    return _nullishCoalesce(_optionalChain([this, 'access', _82 => _82.states, 'optionalAccess', _83 => _83.get, 'call', _84 => _84(idOf(key))]), () => ( null));
  }
  /** A state that was committed or read. An answer that took long does not replace a younger state. */
  note(state) {
    if (this.states === null) return;
    const id = idOf(state);
    if ((_nullishCoalesce(_optionalChain([this, 'access', _85 => _85.states, 'access', _86 => _86.peek, 'call', _87 => _87(id), 'optionalAccess', _88 => _88.seq]), () => ( 0))) > state.seq) return;
    if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status)) this.states.delete(id);
    else this.states.set(id, state);
  }
  drop(key) {
    _optionalChain([this, 'access', _89 => _89.states, 'optionalAccess', _90 => _90.delete, 'call', _91 => _91(idOf(key))]);
  }
};

// src/engine/commit/pipeline.ts
var MAX_CONFLICTS = 100;
var TOLD_IN_A_TURN = 16;
var Pipeline = (_class14 = class {
  
  
  
  
  
  __init32() {this.batches = 0}
  __init33() {this.scheduled = false}
  /** Batches whose callers are being told. */
  __init34() {this.concluding = 0}
  constructor(options) {;_class14.prototype.__init32.call(this);_class14.prototype.__init33.call(this);_class14.prototype.__init34.call(this);
    this.options = options;
    this.loads = new Batcher((keys) => options.store.loadExecutions(keys), options.limits);
    this.states = new StateCache(options.cachedStateBytes);
    this.queue = new MailboxQueue(options.limits);
    this.decider = new Decider({ ...options, states: this.states });
  }
  /** The last committed state, or null. */
  load(key) {
    return this.loads.add(key);
  }
  /** Commits the change that creates an execution. */
  create(change) {
    const { workspaceId: workspaceId2, executionId } = change.state;
    const key = { workspaceId: workspaceId2, executionId };
    return observed(
      this.options.telemetry,
      () => ({ kind: "command", command: "dispatch", stepId: null, ...key }),
      (span) => new Promise((resolve, reject2) => {
        this.queue.add({
          kind: "create",
          id: idOf(key),
          key,
          change,
          span,
          busy: NOT_BUSY,
          resolve,
          reject: reject2
        });
        this.schedule();
      }),
      ({ kind }) => kind === "committed" || kind === "duplicate" ? "accepted" : "refused"
    );
  }
  /** Decides a command and commits what follows from it. */
  submit(key, command, claim = null) {
    return observed(
      this.options.telemetry,
      () => describedCommand(key, command),
      (span) => new Promise((resolve, reject2) => {
        const waiting2 = { command, claim, span, alone: false, resolve, reject: reject2 };
        this.queue.of(key).waiting.push(waiting2);
        this.schedule();
      }),
      ({ kind }) => kind
    );
  }
  schedule() {
    const { maxConcurrent } = this.options.limits;
    if (this.scheduled || this.concluding > 0 || this.queue.isEmpty || this.batches >= maxConcurrent) return;
    this.scheduled = true;
    void NEXT_MICROTASK.then(() => {
      this.scheduled = false;
      const batch = this.queue.take();
      if (batch.length === 0) return;
      void this.runBatch(batch);
      this.schedule();
    });
  }
  async runBatch(batch) {
    this.batches += 1;
    try {
      let creations = this.creationsOf(batch);
      for await (const writes of this.decide(batch)) {
        await this.commit([...creations, ...writes]);
        creations = [];
      }
    } catch (error) {
      for (const mailbox of batch) reject(mailbox, _chunk6D4P3BWXcjs.unavailable.call(void 0, error));
    }
    this.batches -= 1;
    this.queue.freeAll(batch);
    this.schedule();
  }
  creationsOf(batch) {
    const creations = batch.filter((mailbox) => mailbox.kind === "create");
    return creations.map((mailbox) => ({
      mailbox,
      change: mailbox.change,
      conclude: (result) => {
        if (result.kind === "busy") this.later(mailbox);
        else if (result.kind === "refused-by-host") mailbox.reject(new HostRefusal(result.error));
        else mailbox.resolve(result);
      }
    }));
  }
  async *decide(batch) {
    const mailboxes = batch.filter((mailbox) => mailbox.kind === "commands");
    for await (const decided of this.decider.decide(mailboxes)) {
      yield decided.map(({ mailbox, decision, change }) => ({
        mailbox,
        change,
        conclude: (result) => this.concludeCommands(mailbox, decision, result)
      }));
    }
  }
  async commit(writes) {
    const { maxBytes } = this.options.limits;
    const sizeOf = ({ change }) => changeBytes(change, maxBytes);
    for (const portion of portionsOf(writes, maxBytes, sizeOf)) {
      const pause = this.options.turns.pause();
      if (pause !== null) await pause;
      const outcomes = await isolated(portion, (part) => this.write(part));
      await this.conclude(paired(portion, outcomes));
    }
  }
  /**
   * Callers go on as soon as they are told, and what they do next is not ours to bound: only so many go on in one turn. What
   * they ask for next waits for all of them, or it would be many small batches.
   */
  async conclude(written2) {
    this.concluding += 1;
    try {
      for (const [index, [write, outcome]] of written2.entries()) {
        this.concludeOne(write, outcome);
        const told2 = index + 1;
        const isLast = told2 > TOLD_IN_A_TURN && told2 === written2.length;
        if (isLast || told2 % TOLD_IN_A_TURN === 0) await this.options.turns.next();
      }
    } finally {
      this.concluding -= 1;
      this.schedule();
    }
  }
  concludeOne({ mailbox, change, conclude }, outcome) {
    this.queue.free(mailbox);
    if (!outcome.ok) {
      this.states.drop(mailbox.key);
      if (isRefusal(outcome.error) && hasSeveral(mailbox)) this.queue.oneByOne(mailbox);
      else reject(mailbox, _chunk6D4P3BWXcjs.unavailable.call(void 0, outcome.error));
      return;
    }
    if (outcome.result.kind === "committed") {
      this.states.note(change.state);
      this.tell(change);
    }
    conclude(outcome.result);
  }
  write(writes) {
    return observed(
      this.options.telemetry,
      () => ({ kind: "commit", changes: writes.map(describedChange) }),
      () => this.store(writes.map((it) => it.change)),
      (results) => results.map(({ kind }) => kind)
    );
  }
  async store(changes) {
    const { store: store2, onCommit, definitions } = this.options;
    if (onCommit === null) return store2.commit(changes);
    return store2.commit(changes, await hookFor(onCommit, definitions, changes));
  }
  tell(change) {
    try {
      this.options.onCommitted(change);
    } catch (error) {
      this.options.onFault(error);
    }
  }
  concludeCommands(mailbox, decision, result) {
    if (result.kind === "committed") {
      resolveCommands(decision);
      return;
    }
    if (result.kind === "busy") {
      this.later(mailbox);
      return;
    }
    if (result.kind === "refused-by-host") {
      if (hasSeveral(mailbox)) this.queue.oneByOne(mailbox);
      else reject(mailbox, new HostRefusal(result.error));
      return;
    }
    if (result.kind === "conflict") this.states.drop(mailbox.key);
    if (result.kind === "lost-claims") mailbox.waiting = withoutLost(mailbox.waiting, result.claims);
    mailbox.busy = NOT_BUSY;
    mailbox.conflicts += 1;
    if (mailbox.conflicts > MAX_CONFLICTS) {
      const { executionId } = mailbox.key;
      reject(mailbox, new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAVAILABLE", `execution "${executionId}" is too busy; try again`));
      return;
    }
    if (mailbox.waiting.length > 0) this.queue.again(mailbox);
  }
  later(mailbox) {
    const waits = this.queue.later(mailbox, () => this.schedule());
    if (!waits) reject(mailbox, new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAVAILABLE", LOCKED));
  }
}, _class14);

// ../../node_modules/@noble/hashes/hkdf.js
var HKDF_COUNTER = /* @__PURE__ */ Uint8Array.of(0);
var EMPTY_BUFFER = /* @__PURE__ */ Uint8Array.of();
function expand(hash, prk, info, length = 32, _recycled) {
  _chunkCKBT4O4Vcjs.ahash.call(void 0, hash);
  _chunkCKBT4O4Vcjs.anumber.call(void 0, length, "length");
  _chunkCKBT4O4Vcjs.abytes.call(void 0, prk, void 0, "prk");
  const olen = hash.outputLen;
  if (prk.length < olen)
    throw new Error('"prk" must be at least HashLen octets');
  if (length > 255 * olen)
    throw new Error("Length must be <= 255*HashLen");
  const blocks = Math.ceil(length / olen);
  if (info === void 0)
    info = EMPTY_BUFFER;
  else
    _chunkCKBT4O4Vcjs.abytes.call(void 0, info, void 0, "info");
  if (!blocks) {
    if (_recycled)
      _chunkCKBT4O4Vcjs.clean.call(void 0, prk);
    return new Uint8Array();
  }
  const okm = _recycled && blocks === 1 ? prk : new Uint8Array(blocks * olen);
  const { iHash, oHash } = hmac.create(hash, prk);
  const T = _recycled ? prk : new Uint8Array(olen);
  const worker = blocks > 1 ? _optionalChain([_recycled, 'optionalAccess', _92 => _92.iHash]) || hash.create() : void 0;
  for (let counter = 0; counter < blocks - 1; counter++) {
    HKDF_COUNTER[0] = counter + 1;
    const iWork = iHash._cloneInto(worker);
    if (counter)
      iWork.update(T);
    iWork.update(info).update(HKDF_COUNTER).digestInto(T);
    oHash._cloneInto(worker).update(T).digestInto(T);
    okm.set(T, olen * counter);
  }
  HKDF_COUNTER[0] = blocks;
  if (blocks > 1)
    iHash.update(T);
  iHash.update(info).update(HKDF_COUNTER).digestInto(T);
  oHash.update(T).digestInto(T);
  okm.set(T, olen * (blocks - 1));
  iHash.destroy();
  oHash.destroy();
  _optionalChain([worker, 'optionalAccess', _93 => _93.destroy, 'call', _94 => _94()]);
  if (T !== okm)
    _chunkCKBT4O4Vcjs.clean.call(void 0, T);
  _chunkCKBT4O4Vcjs.clean.call(void 0, HKDF_COUNTER);
  if (length === okm.length)
    return okm;
  const res = okm.slice(0, length);
  _chunkCKBT4O4Vcjs.clean.call(void 0, okm);
  return res;
}
var hkdf = (hash, ikm, salt, info, length) => {
  _chunkCKBT4O4Vcjs.ahash.call(void 0, hash);
  if (salt === void 0)
    salt = new Uint8Array(hash.outputLen);
  const HMAC = hmac.create(hash, salt).update(ikm);
  return expand(hash, HMAC.digest(), info, length, HMAC);
};

// src/engine/secrets/callback-tokens.ts
var PURPOSE = "approval callback token";
var CallbackTokens = class {
  
  
  /** The tokens of every process with the same ring; without one no token can be issued. */
  constructor(keys) {
    this.keys = new Map(keys.map(({ keyId: keyId2, key }) => [keyId2, deriveKey(key)]));
    this.newestId = _nullishCoalesce(_optionalChain([keys, 'access', _95 => _95[0], 'optionalAccess', _96 => _96.keyId]), () => ( null));
  }
  issue({ workspaceId: workspaceId2, executionId, stepId }) {
    const keyId2 = this.newestId;
    const key = keyId2 === null ? void 0 : this.keys.get(keyId2);
    if (keyId2 === null || key === void 0) return null;
    const target = toBase64Url(utf8(JSON.stringify([workspaceId2, executionId, stepId])));
    const signed = `v1.${keyId2}.${target}`;
    return `${signed}.${toBase64Url(hmac(_chunkCKBT4O4Vcjs.sha256, key, utf8(signed)))}`;
  }
  /** What a token is for, or null for one that this ring did not sign. */
  read(token) {
    const match = /^(v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token);
    if (match === null) return null;
    const [, signed = "", keyId2 = "", target = "", signature = ""] = match;
    const key = this.keys.get(keyId2);
    if (key === void 0) return null;
    if (!isSame(hmac(_chunkCKBT4O4Vcjs.sha256, key, utf8(signed)), fromBase64Url(signature))) return null;
    const [workspaceId2, executionId, stepId] = JSON.parse(
      new TextDecoder().decode(fromBase64Url(target))
    );
    return { workspaceId: workspaceId2, executionId, stepId };
  }
};
var deriveKey = (key) => hkdf(_chunkCKBT4O4Vcjs.sha256, key, void 0, utf8(PURPOSE), 32);

// src/engine/secrets/secret-service.ts
var PAGE3 = 200;
var OWNERS_TOLD = 100;
var SecretService = class {
  
  
  
  constructor(parts) {
    this.store = parts.store;
    this.definitions = parts.definitions;
    this.cipher = parts.cipher;
  }
  async sealDefinition(ref, secrets) {
    return hasSecrets(secrets) ? this.cipher.seal(ofDefinition(ref), JSON.stringify(secrets)) : null;
  }
  async openDefinition(version) {
    const { sealedSecrets } = version;
    if (sealedSecrets === null) return NO_SECRETS;
    return JSON.parse(await this.cipher.open(ofDefinition(version), sealedSecrets));
  }
  sealRun(key, secret) {
    return this.cipher.seal(ofExecution(key), secret);
  }
  /** What signs a delivery, newest first. */
  async signing({ execution, sealedSecret }, definition, receiver, now) {
    if (sealedSecret !== null) return [await this.cipher.open(ofExecution(execution), sealedSecret)];
    const rotated2 = await this.definitions.newest(definition);
    const isSame2 = _optionalChain([rotated2, 'optionalAccess', _97 => _97.uid]) === definition.uid && _optionalChain([receiverOf, 'call', _98 => _98(execution, rotated2), 'optionalAccess', _99 => _99.url]) === receiver.url;
    return signingSecrets(await this.openDefinition(isSame2 ? rotated2 : definition), now);
  }
  /**
   * Seals with the newest key what was sealed with another; returns how many. One that cannot be opened keeps no other from it.
   * @throws UnreadableSecret for those, when all others are sealed.
   */
  async resealAll() {
    let resealed = 0;
    let unreadable3 = 0;
    let first = null;
    const owners = [];
    let cursor = null;
    do {
      const page = await this.store.listSecrets({ limit: PAGE3, cursor });
      if (page === "bad-cursor") throw new Error("the store does not know its own cursor");
      for (const secret of page.items) {
        try {
          if (await this.reseal(secret)) resealed += 1;
        } catch (error) {
          if (!(error instanceof UnreadableSecret)) throw error;
          unreadable3 += 1;
          first ??= error;
          if (owners.length < OWNERS_TOLD) owners.push({ ...secret.owner });
        }
      }
      cursor = page.cursor;
    } while (cursor !== null);
    if (first === null) return resealed;
    throw new UnreadableSecret(
      `${resealed} secrets were sealed again, and ${unreadable3} could not be opened (${first.message}); see details.owners`,
      first,
      { resealed, unreadable: unreadable3, owners }
    );
  }
  async reseal(secret) {
    if (!this.cipher.isOutdated(secret.sealed)) return false;
    const owner = nameOf2(secret.owner);
    const opened = await this.cipher.open(owner, secret.sealed);
    return this.store.replaceSecret(secret, await this.cipher.seal(owner, opened));
  }
};
var ofDefinition = ({ workspaceId: workspaceId2, uid, version }) => JSON.stringify(["definition", workspaceId2, uid, version]);
var ofExecution = ({ workspaceId: workspaceId2, executionId }) => JSON.stringify(["execution", workspaceId2, executionId]);
var nameOf2 = (owner) => owner.kind === "definition" ? ofDefinition(owner) : ofExecution(owner);

// src/engine/context.ts
var READS = 8;
function engineContext(settings, clock, { onCommitted, onRedelivery, signals, stopping, runningJobs }) {
  const { store: store2, agents: agents2, ids, secretKeys: secretKeys2, logger } = settings;
  const limits = batchLimits(settings);
  const environment = environmentOf(settings, clock);
  const definitions = new DefinitionCache(store2, limits);
  const cipher = new SecretCipher({
    keys: secretKeys2,
    plaintext: settings.allowPlaintextSecrets || !store2.durable
  });
  const secrets = new SecretService({ store: store2, definitions, cipher });
  const turns = new Turns(settings.clock);
  const pipeline = new Pipeline({
    store: store2,
    definitions,
    environment,
    turns,
    limits,
    // What is in memory already is at hand.
    cachedStateBytes: store2.durable ? settings.cachedStateBytes : 0,
    onCommitted,
    onFault: (error) => logger.error("what was committed could not be told of", error),
    onCommit: settings.onCommit,
    telemetry: settings.telemetry
  });
  return {
    store: store2,
    clock,
    ids,
    agents: agents2,
    directory: settings.directory,
    parser: new (0, _chunk6D4P3BWXcjs.RequestParser)(settings.limits.requestBytes),
    definitions,
    pipeline,
    dispatcher: new Dispatcher({ store: store2, definitions, secrets, pipeline, ids, environment, turns, limits }),
    transport: _nullishCoalesce(_optionalChain([settings, 'access', _100 => _100.webhooks, 'optionalAccess', _101 => _101.transport]), () => ( null)),
    absences: new AbsenceBook(store2, clock),
    secrets,
    // Nothing outlives a store in memory, so neither need its tokens.
    callbackTokens: new CallbackTokens(secretKeys2.length > 0 || store2.durable ? secretKeys2 : [ownKey()]),
    onRedelivery,
    environment,
    turns,
    activity: new Activity(),
    reads: new Gate(READS),
    checks: new Gate(1),
    linking: new OneByOne(),
    logger,
    telemetry: settings.telemetry,
    health: new HealthLooks(settings),
    runningJobs,
    signals,
    feeds: new FeedWatches({ store: store2, signals, logger }),
    waits: { count: 0 },
    stopping,
    leaseMs: settings.jobs.leaseMs
  };
}
function batchLimits({ store: store2, batches }) {
  const isAsked = store2.durable || batches.maxBytes !== DEFAULT_BATCHES.maxBytes;
  return isAsked ? batches : { ...batches, maxBytes: Infinity };
}
function environmentOf({ calendars: calendars2, ids, limits }, clock) {
  const working = new Map(
    Object.entries(calendars2).map(([name, calendar2]) => [name, workingCalendar(calendar2)])
  );
  return () => ({
    now: clock.now(),
    calendars: working,
    newEventId: () => ids.next("evt"),
    maxStepsPerExecution: limits.stepsPerExecution
  });
}
var ownKey = () => ({ keyId: "own", key: crypto.getRandomValues(new Uint8Array(32)) });

// src/engine/operations/bound-cursor.ts
var MARK_LENGTH = 12;
async function boundToQuery(query, { limit, cursor }, list) {
  const given = Object.entries(query).filter(([, value]) => value !== void 0);
  const mark = `${fingerprintOf(Object.fromEntries(given)).slice(0, MARK_LENGTH)}.`;
  if (cursor !== null && !cursor.startsWith(mark)) {
    throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [
      _chunkRAARGUI6cjs.invalidField.call(void 0, 
        "cursor",
        "is not the nextCursor of a page of this query; begin at the first page without it"
      )
    ]);
  }
  const page = await list({ limit, cursor: _nullishCoalesce(_optionalChain([cursor, 'optionalAccess', _102 => _102.slice, 'call', _103 => _103(mark.length)]), () => ( null)) });
  return { ...page, nextCursor: page.nextCursor === null ? null : mark + page.nextCursor };
}

// src/engine/shapes/doctor/request.ts

var DEFAULT_RUNS = 1e3;
var MOST_RUNS = 1e4;
var doctor = z4.strictObject({
  workspaceId: _chunkATSCIM4Icjs.workspaceId.optional(),
  since: z4.int().min(0).optional(),
  executionId: z4.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.cursorLength).optional(),
  mend: z4.boolean().default(false),
  limit: z4.int().min(1).max(MOST_RUNS).default(DEFAULT_RUNS),
  cursor: z4.string().min(1).max(_chunkKPSFIHDZcjs.LIMITS.cursorLength).optional()
});

// src/engine/doctor/mend.ts
var WORK_CODES = _chunkGXKWFESJcjs.WORK_INVARIANTS.map((it) => it.code);
function undelivered({ deliveries = [], jobs }) {
  if (jobs === void 0 || jobs.some((it) => it.kind === "webhook-delivery")) return null;
  const seqs = deliveries.filter((it) => it.status === "pending").map((it) => it.seq);
  return seqs.length === 0 ? null : Math.min(...seqs);
}
function mendableCodes(record4, codes) {
  if (!codes.every((it) => WORK_CODES.includes(it))) return [];
  const mendable = _chunkGXKWFESJcjs.lostJobs.call(void 0, record4).length > 0 ? ["job-lost"] : [];
  return undelivered(record4) === null ? mendable : [...mendable, "delivery-job-lost"];
}
async function mendWork(context, record4) {
  const { workspaceId: workspaceId2, executionId, seq } = record4.state;
  const key = { workspaceId: workspaceId2, executionId };
  const pending = undelivered(record4);
  if (pending !== null) {
    await context.store.redeliver({ ...key, seq: pending, now: context.clock.now() });
    context.onRedelivery();
  }
  const jobs = _chunkGXKWFESJcjs.lostJobs.call(void 0, record4);
  if (jobs.length > 0) await context.pipeline.submit(key, { kind: "restore-jobs", seq, jobs });
}
var isMended = (record4, code) => !_chunkE6UAK7UQcjs.checkWork.call(void 0, record4).some((it) => it.code === code);

// src/engine/doctor/read-run.ts
var MOST_EVENTS = 2e5;
var EVENTS_AT_ONCE2 = 1e3;
var DELIVERIES_AT_ONCE = 500;
async function readRun(context, key) {
  const { store: store2 } = context;
  const [state] = await store2.loadExecutions([key]);
  if (!state) return { kind: "gone" };
  const [version] = await store2.loadDefinitions([
    { workspaceId: key.workspaceId, uid: state.definitionUid, version: state.definitionVersion }
  ]);
  if (!version) return { kind: "definition-lost", state };
  if (state.seq > MOST_EVENTS) return { kind: "too-many-events", state };
  const deliveries = await deliveriesOf(context, key, state, version);
  const [jobs] = await _asyncNullishCoalesce(await _optionalChain([store2, 'access', _104 => _104.listJobs, 'optionalCall', _105 => _105([key])]), async () => ( []));
  const events = await eventsOf(context, key, state.seq);
  const receiver = receiverOf(state, version);
  const record4 = { compiled: version.compiled, state, events, deliveries, receiver };
  const before = markOf(state, deliveries);
  return {
    kind: "read",
    record: jobs === void 0 ? record4 : { ...record4, jobs },
    isSettled: async () => {
      const [now] = await store2.loadExecutions([key]);
      return now != null && markOf(now, await deliveriesOf(context, key, now, version)) === before;
    }
  };
}
var markOf = ({ seq }, deliveries) => JSON.stringify([
  seq,
  deliveries.map((it) => [it.seq, it.status, it.attempts, it.nextAttemptAt, it.updatedAt])
]);
async function deliveriesOf({ store: store2 }, { workspaceId: workspaceId2, executionId }, state, version) {
  if (receiverOf(state, version) === null) return [];
  const found = [];
  let cursor = null;
  do {
    const page = await store2.listDeliveries(
      { workspaceId: workspaceId2, executionId },
      { limit: DELIVERIES_AT_ONCE, cursor }
    );
    const { items, rest } = _chunk6D4P3BWXcjs.takePage.call(void 0, page);
    found.push(...items);
    cursor = rest.nextCursor;
  } while (cursor !== null && found.length <= MOST_EVENTS);
  return found;
}
async function eventsOf({ store: store2 }, { workspaceId: workspaceId2, executionId }, seq) {
  const found = [];
  for (; ; ) {
    const afterSeq = _nullishCoalesce(_optionalChain([found, 'access', _106 => _106.at, 'call', _107 => _107(-1), 'optionalAccess', _108 => _108.seq]), () => ( 0));
    const query = { workspaceId: workspaceId2, executionId, afterSeq, limit: EVENTS_AT_ONCE2, externalOnly: false };
    const read = await store2.readEvents(query);
    found.push(...read.filter((it) => it.seq <= seq));
    if (read.length < EVENTS_AT_ONCE2 || (_nullishCoalesce(_optionalChain([read, 'access', _109 => _109.at, 'call', _110 => _110(-1), 'optionalAccess', _111 => _111.seq]), () => ( 0))) >= seq) return found;
  }
}

// src/engine/doctor/report.ts
var FINDINGS_PER_RUN = 100;
var ENOUGH_FINDINGS = 500;
var MESSAGE_LENGTH = 2e3;
var told = ({ message, ...finding }, mendable) => ({
  ...finding,
  message: message.length <= MESSAGE_LENGTH ? message : `${message.slice(0, MESSAGE_LENGTH)} \u2026`,
  mendable,
  mended: false
});

// src/engine/doctor/doctor.ts
var RUNS_AT_ONCE = 50;
var LOOKS = 5;
function examine(context, defaultWorkspace, request) {
  const {
    workspaceId: workspaceId2 = defaultWorkspace,
    executionId,
    mend,
    ...query
  } = context.parser.parse(doctor, request);
  const look = (it) => operate(
    context,
    () => context.reads.within(() => diagnose(context, { workspaceId: workspaceId2, executionId: it }, mend))
  );
  const seen = new Seen(context.store.listJobs !== void 0);
  if (executionId === void 0) return examineRuns(context, seen, { workspaceId: workspaceId2, ...query }, look);
  return look(executionId).then((found) => {
    seen.note(executionId, found);
    return seen.report(null);
  });
}
async function examineRuns(context, seen, { workspaceId: workspaceId2, since = 0, limit, cursor: given }, look) {
  let cursor = _nullishCoalesce(given, () => ( null));
  do {
    const count2 = Math.min(RUNS_AT_ONCE, limit - seen.checked);
    const { items, nextCursor } = await operate(
      context,
      () => pageOf(context, { workspaceId: workspaceId2, since }, { limit: count2, cursor })
    );
    const wanted2 = items.filter((it) => it.createdAt >= since);
    for (const { executionId } of wanted2) seen.note(executionId, await look(executionId));
    cursor = wanted2.length < items.length ? null : nextCursor;
  } while (cursor !== null && seen.checked < limit && !seen.isFull && !context.stopping.aborted);
  return seen.report(cursor);
}
var pageOf = ({ store: store2 }, query, page) => boundToQuery({ doctor: true, ...query }, page, async (it) => {
  const { items, rest } = _chunk6D4P3BWXcjs.takePage.call(void 0, await store2.listExecutions({ workspaceId: query.workspaceId }, it));
  return { items: [...items], ...rest };
});
async function diagnose(context, key, mend) {
  let mending = [];
  for (let looks = 0; looks < LOOKS; looks++) {
    const run = await readRun(context, key);
    if (run.kind === "gone") return mending;
    if (run.kind !== "read") return [unreadable(key, run.kind)];
    const { record: record4 } = run;
    const found = _chunkE6UAK7UQcjs.checkExecution.call(void 0, record4);
    if (found.length > 0 && !await run.isSettled()) continue;
    const mended = mending.map((it) => ({ ...it, mended: isMended(record4, it.code) }));
    const mendable = mendableCodes(
      record4,
      found.map((it) => it.code)
    );
    const findings = found.map((it) => told(it, mendable.includes(it.code)));
    const isDone = !mend || mending.length > 0 || mendable.length === 0;
    if (isDone) return [...mended.filter((it) => it.mended), ...findings];
    await mendWork(context, record4);
    mending = findings.filter((it) => it.mendable);
  }
  return mending.length > 0 ? mending : "unsettled";
}
var REASONS = {
  "definition-lost": "the version of the definition that it runs on is not in the store",
  "too-many-events": `it has more than ${MOST_EVENTS} events, and was not looked at`
};
var unreadable = (key, code) => {
  const { workspaceId: workspaceId2, executionId } = key;
  return told({ code, message: REASONS[code], workspaceId: workspaceId2, executionId, stepId: null, seq: null }, false);
};
var Seen = (_class15 = class {
  __init35() {this.checked = 0}
  __init36() {this.findings = []}
  __init37() {this.unsettled = []}
  
  __init38() {this.omitted = 0}
  constructor(jobsChecked) {;_class15.prototype.__init35.call(this);_class15.prototype.__init36.call(this);_class15.prototype.__init37.call(this);_class15.prototype.__init38.call(this);
    this.jobsChecked = jobsChecked;
  }
  get isFull() {
    return this.findings.length >= ENOUGH_FINDINGS;
  }
  note(executionId, diagnosis) {
    this.checked += 1;
    if (diagnosis === "unsettled") {
      this.unsettled.push(executionId);
      return;
    }
    this.findings.push(...diagnosis.slice(0, FINDINGS_PER_RUN));
    this.omitted += Math.max(0, diagnosis.length - FINDINGS_PER_RUN);
  }
  report(nextCursor) {
    const { checked, findings, omitted, unsettled, jobsChecked } = this;
    return { checked, findings, omitted, unsettled, jobsChecked, nextCursor };
  }
}, _class15);

// src/engine/observing/health.ts
var isOk = (look) => _optionalChain([look, 'optionalAccess', _112 => _112.health, 'access', _113 => _113.migrated]) === true;
function healthOf(look, running) {
  const now = _nullishCoalesce(_optionalChain([look, 'optionalAccess', _114 => _114.health, 'access', _115 => _115.now]), () => ( 0));
  const queues = _nullishCoalesce(_optionalChain([look, 'optionalAccess', _116 => _116.health, 'access', _117 => _117.queues]), () => ( null));
  const since = (at) => at == null ? null : Math.max(0, now - at);
  return {
    ok: isOk(look),
    store: {
      reachable: look !== null,
      migrated: isOk(look),
      clockSkewMs: _nullishCoalesce(_optionalChain([look, 'optionalAccess', _118 => _118.skewMs]), () => ( null))
    },
    jobs: { due: _nullishCoalesce(_optionalChain([queues, 'optionalAccess', _119 => _119.due]), () => ( null)), oldestDueMs: since(_optionalChain([queues, 'optionalAccess', _120 => _120.oldestDueAt])), running },
    deliveries: {
      pending: _nullishCoalesce(_optionalChain([queues, 'optionalAccess', _121 => _121.pending]), () => ( null)),
      dead: _nullishCoalesce(_optionalChain([queues, 'optionalAccess', _122 => _122.dead]), () => ( null)),
      oldestMs: since(_optionalChain([queues, 'optionalAccess', _123 => _123.oldestPendingAt]))
    },
    feeds: _nullishCoalesce(_optionalChain([queues, 'optionalAccess', _124 => _124.feeds]), () => ( []))
  };
}

// src/engine/observing/events.ts
var _eventemitter3 = require('eventemitter3');
var EngineEvents = (_class16 = class {
  __init39() {this.emitter = new (0, _eventemitter3.EventEmitter)()}
  
  constructor(logger) {;_class16.prototype.__init39.call(this);
    this.logger = logger;
  }
  on(type, listener) {
    this.emitter.on(type, listener);
    return () => this.emitter.off(type, listener);
  }
  publish(events, context) {
    if (this.emitter.eventNames().length === 0) return;
    for (const event of events) {
      if (!_chunk7M7NLC46cjs.isExternal.call(void 0, event)) continue;
      for (const type of [event.type, "event"]) {
        for (const listener of this.emitter.listeners(type)) this.call(listener, event, context);
      }
    }
  }
  /** One by one, so that one that throws, now or later, hurts neither the engine nor the others. */
  call(listener, event, context) {
    const report = (error) => this.logger.error(
      `a listener for ${event.type} threw (execution ${event.executionId}, seq ${event.seq})`,
      error
    );
    try {
      const result = listener(_chunkBOADPL7Scjs.deepFreeze.call(void 0, event), context);
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  }
}, _class16);

// src/engine/operations/definition-update.ts
function readUpdate(json) {
  const isTarget = (key) => Object.hasOwn(_chunk6D4P3BWXcjs.updateTarget, key);
  const isKnown = (key) => Object.hasOwn(_chunk6D4P3BWXcjs.updateDefinition.shape, key);
  const shape = _chunk6D4P3BWXcjs.updateDefinition.safeParse(only(json, (key) => isTarget(key) || !isKnown(key)));
  const issues = shape.success ? [] : [..._chunkBOADPL7Scjs.capped.call(void 0, _chunkBOADPL7Scjs.schemaIssues.call(void 0, shape.error, json))];
  const unknown3 = issues.filter((it) => it.code === "unknown-field");
  const target = _chunk6D4P3BWXcjs.updateDefinition.safeParse(only(json, isTarget));
  if (!target.success) throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, _chunkBOADPL7Scjs.capped.call(void 0, [...unknown3, ..._chunkBOADPL7Scjs.schemaIssues.call(void 0, target.error, json)]));
  const { definitionId, ifVersion, organizationId, documentId } = target.data;
  const fields = only(json, (key) => isKnown(key) && !isTarget(key));
  return { definitionId, ifVersion, scope: { organizationId, documentId }, fields, unknown: unknown3 };
}
function updated(authored, fields) {
  const whole = Object.entries({ ...authored, ...fields });
  return Object.fromEntries(whole.filter(([key, value]) => value !== null || !isOptional(key)));
}
var isOptional = (key) => !["name", "nodes", "edges"].includes(key);
function only(json, isWanted3) {
  if (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => isWanted3(key)));
}

// src/engine/operations/listing.ts
var MOST_PASSED = 200;
async function listWithin({ list, view, slice }, { limit, cursor: start }) {
  const viewed = (found) => Promise.all(found.map(async (it) => view(it)));
  const items = [];
  let left = _chunkKPSFIHDZcjs.LIMITS.pageBytes;
  let passed = 0;
  let cursor = start;
  do {
    const read = async (count2) => _chunk6D4P3BWXcjs.takePage.call(void 0, await list({ limit: count2, cursor }));
    const { items: found, rest } = await read(Math.min(slice, limit - items.length));
    const views2 = await viewed(found);
    const fitting = howManyFit(views2, left, items.length === 0);
    if (fitting === 0 && views2.length > 0) return { items, nextCursor: cursor, hasMore: true };
    if (fitting < views2.length) {
      const { items: fewer, rest: shorter } = await read(fitting);
      return { items: [...items, ...shown(await viewed(fewer))], ...shorter };
    }
    const more = shown(views2);
    items.push(...more);
    left -= bytesOf(more);
    passed += views2.length - more.length;
    cursor = rest.nextCursor;
  } while (cursor !== null && items.length < limit && passed < MOST_PASSED);
  return { items, nextCursor: cursor, hasMore: cursor !== null };
}
var shown = (views2) => views2.filter((it) => it !== null);
function howManyFit(views2, left, isFirst) {
  let bytes = 0;
  const over = views2.findIndex((it, index) => {
    bytes += bytesOf([it]);
    return bytes > left && !(isFirst && index === 0);
  });
  return over === -1 ? views2.length : over;
}
var bytesOf = (views2) => _chunkHGZ2LWAMcjs.jsonBytes.call(void 0, views2);

// src/engine/operations/definitions.ts
var MAX_ENSURES = 100;
var DefinitionOperations = class {
  
  
  
  constructor(context, workspaceId2) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.versions = new DefinitionVersions(context, workspaceId2);
  }
  /**
   * Keeps a new definition as version 1.
   * @throws INVALID_ARGUMENT with everything that is wrong in `details.issues`; ALREADY_EXISTS.
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
   * const refused: unknown = await engine.definitions.create(draft).catch((error: unknown) => error);
   * if (refused instanceof ApprovalError) console.log(refused.status); // → INVALID_ARGUMENT
   * await engine.stop();
   * ```
   */
  create(definition) {
    return operate(this.context, async () => {
      const json = this.context.parser.json(definition);
      refuseReserved(json);
      const first = await this.versions.first(json);
      const result = await this.context.store.createDefinition(first);
      if (result === "created") return _chunk6D4P3BWXcjs.viewDefinition.call(void 0, first);
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "ALREADY_EXISTS",
        `there is a definition "${first.definitionId}" in this scope already`
      );
    });
  }
  /**
   * Keeps a new version; runs that are under way stay on theirs. Fields that are present replace, absent ones
   * stay, `null` takes an optional one away.
   * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND; INVALID_ARGUMENT.
   */
  update(request) {
    return operate(this.context, async () => {
      const json = this.context.parser.json(request);
      const { definitionId, ifVersion, scope, fields, unknown: unknown3 } = readUpdate(json);
      refuseReserved({ definitionId });
      const current = await this.context.definitions.newest({ ...this.scope(scope), definitionId });
      if (unknown3.length > 0 && _optionalChain([current, 'optionalAccess', _125 => _125.version]) !== ifVersion) throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, unknown3);
      if (current === null) throw unknownDefinition(definitionId);
      if (current.version !== ifVersion) throw outdated(ifVersion, current.version);
      const next = await this.versions.next(current, updated(current.authored, fields), unknown3);
      const result = await this.context.store.addDefinitionVersion(next);
      if (result === "added") return _chunk6D4P3BWXcjs.viewDefinition.call(void 0, next);
      throw result === "absent" ? unknownDefinition(definitionId) : outdated(ifVersion);
    });
  }
  /**
   * Sees to it that the newest version of the definition is this one: creates it, adds a version, or does nothing where they
   * mean the same. Any number of processes may do so at once, each time they start. A field that is left out is its
   * default, not kept.
   * @throws INVALID_ARGUMENT as `create`.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const definition = {
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * };
   * console.log((await engine.definitions.ensure(definition)).created); // → true
   * console.log((await engine.definitions.ensure(definition)).version); // → 1
   * await engine.stop();
   * ```
   */
  ensure(definition) {
    return operate(this.context, async () => {
      const json = this.context.parser.json(definition);
      refuseReserved(json);
      for (let attempt = 0; attempt < MAX_ENSURES; attempt++) {
        const ensured = await this.tryToEnsure(json);
        if (ensured !== null) return ensured;
      }
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAVAILABLE", "the definition keeps changing; try again");
    });
  }
  /** null: somebody else was faster. */
  async tryToEnsure(json) {
    const { store: store2, definitions } = this.context;
    const first = await this.versions.first(json);
    const current = await definitions.newest(first);
    if (current === null) {
      if (await store2.createDefinition(first) !== "created") return null;
      return { created: true, updated: false, version: 1, definition: _chunk6D4P3BWXcjs.viewDefinition.call(void 0, first) };
    }
    const { version } = current;
    if (await this.versions.meanTheSame(current, first)) {
      return { created: false, updated: false, version, definition: _chunk6D4P3BWXcjs.viewDefinition.call(void 0, current) };
    }
    const next = await this.versions.next(current, json);
    if (await store2.addDefinitionVersion(next) !== "added") return null;
    return { created: false, updated: true, version: version + 1, definition: _chunk6D4P3BWXcjs.viewDefinition.call(void 0, next) };
  }
  /**
   * The newest version, or the one asked for, of the most specific definition: document, then organization, then
   * workspace.
   * @throws NOT_FOUND
   */
  get(request) {
    return operate(this.context, async () => {
      const { definitionId, version, ...scope } = this.context.parser.parse(_chunk6D4P3BWXcjs.getDefinition, request);
      const newest = await this.context.definitions.mostSpecific(this.workspaceId, definitionId, scope);
      if (newest === null) throw unknownDefinition(definitionId);
      if (version === void 0 || version === newest.version) return _chunk6D4P3BWXcjs.viewDefinition.call(void 0, newest);
      const { workspaceId: workspaceId2, uid } = newest;
      const asked = await this.context.definitions.version({ workspaceId: workspaceId2, uid, version });
      if (asked !== null) return _chunk6D4P3BWXcjs.viewDefinition.call(void 0, asked);
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `definition "${definitionId}" has no version ${version}`);
    });
  }
  /** The active definitions of exactly one scope level; a page ends at 4 MiB. */
  list(request = {}) {
    return operateReading(this.context, async () => {
      const { organizationId, documentId, ...page } = this.context.parser.parse(_chunk6D4P3BWXcjs.listDefinitions, request);
      const scope = this.scope({ organizationId, documentId });
      const list = (slice) => this.context.store.listDefinitions(scope, slice);
      return listWithin({ list, view: _chunk6D4P3BWXcjs.viewDefinition, slice: 8 }, _chunk6D4P3BWXcjs.pageRequest.call(void 0, page));
    });
  }
  /**
   * Tombstones a definition: its id is free again, runs that have ended stay readable.
   * @throws FAILED_PRECONDITION while a run of any version is not terminal; NOT_FOUND.
   */
  delete(request) {
    return operate(this.context, async () => {
      const { definitionId, ...scope } = this.context.parser.parse(_chunk6D4P3BWXcjs.deleteDefinition, request);
      refuseReserved({ definitionId });
      const { workspaceId: workspaceId2, uid } = await this.current(definitionId, scope);
      const result = await this.context.store.deleteDefinition({ workspaceId: workspaceId2, uid });
      if (result === "absent") throw unknownDefinition(definitionId);
      if (result === "deleted") return { deleted: true, definitionId };
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "FAILED_PRECONDITION",
        `definition "${definitionId}" has runs in flight; cancel them or wait for their end`
      );
    });
  }
  /**
   * What `create` would say, without keeping anything; faults of the definition are the
   * result here, not an error.
   * @throws INVALID_ARGUMENT for an organizationId or documentId that there cannot be.
   */
  validate(definition) {
    return operate(this.context, async () => {
      const given = this.context.parser.json(definition);
      if (_chunkATSCIM4Icjs.isPlainObject.call(void 0, given)) {
        const { organizationId, documentId } = given;
        this.context.parser.parse(_chunk6D4P3BWXcjs.validateTarget, { organizationId, documentId });
      }
      const json = withoutScopeIds(given);
      const checked = await this.versions.check(json, NO_SECRETS);
      const warnings = views(checked.warnings);
      if (!checked.ok) return { valid: false, issues: views(checked.issues), warnings, compiled: null };
      return { valid: true, issues: [], warnings, compiled: _chunk6D4P3BWXcjs.viewCompiled.call(void 0, checked.compiled) };
    });
  }
  scope({ organizationId, documentId }) {
    return {
      workspaceId: this.workspaceId,
      organizationId: _nullishCoalesce(organizationId, () => ( null)),
      documentId: _nullishCoalesce(documentId, () => ( null))
    };
  }
  async current(definitionId, ids) {
    const found = await this.context.definitions.newest({ ...this.scope(ids), definitionId });
    if (found === null) throw unknownDefinition(definitionId);
    return found;
  }
};
var views = (issues) => issues.map((it) => ({ ...it }));
function withoutScopeIds(json) {
  if (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, json)) return json;
  const { organizationId: _, documentId: __, ...definition } = json;
  return definition;
}
function refuseReserved(json) {
  const definitionId = _chunkATSCIM4Icjs.isPlainObject.call(void 0, json) ? json["definitionId"] : null;
  if (!_chunkE2AYWA6Bcjs.isReservedId.call(void 0, definitionId)) return;
  const message = "is of the definitions that the engine keeps for `ask`; use another id";
  throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [{ code: "reserved-id", message, path: "definitionId" }]);
}
var unknownDefinition = (definitionId) => new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `there is no definition "${definitionId}"`);
var outdated = (ifVersion, currentVersion) => new (0, _chunk6D4P3BWXcjs.ApprovalError)(
  "FAILED_PRECONDITION",
  `version ${ifVersion} is not the newest one any more; get the definition and apply the change to that`,
  currentVersion === void 0 ? {} : { currentVersion }
);

// src/engine/explain/ended-by.ts
var BY_STATUS = {
  skipped: "skip",
  failed: "failure",
  breached: "breach",
  cancelled: "cancel"
};
function endedBy(compiled, step) {
  if (step.overridden) return "forced";
  if (step.status !== "completed") return BY_STATUS[step.status];
  const node = compiled.nodes[step.nodeId];
  return _optionalChain([node, 'optionalAccess', _126 => _126.type]) === "human" ? byPeople(node, step) : "agent";
}
function byPeople(node, step) {
  const rules = _chunkDOAVFUNXcjs.peopleOf.call(void 0, node);
  const places = _chunkKJGN4SBRcjs.countedPlaces.call(void 0, _nullishCoalesce(_optionalChain([_chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _127 => _127.places]), () => ( [])), step.decisions);
  const outcome = _chunkKJGN4SBRcjs.outcomeOf.call(void 0, rules, places);
  if (outcome === "out-of-reach") return "out-of-reach";
  if (outcome !== "rejected") return "rule";
  return _chunkKJGN4SBRcjs.rejectsByRule.call(void 0, rules, places) ? "rejection" : "veto";
}

// src/engine/explain/missing.ts
function missingOf(rules, places) {
  const tally = _chunkKJGN4SBRcjs.tallyOf.call(void 0, places);
  return [
    ...missingOfRule(rules, tally),
    ...missingOfEntries(rules, places),
    ...missingOfAdded(places),
    ...tally.approved >= rules.minDistinctApprovers ? [] : [{ code: "distinct-approvers", have: tally.approved, need: rules.minDistinctApprovers }]
  ];
}
function missingOfRule({ decisionRule: rule }, tally) {
  if (rule === null || _chunkKJGN4SBRcjs.holds.call(void 0, rule, tally)) return [];
  const { approved, eligible, abstained, weightApproved } = tally;
  if (rule.kind === "count") return [{ code: "rule", have: approved, need: rule.approvals }];
  if (rule.kind === "weight") return [{ code: "rule", have: weightApproved, need: rule.approvals }];
  const of = rule.of === "eligible" ? eligible : eligible - abstained;
  return [{ code: "rule", have: approved, need: Math.ceil(rule.approvals * of / 100) }];
}
function missingOfEntries({ entries }, places) {
  const approvals = _chunkKJGN4SBRcjs.approvalsOf.call(void 0, entries, places);
  const needed = _chunkKJGN4SBRcjs.neededBy.call(void 0, entries, places);
  return entries.flatMap(({ mandatory }, entry) => {
    const [have, need] = [_nullishCoalesce(approvals[entry], () => ( 0)), _nullishCoalesce(needed[entry], () => ( 0))];
    return mandatory && have < need ? [{ code: "entry", entry, have, need }] : [];
  });
}
function missingOfAdded(places) {
  const added = places.filter((it) => it.added === true);
  const have = added.filter((it) => it.vote === "approve").length;
  return have < added.length ? [{ code: "added", have, need: added.length }] : [];
}

// src/interpreter/trying.ts
var NO_IDS = { newEventId: () => "", maxStepsPerExecution: Infinity };
function* possibleAnswers(compiled, state, {
  stepId,
  absences,
  now
}) {
  const transition = new (0, _chunkCKBT4O4Vcjs.Transition)(compiled, state, { now, ...NO_IDS });
  const found = _chunkHGZ2LWAMcjs.humanStep.call(void 0, transition, stepId);
  const open = found.ok ? _chunkDRECNTF6cjs.openStep.call(void 0, compiled, state, found.node, found.step) : null;
  if (!found.ok || open === null) return;
  const { rules } = open;
  for (const place of open.people.places) {
    if (!_chunkDRECNTF6cjs.isOpenPlace.call(void 0, open, place, now)) continue;
    const mayBe = _chunkDRECNTF6cjs.takesSubstitutes.call(void 0, open, place) ? _chunkHGZ2LWAMcjs.substitutesOf.call(void 0, place.holder, absences, now) : [];
    const substitutes = mayBe.filter((it) => _chunkDRECNTF6cjs.mayStandIn.call(void 0, open, it));
    const votes = ["approve", "reject"];
    if (rules.allowAbstain && !_chunkKJGN4SBRcjs.isMandatory.call(void 0, rules, place)) votes.push("abstain");
    const who = [
      { reviewerId: place.holder, onBehalfOf: null },
      ...substitutes.map((reviewerId) => ({ reviewerId, onBehalfOf: place.holder }))
    ];
    for (const it of who) for (const decision of votes) yield { ...it, decision };
  }
}
function tryDecision(compiled, state, { stepId, reviewerId, onBehalfOf, decision }, environment) {
  return _chunkCKBT4O4Vcjs.withinBudget.call(void 0, () => {
    const { fuel } = _chunkCKBT4O4Vcjs.workUnderWay.call(void 0, );
    const transition = new (0, _chunkCKBT4O4Vcjs.Transition)(compiled, state, environment);
    const found = _chunkHGZ2LWAMcjs.humanStep.call(void 0, transition, stepId);
    const place = found.ok ? _chunkHGZ2LWAMcjs.placeOf.call(void 0, found, _nullishCoalesce(onBehalfOf, () => ( reviewerId))) : void 0;
    if (!found.ok || place === void 0) return { events: [], state, work: fuel.spent };
    fuel.spend(_chunkCKBT4O4Vcjs.WORK.place * (_nullishCoalesce(_optionalChain([found, 'access', _128 => _128.people, 'optionalAccess', _129 => _129.places, 'access', _130 => _130.length]), () => ( 0))));
    const answer = {
      kind: "record-decision",
      stepId,
      reviewerId,
      onBehalfOf,
      decision,
      reason: null
    };
    _chunkHGZ2LWAMcjs.applyDecision.call(void 0, transition, found, place, answer);
    if (!_chunk4AF4TM5Ycjs.isTerminal.call(void 0, transition.state.status)) _chunkHGZ2LWAMcjs.resolveEndings.call(void 0, transition);
    return { events: transition.events, state: transition.state, work: fuel.spent };
  });
}

// src/engine/explain/effect.ts
function effectOf({ events, state }, stepId) {
  const step = state.steps.find((it) => it.stepId === stepId);
  const decision = _optionalChain([step, 'optionalAccess', _131 => _131.output, 'optionalAccess', _132 => _132["decision"]]);
  const loop = _nullishCoalesce(ofType(events, "loop.iteration-started")[0], () => ( ofType(events, "loop.exhausted")[0]));
  const made = ofType(events, "step.scheduled");
  const cancelled = ofType(events, "step.cancelled").map((it) => _nullishCoalesce(it.stepId, () => ( "")));
  return {
    stepStatus: _nullishCoalesce(_optionalChain([step, 'optionalAccess', _133 => _133.status]), () => ( "cancelled")),
    decision: decision === "approve" || decision === "reject" ? decision : null,
    starts: made.filter((it) => !cancelled.includes(_nullishCoalesce(it.stepId, () => ( "")))).map((it) => it.data.nodeId),
    cancels: cancelled.filter((id) => id !== stepId && !made.some((it) => it.stepId === id)),
    loopId: _nullishCoalesce(_optionalChain([loop, 'optionalAccess', _134 => _134.data, 'access', _135 => _135.loopId]), () => ( null)),
    executionStatus: state.status
  };
}
var ofType = (events, type) => events.filter((it) => it.type === type);

// src/engine/explain/next-answers.ts
function nextAnswers(compiled, state, {
  stepId,
  environment,
  absences,
  most,
  left
}) {
  if (isUsedUp(left)) return { next: [], truncated: true };
  const possible = possibleAnswers(compiled, state, { stepId, absences, now: environment.now });
  const next = [];
  for (const answer of possible) {
    if (next.length === most || isUsedUp(left)) return { next, truncated: true };
    const { reviewerId: userId, onBehalfOf, decision } = answer;
    const tried = tryDecision(compiled, state, { stepId, ...answer }, environment);
    next.push({ userId, onBehalfOf, decision, then: effectOf(tried, stepId) });
    left.count -= 1;
    left.work -= tried.work;
  }
  return { next, truncated: false };
}
var isUsedUp = ({ count: count2, work }) => count2 <= 0 || work <= 0;

// src/engine/explain/explain.ts
var ANSWERS_WORK = _chunkKPSFIHDZcjs.LIMITS.commandWork / 16;
var AnyCalendar = class extends Map {
  get() {
    return { dueAt: (from, workingMs) => from + workingMs };
  }
};
var NOBODY_IS_ASKED = { next: [], truncated: false };
function explain(compiled, state, now, options = {}) {
  const { stepId, absences = [], deferred, calendars: calendars2, maxStepsPerExecution = Infinity } = options;
  const environment = {
    now,
    newEventId: () => "",
    maxStepsPerExecution,
    calendars: _nullishCoalesce(calendars2, () => ( new AnyCalendar()))
  };
  const left = { count: _chunkKPSFIHDZcjs.HOSTING_LIMITS.explainedAnswers, work: ANSWERS_WORK };
  let truncated = false;
  const steps = state.steps.filter((it) => stepId === void 0 || it.stepId === stepId).map((step) => {
    const { nodeId, status: status2 } = step;
    const base = { stepId: step.stepId, nodeId, status: status2 };
    if (!_chunk4AF4TM5Ycjs.isOpen.call(void 0, status2)) return { ...base, endedBy: endedBy(compiled, step), seq: _nullishCoalesce(step.endedSeq, () => ( null)) };
    const most = Math.min(left.count, _chunkKPSFIHDZcjs.HOSTING_LIMITS.explainedOfStep);
    const asked = { stepId: step.stepId, environment, absences, most, left };
    const isAsked = status2 === "waiting" && step.nodeType === "human";
    const answers = isAsked ? nextAnswers(compiled, state, asked) : NOBODY_IS_ASKED;
    truncated ||= answers.truncated;
    const open = openStep2(compiled, step, now);
    const calledBack = open.waitsFor === "agent" && _optionalChain([deferred, 'optionalAccess', _136 => _136.has, 'call', _137 => _137(step.stepId)]) === true;
    return { ...base, ...open, ...calledBack && { waitsFor: "callback" }, next: answers.next };
  });
  const { executionId, status, seq } = state;
  return { executionId, status, seq, steps, truncated };
}
function openStep2(compiled, step, now) {
  const node = compiled.nodes[step.nodeId];
  const isHuman = _optionalChain([node, 'optionalAccess', _138 => _138.type]) === "human";
  const reminders = isHuman && step.status === "waiting" ? _chunkK25YEM5Ocjs.remindersOf.call(void 0, node, step) : [];
  return {
    waitsFor: waitsFor(node, step),
    since: _nullishCoalesce(_nullishCoalesce(step.waitingSince, () => ( step.startedAt)), () => ( step.createdAt)),
    dueAt: step.dueAt,
    nextReminderAt: reminders[0] === void 0 ? null : Math.max(reminders[0].at, now),
    people: isHuman ? _chunk6D4P3BWXcjs.viewPeople.call(void 0, node, step, now) : null,
    missing: isHuman ? missingIn(node, step) : []
  };
}
function missingIn(node, step) {
  const people = _chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step);
  if (people === null || step.status !== "waiting") return [];
  return missingOf(_chunkDOAVFUNXcjs.peopleOf.call(void 0, node), _chunkKJGN4SBRcjs.countedPlaces.call(void 0, people.places, step.decisions));
}
function waitsFor(node, step) {
  if (_optionalChain([node, 'optionalAccess', _139 => _139.type]) === "human") return step.status === "waiting" ? "people" : "directory";
  if (step.status === "waiting") return "resolutions";
  return step.attempt > 1 && (_nullishCoalesce(step.begun, () => ( 0))) < step.attempt ? "retry" : "agent";
}

// src/engine/operations/executions.ts
var ExecutionOperations = class {
  
  
  
  constructor(context, workspaceId2, caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.caller = caller;
  }
  /**
   * Starts a run of the most specific definition. With an `idempotencyKey` a repeat returns the first
   * execution, `deduplicated: true`, also when the calls race.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
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
  dispatch(request) {
    return operate(this.context, async () => {
      const { parser, transport } = this.context;
      const parsed = parser.parse(
        _chunk6D4P3BWXcjs.dispatchExecution,
        request,
        (json) => receiverIssues(transport, urlIn(objectOf(json), "webhookUrl"), "webhookUrl")
      );
      refuseReservedKey(parsed.idempotencyKey);
      return this.context.dispatcher.dispatch(this.workspaceId, parsed);
    });
  }
  /**
   * An execution with its steps, in the order of their creation.
   * @throws NOT_FOUND
   */
  get(request) {
    return operateReading(this.context, async () => {
      const { executionId } = this.context.parser.parse(_chunk6D4P3BWXcjs.getExecution, request);
      const state = await this.load(executionId);
      const { compiled } = await this.context.definitions.ofExecution(state);
      return _chunk6D4P3BWXcjs.viewExecution.call(void 0, compiled, state, this.context.clock.now());
    });
  }
  /** Newest first, without steps; a page ends at 4 MiB. With `party` only the runs that this user is a party of. */
  list(request = {}) {
    return operateReading(this.context, async () => {
      const { pageSize, cursor, party: asked, ...query } = this.context.parser.parse(_chunk6D4P3BWXcjs.listExecutions, request);
      const { workspaceId: workspaceId2 } = this;
      const { visible: visible2 } = this.caller;
      const party = ownUser(this.caller, asked);
      if (party === null) return { items: [], nextCursor: null, hasMore: false };
      const list = (slice) => this.context.store.listExecutions({ workspaceId: workspaceId2, ...query, party, visible: visible2 }, slice);
      return listWithin({ list, view: _chunk6D4P3BWXcjs.viewSummary, slice: 32 }, _chunk6D4P3BWXcjs.pageRequest.call(void 0, { pageSize, cursor }));
    });
  }
  getEvents(request) {
    return operateReading(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.getEvents, request);
      const { executionId, sinceSeq = 0, pageSize = _chunkKPSFIHDZcjs.DEFAULTS.eventsPageSize, includeInternal } = parsed;
      await this.load(executionId);
      const { items: events, hasMore } = await listWithin(
        {
          list: (slice) => this.events(executionId, slice, includeInternal !== true),
          view: _chunkBOADPL7Scjs.deepFreeze,
          slice: 32
        },
        { limit: pageSize, cursor: String(sinceSeq) }
      );
      return { executionId, events, nextCursor: _nullishCoalesce(_optionalChain([events, 'access', _140 => _140.at, 'call', _141 => _141(-1), 'optionalAccess', _142 => _142.seq]), () => ( sinceSeq)), hasMore };
    });
  }
  /** Events as a listing, whose cursor is a seq. */
  async events(executionId, { limit, cursor }, externalOnly) {
    const found = await this.context.store.readEvents({
      workspaceId: this.workspaceId,
      executionId,
      afterSeq: Number(cursor),
      limit: limit + 1,
      externalOnly
    });
    const items = found.slice(0, limit);
    return { items, cursor: found.length > limit ? String(_optionalChain([items, 'access', _143 => _143.at, 'call', _144 => _144(-1), 'optionalAccess', _145 => _145.seq])) : null };
  }
  /**
   * Waits until the run has ended, a step of it waits, or one step has ended: at once where it is so, or when the run has
   * ended otherwise; or `waitMs` have passed, or the engine stops. `reached` says whether it is so. At most 1,000 callers of
   * a process wait; one more is answered at once.
   * @throws NOT_FOUND; the reason of `signal`, which gives the waiting up.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * const { executionId } = await engine.executions.dispatch({
   *   definitionId: 'check',
   *   triggerContext: { url: 'https://example.com' },
   * });
   * const { reached, execution } = await engine.executions.wait({ executionId, until: 'ended' });
   * console.log(reached, execution.status); // → true completed
   * await engine.stop();
   * ```
   */
  wait(request) {
    return operate(this.context, async () => {
      const { signal, data } = _chunk6D4P3BWXcjs.apartFromSignal.call(void 0, request);
      const { waitMs = null, ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.waitInProcess, data);
      const wait = { ...rest, waitMs, signal };
      const state = await waitFor(this.context, this.workspaceId, this.caller, wait);
      const { compiled } = await this.context.definitions.ofExecution(state);
      return {
        reached: isReached(rest.until, state),
        execution: _chunk6D4P3BWXcjs.viewExecution.call(void 0, compiled, state, this.context.clock.now())
      };
    });
  }
  /**
   * Ends a run; cancelling it again changes nothing.
   * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
   */
  cancel(request) {
    return operate(this.context, async () => {
      const { executionId, reason = null } = this.context.parser.parse(_chunk6D4P3BWXcjs.cancelExecution, request);
      const key = { workspaceId: this.workspaceId, executionId };
      resultOf(await this.context.pipeline.submit(key, { kind: "cancel-execution", reason }));
      return { cancelled: true, executionId };
    });
  }
  /**
   * Ends a run for whoever started it, as `cancel` does.
   * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when it has completed or failed.
   */
  withdraw(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.withdrawExecution, request);
      const { executionId, actorId: actorId2, reason = null } = parsed;
      const key = { workspaceId: this.workspaceId, executionId };
      resultOf(await this.context.pipeline.submit(key, { kind: "withdraw", actorId: actorId2, reason }));
      return { cancelled: true, executionId };
    });
  }
  /**
   * Makes something else what is to be approved: the answers of waiting steps are void, unless their nodes keep them, and
   * whoever made the change is a contributor. The current subject again is `revised: false`, and so is a repeat with the
   * same `idempotencyKey`, also when something else is the subject since.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the run has ended, `subject-changed` (`details.currentDigest`) when
   * `ifDigest` is not the current one, `subject-approved` (`details.stepIds`) when somebody approved it already, `key-reused`
   * (`details.digest`) when the key made another revision, and `reserved-key` for the run of a question (`engine.ask`).
   */
  reviseSubject(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.reviseSubject, request);
      const { executionId, subject: subject2, contributorId = null, ...rest } = parsed;
      const key = { workspaceId: this.workspaceId, executionId };
      const command = {
        kind: "revise-subject",
        ...rest,
        subject: _chunk6D4P3BWXcjs.subjectOf.call(void 0, subject2),
        contributorId
      };
      const result = resultOf(await this.context.pipeline.submit(key, command));
      return { ...result, resetStepIds: [...result.resetStepIds] };
    });
  }
  /**
   * Why a run waits: for whom, what is missing, and what each answer that may be given now would do. Nothing is written.
   * @throws NOT_FOUND
   */
  explain(request) {
    return operateReading(this.context, async () => {
      const { executionId, stepId } = this.context.parser.parse(_chunk6D4P3BWXcjs.explainExecution, request);
      const state = await this.load(executionId);
      if (stepId !== void 0 && _chunk4AF4TM5Ycjs.findStep.call(void 0, state, stepId) === null) {
        throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", `there is no step "${stepId}" in this execution`);
      }
      const { compiled } = await this.context.definitions.ofExecution(state);
      const { absences, clock, environment } = this.context;
      const { calendars: calendars2, maxStepsPerExecution } = environment();
      const explanation = explain(compiled, state, clock.now(), {
        absences: await absences.ofWaiting(state),
        deferred: await this.deferredSteps(state),
        maxStepsPerExecution,
        ...stepId !== void 0 && { stepId },
        ...calendars2 !== void 0 && { calendars: calendars2 }
      });
      return _chunkBOADPL7Scjs.deepFreeze.call(void 0, explanation);
    });
  }
  /** Running agent steps that no job calls any more: their agents will call back. Nothing for a store that lists no jobs. */
  async deferredSteps({ workspaceId: workspaceId2, executionId, steps }) {
    const running = steps.filter((it) => it.status === "running").map((it) => it.stepId);
    if (running.length === 0) return /* @__PURE__ */ new Set();
    const [jobs] = await _asyncNullishCoalesce(await _optionalChain([this, 'access', _146 => _146.context, 'access', _147 => _147.store, 'access', _148 => _148.listJobs, 'optionalCall', _149 => _149([{ workspaceId: workspaceId2, executionId }])]), async () => ( []));
    if (jobs === void 0) return /* @__PURE__ */ new Set();
    const called = jobs.filter((it) => it.kind === "agent-call").map((it) => it.stepId);
    return new Set(running.filter((it) => !called.includes(it)));
  }
  load(executionId) {
    return readState(this.context, this.workspaceId, this.caller, executionId);
  }
};
function refuseReservedKey(key = "") {
  if (!key.startsWith(_chunkE2AYWA6Bcjs.ASK_KEY_PREFIX)) return;
  const message = `idempotencyKey: what begins with "${_chunkE2AYWA6Bcjs.ASK_KEY_PREFIX}" is the engine's own; use another key`;
  throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("INVALID_ARGUMENT", message, { code: "reserved-key" });
}

// src/engine/webhooks/trigger.ts
var SENDERS = {
  svc: { eventName: null, eventNamePath: "type", id: "webhook-id" },
  github: { eventName: "x-github-event", eventNamePath: null, id: "x-github-delivery" },
  custom: { eventName: null, eventNamePath: null, id: null }
};
var KEY_ID2 = /^[A-Za-z0-9:_.-]{1,64}$/;
async function isAuthentic(transport, declared, secret, { headers, body }, now) {
  if (declared.authMode === "bearer") return isBearer(headerOf(headers, "authorization"), secret);
  return transport.verifySignature({
    preset: _nullishCoalesce(declared.provider, () => ( "svc")),
    now,
    header: declared.signatureHeader,
    algorithm: declared.signatureAlgorithm,
    prefix: declared.signaturePrefix,
    headers,
    body,
    secret
  });
}
function isBearer(header, secret) {
  const [, given = ""] = _nullishCoalesce(/^bearer +(.+)$/i.exec(_nullishCoalesce(_optionalChain([header, 'optionalAccess', _150 => _150.trim, 'call', _151 => _151()]), () => ( ""))), () => ( []));
  return isSame(_chunkCKBT4O4Vcjs.sha256.call(void 0, utf8(given)), _chunkCKBT4O4Vcjs.sha256.call(void 0, utf8(secret)));
}
function isWanted2(declared, { headers }, payload) {
  const { allowedEvents, provider = "svc", eventNameHeader } = declared;
  if (allowedEvents === void 0) return true;
  const { eventName, eventNamePath } = SENDERS[provider];
  const header = _nullishCoalesce(_optionalChain([eventNameHeader, 'optionalAccess', _152 => _152.toLowerCase, 'call', _153 => _153()]), () => ( eventName));
  const name = header === null ? textAt(payload, eventNamePath) : headerOf(headers, header);
  return name !== null && allowedEvents.includes(name);
}
function keyOf3({ definitionId, triggerId, ...scope }, declared, { headers, body }, payload) {
  const { idempotencyBodyPath: path } = declared;
  const inBody = path === void 0 ? "" : _nullishCoalesce(_nullishCoalesce(textAt(payload, path), () => ( inexactAt(payload, path, body))), () => ( ""));
  const id = inBody === "" ? idInHeader(declared, headers) : inBody;
  if (id === null || id === "") return void 0;
  return `trig:${definitionId}:${triggerId}:${idWithin(scope, id)}`;
}
function idInHeader({ authMode, provider = "svc", idempotencyHeader, idempotencyBodyPath }, headers) {
  const isOfBody = idempotencyBodyPath !== void 0;
  if (isOfBody && (authMode !== "hmac" || provider !== "svc")) return null;
  const header = _nullishCoalesce((isOfBody ? void 0 : _optionalChain([idempotencyHeader, 'optionalAccess', _154 => _154.toLowerCase, 'call', _155 => _155()])), () => ( SENDERS[provider].id));
  return header === null ? null : headerOf(headers, header);
}
function idWithin({ organizationId, documentId }, id) {
  if (organizationId !== null) return sha256Hex(JSON.stringify([organizationId, documentId, id]));
  return KEY_ID2.test(id) ? id : sha256Hex(id);
}
function contextOf(declared, payload) {
  if (declared.payloadMapping === "wrap") return { source: payload };
  return _chunkATSCIM4Icjs.isPlainObject.call(void 0, payload) ? payload : null;
}
function headerOf(headers, name) {
  const value = Object.hasOwn(headers, name) ? headers[name] : void 0;
  return typeof value === "string" ? value : null;
}
function inexactAt(payload, path, body) {
  const value = _chunkATSCIM4Icjs.readPath.call(void 0, payload, path.split("."));
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  return isInexact ? _chunkCKBT4O4Vcjs.bytesToHex.call(void 0, _chunkCKBT4O4Vcjs.sha256.call(void 0, body)) : null;
}
function textAt(payload, path) {
  if (path === null) return null;
  const value = _chunkATSCIM4Icjs.readPath.call(void 0, payload, path.split("."));
  if (typeof value === "string") return value;
  return Number.isSafeInteger(value) ? String(value) : null;
}

// src/engine/operations/link-pages.ts
var linkAnswer = _chunk6D4P3BWXcjs.recordReviewerDecision.pick({
  decision: true,
  reason: true,
  reasonCode: true,
  values: true
});
var LinkPages = class {
  
  constructor(context) {
    this.context = context;
  }
  /**
   * What the link shows; nothing is changed.
   * @throws NOT_FOUND for an unknown token; FAILED_PRECONDITION `link-revoked`, `link-used`, `link-expired`, `link-closed`.
   */
  look(token) {
    return operate(this.context, async () => {
      const opened = await this.open(token);
      const { link, step, commentBody, rules, state, name } = opened;
      const subject2 = subjectOf2(state);
      return {
        name,
        commentBody,
        reviewerId: link.reviewerId,
        dueAt: step.dueAt,
        expiresAt: link.expiresAt,
        subject: subject2,
        decisions: link.decision === null ? votesOf(opened) : [link.decision],
        reasonRequired: rules.reasonRequired,
        reasonCodes: rules.reasonCodes,
        form: rules.form === null ? null : { fields: rules.form },
        formToken: formToken(token, link.linkId, this.context.clock.now(), _nullishCoalesce(_optionalChain([subject2, 'optionalAccess', _156 => _156.digest]), () => ( null)))
      };
    });
  }
  /**
   * Records the answer; it and the use of the link are one commit.
   * @throws as `look`; INVALID_ARGUMENT for what is no decision, and another answer than the link's; PERMISSION_DENIED `form-token`; what a decision is
   * refused for.
   */
  answer(token, answer) {
    return operate(this.context, async () => {
      const { link } = await this.open(token);
      const { formToken: given, ...said } = answer;
      const parsed = this.context.parser.parse(linkAnswer, said);
      const { decision, reason = null, reasonCode = null, values = null } = parsed;
      if (link.decision !== null && decision !== link.decision) {
        throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [_chunkRAARGUI6cjs.invalidField.call(void 0, "decision", `this link is for "${link.decision}" alone`)]);
      }
      const shown2 = readFormToken(token, link.linkId, this.context.clock.now(), given);
      if (shown2 === null) {
        throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
          "PERMISSION_DENIED",
          "open the link again: this page is too old, or not its own",
          {
            code: "form-token"
          }
        );
      }
      const { stepId, reviewerId, round, linkId } = link;
      const command = {
        kind: "record-decision",
        stepId,
        reviewerId,
        decision,
        reason,
        reasonCode,
        values,
        round,
        subjectDigest: shown2.digest,
        shown: true,
        via: { kind: "link", linkId }
      };
      const outcome = await this.context.pipeline.submit(link, command);
      if (outcome.kind === "refused" || outcome.kind === "accepted" && !outcome.result.recorded) {
        await this.open(token);
      }
      const { aggregatorStatus } = resultOf(outcome);
      return { recorded: true, decision, aggregatorStatus };
    });
  }
  async open(token) {
    const { store: store2, pipeline, definitions, clock } = this.context;
    const hash = tokenHash(token);
    const link = hash === null ? null : await store2.findLink(hash);
    const state = link === null ? null : await pipeline.load(link);
    if (link === null || state === null) throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("NOT_FOUND", "there is no such link");
    const definition = await definitions.ofExecution(state);
    const found = placeOf2(definition, state, link);
    const links = _optionalChain([found, 'optionalAccess', _157 => _157.step, 'access', _158 => _158.links]);
    if (link.revokedAt !== null || _optionalChain([links, 'optionalAccess', _159 => _159.revoked, 'access', _160 => _160.includes, 'call', _161 => _161(link.linkId)]) === true) {
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "link-revoked", "this link was revoked");
    }
    if (_optionalChain([links, 'optionalAccess', _162 => _162.used, 'access', _163 => _163.includes, 'call', _164 => _164(link.linkId)]) === true)
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "link-used", "this link was used");
    if (clock.now() >= link.expiresAt) throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "link-expired", "this link has expired");
    if (found === null || !isOpenFor(found, link))
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, "link-closed", "there is nothing to decide here any more");
    return { ...found, link, state, name: nameOf(definition) };
  }
};
var isOpenFor = ({ step, place, isAnswered }, { round }) => step.status === "waiting" && !isAnswered && _optionalChain([place, 'optionalAccess', _165 => _165.round]) === round && place.lost !== true;

// src/engine/operations/review.ts
var ReviewOperations = class {
  /** What all operations of the engine share. */
  
  /** Whose rows the operations are on. */
  
  /** Who calls, as far as it matters. */
  
  constructor(context, workspaceId2, caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.caller = caller;
  }
  /**
   * Hands a place over for good; it keeps its entries, weight, veto and order. An `actorId` other than `reviewerId` is an
   * administrator's, whom no node has to allow it. The last delegation again is `delegated: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody without a place, and `separation-of-duties`; FAILED_PRECONDITION with
   * `details.code` `not-allowed`, `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
   */
  delegate(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.delegateStep, request);
      const { executionId, reason = null, actorId: actorId2 = parsed.reviewerId, ...rest } = parsed;
      return { ...await this.submit(executionId, { kind: "delegate", ...rest, actorId: actorId2, reason }) };
    });
  }
  /**
   * Reserves one of a pool's answers for a time; a live claim again is `claimed: false` with the same `until`.
   * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or `not-asked-yet`.
   */
  claim(request) {
    return operate(this.context, async () => {
      const { executionId, ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.claimStep, request);
      return { ...await this.submit(executionId, { kind: "claim", ...rest }) };
    });
  }
  /**
   * Gives a claim back; where there is none, `released: false`.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
   */
  release(request) {
    return operate(this.context, async () => {
      const { executionId, actorId: _, ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.releaseStep, request);
      return { ...await this.submit(executionId, { kind: "release", ...rest }) };
    });
  }
  /**
   * Adds people who have to approve too; those that this reviewer added before are not added again.
   * @throws as `delegate`.
   */
  addReviewers(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.addReviewers, request);
      const { executionId, reason = null, ...rest } = parsed;
      const { added } = await this.submit(executionId, { kind: "add-reviewers", ...rest, reason });
      return { added: [...added] };
    });
  }
  /**
   * Takes an answer back while the step waits; the next one on that place names the `round` that is returned.
   * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
   */
  retractDecision(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.retractDecision, request);
      const { executionId, onBehalfOf = null, reason = null, ...rest } = parsed;
      const command = { kind: "retract-decision", ...rest, onBehalfOf, reason };
      return { ...await this.submit(executionId, command) };
    });
  }
  /**
   * Asks somebody, the initiator by default, for information; the step goes on waiting. The same question while it is
   * open is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or not.
   * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another question under the key;
   * INVALID_ARGUMENT when there is nobody to ask.
   */
  requestInformation(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.requestInformation, request);
      const { executionId, ofUserId = null, ...rest } = parsed;
      return { ...await this.submit(executionId, { kind: "request-information", ...rest, ofUserId }) };
    });
  }
  /**
   * Answers a question; the same answer again is `provided: false`. `asAdministrator` lets the actor answer what others
   * were asked.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody who was not asked; FAILED_PRECONDITION when it is answered otherwise.
   */
  provideInformation(request, { asAdministrator = false } = {}) {
    return operate(this.context, async () => {
      const { executionId, ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.provideInformation, request);
      const command = { kind: "provide-information", ...rest, asAdministrator };
      return { ...await this.submit(executionId, command) };
    });
  }
  /**
   * Reminds people of a waiting step by hand, as a reminder of its node does; tallies and deadlines stay. Who was reminded by hand
   * less than a minute ago is left out; where the same person reminded all of them, it is `reminded: false`.
   * `asAdministrator` lets somebody remind who neither started the run nor contributed to it.
   * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when the step does not wait, when `userId` owes no
   * answer, and with `details.code` `reminded-already` (`details.notBefore`) or `limit-reached`.
   */
  remind(request, { asAdministrator = false } = {}) {
    return operate(this.context, async () => {
      const { executionId, userId = null, ...rest } = this.context.parser.parse(_chunk6D4P3BWXcjs.remindStep, request);
      const command = { kind: "remind", ...rest, userId, asAdministrator };
      const { reminded, userIds } = await this.submit(executionId, command);
      return { reminded, userIds: [...userIds] };
    });
  }
  /**
   * Records several decisions, each as `recordReviewerDecision` does, and returns what became of each, in order.
   * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
   */
  decideMany(request) {
    return operate(this.context, async () => {
      const { decisions } = this.context.parser.parse(_chunk6D4P3BWXcjs.decideMany, request);
      const evidence = await Promise.all(decisions.map((it) => this.absencesFor(it)));
      const items = decisions.map((it, index) => itemOf(this.decideWith(it, _nullishCoalesce(evidence[index], () => ( [])))));
      return { items: await Promise.all(items) };
    });
  }
  /** The absences that say whether somebody may stand in; none where they do not. */
  async absencesFor({ onBehalfOf }) {
    return onBehalfOf === void 0 ? [] : this.context.absences.links(this.workspaceId, onBehalfOf);
  }
  async decideWith(request, absences) {
    const outcome = await this.submit(request.executionId, {
      kind: "record-decision",
      stepId: request.stepId,
      reviewerId: request.reviewerId,
      decision: request.decision,
      reason: _nullishCoalesce(request.reason, () => ( null)),
      reasonCode: _nullishCoalesce(request.reasonCode, () => ( null)),
      values: _nullishCoalesce(request.values, () => ( null)),
      onBehalfOf: _nullishCoalesce(request.onBehalfOf, () => ( null)),
      subjectDigest: _nullishCoalesce(request.subjectDigest, () => ( null)),
      shown: this.caller.decidesAsShown === true,
      round: _nullishCoalesce(request.round, () => ( null)),
      absences,
      via: _nullishCoalesce(this.caller.via, () => ( null))
    });
    return { ...outcome };
  }
  async submit(executionId, command) {
    const key = { workspaceId: this.workspaceId, executionId };
    return resultOf(await this.context.pipeline.submit(key, command));
  }
};
async function itemOf(decided) {
  try {
    return { ok: true, result: await decided };
  } catch (error) {
    return { ok: false, error: errorOf(_chunk6D4P3BWXcjs.unavailable.call(void 0, error)) };
  }
}
var errorOf = ({ message, status, details }) => ({
  message,
  status,
  details
});

// src/engine/operations/steps.ts
var StepOperations = class extends ReviewOperations {
  /**
   * Records what a reviewer decided. Without a decision rule the step resolves when every mandatory reviewer approved, or
   * when anybody rejected. The same decision again is `recorded: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody who is not a reviewer of the step; FAILED_PRECONDITION when
   * the step is not waiting, for the other decision of the same reviewer (`details.recordedDecision`), and with
   * `details.code` `not-asked-yet`, `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
   * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the node asks for otherwise.
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
   *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
   *     },
   *     { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
   *   ],
   *   edges: [],
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
  recordReviewerDecision(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.recordReviewerDecision, request);
      return this.decideWith(parsed, await this.absencesFor(parsed));
    });
  }
  /**
   * Resolves one finding of a blocking agent.
   * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`); INVALID_ARGUMENT for an id that
   * is none of the findings.
   */
  recordAgentResolution(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.recordAgentResolution, request);
      const { executionId, output = null, errorMessage = null, ...resolution } = parsed;
      const command = { kind: "record-resolution", ...resolution, output, errorMessage };
      return { ...await this.submit(executionId, command) };
    });
  }
  /**
   * Cancels an open step; what is open around it goes on.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
   */
  cancel(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.cancelStep, request);
      const { executionId, stepId, actorId: actorId2, reason = null } = parsed;
      await this.submit(executionId, { kind: "cancel-step", stepId, actorId: actorId2, reason });
      return { cancelled: true, executionId, stepId };
    });
  }
  /**
   * Ends a waiting step by force, or decides as one of its reviewers; for administrators.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not for its type;
   * PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
   */
  resolve(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.resolveStep, request);
      const { executionId, stepId, action, actorId: actorId2, output = null, reason = null, ...said } = parsed;
      const { reasonCode = null, values = null, subjectDigest = null, round = null } = said;
      const answer = { reasonCode, values, subjectDigest, round, via: _nullishCoalesce(this.caller.via, () => ( null)) };
      const command = { kind: "resolve-step", stepId, action, actorId: actorId2, output, reason, ...answer };
      const { resolved, status } = await this.submit(executionId, command);
      return { resolved, executionId, stepId, action, status };
    });
  }
  /**
   * The result of an agent that returned `{deferred: true}`. The same result again returns the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not running, or was called back with another result.
   */
  completeDeferred(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.completeDeferred, request);
      const { executionId, stepId, status, output = null, error = null } = parsed;
      const fingerprint2 = fingerprintOf({ status, output, error });
      await this.submit(executionId, {
        kind: "complete-deferred",
        stepId,
        status,
        output,
        error,
        fingerprint: fingerprint2
      });
      return { completed: true, executionId, stepId };
    });
  }
  /**
   * Steps that wait, the longest first, or as `sort` says; with `reviewerId` those that lack this reviewer's decision, or
   * that of somebody for whom they may answer now. Where many of those are not for them to answer a page may be short, also
   * empty, with `hasMore: true`.
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
  listWaiting(request = {}) {
    return operateReading(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(_chunk6D4P3BWXcjs.listWaiting, request);
      const { store: store2, definitions, absences, clock } = this.context;
      const { workspaceId: workspaceId2 } = this;
      const own = ownUser(this.caller, query.reviewerId);
      if (own === null) throw namesNobody();
      const { visible: visible2 } = this.caller;
      const reviewerId = _nullishCoalesce(own, () => ( null));
      const standsInFor = reviewerId === null ? [] : await absences.absentFor(workspaceId2, reviewerId);
      const wanted2 = { ...query, reviewerId: own };
      const list = (slice) => store2.listWaiting({ workspaceId: workspaceId2, ...wanted2, visible: visible2, standsInFor }, slice);
      const now = clock.now();
      const view = async (waiting2) => {
        const { compiled } = await definitions.ofExecution(waiting2.execution);
        const separated = reviewerId === null ? [] : await this.separatedSteps(compiled, waiting2, reviewerId);
        return _chunk6D4P3BWXcjs.viewWaiting.call(void 0, compiled, waiting2, { reviewerId, standsInFor, separated, now });
      };
      return boundToQuery(
        wanted2,
        _chunk6D4P3BWXcjs.pageRequest.call(void 0, { pageSize, cursor }),
        (page) => listWithin({ list, view, slice: 4 }, page)
      );
    });
  }
  /** Whoever decided them must not stand in here. A run is read for it only where its definition says so. */
  async separatedSteps(compiled, { execution, step }, reviewerId) {
    const others = _chunkKJGN4SBRcjs.separatedFrom.call(void 0, compiled, step.nodeId);
    if (others.length === 0 || step.waitingForReviewers.includes(reviewerId)) return NONE2;
    const state = await this.context.pipeline.load(execution);
    return (_nullishCoalesce(_optionalChain([state, 'optionalAccess', _166 => _166.steps]), () => ( NONE2))).filter((it) => others.includes(it.nodeId));
  }
};
var NONE2 = [];
var namesNobody = () => new (0, _chunk6D4P3BWXcjs.ApprovalError)("PERMISSION_DENIED", "the caller is no user, so it has no waiting steps of its own");

// src/engine/operations/inbound.ts
var admitAll = () => Promise.resolve();
var NOBODYS_SECRET = "a secret that nobody signs with";
var InboundOperations = class {
  /** Decision pages, by the token of a link. */
  
  
  constructor(context) {
    this.context = context;
    this.links = new LinkPages(context);
  }
  /**
   * Starts a run as a definition's trigger says. An event that the trigger does not want returns `accepted: false`.
   * @throws UNAUTHENTICATED for a bad signature and for any unknown workspace, definition or trigger, all alike;
   * INVALID_ARGUMENT for a body that cannot be a triggerContext.
   */
  trigger(target, request, admit = admitAll) {
    return operate(this.context, async () => {
      const found = await this.find(target);
      const { transport, clock } = this.context;
      const declared = _nullishCoalesce(_optionalChain([found, 'optionalAccess', _167 => _167.trigger, 'access', _168 => _168.inboundWebhook]), () => ( { authMode: "hmac" }));
      const secret = _nullishCoalesce(_optionalChain([found, 'optionalAccess', _169 => _169.secret]), () => ( NOBODYS_SECRET));
      const isKnown = transport !== null && await isAuthentic(transport, declared, secret, request, clock.now());
      if (!isKnown || found === null) throw unauthenticated();
      await admit(target.workspaceId);
      const payload = this.context.parser.json(jsonOf(request.body));
      if (!isWanted2(declared, request, payload)) return { accepted: false, code: "event-ignored" };
      return this.dispatch(target, found, request, payload);
    });
  }
  /**
   * Completes the step that the token was issued for. The body may be what reads it: that is called once the token has
   * proved itself, so that nobody else is worth the work.
   * @throws UNAUTHENTICATED for a token that this engine did not sign; FAILED_PRECONDITION when the step has ended, or
   * was called back with another result.
   */
  callback(token, body, admit = admitAll) {
    return operate(this.context, async () => {
      const target = this.context.callbackTokens.read(token);
      if (target === null) throw unauthenticated();
      const { workspaceId: workspaceId2, executionId, stepId } = target;
      await admit(workspaceId2);
      const given = typeof body === "function" ? body() : body;
      const result = this.context.parser.parse(_chunk6D4P3BWXcjs.callbackBody, given);
      return new StepOperations(this.context, workspaceId2).completeDeferred({
        executionId,
        stepId,
        ...result
      });
    });
  }
  async find(target) {
    if (!_chunk6D4P3BWXcjs.triggerTarget.safeParse(withoutWorkspace(target)).success) return null;
    if (!_chunk6D4P3BWXcjs.workspace.safeParse({ workspaceId: target.workspaceId }).success) return null;
    const { definitions, secrets } = this.context;
    const definition = await definitions.mostSpecific(target.workspaceId, target.definitionId, target);
    const trigger = definition && onlyTrigger(definition, target.triggerId);
    if (!definition || !trigger) return null;
    const known = (await secrets.openDefinition(definition)).triggers;
    const secret = Object.hasOwn(known, trigger.triggerId) ? known[trigger.triggerId] : void 0;
    return secret === void 0 ? null : { definition, trigger, secret };
  }
  async dispatch({
    workspaceId: workspaceId2,
    definitionId,
    organizationId,
    documentId
  }, { definition, trigger: { triggerId, inboundWebhook: declared } }, request, payload) {
    const triggerContext = contextOf(declared, payload);
    if (triggerContext === null) {
      const message = 'must be a JSON object; or let the trigger have payloadMapping "wrap"';
      throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [_chunkRAARGUI6cjs.invalidField.call(void 0, "", message)]);
    }
    const idempotencyKey = keyOf3({ ...definition, triggerId }, declared, request, payload);
    const { parser, dispatcher } = this.context;
    const run = parser.parse(_chunk6D4P3BWXcjs.dispatchExecution, {
      ...{ definitionId, organizationId, documentId, triggerContext },
      ...idempotencyKey !== void 0 && { idempotencyKey }
    });
    const { executionId, deduplicated } = await dispatcher.dispatch(workspaceId2, run, {
      uid: definition.uid
    });
    return { accepted: true, code: "accepted", executionId, deduplicated };
  }
};
var unauthenticated = () => new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAUTHENTICATED", "the request could not be authenticated");
function onlyTrigger({ authored }, triggerId) {
  const triggers = _nullishCoalesce(authored["triggers"], () => ( []));
  const [named, ...others] = triggers.filter((it) => it.triggerId === triggerId);
  return named === void 0 || others.length > 0 ? null : named;
}
var withoutWorkspace = ({ workspaceId: _, ...target }) => target;
var BOUNDS = { maxValues: _chunkKPSFIHDZcjs.LIMITS.requestValues, maxNames: _chunkKPSFIHDZcjs.LIMITS.requestNames };
function jsonOf(body) {
  const parsed = _chunkLKUKSAS5cjs.parseJson.call(void 0, body, BOUNDS);
  if (!parsed.ok) throw _chunk6D4P3BWXcjs.invalidArgument.call(void 0, [_chunkRAARGUI6cjs.invalidField.call(void 0, "", parsed.message)]);
  return parsed.value;
}

// src/engine/operations/people.ts
var PeopleOperations = class {
  
  
  constructor(context, workspaceId2) {
    this.context = context;
    this.workspaceId = workspaceId2;
  }
  /**
   * Keeps an absence; the same one again is `created: false`. Nothing happens when it begins or ends: whoever decides, or
   * looks into an inbox, is looked up at that moment.
   * @throws FAILED_PRECONDITION when it overlaps another one of the same person (`details.absenceId`), when there are too
   * many (`limit-reached`), or the store keeps none; INVALID_ARGUMENT.
   */
  setAbsence(request) {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(_chunk6D4P3BWXcjs.setAbsence, request);
      const { workspaceId: workspaceId2 } = this;
      const { absences, clock, ids } = this.context;
      const absence = { workspaceId: workspaceId2, absenceId: ids.next("abs"), ...parsed };
      const bounds = { most: _chunkKPSFIHDZcjs.LIMITS.absences, now: clock.now() };
      const result = await absences.kept.setAbsence(absence, bounds);
      if (result.kind === "created") return { absenceId: absence.absenceId, created: true };
      if (result.kind === "exists") return { absenceId: result.absenceId, created: false };
      if (result.kind === "overlaps") {
        const message = `"${parsed.userId}" has an absence in that time already; clear it first, or choose another time`;
        throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("FAILED_PRECONDITION", message, { absenceId: result.absenceId });
      }
      throw _chunk6D4P3BWXcjs.failedPrecondition.call(void 0, 
        "limit-reached",
        `"${parsed.userId}" has ${_chunkKPSFIHDZcjs.LIMITS.absences} absences to come, which is the limit; clear some first`
      );
    });
  }
  /**
   * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this person's.
   * @throws PERMISSION_DENIED when it is another's.
   */
  clearAbsence(request, { onlyOf } = {}) {
    return operate(this.context, async () => {
      const { absenceId } = this.context.parser.parse(_chunk6D4P3BWXcjs.clearAbsence, request);
      const key = { workspaceId: this.workspaceId, absenceId };
      const { kept } = this.context.absences;
      if (onlyOf !== void 0) {
        const known = await kept.findAbsence(key);
        if (known !== null && known.userId !== onlyOf) {
          throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("PERMISSION_DENIED", `absence "${absenceId}" is not of "${onlyOf}"`);
        }
      }
      return { cleared: await kept.clearAbsence(key) };
    });
  }
  /** Absences, those that begin first first; with `userId` those of one person. */
  listAbsences(request = {}) {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(_chunk6D4P3BWXcjs.listAbsences, request);
      const { workspaceId: workspaceId2 } = this;
      const { kept } = this.context.absences;
      const list = (slice) => kept.listAbsences({ workspaceId: workspaceId2, ...query }, slice);
      return boundToQuery(
        { absences: true, ...query },
        _chunk6D4P3BWXcjs.pageRequest.call(void 0, { pageSize, cursor }),
        (page) => listWithin({ list, view: viewAbsence, slice: 100 }, page)
      );
    });
  }
};
var viewAbsence = ({ absenceId, userId, from, until, substituteId }) => ({
  absenceId,
  userId,
  from,
  until,
  substituteId
});

// src/engine/operations/webhooks.ts
var WebhookOperations = class {
  
  
  
  constructor(context, workspaceId2, caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId2;
    this.caller = caller;
  }
  /** Deliveries of every run that the caller sees, newest first. */
  listDeliveries(request = {}) {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(_chunk6D4P3BWXcjs.listDeliveries, request);
      const { workspaceId: workspaceId2 } = this;
      const { visible: visible2 } = this.caller;
      const page = _chunk6D4P3BWXcjs.pageRequest.call(void 0, { pageSize, cursor });
      const { items, rest } = _chunk6D4P3BWXcjs.takePage.call(void 0, 
        await this.context.store.listDeliveries({ workspaceId: workspaceId2, ...query, visible: visible2 }, page)
      );
      return { items: items.map(_chunk6D4P3BWXcjs.viewDelivery), ...rest };
    });
  }
  /**
   * Sends a delivery again that has ended, or all dead ones of an execution: at once, with the whole schedule and the
   * same eventId. `scheduled` is how many; one that is still pending is not counted.
   * @throws NOT_FOUND
   */
  redeliver(request) {
    return operate(this.context, async () => {
      const { deliveryId, executionId } = this.context.parser.parse(_chunk6D4P3BWXcjs.redeliver, request);
      const target = deliveryId === void 0 ? { executionId, seq: null } : _chunk6D4P3BWXcjs.deliveryOf.call(void 0, deliveryId);
      const scheduled = _optionalChain([target, 'optionalAccess', _170 => _170.executionId]) && await this.schedule(target.executionId, target.seq);
      if (typeof scheduled === "number") return { scheduled };
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)(
        "NOT_FOUND",
        deliveryId === void 0 ? `there is no execution "${executionId}"` : `there is no delivery "${deliveryId}"`
      );
    });
  }
  async schedule(executionId, seq) {
    const { store: store2, clock, onRedelivery } = this.context;
    const now = clock.now();
    const scheduled = await store2.redeliver({ workspaceId: this.workspaceId, executionId, seq, now });
    if (scheduled) onRedelivery();
    return scheduled;
  }
};

// src/engine/jobs/abandoned-calls.ts
var HEED_SIGNAL_MS = 1e4;
var AbandonedCalls = (_class17 = class {
  /** What calls off the warning of each. */
  __init40() {this.running = /* @__PURE__ */ new Map()}
  __init41() {this.stopped = false}
  
  
  constructor(clock, logger) {;_class17.prototype.__init40.call(this);_class17.prototype.__init41.call(this);
    this.clock = clock;
    this.logger = logger;
  }
  get count() {
    return this.running.size;
  }
  /** Counts a call from now until it ends; how it ends does not matter any more. */
  add(call, step) {
    const cancel = this.warnLater(step);
    this.running.set(call, cancel);
    const ended2 = () => {
      cancel();
      this.running.delete(call);
    };
    call.then(ended2, ended2);
  }
  /** Calls off what would be told later: no timer keeps a process alive that is done. */
  stop() {
    this.stopped = true;
    for (const cancel of this.running.values()) cancel();
    if (this.count === 0) return;
    this.logger.warn("the engine has stopped while agents run on whose time is up", {
      abandonedAgentCalls: this.count
    });
  }
  warnLater(step) {
    if (this.stopped) return () => void 0;
    return this.clock.wakeAt(this.clock.now() + HEED_SIGNAL_MS, () => {
      const message = `agent "${step.agentId}" runs on after its time is up; it must stop when its signal is aborted`;
      this.logger.warn(message, { ...step, abandonedAgentCalls: this.count });
    });
  }
}, _class17);

// src/engine/jobs/agent-response.ts
var fault = (message) => ({ kind: "fault", message });
var RESPONSE_LIMITS = { maxBytes: 4 * _chunkKPSFIHDZcjs.LIMITS.payloadBytes, maxDepth: _chunkKPSFIHDZcjs.LIMITS.payloadDepth + 2 };
function checkAgentResponse(response) {
  const copy = _chunkATSCIM4Icjs.copyJson.call(void 0, response, RESPONSE_LIMITS);
  if (!copy.ok) return fault(`the agent's response ${copy.path} ${copy.message}`);
  if (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, copy.value)) return fault("the agent must respond with an object");
  const {
    deferred,
    passed,
    summary = null,
    output = null,
    findings = null
  } = copy.value;
  if (deferred === true) return { kind: "deferred" };
  if (typeof passed !== "boolean")
    return fault("the response must say passed: true or false, or deferred: true");
  if (summary !== null && typeof summary !== "string") return fault("summary must be a text");
  if (output !== null && !_chunkATSCIM4Icjs.isPlainObject.call(void 0, output)) return fault("output must be a JSON object");
  const wrong = _nullishCoalesce(sizeFault({ summary, output, findings }), () => ( findingsFault(findings)));
  if (wrong !== null) return fault(wrong);
  return {
    kind: "result",
    result: { passed, summary, output, findings }
  };
}
function sizeFault(parts) {
  for (const [name, part] of Object.entries(parts)) {
    const copy = _chunkBOADPL7Scjs.copyPayload.call(void 0, part);
    if (!copy.ok) return `${[name, copy.path].filter(Boolean).join(".")} ${copy.message}`;
  }
  return null;
}
function findingsFault(findings) {
  if (findings === null) return null;
  if (!_chunkATSCIM4Icjs.isJsonArray.call(void 0, findings)) return "findings must be a list";
  if (findings.length > _chunkKPSFIHDZcjs.LIMITS.findings)
    return `findings has ${findings.length} items, and may have ${_chunkKPSFIHDZcjs.LIMITS.findings}`;
  const ids = findings.map((it) => _chunkATSCIM4Icjs.isPlainObject.call(void 0, it) ? it["findingId"] : void 0);
  if (!ids.every((it) => _chunkATSCIM4Icjs.externalId.safeParse(it).success)) {
    return "every finding needs a findingId of 1 to 200 characters";
  }
  return new Set(ids).size === ids.length ? null : "two findings have the same findingId";
}

// src/engine/jobs/agent-caller.ts
var MOCK = () => ({ passed: true, summary: "mock" });
var AgentCaller = class {
  
  constructor(options) {
    this.options = options;
  }
  /** Begins the call, makes it, and reports what came of it, all on the strength of one claim. */
  async perform(claimed, work) {
    const { stepId } = claimed.job;
    const { attempt } = claimed;
    const begun = await this.submit(claimed, { kind: "begin-agent-call", stepId, attempt }, false);
    if (begun.kind === "lost-claim") return;
    const call = begun.kind === "accepted" ? begun.result : null;
    if (call === null) {
      await this.finish(claimed);
      return;
    }
    const report = await this.told(claimed, call, work.stop);
    if (report === null) return;
    work.responded();
    if (report === "deferred") {
      await this.finish(claimed);
      return;
    }
    const reported = await this.submit(claimed, report, true);
    if (reported.kind === "refused") await this.finish(claimed);
  }
  submit(claimed, command, finishes) {
    const { job, token } = claimed;
    return this.options.pipeline.submit(job, command, { job, token, finishes });
  }
  /** The step needs no call any more. */
  async finish(claim) {
    await this.options.store.finishJobs([claim]);
  }
  told(claimed, call, stop) {
    const { workspaceId: workspaceId2, executionId, stepId } = claimed.job;
    const { agentId, attempt } = call;
    return observed(
      this.options.telemetry,
      () => ({ kind: "agent-call", workspaceId: workspaceId2, executionId, stepId, agentId, attempt }),
      () => this.call(claimed, call, stop),
      (outcome) => {
        if (outcome === null) return "late";
        if (outcome === "deferred") return "deferred";
        if (outcome.kind === "agent-returned") return "returned";
        return outcome.code === "agent-output-invalid" ? "invalid" : "failed";
      }
    );
  }
  async call({ job }, call, stop) {
    const { stepId } = job;
    const { attempt, agentId } = call;
    const failed2 = (code, message, retryable) => ({
      kind: "agent-failed",
      stepId,
      attempt,
      code,
      message: _chunkATSCIM4Icjs.storableText.call(void 0, message, _chunkKPSFIHDZcjs.LIMITS.errorMessageLength),
      retryable
    });
    const agent = this.agent(agentId);
    if (agent === null) {
      return failed2("agent-not-registered", `no agent "${agentId}" is registered`, false);
    }
    const request = this.request(job, call, stop);
    let response;
    try {
      response = await this.outside(agent, request, { agentId, stop });
    } catch (error) {
      return stop.isUp() ? null : failed2("agent-error", _chunkATSCIM4Icjs.describeError.call(void 0, error), true);
    }
    if (stop.isUp()) return null;
    const checked = checkAgentResponse(response);
    if (checked.kind === "deferred") return "deferred";
    if (checked.kind === "fault") return failed2("agent-output-invalid", checked.message, false);
    return { kind: "agent-returned", stepId, attempt, result: checked.result };
  }
  request(job, call, stop) {
    const { workspaceId: workspaceId2, executionId, stepId } = job;
    const { callbackTokens } = this.options;
    let token;
    return {
      workspaceId: workspaceId2,
      executionId,
      stepId,
      nodeId: call.nodeId,
      attempt: call.attempt,
      url: call.url,
      input: call.input,
      triggerContext: call.triggerContext,
      promptOverride: call.promptOverride,
      idempotencyKey: `${executionId}:${stepId}`,
      // Both are dear to make, and most agents ask for neither.
      get callbackToken() {
        return token ??= callbackTokens.issue(job);
      },
      get signal() {
        return stop.signal;
      }
    };
  }
  /** Calls the agent, and waits no longer than it may; a call that runs on then holds no place. */
  async outside(agent, request, { agentId, stop }) {
    const { activity, agentActivity, abandoned } = this.options;
    const { executionId, stepId } = request;
    if (stop.isUp()) return null;
    const called = (async () => agent(request))();
    let forget = () => void 0;
    const timeIsUp2 = new Promise((resolve) => forget = stop.whenUp(resolve));
    try {
      return await agentActivity.track(activity.pause(Promise.race([called, timeIsUp2])));
    } finally {
      forget();
      if (stop.isUp()) abandoned.add(called, { agentId, executionId, stepId });
    }
  }
  agent(agentId) {
    const { agents: agents2 } = this.options;
    if (agentId === _chunkBOADPL7Scjs.RESERVED_AGENT_ID) return MOCK;
    return Object.hasOwn(agents2, agentId) ? _nullishCoalesce(agents2[agentId], () => ( null)) : null;
  }
};

// src/engine/jobs/directory-asker.ts
var ATTEMPT_MS = 3e4;
var DirectoryAsker = class {
  
  constructor(options) {
    this.options = options;
  }
  /** Asks what a step needs to know, and reports it on the strength of one claim. */
  async perform(claimed, work) {
    const { job, token, attempt } = claimed;
    const { stepId } = job;
    const claim = { job, token, finishes: true };
    let answers = _chunkCKBT4O4Vcjs.NO_ANSWERS;
    for (; ; ) {
      const asked = await this.ask(claimed, answers, work.stop.signal);
      if (asked === null) {
        await this.options.store.finishJobs([claim]);
        return;
      }
      if ("message" in asked) {
        const { message, retryable } = asked;
        const failed2 = { kind: "directory-failed", stepId, attempt, message, retryable };
        const outcome2 = await this.options.pipeline.submit(job, failed2, claim);
        if (outcome2.kind === "refused") await this.options.store.finishJobs([claim]);
        return;
      }
      ({ answers } = asked);
      const found = { kind: "reviewers-found", stepId, attempt, answers };
      const outcome = await this.options.pipeline.submit(job, found, claim);
      if (outcome.kind === "refused") await this.options.store.finishJobs([claim]);
      if (outcome.kind !== "accepted" || outcome.result === "found") return;
    }
  }
  /** What the directory says to all questions of an attempt; null: the step does not wait for it any more. */
  async ask({ job, attempt }, before, signal) {
    const { pipeline, definitions, directory } = this.options;
    const state = await pipeline.load(job);
    if (state === null) return null;
    const { compiled } = await definitions.ofExecution(state);
    let answers = before;
    const questions = () => _chunkHGZ2LWAMcjs.directoryQuestions.call(void 0, compiled, state, { stepId: job.stepId, attempt, answers });
    let open = questions();
    if (open === null) return null;
    if (directory === null) {
      const message = "this engine has no directory to ask for groups, roles and managers";
      return { message, retryable: false };
    }
    const limit = this.timeLimit(signal);
    try {
      const context = contextOf2(state, job.stepId, limit.signal);
      while (open !== null && open.length > 0) {
        const more = await this.outside(open, directory, context);
        answers = withAnswers(answers, more);
        open = questions();
      }
      return { answers };
    } catch (error) {
      return { message: _chunkATSCIM4Icjs.storableText.call(void 0, _chunkATSCIM4Icjs.describeError.call(void 0, error), _chunkKPSFIHDZcjs.LIMITS.errorMessageLength), retryable: true };
    } finally {
      limit.forget();
    }
  }
  async outside(asked, directory, context) {
    const { activity, directoryActivity } = this.options;
    const answers = Promise.all(asked.map((it) => answerOf(directory, it, context)));
    return directoryActivity.track(activity.pause(Promise.race([answers, timeIsUp(context.signal)])));
  }
  /** A signal that is aborted when the attempt has taken too long, too. */
  timeLimit(signal) {
    const { clock } = this.options;
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const cancel = clock.wakeAt(
      clock.now() + ATTEMPT_MS,
      () => controller.abort(new Error(`the directory did not answer within ${ATTEMPT_MS} ms`))
    );
    return {
      signal: controller.signal,
      forget: () => {
        cancel();
        signal.removeEventListener("abort", stop);
      }
    };
  }
};
var contextOf2 = ({ workspaceId: workspaceId2, organizationId, executionId }, stepId, signal) => ({ workspaceId: workspaceId2, organizationId, executionId, stepId, signal });
function timeIsUp(signal) {
  return new Promise((_, reject2) => {
    const stop = () => reject2(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
async function answerOf(directory, asked, context) {
  switch (asked.ask) {
    case "members": {
      const { kind, name } = asked;
      return { asked, said: checkedMembers(await directory.members({ kind, name }, context), asked) };
    }
    case "manager":
      return { asked, said: checkedManager(await directory.managerOf(asked.userId, context), asked.userId) };
    case "attribute": {
      const attributes = await directory.attributesOf(asked.userId, context);
      return { asked, said: attributeOf(attributes, asked.attribute) };
    }
  }
}
function checkedMembers(said, { kind, name }) {
  if (said === null || said === void 0) return null;
  if (!Array.isArray(said)) throw new Error(`the directory gave no list of the members of ${kind} "${name}"`);
  const members = said.slice(0, _chunkKPSFIHDZcjs.LIMITS.people + 1);
  if (members.every(isUserId)) return members;
  throw new Error(`the directory gave a member of ${kind} "${name}" that is no userId`);
}
function checkedManager(said, userId) {
  if (said === null || said === void 0) return null;
  if (isUserId(said)) return said;
  throw new Error(`the directory gave a manager of "${userId}" that is no userId`);
}
function attributeOf(said, attribute) {
  if (typeof said !== "object" || said === null || !Object.hasOwn(said, attribute)) return null;
  const value = said[attribute];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
var isUserId = (it) => _chunkATSCIM4Icjs.actorId.safeParse(it).success && _chunkATSCIM4Icjs.textFault.call(void 0, it) === null;
function withAnswers(before, more) {
  const of = (kind) => more.flatMap(
    ({ asked, said }) => asked.ask === kind ? [{ asked, said }] : []
  );
  return {
    members: [
      ...before.members,
      ...of("members").map(({ asked: { kind, name }, said }) => ({
        kind,
        name,
        userIds: said
      }))
    ],
    managers: [
      ...before.managers,
      ...of("manager").map(({ asked: { userId }, said }) => ({ userId, managerId: said }))
    ],
    attributes: [
      ...before.attributes,
      ...of("attribute").map(({ asked: { userId, attribute }, said }) => ({
        userId,
        attribute,
        value: said
      }))
    ]
  };
}

// src/engine/jobs/refusals.ts
var FIRST_MS = 1e3;
var LONGEST_MS3 = 3e5;
var REMEMBERED = 1e4;
var Refusals = (_class18 = class {
  __init42() {this.delays = remembered(REMEMBERED, { ttl: 2 * LONGEST_MS3 })}
  
  constructor({ longestMs = LONGEST_MS3 } = {}) {;_class18.prototype.__init42.call(this);
    this.longestMs = longestMs;
  }
  /** How long to wait this time. */
  delayOf({ workspaceId: workspaceId2, executionId, stepId, kind }) {
    const key = [workspaceId2, executionId, stepId, kind].join("\0");
    const delayMs = _nullishCoalesce(this.delays.get(key), () => ( FIRST_MS));
    this.delays.set(key, Math.min(this.longestMs, delayMs * 2));
    return delayMs;
  }
}, _class18);

// src/engine/jobs/stop-sign.ts
var StopSign = (_class19 = class {constructor() { _class19.prototype.__init43.call(this);_class19.prototype.__init44.call(this);_class19.prototype.__init45.call(this); }
  __init43() {this.controller = null}
  __init44() {this.reason = null}
  __init45() {this.listeners = []}
  /** A call, as it may have become so while something was awaited. */
  isUp() {
    return this.reason !== null;
  }
  get signal() {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.reason !== null) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }
  /** Those who look at the signal hear of it first. */
  raise(reason) {
    if (this.reason !== null) return;
    this.reason = reason;
    _optionalChain([this, 'access', _171 => _171.controller, 'optionalAccess', _172 => _172.abort, 'call', _173 => _173(reason)]);
    for (const listener of this.listeners) listener();
    this.listeners = [];
  }
  /** Calls the listener once, when it is raised. Returns a function that takes it off. */
  whenUp(listener) {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((it) => it !== listener);
    };
  }
}, _class19);

// src/engine/jobs/job-runner.ts
var MANY_JOBS = 100;
var JobRunner = (_class20 = class {
  
  /** Jobs under way, with the time that agents take. */
  __init46() {this.work = new Activity()}
  /** What can abort each; null once it has responded. */
  __init47() {this.running = /* @__PURE__ */ new Map()}
  
  __init48() {this.cancelTimer = () => void 0}
  __init49() {this.wakesAt = Infinity}
  __init50() {this.claiming = false}
  /** The claim under way, or the last one; it never fails. */
  __init51() {this.lastClaim = Promise.resolve()}
  __init52() {this.claimAgain = false}
  __init53() {this.active = false}
  __init54() {this.refusals = new Refusals()}
  constructor(options) {;_class20.prototype.__init46.call(this);_class20.prototype.__init47.call(this);_class20.prototype.__init48.call(this);_class20.prototype.__init49.call(this);_class20.prototype.__init50.call(this);_class20.prototype.__init51.call(this);_class20.prototype.__init52.call(this);_class20.prototype.__init53.call(this);_class20.prototype.__init54.call(this);
    this.options = options;
    this.turns = new Turns(options.clock);
  }
  /** Jobs under way. */
  get count() {
    return this.running.size;
  }
  start() {
    this.active = true;
    this.claim();
  }
  /** Jobs were written: look for them when the first is due. */
  notice(jobs) {
    const { kinds, clock } = this.options;
    if (jobs.length > MANY_JOBS) this.turns.useUp();
    for (const { kind, dueAt: dueAt2 } of jobs) {
      if (!kinds.includes(kind)) continue;
      if (dueAt2 <= clock.now()) this.claim();
      else this.wakeAt(dueAt2);
    }
  }
  /** Tells the work on a step that has ended to stop: its result would be refused. */
  abandonSteps(workspaceId2, executionId, stepIds) {
    for (const [{ job }, stop] of this.running) {
      const isOf = job.workspaceId === workspaceId2 && job.executionId === executionId;
      if (isOf && stepIds.includes(job.stepId)) _optionalChain([stop, 'optionalAccess', _174 => _174.raise, 'call', _175 => _175(new Error("the step has ended"))]);
    }
  }
  /** Claims no more, waits up to `graceMs` for what is under way, then aborts it and gives its jobs back. */
  async stop(graceMs) {
    this.active = false;
    this.cancelTimer();
    const done = Promise.all([this.lastClaim, this.work.idle()]).then(() => void 0);
    await within(this.options.clock, graceMs, done);
    const abandoned = [...this.running.keys()];
    if (abandoned.length === 0) return;
    await this.giveBack(abandoned);
    for (const stop of this.running.values()) _optionalChain([stop, 'optionalAccess', _176 => _176.raise, 'call', _177 => _177(new Error("the engine is stopping"))]);
  }
  /** If the store does not take them back, their leases end: nobody renews them for work that was told to stop. */
  async giveBack(jobs) {
    try {
      await this.options.store.releaseJobs(jobs);
    } catch (error) {
      this.options.logger.warn("jobs could not be given back; others have them when their leases end", error);
    }
  }
  claim() {
    if (!this.active) return;
    if (this.claiming) {
      this.claimAgain = true;
      return;
    }
    this.claiming = true;
    this.lastClaim = this.options.activity.track(this.claimUntilDone());
  }
  async claimUntilDone() {
    await this.claimAll();
    this.claiming = false;
    if (this.claimAgain) this.claim();
  }
  async claimAll() {
    const { store: store2, clock, kinds, leaseMs, concurrency, logger, pollMs, random } = this.options;
    try {
      do {
        this.claimAgain = false;
        const limit = concurrency - this.running.size;
        if (limit <= 0) return;
        await this.turns.pause();
        await clock.unknown();
        if (this.hasStopped()) return;
        const perKey = _optionalChain([this, 'access', _178 => _178.options, 'access', _179 => _179.keyLimits, 'optionalCall', _180 => _180(this.running.keys())]);
        const { claimed, nextDueAt } = await store2.claimJobs({
          kinds,
          now: clock.now(),
          leaseMs,
          limit,
          ...perKey !== void 0 && { perKey }
        });
        if (this.hasStopped()) {
          if (claimed.length > 0) await this.giveBack(claimed);
          return;
        }
        this.tell(claimed);
        for (const job of claimed) this.begin(job);
        if (nextDueAt !== null) this.wakeAt(nextDueAt);
        if (claimed.length === limit) this.claimAgain = true;
      } while (this.claimAgain && !this.hasStopped());
      if (store2.shared) this.wakeAt(clock.now() + jittered(pollMs, random));
    } catch (error) {
      logger.error("jobs could not be claimed; trying again", error);
      this.wakeAt(clock.now() + jittered(pollMs, random));
    }
  }
  /** A call, as it may have become so while something was awaited. */
  hasStopped() {
    return !this.active;
  }
  begin(job) {
    const stop = new StopSign();
    this.running.set(job, stop);
    const stopRenewing = this.renewing(job, stop);
    const work = async () => {
      try {
        await observed(
          this.options.telemetry,
          () => described(job, this.options.clock.now()),
          () => this.options.perform(job, {
            stop,
            responded: () => this.running.set(job, null)
          }),
          () => "done"
        );
      } catch (error) {
        stopRenewing();
        if (error instanceof HostRefusal) await this.postpone(job);
        this.options.logger.error(`job ${job.job.kind} of step ${job.job.stepId} was left undone`, error);
      }
      stopRenewing();
      this.running.delete(job);
      this.claim();
    };
    void this.options.activity.track(this.work.track(work()));
  }
  tell(claimed) {
    const { telemetry, clock } = this.options;
    if (telemetry === null) return;
    const now = clock.now();
    for (const kind of new Set(claimed.map(({ job }) => job.kind))) {
      const ofKind = claimed.filter(({ job }) => job.kind === kind);
      const delaysMs = ofKind.map(({ dueAt: dueAt2 }) => Math.max(0, now - dueAt2));
      telemetry.happened({ kind: "claimed", job: kind, delaysMs });
    }
  }
  /** What the host has refused is done again after a while, longer each time, by whoever is there then. */
  async postpone(job) {
    const { store: store2, clock, logger } = this.options;
    const delayMs = this.refusals.delayOf(job.job);
    try {
      const now = clock.now();
      await store2.extendJobs([job], { now, leaseMs: delayMs });
      this.wakeAt(now + delayMs);
    } catch (error) {
      logger.warn("a refused job could not be postponed; it is tried again when its lease ends", error);
    }
  }
  /** Renews the lease at every third of its length, until told to stop or it is lost. */
  renewing(job, stop) {
    const { store: store2, clock, leaseMs, logger } = this.options;
    let stopped = false;
    let cancel = () => void 0;
    const plan = () => {
      cancel = clock.wakeAt(clock.now() + Math.ceil(leaseMs / 3), () => void renew());
    };
    const renew = async () => {
      if (stop.isUp()) return;
      try {
        const [held] = await store2.extendJobs([job], { now: clock.now(), leaseMs });
        if (held === false) {
          _optionalChain([this, 'access', _181 => _181.options, 'access', _182 => _182.telemetry, 'optionalAccess', _183 => _183.happened, 'call', _184 => _184({ kind: "lease-lost", what: job.job.kind })]);
          stop.raise(new Error("the lease was lost"));
        }
      } catch (error) {
        logger.warn("a lease could not be renewed; trying again", error);
      }
      if (!stopped && !stop.isUp()) plan();
    };
    plan();
    return () => {
      stopped = true;
      cancel();
    };
  }
  wakeAt(at) {
    if (at >= this.wakesAt || !this.active) return;
    this.cancelTimer();
    this.wakesAt = at;
    this.cancelTimer = this.options.clock.wakeAt(at, () => {
      this.wakesAt = Infinity;
      this.claim();
    });
  }
}, _class20);
var described = ({ job, dueAt: dueAt2 }, now) => ({
  kind: "job",
  job: job.kind,
  workspaceId: job.workspaceId,
  executionId: job.executionId,
  stepId: job.stepId,
  delayMs: Math.max(0, now - dueAt2)
});
var jittered = (ms2, random) => Math.round(ms2 * (0.75 + random() / 2));
async function within(clock, ms2, work) {
  let cancel = () => void 0;
  const end = new Promise((resolve) => {
    cancel = clock.wakeAt(clock.now() + ms2, resolve);
  });
  await Promise.race([work, end]);
  cancel();
}

// src/engine/jobs/retention.ts
var Retention = (_class21 = class {
  
  __init55() {this.cancelTimer = () => void 0}
  __init56() {this.active = false}
  __init57() {this.sweep = Promise.resolve()}
  
  constructor(parts) {;_class21.prototype.__init55.call(this);_class21.prototype.__init56.call(this);_class21.prototype.__init57.call(this);
    this.parts = parts;
    this.turns = new Turns(parts.clock);
  }
  start() {
    this.active = true;
    this.run();
  }
  async stop() {
    this.active = false;
    this.cancelTimer();
    await this.sweep;
  }
  run() {
    const { activity, clock, options } = this.parts;
    const next = clock.now() + options.everyMs;
    this.sweep = activity.track(this.deleteAll()).then(() => {
      if (this.active) this.cancelTimer = clock.wakeAt(next, () => this.run());
    });
  }
  async deleteAll() {
    const { store: store2, clock, logger, options } = this.parts;
    const { endedMs, keysMs, batchSize: limit } = options;
    try {
      await clock.unknown();
      const now = clock.now();
      await store2.trimFeed({ before: now - options.feedMs });
      const request = { endedBefore: now - endedMs, keysBefore: now - Math.max(keysMs, endedMs), limit };
      while (this.active && await store2.deleteEnded(request) === limit) await this.turns.next();
    } catch (error) {
      logger.error("ended executions could not be deleted; trying again later", error);
    }
  }
}, _class21);

// src/engine/jobs/receiver-limits.ts
var FAILURES_IN_A_ROW = 5;
var REMEMBERED2 = 1e4;
var QUICK_MS = 250;
var SLOW_MS = 1e3;
var AHEAD = 4;
var AHEAD_OF_ALL = 2;
var SHARES = 2;
var MOVING = 4;
var ReceiverLimits = (_class22 = class {
  
  
  /** In a row, by concurrency key. */
  __init58() {this.failures = remembered(REMEMBERED2)}
  __init59() {this.quick = remembered(REMEMBERED2)}
  /** Under way, by concurrency key. */
  __init60() {this.underWay = /* @__PURE__ */ new Map()}
  /** Under way, by workspace. */
  __init61() {this.ofWorkspace = /* @__PURE__ */ new Map()}
  /** Of these, without an answer for `SLOW_MS`. */
  __init62() {this.lateOf = /* @__PURE__ */ new Map()}
  __init63() {this.total = 0}
  /** The first workspace that was delivered for, and whether there was another one. */
  __init64() {this.firstWorkspace = null}
  __init65() {this.isShared = false}
  /** As many as are claimed at most, in the order in which they came. */
  __init66() {this.waiting = []}
  constructor({ perReceiver, concurrency }) {;_class22.prototype.__init58.call(this);_class22.prototype.__init59.call(this);_class22.prototype.__init60.call(this);_class22.prototype.__init61.call(this);_class22.prototype.__init62.call(this);_class22.prototype.__init63.call(this);_class22.prototype.__init64.call(this);_class22.prototype.__init65.call(this);_class22.prototype.__init66.call(this);
    this.perReceiver = perReceiver;
    this.concurrency = concurrency;
  }
  /** Claims there may be at once. */
  static claims(concurrency) {
    return concurrency * AHEAD_OF_ALL;
  }
  /** What may be claimed beside the jobs that are claimed. */
  limits(running) {
    const left = {};
    for (const [key, failures] of this.failures) if (failures >= FAILURES_IN_A_ROW) left[key] = 1;
    const slow = /* @__PURE__ */ new Map();
    for (const { job, concurrencyKey: key } of running) {
      if (key === null) continue;
      left[key] = Math.max((_nullishCoalesce(left[key], () => ( this.claimable(key)))) - 1, 0);
      if (this.isQuick(key)) continue;
      const keys = slow.get(job.workspaceId);
      if (keys === void 0) slow.set(job.workspaceId, [key]);
      else keys.push(key);
    }
    for (const keys of slow.values())
      if (keys.length >= this.concurrency) for (const key of keys) left[key] = 0;
    return { each: this.perReceiver, left };
  }
  /** Resolves when the receiver and the workspace have room, or with what is to be done with the claim. */
  enter({ workspaceId: workspaceId2, key }) {
    this.firstWorkspace ??= workspaceId2;
    if (workspaceId2 !== this.firstWorkspace) this.isShared = true;
    return new Promise((begin) => {
      this.waiting.push({ workspaceId: workspaceId2, key, begin });
      this.admit();
      this.putOff(workspaceId2);
    });
  }
  note(key, { succeeded, tookMs }) {
    const failures = succeeded ? 0 : (_nullishCoalesce(this.failures.get(key), () => ( 0))) + 1;
    if (failures === 0) this.failures.delete(key);
    else this.failures.set(key, failures);
    if (failures >= FAILURES_IN_A_ROW || tookMs >= SLOW_MS) this.noteSlow(key);
    else if (succeeded && tookMs < QUICK_MS) this.quick.set(key, 1);
  }
  noteSlow(key) {
    if (this.quick.delete(key)) this.giveBack(key);
  }
  claimable(key) {
    return this.quick.has(key) ? this.perReceiver * AHEAD : this.perReceiver;
  }
  giveBack(key) {
    const slow = this.waiting.filter((it) => it.key === key);
    this.waiting = this.waiting.filter((it) => it.key !== key);
    for (const { begin } of slow) begin("given-back");
  }
  hasRoom({ workspaceId: workspaceId2, key }) {
    if (this.total >= this.concurrency) return false;
    if (key !== null && countOf(this.underWay, key) >= this.perReceiver) return false;
    return countOf(this.ofWorkspace, workspaceId2) < this.places;
  }
  /** If it is stuck, all but a few of what waits; receivers that answer at once are soon done with what waits for them. */
  putOff(workspaceId2) {
    if (countOf(this.lateOf, workspaceId2) < Math.ceil(this.places * (1 - 1 / MOVING))) return;
    const isMeant = (it) => it.workspaceId === workspaceId2 && !this.isQuick(it.key);
    const late = new Set(this.waiting.filter(isMeant).slice(this.share));
    if (late.size === 0) return;
    this.waiting = this.waiting.filter((it) => !late.has(it));
    for (const { begin } of late) begin("put-off");
  }
  isQuick(key) {
    return key !== null && this.quick.has(key);
  }
  /** That a workspace may have. */
  get places() {
    return this.isShared ? this.share : this.concurrency;
  }
  get share() {
    return Math.ceil(this.concurrency / SHARES);
  }
  admit() {
    this.waiting = this.waiting.filter((it) => {
      if (!this.hasRoom(it)) return true;
      this.count(it, 1);
      it.begin(this.placeOf(it));
      return false;
    });
  }
  placeOf(it) {
    let isLate = false;
    return {
      leave: () => {
        if (isLate) add(this.lateOf, it.workspaceId, -1);
        this.count(it, -1);
        this.admit();
      },
      late: () => {
        if (!isLate) add(this.lateOf, it.workspaceId, 1);
        isLate = true;
        if (it.key !== null) this.noteSlow(it.key);
        this.putOff(it.workspaceId);
      }
    };
  }
  count({ workspaceId: workspaceId2, key }, by) {
    this.total += by;
    add(this.underWay, key, by);
    add(this.ofWorkspace, workspaceId2, by);
  }
}, _class22);
var countOf = (counts, key) => _nullishCoalesce(counts.get(key), () => ( 0));
function add(counts, key, by) {
  const count2 = countOf(counts, key) + by;
  if (count2 === 0) counts.delete(key);
  else counts.set(key, count2);
}

// src/engine/webhooks/attempt.ts
var failed = (error) => ({ ok: false, status: null, error });
async function attemptBy(transport, attempt, logger) {
  try {
    const outcome = await transport.deliver(attempt);
    if (isOutcome(outcome)) return outcome;
    logger.error(
      "the webhook transport returned what is no WebhookOutcome; the attempt counts as failed",
      outcome
    );
    return failed("the transport returned no outcome; see the log of the engine");
  } catch (error) {
    logger.error("the webhook transport threw; the attempt counts as failed", error);
    return failed("the transport threw; see the log of the engine");
  }
}
function isOutcome(given) {
  if (typeof given !== "object" || given === null) return false;
  const { ok, status, error } = given;
  if (ok === true) return isStatus(status);
  return ok === false && (status === null || isStatus(status)) && typeof error === "string";
}
var isStatus = (status) => Number.isInteger(status) && status >= 0 && status <= 999;

// src/engine/jobs/delivery-worker.ts
var JITTER = 0.1;
var GOES_ON_MS = 250;
var PUT_OFF_MS = 1e4;
var AT_ONCE2 = 2;
var afterMs = (ms2) => new Promise((resolve) => void setTimeout(resolve, ms2));
var DeliveryWorker = (_class23 = class {
  
  
  
  
  
  
  __init67() {this.delays = new Refusals({ longestMs: PUT_OFF_MS })}
  constructor(options) {;_class23.prototype.__init67.call(this);
    this.options = options;
    this.receivers = new ReceiverLimits(options);
    const { store: store2 } = options;
    const limits = { ...options.limits, maxConcurrent: Math.min(AT_ONCE2, options.limits.maxConcurrent) };
    this.loads = new Batcher((claims) => store2.loadDeliveries(claims), limits);
    this.results = new Batcher((lists) => recordAll(store2, lists), limits);
    this.givenBack = new Batcher(async (claims) => {
      await store2.releaseJobs(claims);
      return claims.map(() => void 0);
    }, limits);
    this.putOff = new Batcher((claims) => {
      const leaseMs = Math.max(...claims.map(({ job }) => this.delays.delayOf(job)));
      return store2.extendJobs(claims, { now: options.clock.now(), leaseMs });
    }, limits);
  }
  limits(running) {
    return this.receivers.limits(running);
  }
  async perform(claimed, { stop: { signal } }) {
    const { job, token } = claimed;
    const claim = { job, token };
    const work = await this.loads.add(claim);
    if (work === null) return;
    const { concurrencyKey: key } = claimed;
    const place = await this.receivers.enter({ workspaceId: job.workspaceId, key });
    if (place === "given-back" || place === "put-off") {
      await (place === "put-off" ? this.putOff : this.givenBack).add(claim);
      return;
    }
    if (signal.aborted) {
      place.leave();
      return;
    }
    const results = await this.deliverDue(claim, work, { signal, claimed, place }).finally(place.leave);
    await this.record(results);
  }
  /** The one that the claim is for, and behind it what is due too, until one fails. */
  async deliverDue(claim, work, {
    signal,
    claimed,
    place
  }) {
    const { clock } = this.options;
    const { concurrencyKey: key } = claimed;
    const until = clock.now() + GOES_ON_MS;
    const results = [];
    const signed = await this.signed(work);
    for (const pending of [work, ..._nullishCoalesce(work.following, () => ( NONE3))]) {
      const { delivery } = pending;
      const isNext = results.length > 0;
      const began = clock.now();
      if (isNext && (signal.aborted || began >= until || !isDue(delivery, began))) break;
      const attempt = () => this.attempt(pending, signed, signal);
      const outcome = await this.timed(place, this.told(claimed, delivery, attempt)).catch(
        (error) => {
          if (isNext) return null;
          throw error;
        }
      );
      if (outcome === null) break;
      const tookMs = clock.now() - began;
      if (key !== null) this.receivers.note(key, { succeeded: outcome.ok, tookMs });
      results.push(this.result(claim, delivery, outcome));
      if (!outcome.ok) break;
    }
    return results;
  }
  /** One that hangs is slow before it has answered. */
  timed({ late }, attempt) {
    const { clock } = this.options;
    return attempt.finally(clock.wakeAt(clock.now() + SLOW_MS, late));
  }
  told(claimed, { attempts }, attempt) {
    const { workspaceId: workspaceId2, executionId } = claimed.job;
    return observed(
      this.options.telemetry,
      () => ({
        ...{ kind: "delivery", workspaceId: workspaceId2, executionId, attempt: attempts },
        receiver: _nullishCoalesce(claimed.concurrencyKey, () => ( ""))
      }),
      attempt,
      ({ ok }) => {
        if (ok) return "delivered";
        return this.options.retryDelaysMs[attempts] === void 0 ? "dead" : "retrying";
      }
    );
  }
  /** While a transaction of somebody else holds the execution, its results wait, and nobody else's. */
  async record(results) {
    let busy = NOT_BUSY;
    while (await this.results.add(results) === "busy") {
      busy = busyAgain(busy);
      if (busy === null) throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("UNAVAILABLE", LOCKED);
      await afterMs(busy.delayMs);
    }
  }
  async attempt({ delivery, event }, signed, signal) {
    const { transport, clock, logger } = this.options;
    if ("ok" in signed) return signed;
    const attempt = {
      ...signed,
      body: new TextEncoder().encode(JSON.stringify(event)),
      eventId: event.eventId,
      attempt: delivery.attempts,
      now: clock.now(),
      signal
    };
    return attemptBy(transport, attempt, logger);
  }
  /** Where the deliveries of a claim go, and what signs them. */
  async signed(work) {
    const { clock, definitions, secrets } = this.options;
    const { execution } = work;
    const definition = await definitions.ofExecution(execution);
    const receiver = receiverOf(execution, definition);
    if (receiver === null) return failed("the definition names no receiver");
    const signing = await secrets.signing(work, definition, receiver, clock.now()).catch(unreadable2);
    if (signing instanceof UnreadableSecret) return failed(signing.message);
    const [newest, ...older] = signing;
    if (newest === void 0) return failed("there is no secret to sign with");
    return { url: receiver.url, secrets: [newest, ...older] };
  }
  result(claim, delivery, outcome) {
    const at = this.options.clock.now();
    const ended2 = { claim, seq: delivery.seq, at, lastStatus: outcome.status };
    if (outcome.ok) return { ...ended2, status: "delivered", nextAttemptAt: null, lastError: null };
    const lastError = _chunkATSCIM4Icjs.storableText.call(void 0, outcome.error, _chunk6D4P3BWXcjs.ERROR_LENGTH);
    const delay = this.options.retryDelaysMs[delivery.attempts];
    if (delay === void 0) return { ...ended2, status: "dead", nextAttemptAt: null, lastError };
    const nextAttemptAt = at + Math.ceil(delay * (1 + JITTER * this.options.random()));
    return { ...ended2, status: "pending", nextAttemptAt, lastError };
  }
}, _class23);
var NONE3 = [];
var isDue = ({ nextAttemptAt }, now) => nextAttemptAt !== null && nextAttemptAt <= now;
async function recordAll(store2, lists) {
  const all = await store2.recordDeliveryResults(lists.flat());
  let next = 0;
  return lists.map((list) => {
    const recorded = _nullishCoalesce(all[next], () => ( false));
    next += list.length;
    return recorded;
  });
}
function unreadable2(error) {
  if (error instanceof UnreadableSecret) return error;
  throw error;
}

// src/engine/jobs/workers.ts
var TIMER_KINDS = ["step-deadline", "agent-timeout", "step-reminder"];
var DIRECTORY_CONCURRENCY = 16;
var TIMER_CONCURRENCY = 64;
var Workers = (_class24 = class {
  /** The time that agents take, and the directory. */
  __init68() {this.agentActivity = new Activity()}
  
  
  
  
  
  
  
  
  constructor(context, settings) {;_class24.prototype.__init68.call(this);
    this.context = context;
    this.settings = settings;
    this.abandonedCalls = new AbandonedCalls(context.clock, settings.logger);
    this.agentCalls = this.agentRunner();
    this.timers = this.runner({
      kinds: TIMER_KINDS,
      concurrency: TIMER_CONCURRENCY,
      perform: (job) => performTimer(context, job)
    });
    this.directory = this.directoryRunner();
    this.deliveries = this.deliveryRunner();
    this.retention = this.retentionOf();
  }
  start() {
    this.agentCalls.start();
    this.timers.start();
    this.directory.start();
    _optionalChain([this, 'access', _185 => _185.deliveries, 'optionalAccess', _186 => _186.start, 'call', _187 => _187()]);
    _optionalChain([this, 'access', _188 => _188.retention, 'optionalAccess', _189 => _189.start, 'call', _190 => _190()]);
  }
  async stop(graceMs) {
    const runners = [
      this.agentCalls,
      this.timers,
      this.directory,
      ...this.deliveries === null ? [] : [this.deliveries]
    ];
    await Promise.all([...runners.map((runner) => runner.stop(graceMs)), _optionalChain([this, 'access', _191 => _191.retention, 'optionalAccess', _192 => _192.stop, 'call', _193 => _193()])]);
    this.abandonedCalls.stop();
  }
  /** Jobs of every kind that are being done. */
  get running() {
    const runners = [this.agentCalls, this.timers, this.directory, this.deliveries];
    return runners.reduce((sum, runner) => sum + (_nullishCoalesce(_optionalChain([runner, 'optionalAccess', _194 => _194.count]), () => ( 0))), 0);
  }
  stats() {
    return {
      agentCalls: { running: this.agentCalls.count, abandoned: this.abandonedCalls.count },
      timers: { running: this.timers.count },
      deliveries: { running: _nullishCoalesce(_optionalChain([this, 'access', _195 => _195.deliveries, 'optionalAccess', _196 => _196.count]), () => ( 0)) }
    };
  }
  /** What a commit has left to do, or made needless. */
  notice({ state, newJobs, endedStepIds, push }) {
    this.agentCalls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.agentCalls.notice(newJobs);
    this.timers.notice(newJobs);
    this.directory.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.directory.notice(newJobs);
    if (push !== null) this.deliveriesAreDue();
  }
  deliveriesAreDue() {
    _optionalChain([this, 'access', _197 => _197.deliveries, 'optionalAccess', _198 => _198.notice, 'call', _199 => _199([{ kind: "webhook-delivery", dueAt: this.context.clock.now() }])]);
  }
  agentRunner() {
    const { store: store2, agents: agents2, pipeline, activity, callbackTokens } = this.context;
    const { agentActivity, abandonedCalls: abandoned } = this;
    const caller = new AgentCaller({
      store: store2,
      pipeline,
      agents: agents2,
      activity,
      agentActivity,
      abandoned,
      callbackTokens,
      telemetry: this.context.telemetry
    });
    return this.runner({
      kinds: ["agent-call"],
      concurrency: this.settings.jobs.agentConcurrency,
      perform: (job, work) => caller.perform(job, work)
    });
  }
  directoryRunner() {
    const { store: store2, clock, pipeline, definitions, activity, directory } = this.context;
    const { agentActivity: directoryActivity } = this;
    const asker = new DirectoryAsker({
      store: store2,
      clock,
      pipeline,
      definitions,
      directory,
      activity,
      directoryActivity
    });
    return this.runner({
      kinds: ["resolve-reviewers"],
      concurrency: DIRECTORY_CONCURRENCY,
      perform: (job, work) => asker.perform(job, work)
    });
  }
  deliveryRunner() {
    const { webhooks, batches: limits } = this.settings;
    if (webhooks === null) return null;
    const { store: store2, clock, definitions, secrets } = this.context;
    const { transport, retryDelaysMs, random, concurrency, perReceiver } = webhooks;
    const deliveryWorker = new DeliveryWorker({
      store: store2,
      clock,
      definitions,
      secrets,
      transport,
      retryDelaysMs,
      random,
      concurrency,
      perReceiver,
      limits,
      logger: this.settings.logger,
      telemetry: this.context.telemetry
    });
    return this.runner({
      kinds: ["webhook-delivery"],
      concurrency: ReceiverLimits.claims(concurrency),
      keyLimits: (running) => deliveryWorker.limits(running),
      perform: (job, work) => deliveryWorker.perform(job, work)
    });
  }
  retentionOf() {
    const { retention: options, logger } = this.settings;
    if (options === null) return null;
    const { store: store2, clock, activity } = this.context;
    return new Retention({ store: store2, clock, logger, activity, options });
  }
  runner(own) {
    const { logger, random } = this.settings;
    const { leaseMs, pollMs } = this.settings.jobs;
    const { store: store2, clock, activity, telemetry } = this.context;
    return new JobRunner({ store: store2, clock, logger, random, activity, telemetry, leaseMs, pollMs, ...own });
  }
}, _class24);
async function performTimer({ pipeline, store: store2 }, claimed) {
  const { job, token, dueAt: dueAt2 } = claimed;
  const claim = { job, token, finishes: true };
  const submitted = await pipeline.submit(job, timerCommand(job, dueAt2), claim);
  if (submitted.kind === "refused") await store2.finishJobs([claim]);
}
function timerCommand({ kind, stepId }, dueAt2) {
  if (kind === "step-deadline") return { kind: "deadline-passed", stepId, dueAt: dueAt2 };
  if (kind === "step-reminder") return { kind: "reminder-due", stepId, dueAt: dueAt2 };
  return { kind: "agent-timed-out", stepId };
}

// src/engine/scheduling/store-clock.ts
var GOOD_FOR_MS2 = 5e3;
var SET_BY_MS = 500;
var LONGEST_LOOK_MS = 1e3;
var StoreClock = (_class25 = class {
  
  
  __init69() {this.offsetMs = 0}
  __init70() {this.last = null}
  __init71() {this.measuring = null}
  constructor(own, store2) {;_class25.prototype.__init69.call(this);_class25.prototype.__init70.call(this);_class25.prototype.__init71.call(this);
    this.own = own;
    this.store = store2;
  }
  now() {
    return this.own.now() + this.offsetMs;
  }
  wakeAt(at, wake) {
    return this.own.wakeAt(at - this.offsetMs, wake);
  }
  /** null: `now()` can be relied on; otherwise it can when this has resolved. Rejects when the store fails. */
  unknown() {
    if (this.store.now === void 0) return null;
    const { last } = this;
    const passedMs = last === null ? Infinity : performance.now() - last.at;
    const setByMs = last === null ? 0 : this.own.now() - last.ownNow - passedMs;
    const mustWait = last === null || Math.abs(setByMs) > SET_BY_MS;
    if (!mustWait && passedMs < GOOD_FOR_MS2) return null;
    this.measuring ??= this.measure().finally(() => this.measuring = null);
    if (mustWait) return this.measuring;
    this.measuring.catch(() => void 0);
    return null;
  }
  async measure() {
    const before = this.own.now();
    const storeNow = await _optionalChain([this, 'access', _200 => _200.store, 'access', _201 => _201.now, 'optionalCall', _202 => _202()]);
    const after = this.own.now();
    if (storeNow === void 0 || this.last !== null && after - before > LONGEST_LOOK_MS) return;
    const [least, most] = [storeNow - after, storeNow + 1 - before];
    const isRight = this.offsetMs >= least && this.offsetMs <= most;
    if (!isRight) this.offsetMs = Math.round((least + most) / 2);
    this.last = { at: performance.now(), ownNow: after };
  }
}, _class25);

// src/engine/engine.ts
var DEFAULT_WORKSPACE = "default";
function createApprovalEngine(options) {
  return new Engine(settingsOf(checkOptions2(options)));
}
var Engine = (_class26 = class {
  
  
  
  
  
  
  
  
  
  
  
  
  
  
  
  __init72() {this.stopping = new AbortController()}
  constructor(settings) {;_class26.prototype.__init72.call(this);
    this.settings = settings;
    this.events = new EngineEvents(settings.logger);
    const clock = new StoreClock(settings.clock, settings.store);
    this.signals = new CommitSignals(clock);
    this.context = engineContext(settings, clock, {
      signals: this.signals,
      stopping: this.stopping.signal,
      onCommitted: (change) => this.committed(change),
      onRedelivery: () => this.workers.deliveriesAreDue(),
      runningJobs: () => this.workers.running
    });
    this.workers = new Workers(this.context, settings);
    this.inbound = new InboundOperations(this.context);
    const own = this.forWorkspace(DEFAULT_WORKSPACE);
    this.definitions = own.definitions;
    this.executions = own.executions;
    this.steps = own.steps;
    this.people = own.people;
    this.webhooks = own.webhooks;
    this.feed = own.feed;
    this.links = own.links;
    this.ask = own.ask;
    this.health = own.health;
    if (settings.jobs.run) this.workers.start();
  }
  async isHealthy() {
    return isOk(await this.context.health.at(null));
  }
  async doctor(request = {}) {
    return examine(this.context, DEFAULT_WORKSPACE, request);
  }
  stats() {
    return this.workers.stats();
  }
  forWorkspace(workspaceId2, caller = {}) {
    checkCaller(caller);
    return operationsOn(this.context, workspaceId2, caller);
  }
  withTransaction(transaction) {
    const store2 = _optionalChain([this, 'access', _203 => _203.settings, 'access', _204 => _204.store, 'access', _205 => _205.inTransaction, 'optionalCall', _206 => _206(transaction)]);
    if (store2 === void 0) {
      throw new (0, _chunk6D4P3BWXcjs.ApprovalError)("FAILED_PRECONDITION", "this store cannot join a transaction of the host");
    }
    const changes = [];
    let redelivered = false;
    const batches = { ...this.settings.batches, maxConcurrent: 1 };
    const settings = { ...this.settings, store: store2, batches, cachedStateBytes: 0 };
    const context = engineContext(settings, this.context.clock, {
      signals: this.signals,
      stopping: this.stopping.signal,
      onCommitted: (change) => changes.push(change),
      onRedelivery: () => redelivered = true,
      runningJobs: this.context.runningJobs
    });
    return {
      ...changesOn(context, DEFAULT_WORKSPACE),
      forWorkspace: (workspaceId2) => changesOn(context, workspaceId2),
      committed: () => {
        for (const change of changes.splice(0)) this.committed(change);
        if (redelivered) this.workers.deliveriesAreDue();
      }
    };
  }
  on(type, listener) {
    return this.events.on(type, listener);
  }
  async idle({ exceptAgents = false } = {}) {
    const parts = [this.context.activity, ...exceptAgents ? [] : [this.workers.agentActivity]];
    while (!parts.every((it) => it.isIdle)) await Promise.all(parts.map((it) => it.idle()));
  }
  resealSecrets() {
    return operate(this.context, () => this.context.secrets.resealAll());
  }
  stop({ graceMs = 1e4 } = {}) {
    this.stopping.abort(new Error("the engine is stopping"));
    return this.workers.stop(_chunkRTIO26VCcjs.msOf.call(void 0, graceMs));
  }
  committed(change) {
    this.workers.notice(change);
    this.signals.notice(change);
    this.events.publish(change.events, { workspaceId: change.state.workspaceId });
  }
}, _class26);
function operationsOn(context, given, caller) {
  const workspaceId2 = context.parser.parse(_chunk6D4P3BWXcjs.workspace, { workspaceId: given }).workspaceId;
  return {
    definitions: new DefinitionOperations(context, workspaceId2),
    executions: new ExecutionOperations(context, workspaceId2, caller),
    steps: new StepOperations(context, workspaceId2, caller),
    people: new PeopleOperations(context, workspaceId2),
    webhooks: new WebhookOperations(context, workspaceId2, caller),
    feed: new FeedOperations(context, workspaceId2, caller),
    links: new LinkOperations(context, workspaceId2, caller),
    ask: (request) => new Asking(context, workspaceId2).ask(request),
    health: async () => healthOf(await context.health.at(workspaceId2), context.runningJobs())
  };
}
function changesOn(context, workspaceId2) {
  const {
    feed: _,
    ask: __,
    links: ___,
    health: ____,
    executions,
    ...operations
  } = operationsOn(context, workspaceId2, {});
  const changing = Object.create(executions, {
    wait: { value: void 0 }
  });
  return { ...operations, executions: changing };
}


























exports.visibleFault = visibleFault; exports.sha256Hex = sha256Hex; exports.PERMIT_KEY_PREFIX = PERMIT_KEY_PREFIX; exports.isOfPermit = isOfPermit; exports.STORE_CONTRACT_VERSION = STORE_CONTRACT_VERSION; exports.workingCalendar = workingCalendar; exports.calendars = calendars; exports.remembered = remembered; exports.changeBetween = changeBetween2; exports.systemClock = systemClock; exports.randomIds = randomIds; exports.consoleLogger = consoleLogger; exports.guardedLogger = guardedLogger; exports.DEFAULT_LIMITS = DEFAULT_LIMITS; exports.DEFAULT_BATCHES = DEFAULT_BATCHES; exports.DEFAULT_JOBS = DEFAULT_JOBS; exports.RETRY_DELAYS_MS = RETRY_DELAYS_MS; exports.DEFAULT_WEBHOOKS = DEFAULT_WEBHOOKS; exports.DEFAULT_RETENTION = DEFAULT_RETENTION; exports.listWithin = listWithin; exports.effectOf = effectOf; exports.explain = explain; exports.DEFAULT_WORKSPACE = DEFAULT_WORKSPACE; exports.createApprovalEngine = createApprovalEngine;
//# sourceMappingURL=chunk-GWBPIR4I.cjs.map