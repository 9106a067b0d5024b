"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } }









var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');


var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/expression/three-valued.ts
var UNKNOWN = /* @__PURE__ */ Symbol("unknown");
var lifted = (apply) => (fuel, ...values) => values.includes(UNKNOWN) ? UNKNOWN : apply(fuel, ...values);
var THREE_VALUED = /* @__PURE__ */ (() => ({
  ...Object.fromEntries(
    Object.entries(_chunkATSCIM4Icjs.OPERATORS).map(([name, { apply }]) => [name, lifted(apply)])
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
  rest: affordable((fuel) => {
    fuel.spend(_chunkATSCIM4Icjs.COSTS.operand);
    return folded(expression, paths, fuel);
  })
});
function canFoldedHold({ rest }, known) {
  const value = affordable((fuel) => valueOf(rest, known, fuel));
  return value === true || value === UNKNOWN;
}
function affordable(act) {
  try {
    return act(new (0, _chunkATSCIM4Icjs.Fuel)(_chunkKPSFIHDZcjs.LIMITS.canHoldWork));
  } catch (error) {
    if (error instanceof _chunkATSCIM4Icjs.TooCostly) return UNKNOWN;
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
function folded(operand, paths, fuel) {
  if (typeof operand !== "object" || operand === null) return operand;
  if (_chunkATSCIM4Icjs.isVariable.call(void 0, operand)) {
    const { var: path } = operand;
    if (paths.some((it) => path === it || path.startsWith(`${it}.`))) return new OpenPath(path);
    return path.split(".").some(_chunkATSCIM4Icjs.isNeverRead) ? null : UNKNOWN;
  }
  if (!_chunkATSCIM4Icjs.isExpression.call(void 0, operand)) return operand;
  const { op, args } = operand;
  fuel.spend(_chunkATSCIM4Icjs.COSTS.operand * args.length);
  const values = [];
  const open = [];
  for (const arg of args) {
    const value = typeof arg === "object" ? folded(arg, paths, fuel) : arg;
    values.push(value);
    if (isOpen(value)) open.push(value);
  }
  if (open.length === 0) return THREE_VALUED[op](fuel, ...values);
  return op === "and" || op === "or" ? joined(op, values, open, fuel) : new OpenOperation(op, values);
}
function joined(op, values, open, fuel) {
  if (open.length === values.length) return new OpenOperation(op, values);
  const value = THREE_VALUED[op](fuel, ...values.filter((it) => !isOpen(it)));
  if (value === (op === "or")) return value;
  return new OpenOperation(op, [value, ...open]);
}
function valueOf(it, known, fuel) {
  fuel.spend(_chunkATSCIM4Icjs.COSTS.operand);
  if (it instanceof OpenPath) return readKnown(known, it.path);
  if (!(it instanceof OpenOperation)) return it;
  const values = [];
  for (const arg of it.args) values.push(valueOf(arg, known, fuel));
  return THREE_VALUED[it.op](fuel, ...values);
}
function readKnown(known, name) {
  if (known.has(name)) return known.get(name);
  const path = name.split(".");
  if (path.some(_chunkATSCIM4Icjs.isNeverRead)) return null;
  for (const [key, value] of known) {
    if (name.startsWith(`${key}.`)) return _chunkATSCIM4Icjs.readPath.call(void 0, value, path.slice(key.split(".").length));
  }
  return UNKNOWN;
}

// src/expression/guard.ts
function guardOf(when) {
  const paths = when === null ? [] : _chunkATSCIM4Icjs.variablesOf.call(void 0, when);
  return {
    when,
    // `step` as a whole includes its status.
    readsStatus: paths.some(
      ([root, field]) => root === "step" && (field === void 0 || field === "status")
    ),
    readsOutput: paths.some(([root]) => root === "output")
  };
}
function isLookedAt(guard, status, decision) {
  const succeeded = status === "completed" || status === "skipped";
  if (guard.when === null) return succeeded && decision !== "reject";
  if (!succeeded && !guard.readsStatus) return false;
  return guard.readsOutput || decision !== "reject";
}
var KNOWN = ["step.status", "output.decision"];
var FOLDED = /* @__PURE__ */ new WeakMap();
function canHold(when, known) {
  const folded2 = _nullishCoalesce(FOLDED.get(when), () => ( fold(when, KNOWN)));
  FOLDED.set(when, folded2);
  return canFoldedHold(folded2, known);
}
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
  if (guard.when === null) return true;
  return canHold(
    guard.when,
    /* @__PURE__ */ new Map([
      ["step.status", status],
      ["output.decision", decision]
    ])
  );
}
function roleOf(guard) {
  const { when } = guard;
  if (when === null) return "success";
  const completed = (decision) => canHold(when, /* @__PURE__ */ new Map([["step.status", "completed"], ["output.decision", decision]]));
  if (completed("reject") && !completed("approve")) return "reject";
  if (canHoldOn(when, "breached") && !canHoldOn(when, "completed")) return "breach";
  return "custom";
}
function canHoldOn(when, status) {
  return canHold(when, /* @__PURE__ */ new Map([["step.status", status]]));
}










exports.UNKNOWN = UNKNOWN; exports.THREE_VALUED = THREE_VALUED; exports.guardOf = guardOf; exports.isLookedAt = isLookedAt; exports.OUTCOMES = OUTCOMES; exports.canFire = canFire; exports.roleOf = roleOf; exports.canHoldOn = canHoldOn;
//# sourceMappingURL=chunk-W56YDWM6.cjs.map