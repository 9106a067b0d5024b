import {
  isVisible
} from "./chunk-RZ4OHGR4.js";
import {
  isReservedId
} from "./chunk-IRTI4ROD.js";
import {
  stoodInFor
} from "./chunk-A7NMX2YJ.js";
import {
  isExternal
} from "./chunk-WKLHRD4Z.js";
import {
  findStep,
  isTerminal
} from "./chunk-WNMCWCRL.js";

// src/ports/store/absences.ts
var MOST_IN_FORCE = 1e3;
var longOver = (own, { most, now }) => own.filter((it) => it.until <= now).sort((a, b) => b.until - a.until).slice(most);

// src/memory/absences.ts
function memoryAbsences() {
  const workspaces = /* @__PURE__ */ new Map();
  const of = (workspaceId) => {
    const known = workspaces.get(workspaceId) ?? /* @__PURE__ */ new Map();
    workspaces.set(workspaceId, known);
    return known;
  };
  return {
    setAbsence: async (absence, bounds) => set(of(absence.workspaceId), absence, bounds),
    findAbsence: async (key) => of(key.workspaceId).get(key.absenceId) ?? null,
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
  const [from, absenceId] = [Number(after?.[1] ?? -1), after?.[2] ?? ""];
  const found = absences.filter((it) => userId === void 0 || it.userId === userId).filter((it) => it.from > from || it.from === from && it.absenceId > absenceId).sort((a, b) => a.from - b.from || (a.absenceId < b.absenceId ? -1 : 1));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isMore = found.length > limit && last !== void 0;
  return { items, cursor: isMore ? `${last.from} ${last.absenceId}` : null };
}
var inForce = (absences, { at, userIds, as }) => absences.filter((it) => it.from <= at && at < it.until).filter((it) => userIds.includes(as === "absent" ? it.userId : it.substituteId)).slice(0, MOST_IN_FORCE);

// src/memory/definitions.ts
var scopeOf = ({ workspaceId, organizationId, documentId }) => `${workspaceId}\0${organizationId ?? ""}\0${documentId ?? ""}\0`;
var keyOf = (key) => scopeOf(key) + key.definitionId;
var MemoryDefinitions = class {
  /** Active ones only. */
  byKey = /* @__PURE__ */ new Map();
  byUid = /* @__PURE__ */ new Map();
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
    const newest = this.byKey.get(keyOf(key))?.versions.at(-1);
    return newest === void 0 ? null : { uid: newest.uid, version: newest.version };
  }
  /** Whether it is still so. */
  isHead({ head, ...key }) {
    const now = this.head(key);
    return now?.uid === head?.uid && now?.version === head?.version;
  }
  version(ref) {
    return this.entry(ref)?.versions[ref.version - 1] ?? null;
  }
  /** In the order of definitionId; the cursor names the last one returned, in words that are no id. */
  list(scope, { limit, cursor }) {
    const after = cursor === null ? "" : /^after (.+)$/s.exec(cursor)?.[1];
    if (after === void 0) return "bad-cursor";
    const prefix = scopeOf(scope);
    const ids = [...this.byKey.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)).filter((id) => id > after).sort();
    const items = ids.slice(0, limit).map((id) => this.byKey.get(prefix + id)?.versions.at(-1));
    return { items, cursor: ids.length > limit ? `after ${ids[limit - 1]}` : null };
  }
  /** Every version of every definition, deleted ones included. */
  all() {
    return [...this.byUid.values()].flatMap((entry) => entry.versions);
  }
  replaceSecrets(ref, before, next) {
    const version = this.version(ref);
    const versions = this.entry(ref)?.versions;
    if (version === null || versions === void 0 || version.sealedSecrets !== before) return false;
    versions[ref.version - 1] = { ...version, sealedSecrets: next };
    return true;
  }
  isActive(ref) {
    return this.entry(ref)?.active === true;
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
    if (entry.executions > 0 || !isReservedId(entry.versions[0]?.definitionId)) return;
    this.byUid.delete(ref.uid);
    this.byKey.delete(entry.key);
  }
  entry({ workspaceId, uid }) {
    const entry = this.byUid.get(uid);
    return entry?.versions[0]?.workspaceId === workspaceId ? entry : void 0;
  }
};

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
    for (const { claimableAt, dueAt } of jobs?.values() ?? [])
      if (claimableAt !== null && claimableAt <= now) dueAts.push(dueAt);
    for (const { status, createdAt } of deliveries?.rows ?? []) {
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
    for (const { key, dueAt, attempt, token, claimableAt } of jobs?.values() ?? [])
      if (token !== null && claimableAt !== null && claimableAt > now)
        claims.push({ ...key, dueAt, attempt, leaseUntil: claimableAt, worker: "memory" });
  return claims.sort((a, b) => a.leaseUntil - b.leaseUntil).slice(0, LIVE_CLAIMS);
}

// src/memory/deliveries.ts
function withPushed({ workspaceId, executionId }, known, { concurrencyKey, seqs }, events) {
  const rows = events.flatMap((event) => {
    if (!seqs.includes(event.seq) || !isExternal(event)) return [];
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
  return { concurrencyKey, rows: [...known?.rows ?? [], ...rows] };
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
var MemoryFeed = class {
  /** In the order of positions: each event, and of what it is. */
  events = [];
  runs = [];
  last = 0;
  oldest = 0;
  /** The newest position. */
  get newest() {
    return this.last;
  }
  add(run, events) {
    for (const event of events) {
      if (!isExternal(event)) continue;
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
};
var MemorySubscriptions = class {
  byName = /* @__PURE__ */ new Map();
  load(name) {
    return this.byName.get(name) ?? null;
  }
  save(next) {
    if ((this.byName.get(next.name)?.rev ?? 0) !== next.rev - 1) return false;
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
};
var MemoryLinks = class {
  byHash = /* @__PURE__ */ new Map();
  create(link) {
    this.byHash.set(link.tokenHash, link);
  }
  find(tokenHash) {
    return this.byHash.get(tokenHash) ?? null;
  }
  load(key) {
    const isIt = (it) => it.linkId === key.linkId && it.workspaceId === key.workspaceId;
    return [...this.byHash.values()].find(isIt) ?? null;
  }
  list(step) {
    const keys = ["workspaceId", "executionId", "stepId"];
    return [...this.byHash.values()].filter((it) => keys.every((key) => it[key] === step[key]));
  }
  revoke(key, at) {
    const link = this.load(key);
    if (link !== null) this.create({ ...link, revokedAt: link.revokedAt ?? at });
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
};

// src/memory/heap.ts
var Heap = class {
  items = [];
  before;
  constructor(before) {
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
};

// src/memory/jobs.ts
var nameOf = ({ kind, stepId }) => `${kind} ${stepId}`;
var MemoryJobs = class {
  jobsOf;
  /** Each kind's heaps, by concurrency key. */
  heaps = new Map(
    STORED_JOB_KINDS.map((kind) => [kind, /* @__PURE__ */ new Map()])
  );
  live = 0;
  claims = 0;
  written = 0;
  constructor(jobsOf) {
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
    const entry = record?.jobs?.get(nameOf(job));
    if (!record?.jobs || entry === void 0) return;
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
    const left = new Map(Object.entries(perKey?.left ?? {}));
    const candidates = new Heap((a, b) => isBefore(a.first, b.first));
    const consider = (key, heap) => {
      const first = firstOf(heap);
      const hasRoom = key === null || perKey === void 0 || (left.get(key) ?? perKey.each) > 0;
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
        return { claimed, nextDueAt: next?.first.claimableAt ?? null };
      }
      candidates.pop();
      claimed.push(this.take(next.first.entry, now + leaseMs));
      if (next.concurrencyKey !== null && perKey !== void 0) {
        left.set(next.concurrencyKey, (left.get(next.concurrencyKey) ?? perKey.each) - 1);
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
    const entries = this.jobsOf(execution)?.jobs?.values() ?? [];
    return [...entries].map(({ key, dueAt, attempt }) => ({ ...key, dueAt, attempt }));
  }
  /** The job of this kind and step, claimed or not. */
  find(execution, job) {
    return this.jobsOf(execution)?.jobs?.get(nameOf(job));
  }
  held({ job, token }) {
    const entry = this.find(job, job);
    return entry?.token === token ? entry : void 0;
  }
  place(entry, claimableAt) {
    entry.claimableAt = claimableAt;
    const heaps = this.heapsOf(entry.key.kind);
    const heap = heaps.get(entry.concurrencyKey) ?? new Heap(isBefore);
    heaps.set(entry.concurrencyKey, heap);
    heap.push({ entry, claimableAt });
    if (heap.size > 2 * this.live + 64) heap.retain(isCurrent);
  }
  heapsOf(kind) {
    return this.heaps.get(kind);
  }
};
function firstOf(heap) {
  while (heap.size > 0 && !isCurrent(heap.peek())) heap.pop();
  return heap.peek();
}
var isBefore = (a, b) => a.claimableAt < b.claimableAt || a.claimableAt === b.claimableAt && a.entry.order < b.entry.order;
var isCurrent = ({ entry, claimableAt }) => entry.claimableAt === claimableAt;

// src/memory/secrets.ts
function listSecrets(places, { limit, cursor }) {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) return "bad-cursor";
  const start = Number(cursor ?? 0);
  const all = [...ofDefinitions(places), ...ofExecutions(places)];
  const end = start + limit;
  return { items: all.slice(start, end), cursor: end < all.length ? String(end) : null };
}
function replaceSecret(places, { owner, sealed }, next) {
  if (owner.kind === "definition") return places.definitions.replaceSecrets(owner, sealed, next);
  const record = places.workspaces.get(owner.workspaceId)?.find(owner.executionId);
  if (record?.sealedSecret !== sealed) return false;
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
  const [, position = NaN, seq = NaN] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  return [Number(position), Number(seq)];
}
function matches(state, query) {
  const isAsked = ["definitionId", "organizationId", "documentId"].every(
    (field) => query[field] === void 0 || state[field] === query[field]
  );
  return isAsked && isVisible(query.visible, state);
}

// src/memory/inbox.ts
var NONE = Object.freeze([]);
var MemoryInbox = class {
  /** In the order in which they began to wait. */
  waiting = /* @__PURE__ */ new Set();
  /** What waits for each reviewer, in the same order. */
  byReviewer = /* @__PURE__ */ new Map();
  waits = 0;
  /** What a change made of a step: it begins to wait, waits for others, or waits no more. */
  note(record, { stepId, status, waitingForReviewers }) {
    const known = record.waiting.find((it) => it.stepId === stepId);
    if (status === "waiting") {
      const waiting = known ?? { position: ++this.waits, record, stepId, reviewers: NONE };
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
      own?.delete(waiting);
      if (own?.size === 0) this.byReviewer.delete(it);
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
      const step = findStep(execution, stepId);
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
      const step = findStep(execution, stepId);
      const due = step.dueAt ?? NEVER;
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
    const lists = [reviewerId, ...standsInFor].map((it) => this.byReviewer.get(it) ?? NONE);
    if (lists.length === 1) return lists[0] ?? NONE;
    return [...new Set(lists.flatMap((it) => [...it]))].sort((a, b) => a.position - b.position);
  }
};
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
  return missing ?? NONE;
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
  return standsInFor.length > 0 && stoodInFor(step).some((it) => standsInFor.includes(it));
}

// src/memory/workspace.ts
var NONE2 = Object.freeze([]);
var MemoryWorkspace = class {
  feed = new MemoryFeed();
  subscriptions = new MemorySubscriptions();
  inbox = new MemoryInbox();
  executions = /* @__PURE__ */ new Map();
  /** Keys outlive their executions. */
  byIdempotencyKey = /* @__PURE__ */ new Map();
  /** In the order of creation. */
  created = [];
  /** Those that have ended, in that order. */
  ended = [];
  creations = 0;
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
    const wasOpen = record === void 0 || !isTerminal(record.state.status);
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
    if (wasOpen && isTerminal(state.status)) this.ended.push(record);
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
    const events = this.executions.get(executionId)?.events ?? [];
    const found = [];
    for (let index = afterSeq; index < events.length && found.length < limit; index++) {
      const event = events[index];
      if (!externalOnly || isExternal(event)) found.push(event);
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
      if (!isVisible(visible, state)) continue;
      for (const row of deliveries?.rows.toReversed() ?? []) {
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
};
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
      ({ workspaceId, executionId, seq }) => memory.of(workspaceId).find(executionId)?.events[seq - 1] ?? null
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
var Memory = class {
  definitions = new MemoryDefinitions();
  workspaces = /* @__PURE__ */ new Map();
  links = new MemoryLinks();
  jobs = new MemoryJobs(({ workspaceId, executionId }) => this.of(workspaceId).find(executionId));
  of(workspaceId) {
    return this.workspaces.get(workspaceId) ?? NO_WORKSPACE;
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
    if (isTerminal(state.status)) this.definitions.executionEnded(definition);
    const record = this.made(workspaceId).write(change);
    for (const claim of change.claims) if (claim.finishes) this.jobs.finish(claim);
    if (change.endedStepIds.length > 0) this.jobs.removeOfSteps(state, change.endedStepIds);
    for (const job of change.newJobs) this.jobs.add(state, { ...job, concurrencyKey: null });
    if (change.push !== null) this.planDelivery(record);
    return { kind: "committed" };
  }
  refuse({ state, expectedSeq, claims, knownHeads = [] }) {
    const known = this.of(state.workspaceId).find(state.executionId);
    if ((known?.state.seq ?? 0) !== expectedSeq) return { kind: "conflict" };
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
    const delivery = record?.deliveries ? headOf(record.deliveries) : void 0;
    if (!record?.deliveries || delivery === void 0) return null;
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
      if (!record?.deliveries) return null;
      record.deliveries = withResult(record.deliveries, result);
      return record;
    });
    return records.map((record, index) => {
      const claim = results[index]?.claim;
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
    if (this.jobs.find(state, DELIVERY_JOB)?.token != null) return;
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
};
function executionsIn(memory) {
  return {
    commit: async (changes) => changes.map((change) => memory.commit(change)),
    executionBytes: async (keys) => keys.map(() => 0),
    loadExecutions: async (keys) => keys.map(({ workspaceId, executionId }) => memory.of(workspaceId).find(executionId)?.state ?? null),
    findByIdempotencyKeys: async (keys) => keys.map((key) => memory.of(key.workspaceId).findByIdempotencyKey(key.idempotencyKey) ?? null),
    areParties: async (keys) => keys.map(
      (key) => memory.of(key.workspaceId).find(key.executionId)?.parties.includes(key.userId) ?? false
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

export {
  MOST_IN_FORCE,
  longOver,
  HEALTH_COUNT,
  HEALTH_FEEDS,
  JOB_KINDS,
  LIVE_CLAIMS,
  createMemoryStore
};
//# sourceMappingURL=chunk-MG7XHS6U.js.map