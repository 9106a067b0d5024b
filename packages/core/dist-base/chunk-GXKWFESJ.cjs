"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }

var _chunkK25YEM5Ocjs = require('./chunk-K25YEM5O.cjs');


var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');


var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');

// src/checker/record.ts
var ofType = (events, type) => events.filter(
  (event) => event.type === type
);
var at = ({ seq, stepId }, what) => ({
  what,
  stepId,
  seq
});
function repeated(keys) {
  const seen = /* @__PURE__ */ new Set();
  return keys.flatMap((key) => {
    if (seen.has(key)) return [`${key} twice`];
    seen.add(key);
    return [];
  });
}

// src/checker/work.ts
function neededJobs({ compiled, state, events }) {
  const begun = new Set(ofType(events, "step.started").map((it) => `${it.stepId} ${it.data.attempt}`));
  const retries = ofType(events, "step.retried");
  return state.steps.filter((step) => _chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)).flatMap((step) => {
    const { stepId, attempt, dueAt } = step;
    const node = compiled.nodes[step.nodeId];
    const needed = [];
    if (dueAt !== null) needed.push({ stepId, kind: "step-deadline", dueAt, attempt: 1 });
    if (_optionalChain([node, 'optionalAccess', _ => _.type]) === "human") return [...needed, ...jobsOfPeople(node, step, retries)];
    if (_optionalChain([node, 'optionalAccess', _2 => _2.type]) !== "agent" || step.status === "waiting") return needed;
    if (!begun.has(`${stepId} ${attempt}`)) {
      const retry = retries.find((it) => it.stepId === stepId && it.data.attempt === attempt);
      needed.push({ stepId, kind: "agent-call", dueAt: _nullishCoalesce(_optionalChain([retry, 'optionalAccess', _3 => _3.data, 'access', _4 => _4.retryAt]), () => ( step.createdAt)), attempt });
    }
    if (step.startedAt !== null) {
      const ceiling = step.startedAt + node.agentMaxRuntimeMs;
      needed.push({ stepId, kind: "agent-timeout", dueAt: ceiling, attempt: 1 });
    }
    return needed;
  });
}
function jobsOfPeople(node, step, retries) {
  const { stepId, attempt, createdAt } = step;
  if (step.status !== "waiting") {
    const retry = retries.find((it) => it.stepId === stepId && it.data.attempt === attempt);
    return [{ stepId, kind: "resolve-reviewers", dueAt: _nullishCoalesce(_optionalChain([retry, 'optionalAccess', _5 => _5.data, 'access', _6 => _6.retryAt]), () => ( createdAt)), attempt }];
  }
  const [next] = _chunkK25YEM5Ocjs.remindersOf.call(void 0, node, step);
  return next === void 0 ? [] : [{ stepId, kind: "step-reminder", dueAt: next.at, attempt: 1 }];
}
function lostJobs(record) {
  const { jobs } = record;
  if (jobs === void 0) return [];
  return neededJobs(record).filter(
    (needed) => !jobs.some(
      (job) => job.stepId === needed.stepId && job.kind === needed.kind && job.dueAt === needed.dueAt && job.attempt === needed.attempt
    )
  );
}
var NODES_OF = {
  "agent-call": ["agent"],
  "agent-timeout": ["agent"],
  "step-deadline": ["human", "agent", "webhook"],
  "resolve-reviewers": ["human"],
  "step-reminder": ["human"],
  "webhook-delivery": []
};
function strayJobs({ state, jobs = [] }) {
  return jobs.filter((job) => job.kind !== "webhook-delivery").flatMap(({ kind, stepId }) => {
    const step = state.steps.find((it) => it.stepId === stepId);
    const stray = (what) => [{ what, stepId }];
    if (step === void 0) return stray(`${kind} of ${stepId}, which does not exist`);
    if (!_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)) return stray(`${kind} of ${stepId}, which is ${step.status}`);
    const fits = NODES_OF[kind].includes(step.nodeType);
    return fits ? [] : stray(`${kind} of the ${step.nodeType} step ${stepId}`);
  });
}
var isWanted = ({ receiver }, event) => receiver != null && (receiver.eventTypes === null || receiver.eventTypes.includes(event.type));
function deliveryFaults(record) {
  const { deliveries, events, receiver } = record;
  if (deliveries === void 0 || receiver === void 0) return [];
  const wanted = events.filter(_chunk7M7NLC46cjs.isExternal).filter((event) => isWanted(record, event));
  const missing = wanted.filter((event) => !deliveries.some((it) => it.seq === event.seq));
  const strangers2 = deliveries.filter((it) => !wanted.some((event) => isOf(it, event)));
  return [
    ...missing.map(({ type, seq }) => ({ what: `none of ${type} at seq ${seq}`, seq })),
    ...strangers2.map(({ type, seq }) => ({
      what: `one of ${type} at seq ${seq}, which is no such event`,
      seq
    })),
    ...repeated(deliveries.map((it) => `seq ${it.seq}`))
  ];
}
var isOf = (delivery, event) => delivery.seq === event.seq && delivery.eventId === event.eventId && delivery.type === event.type;
function deliveryJobFaults({ deliveries, jobs }) {
  if (deliveries === void 0 || jobs === void 0) return [];
  const pending = deliveries.filter((it) => it.status === "pending").length;
  const count = jobs.filter((it) => it.kind === "webhook-delivery").length;
  return count === (pending === 0 ? 0 : 1) ? [] : [`${pending} are pending, and ${count} jobs deliver them`];
}
function attemptFaults({ deliveries = [] }) {
  return deliveries.filter((it) => it.status === "pending" !== (it.nextAttemptAt !== null)).map(({ seq, status, nextAttemptAt }) => ({
    what: `seq ${seq} is ${status}, next attempt at ${nextAttemptAt}`,
    seq
  }));
}
function strangers({ state, events, jobs = [], deliveries = [] }) {
  const { workspaceId, executionId, correlationId } = state;
  const isOwn = (it) => it.workspaceId === workspaceId && it.executionId === executionId;
  return [
    ...events.filter((it) => it.executionId !== executionId || it.correlationId !== correlationId).map((it) => ({ what: `the event at seq ${it.seq} is of ${it.executionId}`, seq: it.seq })),
    ...jobs.filter((it) => !isOwn(it)).map((it) => `a job of ${it.workspaceId} ${it.executionId}`),
    ...deliveries.filter((it) => !isOwn(it)).map((it) => `a delivery of ${it.workspaceId} ${it.executionId}`)
  ];
}
var WORK_INVARIANTS = [
  {
    code: "job-lost",
    name: "what an open step waits for has its job",
    check: (record) => lostJobs(record).map(({ kind, stepId, dueAt }) => ({
      what: `${kind} of ${stepId}, due ${dueAt}`,
      stepId
    }))
  },
  { code: "job-without-step", name: "a job is of an open step of its kind", check: strayJobs },
  {
    code: "job-repeated",
    name: "a step has one job of each kind at most",
    check: ({ jobs = [] }) => repeated(jobs.map((it) => `${it.kind} of ${it.stepId}`))
  },
  {
    code: "delivery-missing",
    name: "an event has a delivery exactly when its receiver wants it",
    check: deliveryFaults
  },
  {
    code: "delivery-job-lost",
    name: "there is a delivery job exactly while deliveries are pending",
    check: deliveryJobFaults
  },
  {
    code: "delivery-without-attempt",
    name: "a delivery has a next attempt exactly while it is pending",
    check: attemptFaults
  },
  {
    code: "delivered-without-attempt",
    name: "what was delivered was tried at least once",
    check: ({ deliveries = [] }) => deliveries.filter((it) => it.status === "delivered" && it.attempts < 1).map(({ seq }) => ({ what: `seq ${seq}`, seq }))
  },
  {
    code: "of-another-execution",
    name: "events, jobs and deliveries are of their own execution and workspace",
    check: strangers
  }
];








exports.ofType = ofType; exports.at = at; exports.repeated = repeated; exports.neededJobs = neededJobs; exports.lostJobs = lostJobs; exports.WORK_INVARIANTS = WORK_INVARIANTS;
//# sourceMappingURL=chunk-GXKWFESJ.cjs.map