import {
  firingEdges,
  isFault,
  isRecovered,
  isUnhandled,
  targetsOf
} from "./chunk-O2YJDTZF.js";
import {
  excludedRefusal,
  invalidField,
  invalidFields,
  noStep,
  refused,
  refusedWith,
  succeeded
} from "./chunk-CHQWQF46.js";
import {
  GROUP_ACTOR,
  Transition,
  agentOutput,
  agentPassed,
  blockingAgentOutput,
  breachStep,
  cancelStep,
  completeStep,
  currentIteration,
  decisionOf,
  edgeStepId,
  exhaustedStepId,
  failStep,
  findingIds,
  groupOfNode,
  groupStepId,
  humanOutput,
  interruptAllOpen,
  interruptStep,
  iterationOf,
  jsonBytes,
  jsonGain,
  kindOf,
  loopOfNode,
  loopRecord,
  loopState,
  loopStepId,
  markRunning,
  nodeOf,
  outputOf,
  planReminder,
  reasonOf,
  rejectionField,
  resolutionOf,
  resolvedAgentOutput,
  rootStepId,
  takePeople,
  takingLoop,
  tallyOf,
  withoutDecision
} from "./chunk-4KOKJCGB.js";
import {
  owingPeople,
  remindersOf
} from "./chunk-H6ZFOIS6.js";
import {
  COMMAND_COSTS,
  EMPTY_OBJECT,
  TooCostly,
  characterCount,
  keyId,
  readPath
} from "./chunk-M7O3D2SA.js";
import {
  isQuestion
} from "./chunk-IRTI4ROD.js";
import {
  claimedFrom,
  liveClaims,
  reservedBy
} from "./chunk-FA5YMOWS.js";
import {
  countedPlaces,
  everHeld,
  excludedFrom,
  excludesInitiator,
  hasAnswered,
  holderOf,
  isMandatory,
  isOutOfReach,
  isPersonal,
  outcomeOf,
  peopleOfStep,
  waitingFor,
  withAsked,
  withChange
} from "./chunk-ACL6SRZO.js";
import {
  findStep,
  isApproved,
  isOpen,
  isRejected,
  isTerminal,
  stepIndex
} from "./chunk-WNMCWCRL.js";
import {
  derived,
  peopleOf
} from "./chunk-WKSNQK7F.js";
import {
  LIMITS
} from "./chunk-YILTSYQU.js";

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
    bytes += stepBytes(nodeOf(compiled, step.nodeId), step, sizes);
    if (isOpen(step.status)) open += 1;
  }
  return { bytes, open };
}
function gainedBytes({ compiled, changes, sizes }) {
  let bytes = 0;
  for (const [step, before] of changes.own) {
    bytes += before === null ? stepBytes(nodeOf(compiled, step.nodeId), step, sizes) : stepGain(before, step, sizes);
  }
  return bytes;
}
var stepGain = (before, after, sizes) => (before.input === after.input ? 0 : sizes.of(after.input) - sizes.of(before.input)) + (before.output === after.output ? 0 : sizes.of(after.output) - sizes.of(before.output)) + jsonGain(before.resolutions, after.resolutions) + jsonGain(before.decisions, after.decisions) + jsonGain(before.people, after.people);
var stepBytes = (node, { input, output, resolutions, decisions, people }, sizes) => sizes.of(input) + sizes.of(output) + jsonBytes(resolutions) + jsonBytes(decisions) + jsonBytes(people) + shownBytes(node);
var REVIEWERS_SHOWN = 3;
var VIEW_COST = 2;
var shownBytes = (node) => derived(node, nodeBytes);
function nodeBytes(node) {
  if (node.type !== "human") return 0;
  const { reviewers, reviewerEmails, commentBody } = node;
  const people = jsonBytes(reviewers) * REVIEWERS_SHOWN;
  return VIEW_COST * (people + jsonBytes(reviewerEmails) + jsonBytes(commentBody));
}
var tooLarge = (stepId) => ({
  code: "execution-too-large",
  message: `the inputs, outputs, decisions and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId
});

// src/interpreter/waiting/asking.ts
var ORDER_ACTOR = "system:order";
function askNext(transition, rules, step) {
  if (step.people === void 0) return;
  const before = step.people.places;
  const places = withAsked(rules, step.people, step.decisions);
  const added = places.filter((it, index) => it.asked && !before[index]?.asked).map((it) => it.holder);
  if (added.length === 0) return;
  transition.emit("step.assigned", step.stepId, {
    nodeId: step.nodeId,
    cause: "order",
    actorId: ORDER_ACTOR,
    added,
    removed: [],
    waitingForReviewers: waitingFor(rules, places, step.decisions)
  });
}

// src/interpreter/waiting/changing.ts
function ownPeople(transition, node, step) {
  if (step.people !== void 0) return step;
  transition.emit("step.reviewers-resolved", step.stepId, peopleOfStep(node, step) ?? NOBODY);
  return transition.step(step.stepId);
}
var NOBODY = { places: [] };
function changePeople(transition, node, step, change) {
  const own = ownPeople(transition, node, step);
  const { people, decisions } = withChange(own, change);
  const waitingForReviewers = waitingFor(peopleOf(node), people.places, decisions);
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
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  const places = peopleOfStep(node, step)?.places ?? [];
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
    voided: [...answersOf(step, (it) => holders.includes(holderOf(it))), ...reopened.map((it) => it.holder)]
  });
  tellAssigned(transition, changed, {
    cause: "separation",
    actorId: SEPARATION_ACTOR,
    added: reopened.map((it) => it.holder),
    removed: lost.filter((it) => it.asked).map((it) => it.holder)
  });
  failIfOutOfReach(transition, node, changed);
}
var answersOf = ({ decisions }, test) => decisions.filter(test).map(holderOf);
function failIfOutOfReach(transition, node, step) {
  const counted = countedPlaces(step.people?.places ?? [], step.decisions);
  if (!isOutOfReach(peopleOf(node), counted)) return;
  failStep(transition, step, {
    code: "reviewers-insufficient",
    message: "some of the people must not decide any more, and not even approvals from all others would approve the step"
  });
}

// src/interpreter/finish.ts
var EXECUTION_ACTOR = "system:execution";
function failExecution(transition, failureReason) {
  interruptAllOpen(transition, { actorId: EXECUTION_ACTOR, reason: "execution-failed" });
  transition.emit("execution.failed", null, { failureReason });
  transition.abandonEndings();
}
function cancelExecution(transition, reason) {
  interruptAllOpen(transition, { actorId: EXECUTION_ACTOR, reason: "execution-cancelled" });
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
  stepId: rootStepId(nodeId),
  nodeId,
  input: EMPTY_OBJECT,
  parent: null
});
function edgeStart(transition, parent, nodeId) {
  return {
    stepId: edgeStepId(parent.stepId, nodeId),
    nodeId,
    input: {
      fromNodeId: parent.nodeId,
      fromStepId: parent.stepId,
      output: outputOf(transition.compiled, parent)
    },
    parent
  };
}
function startStep(transition, { stepId, nodeId, input, record: record2, parent }) {
  if (isTerminal(transition.state.status)) return;
  if (transition.find(stepId) !== null) {
    transition.emit("idempotency.suppressed", null, { stepId });
    return;
  }
  const limit = transition.environment.maxStepsPerExecution;
  if (transition.state.steps.length >= limit) {
    failExecution(transition, {
      code: "step-limit-exceeded",
      message: `the execution has ${limit} steps, which is the limit; node "${nodeId}" was not started`,
      stepId: parent?.stepId ?? null
    });
    return;
  }
  const node = transition.node(nodeId);
  const source = sourceOf(transition, parent);
  const whole = inputOf(transition, { node, source, input, record: record2 });
  const bytes = transition.sizes.of(whole);
  const isTooLarge = bytes > LIMITS.stepInputBytes;
  if (!isTooLarge && !hold(transition, bytes + shownBytes(node))) {
    failExecution(transition, tooLarge(parent?.stepId ?? null));
    return;
  }
  const dueAt = dueAtOf(transition, node);
  transition.emit("step.scheduled", stepId, {
    nodeId,
    nodeType: node.type,
    iteration: currentIteration(transition.compiled, transition.state, nodeId),
    input: isTooLarge ? {} : whole,
    dueAt: dueAt === "unknown" ? null : dueAt
  });
  const step = transition.step(stepId);
  if (arrivesLate(transition, step)) return;
  if (isTooLarge) {
    const message = `the input has ${bytes} bytes, and may have ${LIMITS.stepInputBytes}; map less of it`;
    failStep(transition, step, { code: "input-too-large", message });
    return;
  }
  if (dueAt === "unknown") {
    const message = `there is no calendar "${node.sla?.calendar}", or it has no such working time within five years`;
    failStep(transition, step, { code: "calendar-unknown", message });
    return;
  }
  kindOf(node).enter(transition, step, node, source);
  if (dueAt !== null && isOpen(transition.step(stepId).status)) {
    transition.schedule({ kind: "step-deadline", stepId, dueAt, attempt: 1 });
  }
}
function dueAtOf({ now, environment }, node) {
  if (node.slaMs !== null) return now + node.slaMs;
  if (node.sla === void 0) return null;
  return environment.calendars?.get(node.sla.calendar)?.dueAt(now, node.sla.workingMs) ?? "unknown";
}
function hold(transition, bytes) {
  transition.work.spend(COMMAND_COSTS.step);
  transition.bytesHeld = (transition.bytesHeld ?? runBytes(transition)) + bytes;
  return transition.bytesHeld <= LIMITS.executionBytes;
}
function arrivesLate(transition, step) {
  const group = groupOfNode(transition.compiled, step.nodeId);
  if (group === null || group.policy === "waitAll") return false;
  const decided = decisionOf(transition.state, group);
  if (decided === null) return false;
  interruptStep(transition, step, { actorId: GROUP_ACTOR, reason: reasonOf(decided.outcome) });
  return true;
}
var sourceOf = (transition, parent) => ({
  output: parent === null ? null : outputOf(transition.compiled, parent),
  execution: { input: transition.state.triggerContext }
});
function inputOf({ work }, { node, source, input, record: record2 = EMPTY_OBJECT }) {
  const mapping = derived(node, mappedPaths);
  work.spend(COMMAND_COSTS.name * mapping.length);
  if (mapping.length === 0) return record2 === EMPTY_OBJECT ? input : { ...input, ...record2 };
  const mapped = mapping.map(([name, path]) => [
    name,
    readPath(source, path)
  ]);
  return Object.fromEntries([...Object.entries(input), ...mapped, ...Object.entries(record2)]);
}
var mappedPaths = (node) => Object.entries(kindOf(node).inputMapping(node)).map(([name, path]) => [name, path.split(".")]);

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
    if (by !== void 0) interruptStep(transition, step, by);
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
    stepId: step?.stepId ?? null
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
  if (decisionOf(transition.state, group) !== null) return;
  const tally = tallyOf(transition, group, found.cancel);
  if (tally.verdict === "met") meetQuorum(transition, group, tally, found);
  if (tally.verdict === "unreachable") loseQuorum(transition, group, tally, step, found);
}
function meetQuorum(transition, group, tally, found) {
  found.quorumMet = {
    groupId: group.groupId,
    iteration: iterationOf(transition.state, group),
    quorum: group.quorum,
    totalApproved: tally.approved.length,
    completedTotal: tally.completedTotal,
    expectedSteps: group.expectedSteps
  };
  if (group.policy === "waitAll") return;
  cancelSiblings(tally, reasonOf("met"), found);
  if (group.policy === "joinOnQuorum") {
    const approving = tally.steps.filter((it) => tally.approved.includes(it.nodeId));
    found.start.push(...joinStarts(transition, group, tally, approving));
  }
}
function loseQuorum(transition, group, tally, step, found) {
  if (group.policy === "waitAll") return;
  transition.work.spend(COMMAND_COSTS.lost * tally.steps.length);
  if (group.policy === "cancelOnQuorum") {
    const unhandled = tally.steps.find((it) => isUnhandled(transition, it));
    if (unhandled !== void 0 && !isGivenUp(transition, group, tally, found))
      found.failure = unreachableFailure(group, unhandled);
    return;
  }
  loseJoin(transition, group, tally, step, found);
}
function loseJoin(transition, group, tally, step, found) {
  const { state } = transition;
  found.quorumUnreachable.push({ groupId: group.groupId, iteration: iterationOf(state, group) });
  cancelSiblings(tally, reasonOf("unreachable"), found);
  const taken = tally.steps.filter((it) => takingLoop(transition, it) !== null);
  const rejecting = tally.steps.filter((it) => isRejected(it) && !taken.includes(it));
  const starts = joinStarts(transition, group, tally, rejecting);
  found.start.push(...starts);
  const isHandled = starts.length > 0 || taken.length > 0 || tally.steps.some((it) => isRecovered(transition, it)) || isGivenUp(transition, group, tally, found);
  if (!isHandled) {
    found.failure = unreachableFailure(group, step ?? tally.steps.at(-1) ?? null);
    return;
  }
  const superseded = new Set(group.loopIds.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const fault = tally.steps.find((it) => isFault(it) && !superseded.has(it) && !isRecovered(transition, it));
  if (fault !== void 0) found.failure = unhandledFailure(fault);
}
function isGivenUp(transition, group, tally, found) {
  const { compiled } = transition;
  const exhausted = group.loopIds.filter((loopId) => isExhausted(transition, loopId, found));
  if (exhausted.some((loopId) => loopId === found.exhausted?.loopId)) return true;
  const superseded = new Set(exhausted.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const gaveUpOne = group.memberNodeIds.some(
    (nodeId) => !tally.approved.includes(nodeId) && exhausted.includes(loopOfNode(compiled, nodeId)?.loopId ?? "")
  );
  return gaveUpOne && !tally.steps.some((it) => !superseded.has(it) && isUnhandled(transition, it));
}
var isExhausted = ({ state }, loopId, found) => loopState(state, loopId).exhausted || found.exhausted?.loopId === loopId;
function supersededBy(transition, loopId, found) {
  const { compiled, state } = transition;
  const loop = compiled.loops.find((it) => it.loopId === loopId);
  if (loop === void 0 || loop.exhaustedNodeId === null || !isExhausted(transition, loopId, found))
    return [];
  const route = stepIndex(state.steps, exhaustedStepId(loopId, loop.exhaustedNodeId));
  const before = route === -1 ? state.steps : state.steps.slice(0, route);
  return before.filter((it) => loop.bodyNodeIds.includes(it.nodeId));
}
function cancelSiblings(tally, reason, found) {
  for (const { status, stepId } of tally.steps) {
    if (isOpen(status) && !found.cancel.has(stepId))
      found.cancel.set(stepId, { actorId: GROUP_ACTOR, reason });
  }
}
function joinStarts(transition, group, tally, steps) {
  const { compiled, state } = transition;
  const edges = steps.flatMap((it) => firingEdges(transition, it));
  const inOrder = compiled.edges.filter((it) => edges.includes(it));
  const groupOutputs = Object.fromEntries(
    steps.map((it) => [it.nodeId, outputOf(compiled, it)])
  );
  const input = {
    groupOutputs,
    groupId: group.groupId,
    quorum: group.quorum,
    totalApproved: tally.approved.length
  };
  const iteration = iterationOf(state, group);
  return targetsOf(inOrder).map((nodeId) => ({
    stepId: groupStepId(group.groupId, iteration, nodeId),
    nodeId,
    input,
    parent: null
  }));
}
function undecidedGroup(transition) {
  const { compiled, state } = transition;
  for (const group of compiled.groups) {
    if (decisionOf(state, group) !== null) continue;
    const tally = tallyOf(transition, group);
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
    if (isOpen(step.status) && loop.bodyNodeIds.includes(step.nodeId)) {
      found.cancel.set(step.stepId, { actorId: "system:loop-restart", reason: "loop-restart" });
    }
  }
  const { iteration, exhausted } = loopState(state, loop.loopId);
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
    stepId: loopStepId(loop.loopId, iteration, loop.entryNodeId),
    nodeId: loop.entryNodeId,
    input: {},
    record: loopRecord(compiled, state, loop, rejection, iteration),
    parent: null
  });
}
function exhaust({ compiled, state }, loop, rejection, found, before) {
  const { loopId, exhaustedNodeId } = loop;
  const { iteration } = loopState(state, loopId);
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
    stepId: exhaustedStepId(loopId, exhaustedNodeId),
    nodeId: exhaustedNodeId,
    input: {},
    record: loopRecord(compiled, state, loop, rejection, iteration),
    parent: null
  });
}
function rejectionText(rejection, field) {
  const text = rejectionField(rejection, field);
  return typeof text === "string" ? text : null;
}

// src/interpreter/resolve-endings.ts
function resolveEndings(transition) {
  if (runBytes(transition) > LIMITS.executionBytes) {
    failExecution(transition, tooLarge(null));
    return;
  }
  try {
    resolveAll(transition);
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    failExecution(transition, tooCostly());
  }
}
function resolveAll(transition) {
  for (; ; ) {
    for (let step = transition.nextEnding(); step !== null; step = transition.nextEnding())
      applyConsequences(transition, following(transition, step));
    if (isTerminal(transition.state.status) || openSteps(transition) > 0) return;
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
  const loop = takingLoop(transition, step);
  if (loop !== null) {
    rewind(transition, loop, step, found);
    return found;
  }
  const group = groupOfNode(transition.compiled, step.nodeId);
  if (group?.policy !== "joinOnQuorum" || isFault(step)) {
    const edges = firingEdges(transition, step);
    found.start.push(...targetsOf(edges).map((nodeId) => edgeStart(transition, step, nodeId)));
  }
  if (group !== null) evaluateGroup(transition, group, step, found);
  if (group === null || group.policy === "waitAll") failUnhandled(transition, step, found);
  return found;
}
function failUnhandled(transition, step, found) {
  if (!isUnhandled(transition, step)) return;
  found.failure = unhandledFailure(step);
}

// src/interpreter/commands/find-step.ts
function humanStep(transition, stepId) {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "human") {
    return refused(
      "FAILED_PRECONDITION",
      `step "${stepId}" is not a human step; it takes no reviewer's decision`
    );
  }
  return { ok: true, step, node, rules: peopleOf(node), people: peopleOfStep(node, step) };
}
var notWaiting = (step) => refused("FAILED_PRECONDITION", `step "${step.stepId}" is ${step.status}, not waiting`, {
  stepStatus: step.status
});
var noPlace = (userId, { nodeId }) => refused("PERMISSION_DENIED", `"${userId}" is not a reviewer of node "${nodeId}"`);
var placeOf = ({ people }, holder) => people?.places.find((it) => it.holder === holder);
function isExcluded(transition, found, place, userId) {
  const excluded = excludedFrom(transition.compiled, transition.state, found.node);
  return place.lost === true || excluded.has(userId) || excluded.has(place.holder);
}
function refusalOfVerb(transition, found, verb, reviewerId) {
  const { step, node, rules } = found;
  if (step.status !== "waiting") return notWaiting(step);
  if (!rules.allow.includes(verb)) {
    return refusedWith("not-allowed", `node "${node.nodeId}" does not allow reviewers to ${VERBS[verb]}`);
  }
  const place = placeOf(found, reviewerId);
  if (place === void 0) return noPlace(reviewerId, node);
  return isExcluded(transition, found, place, reviewerId) ? excludedRefusal(reviewerId) : null;
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
  if (!required || (reason ?? "").trim() !== "") return [];
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
  const given = values ?? {};
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
  string: (value) => typeof value === "string" && characterCount(value) <= LIMITS.formTextLength,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  choice: (value, { choices }) => choices.some((it) => it === value)
};
var wish = ({ type, choices }) => ({
  string: `a text of at most ${LIMITS.formTextLength} characters`,
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
    current = absences.find((it) => it.userId === current && inForce(it, now))?.substituteId;
    if (current === void 0 || current === userId || found.includes(current)) return found;
    found.push(current);
  }
  return found;
}

// src/interpreter/commands/decision-refusals.ts
function stranger({ node }, { reviewerId, onBehalfOf = null }) {
  if (onBehalfOf === null) return noPlace(reviewerId, node);
  const message = `"${reviewerId}" does not stand in for "${onBehalfOf}" on node "${node.nodeId}"`;
  return refused("PERMISSION_DENIED", message);
}
function standsIn(transition, { rules }, place, { reviewerId, onBehalfOf = null, absences = [] }) {
  if (onBehalfOf === null) return true;
  if (!rules.allow.includes("substitute") || !isPersonal(rules, place)) return false;
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
  (transition, found, place, { reviewerId }) => isExcluded(transition, found, place, reviewerId) ? excludedRefusal(reviewerId) : null,
  answeredAlready,
  (_, found, __, { reviewerId, onBehalfOf = null }) => {
    if (onBehalfOf === null || placeOf(found, reviewerId) === void 0) return null;
    return refusedWith("already-asked", `"${reviewerId}" is asked themselves, and stands in for nobody`);
  },
  (_, __, { asked, holder, order }) => {
    if (asked) return null;
    const message = `"${holder}" is not asked yet: their order is ${order}, and people before them have still to approve`;
    return refusedWith("not-asked-yet", message);
  },
  (transition, { rules, step }, place) => {
    const claimedBy = claimedFrom(rules, step, place, transition.now);
    if (claimedBy.length === 0) return null;
    return refusedWith("claimed", `the answer is reserved by ${claimedBy.join(", ")}`, { claimedBy });
  },
  (_, __, place, { round = null }) => roundRefusal(place, round),
  ({ state }, __, ___, { subjectDigest = null, shown = false }) => {
    const currentDigest = state.parties?.subject?.digest ?? null;
    if (subjectDigest === currentDigest) return null;
    if (subjectDigest === null && !shown) return null;
    const message = "the decision is on something else than what is to be approved now; look at it again";
    return refusedWith("subject-changed", message, { currentDigest });
  },
  (_, { rules }, place, { decision }) => decision === "abstain" ? abstainRefusal(rules, place) : null,
  (_, { rules }, __, command) => {
    const faults = answerFaults(rules, command);
    return faults.length === 0 ? null : invalidFields(faults);
  }
];
function answeredAlready(...[, { step }, place, { reviewerId }]) {
  const standing = step.decisions.find((it) => holderOf(it) === place.holder || it.reviewerId === reviewerId);
  if (standing === void 0) return null;
  const message = holderOf(standing) === place.holder ? `the place of "${place.holder}" is answered already, by "${standing.reviewerId}"` : `"${reviewerId}" has answered this step already, for "${holderOf(standing)}"`;
  return refusedWith("answered-already", message);
}
function roundRefusal({ holder, round: current }, round) {
  if (round === current || round === null && current === 1) return null;
  const message = `the place of "${holder}" is in round ${current}; look at the step again and give that round`;
  return refusedWith("stale-round", message, { round: current });
}
function abstainRefusal(rules, place) {
  if (!rules.allowAbstain) return refusedWith("abstain-not-allowed", "nobody may abstain on this node");
  if (!isMandatory(rules, place)) return null;
  const message = `the approval of "${place.holder}" is mandatory, so they cannot abstain`;
  return refusedWith("abstain-not-allowed", message);
}

// src/interpreter/commands/link.ts
function revokeLink(transition, { stepId, linkId }) {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  if (step.links?.used.includes(linkId) === true) return succeeded({ revoked: false });
  if (step.status === "waiting" && step.links?.revoked.includes(linkId) !== true) {
    transition.emit("step.link-revoked", stepId, { linkId });
  }
  return succeeded({ revoked: true });
}
function linkRefusal(step, via) {
  if (via?.kind !== "link" || step.links === void 0) return null;
  const { linkId } = via;
  if (step.links.revoked.includes(linkId)) return refusedWith("link-revoked", "this link was revoked");
  return step.links.used.includes(linkId) ? refusedWith("link-used", "this link was used") : null;
}

// src/interpreter/commands/decision.ts
function recordDecision(transition, command) {
  const found = humanStep(transition, command.stepId);
  if (!found.ok) return found;
  const { step } = found;
  const closed = linkRefusal(step, command.via);
  if (closed !== null) return closed;
  if (found.people === null) return notWaiting(step);
  const place = placeOf(found, command.onBehalfOf ?? command.reviewerId);
  if (place === void 0) return stranger(found, command);
  const replay = replayed(step, place, command);
  if (replay !== null) return replay;
  if (!standsIn(transition, found, place, command)) return stranger(found, command);
  if (step.status !== "waiting") return notWaiting(step);
  const refusal = refusalOfDecision(transition, found, place, command);
  if (refusal !== null) return refusal;
  const resolved = applyDecision(transition, found, place, command);
  return succeeded({
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
  const known = step.decisions.find((it) => holderOf(it) === place.holder);
  if (known?.reviewerId !== reviewerId || (known.onBehalfOf ?? null) !== onBehalfOf) return null;
  if (known.decision !== decision) {
    return refused("FAILED_PRECONDITION", `"${reviewerId}" has decided already: ${known.decision}`, {
      recordedDecision: known.decision
    });
  }
  return succeeded(replayResult(step));
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
    waitingForReviewers: waitingFor(rules, people?.places ?? [], all)
  });
  transition.emit("step.answered", stepId, { nodeId, reviewerId, decision, ...said });
}
function follow(transition, { rules, node, people }, place, { stepId, reviewerId, reason, output = null }) {
  const step = transition.step(stepId);
  const places = step.people?.places ?? people?.places ?? [];
  const outcome = outcomeOf(rules, countedPlaces(places, step.decisions));
  if (outcome === "open") {
    askNext(transition, rules, step);
    return false;
  }
  const decision = outcome === "approved" ? "approve" : "reject";
  const rejection = {
    rejectedBy: reviewerId,
    rejectorMandatory: isMandatory(rules, place),
    rejectionReason: reason
  };
  endBy(transition, node, step, decision, decision === "reject" ? rejection : null, output);
  return true;
}
function endBy(transition, node, step, decision, rejection, given) {
  const said = humanOutput(node, step, {
    decision,
    at: transition.now,
    ...rejection !== null && { rejection }
  });
  const output = given === null ? said : { ...withoutDecision(given), ...said };
  completeStep(transition, step, output, { decision, aggregatorStatus: "resolved" });
}

// src/interpreter/commands/resolution.ts
function recordResolution(transition, command) {
  const { kind: _, stepId, ...resolution } = command;
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "agent" || node.resolutionPolicy === null) {
    return refused(
      "FAILED_PRECONDITION",
      `step "${stepId}" is not a blocking agent step; it takes no resolutions`
    );
  }
  const known = step.resolutions.find((it) => it.resolutionId === resolution.resolutionId);
  if (known !== void 0 && known.status === resolution.status) return succeeded(replayResult(step));
  if (known !== void 0) {
    return refused(
      "FAILED_PRECONDITION",
      `"${resolution.resolutionId}" is resolved already: ${known.status}`,
      {
        recordedStatus: known.status
      }
    );
  }
  if (step.status !== "waiting") return notWaiting(step);
  const declared = findingIds(step);
  const fault = resolutionIdFault(resolution.resolutionId, declared);
  if (fault !== null) return invalidField("resolutionId", fault);
  const output = resolution.output && withoutDecision(resolution.output);
  const full = noRoomFor(transition, step, { ...resolution, output });
  if (full !== null) return refused("RESOURCE_EXHAUSTED", full);
  transition.emit("step.resolution-recorded", stepId, { ...resolution, output });
  const resolved = isResolved(node.resolutionPolicy, declared, transition.step(stepId).resolutions.length);
  if (resolved) resolveAgentStep(transition, node, transition.step(stepId));
  return succeeded({
    recorded: true,
    aggregatorStatus: resolved ? "resolved" : "pending",
    resumeScheduled: resolved
  });
}
function noRoomFor(transition, step, resolution) {
  if (step.resolutions.length >= LIMITS.resolutions) {
    return `step "${step.stepId}" has ${LIMITS.resolutions} resolutions, which is the limit`;
  }
  const bytes = jsonBytes(resolution);
  if (jsonBytes(step.resolutions) + bytes > LIMITS.resolutionBytes) {
    return `the resolutions of step "${step.stepId}" may have ${LIMITS.resolutionBytes} bytes together; this one does not fit`;
  }
  if (runBytes(transition) + bytes > LIMITS.executionBytes) {
    return `the steps of an execution may hold ${LIMITS.executionBytes} bytes together; this resolution does not fit`;
  }
  return null;
}
function resolutionIdFault(resolutionId, declared) {
  if (declared === null) {
    const { success } = keyId.safeParse(resolutionId);
    return success ? null : "resolutionId: use 1 to 200 characters of A-Z a-z 0-9 : _ . -";
  }
  if (declared.includes(resolutionId)) return null;
  return `resolutionId "${resolutionId}" is none of the findings: ${declared.slice(0, 10).join(", ")}${declared.length > 10 ? ", \u2026" : ""}`;
}
function isResolved(policy, declared, recorded) {
  const all = declared?.length ?? 1;
  if (policy.kind === "allResolved") return recorded >= all;
  return recorded >= (declared === null ? policy.minCount : Math.min(policy.minCount, all));
}
function resolveAgentStep(transition, node, step) {
  const approved = agentPassed(step) && step.resolutions.every((it) => it.status === "success");
  const decision = approved ? "approve" : "reject";
  completeStep(transition, step, resolvedAgentOutput(step, decision), {
    decision,
    aggregatorStatus: "resolved",
    agentId: node.agentId
  });
}

// src/interpreter/commands/agent.ts
function agentStep(transition, stepId, statuses, attempt) {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== "agent") return refused("FAILED_PRECONDITION", `step "${stepId}" is not an agent step`);
  if (!statuses.some((it) => it === step.status) || attempt !== void 0 && step.attempt !== attempt) {
    return refused("FAILED_PRECONDITION", `step "${stepId}" is ${step.status} in attempt ${step.attempt}`, {
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
  markRunning(transition);
  transition.emit("step.started", stepId, { attempt });
  const url = resolvedUrl(transition, node);
  if (url === null) {
    const message = `urlPath "${node.urlPath}" leads to no text in triggerContext`;
    failStep(transition, step, { code: "agent-url-unresolved", message });
    return succeeded(null);
  }
  if (first) {
    const dueAt = transition.now + node.agentMaxRuntimeMs;
    transition.schedule({ kind: "agent-timeout", stepId, dueAt, attempt: 1 });
  }
  return succeeded({
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
  const url = readPath(transition.state.triggerContext, node.urlPath.split("."));
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
  return succeeded(null);
}
function agentFailed(transition, command) {
  const { stepId, attempt, code, message, retryable } = command;
  const found = agentStep(transition, stepId, ["running"], attempt);
  if (!found.ok) return found;
  if (retryable) retryOrFail(transition, found.step, found.node, { code, message });
  else failStep(transition, found.step, { code, message });
  return succeeded(null);
}
var isEmpty = ({ summary, output }) => (summary ?? "") === "" && Object.keys(output ?? {}).length === 0;
function completeDeferred(transition, { stepId, status, output, error, fingerprint }) {
  if (findStep(transition.state, stepId)?.callback === fingerprint) return succeeded(null);
  const found = agentStep(transition, stepId, ["running"]);
  if (!found.ok) return found;
  const { step, node } = found;
  if (status === "completed" && node.requireNonEmptyOutput && isEmpty({ summary: null, output })) {
    return invalidField("output", `node "${node.nodeId}" requires an output; give one`);
  }
  transition.emit("step.called-back", stepId, { fingerprint });
  if (status === "failed") {
    failStep(transition, step, { code: "agent-error", message: error ?? "the callback reported a failure" });
  } else {
    takeResult(transition, step, node, { passed: true, summary: null, output, findings: null });
  }
  return succeeded(null);
}
function agentTimedOut(transition, { stepId }) {
  const found = agentStep(transition, stepId, ["running"]);
  if (!found.ok) return found;
  const message = `agent "${found.node.agentId}" ran past its ceiling of ${found.node.agentMaxRuntimeMs} ms`;
  failStep(transition, found.step, { code: "agent-timeout", message });
  return succeeded(null);
}
function takeResult(transition, step, node, result) {
  const durationMs = transition.now - (step.startedAt ?? transition.now);
  const call = { url: resolvedUrl(transition, node), durationMs };
  if (node.resolutionPolicy === null) {
    completeStep(transition, step, agentOutput(result, call), { agentId: node.agentId });
    return;
  }
  transition.emit("step.resumed", step.stepId, { output: blockingAgentOutput(result, call) });
  if (result.findings?.length === 0) {
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
    failStep(transition, step, error);
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
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  if (!isOpen(step.status)) {
    return refused("FAILED_PRECONDITION", `step "${stepId}" has ended already: ${step.status}`, {
      stepStatus: step.status
    });
  }
  cancelStep(transition, step, { actorId, reason });
  return succeeded(null);
}
function cancelExecution2(transition, { reason }) {
  const { status } = transition.state;
  if (status === "cancelled") return succeeded(null);
  if (isTerminal(status)) {
    return refused("FAILED_PRECONDITION", `the execution has ended already: ${status}`, {
      executionStatus: status
    });
  }
  cancelExecution(transition, reason);
  return succeeded(null);
}
function withdraw(transition, { actorId, reason }) {
  const initiatorId = transition.state.parties?.initiatorId ?? null;
  if (initiatorId !== actorId) {
    return refused("PERMISSION_DENIED", `"${actorId}" did not start this run, and cannot withdraw it`);
  }
  return cancelExecution2(transition, { kind: "cancel-execution", reason: reason ?? "withdrawn" });
}

// src/interpreter/commands/deadline.ts
function deadlinePassed(transition, { stepId, dueAt }) {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  if (!isOpen(step.status) || step.dueAt === null) {
    return refused(
      "FAILED_PRECONDITION",
      `step "${stepId}" is ${step.status}; its deadline means nothing now`
    );
  }
  if (dueAt !== void 0 && dueAt < step.dueAt) {
    return refused("FAILED_PRECONDITION", `the deadline of step "${stepId}" has moved to ${step.dueAt}`);
  }
  transition.reach(step.dueAt);
  breachStep(transition, step);
  return succeeded(null);
}

// src/interpreter/commands/dispatch.ts
function dispatch(transition) {
  const { compiled, state } = transition;
  if (state.seq > 0) return refused("FAILED_PRECONDITION", "the execution was dispatched before");
  for (const node of Object.values(compiled.nodes)) {
    const refusal = refusalBy(transition, node);
    if (refusal !== null) return refusal;
  }
  const { starts, stepIds } = derived(compiled, rootsOf);
  transition.emit("execution.dispatched", null, {
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    rootStepIds: stepIds
  });
  for (const start of starts) startStep(transition, start);
  return succeeded(null);
}
function rootsOf({ roots }) {
  const starts = roots.map(rootStart);
  return { starts, stepIds: Object.freeze(starts.map((it) => it.stepId)) };
}
function refusalBy({ state, environment }, node) {
  if (node.sla !== void 0 && environment.calendars?.has(node.sla.calendar) !== true) {
    const message = `node "${node.nodeId}" needs the calendar "${node.sla.calendar}", which this engine does not have`;
    return refusedWith("calendar-unknown", message);
  }
  if (node.type !== "human") return null;
  if (excludesInitiator(state, node) && state.parties?.initiatorId == null) {
    const { refusal } = invalidField(
      "initiatorId",
      `is missing: node "${node.nodeId}" excludes the initiator`
    );
    return {
      ok: false,
      refusal: { ...refusal, details: { ...refusal.details, code: "initiator-required" } }
    };
  }
  if (peopleOf(node).requireSubjectDigest && state.parties?.subject == null) {
    return invalidField("subject", `is missing: node "${node.nodeId}" needs the digest of what is approved`);
  }
  return null;
}

// src/interpreter/commands/people/add.ts
function addReviewers(transition, { stepId, reviewerId, userIds, reason }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const places = found.people?.places ?? [];
  const wanted = new Set(userIds);
  for (const it of places) if (it.addedBy === reviewerId) wanted.delete(it.userId);
  const added = [...wanted];
  if (added.length === 0) return succeeded({ added });
  const refusal = refusalOfVerb(transition, found, "add", reviewerId);
  if (refusal !== null) return refusal;
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  const barred = added.find((it) => excluded.has(it));
  if (barred !== void 0) return excludedRefusal(barred);
  const held = everHeld(places);
  const known = added.find((it) => held.has(it) || found.people?.past?.includes(it) || hasAnswered(step, it));
  if (known !== void 0) {
    return refusedWith("already-asked", `"${known}" has, had or answered a place of this step`);
  }
  const before = places.filter((it) => it.addedBy !== void 0).length;
  if (before + added.length > LIMITS.addedPeople) {
    return refusedWith(
      "limit-reached",
      `a step may have ${LIMITS.addedPeople} added people; it has ${before}`
    );
  }
  const order = Math.max(1, ...places.filter((it) => it.asked).map((it) => it.order));
  const changed = changePeople(transition, node, step, {
    places: added.map((userId) => addedPlace(userId, order, reviewerId)),
    ...reason !== null && { reason }
  });
  tellAssigned(transition, changed, { cause: "added", actorId: reviewerId, added });
  return succeeded({ added });
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
  if (own !== void 0 && step.status === "waiting") return succeeded({ claimed: false, until: own.until });
  const refusal = refusalOfVerb(transition, found, "claim", reviewerId) ?? refusalOf(found, reviewerId, entry);
  if (refusal !== null) return refusal;
  const claimedBy = reservedBy(rules, step, entry, { holder: reviewerId, now: transition.now });
  if (claimedBy.length > 0) {
    return refusedWith("claimed", `the answer is reserved by ${claimedBy.join(", ")}`, { claimedBy });
  }
  const place = placeOf(found, reviewerId);
  const count = place?.claims ?? 0;
  if (count >= LIMITS.claims) {
    const message = `"${reviewerId}" has claimed on this step ${LIMITS.claims} times, which is the limit; answer it`;
    return refusedWith("limit-reached", message);
  }
  const until = transition.now + rules.claimMs;
  changePeople(transition, node, step, {
    ...place !== void 0 && { places: [{ ...place, claims: count + 1 }] },
    claims: [
      ...othersClaims(step, { reviewerId, entry }, transition.now),
      { userId: reviewerId, entry, until }
    ]
  });
  return succeeded({ claimed: true, until });
}
function release(transition, { stepId, reviewerId, entry }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (claimOf(step, { reviewerId, entry }, transition.now) === void 0)
    return succeeded({ released: false });
  if (step.status !== "waiting") return notWaiting(step);
  const claims = othersClaims(step, { reviewerId, entry }, transition.now);
  changePeople(transition, node, step, { claims });
  return succeeded({ released: true });
}
var claimOf = (step, { reviewerId, entry }, now) => liveClaims(step, entry, now).find((it) => it.userId === reviewerId);
var othersClaims = (step, { reviewerId, entry }, now) => (step.people?.claims ?? []).filter(
  (it) => it.until > now && !(it.userId === reviewerId && it.entry === entry)
);
function refusalOf(found, reviewerId, entry) {
  const place = placeOf(found, reviewerId);
  if (found.rules.entries[entry]?.kind !== "pool") {
    return invalidField("entry", `entry ${entry} of the node is no pool; give the index of a pool`);
  }
  if (place === void 0 || !place.entries.includes(entry)) {
    return refused("PERMISSION_DENIED", `"${reviewerId}" is no candidate of the pool of entry ${entry}`);
  }
  if (found.step.decisions.some((it) => holderOf(it) === reviewerId)) {
    return refusedWith("answered-already", `the place of "${reviewerId}" is answered already`);
  }
  return place.asked ? null : refusedWith("not-asked-yet", `"${reviewerId}" is not asked yet`);
}

// src/interpreter/commands/people/delegate.ts
function delegate(transition, command) {
  const { stepId, reviewerId, toUserId, actorId, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  if (isRepeat(found, command)) return succeeded({ delegated: false, toUserId });
  const { step, node, rules } = found;
  if (step.status !== "waiting") return notWaiting(step);
  const byAdministrator = actorId !== reviewerId;
  if (!byAdministrator && !rules.allow.includes("delegate")) {
    return refusedWith(
      "not-allowed",
      `node "${node.nodeId}" does not allow reviewers to hand their place over`
    );
  }
  const place = placeOf(found, reviewerId);
  if (place === void 0) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return excludedRefusal(reviewerId);
  const refusal = refusalOf2(transition, found, place, toUserId);
  if (refusal !== null) return refusal;
  const delegation = { from: reviewerId, to: toUserId, actorId, at: transition.now, reason };
  const handed = { ...place, holder: toUserId, delegations: [...place.delegations ?? [], delegation] };
  const changed = changePeople(transition, node, step, { places: [handed] });
  tellAssigned(transition, changed, {
    cause: "delegated",
    actorId,
    ...place.asked && { added: [toUserId], removed: [reviewerId] }
  });
  return succeeded({ delegated: true, toUserId });
}
var isRepeat = ({ people }, { reviewerId, toUserId }) => (people?.places ?? []).some(({ delegations = [] }) => {
  const last = delegations.at(-1);
  return last?.from === reviewerId && last.to === toUserId;
});
function refusalOf2(transition, { rules, step, people, node }, place, toUserId) {
  if (!isPersonal(rules, place)) {
    return refusedWith("not-personal", "a pool names the place too, so it cannot be handed over");
  }
  if (step.decisions.some((it) => holderOf(it) === place.holder)) {
    return refusedWith("answered-already", `the place of "${place.holder}" is answered already`);
  }
  if ((place.delegations ?? []).length >= LIMITS.delegations) {
    return refusedWith(
      "limit-reached",
      `the place was handed over ${LIMITS.delegations} times, which is the limit`
    );
  }
  if (hasAnswered(step, toUserId) || everHeld(people?.places ?? []).has(toUserId) || people?.past?.includes(toUserId)) {
    return refusedWith("already-asked", `"${toUserId}" has, had or answered a place of this step`);
  }
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  return excluded.has(toUserId) ? excludedRefusal(toUserId) : null;
}

// src/interpreter/commands/people/directory.ts
function directoryQuestions(compiled, state, {
  stepId,
  attempt,
  answers
}) {
  const step = findStep(state, stepId);
  const node = compiled.nodes[step?.nodeId ?? ""];
  if (step === null || node?.type !== "human") return null;
  if (step.status !== "pending" || step.attempt !== attempt) return null;
  const resolved = resolutionOf({ compiled, state, userIdLists: /* @__PURE__ */ new Set() }, step, node, answers);
  return resolved.kind === "asks" ? resolved.asked : [];
}
function pendingStep(transition, stepId, attempt) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { status, attempt: current } = found.step;
  if (status === "pending" && current === attempt) return found;
  return refused("FAILED_PRECONDITION", `step "${stepId}" is ${status} in attempt ${current}`, {
    stepStatus: status
  });
}
function reviewersFound(transition, { stepId, attempt, answers }) {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const resolved = resolutionOf(transition, found.step, found.node, answers);
  if (resolved.kind === "asks") return succeeded("again");
  takePeople(transition, found.step, found.node, resolved);
  return succeeded("found");
}
function directoryFailed(transition, { stepId, attempt, message, retryable }) {
  const found = pendingStep(transition, stepId, attempt);
  if (!found.ok) return found;
  const { step, rules } = found;
  const error = { code: "reviewers-unresolved", message };
  if (!retryable || attempt >= rules.retry.maximumAttempts) {
    failStep(transition, step, error);
    return succeeded(null);
  }
  const retryAt = transition.now + retryDelay(rules.retry, attempt);
  transition.emit("step.retried", stepId, { attempt: attempt + 1, error, retryAt });
  transition.schedule({ kind: "resolve-reviewers", stepId, dueAt: retryAt, attempt: attempt + 1 });
  return succeeded(null);
}

// src/interpreter/people/pausing.ts
function pausedBy(node, step, question, now) {
  const pauseMs = node.people?.pauseMs ?? null;
  if (pauseMs === null || step.dueAt === null) return null;
  const before = step.people?.pause ?? { deadline: step.dueAt, usedMs: 0, since: null };
  const others = (step.people?.questions ?? []).filter((it) => it.questionId !== question.questionId);
  const isOpen2 = [...others, question].some((it) => it.answeredAt === null);
  if (isOpen2) {
    const since = before.since ?? now;
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
  const questions = found.people?.questions ?? [];
  const of = ofUserId ?? transition.state.parties?.initiatorId ?? null;
  const open = questions.filter((it) => it.answeredAt === null);
  const own = questions.filter((it) => it.by === by);
  const keyed = key === void 0 ? void 0 : own.find((it) => it.key === key);
  if (keyed !== void 0 && (keyed.question !== question || keyed.of !== of)) {
    const message = "this idempotencyKey was used for another question; give a new key";
    return refusedWith("key-reused", message, { questionId: keyed.questionId });
  }
  const known = keyed ?? own.find((it) => it.answeredAt === null && it.of === of && it.question === question);
  if (known !== void 0) {
    return succeeded({ asked: false, questionId: known.questionId, dueAt: step.dueAt });
  }
  const refusal = refusalOfVerb(transition, found, "ask", by);
  if (refusal !== null) return refusal;
  if (of === null) {
    return invalidField("ofUserId", "is missing: the run has no initiator to ask; say whom to ask");
  }
  if (open.length >= LIMITS.openQuestions || questions.length >= LIMITS.questions) {
    const message = `a step may have ${LIMITS.openQuestions} open questions and ${LIMITS.questions} in all`;
    return refusedWith("limit-reached", message);
  }
  const questionId = `question_${questions.length + 1}`;
  const asked = {
    ...{ questionId, by, of, question, askedAt: transition.now, answer: null, answeredAt: null },
    ...key !== void 0 && { key }
  };
  const changed = changeQuestions(transition, node, step, asked);
  tell(transition, "step.question-asked", changed, asked);
  return succeeded({ asked: true, questionId, dueAt: changed.dueAt });
}
function provideInformation(transition, { stepId, actorId, questionId, answer, asAdministrator }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const question = (found.people?.questions ?? []).find((it) => it.questionId === questionId);
  if (question === void 0) {
    return refused("NOT_FOUND", `there is no question "${questionId}" on step "${stepId}"`);
  }
  const mayAnswer = asAdministrator || actorId === question.of;
  if (mayAnswer && question.answer === answer) return succeeded({ provided: false, dueAt: step.dueAt });
  if (step.status !== "waiting") return notWaiting(step);
  if (!mayAnswer) {
    return refused("PERMISSION_DENIED", `"${actorId}" was not asked this; "${question.of}" was`);
  }
  if (question.answeredAt !== null) {
    return refused("FAILED_PRECONDITION", `question "${questionId}" is answered already, otherwise`);
  }
  const answered = { ...question, answer, answeredAt: transition.now };
  const changed = changeQuestions(transition, node, step, answered);
  tell(transition, "step.question-answered", changed, answered);
  return succeeded({ provided: true, dueAt: changed.dueAt });
}
function changeQuestions(transition, node, step, question) {
  const paused = pausedBy(node, step, question, transition.now);
  const changed = changePeople(transition, node, step, { question, ...paused });
  if (paused === null || changed.dueAt === null) return changed;
  transition.schedule({ kind: "step-deadline", stepId: step.stepId, dueAt: changed.dueAt, attempt: 1 });
  planReminder(transition, node, changed);
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
  const due = remindersOf(node, step).filter((it) => it.at <= transition.now);
  const last = due.at(-1);
  if (last === void 0) {
    return refused("FAILED_PRECONDITION", `no reminder of step "${stepId}" is due`);
  }
  transition.emit("step.reminded", stepId, { levels: due.map((it) => it.level) });
  transition.emit("step.reminder", stepId, {
    nodeId: step.nodeId,
    level: last.level,
    userIds: owingPeople(step),
    dueAt: step.dueAt
  });
  planReminder(transition, node, transition.step(stepId));
  return succeeded(null);
}

// src/interpreter/parties.ts
var nobody = () => NONE;
var NONE = Object.freeze([]);
var NAMED = {
  "step.awaiting-approval": ({ waitingForReviewers }) => waitingForReviewers,
  "step.reviewers-resolved": ({ places }) => places.flatMap((it) => [it.userId, it.holder]),
  "step.decision-recorded": ({ reviewerId, people }) => [reviewerId, people?.onBehalfOf],
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
  ...(people?.places ?? NONE).flatMap((it) => [it.userId, it.holder]),
  ...people?.past ?? NONE,
  ...(people?.questions ?? NONE).flatMap((it) => [it.by, it.of])
].filter((it) => it != null);

// src/interpreter/commands/people/remind.ts
function remind(transition, { stepId, actorId, userId, asAdministrator }) {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step } = found;
  const recent = (step.handReminders?.last ?? []).filter(
    (it) => transition.now < it.at + LIMITS.remindAgainMs
  );
  if (isRepeat2(step, recent, { actorId, userId })) return succeeded({ reminded: false, userIds: [] });
  if (step.status !== "waiting") return notWaiting(step);
  if (!asAdministrator && !partiesOfHeader(transition.state).includes(actorId)) {
    const message = `"${actorId}" neither started this run nor contributed to it; they, services and administrators remind`;
    return refused("PERMISSION_DENIED", message);
  }
  const owing = owingPeople(step);
  if (userId !== null && !owing.includes(userId)) {
    return refused("FAILED_PRECONDITION", `"${userId}" owes no answer on step "${stepId}"`, {
      waitingForReviewers: [...step.waitingForReviewers]
    });
  }
  const asked = userId === null ? owing : [userId];
  const userIds = asked.filter((it) => !recent.some((last) => last.userId === it));
  if (userIds.length === 0) {
    const again = Math.min(
      ...recent.filter((it) => asked.includes(it.userId)).map((it) => it.at + LIMITS.remindAgainMs)
    );
    const message = "they were reminded less than a minute ago; remind them again after details.notBefore";
    return refusedWith("reminded-already", message, { notBefore: again });
  }
  if ((step.handReminders?.count ?? 0) >= LIMITS.remindersByHand) {
    return refusedWith(
      "limit-reached",
      `a step may be reminded of ${LIMITS.remindersByHand} times by hand; talk to them, or delegate it`
    );
  }
  transition.emit("step.reminded", stepId, { levels: [], byHand: { actorId, userIds } });
  transition.emit("step.reminder", stepId, { nodeId: step.nodeId, level: null, userIds, dueAt: step.dueAt });
  return succeeded({ reminded: true, userIds });
}
function isRepeat2(step, recent, { actorId, userId }) {
  const own = recent.filter((it) => it.actorId === actorId).map((it) => it.userId);
  const owing = step.status === "waiting" ? owingPeople(step) : own;
  const asked = userId === null ? owing : [userId];
  return asked.length > 0 && asked.every((it) => own.includes(it));
}

// src/interpreter/commands/people/retract.ts
function retractDecision(transition, command) {
  const { stepId, reviewerId, onBehalfOf, round, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node, rules } = found;
  const place = placeOf(found, onBehalfOf ?? reviewerId);
  if (place?.retracted?.includes(round)) return succeeded({ retracted: false, round: place.round });
  if (step.status !== "waiting") return notWaiting(step);
  if (!rules.allow.includes("retract")) {
    return refusedWith(
      "not-allowed",
      `node "${node.nodeId}" does not allow reviewers to take their answer back`
    );
  }
  if (place === void 0) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return excludedRefusal(reviewerId);
  const refusal = refusalOf3(found, place, command);
  if (refusal !== null) return refusal;
  const next = place.round + 1;
  changePeople(transition, node, step, {
    places: [{ ...place, round: next, retracted: [...place.retracted ?? [], round] }],
    voided: [place.holder],
    ...reason !== null && { reason }
  });
  transition.emit("step.answer-retracted", stepId, {
    nodeId: step.nodeId,
    reviewerId,
    onBehalfOf,
    round: next
  });
  return succeeded({ retracted: true, round: next });
}
function refusalOf3({ step, node }, place, { reviewerId, onBehalfOf, round }) {
  const answer = step.decisions.find((it) => holderOf(it) === place.holder);
  const isOwn = answer?.reviewerId === reviewerId && (answer.onBehalfOf ?? null) === onBehalfOf;
  if (!isOwn && (answer !== void 0 || onBehalfOf !== null)) return noPlace(reviewerId, node);
  if (round !== place.round) {
    const message2 = `the place of "${place.holder}" is in round ${place.round}`;
    return refusedWith("stale-round", message2, { round: place.round });
  }
  if (answer === void 0) {
    return refused("FAILED_PRECONDITION", `"${reviewerId}" has no answer on this step to take back`);
  }
  if ((place.retracted ?? []).length < LIMITS.retractions) return null;
  const message = `answers of this place were taken back ${LIMITS.retractions} times, which is the limit`;
  return refusedWith("limit-reached", message);
}

// src/interpreter/commands/people/revise.ts
var KEYS_KEPT = 20;
function reviseSubject(transition, command) {
  const { subject, actorId, contributorId } = command;
  const { digest } = subject;
  if (isQuestion(transition.state)) {
    const message = "the run is that of a question: what it asks about stays; ask another one, under another key";
    return refusedWith("reserved-key", message);
  }
  const previousDigest = transition.state.parties?.subject?.digest ?? null;
  if (digest === previousDigest) return succeeded({ revised: false, digest, resetStepIds: [] });
  const before = revisionBefore(transition, command);
  if (before !== void 0 && previousDigest !== null) {
    if ((before.digest ?? digest) !== digest) return keyReused(before.digest);
    return succeeded({ revised: false, digest: previousDigest, resetStepIds: [] });
  }
  const refusal = refusalOf4(transition, command, previousDigest);
  if (refusal !== null) return refusal;
  const contributorIds = contributorsWith(transition, command);
  const waiting = waitingSteps(transition);
  const reset = waiting.filter(({ node }) => peopleOf(node).onSubjectChange === "reset");
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
  return succeeded({ revised: true, digest, resetStepIds });
}
function refusalOf4(transition, command, currentDigest) {
  const { status } = transition.state;
  if (isTerminal(status)) {
    const message = `the execution has ended already: ${status}`;
    return refused("FAILED_PRECONDITION", message, { executionStatus: status });
  }
  if (command.ifDigest !== currentDigest) {
    const message = "what is to be approved is another than the one that was to be revised; look at it again";
    return refusedWith("subject-changed", message, { currentDigest });
  }
  const stepIds = approvedSteps(transition);
  if (stepIds.length > 0) {
    const message = `it is approved already, by ${stepIds.slice(0, 10).join(", ")}; start another run for what is new`;
    return refusedWith("subject-approved", message, { stepIds });
  }
  if (contributorsWith(transition, command).length <= LIMITS.runContributors) return null;
  return refusedWith("limit-reached", `a run may have ${LIMITS.runContributors} contributors`);
}
function approvedSteps({ compiled, state }) {
  return state.steps.filter((step) => {
    const node = compiled.nodes[step.nodeId];
    if (node?.type !== "human" || !isApproved(step)) return false;
    if (peopleOf(node).onSubjectChange === "keep") return false;
    return step.iteration === currentIteration(compiled, state, step.nodeId);
  }).map((it) => it.stepId);
}
function contributorsWith(transition, { contributorId, actorId }) {
  const known = transition.state.parties?.contributorIds ?? [];
  return [.../* @__PURE__ */ new Set([...known, ...contributorId === null ? [] : [contributorId], actorId])];
}
var revisionBefore = ({ state }, { actorId, idempotencyKey: key }) => key === void 0 ? void 0 : state.parties?.revisions?.find((it) => it.actorId === actorId && it.key === key);
var keyReused = (revisedTo) => refusedWith("key-reused", "this idempotencyKey made another revision; give a new key", {
  ...revisedTo !== void 0 && { digest: revisedTo }
});
function revisionsWith({ state }, { actorId, idempotencyKey: key, subject: { digest } }) {
  if (key === void 0) return {};
  const known = state.parties?.revisions ?? [];
  return { revisions: [...known, { actorId, key, digest }].slice(-KEYS_KEPT) };
}
function waitingSteps(transition) {
  return transition.state.steps.flatMap((step) => {
    const node = transition.node(step.nodeId);
    return node.type === "human" && step.status === "waiting" ? [{ step, node }] : [];
  });
}
function resetStep(transition, node, step, actorId) {
  const places = peopleOfStep(node, step)?.places ?? [];
  const voided = step.decisions.map(holderOf);
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
  const step = findStep(transition.state, command.stepId);
  if (step === null) return noStep(command.stepId);
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
    ...withoutDecision(command.output),
    ...kindOf(node).forcedOutput(node, step, ending)
  };
  completeStep(transition, step, output, {
    decision,
    aggregatorStatus: "resolved",
    ...kindOf(node).completedData(node)
  });
  return resolvedAs(transition, step);
}
function forceFail(transition, step, command) {
  markOverridden(transition, command);
  const output = { ...withoutDecision(command.output), ...outputOf(transition.compiled, step) };
  const message = command.reason ?? `failed by ${command.actorId}`;
  transition.emit("step.resumed", step.stepId, { output });
  failStep(transition, step, { code: "force-failed", message });
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
  return succeeded({ resolved: status !== "waiting", status });
}
var isDecidedByPeople = (transition, { nodeId }) => kindOf(transition.node(nodeId)).isDecidedByPeople;
var onlyPeople = (step, action) => refused("FAILED_PRECONDITION", `step "${step.stepId}" is not a human step; ${action} does not apply to it`);

// src/interpreter/commands/restore.ts
function restoreJobs(transition, { seq, jobs }) {
  if (transition.state.seq !== seq) {
    return refused("FAILED_PRECONDITION", `the execution is at seq ${transition.state.seq}, not ${seq}`);
  }
  const isLost = jobs.every(({ stepId }) => isOpen(transition.find(stepId)?.status ?? "cancelled"));
  if (jobs.length === 0 || !isLost) {
    return refused("FAILED_PRECONDITION", "jobs are restored for open steps only");
  }
  transition.emit("execution.jobs-restored", null, { jobs });
  for (const job of jobs) transition.schedule(job);
  return succeeded(null);
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
  const transition = new Transition(compiled, state, environment);
  const outcome = HANDLERS[command.kind](transition, command);
  if (!outcome.ok) return outcome;
  if (transition.events.length > 0 && !isTerminal(transition.state.status)) resolveEndings(transition);
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

export {
  resolveEndings,
  humanStep,
  placeOf,
  MAX_LINKS,
  substitutesOf,
  applyDecision,
  directoryQuestions,
  partiesOf,
  partiesOfHeader,
  partiesOfState,
  decide
};
//# sourceMappingURL=chunk-DZP24HQQ.js.map