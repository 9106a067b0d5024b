import {
  invalidField,
  issuesText
} from "./chunk-CY5VPMGE.js";

// src/interpreter/command.ts
var RESOLVE_ACTIONS = [
  "force-approve",
  "force-reject",
  "force-complete",
  "force-fail",
  "reviewer-approve",
  "reviewer-reject"
];
var succeeded = (result) => ({ ok: true, result });
var refused = (status, message, details = {}) => ({ ok: false, refusal: { status, message, details } });
var refusedWith = (code, message, details = {}) => refused("FAILED_PRECONDITION", message, { code, ...details });
var excludedRefusal = (userId) => refused("PERMISSION_DENIED", `"${userId}" must not decide this step: separation of duties`, {
  code: "separation-of-duties"
});
var invalidField2 = (path, message) => invalidFields([{ path, message }]);
function invalidFields(faults) {
  const issues = faults.map((it) => invalidField(it.path, it.message));
  return refused("INVALID_ARGUMENT", issuesText(issues), {
    issues: issues.map((it) => ({ ...it }))
  });
}
var noStep = (stepId) => refused("NOT_FOUND", `there is no step "${stepId}" in this execution`);

export {
  RESOLVE_ACTIONS,
  succeeded,
  refused,
  refusedWith,
  excludedRefusal,
  invalidField2 as invalidField,
  invalidFields,
  noStep
};
//# sourceMappingURL=chunk-CHQWQF46.js.map