"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }// src/interpreter/state.ts
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
  return step.status === "completed" && _optionalChain([step, 'access', _ => _.output, 'optionalAccess', _2 => _2["decision"]]) === "reject";
}
function isApproved(step) {
  return step.status === "completed" && _optionalChain([step, 'access', _3 => _3.output, 'optionalAccess', _4 => _4["decision"]]) === "approve";
}
function stepIndex(steps, stepId) {
  for (let index = steps.length - 1; index >= 0; index--) {
    if (_optionalChain([steps, 'access', _5 => _5[index], 'optionalAccess', _6 => _6.stepId]) === stepId) return index;
  }
  return -1;
}
function findStep(state, stepId) {
  return _nullishCoalesce(state.steps[stepIndex(state.steps, stepId)], () => ( null));
}











exports.EXECUTION_STATUSES = EXECUTION_STATUSES; exports.STEP_STATUSES = STEP_STATUSES; exports.initialState = initialState; exports.isOpen = isOpen; exports.isTerminal = isTerminal; exports.isRejected = isRejected; exports.isApproved = isApproved; exports.stepIndex = stepIndex; exports.findStep = findStep;
//# sourceMappingURL=chunk-4AF4TM5Y.cjs.map