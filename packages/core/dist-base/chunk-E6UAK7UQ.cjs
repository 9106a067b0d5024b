"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }




var _chunkGXKWFESJcjs = require('./chunk-GXKWFESJ.cjs');


var _chunk2FSFLXT4cjs = require('./chunk-2FSFLXT4.cjs');













var _chunkCKBT4O4Vcjs = require('./chunk-CKBT4O4V.cjs');



var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');


var _chunk7M7NLC46cjs = require('./chunk-7M7NLC46.cjs');







var _chunkKJGN4SBRcjs = require('./chunk-KJGN4SBR.cjs');






var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');


var _chunkDOAVFUNXcjs = require('./chunk-DOAVFUNX.cjs');

// src/checker/people.ts
var PEOPLE_INVARIANTS = [
  {
    code: "approved-by-nobody",
    name: "what ends a step with an approval is an answer of somebody who holds a place",
    check: ({ compiled, state, events }) => state.steps.filter((step) => _chunk4AF4TM5Ycjs.isApproved.call(void 0, step) && !step.overridden).filter(({ nodeId }) => _optionalChain([compiled, 'access', _2 => _2.nodes, 'access', _3 => _3[nodeId], 'optionalAccess', _4 => _4.type]) === "human").flatMap((step) => [...strangersIn(step), ...notByAnAnswer(step, events)])
  },
  {
    code: "separated-people-decided-both",
    name: "nobody decides both of two separated nodes, nor what they started where that is excluded",
    check: ({ compiled, state }) => [...bothDecided(compiled, state), ...initiatorDecided(compiled, state)]
  }
];
var strangersIn = ({ stepId, decisions, people }) => people === void 0 ? [] : decisions.filter((it) => !people.places.some((place) => place.holder === _chunkKJGN4SBRcjs.holderOf.call(void 0, it) && place.lost !== true)).map((it) => `${stepId} by ${it.reviewerId}, who has no place`);
function notByAnAnswer({ stepId }, events) {
  const own = events.filter((it) => it.stepId === stepId);
  const before = _optionalChain([own, 'access', _5 => _5[own.findIndex((it) => it.type === "step.resumed") - 1], 'optionalAccess', _6 => _6.type]);
  const isAnswer = before === "step.answered" || before === "step.decision-recorded";
  return isAnswer ? [] : [`${stepId} after ${before}`];
}
var everDecided = (state, nodeId) => new Set(
  state.steps.filter((it) => it.nodeId === nodeId).flatMap((it) => [...it.decisions.flatMap(_chunkKJGN4SBRcjs.decidersOf), ..._nullishCoalesce(_optionalChain([it, 'access', _7 => _7.people, 'optionalAccess', _8 => _8.past]), () => ( []))])
);
var bothDecided = ({ separated = {} }, state) => Object.entries(separated).flatMap(([nodeId, others]) => {
  const own = everDecided(state, nodeId);
  const both = others.flatMap((other) => [...everDecided(state, other)].filter((it) => own.has(it)));
  return both.map((it) => `${it} decided ${nodeId} and a node that is separated from it`);
});
function initiatorDecided({ nodes }, state) {
  const initiatorId = _nullishCoalesce(_optionalChain([state, 'access', _9 => _9.parties, 'optionalAccess', _10 => _10.initiatorId]), () => ( null));
  if (initiatorId === null) return [];
  return Object.values(nodes).flatMap((node) => {
    if (node.type !== "human") return [];
    const excludes = _optionalChain([state, 'access', _11 => _11.parties, 'optionalAccess', _12 => _12.enforceSeparation]) === true || _chunkDOAVFUNXcjs.peopleOf.call(void 0, node).separation.excludeInitiator;
    if (!excludes || !everDecided(state, node.nodeId).has(initiatorId)) return [];
    return [`${initiatorId} decided ${node.nodeId}, and started the run`];
  });
}

// src/checker/flow.ts
var OPEN = ["pending", "running", "waiting"];
var WAITING = ["waiting"];
var CALLED = ["pending", "running"];
var ALLOWED = {
  "step.started": CALLED,
  "step.retried": CALLED,
  // A step whose people need no directory keeps them once they are others than its node says.
  "step.reviewers-resolved": ["pending", "waiting"],
  "step.awaiting-approval": CALLED,
  "step.decision-recorded": WAITING,
  "step.answered": WAITING,
  "step.answer-retracted": WAITING,
  "step.question-asked": WAITING,
  "step.question-answered": WAITING,
  "step.reminded": WAITING,
  "step.reminder": WAITING,
  "step.resolution-recorded": WAITING,
  "step.called-back": ["running"],
  "step.resumed": OPEN,
  "step.completed": OPEN,
  "step.failed": OPEN,
  "step.breached": OPEN,
  "step.cancelled": OPEN
};
function onTheWay({ state, events }, look) {
  const draft = _chunkCKBT4O4Vcjs.draftOf.call(void 0, _chunk4AF4TM5Ycjs.initialState.call(void 0, state));
  const found = [];
  for (const event of events) {
    const step = event.stepId === null ? void 0 : draft.state.steps[_chunkCKBT4O4Vcjs.positionIn.call(void 0, draft, event.stepId)];
    found.push(...look(draft.state, event, _nullishCoalesce(step, () => ( null))));
    try {
      _chunkCKBT4O4Vcjs.apply.call(void 0, draft, event);
    } catch (e) {
      return found;
    }
  }
  return found;
}
var transitionFaults = (record) => onTheWay(record, (_, event, step) => {
  const allowed = ALLOWED[event.type];
  if (allowed === void 0 || step === null || allowed.includes(step.status)) return [];
  return [_chunkGXKWFESJcjs.at.call(void 0, event, `${event.type} on ${event.stepId}, which is ${step.status}`)];
});
function causeFaults(record) {
  const { compiled } = record;
  const causes = new Set(compiled.roots.map(_chunkCKBT4O4Vcjs.rootStepId));
  const nodeIds = Object.keys(compiled.nodes);
  return onTheWay(record, (_, event, step) => {
    for (const stepId of causedBy(compiled, event, step, nodeIds)) causes.add(stepId);
    if (event.type !== "step.scheduled" || causes.has(_nullishCoalesce(event.stepId, () => ( "")))) return [];
    return [_chunkGXKWFESJcjs.at.call(void 0, event, `${event.stepId} of node ${event.data.nodeId}`)];
  });
}
function causedBy(compiled, event, step, nodeIds) {
  if (event.type === "group.quorum-met" || event.type === "group.quorum-unreachable") {
    return nodeIds.map((it) => _chunkCKBT4O4Vcjs.groupStepId.call(void 0, event.data.groupId, event.data.iteration, it));
  }
  if (event.type === "loop.iteration-started") {
    return nodeIds.map((it) => _chunkCKBT4O4Vcjs.loopStepId.call(void 0, event.data.loopId, event.data.iteration, it));
  }
  if (event.type === "loop.exhausted") return nodeIds.map((it) => _chunkCKBT4O4Vcjs.exhaustedStepId.call(void 0, event.data.loopId, it));
  if (!ENDS.includes(event.type) || step === null) return [];
  return targetsFrom(compiled, step).map((to) => _chunkCKBT4O4Vcjs.edgeStepId.call(void 0, step.stepId, to));
}
var targetsFrom = ({ outgoing, edges }, { nodeId }) => (_nullishCoalesce(outgoing[nodeId], () => ( []))).flatMap((index) => _nullishCoalesce(_optionalChain([edges, 'access', _13 => _13[index], 'optionalAccess', _14 => _14.to]), () => ( [])));
var ENDS = ["step.completed", "step.skipped", "step.failed", "step.breached"];
function routingFaults({ compiled, state }) {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const ids = new Set(targetsFrom(compiled, parent).map((to) => _chunkCKBT4O4Vcjs.edgeStepId.call(void 0, parent.stepId, to)));
    const started = [...ids].flatMap((stepId) => _nullishCoalesce(byId.get(stepId), () => ( [])));
    if (started.length === 0) return [];
    const fired = _chunkCKBT4O4Vcjs.withinBudget.call(void 0, () => _chunk2FSFLXT4cjs.firingEdges.call(void 0, compiled, state, parent).map((it) => it.to));
    return started.filter((it) => !fired.includes(it.nodeId)).map(({ stepId }) => ({ what: `${stepId}, by no edge of ${parent.stepId}`, stepId }));
  });
}
function iterationFaults({ compiled, state }) {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const loop = compiled.loopOf[parent.nodeId];
    if (loop === void 0) return [];
    return targetsFrom(compiled, parent).filter((to) => compiled.loopOf[to] === loop).flatMap((to) => _nullishCoalesce(byId.get(_chunkCKBT4O4Vcjs.edgeStepId.call(void 0, parent.stepId, to)), () => ( []))).filter(({ iteration }) => iteration !== parent.iteration).map(({ stepId, iteration }) => ({
      what: `${stepId} is of iteration ${iteration}, and ${parent.stepId} of ${parent.iteration}`,
      stepId
    }));
  });
}
var quorumFaults = (record) => onTheWay(record, (before, event) => {
  if (event.type !== "group.quorum-met" && event.type !== "group.quorum-unreachable") return [];
  const group = record.compiled.groups.find((it) => it.groupId === event.data.groupId);
  if (group === void 0) return [_chunkGXKWFESJcjs.at.call(void 0, event, `there is no group ${event.data.groupId}`)];
  const members = before.steps.filter((it) => group.memberNodeIds.includes(it.nodeId));
  const isMet = _chunkCKBT4O4Vcjs.tallySteps.call(void 0, { compiled: record.compiled, state: before }, group, members).verdict === "met";
  if (isMet === (event.type === "group.quorum-met")) return [];
  return [_chunkGXKWFESJcjs.at.call(void 0, event, `${group.groupId} ${isMet ? "is met" : "is not met"} by the steps before`)];
});
var REASONS = {
  "step-failed": (it) => it.status === "failed",
  "step-breached": (it) => it.status === "breached",
  "unhandled-rejection": _chunk4AF4TM5Ycjs.isRejected
};
function endFaults({ state }) {
  const { status, failureReason, steps } = state;
  if (status === "completed" && steps.every((it) => it.status === "cancelled"))
    return ["it is completed, and every step is cancelled"];
  if (status === "failed" !== (failureReason !== null))
    return [`it is ${status}, and its failureReason is ${_nullishCoalesce(_optionalChain([failureReason, 'optionalAccess', _15 => _15.code]), () => ( "null"))}`];
  const named = steps.find((it) => it.stepId === _optionalChain([failureReason, 'optionalAccess', _16 => _16.stepId]));
  if (_optionalChain([failureReason, 'optionalAccess', _17 => _17.stepId]) == null) return [];
  if (named === void 0) return [`it failed by ${failureReason.stepId}, which does not exist`];
  if (_optionalChain([REASONS, 'access', _18 => _18[failureReason.code], 'optionalCall', _19 => _19(named)]) !== false) return [];
  return [{ what: `${failureReason.code} by a step that is ${named.status}`, stepId: named.stepId }];
}
function waitingFaults({ compiled, state }) {
  return state.steps.flatMap((step) => {
    const node = compiled.nodes[step.nodeId];
    if (step.status !== "waiting" || _optionalChain([node, 'optionalAccess', _20 => _20.type]) !== "human") return [];
    const { stepId, dueAt, waitingForReviewers, decisions } = step;
    const places = _nullishCoalesce(_optionalChain([_chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _21 => _21.places]), () => ( []));
    const outcome = _chunkKJGN4SBRcjs.outcomeOf.call(void 0, _chunkDOAVFUNXcjs.peopleOf.call(void 0, node), _chunkKJGN4SBRcjs.countedPlaces.call(void 0, places, decisions));
    if (outcome !== "open") return [{ what: `${stepId} waits, and its answers are ${outcome}`, stepId }];
    const isWaiting = waitingForReviewers.length > 0 || dueAt !== null;
    return isWaiting ? [] : [{ what: `${stepId} waits for nobody and for no time`, stepId }];
  });
}
function definitionFaults({ compiled, state, events }) {
  const dispatched = _chunkGXKWFESJcjs.ofType.call(void 0, events, "execution.dispatched").filter(
    ({ data }) => data.definitionId !== state.definitionId || data.definitionVersion !== state.definitionVersion
  );
  const unknown = state.steps.filter((it) => _optionalChain([compiled, 'access', _22 => _22.nodes, 'access', _23 => _23[it.nodeId], 'optionalAccess', _24 => _24.type]) !== it.nodeType);
  return [
    ...dispatched.map(
      (it) => _chunkGXKWFESJcjs.at.call(void 0, it, `it was dispatched on ${it.data.definitionId} v${it.data.definitionVersion}`)
    ),
    ...unknown.map(({ stepId, nodeId, nodeType }) => ({
      what: `${stepId} is of the ${nodeType} node ${nodeId}, which the definition has not`,
      stepId
    }))
  ];
}
var reminderFaults = ({ state }) => state.steps.filter(({ reminded = [] }) => new Set(reminded).size < reminded.length).map(({ stepId }) => ({ what: stepId, stepId }));
var FLOW_INVARIANTS = [
  {
    code: "transition-not-allowed",
    name: "what happens to a step may happen to one in its status",
    check: transitionFaults
  },
  {
    code: "started-without-cause",
    name: "a step is started by a root, an edge of an ended step, a quorum or a loop, and after it",
    check: causeFaults
  },
  {
    code: "edge-taken-wrongly",
    name: "the edge that started a step is one that fires",
    check: routingFaults
  },
  {
    code: "edge-leaves-the-iteration",
    name: "an edge inside a loop starts a step of the iteration of the one before",
    check: iterationFaults
  },
  {
    code: "quorum-against-the-steps",
    name: "a quorum is met, or lost, as the steps before it say",
    check: quorumFaults
  },
  {
    code: "ended-wrongly",
    name: "the run ends as its steps did, and a failed one says by which",
    check: endFaults
  },
  {
    code: "waits-for-nothing",
    name: "a step that waits for people is not decided, and waits for somebody or for a time",
    check: waitingFaults
  },
  {
    code: "definition-differs",
    name: "a run stays on the definition that it was dispatched on",
    check: definitionFaults
  },
  { code: "reminded-twice", name: "a reminder is given once", check: reminderFaults }
];

// src/checker/invariants.ts
var ENDINGS = [
  "step.completed",
  "step.skipped",
  "step.failed",
  "step.breached",
  "step.cancelled"
];
var INVARIANTS = [
  {
    code: "seq-has-gaps",
    name: "seq runs from 1 without gaps",
    check: ({ events }) => events.flatMap(
      (event, index) => event.seq === index + 1 ? [] : [_chunkGXKWFESJcjs.at.call(void 0, event, `${event.seq} stands at place ${index + 1}`)]
    )
  },
  {
    code: "event-id-repeated",
    name: "event ids are unique",
    check: ({ events }) => _chunkGXKWFESJcjs.repeated.call(void 0, events.map((it) => it.eventId))
  },
  {
    code: "time-goes-backwards",
    name: "time never goes backwards",
    check: ({ events }) => events.flatMap(
      (event, index) => event.timestamp < (_nullishCoalesce(_optionalChain([events, 'access', _25 => _25[index - 1], 'optionalAccess', _26 => _26.timestamp]), () => ( -Infinity))) ? [_chunkGXKWFESJcjs.at.call(void 0, event, `at seq ${event.seq}`)] : []
    )
  },
  {
    code: "state-is-not-the-fold",
    name: "the fold of the events is the state",
    check: ({ state, events }) => foldFaults(state, () => _chunkCKBT4O4Vcjs.fold.call(void 0, state, events))
  },
  {
    code: "step-repeated",
    name: "a step is scheduled once, and has one ending at most",
    check: ({ events }) => [
      ..._chunkGXKWFESJcjs.repeated.call(void 0, _chunkGXKWFESJcjs.ofType.call(void 0, events, "step.scheduled").map((it) => it.stepId)),
      ..._chunkGXKWFESJcjs.repeated.call(void 0, events.filter((it) => ENDINGS.includes(it.type)).map((it) => it.stepId))
    ]
  },
  {
    code: "step-changed-after-its-end",
    name: "nothing happens to a step after its ending",
    check: ({ events }) => {
      const ended = /* @__PURE__ */ new Set();
      return events.flatMap((event) => {
        if (event.stepId === null) return [];
        const late = ended.has(event.stepId) ? [_chunkGXKWFESJcjs.at.call(void 0, event, `${event.type} on ${event.stepId}`)] : [];
        if (ENDINGS.includes(event.type)) ended.add(event.stepId);
        return late;
      });
    }
  },
  {
    code: "end-and-open-steps-disagree",
    name: "the execution has ended exactly when no step is open",
    check: ({ state }) => {
      const open = state.steps.filter((step) => _chunk4AF4TM5Ycjs.isOpen.call(void 0, step.status)).map((step) => step.stepId);
      if (_chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status))
        return open.map((stepId) => ({ what: `${stepId} is open in a ${state.status} execution`, stepId }));
      return open.length === 0 ? [`no step is open, and the execution is ${state.status}`] : [];
    }
  },
  {
    code: "end-is-not-last",
    name: "the end comes once, and last",
    check: ({ state, events }) => {
      const ends = events.filter((it) => _chunk7M7NLC46cjs.EXECUTION_ENDINGS.includes(it.type));
      if (!_chunk4AF4TM5Ycjs.isTerminal.call(void 0, state.status))
        return ends.map((it) => _chunkGXKWFESJcjs.at.call(void 0, it, `${it.type} in a ${state.status} execution`));
      if (ends.length !== 1) return [`${ends.length} ends`];
      return ends[0] === events.at(-1) ? [] : [`events follow seq ${_optionalChain([ends, 'access', _27 => _27[0], 'optionalAccess', _28 => _28.seq])}`];
    }
  },
  {
    code: "decision-not-allowed",
    name: "a reviewer decides a step once, and is one of its reviewers",
    check: ({ compiled, state, events }) => decisionFaults(compiled, state, events)
  },
  {
    code: "decision-does-not-follow",
    name: "what people decided is what their answers come to",
    check: ({ compiled, state }) => state.steps.flatMap((step) => {
      const decided = decidedWrongly(compiled, step);
      const { stepId } = step;
      return decided === null ? [] : [{ what: `${stepId} has ${decided}`, stepId }];
    })
  },
  {
    code: "quorum-met-wrongly",
    name: "a quorum is met once in an iteration, with enough approvals",
    check: ({ events }) => {
      const met = _chunkGXKWFESJcjs.ofType.call(void 0, events, "group.quorum-met");
      return [
        ..._chunkGXKWFESJcjs.repeated.call(void 0, met.map((it) => `${it.data.groupId} ${it.data.iteration}`)),
        ...met.filter((it) => it.data.totalApproved < it.data.quorum).map((it) => `${it.data.groupId} too early`)
      ];
    }
  },
  {
    code: "quorum-met-and-lost",
    name: "a quorum is not met and lost in one iteration",
    check: ({ events }) => {
      const met = _chunkGXKWFESJcjs.ofType.call(void 0, events, "group.quorum-met");
      const lost = _chunkGXKWFESJcjs.ofType.call(void 0, events, "group.quorum-unreachable");
      return _chunkGXKWFESJcjs.repeated.call(void 0, [...met, ...lost].map((it) => `${it.data.groupId} ${it.data.iteration}`));
    }
  },
  {
    code: "iteration-out-of-order",
    name: "iterations follow each other within the cap",
    check: ({ compiled, events }) => compiled.loops.flatMap(({ loopId, maxIterations }) => {
      const started = _chunkGXKWFESJcjs.ofType.call(void 0, events, "loop.iteration-started").filter((it) => it.data.loopId === loopId);
      const numbers = started.map((it) => it.data.iteration);
      const wrong = numbers.filter((it, index) => it !== index + 2 || it > maxIterations);
      return wrong.map((it) => `${loopId} started iteration ${it} of ${maxIterations}`);
    })
  },
  {
    code: "loop-exhausted-wrongly",
    name: "a loop is exhausted once, in its last iteration",
    check: ({ compiled, events }) => {
      const exhausted = _chunkGXKWFESJcjs.ofType.call(void 0, events, "loop.exhausted").map((it) => it.data);
      const early = exhausted.filter(
        (it) => _optionalChain([compiled, 'access', _29 => _29.loops, 'access', _30 => _30.find, 'call', _31 => _31((loop) => loop.loopId === it.loopId), 'optionalAccess', _32 => _32.maxIterations]) !== it.iteration
      );
      return [..._chunkGXKWFESJcjs.repeated.call(void 0, exhausted.map((it) => it.loopId)), ...early.map((it) => `${it.loopId} too early`)];
    }
  },
  {
    code: "breached-too-early",
    name: "nothing is breached before it is due",
    check: ({ events }) => _chunkGXKWFESJcjs.ofType.call(void 0, events, "step.breached").filter((it) => it.timestamp < it.data.dueAt).map((it) => _chunkGXKWFESJcjs.at.call(void 0, it, `${it.stepId} at ${it.timestamp}, due ${it.data.dueAt}`))
  },
  {
    code: "output-decides-wrongly",
    name: "only a decision of people or a resolved agent has decision and approved",
    check: ({ state }) => state.steps.flatMap(
      (step) => "decision" in (_nullishCoalesce(step.output, () => ( {}))) && !mayDecide(step) ? [{ what: `${step.stepId} is ${step.status}`, stepId: step.stepId }] : []
    )
  },
  {
    code: "attempts-out-of-order",
    name: "attempts of an agent follow each other, up to as many as its node allows",
    check: ({ compiled, state, events }) => attemptFaults(compiled, state, events)
  },
  {
    code: "approved-without-approvals",
    name: "people approve a step when every mandatory one of them has approved, and nobody has rejected",
    check: ({ compiled, state }) => approvalFaults(compiled, state)
  },
  ...FLOW_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ..._chunkGXKWFESJcjs.WORK_INVARIANTS
];
function decisionFaults(compiled, state, events) {
  const standing = /* @__PURE__ */ new Set();
  return events.flatMap((event) => {
    if (event.type === "step.people-changed") {
      for (const holder2 of _nullishCoalesce(event.data.voided, () => ( []))) standing.delete(`${event.stepId} ${holder2}`);
    }
    if (event.type !== "step.decision-recorded") return [];
    const { reviewerId, people } = event.data;
    const holder = _nullishCoalesce(_optionalChain([people, 'optionalAccess', _33 => _33.onBehalfOf]), () => ( reviewerId));
    const key = `${event.stepId} ${holder}`;
    const twice = standing.has(key) ? [_chunkGXKWFESJcjs.at.call(void 0, event, `${key} twice`)] : [];
    standing.add(key);
    const isReviewer = reviewersOf(compiled, state, event.stepId).includes(holder);
    return isReviewer ? twice : [...twice, _chunkGXKWFESJcjs.at.call(void 0, event, `${holder} decided ${event.stepId}`)];
  });
}
var mayDecide = (step) => step.status === "completed" && step.nodeType !== "webhook";
function attemptFaults(compiled, state, events) {
  const reached = /* @__PURE__ */ new Map();
  return events.flatMap((event) => {
    if (event.type !== "step.started" && event.type !== "step.retried") return [];
    const { stepId, type } = event;
    const before = _nullishCoalesce(reached.get(stepId), () => ( 1));
    const { attempt } = event.data;
    reached.set(stepId, attempt);
    const node = compiled.nodes[_nullishCoalesce(_optionalChain([state, 'access', _34 => _34.steps, 'access', _35 => _35.find, 'call', _36 => _36((it) => it.stepId === stepId), 'optionalAccess', _37 => _37.nodeId]), () => ( ""))];
    const most = mostAttempts(node);
    const follows = attempt === (type === "step.started" ? before : before + 1);
    return follows && attempt <= most ? [] : [_chunkGXKWFESJcjs.at.call(void 0, event, `${stepId} ${type} ${attempt} after ${before} of ${most}`)];
  });
}
function mostAttempts(node) {
  if (_optionalChain([node, 'optionalAccess', _38 => _38.type]) === "agent") return node.retry.maximumAttempts;
  return _optionalChain([node, 'optionalAccess', _39 => _39.type]) === "human" ? _chunkDOAVFUNXcjs.peopleOf.call(void 0, node).retry.maximumAttempts : 0;
}
function approvalFaults(compiled, state) {
  const approved = state.steps.filter((step) => _chunk4AF4TM5Ycjs.isApproved.call(void 0, step) && !step.overridden);
  return approved.flatMap(({ stepId, nodeId, decisions, people }) => {
    const node = compiled.nodes[nodeId];
    if (_optionalChain([node, 'optionalAccess', _40 => _40.type]) !== "human" || node.people !== void 0 || people !== void 0) return [];
    const missing = node.reviewers.filter((it) => it.mandatory).filter(({ userId }) => !decisions.some((it) => it.reviewerId === userId && it.decision === "approve"));
    return [
      ...missing.map(({ userId }) => `${stepId} without ${userId}`),
      ...decisions.filter((it) => it.decision === "reject").map((it) => `${stepId} against ${it.reviewerId}`)
    ];
  });
}
function reviewersOf(compiled, state, stepId) {
  const step = state.steps.find((it) => it.stepId === stepId);
  const node = compiled.nodes[_nullishCoalesce(_optionalChain([step, 'optionalAccess', _41 => _41.nodeId]), () => ( ""))];
  if (step === void 0 || _optionalChain([node, 'optionalAccess', _42 => _42.type]) !== "human") return [];
  return [..._chunkKJGN4SBRcjs.everHeld.call(void 0, _nullishCoalesce(_optionalChain([_chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _43 => _43.places]), () => ( [])))];
}
function decidedWrongly(compiled, step) {
  const node = compiled.nodes[step.nodeId];
  if (_optionalChain([node, 'optionalAccess', _44 => _44.type]) !== "human" || step.status !== "completed" || step.overridden) return null;
  const places = _nullishCoalesce(_optionalChain([_chunkKJGN4SBRcjs.peopleOfStep.call(void 0, node, step), 'optionalAccess', _45 => _45.places]), () => ( []));
  const outcome = _chunkKJGN4SBRcjs.outcomeOf.call(void 0, _chunkDOAVFUNXcjs.peopleOf.call(void 0, node), _chunkKJGN4SBRcjs.countedPlaces.call(void 0, places, step.decisions));
  const decision = { approved: "approve", rejected: "reject", "out-of-reach": "reject", open: null }[outcome];
  const recorded = _optionalChain([step, 'access', _46 => _46.output, 'optionalAccess', _47 => _47["decision"]]);
  return recorded === decision ? null : `${JSON.stringify(recorded)} where the answers are ${outcome}`;
}
function foldFaults(state, foldOf) {
  try {
    const folded = withoutNewer(foldOf(), state);
    if (JSON.stringify(folded) === JSON.stringify(state)) return [];
    return textOf(folded) === textOf(state) ? [] : [`fold ${textOf(folded)} state ${textOf(state)}`];
  } catch (error) {
    return [_chunkATSCIM4Icjs.describeError.call(void 0, error)];
  }
}
function withoutNewer(folded, state) {
  const steps = folded.steps.map((step, index) => {
    const stored = state.steps[index];
    if (_optionalChain([stored, 'optionalAccess', _48 => _48.stepId]) !== step.stepId || stored.endedSeq !== void 0) return step;
    const { endedSeq: _, ...rest } = step;
    return rest;
  });
  return { ...folded, steps };
}
var textOf = (state) => _chunkATSCIM4Icjs.canonicalJson.call(void 0, JSON.parse(JSON.stringify(state)));

// src/checker/check.ts
var checkExecution = (record) => findingsOf(INVARIANTS, record);
var checkWork = (record) => findingsOf(_chunkGXKWFESJcjs.WORK_INVARIANTS, record);
function findingsOf(invariants, record) {
  const { workspaceId, executionId } = record.state;
  return invariants.flatMap(
    ({ code, name, check }) => faultsOf(check, record).map((fault) => {
      const { what, stepId = null, seq = null } = typeof fault === "string" ? { what: fault } : fault;
      return { code, message: `${name}: ${what}`, workspaceId, executionId, stepId, seq };
    })
  );
}
function faultsOf(check, record) {
  try {
    return check(record);
  } catch (error) {
    return [`it cannot be looked at: ${_chunkATSCIM4Icjs.describeError.call(void 0, error)}`];
  }
}
function checkChange(stored, change) {
  const { workspaceId, executionId } = change.state;
  const before = _nullishCoalesce(stored, () => ( _chunk4AF4TM5Ycjs.initialState.call(void 0, change.state)));
  const seqs = change.events.map((event) => event.seq - change.expectedSeq);
  const follows = seqs.length > 0 && seqs.every((seq, index) => seq === index + 1);
  const faults = foldFaults(
    change.state,
    () => change.events.reduce(_chunkCKBT4O4Vcjs.evolve, before)
  ).map((what) => ["state-is-not-the-fold", `the fold of the events is not the state: ${what}`]);
  if (!follows) {
    faults.push(["seq-has-gaps", `events do not follow seq ${change.expectedSeq}: ${seqs.join()}`]);
  }
  const where = { workspaceId, executionId, stepId: null, seq: null };
  return faults.map(([code, message]) => ({ code, message, ...where }));
}






exports.INVARIANTS = INVARIANTS; exports.checkExecution = checkExecution; exports.checkWork = checkWork; exports.checkChange = checkChange;
//# sourceMappingURL=chunk-E6UAK7UQ.cjs.map