import {
  WORK_INVARIANTS,
  at,
  ofType,
  repeated
} from "./chunk-HIPOAVIT.js";
import {
  firingEdges
} from "./chunk-XVL2NF7J.js";
import {
  apply,
  draftOf,
  edgeStepId,
  evolve,
  exhaustedStepId,
  fold,
  groupStepId,
  loopStepId,
  positionIn,
  rootStepId,
  tallySteps,
  withinBudget
} from "./chunk-4ZZ6HWTZ.js";
import {
  canonicalJson,
  describeError
} from "./chunk-7RVY3HCR.js";
import {
  EXECUTION_ENDINGS
} from "./chunk-WKLHRD4Z.js";
import {
  countedPlaces,
  decidersOf,
  everHeld,
  holderOf,
  outcomeOf,
  peopleOfStep
} from "./chunk-MO3ALGUJ.js";
import {
  initialState,
  isApproved,
  isOpen,
  isRejected,
  isTerminal
} from "./chunk-WNMCWCRL.js";
import {
  peopleOf
} from "./chunk-WTG2CHRU.js";

// src/checker/people.ts
var PEOPLE_INVARIANTS = [
  {
    code: "approved-by-nobody",
    name: "what ends a step with an approval is an answer of somebody who holds a place",
    check: ({ compiled, state, events }) => state.steps.filter((step) => isApproved(step) && !step.overridden).filter(({ nodeId }) => compiled.nodes[nodeId]?.type === "human").flatMap((step) => [...strangersIn(step), ...notByAnAnswer(step, events)])
  },
  {
    code: "separated-people-decided-both",
    name: "nobody decides both of two separated nodes, nor what they started where that is excluded",
    check: ({ compiled, state }) => [...bothDecided(compiled, state), ...initiatorDecided(compiled, state)]
  }
];
var strangersIn = ({ stepId, decisions, people }) => people === void 0 ? [] : decisions.filter((it) => !people.places.some((place) => place.holder === holderOf(it) && place.lost !== true)).map((it) => `${stepId} by ${it.reviewerId}, who has no place`);
function notByAnAnswer({ stepId }, events) {
  const own = events.filter((it) => it.stepId === stepId);
  const before = own[own.findIndex((it) => it.type === "step.resumed") - 1]?.type;
  const isAnswer = before === "step.answered" || before === "step.decision-recorded";
  return isAnswer ? [] : [`${stepId} after ${before}`];
}
var everDecided = (state, nodeId) => new Set(
  state.steps.filter((it) => it.nodeId === nodeId).flatMap((it) => [...it.decisions.flatMap(decidersOf), ...it.people?.past ?? []])
);
var bothDecided = ({ separated = {} }, state) => Object.entries(separated).flatMap(([nodeId, others]) => {
  const own = everDecided(state, nodeId);
  const both = others.flatMap((other) => [...everDecided(state, other)].filter((it) => own.has(it)));
  return both.map((it) => `${it} decided ${nodeId} and a node that is separated from it`);
});
function initiatorDecided({ nodes }, state) {
  const initiatorId = state.parties?.initiatorId ?? null;
  if (initiatorId === null) return [];
  return Object.values(nodes).flatMap((node) => {
    if (node.type !== "human") return [];
    const excludes = state.parties?.enforceSeparation === true || peopleOf(node).separation.excludeInitiator;
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
  const draft = draftOf(initialState(state));
  const found = [];
  for (const event of events) {
    const step = event.stepId === null ? void 0 : draft.state.steps[positionIn(draft, event.stepId)];
    found.push(...look(draft.state, event, step ?? null));
    try {
      apply(draft, event);
    } catch {
      return found;
    }
  }
  return found;
}
var transitionFaults = (record) => onTheWay(record, (_, event, step) => {
  const allowed = ALLOWED[event.type];
  if (allowed === void 0 || step === null || allowed.includes(step.status)) return [];
  return [at(event, `${event.type} on ${event.stepId}, which is ${step.status}`)];
});
function causeFaults(record) {
  const { compiled } = record;
  const causes = new Set(compiled.roots.map(rootStepId));
  const nodeIds = Object.keys(compiled.nodes);
  return onTheWay(record, (_, event, step) => {
    for (const stepId of causedBy(compiled, event, step, nodeIds)) causes.add(stepId);
    if (event.type !== "step.scheduled" || causes.has(event.stepId ?? "")) return [];
    return [at(event, `${event.stepId} of node ${event.data.nodeId}`)];
  });
}
function causedBy(compiled, event, step, nodeIds) {
  if (event.type === "group.quorum-met" || event.type === "group.quorum-unreachable") {
    return nodeIds.map((it) => groupStepId(event.data.groupId, event.data.iteration, it));
  }
  if (event.type === "loop.iteration-started") {
    return nodeIds.map((it) => loopStepId(event.data.loopId, event.data.iteration, it));
  }
  if (event.type === "loop.exhausted") return nodeIds.map((it) => exhaustedStepId(event.data.loopId, it));
  if (!ENDS.includes(event.type) || step === null) return [];
  return targetsFrom(compiled, step).map((to) => edgeStepId(step.stepId, to));
}
var targetsFrom = ({ outgoing, edges }, { nodeId }) => (outgoing[nodeId] ?? []).flatMap((index) => edges[index]?.to ?? []);
var ENDS = ["step.completed", "step.skipped", "step.failed", "step.breached"];
function routingFaults({ compiled, state }) {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const ids = new Set(targetsFrom(compiled, parent).map((to) => edgeStepId(parent.stepId, to)));
    const started = [...ids].flatMap((stepId) => byId.get(stepId) ?? []);
    if (started.length === 0) return [];
    const fired = withinBudget(() => firingEdges(compiled, state, parent).map((it) => it.to));
    return started.filter((it) => !fired.includes(it.nodeId)).map(({ stepId }) => ({ what: `${stepId}, by no edge of ${parent.stepId}`, stepId }));
  });
}
function iterationFaults({ compiled, state }) {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const loop = compiled.loopOf[parent.nodeId];
    if (loop === void 0) return [];
    return targetsFrom(compiled, parent).filter((to) => compiled.loopOf[to] === loop).flatMap((to) => byId.get(edgeStepId(parent.stepId, to)) ?? []).filter(({ iteration }) => iteration !== parent.iteration).map(({ stepId, iteration }) => ({
      what: `${stepId} is of iteration ${iteration}, and ${parent.stepId} of ${parent.iteration}`,
      stepId
    }));
  });
}
var quorumFaults = (record) => onTheWay(record, (before, event) => {
  if (event.type !== "group.quorum-met" && event.type !== "group.quorum-unreachable") return [];
  const group = record.compiled.groups.find((it) => it.groupId === event.data.groupId);
  if (group === void 0) return [at(event, `there is no group ${event.data.groupId}`)];
  const members = before.steps.filter((it) => group.memberNodeIds.includes(it.nodeId));
  const isMet = tallySteps({ compiled: record.compiled, state: before }, group, members).verdict === "met";
  if (isMet === (event.type === "group.quorum-met")) return [];
  return [at(event, `${group.groupId} ${isMet ? "is met" : "is not met"} by the steps before`)];
});
var REASONS = {
  "step-failed": (it) => it.status === "failed",
  "step-breached": (it) => it.status === "breached",
  "unhandled-rejection": isRejected
};
function endFaults({ state }) {
  const { status, failureReason, steps } = state;
  if (status === "completed" && steps.every((it) => it.status === "cancelled"))
    return ["it is completed, and every step is cancelled"];
  if (status === "failed" !== (failureReason !== null))
    return [`it is ${status}, and its failureReason is ${failureReason?.code ?? "null"}`];
  const named = steps.find((it) => it.stepId === failureReason?.stepId);
  if (failureReason?.stepId == null) return [];
  if (named === void 0) return [`it failed by ${failureReason.stepId}, which does not exist`];
  if (REASONS[failureReason.code]?.(named) !== false) return [];
  return [{ what: `${failureReason.code} by a step that is ${named.status}`, stepId: named.stepId }];
}
function waitingFaults({ compiled, state }) {
  return state.steps.flatMap((step) => {
    const node = compiled.nodes[step.nodeId];
    if (step.status !== "waiting" || node?.type !== "human") return [];
    const { stepId, dueAt, waitingForReviewers, decisions } = step;
    const places = peopleOfStep(node, step)?.places ?? [];
    const outcome = outcomeOf(peopleOf(node), countedPlaces(places, decisions));
    if (outcome !== "open") return [{ what: `${stepId} waits, and its answers are ${outcome}`, stepId }];
    const isWaiting = waitingForReviewers.length > 0 || dueAt !== null;
    return isWaiting ? [] : [{ what: `${stepId} waits for nobody and for no time`, stepId }];
  });
}
function definitionFaults({ compiled, state, events }) {
  const dispatched = ofType(events, "execution.dispatched").filter(
    ({ data }) => data.definitionId !== state.definitionId || data.definitionVersion !== state.definitionVersion
  );
  const unknown = state.steps.filter((it) => compiled.nodes[it.nodeId]?.type !== it.nodeType);
  return [
    ...dispatched.map(
      (it) => at(it, `it was dispatched on ${it.data.definitionId} v${it.data.definitionVersion}`)
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
      (event, index) => event.seq === index + 1 ? [] : [at(event, `${event.seq} stands at place ${index + 1}`)]
    )
  },
  {
    code: "event-id-repeated",
    name: "event ids are unique",
    check: ({ events }) => repeated(events.map((it) => it.eventId))
  },
  {
    code: "time-goes-backwards",
    name: "time never goes backwards",
    check: ({ events }) => events.flatMap(
      (event, index) => event.timestamp < (events[index - 1]?.timestamp ?? -Infinity) ? [at(event, `at seq ${event.seq}`)] : []
    )
  },
  {
    code: "state-is-not-the-fold",
    name: "the fold of the events is the state",
    check: ({ state, events }) => foldFaults(state, () => fold(state, events))
  },
  {
    code: "step-repeated",
    name: "a step is scheduled once, and has one ending at most",
    check: ({ events }) => [
      ...repeated(ofType(events, "step.scheduled").map((it) => it.stepId)),
      ...repeated(events.filter((it) => ENDINGS.includes(it.type)).map((it) => it.stepId))
    ]
  },
  {
    code: "step-changed-after-its-end",
    name: "nothing happens to a step after its ending",
    check: ({ events }) => {
      const ended = /* @__PURE__ */ new Set();
      return events.flatMap((event) => {
        if (event.stepId === null) return [];
        const late = ended.has(event.stepId) ? [at(event, `${event.type} on ${event.stepId}`)] : [];
        if (ENDINGS.includes(event.type)) ended.add(event.stepId);
        return late;
      });
    }
  },
  {
    code: "end-and-open-steps-disagree",
    name: "the execution has ended exactly when no step is open",
    check: ({ state }) => {
      const open = state.steps.filter((step) => isOpen(step.status)).map((step) => step.stepId);
      if (isTerminal(state.status))
        return open.map((stepId) => ({ what: `${stepId} is open in a ${state.status} execution`, stepId }));
      return open.length === 0 ? [`no step is open, and the execution is ${state.status}`] : [];
    }
  },
  {
    code: "end-is-not-last",
    name: "the end comes once, and last",
    check: ({ state, events }) => {
      const ends = events.filter((it) => EXECUTION_ENDINGS.includes(it.type));
      if (!isTerminal(state.status))
        return ends.map((it) => at(it, `${it.type} in a ${state.status} execution`));
      if (ends.length !== 1) return [`${ends.length} ends`];
      return ends[0] === events.at(-1) ? [] : [`events follow seq ${ends[0]?.seq}`];
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
      const met = ofType(events, "group.quorum-met");
      return [
        ...repeated(met.map((it) => `${it.data.groupId} ${it.data.iteration}`)),
        ...met.filter((it) => it.data.totalApproved < it.data.quorum).map((it) => `${it.data.groupId} too early`)
      ];
    }
  },
  {
    code: "quorum-met-and-lost",
    name: "a quorum is not met and lost in one iteration",
    check: ({ events }) => {
      const met = ofType(events, "group.quorum-met");
      const lost = ofType(events, "group.quorum-unreachable");
      return repeated([...met, ...lost].map((it) => `${it.data.groupId} ${it.data.iteration}`));
    }
  },
  {
    code: "iteration-out-of-order",
    name: "iterations follow each other within the cap",
    check: ({ compiled, events }) => compiled.loops.flatMap(({ loopId, maxIterations }) => {
      const started = ofType(events, "loop.iteration-started").filter((it) => it.data.loopId === loopId);
      const numbers = started.map((it) => it.data.iteration);
      const wrong = numbers.filter((it, index) => it !== index + 2 || it > maxIterations);
      return wrong.map((it) => `${loopId} started iteration ${it} of ${maxIterations}`);
    })
  },
  {
    code: "loop-exhausted-wrongly",
    name: "a loop is exhausted once, in its last iteration",
    check: ({ compiled, events }) => {
      const exhausted = ofType(events, "loop.exhausted").map((it) => it.data);
      const early = exhausted.filter(
        (it) => compiled.loops.find((loop) => loop.loopId === it.loopId)?.maxIterations !== it.iteration
      );
      return [...repeated(exhausted.map((it) => it.loopId)), ...early.map((it) => `${it.loopId} too early`)];
    }
  },
  {
    code: "breached-too-early",
    name: "nothing is breached before it is due",
    check: ({ events }) => ofType(events, "step.breached").filter((it) => it.timestamp < it.data.dueAt).map((it) => at(it, `${it.stepId} at ${it.timestamp}, due ${it.data.dueAt}`))
  },
  {
    code: "output-decides-wrongly",
    name: "only a decision of people or a resolved agent has decision and approved",
    check: ({ state }) => state.steps.flatMap(
      (step) => "decision" in (step.output ?? {}) && !mayDecide(step) ? [{ what: `${step.stepId} is ${step.status}`, stepId: step.stepId }] : []
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
  ...WORK_INVARIANTS
];
function decisionFaults(compiled, state, events) {
  const standing = /* @__PURE__ */ new Set();
  return events.flatMap((event) => {
    if (event.type === "step.people-changed") {
      for (const holder2 of event.data.voided ?? []) standing.delete(`${event.stepId} ${holder2}`);
    }
    if (event.type !== "step.decision-recorded") return [];
    const { reviewerId, people } = event.data;
    const holder = people?.onBehalfOf ?? reviewerId;
    const key = `${event.stepId} ${holder}`;
    const twice = standing.has(key) ? [at(event, `${key} twice`)] : [];
    standing.add(key);
    const isReviewer = reviewersOf(compiled, state, event.stepId).includes(holder);
    return isReviewer ? twice : [...twice, at(event, `${holder} decided ${event.stepId}`)];
  });
}
var mayDecide = (step) => step.status === "completed" && step.nodeType !== "webhook";
function attemptFaults(compiled, state, events) {
  const reached = /* @__PURE__ */ new Map();
  return events.flatMap((event) => {
    if (event.type !== "step.started" && event.type !== "step.retried") return [];
    const { stepId, type } = event;
    const before = reached.get(stepId) ?? 1;
    const { attempt } = event.data;
    reached.set(stepId, attempt);
    const node = compiled.nodes[state.steps.find((it) => it.stepId === stepId)?.nodeId ?? ""];
    const most = mostAttempts(node);
    const follows = attempt === (type === "step.started" ? before : before + 1);
    return follows && attempt <= most ? [] : [at(event, `${stepId} ${type} ${attempt} after ${before} of ${most}`)];
  });
}
function mostAttempts(node) {
  if (node?.type === "agent") return node.retry.maximumAttempts;
  return node?.type === "human" ? peopleOf(node).retry.maximumAttempts : 0;
}
function approvalFaults(compiled, state) {
  const approved = state.steps.filter((step) => isApproved(step) && !step.overridden);
  return approved.flatMap(({ stepId, nodeId, decisions, people }) => {
    const node = compiled.nodes[nodeId];
    if (node?.type !== "human" || node.people !== void 0 || people !== void 0) return [];
    const missing = node.reviewers.filter((it) => it.mandatory).filter(({ userId }) => !decisions.some((it) => it.reviewerId === userId && it.decision === "approve"));
    return [
      ...missing.map(({ userId }) => `${stepId} without ${userId}`),
      ...decisions.filter((it) => it.decision === "reject").map((it) => `${stepId} against ${it.reviewerId}`)
    ];
  });
}
function reviewersOf(compiled, state, stepId) {
  const step = state.steps.find((it) => it.stepId === stepId);
  const node = compiled.nodes[step?.nodeId ?? ""];
  if (step === void 0 || node?.type !== "human") return [];
  return [...everHeld(peopleOfStep(node, step)?.places ?? [])];
}
function decidedWrongly(compiled, step) {
  const node = compiled.nodes[step.nodeId];
  if (node?.type !== "human" || step.status !== "completed" || step.overridden) return null;
  const places = peopleOfStep(node, step)?.places ?? [];
  const outcome = outcomeOf(peopleOf(node), countedPlaces(places, step.decisions));
  const decision = { approved: "approve", rejected: "reject", "out-of-reach": "reject", open: null }[outcome];
  const recorded = step.output?.["decision"];
  return recorded === decision ? null : `${JSON.stringify(recorded)} where the answers are ${outcome}`;
}
function foldFaults(state, foldOf) {
  try {
    const folded = withoutNewer(foldOf(), state);
    if (JSON.stringify(folded) === JSON.stringify(state)) return [];
    return textOf(folded) === textOf(state) ? [] : [`fold ${textOf(folded)} state ${textOf(state)}`];
  } catch (error) {
    return [describeError(error)];
  }
}
function withoutNewer(folded, state) {
  const steps = folded.steps.map((step, index) => {
    const stored = state.steps[index];
    if (stored?.stepId !== step.stepId || stored.endedSeq !== void 0) return step;
    const { endedSeq: _, ...rest } = step;
    return rest;
  });
  return { ...folded, steps };
}
var textOf = (state) => canonicalJson(JSON.parse(JSON.stringify(state)));

// src/checker/check.ts
var checkExecution = (record) => findingsOf(INVARIANTS, record);
var checkWork = (record) => findingsOf(WORK_INVARIANTS, record);
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
    return [`it cannot be looked at: ${describeError(error)}`];
  }
}
function checkChange(stored, change) {
  const { workspaceId, executionId } = change.state;
  const before = stored ?? initialState(change.state);
  const seqs = change.events.map((event) => event.seq - change.expectedSeq);
  const follows = seqs.length > 0 && seqs.every((seq, index) => seq === index + 1);
  const faults = foldFaults(
    change.state,
    () => change.events.reduce(evolve, before)
  ).map((what) => ["state-is-not-the-fold", `the fold of the events is not the state: ${what}`]);
  if (!follows) {
    faults.push(["seq-has-gaps", `events do not follow seq ${change.expectedSeq}: ${seqs.join()}`]);
  }
  const where = { workspaceId, executionId, stepId: null, seq: null };
  return faults.map(([code, message]) => ({ code, message, ...where }));
}

export {
  INVARIANTS,
  checkExecution,
  checkWork,
  checkChange
};
//# sourceMappingURL=chunk-HHHE34WD.js.map