"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }





var _chunk3ID3FQYLcjs = require('./chunk-3ID3FQYL.cjs');








var _chunkYMZYM5YGcjs = require('./chunk-YMZYM5YG.cjs');









































var _chunkO4WZWP72cjs = require('./chunk-O4WZWP72.cjs');



var _chunkK25YEM5Ocjs = require('./chunk-K25YEM5O.cjs');







var _chunkPU4EMH7Acjs = require('./chunk-PU4EMH7A.cjs');


var _chunkE2AYWA6Bcjs = require('./chunk-E2AYWA6B.cjs');




var _chunk47X5DQYPcjs = require('./chunk-47X5DQYP.cjs');















var _chunkZUQOJZ2Hcjs = require('./chunk-ZUQOJZ2H.cjs');







var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');



var _chunkBDDY2ZMKcjs = require('./chunk-BDDY2ZMK.cjs');


var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/interpreter/bytes.ts
function runBytes(transition) {
  return totalsBefore(transition).bytes + gainedBytes(transition);
}
var openSteps = (transition) => totalsBefore(transition).open + transition.changes.opened;
function leaveTotals(transition) {
  const { before, changes, totals, state } = transition;
  if (!totals.has(before) || changes.own.size > before.length) return;
  totals.set(state.steps, { bytes: runBytes(transition), open: openSteps(transition) });
}
function totalsBefore(transition) {
  const { totals, before } = transition;
  const known = totals.get(before);
  if (known !== void 0) return known;
  const counted = countedTotals(transition);
  totals.set(before, counted);
  return counted;
}
function countedTotals({ compiled, before, sizes, state }) {
  let bytes = sizes.of(state.triggerContext);
  let open = 0;
  for (const step of before) {
    bytes += stepBytes(_chunkO4WZWP72cjs.nodeOf.call(void 0, compiled, step.nodeId), step, sizes);
    if (_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)) open += 1;
  }
  return { bytes, open };
}
function gainedBytes({ compiled, changes, sizes }) {
  let bytes = 0;
  for (const [step, before] of changes.own) {
    bytes += before === null ? stepBytes(_chunkO4WZWP72cjs.nodeOf.call(void 0, compiled, step.nodeId), step, sizes) : stepGain(before, step, sizes);
  }
  return bytes;
}
var stepGain = (before, after, sizes) => (before.input === after.input ? 0 : sizes.of(after.input) - sizes.of(before.input)) + (before.output === after.output ? 0 : sizes.of(after.output) - sizes.of(before.output)) + _chunkO4WZWP72cjs.jsonGain.call(void 0, before.resolutions, after.resolutions) + _chunkO4WZWP72cjs.jsonGain.call(void 0, before.decisions, after.decisions) + _chunkO4WZWP72cjs.jsonGain.call(void 0, before.people, after.people);
var stepBytes = (node, { input, output, resolutions, decisions, people }, sizes) => sizes.of(input) + sizes.of(output) + _chunkO4WZWP72cjs.jsonBytes.call(void 0, resolutions) + _chunkO4WZWP72cjs.jsonBytes.call(void 0, decisions) + _chunkO4WZWP72cjs.jsonBytes.call(void 0, people) + shownBytes(node);
var REVIEWERS_SHOWN = 3;
var VIEW_COST = 2;
var shownBytes = (node) => _chunkBDDY2ZMKcjs.derived.call(void 0, node, nodeBytes);
function nodeBytes(node) {
  if (node.type !== "human") return 0;
  const { reviewers, reviewerEmails, commentBody } = node;
  const people = _chunkO4WZWP72cjs.jsonBytes.call(void 0, reviewers) * REVIEWERS_SHOWN;
  return VIEW_COST * (people + _chunkO4WZWP72cjs.jsonBytes.call(void 0, reviewerEmails) + _chunkO4WZWP72cjs.jsonBytes.call(void 0, commentBody));
}
var tooLarge = (stepId) => ({
  code: "execution-too-large",
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${_chunkKPSFIHDZcjs.LIMITS.executionBytes} bytes together`,
  stepId
});

// src/interpreter/waiting/asking.ts
var ORDER_ACTOR = "system:order";
function askNext(transition, rules, step) {
  if (step.people === void 0) return;
  const before = step.people.places;
  const places = _chunkZUQOJZ2Hcjs.withAsked.call(void 0, rules, step.people, step.decisions);
  const added = places.filter((it, index) => it.asked && !_optionalChain([before, 'access', _2 => _2[index], 'optionalAccess', _3 => _3.asked])).map((it) => it.holder);
  if (added.length === 0) return;
  transition.emit("step.assigned", step.stepId, {
    nodeId: step.nodeId,
    cause: "order",
    actorId: ORDER_ACTOR,
    added,
    removed: [],
    waitingForReviewers: _chunkZUQOJZ2Hcjs.waitingFor.call(void 0, rules, places, step.decisions)
  });
}

// src/interpreter/waiting/changing.ts
function ownPeople(transition, node, step) {
  if (step.people !== void 0) return step;
  transition.emit("step.reviewers-resolved", step.stepId, _nullishCoalesce(_chunkZUQOJZ2Hcjs.peopleOfStep.call(void 0, node, step), () => ( NOBODY)));
  return transition.step(step.stepId);
}
var NOBODY = { places: [] };
function changePeople(transition, node, step, change) {
  const own = ownPeople(transition, node, step);
  const { people, decisions } = _chunkZUQOJZ2Hcjs.withChange.call(void 0, own, change);
  const waitingForReviewers = _chunkZUQOJZ2Hcjs.waitingFor.call(void 0, _chunkBDDY2ZMKcjs.peopleOf.call(void 0, node), people.places, decisions);
  transition.emit("step.people-changed", step.stepId, { ...change, waitingForReviewers });
  return transition.step(step.stepId);
}
function tellAssigned(transition, { stepId, nodeId, waitingForReviewers }, { cause, actorId, added = [], removed = [] }) {
  transition.emit("step.assigned", stepId, { nodeId, cause, actorId, added, removed, waitingForReviewers });
}

// src/interpreter/waiting/losing.ts
var SEPARATION_ACTOR = "system:separation";
function loseExcluded(transition, exceptStepId = null) {
  const { compiled, state } = transition;
  if (compiled.separated === void 0 && state.parties === void 0) return;
  for (const { stepId } of state.steps.filter((it) => it.status === "waiting")) {
    const step = transition.step(stepId);
    const node = transition.node(step.nodeId);
    if (node.type === "human" && stepId !== exceptStepId) loseIn(transition, node, step);
  }
}
function loseIn(transition, node, step) {
  const excluded = _chunkZUQOJZ2Hcjs.excludedFrom.call(void 0, transition.compiled, transition.state, node);
  const places = _nullishCoalesce(_optionalChain([_chunkZUQOJZ2Hcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _4 => _4.places]), () => ( []));
  const isLost = (it) => excluded.has(it.holder) || excluded.has(it.userId);
  const lost = places.filter((it) => it.lost !== true && isLost(it));
  const stoodIn = answersOf(step, (it) => it.onBehalfOf != null && excluded.has(it.reviewerId));
  const reopened = places.filter((it) => !isLost(it) && stoodIn.includes(it.holder));
  if (lost.length === 0 && reopened.length === 0) return;
  const holders = lost.map((it) => it.holder);
  const changed = changePeople(transition, node, step, {
    places: [
      ...lost.map((it) => ({ ...it, lost: true })),
      // Somebody who must not decide had answered for them: they answer anew.
      ...reopened.map((it) => ({ ...it, round: it.round + 1 }))
    ],
    voided: [...answersOf(step, (it) => holders.includes(_chunkZUQOJZ2Hcjs.holderOf.call(void 0, it))), ...reopened.map((it) => it.holder)]
  });
  tellAssigned(transition, changed, {
    cause: "separation",
    actorId: SEPARATION_ACTOR,
    added: reopened.map((it) => it.holder),
    removed: lost.filter((it) => it.asked).map((it) => it.holder)
  });
  failIfOutOfReach(transition, node, changed);
}
var answersOf = ({ decisions }, test) => decisions.filter(test).map(_chunkZUQOJZ2Hcjs.holderOf);
function failIfOutOfReach(transition, node, step) {
  const counted = _chunkZUQOJZ2Hcjs.countedPlaces.call(void 0, _nullishCoalesce(_optionalChain([step, 'access', _5 => _5.people, 'optionalAccess', _6 => _6.places]), () => ( [])), step.decisions);
  if (!_chunkZUQOJZ2Hcjs.isOutOfReach.call(void 0, _chunkBDDY2ZMKcjs.peopleOf.call(void 0, node), counted)) return;
  _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, {
    code: "reviewers-insufficient",
    message: "some of the people must not decide any more, and not even approvals from all others would approve the step"
  });
}

// src/interpreter/finish.ts
var EXECUTION_ACTOR = "system:execution";
function failExecution(transition, failureReason) {
  _chunkO4WZWP72cjs.interruptAllOpen.call(void 0, transition, { actorId: EXECUTION_ACTOR, reason: "execution-failed" });
  transition.emit("execution.failed", null, { failureReason });
  transition.abandonEndings();
}
function cancelExecution(transition, reason) {
  _chunkO4WZWP72cjs.interruptAllOpen.call(void 0, transition, { actorId: EXECUTION_ACTOR, reason: "execution-cancelled" });
  transition.emit("execution.cancelled", null, { reason });
}
function rollUp(transition) {
  if (transition.state.steps.every((it) => it.status === "cancelled")) {
    transition.emit("execution.cancelled", null, { reason: "all-steps-cancelled" });
    return;
  }
  transition.emit("execution.completed", null, { durationMs: transition.now - transition.state.createdAt });
}

// src/interpreter/start.ts
var rootStart = (nodeId) => ({
  stepId: _chunkO4WZWP72cjs.rootStepId.call(void 0, nodeId),
  nodeId,
  input: _chunkPU4EMH7Acjs.EMPTY_OBJECT,
  parent: null
});
function edgeStart(transition, parent, nodeId) {
  return {
    stepId: _chunkO4WZWP72cjs.edgeStepId.call(void 0, parent.stepId, nodeId),
    nodeId,
    input: {
      fromNodeId: parent.nodeId,
      fromStepId: parent.stepId,
      output: _chunkO4WZWP72cjs.outputOf.call(void 0, transition.compiled, parent)
    },
    parent
  };
}
function startStep(transition, { stepId, nodeId, input, record: record2, parent }) {
  if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, transition.state.status)) return;
  if (transition.find(stepId) !== null) {
    transition.emit("idempotency.suppressed", null, { stepId });
    return;
  }
  const limit = transition.environment.maxStepsPerExecution;
  if (transition.state.steps.length >= limit) {
    failExecution(transition, {
      code: "step-limit-exceeded",
      message: `the execution has ${limit} steps, which is the limit; node "${nodeId}" was not started`,
      stepId: _nullishCoalesce(_optionalChain([parent, 'optionalAccess', _7 => _7.stepId]), () => ( null))
    });
    return;
  }
  const node = transition.node(nodeId);
  const source = sourceOf(transition, parent);
  const whole = inputOf(transition, { node, source, input, record: record2 });
  const bytes = transition.sizes.of(whole);
  const isTooLarge = bytes > _chunkKPSFIHDZcjs.LIMITS.stepInputBytes;
  if (!isTooLarge && !hold(transition, bytes + shownBytes(node))) {
    failExecution(transition, tooLarge(_nullishCoalesce(_optionalChain([parent, 'optionalAccess', _8 => _8.stepId]), () => ( null))));
    return;
  }
  const dueAt = dueAtOf(transition, node);
  transition.emit("step.scheduled", stepId, {
    nodeId,
    nodeType: node.type,
    iteration: _chunkO4WZWP72cjs.currentIteration.call(void 0, transition.compiled, transition.state, nodeId),
    input: isTooLarge ? {} : whole,
    dueAt: dueAt === "unknown" ? null : dueAt
  });
  const step = transition.step(stepId);
  if (arrivesLate(transition, step)) return;
  if (isTooLarge) {
    const message = `the input has ${bytes} bytes, and may have ${_chunkKPSFIHDZcjs.LIMITS.stepInputBytes}; map less of it`;
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, { code: "input-too-large", message });
    return;
  }
  if (dueAt === "unknown") {
    const message = `there is no calendar "${_optionalChain([node, 'access', _9 => _9.sla, 'optionalAccess', _10 => _10.calendar])}", or it has no such working time within five years`;
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, { code: "calendar-unknown", message });
    return;
  }
  _chunkO4WZWP72cjs.kindOf.call(void 0, node).enter(transition, step, node, source);
  if (dueAt !== null && _chunk4AF4TM5Ycjs.isOpen.call(void 0, transition.step(stepId).status)) {
    transition.schedule({ kind: "step-deadline", stepId, dueAt, attempt: 1 });
  }
}
function dueAtOf({ now, environment }, node) {
  if (node.slaMs !== null) return now + node.slaMs;
  if (node.sla === void 0) return null;
  return _nullishCoalesce(_optionalChain([environment, 'access', _11 => _11.calendars, 'optionalAccess', _12 => _12.get, 'call', _13 => _13(node.sla.calendar), 'optionalAccess', _14 => _14.dueAt, 'call', _15 => _15(now, node.sla.workingMs)]), () => ( "unknown"));
}
function hold(transition, bytes) {
  transition.work.spend(_chunkPU4EMH7Acjs.COMMAND_COSTS.step);
  transition.bytesHeld = (_nullishCoalesce(transition.bytesHeld, () => ( runBytes(transition)))) + bytes;
  return transition.bytesHeld <= _chunkKPSFIHDZcjs.LIMITS.executionBytes;
}
function arrivesLate(transition, step) {
  const group = _chunkO4WZWP72cjs.groupOfNode.call(void 0, transition.compiled, step.nodeId);
  if (group === null || group.policy === "waitAll") return false;
  const decided = _chunkO4WZWP72cjs.decisionOf.call(void 0, transition.state, group);
  if (decided === null) return false;
  _chunkO4WZWP72cjs.interruptStep.call(void 0, transition, step, { actorId: _chunkO4WZWP72cjs.GROUP_ACTOR, reason: _chunkO4WZWP72cjs.reasonOf.call(void 0, decided.outcome) });
  return true;
}
var sourceOf = (transition, parent) => ({
  output: parent === null ? null : _chunkO4WZWP72cjs.outputOf.call(void 0, transition.compiled, parent),
  execution: { input: transition.state.triggerContext }
});
function inputOf({ work }, { node, source, input, record: record2 = _chunkPU4EMH7Acjs.EMPTY_OBJECT }) {
  const mapping = _chunkBDDY2ZMKcjs.derived.call(void 0, node, mappedPaths);
  work.spend(_chunkPU4EMH7Acjs.COMMAND_COSTS.name * mapping.length);
  if (mapping.length === 0) return record2 === _chunkPU4EMH7Acjs.EMPTY_OBJECT ? input : { ...input, ...record2 };
  const mapped = mapping.map(([name, path]) => [
    name,
    _chunkPU4EMH7Acjs.readPath.call(void 0, source, path)
  ]);
  return Object.fromEntries([...Object.entries(input), ...mapped, ...Object.entries(record2)]);
}
var mappedPaths = (node) => Object.entries(_chunkO4WZWP72cjs.kindOf.call(void 0, node).inputMapping(node)).map(([name, path]) => [name, path.split(".")]);

// src/interpreter/consequences.ts
var noConsequences = () => ({
  quorumMet: null,
  quorumUnreachable: [],
  cancel: /* @__PURE__ */ new Map(),
  restart: null,
  exhausted: null,
  start: [],
  failure: null
});
function applyConsequences(transition, found) {
  if (found.quorumMet !== null) transition.emit("group.quorum-met", null, found.quorumMet);
  for (const data of found.quorumUnreachable) transition.emit("group.quorum-unreachable", null, data);
  for (const step of found.cancel.size === 0 ? [] : transition.state.steps.slice()) {
    const by = found.cancel.get(step.stepId);
    if (by !== void 0) _chunkO4WZWP72cjs.interruptStep.call(void 0, transition, step, by);
  }
  if (found.restart !== null) transition.emit("loop.iteration-started", null, found.restart);
  if (found.exhausted !== null) transition.emit("loop.exhausted", null, found.exhausted);
  if (found.failure !== null) {
    failExecution(transition, found.failure);
    return;
  }
  for (const start of found.start) startStep(transition, start);
}

// src/interpreter/failure.ts
function unhandledFailure(step) {
  const { stepId, nodeId } = step;
  if (step.status === "failed") {
    const cause = step.error === null ? "" : `: ${step.error.code}: ${step.error.message}`;
    return { code: "step-failed", message: `step of node "${nodeId}" failed${cause}`, stepId };
  }
  if (step.status === "breached") {
    const message2 = `step of node "${nodeId}" missed its deadline, and no edge took the breach`;
    return { code: "step-breached", message: message2, stepId };
  }
  const message = `step of node "${nodeId}" was rejected, and no edge and no loop took the rejection`;
  return { code: "unhandled-rejection", message, stepId };
}
function unreachableFailure(group, step) {
  return {
    code: "quorum-unreachable",
    message: `group "${group.groupId}" can no longer reach its quorum of ${group.quorum}, and nothing took that up`,
    stepId: _nullishCoalesce(_optionalChain([step, 'optionalAccess', _16 => _16.stepId]), () => ( null))
  };
}
function exhaustedFailure(loop, step, again) {
  return {
    code: "loop-exhausted",
    message: `loop "${loop.loopId}" was rejected in the last of its ${loop.maxIterations} iterations${again ? ", again" : ""}`,
    stepId: step.stepId
  };
}
var tooCostly = () => ({
  code: "expression-too-costly",
  message: "the conditions of the edges and loops that follow take more work than they may; compare less text",
  stepId: null
});

// src/interpreter/quorum.ts
function evaluateGroup(transition, group, step, found) {
  if (_chunkO4WZWP72cjs.decisionOf.call(void 0, transition.state, group) !== null) return;
  const tally = _chunkO4WZWP72cjs.tallyOf.call(void 0, transition, group, found.cancel);
  if (tally.verdict === "met") meetQuorum(transition, group, tally, found);
  if (tally.verdict === "unreachable") loseQuorum(transition, group, tally, step, found);
}
function meetQuorum(transition, group, tally, found) {
  found.quorumMet = {
    groupId: group.groupId,
    iteration: _chunkO4WZWP72cjs.iterationOf.call(void 0, transition.state, group),
    quorum: group.quorum,
    totalApproved: tally.approved.length,
    completedTotal: tally.completedTotal,
    expectedSteps: group.expectedSteps
  };
  if (group.policy === "waitAll") return;
  cancelSiblings(tally, _chunkO4WZWP72cjs.reasonOf.call(void 0, "met"), found);
  if (group.policy === "joinOnQuorum") {
    const approving = tally.steps.filter((it) => tally.approved.includes(it.nodeId));
    found.start.push(...joinStarts(transition, group, tally, approving));
  }
}
function loseQuorum(transition, group, tally, step, found) {
  if (group.policy === "waitAll") return;
  transition.work.spend(_chunkPU4EMH7Acjs.COMMAND_COSTS.lost * tally.steps.length);
  if (group.policy === "cancelOnQuorum") {
    const unhandled = tally.steps.find((it) => _chunk3ID3FQYLcjs.isUnhandled.call(void 0, transition, it));
    if (unhandled !== void 0 && !isGivenUp(transition, group, tally, found))
      found.failure = unreachableFailure(group, unhandled);
    return;
  }
  loseJoin(transition, group, tally, step, found);
}
function loseJoin(transition, group, tally, step, found) {
  const { state } = transition;
  found.quorumUnreachable.push({ groupId: group.groupId, iteration: _chunkO4WZWP72cjs.iterationOf.call(void 0, state, group) });
  cancelSiblings(tally, _chunkO4WZWP72cjs.reasonOf.call(void 0, "unreachable"), found);
  const taken = tally.steps.filter((it) => _chunkO4WZWP72cjs.takingLoop.call(void 0, transition, it) !== null);
  const rejecting = tally.steps.filter((it) => _chunk4AF4TM5Ycjs.isRejected.call(void 0, it) && !taken.includes(it));
  const starts = joinStarts(transition, group, tally, rejecting);
  found.start.push(...starts);
  const isHandled = starts.length > 0 || taken.length > 0 || tally.steps.some((it) => _chunk3ID3FQYLcjs.isRecovered.call(void 0, transition, it)) || isGivenUp(transition, group, tally, found);
  if (!isHandled) {
    found.failure = unreachableFailure(group, _nullishCoalesce(_nullishCoalesce(step, () => ( tally.steps.at(-1))), () => ( null)));
    return;
  }
  const superseded = new Set(group.loopIds.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const fault = tally.steps.find((it) => _chunk3ID3FQYLcjs.isFault.call(void 0, it) && !superseded.has(it) && !_chunk3ID3FQYLcjs.isRecovered.call(void 0, transition, it));
  if (fault !== void 0) found.failure = unhandledFailure(fault);
}
function isGivenUp(transition, group, tally, found) {
  const { compiled } = transition;
  const exhausted = group.loopIds.filter((loopId) => isExhausted(transition, loopId, found));
  if (exhausted.some((loopId) => loopId === _optionalChain([found, 'access', _17 => _17.exhausted, 'optionalAccess', _18 => _18.loopId]))) return true;
  const superseded = new Set(exhausted.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const gaveUpOne = group.memberNodeIds.some(
    (nodeId) => !tally.approved.includes(nodeId) && exhausted.includes(_nullishCoalesce(_optionalChain([_chunkO4WZWP72cjs.loopOfNode.call(void 0, compiled, nodeId), 'optionalAccess', _19 => _19.loopId]), () => ( "")))
  );
  return gaveUpOne && !tally.steps.some((it) => !superseded.has(it) && _chunk3ID3FQYLcjs.isUnhandled.call(void 0, transition, it));
}
var isExhausted = ({ state }, loopId, found) => _chunkO4WZWP72cjs.loopState.call(void 0, state, loopId).exhausted || _optionalChain([found, 'access', _20 => _20.exhausted, 'optionalAccess', _21 => _21.loopId]) === loopId;
function supersededBy(transition, loopId, found) {
  const { compiled, state } = transition;
  const loop = compiled.loops.find((it) => it.loopId === loopId);
  if (loop === void 0 || loop.exhaustedNodeId === null || !isExhausted(transition, loopId, found))
    return [];
  const route = _chunk4AF4TM5Ycjs.stepIndex.call(void 0, state.steps, _chunkO4WZWP72cjs.exhaustedStepId.call(void 0, loopId, loop.exhaustedNodeId));
  const before = route === -1 ? state.steps : state.steps.slice(0, route);
  return before.filter((it) => loop.bodyNodeIds.includes(it.nodeId));
}
function cancelSiblings(tally, reason, found) {
  for (const { status, stepId } of tally.steps) {
    if (_chunk4AF4TM5Ycjs.isOpen.call(void 0, status) && !found.cancel.has(stepId))
      found.cancel.set(stepId, { actorId: _chunkO4WZWP72cjs.GROUP_ACTOR, reason });
  }
}
function joinStarts(transition, group, tally, steps) {
  const { compiled, state } = transition;
  const edges = steps.flatMap((it) => _chunk3ID3FQYLcjs.firingEdges.call(void 0, transition, it));
  const inOrder = compiled.edges.filter((it) => edges.includes(it));
  const groupOutputs = Object.fromEntries(
    steps.map((it) => [it.nodeId, _chunkO4WZWP72cjs.outputOf.call(void 0, compiled, it)])
  );
  const input = {
    groupOutputs,
    groupId: group.groupId,
    quorum: group.quorum,
    totalApproved: tally.approved.length
  };
  const iteration = _chunkO4WZWP72cjs.iterationOf.call(void 0, state, group);
  return _chunk3ID3FQYLcjs.targetsOf.call(void 0, inOrder).map((nodeId) => ({
    stepId: _chunkO4WZWP72cjs.groupStepId.call(void 0, group.groupId, iteration, nodeId),
    nodeId,
    input,
    parent: null
  }));
}
function undecidedGroup(transition) {
  const { compiled, state } = transition;
  for (const group of compiled.groups) {
    if (_chunkO4WZWP72cjs.decisionOf.call(void 0, state, group) !== null) continue;
    const tally = _chunkO4WZWP72cjs.tallyOf.call(void 0, transition, group);
    if (tally.steps.length === 0) continue;
    const found = noConsequences();
    loseQuorum(transition, group, tally, null, found);
    if (found.failure !== null || found.quorumUnreachable.length > 0) return found;
  }
  return null;
}

// src/interpreter/rewind.ts
function rewind(transition, loop, rejection, found) {
  const { compiled, state } = transition;
  for (const step of state.steps) {
    if (_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status) && loop.bodyNodeIds.includes(step.nodeId)) {
      found.cancel.set(step.stepId, { actorId: "system:loop-restart", reason: "loop-restart" });
    }
  }
  const { iteration, exhausted } = _chunkO4WZWP72cjs.loopState.call(void 0, state, loop.loopId);
  if (iteration < loop.maxIterations) restart(transition, loop, rejection, iteration + 1, found);
  else exhaust(transition, loop, rejection, found, exhausted);
  if (found.restart !== null || found.failure !== null) return;
  for (const group of compiled.groups) {
    if (group.loopIds.includes(loop.loopId)) evaluateGroup(transition, group, rejection, found);
  }
}
function restart({ compiled, state }, loop, rejection, iteration, found) {
  found.restart = { loopId: loop.loopId, iteration, triggeredBy: "rejection" };
  found.start.push({
    stepId: _chunkO4WZWP72cjs.loopStepId.call(void 0, loop.loopId, iteration, loop.entryNodeId),
    nodeId: loop.entryNodeId,
    input: {},
    record: _chunkO4WZWP72cjs.loopRecord.call(void 0, compiled, state, loop, rejection, iteration),
    parent: null
  });
}
function exhaust({ compiled, state }, loop, rejection, found, before) {
  const { loopId, exhaustedNodeId } = loop;
  const { iteration } = _chunkO4WZWP72cjs.loopState.call(void 0, state, loopId);
  if (!before) {
    found.exhausted = {
      loopId,
      iteration,
      lastRejectedBy: rejectionText(rejection, "rejectedBy"),
      lastRejectionReason: rejectionText(rejection, "rejectionReason")
    };
  }
  if (exhaustedNodeId === null || before) {
    found.failure = exhaustedFailure(loop, rejection, before);
    return;
  }
  found.start.push({
    stepId: _chunkO4WZWP72cjs.exhaustedStepId.call(void 0, loopId, exhaustedNodeId),
    nodeId: exhaustedNodeId,
    input: {},
    record: _chunkO4WZWP72cjs.loopRecord.call(void 0, compiled, state, loop, rejection, iteration),
    parent: null
  });
}
function rejectionText(rejection, field) {
  const text = _chunkO4WZWP72cjs.rejectionField.call(void 0, rejection, field);
  return typeof text === "string" ? text : null;
}

// src/interpreter/resolve-endings.ts
function resolveEndings(transition) {
  if (runBytes(transition) > _chunkKPSFIHDZcjs.LIMITS.executionBytes) {
    failExecution(transition, tooLarge(null));
    return;
  }
  try {
    resolveAll(transition);
  } catch (error) {
    if (!(error instanceof _chunkPU4EMH7Acjs.TooCostly)) throw error;
    failExecution(transition, tooCostly());
  }
}
function resolveAll(transition) {
  for (; ; ) {
    for (let step = transition.nextEnding(); step !== null; step = transition.nextEnding())
      applyConsequences(transition, following(transition, step));
    if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, transition.state.status) || openSteps(transition) > 0) return;
    const stuck = undecidedGroup(transition);
    if (stuck === null) {
      rollUp(transition);
      return;
    }
    applyConsequences(transition, stuck);
  }
}
function following(transition, step) {
  const found = noConsequences();
  const loop = _chunkO4WZWP72cjs.takingLoop.call(void 0, transition, step);
  if (loop !== null) {
    rewind(transition, loop, step, found);
    return found;
  }
  const group = _chunkO4WZWP72cjs.groupOfNode.call(void 0, transition.compiled, step.nodeId);
  if (_optionalChain([group, 'optionalAccess', _22 => _22.policy]) !== "joinOnQuorum" || _chunk3ID3FQYLcjs.isFault.call(void 0, step)) {
    const edges = _chunk3ID3FQYLcjs.firingEdges.call(void 0, transition, step);
    found.start.push(..._chunk3ID3FQYLcjs.targetsOf.call(void 0, edges).map((nodeId) => edgeStart(transition, step, nodeId)));
  }
  if (group !== null) evaluateGroup(transition, group, step, found);
  if (group === null || group.policy === "waitAll") failUnhandled(transition, step, found);
  return found;
}
function failUnhandled(transition, step, found) {
  if (!_chunk3ID3FQYLcjs.isUnhandled.call(void 0, transition, step)) return;
  found.failure = unhandledFailure(step);
}

// src/interpreter/commands/find-step.ts
function humanStep(transition, stepId) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "human") {
    return _chunkYMZYM5YGcjs.refused.call(void 0, 
      "FAILED_PRECONDITION",
      `step "${stepId}" is not a human step; it takes no reviewer's decision`
    );
  }
  return { ok: true, step, node, rules: _chunkBDDY2ZMKcjs.peopleOf.call(void 0, node), people: _chunkZUQOJZ2Hcjs.peopleOfStep.call(void 0, node, step) };
}
var notWaiting = (step) => _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${step.stepId}" is ${step.status}, not waiting`, {
  stepStatus: step.status
});
var noPlace = (userId, { nodeId }) => _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", `"${userId}" is not a reviewer of node "${nodeId}"`);
var placeOf = ({ people }, holder) => _optionalChain([people, 'optionalAccess', _23 => _23.places, 'access', _24 => _24.find, 'call', _25 => _25((it) => it.holder === holder)]);
function isExcluded(transition, found, place, userId) {
  const excluded = _chunkZUQOJZ2Hcjs.excludedFrom.call(void 0, transition.compiled, transition.state, found.node);
  return place.lost === true || excluded.has(userId) || excluded.has(place.holder);
}
function refusalOfVerb(transition, found, verb, reviewerId) {
  const { step, node, rules } = found;
  if (step.status !== "waiting") return notWaiting(step);
  if (!rules.allow.includes(verb)) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "not-allowed", `node "${node.nodeId}" does not allow reviewers to ${VERBS[verb]}`);
  }
  const place = placeOf(found, reviewerId);
  if (place === void 0) return noPlace(reviewerId, node);
  return isExcluded(transition, found, place, reviewerId) ? _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, reviewerId) : null;
}
var VERBS = {
  delegate: "hand their place over",
  substitute: "answer for somebody who is away",
  claim: "reserve an answer",
  add: "add others",
  retract: "take their answer back",
  ask: "ask for information"
};

// src/interpreter/people/answer.ts
function answerFaults(rules, answer) {
  return [
    ...reasonFaults(rules, answer),
    ...reasonCodeFaults(rules, answer),
    ...valueFaults(rules, answer),
    ...digestFaults(rules, answer)
  ];
}
function reasonFaults({ reasonRequired }, { decision, reason }) {
  const required = reasonRequired === "always" || reasonRequired === "reject" && decision === "reject";
  if (!required || (_nullishCoalesce(reason, () => ( ""))).trim() !== "") return [];
  return [{ path: "reason", message: "is missing; say why in a text that is not blank" }];
}
function digestFaults({ requireSubjectDigest }, { subjectDigest = null }) {
  if (!requireSubjectDigest || subjectDigest !== null) return [];
  return [{ path: "subjectDigest", message: "is missing; give the digest of what the decision is on" }];
}
function reasonCodeFaults({ reasonCodes }, { decision, reasonCode = null }) {
  const fault = (message) => [{ path: "reasonCode", message }];
  if (reasonCode === null) {
    if (reasonCodes === null || decision === "approve") return [];
    return fault(`is missing; give ${reasonCodes.map((it) => `"${it}"`).join(" or ")}`);
  }
  if (reasonCodes === null) return fault("does not fit: the node has no reason codes; remove it");
  if (reasonCodes.includes(reasonCode)) return [];
  return fault(`does not fit; give ${reasonCodes.map((it) => `"${it}"`).join(" or ")}`);
}
function valueFaults({ form }, { decision, values = null }) {
  if (decision !== "approve" || form === null) {
    if (values === null) return [];
    const why = form === null ? "the node has no form" : "only an approval fills in the form";
    return [{ path: "values", message: `does not fit: ${why}; remove it` }];
  }
  const given = _nullishCoalesce(values, () => ( {}));
  const unknown = Object.keys(given).filter((name) => !form.some((field) => field.name === name));
  return [
    ...form.flatMap(
      (field) => fieldFaults(field, Object.hasOwn(given, field.name) ? given[field.name] : void 0)
    ),
    ...unknown.map((name) => ({
      path: `values.${name}`,
      message: "is no field of the form; check its spelling or remove it"
    }))
  ];
}
function fieldFaults(field, value) {
  const path = `values.${field.name}`;
  if (value === void 0)
    return field.required ? [{ path, message: `is missing; give ${wish(field)}` }] : [];
  return FITS[field.type](value, field) ? [] : [{ path, message: `does not fit; give ${wish(field)}` }];
}
var FITS = {
  string: (value) => typeof value === "string" && _chunkPU4EMH7Acjs.characterCount.call(void 0, value) <= _chunkKPSFIHDZcjs.LIMITS.formTextLength,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  choice: (value, { choices }) => choices.some((it) => it === value)
};
var wish = ({ type, choices }) => ({
  string: `a text of at most ${_chunkKPSFIHDZcjs.LIMITS.formTextLength} characters`,
  number: "a number",
  boolean: "true or false",
  choice: choices.map((it) => `"${it}"`).join(" or ")
})[type];

// src/interpreter/people/substitutes.ts
var MAX_LINKS = 3;
var inForce = ({ from, until }, now) => from <= now && now < until;
function substitutesOf(userId, absences, now) {
  const found = [];
  let current = userId;
  while (found.length < MAX_LINKS) {
    current = _optionalChain([absences, 'access', _26 => _26.find, 'call', _27 => _27((it) => it.userId === current && inForce(it, now)), 'optionalAccess', _28 => _28.substituteId]);
    if (current === void 0 || current === userId || found.includes(current)) return found;
    found.push(current);
  }
  return found;
}

// src/interpreter/commands/decision-refusals.ts
function stranger({ node }, { reviewerId, onBehalfOf = null }) {
  if (onBehalfOf === null) return noPlace(reviewerId, node);
  const message = `"${reviewerId}" does not stand in for "${onBehalfOf}" on node "${node.nodeId}"`;
  return _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", message);
}
function standsIn(transition, { rules }, place, { reviewerId, onBehalfOf = null, absences = [] }) {
  if (onBehalfOf === null) return true;
  if (!rules.allow.includes("substitute") || !_chunkZUQOJZ2Hcjs.isPersonal.call(void 0, rules, place)) return false;
  return substitutesOf(place.holder, absences, transition.now).includes(reviewerId);
}
function refusalOfDecision(...[transition, found, place, command]) {
  for (const check of CHECKS) {
    const refusal = check(transition, found, place, command);
    if (refusal !== null) return refusal;
  }
  return null;
}
var CHECKS = [
  (transition, found, place, { reviewerId }) => isExcluded(transition, found, place, reviewerId) ? _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, reviewerId) : null,
  answeredAlready,
  (_, found, __, { reviewerId, onBehalfOf = null }) => {
    if (onBehalfOf === null || placeOf(found, reviewerId) === void 0) return null;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "already-asked", `"${reviewerId}" is asked themselves, and stands in for nobody`);
  },
  (_, __, { asked, holder, order }) => {
    if (asked) return null;
    const message = `"${holder}" is not asked yet: their order is ${order}, and people before them have still to approve`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "not-asked-yet", message);
  },
  (transition, { rules, step }, place) => {
    const claimedBy = _chunk47X5DQYPcjs.claimedFrom.call(void 0, rules, step, place, transition.now);
    if (claimedBy.length === 0) return null;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "claimed", `the answer is reserved by ${claimedBy.join(", ")}`, { claimedBy });
  },
  (_, __, place, { round = null }) => roundRefusal(place, round),
  ({ state }, __, ___, { subjectDigest = null, shown = false }) => {
    const currentDigest = _nullishCoalesce(_optionalChain([state, 'access', _29 => _29.parties, 'optionalAccess', _30 => _30.subject, 'optionalAccess', _31 => _31.digest]), () => ( null));
    if (subjectDigest === currentDigest) return null;
    if (subjectDigest === null && !shown) return null;
    const message = "the decision is on something else than what is to be approved now; look at it again";
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "subject-changed", message, { currentDigest });
  },
  (_, { rules }, place, { decision }) => decision === "abstain" ? abstainRefusal(rules, place) : null,
  (_, { rules }, __, command) => {
    const faults = answerFaults(rules, command);
    return faults.length === 0 ? null : _chunkYMZYM5YGcjs.invalidFields.call(void 0, faults);
  }
];
function answeredAlready(...[, { step }, place, { reviewerId }]) {
  const standing = step.decisions.find((it) => _chunkZUQOJZ2Hcjs.holderOf.call(void 0, it) === place.holder || it.reviewerId === reviewerId);
  if (standing === void 0) return null;
  const message = _chunkZUQOJZ2Hcjs.holderOf.call(void 0, standing) === place.holder ? `the place of "${place.holder}" is answered already, by "${standing.reviewerId}"` : `"${reviewerId}" has answered this step already, for "${_chunkZUQOJZ2Hcjs.holderOf.call(void 0, standing)}"`;
  return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "answered-already", message);
}
function roundRefusal({ holder, round: current }, round) {
  if (round === current || round === null && current === 1) return null;
  const message = `the place of "${holder}" is in round ${current}; look at the step again and give that round`;
  return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "stale-round", message, { round: current });
}
function abstainRefusal(rules, place) {
  if (!rules.allowAbstain) return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "abstain-not-allowed", "nobody may abstain on this node");
  if (!_chunkZUQOJZ2Hcjs.isMandatory.call(void 0, rules, place)) return null;
  const message = `the approval of "${place.holder}" is mandatory, so they cannot abstain`;
  return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "abstain-not-allowed", message);
}

// src/interpreter/commands/link.ts
function revokeLink(transition, { stepId, linkId }) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  if (_optionalChain([step, 'access', _32 => _32.links, 'optionalAccess', _33 => _33.used, 'access', _34 => _34.includes, 'call', _35 => _35(linkId)]) === true) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { revoked: false });
  if (step.status === "waiting" && _optionalChain([step, 'access', _36 => _36.links, 'optionalAccess', _37 => _37.revoked, 'access', _38 => _38.includes, 'call', _39 => _39(linkId)]) !== true) {
    transition.emit("step.link-revoked", stepId, { linkId });
  }
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { revoked: true });
}
function linkRefusal(step, via) {
  if (_optionalChain([via, 'optionalAccess', _40 => _40.kind]) !== "link" || step.links === void 0) return null;
  const { linkId } = via;
  if (step.links.revoked.includes(linkId)) return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "link-revoked", "this link was revoked");
  return step.links.used.includes(linkId) ? _chunkYMZYM5YGcjs.refusedWith.call(void 0, "link-used", "this link was used") : null;
}

// src/interpreter/commands/decision.ts
function recordDecision(transition, command) {
  const found = humanStep(transition, command.stepId);
  if (!found.ok) return found;
  const { step } = found;
  const closed = linkRefusal(step, command.via);
  if (closed !== null) return closed;
  if (found.people === null) return notWaiting(step);
  const place = placeOf(found, _nullishCoalesce(command.onBehalfOf, () => ( command.reviewerId)));
  if (place === void 0) return stranger(found, command);
  const replay = replayed(step, place, command);
  if (replay !== null) return replay;
  if (!standsIn(transition, found, place, command)) return stranger(found, command);
  if (step.status !== "waiting") return notWaiting(step);
  const refusal = refusalOfDecision(transition, found, place, command);
  if (refusal !== null) return refusal;
  const resolved = applyDecision(transition, found, place, command);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, {
    recorded: true,
    aggregatorStatus: resolved ? "resolved" : "pending",
    resumeScheduled: resolved
  });
}
function applyDecision(transition, found, place, command) {
  record(transition, found, place, command);
  const resolved = follow(transition, found, place, command);
  if (resolved) resolveEndings(transition);
  loseExcluded(transition, command.stepId);
  return resolved;
}
function replayed(step, place, { reviewerId, onBehalfOf = null, decision }) {
  const known = step.decisions.find((it) => _chunkZUQOJZ2Hcjs.holderOf.call(void 0, it) === place.holder);
  if (_optionalChain([known, 'optionalAccess', _41 => _41.reviewerId]) !== reviewerId || (_nullishCoalesce(known.onBehalfOf, () => ( null))) !== onBehalfOf) return null;
  if (known.decision !== decision) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `"${reviewerId}" has decided already: ${known.decision}`, {
      recordedDecision: known.decision
    });
  }
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, replayResult(step));
}
function replayResult(step) {
  return {
    recorded: false,
    aggregatorStatus: step.status === "completed" ? "resolved" : "pending",
    resumeScheduled: false,
    rejectionReason: "idempotent"
  };
}
function record(transition, { node, rules, step: before }, { round }, command) {
  const { stepId, reviewerId, decision, reason, via = null } = command;
  const { reasonCode = null, values = null, onBehalfOf = null, subjectDigest = null } = command;
  if (before.people === void 0 && subjectDigest === null) {
    transition.emit("step.decision-recorded", stepId, { reviewerId, decision, reason, via });
    return;
  }
  const { people, decisions, nodeId } = ownPeople(transition, node, before);
  const said = { onBehalfOf, reasonCode, subjectDigest, round };
  const all = [...decisions, { reviewerId, decision, reason, ...said, recordedAt: transition.now }];
  transition.emit("step.decision-recorded", stepId, {
    reviewerId,
    decision,
    reason,
    via,
    people: { ...said, values },
    waitingForReviewers: _chunkZUQOJZ2Hcjs.waitingFor.call(void 0, rules, _nullishCoalesce(_optionalChain([people, 'optionalAccess', _42 => _42.places]), () => ( [])), all)
  });
  transition.emit("step.answered", stepId, { nodeId, reviewerId, decision, ...said });
}
function follow(transition, { rules, node, people }, place, { stepId, reviewerId, reason, output = null }) {
  const step = transition.step(stepId);
  const places = _nullishCoalesce(_nullishCoalesce(_optionalChain([step, 'access', _43 => _43.people, 'optionalAccess', _44 => _44.places]), () => ( _optionalChain([people, 'optionalAccess', _45 => _45.places]))), () => ( []));
  const outcome = _chunkZUQOJZ2Hcjs.outcomeOf.call(void 0, rules, _chunkZUQOJZ2Hcjs.countedPlaces.call(void 0, places, step.decisions));
  if (outcome === "open") {
    askNext(transition, rules, step);
    return false;
  }
  const decision = outcome === "approved" ? "approve" : "reject";
  const rejection = {
    rejectedBy: reviewerId,
    rejectorMandatory: _chunkZUQOJZ2Hcjs.isMandatory.call(void 0, rules, place),
    rejectionReason: reason
  };
  endBy(transition, node, step, decision, decision === "reject" ? rejection : null, output);
  return true;
}
function endBy(transition, node, step, decision, rejection, given) {
  const said = _chunkO4WZWP72cjs.humanOutput.call(void 0, node, step, {
    decision,
    at: transition.now,
    ...rejection !== null && { rejection }
  });
  const output = given === null ? said : { ..._chunkO4WZWP72cjs.withoutDecision.call(void 0, given), ...said };
  _chunkO4WZWP72cjs.completeStep.call(void 0, transition, step, output, { decision, aggregatorStatus: "resolved" });
}

// src/interpreter/commands/resolution.ts
function recordResolution(transition, command) {
  const { kind: _, stepId, ...resolution } = command;
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "agent" || node.resolutionPolicy === null) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, 
      "FAILED_PRECONDITION",
      `step "${stepId}" is not a blocking agent step; it takes no resolutions`
    );
  }
  const known = step.resolutions.find((it) => it.resolutionId === resolution.resolutionId);
  if (known !== void 0 && known.status === resolution.status) return _chunkYMZYM5YGcjs.succeeded.call(void 0, replayResult(step));
  if (known !== void 0) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, 
      "FAILED_PRECONDITION",
      `"${resolution.resolutionId}" is resolved already: ${known.status}`,
      {
        recordedStatus: known.status
      }
    );
  }
  if (step.status !== "waiting") return notWaiting(step);
  const declared = _chunkO4WZWP72cjs.findingIds.call(void 0, step);
  const fault = resolutionIdFault(resolution.resolutionId, declared);
  if (fault !== null) return _chunkYMZYM5YGcjs.invalidField.call(void 0, "resolutionId", fault);
  const output = resolution.output && _chunkO4WZWP72cjs.withoutDecision.call(void 0, resolution.output);
  const full = noRoomFor(transition, step, { ...resolution, output });
  if (full !== null) return _chunkYMZYM5YGcjs.refused.call(void 0, "RESOURCE_EXHAUSTED", full);
  transition.emit("step.resolution-recorded", stepId, { ...resolution, output });
  const resolved = isResolved(node.resolutionPolicy, declared, transition.step(stepId).resolutions.length);
  if (resolved) resolveAgentStep(transition, node, transition.step(stepId));
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, {
    recorded: true,
    aggregatorStatus: resolved ? "resolved" : "pending",
    resumeScheduled: resolved
  });
}
function noRoomFor(transition, step, resolution) {
  if (step.resolutions.length >= _chunkKPSFIHDZcjs.LIMITS.resolutions) {
    return `step "${step.stepId}" has ${_chunkKPSFIHDZcjs.LIMITS.resolutions} resolutions, which is the limit`;
  }
  const bytes = _chunkO4WZWP72cjs.jsonBytes.call(void 0, resolution);
  if (_chunkO4WZWP72cjs.jsonBytes.call(void 0, step.resolutions) + bytes > _chunkKPSFIHDZcjs.LIMITS.resolutionBytes) {
    return `the resolutions of step "${step.stepId}" may have ${_chunkKPSFIHDZcjs.LIMITS.resolutionBytes} bytes together; this one does not fit`;
  }
  if (runBytes(transition) + bytes > _chunkKPSFIHDZcjs.LIMITS.executionBytes) {
    return `the steps of an execution may hold ${_chunkKPSFIHDZcjs.LIMITS.executionBytes} bytes together; this resolution does not fit`;
  }
  return null;
}
function resolutionIdFault(resolutionId, declared) {
  if (declared === null) {
    const { success } = _chunkPU4EMH7Acjs.keyId.safeParse(resolutionId);
    return success ? null : "resolutionId: use 1 to 200 characters of A-Z a-z 0-9 : _ . -";
  }
  if (declared.includes(resolutionId)) return null;
  return `resolutionId "${resolutionId}" is none of the findings: ${declared.slice(0, 10).join(", ")}${declared.length > 10 ? ", \u2026" : ""}`;
}
function isResolved(policy, declared, recorded) {
  const all = _nullishCoalesce(_optionalChain([declared, 'optionalAccess', _46 => _46.length]), () => ( 1));
  if (policy.kind === "allResolved") return recorded >= all;
  return recorded >= (declared === null ? policy.minCount : Math.min(policy.minCount, all));
}
function resolveAgentStep(transition, node, step) {
  const approved = _chunkO4WZWP72cjs.agentPassed.call(void 0, step) && step.resolutions.every((it) => it.status === "success");
  const decision = approved ? "approve" : "reject";
  _chunkO4WZWP72cjs.completeStep.call(void 0, transition, step, _chunkO4WZWP72cjs.resolvedAgentOutput.call(void 0, step, decision), {
    decision,
    aggregatorStatus: "resolved",
    agentId: node.agentId
  });
}

// src/interpreter/commands/agent.ts
function agentStep(transition, stepId, statuses, attempt) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "agent") return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${stepId}" is not an agent step`);
  if (!statuses.some((it) => it === step.status) || attempt !== void 0 && step.attempt !== attempt) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${stepId}" is ${step.status} in attempt ${step.attempt}`, {
      stepStatus: step.status
    });
  }
  return { ok: true, step, node };
}
function beginAgentCall(transition, { stepId, attempt }) {
  const found = agentStep(transition, stepId, ["pending", "running"], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  const first = step.startedAt === null;
  _chunkO4WZWP72cjs.markRunning.call(void 0, transition);
  transition.emit("step.started", stepId, { attempt });
  const url = resolvedUrl(transition, node);
  if (url === null) {
    const message = `urlPath "${node.urlPath}" leads to no text in triggerContext`;
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, { code: "agent-url-unresolved", message });
    return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
  }
  if (first) {
    const dueAt = transition.now + node.agentMaxRuntimeMs;
    transition.schedule({ kind: "agent-timeout", stepId, dueAt, attempt: 1 });
  }
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, {
    agentId: node.agentId,
    nodeId: node.nodeId,
    attempt,
    url,
    input: step.input,
    triggerContext: transition.state.triggerContext,
    promptOverride: node.promptOverride
  });
}
function resolvedUrl(transition, node) {
  const url = _chunkPU4EMH7Acjs.readPath.call(void 0, transition.state.triggerContext, node.urlPath.split("."));
  return typeof url === "string" && url !== "" ? url : null;
}
function agentReturned(transition, { stepId, attempt, result }) {
  const found = agentStep(transition, stepId, ["running"], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  if (node.requireNonEmptyOutput && isEmpty(result)) {
    const message = `agent "${node.agentId}" gave neither a summary nor an output`;
    retryOrFail(transition, step, node, { code: "agent-output-empty", message });
  } else {
    takeResult(transition, step, node, result);
  }
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function agentFailed(transition, command) {
  const { stepId, attempt, code, message, retryable } = command;
  const found = agentStep(transition, stepId, ["running"], attempt);
  if (!found.ok) return found;
  if (retryable) retryOrFail(transition, found.step, found.node, { code, message });
  else _chunkO4WZWP72cjs.failStep.call(void 0, transition, found.step, { code, message });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
var isEmpty = ({ summary, output }) => (_nullishCoalesce(summary, () => ( ""))) === "" && Object.keys(_nullishCoalesce(output, () => ( {}))).length === 0;
function completeDeferred(transition, { stepId, status, output, error, fingerprint }) {
  if (_optionalChain([_chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId), 'optionalAccess', _47 => _47.callback]) === fingerprint) return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
  const found = agentStep(transition, stepId, ["running"]);
  if (!found.ok) return found;
  const { step, node } = found;
  if (status === "completed" && node.requireNonEmptyOutput && isEmpty({ summary: null, output })) {
    return _chunkYMZYM5YGcjs.invalidField.call(void 0, "output", `node "${node.nodeId}" requires an output; give one`);
  }
  transition.emit("step.called-back", stepId, { fingerprint });
  if (status === "failed") {
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, { code: "agent-error", message: _nullishCoalesce(error, () => ( "the callback reported a failure")) });
  } else {
    takeResult(transition, step, node, { passed: true, summary: null, output, findings: null });
  }
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function agentTimedOut(transition, { stepId }) {
  const found = agentStep(transition, stepId, ["running"]);
  if (!found.ok) return found;
  const message = `agent "${found.node.agentId}" ran past its ceiling of ${found.node.agentMaxRuntimeMs} ms`;
  _chunkO4WZWP72cjs.failStep.call(void 0, transition, found.step, { code: "agent-timeout", message });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function takeResult(transition, step, node, result) {
  const durationMs = transition.now - (_nullishCoalesce(step.startedAt, () => ( transition.now)));
  const call = { url: resolvedUrl(transition, node), durationMs };
  if (node.resolutionPolicy === null) {
    _chunkO4WZWP72cjs.completeStep.call(void 0, transition, step, _chunkO4WZWP72cjs.agentOutput.call(void 0, result, call), { agentId: node.agentId });
    return;
  }
  transition.emit("step.resumed", step.stepId, { output: _chunkO4WZWP72cjs.blockingAgentOutput.call(void 0, result, call) });
  if (_optionalChain([result, 'access', _48 => _48.findings, 'optionalAccess', _49 => _49.length]) === 0) {
    resolveAgentStep(transition, node, transition.step(step.stepId));
    return;
  }
  transition.emit("step.awaiting-approval", step.stepId, {
    nodeId: node.nodeId,
    nodeType: node.type,
    waitingForReviewers: [],
    mandatoryCount: 0,
    commentBody: null,
    dueAt: step.dueAt,
    resolutionPolicy: node.resolutionPolicy,
    findings: result.findings
  });
}
function retryOrFail(transition, step, node, error) {
  if (step.attempt >= node.retry.maximumAttempts) {
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, error);
    return;
  }
  const attempt = step.attempt + 1;
  const retryAt = transition.now + retryDelay(node.retry, step.attempt);
  transition.emit("step.retried", step.stepId, { attempt, error, retryAt });
  transition.schedule({ kind: "agent-call", stepId: step.stepId, dueAt: retryAt, attempt });
}
function retryDelay(retry, attempt) {
  const interval = retry.initialIntervalMs * retry.backoffCoefficient ** (attempt - 1);
  return Math.round(Math.min(interval, retry.maximumIntervalMs));
}

// src/interpreter/commands/cancel.ts
function cancelStep2(transition, { stepId, actorId, reason }) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  if (!_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${stepId}" has ended already: ${step.status}`, {
      stepStatus: step.status
    });
  }
  _chunkO4WZWP72cjs.cancelStep.call(void 0, transition, step, { actorId, reason });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function cancelExecution2(transition, { reason }) {
  const { status } = transition.state;
  if (status === "cancelled") return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
  if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, status)) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `the execution has ended already: ${status}`, {
      executionStatus: status
    });
  }
  cancelExecution(transition, reason);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function withdraw(transition, { actorId, reason }) {
  const initiatorId = _nullishCoalesce(_optionalChain([transition, 'access', _50 => _50.state, 'access', _51 => _51.parties, 'optionalAccess', _52 => _52.initiatorId]), () => ( null));
  if (initiatorId !== actorId) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", `"${actorId}" did not start this run, and cannot withdraw it`);
  }
  return cancelExecution2(transition, { kind: "cancel-execution", reason: _nullishCoalesce(reason, () => ( "withdrawn")) });
}

// src/interpreter/commands/deadline.ts
function deadlinePassed(transition, { stepId, dueAt }) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, stepId);
  if (!_chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status) || step.dueAt === null) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, 
      "FAILED_PRECONDITION",
      `step "${stepId}" is ${step.status}; its deadline means nothing now`
    );
  }
  if (dueAt !== void 0 && dueAt < step.dueAt) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `the deadline of step "${stepId}" has moved to ${step.dueAt}`);
  }
  transition.reach(step.dueAt);
  _chunkO4WZWP72cjs.breachStep.call(void 0, transition, step);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}

// src/interpreter/commands/dispatch.ts
function dispatch(transition) {
  const { compiled, state } = transition;
  if (state.seq > 0) return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", "the execution was dispatched before");
  for (const node of Object.values(compiled.nodes)) {
    const refusal = refusalBy(transition, node);
    if (refusal !== null) return refusal;
  }
  const { starts, stepIds } = _chunkBDDY2ZMKcjs.derived.call(void 0, compiled, rootsOf);
  transition.emit("execution.dispatched", null, {
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    rootStepIds: stepIds
  });
  for (const start of starts) startStep(transition, start);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}
function rootsOf({ roots }) {
  const starts = roots.map(rootStart);
  return { starts, stepIds: Object.freeze(starts.map((it) => it.stepId)) };
}
function refusalBy({ state, environment }, node) {
  if (node.sla !== void 0 && _optionalChain([environment, 'access', _53 => _53.calendars, 'optionalAccess', _54 => _54.has, 'call', _55 => _55(node.sla.calendar)]) !== true) {
    const message = `node "${node.nodeId}" needs the calendar "${node.sla.calendar}", which this engine does not have`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "calendar-unknown", message);
  }
  if (node.type !== "human") return null;
  if (_chunkZUQOJZ2Hcjs.excludesInitiator.call(void 0, state, node) && _optionalChain([state, 'access', _56 => _56.parties, 'optionalAccess', _57 => _57.initiatorId]) == null) {
    const { refusal } = _chunkYMZYM5YGcjs.invalidField.call(void 0, 
      "initiatorId",
      `is missing: node "${node.nodeId}" excludes the initiator`
    );
    return {
      ok: false,
      refusal: { ...refusal, details: { ...refusal.details, code: "initiator-required" } }
    };
  }
  if (_chunkBDDY2ZMKcjs.peopleOf.call(void 0, node).requireSubjectDigest && _optionalChain([state, 'access', _58 => _58.parties, 'optionalAccess', _59 => _59.subject]) == null) {
    return _chunkYMZYM5YGcjs.invalidField.call(void 0, "subject", `is missing: node "${node.nodeId}" needs the digest of what is approved`);
  }
  return null;
}

// src/interpreter/commands/people/add.ts
function addReviewers(transition, { stepId, reviewerId, userIds, reason }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const places = _nullishCoalesce(_optionalChain([found, 'access', _60 => _60.people, 'optionalAccess', _61 => _61.places]), () => ( []));
  const wanted = new Set(userIds);
  for (const it of places) if (it.addedBy === reviewerId) wanted.delete(it.userId);
  const added = [...wanted];
  if (added.length === 0) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { added });
  const refusal = refusalOfVerb(transition, found, "add", reviewerId);
  if (refusal !== null) return refusal;
  const excluded = _chunkZUQOJZ2Hcjs.excludedFrom.call(void 0, transition.compiled, transition.state, node);
  const barred = added.find((it) => excluded.has(it));
  if (barred !== void 0) return _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, barred);
  const held = _chunkZUQOJZ2Hcjs.everHeld.call(void 0, places);
  const known = added.find((it) => held.has(it) || _optionalChain([found, 'access', _62 => _62.people, 'optionalAccess', _63 => _63.past, 'optionalAccess', _64 => _64.includes, 'call', _65 => _65(it)]) || _chunkZUQOJZ2Hcjs.hasAnswered.call(void 0, step, it));
  if (known !== void 0) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "already-asked", `"${known}" has, had or answered a place of this step`);
  }
  const before = places.filter((it) => it.addedBy !== void 0).length;
  if (before + added.length > _chunkKPSFIHDZcjs.LIMITS.addedPeople) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, 
      "limit-reached",
      `a step may have ${_chunkKPSFIHDZcjs.LIMITS.addedPeople} added people; it has ${before}`
    );
  }
  const order = Math.max(1, ...places.filter((it) => it.asked).map((it) => it.order));
  const changed = changePeople(transition, node, step, {
    places: added.map((userId) => addedPlace(userId, order, reviewerId)),
    ...reason !== null && { reason }
  });
  tellAssigned(transition, changed, { cause: "added", actorId: reviewerId, added });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { added });
}
var addedPlace = (userId, order, addedBy) => ({
  userId,
  holder: userId,
  entries: [],
  weight: 1,
  veto: false,
  order,
  round: 1,
  asked: true,
  addedBy
});

// src/interpreter/commands/people/claim.ts
function claim(transition, { stepId, reviewerId, entry }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node, rules } = found;
  const own = claimOf(step, { reviewerId, entry }, transition.now);
  if (own !== void 0 && step.status === "waiting") return _chunkYMZYM5YGcjs.succeeded.call(void 0, { claimed: false, until: own.until });
  const refusal = _nullishCoalesce(refusalOfVerb(transition, found, "claim", reviewerId), () => ( refusalOf(found, reviewerId, entry)));
  if (refusal !== null) return refusal;
  const claimedBy = _chunk47X5DQYPcjs.reservedBy.call(void 0, rules, step, entry, { holder: reviewerId, now: transition.now });
  if (claimedBy.length > 0) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "claimed", `the answer is reserved by ${claimedBy.join(", ")}`, { claimedBy });
  }
  const place = placeOf(found, reviewerId);
  const count = _nullishCoalesce(_optionalChain([place, 'optionalAccess', _66 => _66.claims]), () => ( 0));
  if (count >= _chunkKPSFIHDZcjs.LIMITS.claims) {
    const message = `"${reviewerId}" has claimed on this step ${_chunkKPSFIHDZcjs.LIMITS.claims} times, which is the limit; answer it`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "limit-reached", message);
  }
  const until = transition.now + rules.claimMs;
  changePeople(transition, node, step, {
    ...place !== void 0 && { places: [{ ...place, claims: count + 1 }] },
    claims: [
      ...othersClaims(step, { reviewerId, entry }, transition.now),
      { userId: reviewerId, entry, until }
    ]
  });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { claimed: true, until });
}
function release(transition, { stepId, reviewerId, entry }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (claimOf(step, { reviewerId, entry }, transition.now) === void 0)
    return _chunkYMZYM5YGcjs.succeeded.call(void 0, { released: false });
  if (step.status !== "waiting") return notWaiting(step);
  const claims = othersClaims(step, { reviewerId, entry }, transition.now);
  changePeople(transition, node, step, { claims });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { released: true });
}
var claimOf = (step, { reviewerId, entry }, now) => _chunk47X5DQYPcjs.liveClaims.call(void 0, step, entry, now).find((it) => it.userId === reviewerId);
var othersClaims = (step, { reviewerId, entry }, now) => (_nullishCoalesce(_optionalChain([step, 'access', _67 => _67.people, 'optionalAccess', _68 => _68.claims]), () => ( []))).filter(
  (it) => it.until > now && !(it.userId === reviewerId && it.entry === entry)
);
function refusalOf(found, reviewerId, entry) {
  const place = placeOf(found, reviewerId);
  if (_optionalChain([found, 'access', _69 => _69.rules, 'access', _70 => _70.entries, 'access', _71 => _71[entry], 'optionalAccess', _72 => _72.kind]) !== "pool") {
    return _chunkYMZYM5YGcjs.invalidField.call(void 0, "entry", `entry ${entry} of the node is no pool; give the index of a pool`);
  }
  if (place === void 0 || !place.entries.includes(entry)) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", `"${reviewerId}" is no candidate of the pool of entry ${entry}`);
  }
  if (found.step.decisions.some((it) => _chunkZUQOJZ2Hcjs.holderOf.call(void 0, it) === reviewerId)) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "answered-already", `the place of "${reviewerId}" is answered already`);
  }
  return place.asked ? null : _chunkYMZYM5YGcjs.refusedWith.call(void 0, "not-asked-yet", `"${reviewerId}" is not asked yet`);
}

// src/interpreter/commands/people/delegate.ts
function delegate(transition, command) {
  const { stepId, reviewerId, toUserId, actorId, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  if (isRepeat(found, command)) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { delegated: false, toUserId });
  const { step, node, rules } = found;
  if (step.status !== "waiting") return notWaiting(step);
  const byAdministrator = actorId !== reviewerId;
  if (!byAdministrator && !rules.allow.includes("delegate")) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, 
      "not-allowed",
      `node "${node.nodeId}" does not allow reviewers to hand their place over`
    );
  }
  const place = placeOf(found, reviewerId);
  if (place === void 0) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, reviewerId);
  const refusal = refusalOf2(transition, found, place, toUserId);
  if (refusal !== null) return refusal;
  const delegation = { from: reviewerId, to: toUserId, actorId, at: transition.now, reason };
  const handed = { ...place, holder: toUserId, delegations: [..._nullishCoalesce(place.delegations, () => ( [])), delegation] };
  const changed = changePeople(transition, node, step, { places: [handed] });
  tellAssigned(transition, changed, {
    cause: "delegated",
    actorId,
    ...place.asked && { added: [toUserId], removed: [reviewerId] }
  });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { delegated: true, toUserId });
}
var isRepeat = ({ people }, { reviewerId, toUserId }) => (_nullishCoalesce(_optionalChain([people, 'optionalAccess', _73 => _73.places]), () => ( []))).some(({ delegations = [] }) => {
  const last = delegations.at(-1);
  return _optionalChain([last, 'optionalAccess', _74 => _74.from]) === reviewerId && last.to === toUserId;
});
function refusalOf2(transition, { rules, step, people, node }, place, toUserId) {
  if (!_chunkZUQOJZ2Hcjs.isPersonal.call(void 0, rules, place)) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "not-personal", "a pool names the place too, so it cannot be handed over");
  }
  if (step.decisions.some((it) => _chunkZUQOJZ2Hcjs.holderOf.call(void 0, it) === place.holder)) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "answered-already", `the place of "${place.holder}" is answered already`);
  }
  if ((_nullishCoalesce(place.delegations, () => ( []))).length >= _chunkKPSFIHDZcjs.LIMITS.delegations) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, 
      "limit-reached",
      `the place was handed over ${_chunkKPSFIHDZcjs.LIMITS.delegations} times, which is the limit`
    );
  }
  if (_chunkZUQOJZ2Hcjs.hasAnswered.call(void 0, step, toUserId) || _chunkZUQOJZ2Hcjs.everHeld.call(void 0, _nullishCoalesce(_optionalChain([people, 'optionalAccess', _75 => _75.places]), () => ( []))).has(toUserId) || _optionalChain([people, 'optionalAccess', _76 => _76.past, 'optionalAccess', _77 => _77.includes, 'call', _78 => _78(toUserId)])) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "already-asked", `"${toUserId}" has, had or answered a place of this step`);
  }
  const excluded = _chunkZUQOJZ2Hcjs.excludedFrom.call(void 0, transition.compiled, transition.state, node);
  return excluded.has(toUserId) ? _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, toUserId) : null;
}

// src/interpreter/commands/people/directory.ts
function directoryQuestions(compiled, state, {
  stepId,
  attempt,
  answers
}) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, state, stepId);
  const node = compiled.nodes[_nullishCoalesce(_optionalChain([step, 'optionalAccess', _79 => _79.nodeId]), () => ( ""))];
  if (step === null || _optionalChain([node, 'optionalAccess', _80 => _80.type]) !== "human") return null;
  if (step.status !== "pending" || step.attempt !== attempt) return null;
  const resolved = _chunkO4WZWP72cjs.resolutionOf.call(void 0, { compiled, state, userIdLists: /* @__PURE__ */ new Set() }, step, node, answers);
  return resolved.kind === "asks" ? resolved.asked : [];
}
function pendingStep(transition, stepId, attempt) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { status, attempt: current } = found.step;
  if (status === "pending" && current === attempt) return found;
  return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${stepId}" is ${status} in attempt ${current}`, {
    stepStatus: status
  });
}
function reviewersFound(transition, { stepId, attempt, answers }) {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const resolved = _chunkO4WZWP72cjs.resolutionOf.call(void 0, transition, found.step, found.node, answers);
  if (resolved.kind === "asks") return _chunkYMZYM5YGcjs.succeeded.call(void 0, "again");
  _chunkO4WZWP72cjs.takePeople.call(void 0, transition, found.step, found.node, resolved);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, "found");
}
function directoryFailed(transition, { stepId, attempt, message, retryable }) {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const { step, rules } = found;
  const error = { code: "reviewers-unresolved", message };
  if (!retryable || attempt >= rules.retry.maximumAttempts) {
    _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, error);
    return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
  }
  const retryAt = transition.now + retryDelay(rules.retry, attempt);
  transition.emit("step.retried", stepId, { attempt: attempt + 1, error, retryAt });
  transition.schedule({ kind: "resolve-reviewers", stepId, dueAt: retryAt, attempt: attempt + 1 });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}

// src/interpreter/people/pausing.ts
function pausedBy(node, step, question, now) {
  const pauseMs = _nullishCoalesce(_optionalChain([node, 'access', _81 => _81.people, 'optionalAccess', _82 => _82.pauseMs]), () => ( null));
  if (pauseMs === null || step.dueAt === null) return null;
  const before = _nullishCoalesce(_optionalChain([step, 'access', _83 => _83.people, 'optionalAccess', _84 => _84.pause]), () => ( { deadline: step.dueAt, usedMs: 0, since: null }));
  const others = (_nullishCoalesce(_optionalChain([step, 'access', _85 => _85.people, 'optionalAccess', _86 => _86.questions]), () => ( []))).filter((it) => it.questionId !== question.questionId);
  const isOpen2 = [...others, question].some((it) => it.answeredAt === null);
  if (isOpen2) {
    const since = _nullishCoalesce(before.since, () => ( now));
    return { pause: { ...before, since }, dueAt: before.deadline + pauseMs };
  }
  const usedMs = Math.min(pauseMs, before.usedMs + (before.since === null ? 0 : now - before.since));
  return { pause: { ...before, usedMs, since: null }, dueAt: before.deadline + usedMs };
}

// src/interpreter/commands/people/questions.ts
function requestInformation(transition, { stepId, reviewerId: by, question, ofUserId, idempotencyKey: key }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const questions = _nullishCoalesce(_optionalChain([found, 'access', _87 => _87.people, 'optionalAccess', _88 => _88.questions]), () => ( []));
  const of = _nullishCoalesce(_nullishCoalesce(ofUserId, () => ( _optionalChain([transition, 'access', _89 => _89.state, 'access', _90 => _90.parties, 'optionalAccess', _91 => _91.initiatorId]))), () => ( null));
  const open = questions.filter((it) => it.answeredAt === null);
  const own = questions.filter((it) => it.by === by);
  const keyed = key === void 0 ? void 0 : own.find((it) => it.key === key);
  if (keyed !== void 0 && (keyed.question !== question || keyed.of !== of)) {
    const message = "this idempotencyKey was used for another question; give a new key";
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "key-reused", message, { questionId: keyed.questionId });
  }
  const known = _nullishCoalesce(keyed, () => ( own.find((it) => it.answeredAt === null && it.of === of && it.question === question)));
  if (known !== void 0) {
    return _chunkYMZYM5YGcjs.succeeded.call(void 0, { asked: false, questionId: known.questionId, dueAt: step.dueAt });
  }
  const refusal = refusalOfVerb(transition, found, "ask", by);
  if (refusal !== null) return refusal;
  if (of === null) {
    return _chunkYMZYM5YGcjs.invalidField.call(void 0, "ofUserId", "is missing: the run has no initiator to ask; say whom to ask");
  }
  if (open.length >= _chunkKPSFIHDZcjs.LIMITS.openQuestions || questions.length >= _chunkKPSFIHDZcjs.LIMITS.questions) {
    const message = `a step may have ${_chunkKPSFIHDZcjs.LIMITS.openQuestions} open questions and ${_chunkKPSFIHDZcjs.LIMITS.questions} in all`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "limit-reached", message);
  }
  const questionId = `question_${questions.length + 1}`;
  const asked = {
    ...{ questionId, by, of, question, askedAt: transition.now, answer: null, answeredAt: null },
    ...key !== void 0 && { key }
  };
  const changed = changeQuestions(transition, node, step, asked);
  tell(transition, "step.question-asked", changed, asked);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { asked: true, questionId, dueAt: changed.dueAt });
}
function provideInformation(transition, { stepId, actorId, questionId, answer, asAdministrator }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const question = (_nullishCoalesce(_optionalChain([found, 'access', _92 => _92.people, 'optionalAccess', _93 => _93.questions]), () => ( []))).find((it) => it.questionId === questionId);
  if (question === void 0) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "NOT_FOUND", `there is no question "${questionId}" on step "${stepId}"`);
  }
  const mayAnswer = asAdministrator || actorId === question.of;
  if (mayAnswer && question.answer === answer) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { provided: false, dueAt: step.dueAt });
  if (step.status !== "waiting") return notWaiting(step);
  if (!mayAnswer) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", `"${actorId}" was not asked this; "${question.of}" was`);
  }
  if (question.answeredAt !== null) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `question "${questionId}" is answered already, otherwise`);
  }
  const answered = { ...question, answer, answeredAt: transition.now };
  const changed = changeQuestions(transition, node, step, answered);
  tell(transition, "step.question-answered", changed, answered);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { provided: true, dueAt: changed.dueAt });
}
function changeQuestions(transition, node, step, question) {
  const paused = pausedBy(node, step, question, transition.now);
  const changed = changePeople(transition, node, step, { question, ...paused });
  if (paused === null || changed.dueAt === null) return changed;
  transition.schedule({ kind: "step-deadline", stepId: step.stepId, dueAt: changed.dueAt, attempt: 1 });
  _chunkO4WZWP72cjs.planReminder.call(void 0, transition, node, changed);
  return changed;
}
function tell(transition, type, { stepId, nodeId, dueAt }, { questionId, by, of }) {
  transition.emit(type, stepId, { nodeId, questionId, by, of, dueAt });
}

// src/interpreter/commands/people/reminder.ts
function reminderDue(transition, { stepId, dueAt }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (step.status !== "waiting") return notWaiting(step);
  transition.reach(dueAt);
  const due = _chunkK25YEM5Ocjs.remindersOf.call(void 0, node, step).filter((it) => it.at <= transition.now);
  const last = due.at(-1);
  if (last === void 0) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `no reminder of step "${stepId}" is due`);
  }
  transition.emit("step.reminded", stepId, { levels: due.map((it) => it.level) });
  transition.emit("step.reminder", stepId, {
    nodeId: step.nodeId,
    level: last.level,
    userIds: _chunkK25YEM5Ocjs.owingPeople.call(void 0, step),
    dueAt: step.dueAt
  });
  _chunkO4WZWP72cjs.planReminder.call(void 0, transition, node, transition.step(stepId));
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}

// src/interpreter/parties.ts
var nobody = () => NONE;
var NONE = Object.freeze([]);
var NAMED = {
  "step.awaiting-approval": ({ waitingForReviewers }) => waitingForReviewers,
  "step.reviewers-resolved": ({ places }) => places.flatMap((it) => [it.userId, it.holder]),
  "step.decision-recorded": ({ reviewerId, people }) => [reviewerId, _optionalChain([people, 'optionalAccess', _94 => _94.onBehalfOf])],
  "step.answered": ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
  "step.assigned": ({ added }) => added,
  "step.people-changed": ({ places = NONE, question }) => [
    ...places.flatMap((it) => [it.userId, it.holder]),
    ...question === void 0 ? NONE : [question.by, question.of]
  ],
  "step.answer-retracted": ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
  "step.question-asked": ({ by, of }) => [by, of],
  "step.question-answered": ({ by, of }) => [by, of],
  "execution.parties-changed": ({ contributorIds }) => contributorIds,
  "execution.dispatched": nobody,
  "execution.started": nobody,
  "execution.completed": nobody,
  "execution.failed": nobody,
  "execution.cancelled": nobody,
  "step.scheduled": nobody,
  "step.started": nobody,
  "step.retried": nobody,
  "step.resolution-recorded": nobody,
  // Its actor is nobody's party: whoever administrates has permissions instead.
  "step.overridden": nobody,
  "step.reminded": nobody,
  "step.reminder": nobody,
  // Whoever is a contributor by it is one by the event before.
  "execution.subject-revised": nobody,
  "step.link-revoked": nobody,
  "step.called-back": nobody,
  "step.resumed": nobody,
  "step.skipped": nobody,
  "step.completed": nobody,
  "step.failed": nobody,
  "step.breached": nobody,
  "step.cancelled": nobody,
  "group.quorum-met": nobody,
  "group.quorum-unreachable": nobody,
  "loop.iteration-started": nobody,
  "loop.exhausted": nobody,
  "idempotency.suppressed": nobody,
  "execution.jobs-restored": nobody
};
function partiesOf(events) {
  const found = /* @__PURE__ */ new Set();
  let last = NONE;
  for (const event of events) {
    const named = NAMED[event.type](event.data);
    if (named.length === 0) continue;
    last = named;
    for (const name of named) if (name != null) found.add(name);
  }
  const all = [...found];
  return isSame(last, all) ? last : all;
}
var isSame = (names, others) => names.length === others.length && names.every((it, index) => it === others[index]);
function partiesOfHeader({ parties }) {
  if (parties === void 0) return NONE;
  const { initiatorId, contributorIds } = parties;
  return [...initiatorId === null ? NONE : [initiatorId], ...contributorIds];
}
function partiesOfState(state) {
  return [.../* @__PURE__ */ new Set([...partiesOfHeader(state), ...state.steps.flatMap(partiesOfStep)])];
}
var partiesOfStep = ({ waitingForReviewers, decisions, people }) => [
  ...waitingForReviewers,
  ...decisions.flatMap((it) => [it.reviewerId, it.onBehalfOf]),
  ...(_nullishCoalesce(_optionalChain([people, 'optionalAccess', _95 => _95.places]), () => ( NONE))).flatMap((it) => [it.userId, it.holder]),
  ..._nullishCoalesce(_optionalChain([people, 'optionalAccess', _96 => _96.past]), () => ( NONE)),
  ...(_nullishCoalesce(_optionalChain([people, 'optionalAccess', _97 => _97.questions]), () => ( NONE))).flatMap((it) => [it.by, it.of])
].filter((it) => it != null);

// src/interpreter/commands/people/remind.ts
function remind(transition, { stepId, actorId, userId, asAdministrator }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step } = found;
  const recent = (_nullishCoalesce(_optionalChain([step, 'access', _98 => _98.handReminders, 'optionalAccess', _99 => _99.last]), () => ( []))).filter(
    (it) => transition.now < it.at + _chunkKPSFIHDZcjs.LIMITS.remindAgainMs
  );
  if (isRepeat2(step, recent, { actorId, userId })) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { reminded: false, userIds: [] });
  if (step.status !== "waiting") return notWaiting(step);
  if (!asAdministrator && !partiesOfHeader(transition.state).includes(actorId)) {
    const message = `"${actorId}" neither started this run nor contributed to it; they, services and administrators remind`;
    return _chunkYMZYM5YGcjs.refused.call(void 0, "PERMISSION_DENIED", message);
  }
  const owing = _chunkK25YEM5Ocjs.owingPeople.call(void 0, step);
  if (userId !== null && !owing.includes(userId)) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `"${userId}" owes no answer on step "${stepId}"`, {
      waitingForReviewers: [...step.waitingForReviewers]
    });
  }
  const asked = userId === null ? owing : [userId];
  const userIds = asked.filter((it) => !recent.some((last) => last.userId === it));
  if (userIds.length === 0) {
    const again = Math.min(
      ...recent.filter((it) => asked.includes(it.userId)).map((it) => it.at + _chunkKPSFIHDZcjs.LIMITS.remindAgainMs)
    );
    const message = "they were reminded less than a minute ago; remind them again after details.notBefore";
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "reminded-already", message, { notBefore: again });
  }
  if ((_nullishCoalesce(_optionalChain([step, 'access', _100 => _100.handReminders, 'optionalAccess', _101 => _101.count]), () => ( 0))) >= _chunkKPSFIHDZcjs.LIMITS.remindersByHand) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, 
      "limit-reached",
      `a step may be reminded of ${_chunkKPSFIHDZcjs.LIMITS.remindersByHand} times by hand; talk to them, or delegate it`
    );
  }
  transition.emit("step.reminded", stepId, { levels: [], byHand: { actorId, userIds } });
  transition.emit("step.reminder", stepId, { nodeId: step.nodeId, level: null, userIds, dueAt: step.dueAt });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { reminded: true, userIds });
}
function isRepeat2(step, recent, { actorId, userId }) {
  const own = recent.filter((it) => it.actorId === actorId).map((it) => it.userId);
  const owing = step.status === "waiting" ? _chunkK25YEM5Ocjs.owingPeople.call(void 0, step) : own;
  const asked = userId === null ? owing : [userId];
  return asked.length > 0 && asked.every((it) => own.includes(it));
}

// src/interpreter/commands/people/retract.ts
function retractDecision(transition, command) {
  const { stepId, reviewerId, onBehalfOf, round, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node, rules } = found;
  const place = placeOf(found, _nullishCoalesce(onBehalfOf, () => ( reviewerId)));
  if (_optionalChain([place, 'optionalAccess', _102 => _102.retracted, 'optionalAccess', _103 => _103.includes, 'call', _104 => _104(round)])) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { retracted: false, round: place.round });
  if (step.status !== "waiting") return notWaiting(step);
  if (!rules.allow.includes("retract")) {
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, 
      "not-allowed",
      `node "${node.nodeId}" does not allow reviewers to take their answer back`
    );
  }
  if (place === void 0) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return _chunkYMZYM5YGcjs.excludedRefusal.call(void 0, reviewerId);
  const refusal = refusalOf3(found, place, command);
  if (refusal !== null) return refusal;
  const next = place.round + 1;
  changePeople(transition, node, step, {
    places: [{ ...place, round: next, retracted: [..._nullishCoalesce(place.retracted, () => ( [])), round] }],
    voided: [place.holder],
    ...reason !== null && { reason }
  });
  transition.emit("step.answer-retracted", stepId, {
    nodeId: step.nodeId,
    reviewerId,
    onBehalfOf,
    round: next
  });
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { retracted: true, round: next });
}
function refusalOf3({ step, node }, place, { reviewerId, onBehalfOf, round }) {
  const answer = step.decisions.find((it) => _chunkZUQOJZ2Hcjs.holderOf.call(void 0, it) === place.holder);
  const isOwn = _optionalChain([answer, 'optionalAccess', _105 => _105.reviewerId]) === reviewerId && (_nullishCoalesce(answer.onBehalfOf, () => ( null))) === onBehalfOf;
  if (!isOwn && (answer !== void 0 || onBehalfOf !== null)) return noPlace(reviewerId, node);
  if (round !== place.round) {
    const message2 = `the place of "${place.holder}" is in round ${place.round}`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "stale-round", message2, { round: place.round });
  }
  if (answer === void 0) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `"${reviewerId}" has no answer on this step to take back`);
  }
  if ((_nullishCoalesce(place.retracted, () => ( []))).length < _chunkKPSFIHDZcjs.LIMITS.retractions) return null;
  const message = `answers of this place were taken back ${_chunkKPSFIHDZcjs.LIMITS.retractions} times, which is the limit`;
  return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "limit-reached", message);
}

// src/interpreter/commands/people/revise.ts
var KEYS_KEPT = 20;
function reviseSubject(transition, command) {
  const { subject, actorId, contributorId } = command;
  const { digest } = subject;
  if (_chunkE2AYWA6Bcjs.isQuestion.call(void 0, transition.state)) {
    const message = "the run is that of a question: what it asks about stays; ask another one, under another key";
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "reserved-key", message);
  }
  const previousDigest = _nullishCoalesce(_optionalChain([transition, 'access', _106 => _106.state, 'access', _107 => _107.parties, 'optionalAccess', _108 => _108.subject, 'optionalAccess', _109 => _109.digest]), () => ( null));
  if (digest === previousDigest) return _chunkYMZYM5YGcjs.succeeded.call(void 0, { revised: false, digest, resetStepIds: [] });
  const before = revisionBefore(transition, command);
  if (before !== void 0 && previousDigest !== null) {
    if ((_nullishCoalesce(before.digest, () => ( digest))) !== digest) return keyReused(before.digest);
    return _chunkYMZYM5YGcjs.succeeded.call(void 0, { revised: false, digest: previousDigest, resetStepIds: [] });
  }
  const refusal = refusalOf4(transition, command, previousDigest);
  if (refusal !== null) return refusal;
  const contributorIds = contributorsWith(transition, command);
  const waiting = waitingSteps(transition);
  const reset = waiting.filter(({ node }) => _chunkBDDY2ZMKcjs.peopleOf.call(void 0, node).onSubjectChange === "reset");
  const resetStepIds = reset.map(({ step }) => step.stepId);
  const revisions = revisionsWith(transition, command);
  transition.emit("execution.parties-changed", null, { subject, contributorIds, ...revisions });
  transition.emit("execution.subject-revised", null, {
    digest,
    previousDigest,
    actorId,
    contributorId,
    resetStepIds
  });
  for (const { step, node } of reset) resetStep(transition, node, step, actorId);
  loseExcluded(transition);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { revised: true, digest, resetStepIds });
}
function refusalOf4(transition, command, currentDigest) {
  const { status } = transition.state;
  if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, status)) {
    const message = `the execution has ended already: ${status}`;
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", message, { executionStatus: status });
  }
  if (command.ifDigest !== currentDigest) {
    const message = "what is to be approved is another than the one that was to be revised; look at it again";
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "subject-changed", message, { currentDigest });
  }
  const stepIds = approvedSteps(transition);
  if (stepIds.length > 0) {
    const message = `it is approved already, by ${stepIds.slice(0, 10).join(", ")}; start another run for what is new`;
    return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "subject-approved", message, { stepIds });
  }
  if (contributorsWith(transition, command).length <= _chunkKPSFIHDZcjs.LIMITS.runContributors) return null;
  return _chunkYMZYM5YGcjs.refusedWith.call(void 0, "limit-reached", `a run may have ${_chunkKPSFIHDZcjs.LIMITS.runContributors} contributors`);
}
function approvedSteps({ compiled, state }) {
  return state.steps.filter((step) => {
    const node = compiled.nodes[step.nodeId];
    if (_optionalChain([node, 'optionalAccess', _110 => _110.type]) !== "human" || !_chunk4AF4TM5Ycjs.isApproved.call(void 0, step)) return false;
    if (_chunkBDDY2ZMKcjs.peopleOf.call(void 0, node).onSubjectChange === "keep") return false;
    return step.iteration === _chunkO4WZWP72cjs.currentIteration.call(void 0, compiled, state, step.nodeId);
  }).map((it) => it.stepId);
}
function contributorsWith(transition, { contributorId, actorId }) {
  const known = _nullishCoalesce(_optionalChain([transition, 'access', _111 => _111.state, 'access', _112 => _112.parties, 'optionalAccess', _113 => _113.contributorIds]), () => ( []));
  return [.../* @__PURE__ */ new Set([...known, ...contributorId === null ? [] : [contributorId], actorId])];
}
var revisionBefore = ({ state }, { actorId, idempotencyKey: key }) => key === void 0 ? void 0 : _optionalChain([state, 'access', _114 => _114.parties, 'optionalAccess', _115 => _115.revisions, 'optionalAccess', _116 => _116.find, 'call', _117 => _117((it) => it.actorId === actorId && it.key === key)]);
var keyReused = (revisedTo) => _chunkYMZYM5YGcjs.refusedWith.call(void 0, "key-reused", "this idempotencyKey made another revision; give a new key", {
  ...revisedTo !== void 0 && { digest: revisedTo }
});
function revisionsWith({ state }, { actorId, idempotencyKey: key, subject: { digest } }) {
  if (key === void 0) return {};
  const known = _nullishCoalesce(_optionalChain([state, 'access', _118 => _118.parties, 'optionalAccess', _119 => _119.revisions]), () => ( []));
  return { revisions: [...known, { actorId, key, digest }].slice(-KEYS_KEPT) };
}
function waitingSteps(transition) {
  return transition.state.steps.flatMap((step) => {
    const node = transition.node(step.nodeId);
    return node.type === "human" && step.status === "waiting" ? [{ step, node }] : [];
  });
}
function resetStep(transition, node, step, actorId) {
  const places = _nullishCoalesce(_optionalChain([_chunkZUQOJZ2Hcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _120 => _120.places]), () => ( []));
  const voided = step.decisions.map(_chunkZUQOJZ2Hcjs.holderOf);
  const changed = changePeople(transition, node, step, {
    places: places.map((it) => ({ ...it, round: it.round + 1 })),
    voided,
    claims: []
  });
  if (voided.length === 0) return;
  tellAssigned(transition, changed, { cause: "reset", actorId, added: voided });
}

// src/interpreter/commands/resolve-step.ts
var ACTIONS = {
  "force-approve": (transition, step, it) => forceDecision(transition, step, it, "approve"),
  "force-reject": (transition, step, it) => forceDecision(transition, step, it, "reject"),
  "force-complete": (transition, step, it) => force(transition, step, it, null),
  "force-fail": forceFail,
  "reviewer-approve": (transition, step, it) => asReviewer(transition, step, it, "approve"),
  "reviewer-reject": (transition, step, it) => asReviewer(transition, step, it, "reject")
};
function resolveStep(transition, command) {
  const step = _chunk4AF4TM5Ycjs.findStep.call(void 0, transition.state, command.stepId);
  if (step === null) return _chunkYMZYM5YGcjs.noStep.call(void 0, command.stepId);
  if (step.status !== "waiting") return notWaiting(step);
  return ACTIONS[command.action](transition, step, command);
}
function forceDecision(transition, step, command, decision) {
  if (!isDecidedByPeople(transition, step)) return onlyPeople(step, command.action);
  return force(transition, step, command, decision);
}
function force(transition, step, command, decision) {
  markOverridden(transition, command);
  const node = transition.node(step.nodeId);
  const { actorId, reason } = command;
  const ending = { decision, actorId, reason, at: transition.now };
  const output = {
    ..._chunkO4WZWP72cjs.withoutDecision.call(void 0, command.output),
    ..._chunkO4WZWP72cjs.kindOf.call(void 0, node).forcedOutput(node, step, ending)
  };
  _chunkO4WZWP72cjs.completeStep.call(void 0, transition, step, output, {
    decision,
    aggregatorStatus: "resolved",
    ..._chunkO4WZWP72cjs.kindOf.call(void 0, node).completedData(node)
  });
  return resolvedAs(transition, step);
}
function forceFail(transition, step, command) {
  markOverridden(transition, command);
  const output = { ..._chunkO4WZWP72cjs.withoutDecision.call(void 0, command.output), ..._chunkO4WZWP72cjs.outputOf.call(void 0, transition.compiled, step) };
  const message = _nullishCoalesce(command.reason, () => ( `failed by ${command.actorId}`));
  transition.emit("step.resumed", step.stepId, { output });
  _chunkO4WZWP72cjs.failStep.call(void 0, transition, step, { code: "force-failed", message });
  return resolvedAs(transition, step);
}
function asReviewer(transition, step, command, decision) {
  if (!isDecidedByPeople(transition, step)) return onlyPeople(step, command.action);
  const { stepId, actorId: reviewerId, reason, reasonCode = null, values = null, via = null } = command;
  const { output, subjectDigest = null, round = null } = command;
  const outcome = recordDecision(transition, {
    kind: "record-decision",
    stepId,
    reviewerId,
    decision,
    reason,
    reasonCode,
    values,
    subjectDigest,
    round,
    output,
    via
  });
  return outcome.ok ? resolvedAs(transition, step) : outcome;
}
function markOverridden(transition, { stepId, actorId, action, reason, via = null }) {
  transition.emit("step.overridden", stepId, { actorId, action, reason, via });
}
function resolvedAs(transition, { stepId }) {
  const { status } = transition.step(stepId);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, { resolved: status !== "waiting", status });
}
var isDecidedByPeople = (transition, { nodeId }) => _chunkO4WZWP72cjs.kindOf.call(void 0, transition.node(nodeId)).isDecidedByPeople;
var onlyPeople = (step, action) => _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `step "${step.stepId}" is not a human step; ${action} does not apply to it`);

// src/interpreter/commands/restore.ts
function restoreJobs(transition, { seq, jobs }) {
  if (transition.state.seq !== seq) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", `the execution is at seq ${transition.state.seq}, not ${seq}`);
  }
  const isLost = jobs.every(({ stepId }) => _chunk4AF4TM5Ycjs.isOpen.call(void 0, _nullishCoalesce(_optionalChain([transition, 'access', _121 => _121.find, 'call', _122 => _122(stepId), 'optionalAccess', _123 => _123.status]), () => ( "cancelled"))));
  if (jobs.length === 0 || !isLost) {
    return _chunkYMZYM5YGcjs.refused.call(void 0, "FAILED_PRECONDITION", "jobs are restored for open steps only");
  }
  transition.emit("execution.jobs-restored", null, { jobs });
  for (const job of jobs) transition.schedule(job);
  return _chunkYMZYM5YGcjs.succeeded.call(void 0, null);
}

// src/interpreter/decide.ts
var HANDLERS = {
  dispatch,
  "record-decision": recordDecision,
  "record-resolution": recordResolution,
  "resolve-step": resolveStep,
  "revoke-link": revokeLink,
  "cancel-step": cancelStep2,
  "cancel-execution": cancelExecution2,
  "begin-agent-call": beginAgentCall,
  "agent-returned": agentReturned,
  "agent-failed": agentFailed,
  "complete-deferred": completeDeferred,
  "deadline-passed": deadlinePassed,
  "agent-timed-out": agentTimedOut,
  "reviewers-found": reviewersFound,
  "directory-failed": directoryFailed,
  "reminder-due": reminderDue,
  remind,
  delegate,
  claim,
  release,
  "add-reviewers": addReviewers,
  "retract-decision": retractDecision,
  "request-information": requestInformation,
  "provide-information": provideInformation,
  "restore-jobs": restoreJobs,
  withdraw,
  "revise-subject": reviseSubject
};
function decide(compiled, state, command, environment) {
  const transition = new (0, _chunkO4WZWP72cjs.Transition)(compiled, state, environment);
  const outcome = HANDLERS[command.kind](transition, command);
  if (!outcome.ok) return outcome;
  if (transition.events.length > 0 && !_chunk4AF4TM5Ycjs.isTerminal.call(void 0, transition.state.status)) resolveEndings(transition);
  transition.close();
  leaveTotals(transition);
  return {
    ok: true,
    result: outcome.result,
    events: transition.events,
    jobs: transition.jobs,
    state: transition.state
  };
}













exports.resolveEndings = resolveEndings; exports.humanStep = humanStep; exports.placeOf = placeOf; exports.MAX_LINKS = MAX_LINKS; exports.substitutesOf = substitutesOf; exports.applyDecision = applyDecision; exports.directoryQuestions = directoryQuestions; exports.partiesOf = partiesOf; exports.partiesOfHeader = partiesOfHeader; exports.partiesOfState = partiesOfState; exports.decide = decide;
//# sourceMappingURL=chunk-QSCZ3HJW.cjs.map