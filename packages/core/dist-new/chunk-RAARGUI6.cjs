"use strict";Object.defineProperty(exports, "__esModule", {value: true});// src/definition/issue.ts
var ERROR_CODES = [
  "invalid-field",
  "unknown-field",
  "reserved-id",
  "too-many-issues",
  "duplicate-node-id",
  "dangling-edge",
  "duplicate-edge",
  "cycle-detected",
  "unreachable-node",
  "node-missing-config",
  "too-many-nodes",
  "too-many-edges",
  "fan-out-exceeds-limit",
  "human-missing-reject-path",
  "on-reject-target-missing",
  "missing-breach-edge",
  "agent-missing-agent-id",
  "agent-missing-url-path",
  "reviewers-missing",
  "reviewers-not-unique",
  "reviewers-none-mandatory",
  "reviewers-bad-order",
  "decision-rule-unreachable",
  "separation-node-missing",
  "separation-conflict",
  "sla-conflict",
  "trigger-without-initiator",
  "resolution-policy-missing",
  "when-not-json",
  "when-unknown-operator",
  "when-bad-arity",
  "when-bad-operand",
  "when-unknown-root",
  "when-bad-regex",
  "when-too-large",
  "group-duplicate-id",
  "group-members-empty",
  "group-member-missing",
  "group-expected-steps-invalid",
  "group-quorum-invalid",
  "group-required-not-in-members",
  "group-required-exceeds-quorum",
  "group-node-in-multiple-groups",
  "group-non-blocking-agent-member",
  "group-member-depends-on-member",
  "group-joinonquorum-members-must-share-successors",
  "loop-duplicate-id",
  "loop-entry-must-be-in-body",
  "loop-body-member-missing",
  "loop-body-unreachable-from-entry",
  "loop-body-must-have-single-terminal",
  "loop-node-in-multiple-loops",
  "loop-on-exhausted-route-to-not-found",
  "loop-on-exhausted-route-to-in-body",
  "loop-group-bounded-quorum-must-equal-expected",
  "loop-back-path-missing"
];
var WARNING_CODES = [
  "trigger-replayable",
  "trigger-secret-short",
  "webhook-event-type-unknown",
  "group-cancelonquorum-cancels-nothing",
  "exhausted-target-reachable-otherwise",
  "agent-not-registered",
  "webhook-node-not-executed",
  "directory-not-configured",
  "calendar-unknown"
];
var invalidField = (path, message) => ({
  code: "invalid-field",
  message,
  path
});
function issuesText([first, ...more]) {
  if (first === void 0) return "invalid argument";
  const where = first.path === "" ? "" : ` at ${first.path}`;
  return `${first.code}${where}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}






exports.ERROR_CODES = ERROR_CODES; exports.WARNING_CODES = WARNING_CODES; exports.invalidField = invalidField; exports.issuesText = issuesText;
//# sourceMappingURL=chunk-RAARGUI6.cjs.map