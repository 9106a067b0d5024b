// src/interpreter/state.ts
var EXECUTION = {
  pending: "live",
  running: "live",
  completed: "terminal",
  failed: "terminal",
  cancelled: "terminal"
};
var STEP = {
  pending: "open",
  running: "open",
  waiting: "open",
  completed: "ended",
  skipped: "ended",
  failed: "ended",
  breached: "ended",
  cancelled: "ended"
};
var EXECUTION_STATUSES = Object.keys(EXECUTION);
var STEP_STATUSES = Object.keys(STEP);
function initialState(header) {
  return {
    workspaceId: header.workspaceId,
    executionId: header.executionId,
    definitionUid: header.definitionUid,
    definitionId: header.definitionId,
    definitionVersion: header.definitionVersion,
    correlationId: header.correlationId,
    idempotencyKey: header.idempotencyKey,
    organizationId: header.organizationId,
    documentId: header.documentId,
    triggerContext: header.triggerContext,
    webhookUrl: header.webhookUrl,
    createdAt: header.createdAt,
    ...header.parties !== void 0 && { parties: header.parties },
    status: "pending",
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    failureReason: null,
    seq: 0,
    updatedAt: header.createdAt,
    groups: NONE,
    loops: NONE,
    steps: NONE
  };
}
var NONE = Object.freeze([]);
function isOpen(status) {
  return STEP[status] === "open";
}
function isTerminal(status) {
  return EXECUTION[status] === "terminal";
}
function isRejected(step) {
  return step.status === "completed" && step.output?.["decision"] === "reject";
}
function isApproved(step) {
  return step.status === "completed" && step.output?.["decision"] === "approve";
}
function stepIndex(steps, stepId) {
  for (let index = steps.length - 1; index >= 0; index--) {
    if (steps[index]?.stepId === stepId) return index;
  }
  return -1;
}
function findStep(state, stepId) {
  return state.steps[stepIndex(state.steps, stepId)] ?? null;
}

export {
  EXECUTION_STATUSES,
  STEP_STATUSES,
  initialState,
  isOpen,
  isTerminal,
  isRejected,
  isApproved,
  stepIndex,
  findStep
};
//# sourceMappingURL=chunk-WNMCWCRL.js.map