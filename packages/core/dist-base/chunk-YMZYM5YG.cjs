"use strict";Object.defineProperty(exports, "__esModule", {value: true});


var _chunkRAARGUI6cjs = require('./chunk-RAARGUI6.cjs');

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
  const issues = faults.map((it) => _chunkRAARGUI6cjs.invalidField.call(void 0, it.path, it.message));
  return refused("INVALID_ARGUMENT", _chunkRAARGUI6cjs.issuesText.call(void 0, issues), {
    issues: issues.map((it) => ({ ...it }))
  });
}
var noStep = (stepId) => refused("NOT_FOUND", `there is no step "${stepId}" in this execution`);










exports.RESOLVE_ACTIONS = RESOLVE_ACTIONS; exports.succeeded = succeeded; exports.refused = refused; exports.refusedWith = refusedWith; exports.excludedRefusal = excludedRefusal; exports.invalidField = invalidField2; exports.invalidFields = invalidFields; exports.noStep = noStep;
//# sourceMappingURL=chunk-YMZYM5YG.cjs.map