"use strict";Object.defineProperty(exports, "__esModule", {value: true});









var _chunkPU4EMH7Acjs = require('./chunk-PU4EMH7A.cjs');


var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/expression/three-valued.ts
var UNKNOWN = /* @__PURE__ */ Symbol("unknown");
var lifted = (apply) => (work, ...values) => values.includes(UNKNOWN) ? UNKNOWN : apply(work, ...values);
var THREE_VALUED = /* @__PURE__ */ (() => ({
  ...Object.fromEntries(
    Object.entries(_chunkPU4EMH7Acjs.OPERATORS).map(([name, { apply }]) => [name, lifted(apply)])
  ),
  and(_, ...values) {
    if (values.some((it) => it !== true && it !== UNKNOWN)) return false;
    return values.includes(UNKNOWN) ? UNKNOWN : true;
  },
  or(_, ...values) {
    if (values.includes(true)) return true;
    return values.includes(UNKNOWN) ? UNKNOWN : false;
  }
}))();

// src/expression/can-hold.ts
var fold = (expression, paths) => ({
  rest: affordable((work) => {
    work.spend(_chunkPU4EMH7Acjs.CONDITION_COSTS.operand);
    return folded(expression, paths, work);
  })
});
function canFoldedHold({ rest }, known) {
  const value = affordable((work) => valueOf(rest, known, work));
  return value === true || value === UNKNOWN;
}
function affordable(act) {
  try {
    return act(new (0, _chunkPU4EMH7Acjs.WorkBudget)(_chunkKPSFIHDZcjs.LIMITS.canHoldWork));
  } catch (error) {
    if (error instanceof _chunkPU4EMH7Acjs.TooCostly) return UNKNOWN;
    throw error;
  }
}
var OpenPath = class {
  
  constructor(path) {
    this.path = path;
  }
};
var OpenOperation = class {
  
  
  constructor(op, args) {
    this.op = op;
    this.args = args;
  }
};
var isOpen = (it) => typeof it === "object" && (it instanceof OpenPath || it instanceof OpenOperation);
function folded(operand, paths, work) {
  if (typeof operand !== "object" || operand === null) return operand;
  if (_chunkPU4EMH7Acjs.isVariable.call(void 0, operand)) {
    const { var: path } = operand;
    if (paths.some((it) => path === it || path.startsWith(`${it}.`))) return new OpenPath(path);
    return path.split(".").some(_chunkPU4EMH7Acjs.isNeverRead) ? null : UNKNOWN;
  }
  if (!_chunkPU4EMH7Acjs.isExpression.call(void 0, operand)) return operand;
  const { op, args } = operand;
  work.spend(_chunkPU4EMH7Acjs.CONDITION_COSTS.operand * args.length);
  const values = [];
  const open = [];
  for (const arg of args) {
    const value = typeof arg === "object" ? folded(arg, paths, work) : arg;
    values.push(value);
    if (isOpen(value)) open.push(value);
  }
  if (open.length === 0) return THREE_VALUED[op](work, ...values);
  return op === "and" || op === "or" ? joined(op, values, open, work) : new OpenOperation(op, values);
}
function joined(op, values, open, work) {
  if (open.length === values.length) return new OpenOperation(op, values);
  const value = THREE_VALUED[op](work, ...values.filter((it) => !isOpen(it)));
  if (value === (op === "or")) return value;
  return new OpenOperation(op, [value, ...open]);
}
function valueOf(it, known, work) {
  work.spend(_chunkPU4EMH7Acjs.CONDITION_COSTS.operand);
  if (it instanceof OpenPath) return readKnown(known, it.path);
  if (!(it instanceof OpenOperation)) return it;
  const values = [];
  for (const arg of it.args) values.push(valueOf(arg, known, work));
  return THREE_VALUED[it.op](work, ...values);
}
function readKnown(known, name) {
  if (known.has(name)) return known.get(name);
  const path = name.split(".");
  if (path.some(_chunkPU4EMH7Acjs.isNeverRead)) return null;
  for (const [key, value] of known) {
    if (name.startsWith(`${key}.`)) return _chunkPU4EMH7Acjs.readPath.call(void 0, value, path.slice(key.split(".").length));
  }
  return UNKNOWN;
}

// src/expression/guard.ts
function guardOf(when) {
  const paths = when === null ? [] : _chunkPU4EMH7Acjs.variablesOf.call(void 0, when);
  return {
    when,
    // `step` as a whole includes its status.
    readsStatus: paths.some(
      ([root, field]) => root === "step" && (field === void 0 || field === "status")
    ),
    readsOutput: paths.some(([root]) => root === "output"),
    folded: when === null ? null : fold(when, KNOWN)
  };
}
function isLookedAt(guard, status, decision) {
  const succeeded = status === "completed" || status === "skipped";
  if (guard.when === null) return succeeded && decision !== "reject";
  if (!succeeded && !guard.readsStatus) return false;
  return guard.readsOutput || decision !== "reject";
}
var KNOWN = ["step.status", "output.decision"];
var OUTCOMES = {
  approved: { status: "completed", decision: "approve" },
  rejected: { status: "completed", decision: "reject" },
  undecided: { status: "completed", decision: null },
  skipped: { status: "skipped", decision: null },
  failed: { status: "failed", decision: null },
  breached: { status: "breached", decision: null }
};
function canFire(guard, outcome) {
  const { status, decision } = OUTCOMES[outcome];
  if (!isLookedAt(guard, status, decision)) return false;
  if (guard.folded === null) return true;
  return canFoldedHold(
    guard.folded,
    /* @__PURE__ */ new Map([
      ["step.status", status],
      ["output.decision", decision]
    ])
  );
}
function roleOf(guard) {
  const { folded: folded2 } = guard;
  if (folded2 === null) return "success";
  const completed = (decision) => canFoldedHold(folded2, /* @__PURE__ */ new Map([["step.status", "completed"], ["output.decision", decision]]));
  if (completed("reject") && !completed("approve")) return "reject";
  if (canHoldOn(folded2, "breached") && !canHoldOn(folded2, "completed")) return "breach";
  return "custom";
}
function canHoldOn(folded2, status) {
  return canFoldedHold(folded2, /* @__PURE__ */ new Map([["step.status", status]]));
}










exports.UNKNOWN = UNKNOWN; exports.THREE_VALUED = THREE_VALUED; exports.guardOf = guardOf; exports.isLookedAt = isLookedAt; exports.OUTCOMES = OUTCOMES; exports.canFire = canFire; exports.roleOf = roleOf; exports.canHoldOn = canHoldOn;
//# sourceMappingURL=chunk-4XUCS4KD.cjs.map