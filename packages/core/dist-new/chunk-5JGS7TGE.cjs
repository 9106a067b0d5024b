"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class; var _class2; var _class3; var _class4; var _class5; var _class6; var _class7; var _class8; var _class9;

var _chunkGQON437Hcjs = require('./chunk-GQON437H.cjs');


var _chunkE2AYWA6Bcjs = require('./chunk-E2AYWA6B.cjs');


var _chunkC7TZWI4Bcjs = require('./chunk-C7TZWI4B.cjs');


var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');



var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');

// src/ports/store/absences.ts
var MOST_IN_FORCE = 1e3;
var longOver = (own, { most, now }) => own.filter((it) => it.until <= now).sort((a, b) => b.until - a.until).slice(most);

// src/memory/absences.ts
function memoryAbsences() {
  const workspaces = /* @__PURE__ */ new Map();
  const of = (workspaceId) => {
    const known = _nullishCoalesce(workspaces.get(workspaceId), () => ( /* @__PURE__ */ new Map()));
    workspaces.set(workspaceId, known);
    return known;
  };
  return {
    setAbsence: async (absence, bounds) => set(of(absence.workspaceId), absence, bounds),
    findAbsence: async (key) => _nullishCoalesce(of(key.workspaceId).get(key.absenceId), () => ( null)),
    clearAbsence: async (key) => of(key.workspaceId).delete(key.absenceId),
    listAbsences: async (query, page) => list([...of(query.workspaceId).values()], query, page),
    absencesInForce: async (query) => inForce([...of(query.workspaceId).values()], query)
  };
}
function set(absences, absence, { most, now }) {
  const own = [...absences.values()].filter((it) => it.userId === absence.userId);
  const overlapping = own.find((it) => it.from < absence.until && absence.from < it.until);
  if (overlapping !== void 0) {
    return { kind: isSame(overlapping, absence) ? "exists" : "overlaps", absenceId: overlapping.absenceId };
  }
  if (own.filter((it) => it.until > now).length >= most) return { kind: "full" };
  absences.set(absence.absenceId, absence);
  for (const { absenceId } of longOver([...own, absence], { most, now })) absences.delete(absenceId);
  return { kind: "created" };
}
var isSame = (a, b) => a.from === b.from && a.until === b.until && a.substituteId === b.substituteId;
function list(absences, { userId }, { limit, cursor }) {
  const after = cursor === null ? null : /^(\d{1,16}) (.+)$/s.exec(cursor);
  if (cursor !== null && after === null) return "bad-cursor";
  const [from, absenceId] = [Number(_nullishCoalesce(_optionalChain([after, 'optionalAccess', _ => _[1]]), () => ( -1))), _nullishCoalesce(_optionalChain([after, 'optionalAccess', _2 => _2[2]]), () => ( ""))];
  const found = absences.filter((it) => userId === void 0 || it.userId === userId).filter((it) => it.from > from || it.from === from && it.absenceId > absenceId).sort((a, b) => a.from - b.from || (a.absenceId < b.absenceId ? -1 : 1));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isMore = found.length > limit && last !== void 0;
  return { items, cursor: isMore ? `${last.from} ${last.absenceId}` : null };
}
var inForce = (absences, { at, userIds, as }) => absences.filter((it) => it.from <= at && at < it.until).filter((it) => userIds.includes(as === "absent" ? it.userId : it.substituteId)).slice(0, MOST_IN_FORCE);

// src/memory/definitions.ts
var scopeOf = ({ workspaceId, organizationId, documentId }) => `${workspaceId}\0${_nullishCoalesce(organizationId, () => ( ""))}\0${_nullishCoalesce(documentId, () => ( ""))}\0`;
var keyOf = (key) => scopeOf(key) + key.definitionId;
var MemoryDefinitions = (_class = class {constructor() { _class.prototype.__init.call(this);_class.prototype.__init2.call(this); }
  /** Active ones only. */
  __init() {this.byKey = /* @__PURE__ */ new Map()}
  __init2() {this.byUid = /* @__PURE__ */ new Map()}
  create(first) {
    const key = keyOf(first);
    if (this.byKey.has(key)) return "exists";
    const entry = { key, versions: [first], active: true, openExecutions: 0, executions: 0 };
    this.byKey.set(key, entry);
    this.byUid.set(first.uid, entry);
    return "created";
  }
  add(next) {
    const entry = this.entry(next);
    if (entry === void 0 || !entry.active) return "absent";
    if (next.version !== entry.versions.length + 1) return "conflict";
    entry.versions.push(next);
    return "added";
  }
  delete(ref) {
    const entry = this.entry(ref);
    if (entry === void 0 || !entry.active) return "absent";
    if (entry.openExecutions > 0) return "in-use";
    entry.active = false;
    this.byKey.delete(entry.key);
    return "deleted";
  }
  head(key) {
    const newest = _optionalChain([this, 'access', _3 => _3.byKey, 'access', _4 => _4.get, 'call', _5 => _5(keyOf(key)), 'optionalAccess', _6 => _6.versions, 'access', _7 => _7.at, 'call', _8 => _8(-1)]);
    return newest === void 0 ? null : { uid: newest.uid, version: newest.version };
  }
  /** Whether it is still so. */
  isHead({ head, ...key }) {
    const now = this.head(key);
    return _optionalChain([now, 'optionalAccess', _9 => _9.uid]) === _optionalChain([head, 'optionalAccess', _10 => _10.uid]) && _optionalChain([now, 'optionalAccess', _11 => _11.version]) === _optionalChain([head, 'optionalAccess', _12 => _12.version]);
  }
  version(ref) {
    return _nullishCoalesce(_optionalChain([this, 'access', _13 => _13.entry, 'call', _14 => _14(ref), 'optionalAccess', _15 => _15.versions, 'access', _16 => _16[ref.version - 1]]), () => ( null));
  }
  /** In the order of definitionId; the cursor names the last one returned, in words that are no id. */
  list(scope, { limit, cursor }) {
    const after = cursor === null ? "" : _optionalChain([/^after (.+)$/s, 'access', _17 => _17.exec, 'call', _18 => _18(cursor), 'optionalAccess', _19 => _19[1]]);
    if (after === void 0) return "bad-cursor";
    const prefix = scopeOf(scope);
    const ids = [...this.byKey.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)).filter((id) => id > after).sort();
    const items = ids.slice(0, limit).map((id) => _optionalChain([this, 'access', _20 => _20.byKey, 'access', _21 => _21.get, 'call', _22 => _22(prefix + id), 'optionalAccess', _23 => _23.versions, 'access', _24 => _24.at, 'call', _25 => _25(-1)]));
    return { items, cursor: ids.length > limit ? `after ${ids[limit - 1]}` : null };
  }
  /** Every version of every definition, deleted ones included. */
  all() {
    return [...this.byUid.values()].flatMap((entry) => entry.versions);
  }
  replaceSecrets(ref, before, next) {
    const version = this.version(ref);
    const versions = _optionalChain([this, 'access', _26 => _26.entry, 'call', _27 => _27(ref), 'optionalAccess', _28 => _28.versions]);
    if (version === null || versions === void 0 || version.sealedSecrets !== before) return false;
    versions[ref.version - 1] = { ...version, sealedSecrets: next };
    return true;
  }
  isActive(ref) {
    return _optionalChain([this, 'access', _29 => _29.entry, 'call', _30 => _30(ref), 'optionalAccess', _31 => _31.active]) === true;
  }
  executionBegan(ref) {
    const entry = this.entry(ref);
    if (entry === void 0) return;
    entry.openExecutions += 1;
    entry.executions += 1;
  }
  executionEnded(ref) {
    const entry = this.entry(ref);
    if (entry !== void 0) entry.openExecutions -= 1;
  }
  executionDeleted(ref) {
    const entry = this.entry(ref);
    if (entry === void 0) return;
    entry.executions -= 1;
    if (entry.executions > 0 || !_chunkE2AYWA6Bcjs.isReservedId.call(void 0, _optionalChain([entry, 'access', _32 => _32.versions, 'access', _33 => _33[0], 'optionalAccess', _34 => _34.definitionId]))) return;
    this.byUid.delete(ref.uid);
    this.byKey.delete(entry.key);
  }
  entry({ workspaceId, uid }) {
    const entry = this.byUid.get(uid);
    return _optionalChain([entry, 'optionalAccess', _35 => _35.versions, 'access', _36 => _36[0], 'optionalAccess', _37 => _37.workspaceId]) === workspaceId ? entry : void 0;
  }
}, _class);

// src/ports/store/health.ts
var HEALTH_COUNT = 1e4;
var HEALTH_FEEDS = 100;

// src/interpreter/job.ts
var JOB_KINDS = [
  /** Call the agent of a step. */
  "agent-call",
  /** The step's SLA has passed. */
  "step-deadline",
  /** The agent's ceiling of run time has passed. */
  "agent-timeout",
  /** Ask the directory who decides a step. */
  "resolve-reviewers",
  /** A reminder of a step is due. */
  "step-reminder"
];

// src/ports/store/jobs.ts
var STORED_JOB_KINDS = [...JOB_KINDS, "webhook-delivery"];
var LIVE_CLAIMS = 1e3;

// src/memory/health.ts
var capped = (count) => Math.min(HEALTH_COUNT, count);
function least(times) {
  let found = null;
  for (const time of times) if (found === null || time < found) found = time;
  return found;
}
function queuesOf(workspace, now) {
  const dueAts = [];
  const pendingSince = [];
  let dead = 0;
  for (const { jobs, deliveries } of workspace.records()) {
    for (const { claimableAt, dueAt } of _nullishCoalesce(_optionalChain([jobs, 'optionalAccess', _38 => _38.values, 'call', _39 => _39()]), () => ( [])))
      if (claimableAt !== null && claimableAt <= now) dueAts.push(dueAt);
    for (const { status, createdAt } of _nullishCoalesce(_optionalChain([deliveries, 'optionalAccess', _40 => _40.rows]), () => ( []))) {
      if (status === "pending") pendingSince.push(createdAt);
      if (status === "dead") dead += 1;
    }
  }
  return {
    due: capped(dueAts.length),
    oldestDueAt: least(dueAts),
    pending: capped(pendingSince.length),
    oldestPendingAt: least(pendingSince),
    dead: capped(dead),
    feeds: workspace.subscriptions.list(HEALTH_FEEDS).map(({ name, position }) => ({ name, lag: capped(Math.max(0, workspace.feed.newest - position)) }))
  };
}
function claimsOf(workspace, now) {
  const claims = [];
  for (const { jobs } of workspace.records())
    for (const { key, dueAt, attempt, token, claimableAt } of _nullishCoalesce(_optionalChain([jobs, 'optionalAccess', _41 => _41.values, 'call', _42 => _42()]), () => ( [])))
      if (token !== null && claimableAt !== null && claimableAt > now)
        claims.push({ ...key, dueAt, attempt, leaseUntil: claimableAt, worker: "memory" });
  return claims.sort((a, b) => a.leaseUntil - b.leaseUntil).slice(0, LIVE_CLAIMS);
}

// src/memory/deliveries.ts
function withPushed({ workspaceId, executionId }, known, { concurrencyKey, seqs }, events) {
  const rows = events.flatMap((event) => {
    if (!seqs.includes(event.seq) || !_chunk7M7NLC46cjs.isExternal.call(void 0, event)) return [];
    const { seq, eventId, type, timestamp } = event;
    return [
      {
        workspaceId,
        executionId,
        seq,
        eventId,
        type,
        status: "pending",
        attempts: 0,
        nextAttemptAt: timestamp,
        lastStatus: null,
        lastError: null,
        createdAt: timestamp,
        updatedAt: timestamp
      }
    ];
  });
  return { concurrencyKey, rows: [..._nullishCoalesce(_optionalChain([known, 'optionalAccess', _43 => _43.rows]), () => ( [])), ...rows] };
}
var headOf = ({ rows }) => rows.find(isPending);
function followingOf({ rows }, { seq }, most) {
  const found = [];
  for (const row of rows) {
    if (row.seq <= seq || !isPending(row)) continue;
    if (found.push(row) === most) break;
  }
  return found;
}
var isPending = (row) => row.status === "pending" && row.nextAttemptAt !== null;
var withResult = (deliveries, result) => ({
  ...deliveries,
  rows: deliveries.rows.map((row) => {
    if (row.seq !== result.seq) return row;
    const { at, status, nextAttemptAt, lastStatus, lastError } = result;
    const attempts = row.attempts + 1;
    return { ...row, status, attempts, nextAttemptAt, lastStatus, lastError, updatedAt: at };
  })
});
function withRedelivered(deliveries, { seq, now }) {
  if (seq !== null && !deliveries.rows.some((row) => row.seq === seq)) return null;
  let count = 0;
  const rows = deliveries.rows.map((row) => {
    const isMeant = seq === null ? row.status === "dead" : row.seq === seq && row.status !== "pending";
    if (!isMeant) return row;
    count += 1;
    return { ...row, status: "pending", attempts: 0, nextAttemptAt: now, updatedAt: now };
  });
  return { deliveries: { ...deliveries, rows }, count };
}

// src/memory/hosting.ts
function entryOf(position, run, event) {
  const { workspaceId, executionId, definitionId, organizationId, documentId } = run.state;
  const { seq, type } = event;
  return { workspaceId, executionId, seq, type, position, definitionId, organizationId, documentId };
}
var MemoryFeed = (_class2 = class {constructor() { _class2.prototype.__init3.call(this);_class2.prototype.__init4.call(this);_class2.prototype.__init5.call(this);_class2.prototype.__init6.call(this); }
  /** In the order of positions: each event, and of what it is. */
  __init3() {this.events = []}
  __init4() {this.runs = []}
  __init5() {this.last = 0}
  __init6() {this.oldest = 0}
  /** The newest position. */
  get newest() {
    return this.last;
  }
  add(run, events) {
    for (const event of events) {
      if (!_chunk7M7NLC46cjs.isExternal.call(void 0, event)) continue;
      this.last += 1;
      this.events.push(event);
      this.runs.push(run);
      run.feedEntries += 1;
    }
  }
  read({ after, limit, executionId }) {
    const entries = [];
    for (let index = this.firstBehind(after); index < this.events.length; index++) {
      const run = this.runs[index];
      if (executionId !== void 0 && run.state.executionId !== executionId) continue;
      const entry = entryOf(this.oldest + index + 1, run, this.events[index]);
      if (entries.push(entry) === limit) break;
    }
    return { entries, last: this.last, oldest: this.oldest };
  }
  /** Positions are not skipped here, and only taken from the beginning. */
  firstBehind(position) {
    return Math.max(0, position - this.oldest);
  }
  trim(before) {
    const end = this.events.findIndex(({ timestamp }) => timestamp >= before);
    const count = end === -1 ? this.events.length : end;
    this.oldest += count;
    for (const run of this.runs.slice(0, count)) run.feedEntries -= 1;
    this.events = this.events.slice(count);
    this.runs = this.runs.slice(count);
    return count;
  }
}, _class2);
var MemorySubscriptions = (_class3 = class {constructor() { _class3.prototype.__init7.call(this); }
  __init7() {this.byName = /* @__PURE__ */ new Map()}
  load(name) {
    return _nullishCoalesce(this.byName.get(name), () => ( null));
  }
  save(next) {
    if ((_nullishCoalesce(_optionalChain([this, 'access', _44 => _44.byName, 'access', _45 => _45.get, 'call', _46 => _46(next.name), 'optionalAccess', _47 => _47.rev]), () => ( 0))) !== next.rev - 1) return false;
    this.byName.set(next.name, next);
    return true;
  }
  delete(name) {
    return this.byName.delete(name);
  }
  list(limit) {
    const byName = (a, b) => a.name < b.name ? -1 : 1;
    return [...this.byName.values()].sort(byName).slice(0, limit);
  }
}, _class3);
var MemoryLinks = (_class4 = class {constructor() { _class4.prototype.__init8.call(this); }
  __init8() {this.byHash = /* @__PURE__ */ new Map()}
  create(link) {
    this.byHash.set(link.tokenHash, link);
  }
  find(tokenHash) {
    return _nullishCoalesce(this.byHash.get(tokenHash), () => ( null));
  }
  load(key) {
    const isIt = (it) => it.linkId === key.linkId && it.workspaceId === key.workspaceId;
    return _nullishCoalesce([...this.byHash.values()].find(isIt), () => ( null));
  }
  list(step) {
    const keys = ["workspaceId", "executionId", "stepId"];
    return [...this.byHash.values()].filter((it) => keys.every((key) => it[key] === step[key]));
  }
  revoke(key, at) {
    const link = this.load(key);
    if (link !== null) this.create({ ...link, revokedAt: _nullishCoalesce(link.revokedAt, () => ( at)) });
    return link !== null;
  }
  delete(key) {
    const link = this.load(key);
    if (link !== null) this.byHash.delete(link.tokenHash);
  }
  /** Those of executions that are gone. */
  deleteWhere(isGone) {
    for (const link of this.byHash.values()) if (isGone(link)) this.byHash.delete(link.tokenHash);
  }
}, _class4);

// src/memory/heap.ts
var Heap = (_class5 = class {
  __init9() {this.items = []}
  
  constructor(before) {;_class5.prototype.__init9.call(this);
    this.before = before;
  }
  get size() {
    return this.items.length;
  }
  peek() {
    return this.items[0];
  }
  push(item) {
    const { items, before } = this;
    let index = items.length;
    while (index > 0) {
      const parent = index - 1 >> 1;
      if (!before(item, items[parent])) break;
      items[index] = items[parent];
      index = parent;
    }
    items[index] = item;
  }
  pop() {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) this.sink(last);
    return top;
  }
  /** Keeps only the items that pass the test. */
  retain(test) {
    const kept = this.items.filter(test);
    this.items = [];
    for (const item of kept) this.push(item);
  }
  /** Puts an item at the root down to where it belongs. */
  sink(item) {
    const { items, before } = this;
    let index = 0;
    for (; ; ) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1], items[child])) child += 1;
      if (!before(items[child], item)) break;
      items[index] = items[child];
      index = child;
    }
    items[index] = item;
  }
}, _class5);

// src/memory/jobs.ts
var nameOf = ({ kind, stepId }) => `${kind} ${stepId}`;
var MemoryJobs = (_class6 = class {
  
  /** Each kind's heaps, by concurrency key. */
  __init10() {this.heaps = new Map(
    STORED_JOB_KINDS.map((kind) => [kind, /* @__PURE__ */ new Map()])
  )}
  __init11() {this.live = 0}
  __init12() {this.claims = 0}
  __init13() {this.written = 0}
  constructor(jobsOf) {;_class6.prototype.__init10.call(this);_class6.prototype.__init11.call(this);_class6.prototype.__init12.call(this);_class6.prototype.__init13.call(this);
    this.jobsOf = jobsOf;
  }
  add(execution, job) {
    const { workspaceId, executionId } = execution;
    const { kind, stepId, dueAt, attempt, concurrencyKey } = job;
    const key = { workspaceId, executionId, stepId, kind };
    this.remove(execution, job);
    const order = ++this.written;
    const entry = { key, dueAt, attempt, concurrencyKey, order, token: null, claimableAt: dueAt };
    const record = this.jobsOf(execution);
    if (record !== void 0) (record.jobs ??= /* @__PURE__ */ new Map()).set(nameOf(key), entry);
    this.live += 1;
    this.place(entry, dueAt);
  }
  remove(execution, job) {
    const record = this.jobsOf(execution);
    const entry = _optionalChain([record, 'optionalAccess', _48 => _48.jobs, 'optionalAccess', _49 => _49.get, 'call', _50 => _50(nameOf(job))]);
    if (!_optionalChain([record, 'optionalAccess', _51 => _51.jobs]) || entry === void 0) return;
    entry.claimableAt = null;
    this.live -= 1;
    record.jobs.delete(nameOf(job));
    if (record.jobs.size === 0) record.jobs = null;
  }
  removeOfSteps(execution, stepIds) {
    for (const stepId of stepIds)
      for (const kind of STORED_JOB_KINDS) this.remove(execution, { kind, stepId });
  }
  holds(claim) {
    return this.held(claim) !== void 0;
  }
  claim({ kinds, now, leaseMs, limit, perKey }) {
    const claimed = [];
    const left = new Map(Object.entries(_nullishCoalesce(_optionalChain([perKey, 'optionalAccess', _52 => _52.left]), () => ( {}))));
    const candidates = new Heap((a, b) => isBefore(a.first, b.first));
    const consider = (key, heap) => {
      const first = firstOf(heap);
      const hasRoom = key === null || perKey === void 0 || (_nullishCoalesce(left.get(key), () => ( perKey.each))) > 0;
      if (first !== void 0 && hasRoom) candidates.push({ concurrencyKey: key, heap, first });
    };
    for (const kind of kinds) {
      const heaps = this.heapsOf(kind);
      for (const [key, heap] of heaps) {
        consider(key, heap);
        if (heap.size === 0) heaps.delete(key);
      }
    }
    for (; ; ) {
      const next = candidates.peek();
      if (next === void 0 || next.first.claimableAt > now || claimed.length === limit) {
        return { claimed, nextDueAt: _nullishCoalesce(_optionalChain([next, 'optionalAccess', _53 => _53.first, 'access', _54 => _54.claimableAt]), () => ( null)) };
      }
      candidates.pop();
      claimed.push(this.take(next.first.entry, now + leaseMs));
      if (next.concurrencyKey !== null && perKey !== void 0) {
        left.set(next.concurrencyKey, (_nullishCoalesce(left.get(next.concurrencyKey), () => ( perKey.each))) - 1);
      }
      consider(next.concurrencyKey, next.heap);
    }
  }
  take(entry, leasedUntil) {
    const { key, dueAt, attempt, concurrencyKey } = entry;
    const token = String(++this.claims);
    entry.token = token;
    this.place(entry, leasedUntil);
    return { job: key, token, dueAt, attempt, concurrencyKey };
  }
  extend(claim, until) {
    const entry = this.held(claim);
    if (entry !== void 0) this.place(entry, until);
    return entry !== void 0;
  }
  finish(claim) {
    const entry = this.held(claim);
    if (entry !== void 0) this.remove(claim.job, entry.key);
    return entry !== void 0;
  }
  release(claim) {
    const entry = this.held(claim);
    if (entry === void 0) return;
    entry.token = null;
    this.place(entry, entry.dueAt);
  }
  /** The jobs of an execution, in the order in which they were written. */
  list(execution) {
    const entries = _nullishCoalesce(_optionalChain([this, 'access', _55 => _55.jobsOf, 'call', _56 => _56(execution), 'optionalAccess', _57 => _57.jobs, 'optionalAccess', _58 => _58.values, 'call', _59 => _59()]), () => ( []));
    return [...entries].map(({ key, dueAt, attempt }) => ({ ...key, dueAt, attempt }));
  }
  /** The job of this kind and step, claimed or not. */
  find(execution, job) {
    return _optionalChain([this, 'access', _60 => _60.jobsOf, 'call', _61 => _61(execution), 'optionalAccess', _62 => _62.jobs, 'optionalAccess', _63 => _63.get, 'call', _64 => _64(nameOf(job))]);
  }
  held({ job, token }) {
    const entry = this.find(job, job);
    return _optionalChain([entry, 'optionalAccess', _65 => _65.token]) === token ? entry : void 0;
  }
  place(entry, claimableAt) {
    entry.claimableAt = claimableAt;
    const heaps = this.heapsOf(entry.key.kind);
    const heap = _nullishCoalesce(heaps.get(entry.concurrencyKey), () => ( new Heap(isBefore)));
    heaps.set(entry.concurrencyKey, heap);
    heap.push({ entry, claimableAt });
    if (heap.size > 2 * this.live + 64) heap.retain(isCurrent);
  }
  heapsOf(kind) {
    return this.heaps.get(kind);
  }
}, _class6);
function firstOf(heap) {
  while (heap.size > 0 && !isCurrent(heap.peek())) heap.pop();
  return heap.peek();
}
var isBefore = (a, b) => a.claimableAt < b.claimableAt || a.claimableAt === b.claimableAt && a.entry.order < b.entry.order;
var isCurrent = ({ entry, claimableAt }) => entry.claimableAt === claimableAt;

// src/memory/secrets.ts
function listSecrets(places, { limit, cursor }) {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) return "bad-cursor";
  const start = Number(_nullishCoalesce(cursor, () => ( 0)));
  const all = [...ofDefinitions(places), ...ofExecutions(places)];
  const end = start + limit;
  return { items: all.slice(start, end), cursor: end < all.length ? String(end) : null };
}
function replaceSecret(places, { owner, sealed }, next) {
  if (owner.kind === "definition") return places.definitions.replaceSecrets(owner, sealed, next);
  const record = _optionalChain([places, 'access', _66 => _66.workspaces, 'access', _67 => _67.get, 'call', _68 => _68(owner.workspaceId), 'optionalAccess', _69 => _69.find, 'call', _70 => _70(owner.executionId)]);
  if (_optionalChain([record, 'optionalAccess', _71 => _71.sealedSecret]) !== sealed) return false;
  record.sealedSecret = next;
  return true;
}
function ofDefinitions({ definitions }) {
  return definitions.all().flatMap(
    ({ workspaceId, uid, version, sealedSecrets: sealed }) => sealed === null ? [] : [{ owner: { kind: "definition", workspaceId, uid, version }, sealed }]
  );
}
function ofExecutions({ workspaces }) {
  const records = [...workspaces.values()].flatMap((workspace) => workspace.withSecrets());
  return records.flatMap(
    ({ state: { workspaceId, executionId }, sealedSecret: sealed }) => sealed === null ? [] : [{ owner: { kind: "execution", workspaceId, executionId }, sealed }]
  );
}

// src/memory/listing.ts
var placeOf = (cursor) => /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
function placesOf(cursor) {
  const [, position = NaN, seq = NaN] = _nullishCoalesce(/^(\d{1,15})\.(\d{1,15})$/.exec(cursor), () => ( []));
  return [Number(position), Number(seq)];
}
function matches(state, query) {
  const isAsked = ["definitionId", "organizationId", "documentId"].every(
    (field) => query[field] === void 0 || state[field] === query[field]
  );
  return isAsked && _chunkGQON437Hcjs.isVisible.call(void 0, query.visible, state);
}

// src/memory/inbox.ts
var NONE = Object.freeze([]);
var MemoryInbox = (_class7 = class {constructor() { _class7.prototype.__init14.call(this);_class7.prototype.__init15.call(this);_class7.prototype.__init16.call(this); }
  /** In the order in which they began to wait. */
  __init14() {this.waiting = /* @__PURE__ */ new Set()}
  /** What waits for each reviewer, in the same order. */
  __init15() {this.byReviewer = /* @__PURE__ */ new Map()}
  __init16() {this.waits = 0}
  /** What a change made of a step: it begins to wait, waits for others, or waits no more. */
  note(record, { stepId, status, waitingForReviewers }) {
    const known = record.waiting.find((it) => it.stepId === stepId);
    if (status === "waiting") {
      const waiting = _nullishCoalesce(known, () => ( { position: ++this.waits, record, stepId, reviewers: NONE }));
      if (known === void 0) {
        this.waiting.add(waiting);
        record.waiting = record.waiting.concat([waiting]);
      }
      this.indexReviewers(waiting, waitingForReviewers);
    }
    if (status !== "waiting" && known !== void 0) {
      this.waiting.delete(known);
      this.indexReviewers(known, NONE);
      record.waiting = record.waiting.filter((it) => it !== known);
    }
  }
  indexReviewers(waiting, reviewers) {
    const before = waiting.reviewers;
    waiting.reviewers = reviewers;
    for (const it of missingFrom(reviewers, before)) {
      const own = this.byReviewer.get(it);
      _optionalChain([own, 'optionalAccess', _72 => _72.delete, 'call', _73 => _73(waiting)]);
      if (_optionalChain([own, 'optionalAccess', _74 => _74.size]) === 0) this.byReviewer.delete(it);
    }
    for (const it of missingFrom(before, reviewers)) {
      const own = this.byReviewer.get(it);
      if (own === void 0) this.byReviewer.set(it, /* @__PURE__ */ new Set([waiting]));
      else if (waiting.position === this.waits) own.add(waiting);
      else this.byReviewer.set(it, new Set([...own, waiting].sort((a, b) => a.position - b.position)));
    }
  }
  /** The cursor is the position of the last one returned; by due time it is behind that time. */
  list(query, page) {
    return query.sort === "due" ? this.listDue(query, page) : this.listLongest(query, page);
  }
  listLongest(query, { limit, cursor }) {
    const after = cursor === null ? 0 : placeOf(cursor);
    if (after === null || after > this.waits) return "bad-cursor";
    const items = [];
    let last = after;
    for (const { position, record, stepId } of this.candidates(query)) {
      if (position <= after) continue;
      const execution = record.state;
      const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, execution, stepId);
      if (!matches(execution, query) || !isWanted(step, query)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push({ execution, step });
      last = position;
    }
    return { items, cursor: null };
  }
  listDue(query, { limit, cursor }) {
    const [afterDue, afterPosition] = cursor === null ? [-1, 0] : placesOf(cursor);
    if (Number.isNaN(afterDue)) return "bad-cursor";
    const found = [];
    for (const { position, record, stepId } of this.candidates(query)) {
      const execution = record.state;
      const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, execution, stepId);
      const due = _nullishCoalesce(step.dueAt, () => ( NEVER));
      if (due < afterDue || due === afterDue && position <= afterPosition) continue;
      if (!matches(execution, query) || !isWanted(step, query)) continue;
      keepFirst(found, { due, position, execution, step }, limit + 1);
    }
    const last = found[limit - 1];
    return {
      items: found.slice(0, limit).map(({ execution, step }) => ({ execution, step })),
      cursor: found.length > limit && last !== void 0 ? `${last.due}.${last.position}` : null
    };
  }
  /** Of one reviewer only what waits for them, in the order in which it began to wait. */
  candidates({ reviewerId, standsInFor = [] }) {
    if (reviewerId === void 0) return this.waiting;
    const lists = [reviewerId, ...standsInFor].map((it) => _nullishCoalesce(this.byReviewer.get(it), () => ( NONE)));
    if (lists.length === 1) return _nullishCoalesce(lists[0], () => ( NONE));
    return [...new Set(lists.flatMap((it) => [...it]))].sort((a, b) => a.position - b.position);
  }
}, _class7);
function missingFrom(others, names) {
  let missing = null;
  let next = 0;
  for (const name of names) {
    if (others[next] === name) {
      next += 1;
      continue;
    }
    const index = others.indexOf(name);
    if (index === -1) (missing ??= []).push(name);
    else next = index + 1;
  }
  return _nullishCoalesce(missing, () => ( NONE));
}
function keepFirst(first, step, most) {
  const isBefore2 = (it) => it.due < step.due || it.due === step.due && it.position < step.position;
  const index = first.findLastIndex(isBefore2) + 1;
  if (index >= most) return;
  first.splice(index, 0, step);
  if (first.length > most) first.pop();
}
var NEVER = 999999999999999;
function isWanted(step, { reviewerId, standsInFor = [], dueBefore }) {
  const { waitingForReviewers, dueAt } = step;
  if (dueBefore !== void 0 && (dueAt === null || dueAt >= dueBefore)) return false;
  if (reviewerId === void 0 || waitingForReviewers.includes(reviewerId)) return true;
  return standsInFor.length > 0 && _chunkC7TZWI4Bcjs.stoodInFor.call(void 0, step).some((it) => standsInFor.includes(it));
}

// src/memory/workspace.ts
var NONE2 = Object.freeze([]);
var MemoryWorkspace = (_class8 = class {constructor() { _class8.prototype.__init17.call(this);_class8.prototype.__init18.call(this);_class8.prototype.__init19.call(this);_class8.prototype.__init20.call(this);_class8.prototype.__init21.call(this);_class8.prototype.__init22.call(this);_class8.prototype.__init23.call(this);_class8.prototype.__init24.call(this); }
  __init17() {this.feed = new MemoryFeed()}
  __init18() {this.subscriptions = new MemorySubscriptions()}
  __init19() {this.inbox = new MemoryInbox()}
  __init20() {this.executions = /* @__PURE__ */ new Map()}
  /** Keys outlive their executions. */
  __init21() {this.byIdempotencyKey = /* @__PURE__ */ new Map()}
  /** In the order of creation. */
  __init22() {this.created = []}
  /** Those that have ended, in that order. */
  __init23() {this.ended = []}
  __init24() {this.creations = 0}
  find(executionId) {
    return this.executions.get(executionId);
  }
  /** Every execution. */
  records() {
    return this.created;
  }
  findByIdempotencyKey(key) {
    return this.byIdempotencyKey.get(key);
  }
  /** Writes state and events of a change that was found to be good. */
  write(change) {
    const { state, changedSteps, events, push, parties, sealedSecret } = change;
    let record = this.executions.get(state.executionId);
    const wasOpen = record === void 0 || !_chunk4AF4TM5Ycjs.isTerminal.call(void 0, record.state.status);
    if (record === void 0) {
      const position = ++this.creations;
      record = {
        state,
        events: events.slice(),
        jobs: null,
        waiting: NONE2,
        deliveries: null,
        parties: NONE2,
        sealedSecret,
        feedEntries: 0,
        position
      };
      this.insert(record);
    } else {
      record.state = state;
      record.events = record.events.concat(events);
    }
    if (wasOpen && _chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status)) this.ended.push(record);
    this.feed.add(record, events);
    if (parties.length > 0) record.parties = withOthers(record.parties, parties);
    for (const step of changedSteps) this.inbox.note(record, step);
    if (push !== null) record.deliveries = withPushed(state, record.deliveries, push, events);
    return record;
  }
  insert(record) {
    const { executionId, idempotencyKey, correlationId, definitionId, createdAt } = record.state;
    this.executions.set(executionId, record);
    this.created.push(record);
    if (idempotencyKey === null) return;
    this.byIdempotencyKey.set(idempotencyKey, { executionId, correlationId, definitionId, createdAt });
  }
  readEvents({ executionId, afterSeq, limit, externalOnly }) {
    const events = _nullishCoalesce(_optionalChain([this, 'access', _75 => _75.executions, 'access', _76 => _76.get, 'call', _77 => _77(executionId), 'optionalAccess', _78 => _78.events]), () => ( []));
    const found = [];
    for (let index = afterSeq; index < events.length && found.length < limit; index++) {
      const event = events[index];
      if (!externalOnly || _chunk7M7NLC46cjs.isExternal.call(void 0, event)) found.push(event);
    }
    return found;
  }
  /** Newest first; the cursor is the position of the last one returned. */
  list(query, { limit, cursor }) {
    const before = cursor === null ? Infinity : placeOf(cursor);
    if (before === null) return "bad-cursor";
    const items = [];
    let last = 0;
    for (const { state, position, parties } of this.newestFirst()) {
      if (position >= before || !matches(state, query)) continue;
      if (query.party !== void 0 && !parties.includes(query.party)) continue;
      if (query.status !== void 0 && state.status !== query.status) continue;
      if (!isOfTime(state, query)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push(state);
      last = position;
    }
    return { items, cursor: null };
  }
  /** Newest first; the cursor is the position of the execution and the seq of the last one returned. */
  listDeliveries({ executionId, status, visible }, { limit, cursor }) {
    const [before, beforeSeq] = cursor === null ? [Infinity, Infinity] : placesOf(cursor);
    if (Number.isNaN(before)) return "bad-cursor";
    const items = [];
    let last = "";
    for (const { state, position, deliveries } of this.newestFirst()) {
      if (position > before || executionId !== void 0 && state.executionId !== executionId) continue;
      if (!_chunkGQON437Hcjs.isVisible.call(void 0, visible, state)) continue;
      for (const row of _nullishCoalesce(_optionalChain([deliveries, 'optionalAccess', _79 => _79.rows, 'access', _80 => _80.toReversed, 'call', _81 => _81()]), () => ( []))) {
        if (position === before && row.seq >= beforeSeq) continue;
        if (status !== void 0 && row.status !== status) continue;
        if (items.length === limit) return { items, cursor: last };
        items.push(row);
        last = `${position}.${row.seq}`;
      }
    }
    return { items, cursor: null };
  }
  *newestFirst() {
    for (let index = this.created.length - 1; index >= 0; index--)
      yield this.created[index];
  }
  /** Deletes up to `limit` that ended before; returns them. */
  deleteEnded({ endedBefore, keysBefore, limit }) {
    const deleted = /* @__PURE__ */ new Set();
    for (const record of this.ended) {
      if (deleted.size === limit) break;
      if (isDeletable(record) && record.state.updatedAt < endedBefore) deleted.add(record);
    }
    for (const { state } of deleted) this.executions.delete(state.executionId);
    if (deleted.size > 0) {
      this.created = this.created.filter((it) => !deleted.has(it));
      this.ended = this.ended.filter((it) => !deleted.has(it));
    }
    for (const [key, { executionId, createdAt }] of this.byIdempotencyKey) {
      if (createdAt < keysBefore && !this.executions.has(executionId)) this.byIdempotencyKey.delete(key);
    }
    return [...deleted].map((it) => it.state);
  }
  /** The executions with a secret of their own. */
  withSecrets() {
    return this.created.filter((record) => record.sealedSecret !== null);
  }
}, _class8);
function withOthers(known, parties) {
  if (known.length === 0) return parties;
  const others = parties.filter((it) => !known.includes(it));
  return others.length === 0 ? known : known.concat(others);
}
var isDeletable = ({ deliveries, feedEntries }) => feedEntries === 0 && (deliveries === null || headOf(deliveries) === void 0);
var isOfTime = ({ createdAt }, { createdFrom = 0, createdBefore = Infinity }) => createdAt >= createdFrom && createdAt < createdBefore;

// src/memory/store.ts
var DELIVERY_JOB = { kind: "webhook-delivery", stepId: "" };
var FOLLOWING = 8;
var NO_WORKSPACE = new MemoryWorkspace();
function createMemoryStore() {
  const memory = new Memory();
  const { definitions, jobs } = memory;
  return {
    contractVersion: 1,
    shared: false,
    durable: false,
    createDefinition: async (first) => definitions.create(first),
    addDefinitionVersion: async (next) => definitions.add(next),
    deleteDefinition: async (ref) => definitions.delete(ref),
    findDefinitions: async (keys) => keys.map((key) => definitions.head(key)),
    loadDefinitions: async (refs) => refs.map((ref) => definitions.version(ref)),
    listDefinitions: async (scope, page) => definitions.list(scope, page),
    ...executionsIn(memory),
    loadDeliveries: async (claims) => claims.map((claim) => memory.loadDelivery(claim)),
    recordDeliveryResults: async (results) => memory.finishAttempts(results),
    listDeliveries: async (query, page) => memory.of(query.workspaceId).listDeliveries(query, page),
    redeliver: async (request) => memory.redeliver(request),
    readFeed: async (query) => memory.of(query.workspaceId).feed.read(query),
    loadEvents: async (keys) => keys.map(
      ({ workspaceId, executionId, seq }) => _nullishCoalesce(_optionalChain([memory, 'access', _82 => _82.of, 'call', _83 => _83(workspaceId), 'access', _84 => _84.find, 'call', _85 => _85(executionId), 'optionalAccess', _86 => _86.events, 'access', _87 => _87[seq - 1]]), () => ( null))
    ),
    trimFeed: async ({ before }) => memory.trimFeed(before),
    loadSubscription: async ({ workspaceId, name }) => memory.of(workspaceId).subscriptions.load(name),
    saveSubscription: async (next) => memory.made(next.workspaceId).subscriptions.save(next),
    deleteSubscription: async ({ workspaceId, name }) => memory.of(workspaceId).subscriptions.delete(name),
    listSubscriptions: async ({ workspaceId, limit }) => memory.of(workspaceId).subscriptions.list(limit),
    createLink: async (link) => memory.links.create(link),
    findLink: async (tokenHash) => memory.links.find(tokenHash),
    loadLink: async (key) => memory.links.load(key),
    listLinks: async (step) => memory.links.list(step),
    revokeLink: async (key, at) => memory.links.revoke(key, at),
    deleteLink: async (key) => memory.links.delete(key),
    health: async (request) => memory.health(request),
    listSecrets: async (page) => listSecrets(memory, page),
    replaceSecret: async (before, next) => replaceSecret(memory, before, next),
    claimJobs: async (request) => jobs.claim(request),
    extendJobs: async (claims, { now, leaseMs }) => claims.map((claim) => jobs.extend(claim, now + leaseMs)),
    finishJobs: async (claims) => claims.map((claim) => jobs.finish(claim)),
    releaseJobs: async (claims) => {
      for (const claim of claims) jobs.release(claim);
    },
    absences: memoryAbsences(),
    listJobs: async (executions) => executions.map((execution) => jobs.list(execution)),
    listClaims: async ({ workspaceId, now }) => ({ now, claims: claimsOf(memory.of(workspaceId), now) })
  };
}
var Memory = (_class9 = class {constructor() { _class9.prototype.__init25.call(this);_class9.prototype.__init26.call(this);_class9.prototype.__init27.call(this);_class9.prototype.__init28.call(this); }
  __init25() {this.definitions = new MemoryDefinitions()}
  __init26() {this.workspaces = /* @__PURE__ */ new Map()}
  __init27() {this.links = new MemoryLinks()}
  __init28() {this.jobs = new MemoryJobs(({ workspaceId, executionId }) => this.of(workspaceId).find(executionId))}
  of(workspaceId) {
    return _nullishCoalesce(this.workspaces.get(workspaceId), () => ( NO_WORKSPACE));
  }
  /** The workspace, to be written to. */
  made(workspaceId) {
    const known = this.workspaces.get(workspaceId);
    if (known !== void 0) return known;
    const made = new MemoryWorkspace();
    this.workspaces.set(workspaceId, made);
    return made;
  }
  commit(change) {
    const refusal = this.refuse(change);
    if (refusal !== null) return refusal;
    const { state } = change;
    const { workspaceId } = state;
    const definition = { workspaceId, uid: state.definitionUid };
    if (change.expectedSeq === 0) this.definitions.executionBegan(definition);
    if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status)) this.definitions.executionEnded(definition);
    const record = this.made(workspaceId).write(change);
    for (const claim of change.claims) if (claim.finishes) this.jobs.finish(claim);
    if (change.endedStepIds.length > 0) this.jobs.removeOfSteps(state, change.endedStepIds);
    for (const job of change.newJobs) this.jobs.add(state, { ...job, concurrencyKey: null });
    if (change.push !== null) this.planDelivery(record);
    return { kind: "committed" };
  }
  refuse({ state, expectedSeq, claims, knownHeads = [] }) {
    const known = this.of(state.workspaceId).find(state.executionId);
    if ((_nullishCoalesce(_optionalChain([known, 'optionalAccess', _88 => _88.state, 'access', _89 => _89.seq]), () => ( 0))) !== expectedSeq) return { kind: "conflict" };
    const lost = claims.filter((claim) => !this.jobs.holds(claim));
    if (lost.length > 0) return { kind: "lost-claims", claims: lost };
    if (expectedSeq > 0) return null;
    const { idempotencyKey, workspaceId, definitionUid: uid } = state;
    if (idempotencyKey !== null && this.of(workspaceId).findByIdempotencyKey(idempotencyKey)) {
      return { kind: "duplicate" };
    }
    const isActive = this.definitions.isActive({ workspaceId, uid });
    return isActive && knownHeads.every((it) => this.definitions.isHead(it)) ? null : { kind: "definition-gone" };
  }
  health({ workspaceId, now }) {
    const queues = workspaceId === null ? null : queuesOf(this.of(workspaceId), now);
    return { now, migrated: true, queues };
  }
  deleteEnded(request) {
    let deleted = 0;
    for (const it of this.workspaces.values()) {
      const gone = it.deleteEnded({ ...request, limit: request.limit - deleted });
      deleted += gone.length;
      for (const { workspaceId, definitionUid: uid } of gone)
        this.definitions.executionDeleted({ workspaceId, uid });
    }
    this.links.deleteWhere((it) => this.of(it.workspaceId).find(it.executionId) === void 0);
    return deleted;
  }
  trimFeed(before) {
    let trimmed = 0;
    for (const it of this.workspaces.values()) trimmed += it.feed.trim(before);
    return trimmed;
  }
  loadDelivery(claim) {
    const record = this.claimed(claim);
    const delivery = _optionalChain([record, 'optionalAccess', _90 => _90.deliveries]) ? headOf(record.deliveries) : void 0;
    if (!_optionalChain([record, 'optionalAccess', _91 => _91.deliveries]) || delivery === void 0) return null;
    const { state: execution, sealedSecret } = record;
    const eventOf = ({ seq }) => record.events[seq - 1];
    const following = followingOf(record.deliveries, delivery, FOLLOWING);
    return {
      delivery,
      event: eventOf(delivery),
      following: following.map((it) => ({ delivery: it, event: eventOf(it) })),
      execution,
      sealedSecret
    };
  }
  /** A claim may have several results: it is given back when all of them are written. */
  finishAttempts(results) {
    const records = results.map((result) => {
      const record = this.claimed(result.claim);
      if (!_optionalChain([record, 'optionalAccess', _92 => _92.deliveries])) return null;
      record.deliveries = withResult(record.deliveries, result);
      return record;
    });
    return records.map((record, index) => {
      const claim = _optionalChain([results, 'access', _93 => _93[index], 'optionalAccess', _94 => _94.claim]);
      if (record !== null && claim !== void 0 && this.jobs.holds(claim)) {
        this.jobs.release(claim);
        this.planDelivery(record);
      }
      return record !== null;
    });
  }
  redeliver(request) {
    const record = this.of(request.workspaceId).find(request.executionId);
    if (record === void 0) return null;
    if (record.deliveries === null) return request.seq === null ? 0 : null;
    const redelivered = withRedelivered(record.deliveries, request);
    if (redelivered === null) return null;
    record.deliveries = redelivered.deliveries;
    this.planDelivery(record);
    return redelivered.count;
  }
  /** The rule of `DeliveryStore`: the job is due with the pending delivery of the lowest seq. */
  planDelivery({ state, deliveries }) {
    const head = deliveries === null ? void 0 : headOf(deliveries);
    if (deliveries === null || head === void 0) {
      this.jobs.remove(state, DELIVERY_JOB);
      return;
    }
    if (_optionalChain([this, 'access', _95 => _95.jobs, 'access', _96 => _96.find, 'call', _97 => _97(state, DELIVERY_JOB), 'optionalAccess', _98 => _98.token]) != null) return;
    this.jobs.add(state, {
      ...DELIVERY_JOB,
      dueAt: head.nextAttemptAt,
      attempt: 1,
      concurrencyKey: deliveries.concurrencyKey
    });
  }
  /** The execution that a claim which holds is on. */
  claimed(claim) {
    const { workspaceId, executionId } = claim.job;
    return this.jobs.holds(claim) ? this.of(workspaceId).find(executionId) : void 0;
  }
}, _class9);
function executionsIn(memory) {
  return {
    commit: async (changes) => changes.map((change) => memory.commit(change)),
    executionBytes: async (keys) => keys.map(() => 0),
    loadExecutions: async (keys) => keys.map(({ workspaceId, executionId }) => _nullishCoalesce(_optionalChain([memory, 'access', _99 => _99.of, 'call', _100 => _100(workspaceId), 'access', _101 => _101.find, 'call', _102 => _102(executionId), 'optionalAccess', _103 => _103.state]), () => ( null))),
    findByIdempotencyKeys: async (keys) => keys.map((key) => _nullishCoalesce(memory.of(key.workspaceId).findByIdempotencyKey(key.idempotencyKey), () => ( null))),
    areParties: async (keys) => keys.map(
      (key) => _nullishCoalesce(_optionalChain([memory, 'access', _104 => _104.of, 'call', _105 => _105(key.workspaceId), 'access', _106 => _106.find, 'call', _107 => _107(key.executionId), 'optionalAccess', _108 => _108.parties, 'access', _109 => _109.includes, 'call', _110 => _110(key.userId)]), () => ( false))
    ),
    readEvents: async (query) => memory.of(query.workspaceId).readEvents(query),
    listExecutions: async (query, page) => memory.of(query.workspaceId).list(query, page),
    countExecutions: async (query, most) => {
      const page = memory.of(query.workspaceId).list(query, { limit: most, cursor: null });
      return page === "bad-cursor" ? 0 : page.items.length;
    },
    listWaiting: async (query, page) => memory.of(query.workspaceId).inbox.list(query, page),
    deleteEnded: async (request) => memory.deleteEnded(request)
  };
}









exports.MOST_IN_FORCE = MOST_IN_FORCE; exports.longOver = longOver; exports.HEALTH_COUNT = HEALTH_COUNT; exports.HEALTH_FEEDS = HEALTH_FEEDS; exports.JOB_KINDS = JOB_KINDS; exports.LIVE_CLAIMS = LIVE_CLAIMS; exports.createMemoryStore = createMemoryStore;
//# sourceMappingURL=chunk-5JGS7TGE.cjs.map