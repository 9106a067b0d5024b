"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class; var _class2;





var _chunkW56YDWM6cjs = require('./chunk-W56YDWM6.cjs');












var _chunkBOADPL7Scjs = require('./chunk-BOADPL7S.cjs');



var _chunkRAARGUI6cjs = require('./chunk-RAARGUI6.cjs');














var _chunkATSCIM4Icjs = require('./chunk-ATSCIM4I.cjs');


var _chunkXOUBN7VRcjs = require('./chunk-XOUBN7VR.cjs');



var _chunkDOAVFUNXcjs = require('./chunk-DOAVFUNX.cjs');



var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

// src/definition/in-steps.ts
function atOnce(steps) {
  for (; ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

// src/definition/canonical.ts
var REJECT = { op: "eq", args: [{ var: "output.decision" }, "reject"] };
var REJECT_WHEN = JSON.stringify(REJECT);
function canonicalGraph(definition) {
  const writtenEdges = definition.edges.map((edge, index) => ({
    from: edge.from,
    to: edge.to,
    when: _nullishCoalesce(edge.when, () => ( null)),
    path: ["edges", index],
    synthesized: false
  }));
  const humans2 = humanNodes(definition);
  const routes = new Set(humans2.flatMap(({ node }) => _nullishCoalesce(routeOf(node), () => ( []))));
  const byHand = new Set(
    definition.edges.filter((edge) => routes.has(arcKey(edge)) && isRejectEdge(edge)).map(arcKey)
  );
  const rejectEdges = humans2.flatMap(({ node, path }) => rejectEdge(node, path, byHand));
  const edges = [...writtenEdges, ...rejectEdges];
  const paths = new Paths(edges);
  const loopBacks = humans2.flatMap(({ node, path }) => loopBack(node, path, paths));
  const writtenLoops = (_nullishCoalesce(definition.loops, () => ( []))).map(canonicalLoop);
  return {
    edges,
    loops: [...writtenLoops, ...loopBacks.filter((loop) => loop.bodyNodeIds.length > 0)],
    pathlessLoops: loopBacks.filter((loop) => loop.bodyNodeIds.length === 0)
  };
}
function humanNodes(definition) {
  return definition.nodes.flatMap(
    (node, index) => node.type === "human" ? [{ node, path: ["nodes", index, "config", "onReject"] }] : []
  );
}
function routeOf({ nodeId, config }) {
  const to = _optionalChain([config, 'optionalAccess', _2 => _2.onReject, 'optionalAccess', _3 => _3.routeToNodeId]);
  return to === void 0 ? null : arcKey({ from: nodeId, to });
}
function rejectEdge(node, path, byHand) {
  const to = _optionalChain([node, 'access', _4 => _4.config, 'optionalAccess', _5 => _5.onReject, 'optionalAccess', _6 => _6.routeToNodeId]);
  if (to === void 0 || byHand.has(arcKey({ from: node.nodeId, to }))) return [];
  return [{ from: node.nodeId, to, when: REJECT_WHEN, path: [...path, "routeToNodeId"], synthesized: true }];
}
function isRejectEdge({ when }) {
  if (when === void 0 || _chunkBOADPL7Scjs.isTooLongWhen.call(void 0, when)) return false;
  try {
    return _chunkATSCIM4Icjs.jsonEquals.call(void 0, JSON.parse(when), REJECT);
  } catch (e) {
    return false;
  }
}
var arcKey = ({ from, to }) => JSON.stringify([from, to]);
function canonicalLoop(loop, index) {
  return {
    loopId: loop.loopId,
    entryNodeId: loop.entryNodeId,
    bodyNodeIds: loop.bodyNodeIds,
    maxIterations: _nullishCoalesce(loop.maxIterations, () => ( _chunkKPSFIHDZcjs.DEFAULTS.loopIterations)),
    when: _nullishCoalesce(_optionalChain([loop, 'access', _7 => _7.onIterationReject, 'optionalAccess', _8 => _8.when]), () => ( null)),
    exhaustedNodeId: _nullishCoalesce(_optionalChain([loop, 'access', _9 => _9.onExhausted, 'optionalAccess', _10 => _10.routeToNodeId]), () => ( null)),
    path: ["loops", index],
    loopBackOf: null
  };
}
function loopBack(node, path, paths) {
  const authored = _optionalChain([node, 'access', _11 => _11.config, 'optionalAccess', _12 => _12.onReject, 'optionalAccess', _13 => _13.loopBack]);
  if (authored === void 0) return [];
  return [
    {
      loopId: `auto_${node.nodeId}_loopback`,
      entryNodeId: authored.toNodeId,
      bodyNodeIds: paths.nodesBetween(authored.toNodeId, node.nodeId),
      maxIterations: _nullishCoalesce(authored.maxIterations, () => ( _chunkKPSFIHDZcjs.DEFAULTS.loopIterations)),
      when: _nullishCoalesce(authored.when, () => ( null)),
      exhaustedNodeId: _nullishCoalesce(_optionalChain([authored, 'access', _14 => _14.onExhausted, 'optionalAccess', _15 => _15.routeToNodeId]), () => ( null)),
      path: [...path, "loopBack"],
      loopBackOf: node.nodeId
    }
  ];
}
var Paths = class {
  
  
  constructor(arcs) {
    this.forward = closures(arcs.map(({ from, to }) => [from, to]));
    this.backward = closures(arcs.map(({ from, to }) => [to, from]));
  }
  /** Every node on a path from `from` to `to`, both ends included; empty when there is no path. */
  nodesBetween(from, to) {
    const before = this.backward(to);
    return [...this.forward(from)].filter((nodeId) => before.has(nodeId));
  }
};
function closures(arcs) {
  const next = /* @__PURE__ */ new Map();
  for (const [near, far] of arcs) {
    const known2 = next.get(near);
    if (known2) known2.add(far);
    else next.set(near, /* @__PURE__ */ new Set([far]));
  }
  const known = /* @__PURE__ */ new Map();
  return (nodeId) => {
    const found = known.get(nodeId);
    if (found) return found;
    const seen = /* @__PURE__ */ new Set([nodeId]);
    for (const near of seen) for (const far of _nullishCoalesce(next.get(near), () => ( []))) seen.add(far);
    known.set(nodeId, seen);
    return seen;
  };
}

// ../internal/src/json-parts.ts
var QUOTE = 34;
var BACKSLASH = 92;
function excessIn(parts, { maxValues, maxNames }) {
  const { values, names } = parts;
  if (values <= maxValues && names <= maxNames) return null;
  return `the body has ${values} values and names, ${names} of them names of fields; it may have ${maxValues}, and ${maxNames} names: send less at a time`;
}
function partsOf(bytes) {
  let values = 1;
  let names = 0;
  let isOpened = false;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case 32:
      case 9:
      case 10:
      case 13:
        continue;
      case 123:
      // {
      case 91:
        if (isOpened) values += 1;
        isOpened = true;
        continue;
      case 125:
      // }
      case 93:
        isOpened = false;
        continue;
      case 44:
        values += 1;
        break;
      case 58:
        names += 1;
        break;
      case QUOTE:
        index = endOfText(bytes, index);
        break;
      default:
        break;
    }
    if (isOpened) values += 1;
    isOpened = false;
  }
  return { values: values + names, names };
}
function endOfText(bytes, start) {
  let index = start + 1;
  for (; index < bytes.length && bytes[index] !== QUOTE; index++) if (bytes[index] === BACKSLASH) index++;
  return index;
}
function namesIn(value) {
  let names = 0;
  const rest = [];
  const add = (it) => {
    if (typeof it === "object" && it !== null) rest.push(it);
  };
  add(value);
  for (let next = rest.pop(); next !== void 0; next = rest.pop()) {
    if (Array.isArray(next)) for (const item of next) add(item);
    else {
      const object = next;
      const keys = Object.keys(object);
      names += keys.length;
      for (const key of keys) add(object[key]);
    }
  }
  return names;
}

// ../internal/src/parse-json.ts
var decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
function parseJson(bytes, bounds) {
  const parts = partsOf(bytes);
  const excess = excessIn(parts, bounds);
  if (excess !== null) return { ok: false, message: excess };
  let text;
  try {
    text = decoder.decode(bytes);
  } catch (e2) {
    return { ok: false, message: "the body is not valid UTF-8" };
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `the body is not valid JSON${placeOf(error)}` };
  }
  const duplicate = namesIn(value) === parts.names ? null : duplicateKey(text);
  if (duplicate !== null)
    return { ok: false, message: `the key ${duplicate} stands twice in one object; remove one` };
  return { ok: true, value, text };
}
function placeOf(error) {
  const position = _optionalChain([/at position (\d+)/, 'access', _16 => _16.exec, 'call', _17 => _17(String(error)), 'optionalAccess', _18 => _18[1]]);
  return position === void 0 ? "" : `, from character ${position} on`;
}
var QUOTE2 = 34;
var BACKSLASH2 = 92;
function duplicateKey(text) {
  const open = [];
  let expectsKey = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE2) {
      const end = endOfString(text, index);
      if (expectsKey) {
        const raw = text.slice(index, end + 1);
        const keys = open.at(-1);
        const key = raw.includes("\\") ? JSON.parse(raw) : raw.slice(1, -1);
        if (keys === void 0) open[open.length - 1] = key;
        else if (typeof keys === "string") {
          if (keys === key) return raw;
          open[open.length - 1] = /* @__PURE__ */ new Set([keys, key]);
        } else if (_optionalChain([keys, 'optionalAccess', _19 => _19.has, 'call', _20 => _20(key)])) return raw;
        else _optionalChain([keys, 'optionalAccess', _21 => _21.add, 'call', _22 => _22(key)]);
        expectsKey = false;
      }
      index = end;
    } else if (char === 123) {
      open.push(void 0);
      expectsKey = true;
    } else if (char === 91) {
      open.push(null);
      expectsKey = false;
    } else if (char === 125 || char === 93) {
      open.pop();
      expectsKey = false;
    } else if (char === 44) {
      expectsKey = open.at(-1) !== null;
    }
  }
  return null;
}
var MAY_CHANGE = /[\d.]{16}|\d[eE]-(?:[3-9]\d\d|\d{4})/;
var MINUS = 45;
function roundedNumber(text) {
  if (!MAY_CHANGE.test(text)) return null;
  const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE2) {
      index = endOfString(text, index);
    } else if (char === MINUS || char >= 48 && char <= 57) {
      number.lastIndex = index;
      const [literal = ""] = _nullishCoalesce(number.exec(text), () => ( []));
      if (isRounded(literal)) return index;
      index += literal.length - 1;
    }
  }
  return null;
}
function isRounded(literal) {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return /^[^eE]*[1-9]/.test(literal);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || String(value) === literal) return false;
  const written = decimalOf(literal);
  if (written.exponent < 0) return true;
  const shown = decimalOf(String(value));
  if (written.digits === shown.digits && written.exponent === shown.exponent) return false;
  return BigInt(Math.abs(value)) !== BigInt(written.digits) * 10n ** BigInt(written.exponent);
}
function decimalOf(literal) {
  const [mantissa = "", power = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[-+]/, "").split(".");
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === "0") start += 1;
  while (end > start && all[end - 1] === "0") end -= 1;
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + all.length - end };
}
function endOfString(text, start) {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH2) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

// src/expression/pattern-size.ts
var MAX_PATTERN_SIZE = _chunkKPSFIHDZcjs.LIMITS.patternSize;
var MAX_PATTERNS_SIZE = _chunkKPSFIHDZcjs.LIMITS.patternsSize;
var patternBudget = () => ({ left: MAX_PATTERNS_SIZE });
function patternFault(pattern, budget) {
  const size = patternSize(pattern);
  if (size > MAX_PATTERN_SIZE) {
    return `the pattern repeats too much: written out it has more than ${MAX_PATTERN_SIZE} parts; use * or + in place of large counts`;
  }
  budget.left -= size;
  if (budget.left >= 0) return null;
  return `the patterns of this definition, written out, have more than ${MAX_PATTERNS_SIZE} parts together; use * or + in place of large counts`;
}
var ESCAPE = /^\\(?:[xpP]\{[^}]*\}|[^])/;
var COUNTED = /^\{(\d+)(?:,(\d*))?\}/;
function patternSize(pattern) {
  const frames = [{ before: 0, last: 0 }];
  const top = () => frames.at(-1);
  const add = (size) => {
    const frame = top();
    frame.before += frame.last;
    frame.last = size;
  };
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    const counted = char === "{" ? COUNTED.exec(pattern.slice(index, index + 24)) : null;
    if (counted !== null) {
      top().last *= factorOf(counted);
      index += counted[0].length - 1;
    } else if (char === "(") {
      frames.push({ before: 0, last: 0 });
    } else if (char === ")" && frames.length > 1) {
      const inner = frames.pop();
      add(inner.before + inner.last + 2);
    } else if (char === "*" || char === "+" || char === "?") {
      top().last += 1;
    } else {
      add(1);
      if (char === "[") index = endOfClass(pattern, index);
      else if (char === "\\") index += (_nullishCoalesce(_optionalChain([ESCAPE, 'access', _23 => _23.exec, 'call', _24 => _24(pattern.slice(index, index + 80)), 'optionalAccess', _25 => _25[0], 'access', _26 => _26.length]), () => ( 1))) - 1;
    }
  }
  return frames.reduce((size, { before, last }) => size + before + last, 0);
}
function factorOf([, least = "0", most]) {
  if (most === void 0) return Number(least);
  return most === "" ? Number(least) + 1 : 2 * Number(most);
}
function endOfClass(pattern, start) {
  let index = start + 1;
  if (pattern[index] === "^") index += 1;
  for (index += 1; index < pattern.length && pattern[index] !== "]"; index++) {
    if (pattern[index] === "\\") index += 1;
  }
  return index;
}

// src/expression/parse.ts
var STEP_FIELDS = [
  "stepId",
  "nodeId",
  "nodeType",
  "status",
  "attempt",
  "iteration",
  "startedAt",
  "completedAt"
];
var NO_OPERAND = 'this is no operand; write a literal, {"var": "<path>"} or {"op": "<operator>", "args": [...]}, with no other keys';
var SHORTEN = 'compare with a list of values by "includes", or decide it before the run and read the answer';
var EXAMPLE = '{"op":"eq","args":[{"var":"output.decision"},"approve"]}';
function parseWhen(text, patterns = patternBudget()) {
  if (_chunkBOADPL7Scjs.isTooLongWhen.call(void 0, text)) {
    return refused(
      "when-too-large",
      `the condition has ${_chunkATSCIM4Icjs.characterCount.call(void 0, text)} characters, and may have ${_chunkKPSFIHDZcjs.LIMITS.whenLength}; ${SHORTEN}`
    );
  }
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refused(
      "when-not-json",
      `the condition is not JSON (${_chunkATSCIM4Icjs.describeError.call(void 0, error)}); write an expression tree such as ${EXAMPLE}, not code`
    );
  }
  if (typeof json === "string") {
    return refused(
      "when-not-json",
      `the condition is a text, not a tree; write an expression tree such as ${EXAMPLE}`
    );
  }
  const duplicate = duplicateKey(text);
  if (duplicate !== null) {
    const message = `the key ${_chunkATSCIM4Icjs.excerpt.call(void 0, duplicate)} stands twice in one object; remove one`;
    return refused("when-bad-operand", message);
  }
  const rounded = roundedNumber(text);
  if (rounded !== null) {
    const message = `the number at character ${rounded} would be read as another one, as not all of its digits are kept; compare texts instead`;
    return refused("when-bad-operand", message);
  }
  return parseTree(json, patterns);
}
var refused = (code, message) => ({
  ok: false,
  faults: [{ code, message, path: [] }]
});
function parseTree(json, patterns, variableFault = edgeVariableFault) {
  const check = new TreeCheck(patterns, variableFault);
  const operand = check.operand(json, 1);
  if (check.faults.length === 0 && (!_chunkATSCIM4Icjs.isPlainObject.call(void 0, json) || !("op" in json))) {
    check.fault(
      "when-bad-operand",
      `the condition must be an operator on the outside; write an expression tree such as ${EXAMPLE}`
    );
  }
  if (check.faults.length > 0) return { ok: false, faults: check.faults };
  return { ok: true, expression: operand };
}
function edgeVariableFault(segments) {
  const [root, field] = segments;
  if (root === "output") return null;
  if (root === "execution" && field === "input") return null;
  if (root === "step") {
    if (field === void 0 || STEP_FIELDS.some((it) => it === field)) return null;
    return `step has no "${field}"; use one of ${STEP_FIELDS.join(", ")}`;
  }
  return `"${segments.join(".")}" starts at no known root; use output, step or execution.input`;
}
var TreeCheck = (_class = class {
  __init() {this.faults = []}
  /** Where it is: only faults are worth a path of their own. */
  __init2() {this.at = []}
  __init3() {this.size = 0}
  
  
  constructor(patterns, variableFault) {;_class.prototype.__init.call(this);_class.prototype.__init2.call(this);_class.prototype.__init3.call(this);
    this.patterns = patterns;
    this.variableFault = variableFault;
  }
  fault(code, message, ...inside) {
    this.faults.push({ code, message, path: [...this.at, ...inside] });
    return null;
  }
  operand(json, depth) {
    this.size += 1;
    if (this.size === _chunkKPSFIHDZcjs.LIMITS.whenSize + 1) {
      return this.fault(
        "when-too-large",
        `the condition has more than ${_chunkKPSFIHDZcjs.LIMITS.whenSize} operators and operands; ${SHORTEN}`
      );
    }
    if (this.size > _chunkKPSFIHDZcjs.LIMITS.whenSize) return null;
    if (typeof json !== "object" || json === null) return this.scalar(json);
    if (_chunkATSCIM4Icjs.isPlainObject.call(void 0, json) && !("op" in json)) return this.leaf(json);
    if (depth > _chunkKPSFIHDZcjs.LIMITS.whenDepth) {
      return this.fault(
        "when-too-large",
        `the condition is nested deeper than ${_chunkKPSFIHDZcjs.LIMITS.whenDepth} levels; flatten it, "and" and "or" take any number of operands`
      );
    }
    return Array.isArray(json) ? this.list(json, depth) : this.operation(json, depth);
  }
  /** Counts an operand that nothing can be wrong with: large conditions are mostly made of these. */
  takes(json) {
    const isPlain = (typeof json === "boolean" || Number.isFinite(json)) && this.size < _chunkKPSFIHDZcjs.LIMITS.whenSize;
    if (isPlain) this.size += 1;
    return isPlain;
  }
  scalar(json) {
    if (typeof json === "number" && !Number.isFinite(json)) {
      return this.fault("when-bad-operand", "the number is too large for a 64-bit float; give a smaller one");
    }
    if (typeof json === "string") {
      const fault = _chunkATSCIM4Icjs.textFault.call(void 0, json);
      if (fault !== null) return this.fault("when-bad-operand", `the text ${fault}`);
    }
    return json;
  }
  list(json, depth) {
    return json.map((item, index) => {
      if (_chunkATSCIM4Icjs.isPlainObject.call(void 0, item)) {
        return this.fault(
          "when-bad-operand",
          'a list holds literals only; compare with each variable by itself, and join the comparisons with "or"',
          index
        );
      }
      this.at.push(index);
      const literal = this.operand(item, depth + 1);
      this.at.pop();
      return literal;
    });
  }
  leaf(json) {
    if (Object.keys(json).join() === "var") return this.variable(json["var"]);
    return this.fault("when-bad-operand", NO_OPERAND);
  }
  variable(name) {
    const segments = typeof name === "string" ? name.split(".") : [""];
    if (typeof name !== "string" || segments.includes("") || _chunkATSCIM4Icjs.textFault.call(void 0, name) !== null) {
      return this.fault(
        "when-bad-operand",
        'a variable is a text with a dot-path; write one such as "output.decision", with no empty part',
        "var"
      );
    }
    const fault = this.variableFault(segments);
    return fault === null ? { var: name } : this.fault("when-unknown-root", fault, "var");
  }
  operation(json, depth) {
    const { op, args, ...rest } = json;
    if (!Array.isArray(args) || Object.keys(rest).length > 0) {
      return this.fault("when-bad-operand", NO_OPERAND);
    }
    if (_chunkATSCIM4Icjs.isOperatorName.call(void 0, op)) this.arity(op, args.length);
    else {
      this.fault(
        "when-unknown-operator",
        `there is no operator ${JSON.stringify(op)}; use one of ${_chunkATSCIM4Icjs.OPERATOR_NAMES.join(", ")}`,
        "op"
      );
    }
    const operands = args.map((arg, index) => {
      if (this.takes(arg)) return arg;
      this.at.push("args", index);
      const operand = this.operand(arg, depth + 1);
      this.at.pop();
      this.at.pop();
      return operand;
    });
    if (!_chunkATSCIM4Icjs.isOperatorName.call(void 0, op)) return null;
    if (op === "regex") this.regex(operands);
    return { op, args: operands };
  }
  arity(op, given) {
    const { minArgs, maxArgs } = _chunkATSCIM4Icjs.OPERATORS[op];
    if (given >= minArgs && given <= maxArgs) return;
    const wanted = maxArgs === minArgs ? minArgs : maxArgs === Infinity ? `${minArgs} or more` : "2 or 3";
    this.fault("when-bad-arity", `"${op}" has ${given} operands; give it ${wanted}`, "args");
  }
  regex([, pattern, flags = ""]) {
    if (pattern === void 0) return;
    const literal = "must be a literal; write it out as a text";
    if (typeof pattern !== "string") this.fault("when-bad-regex", `the pattern ${literal}`, "args", 1);
    const flagsFault = typeof flags === "string" ? _chunkATSCIM4Icjs.unknownFlag.call(void 0, flags) : `the flags ${literal}`;
    if (flagsFault !== null) this.fault("when-bad-regex", flagsFault, "args", 2);
    if (typeof pattern !== "string" || typeof flags !== "string" || flagsFault !== null) return;
    const sizeFault = patternFault(pattern, this.patterns);
    if (sizeFault !== null) {
      this.fault("when-bad-regex", sizeFault, "args", 1);
      return;
    }
    try {
      _chunkATSCIM4Icjs.compilePattern.call(void 0, pattern, flags);
    } catch (error) {
      this.fault(
        "when-bad-regex",
        `the pattern is refused (${_chunkATSCIM4Icjs.describeError.call(void 0, error)}); use RE2 syntax, which has no look-around and no back-references`,
        "args",
        1
      );
    }
  }
}, _class);

// src/lint/graph.ts
var Graph = (_class2 = class _Graph {
  
  __init4() {this.next = /* @__PURE__ */ new Map()}
  __init5() {this.targets = /* @__PURE__ */ new Set()}
  /** What each node leads to, once it was asked for. */
  __init6() {this.reached = /* @__PURE__ */ new Map()}
  /** Arcs from or to a node that does not exist are left out; another rule reports them. */
  constructor(nodeIds, arcs) {;_class2.prototype.__init4.call(this);_class2.prototype.__init5.call(this);_class2.prototype.__init6.call(this);
    this.nodeIds = [...new Set(nodeIds)];
    for (const nodeId of this.nodeIds) this.next.set(nodeId, /* @__PURE__ */ new Set());
    for (const { from, to } of arcs) {
      const known = this.next.get(from);
      if (known === void 0 || !this.next.has(to)) continue;
      known.add(to);
      this.targets.add(to);
    }
  }
  successors(nodeId) {
    return _nullishCoalesce(this.next.get(nodeId), () => ( /* @__PURE__ */ new Set()));
  }
  /** Nodes that no arc points at. */
  roots() {
    return this.nodeIds.filter((nodeId) => !this.targets.has(nodeId));
  }
  /** Everything that a path of any length, none included, leads to. */
  reachableFrom(starts) {
    const seen = new Set(starts);
    for (const nodeId of seen) for (const to of this.successors(nodeId)) seen.add(to);
    return seen;
  }
  /** Whether a path of at least one arc leads from one node to the other. */
  leadsTo(from, to) {
    let reached = this.reached.get(from);
    if (reached === void 0) {
      reached = this.reachableFrom(this.successors(from));
      this.reached.set(from, reached);
    }
    return reached.has(to);
  }
  /** Every node after those that lead to it; null if there is a cycle. */
  topological() {
    const cycle = this.sorted();
    return cycle.length === this.nodeIds.length ? cycle : null;
  }
  /** Cycles that share no node, each in order; empty if there is none. */
  cycles() {
    const cycle = this.cycle();
    if (cycle === null) return [];
    const rest = this.nodeIds.filter((nodeId) => !cycle.includes(nodeId));
    return [cycle, ...this.among(rest).cycles()];
  }
  /** The same arcs between these nodes only. */
  among(nodeIds) {
    const arcs = nodeIds.flatMap((from) => [...this.successors(from)].map((to) => ({ from, to })));
    return new _Graph(nodeIds, arcs);
  }
  cycle() {
    const acyclic = new Set(this.sorted());
    const rest = this.nodeIds.filter((nodeId2) => !acyclic.has(nodeId2));
    const before = /* @__PURE__ */ new Map();
    for (const from of rest) for (const to of this.successors(from)) before.set(to, from);
    let nodeId = rest[0];
    const walked = [];
    while (nodeId !== void 0 && !walked.includes(nodeId)) {
      walked.push(nodeId);
      nodeId = before.get(nodeId);
    }
    return nodeId === void 0 ? null : walked.slice(walked.indexOf(nodeId)).reverse();
  }
  /** Kahn's order: what lies on a cycle, or behind one, is left out. */
  sorted() {
    const incoming = new Map(this.nodeIds.map((nodeId) => [nodeId, 0]));
    for (const nodeId of this.nodeIds) {
      for (const to of this.successors(nodeId)) incoming.set(to, (_nullishCoalesce(incoming.get(to), () => ( 0))) + 1);
    }
    const order = this.nodeIds.filter((nodeId) => incoming.get(nodeId) === 0);
    for (const nodeId of order) {
      for (const to of this.successors(nodeId)) {
        const left = (_nullishCoalesce(incoming.get(to), () => ( 0))) - 1;
        incoming.set(to, left);
        if (left === 0) order.push(to);
      }
    }
    return order;
  }
}, _class2);

// src/lint/model.ts
var EDGES_PER_STEP = 32;
function* modelInSteps(definition) {
  const canonical = canonicalGraph(definition);
  const whenFaults2 = [];
  const patterns = patternBudget();
  const parse = (when, path) => {
    if (when === null) return null;
    const parsed = parseWhen(when, patterns);
    if (parsed.ok) return parsed.expression;
    whenFaults2.push(...parsed.faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] })));
    return null;
  };
  const edges = [];
  for (const edge of canonical.edges) {
    edges.push(modelEdge(edge, parse));
    if (edges.length % EDGES_PER_STEP === 0) yield;
  }
  const modelLoop = (loop) => ({
    ...loop,
    predicate: parse(loop.when, predicatePath(loop))
  });
  const loops = canonical.loops.map(modelLoop);
  const nodes = definition.nodes.map((node, index) => ({ node, path: ["nodes", index] }));
  const groups = (_nullishCoalesce(definition.groups, () => ( []))).map((group, index) => ({
    group,
    policy: _nullishCoalesce(group.onQuorumMet, () => ( "waitAll")),
    path: ["groups", index]
  }));
  const joins = groups.filter(({ policy }) => policy === "joinOnQuorum");
  const nodeIds = nodes.map(({ node }) => node.nodeId);
  return {
    definition,
    nodes,
    nodeOf: new Map([...nodes].reverse().map((it) => [it.node.nodeId, it])),
    edges,
    outgoing: groupedByFrom(edges),
    groups,
    joins,
    joined: new Set(joins.flatMap(({ group }) => group.memberNodeIds)),
    loops,
    pathlessLoops: canonical.pathlessLoops.map(modelLoop),
    whenFaults: whenFaults2,
    graph: new Graph(nodeIds, edges),
    fullGraph: new Graph(nodeIds, [...edges, ...exhaustedArcs(loops)])
  };
}
function modelEdge(edge, parse) {
  const when = parse(edge.when, [...edge.path, "when"]);
  const guard = when === null && edge.when !== null ? null : _chunkW56YDWM6cjs.guardOf.call(void 0, when);
  const firesOn = ALL_OUTCOMES.filter((outcome) => guard === null || _chunkW56YDWM6cjs.canFire.call(void 0, guard, outcome));
  return { ...edge, guard, role: guard === null ? "custom" : _chunkW56YDWM6cjs.roleOf.call(void 0, guard), firesOn: new Set(firesOn) };
}
var ALL_OUTCOMES = Object.keys(_chunkW56YDWM6cjs.OUTCOMES);
function groupedByFrom(edges) {
  const grouped = /* @__PURE__ */ new Map();
  for (const edge of edges) {
    const known = grouped.get(edge.from);
    if (known) known.push(edge);
    else grouped.set(edge.from, [edge]);
  }
  return grouped;
}
var predicatePath = (loop) => loop.loopBackOf === null ? [...loop.path, "onIterationReject", "when"] : [...loop.path, "when"];
function exhaustedArcs(loops) {
  return loops.flatMap(
    ({ bodyNodeIds, exhaustedNodeId }) => exhaustedNodeId === null ? [] : bodyNodeIds.map((from) => ({ from, to: exhaustedNodeId }))
  );
}

// src/lint/rules/expressions.ts
var whenFaults = {
  codes: [
    "when-not-json",
    "when-unknown-operator",
    "when-bad-arity",
    "when-bad-operand",
    "when-unknown-root",
    "when-bad-regex",
    "when-too-large"
  ],
  reads: "element",
  check: ({ whenFaults: whenFaults2 }) => whenFaults2.map(({ code, message, path }) => ({ code, message, path }))
};
var expressionRules = [whenFaults];

// src/lint/rule.ts
function repeated(items, keyOf) {
  const seen = /* @__PURE__ */ new Set();
  return items.filter((item) => {
    const key = keyOf(item);
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}
var quoted = (names) => listed(
  [...names].map((it) => `"${it}"`),
  ", "
);
function listed(texts, separator) {
  const shown = texts.slice(0, 10).join(separator);
  return texts.length <= 10 ? shown : `${shown} and ${texts.length - 10} more`;
}

// src/lint/rules/graph.ts
var duplicateNodeId = {
  codes: ["duplicate-node-id"],
  reads: "element",
  check: ({ nodes }) => repeated(nodes, ({ node }) => node.nodeId).map(({ node, path }) => ({
    code: "duplicate-node-id",
    message: `another node is named "${node.nodeId}" already; give each its own nodeId`,
    path: [...path, "nodeId"],
    nodeId: node.nodeId
  }))
};
var danglingEdge = {
  codes: ["dangling-edge"],
  reads: "graph",
  check: ({ edges, nodeOf }) => edges.flatMap(
    (edge) => ["from", "to"].filter((end) => !nodeOf.has(edge[end]) && !edge.synthesized).map((end) => ({
      code: "dangling-edge",
      message: `there is no node "${edge[end]}"; add it or correct the edge`,
      path: [...edge.path, end]
    }))
  )
};
var duplicateEdge = {
  codes: ["duplicate-edge"],
  reads: "element",
  check: ({ edges }) => repeated(alike(edges.filter((edge) => !edge.synthesized)), edgeKey).map(({ from, to, path }) => ({
    code: "duplicate-edge",
    message: `an edge from "${from}" to "${to}" with the same condition stands before this one; remove one`,
    path
  }))
};
var edgeKey = ({ from, to, when, guard }) => JSON.stringify([from, to, guard === null ? when : guard.when]);
function alike(edges) {
  const keys = edges.map(
    ({ from, to, guard }) => `${_optionalChain([guard, 'optionalAccess', _27 => _27.when]) ? _chunkATSCIM4Icjs.fingerprint.call(void 0, guard.when) : 0} ${from} ${to}`
  );
  const counts = /* @__PURE__ */ new Map();
  for (const key of keys) counts.set(key, (_nullishCoalesce(counts.get(key), () => ( 0))) + 1);
  return edges.filter((_, index) => counts.get(keys[index]) > 1);
}
var cycleDetected = {
  codes: ["cycle-detected"],
  reads: "graph",
  check: ({ fullGraph }) => fullGraph.cycles().map((cycle) => {
    const nodeId = cycle[0];
    return {
      code: "cycle-detected",
      message: `${[...cycle, nodeId].join(" \u2192 ")} is a cycle; to go back use a loop (loops[] or onReject.loopBack), whose onExhausted may not lead back either`,
      path: ["edges"],
      nodeId
    };
  })
};
var unreachableNode = {
  codes: ["unreachable-node"],
  reads: "graph",
  check: ({ nodes, fullGraph }) => {
    const reached = fullGraph.reachableFrom(fullGraph.roots());
    return nodes.filter(({ node }) => !reached.has(node.nodeId)).map(({ node: { nodeId }, path }) => ({
      code: "unreachable-node",
      message: `no path leads to "${nodeId}" from a node that a run starts with; add an edge to it or remove it`,
      path,
      nodeId
    }));
  }
};
var graphRules = [duplicateNodeId, danglingEdge, duplicateEdge, cycleDetected, unreachableNode];

// src/lint/kinds.ts
var KINDS = {
  human: { decides: () => "people", undecided: "a human node", mend: null },
  agent: {
    decides: ({ config }) => _optionalChain([config, 'optionalAccess', _28 => _28.blocking]) === true ? "policy" : "nobody",
    undecided: "a non-blocking agent",
    mend: "make it blocking"
  },
  webhook: { decides: () => "nobody", undecided: "a webhook node", mend: null }
};
var lintKind = ({ type }) => KINDS[type];
var decidedBy = (node) => lintKind(node).decides(node);

// src/lint/rules/groups.ts
function each(code, reads, judge) {
  return {
    codes: [code],
    reads,
    *check(model) {
      for (const it of model.groups) {
        for (const { field, ...finding } of judge(it, model)) {
          yield { ...finding, code, path: field === void 0 ? it.path : [...it.path, field] };
        }
      }
    }
  };
}
var duplicateId = {
  codes: ["group-duplicate-id"],
  reads: "element",
  check: ({ groups }) => repeated(groups, ({ group }) => group.groupId).map(({ group, path }) => ({
    code: "group-duplicate-id",
    message: `another group is named "${group.groupId}" already; give each its own groupId`,
    path: [...path, "groupId"]
  }))
};
var membersEmpty = each(
  "group-members-empty",
  "element",
  ({ group }) => group.memberNodeIds.length > 0 ? [] : [{ field: "memberNodeIds", message: "the group has no members; name its nodes" }]
);
var memberMissing = each(
  "group-member-missing",
  "graph",
  ({ group }, { nodeOf }) => group.memberNodeIds.filter((nodeId) => !nodeOf.has(nodeId)).map((nodeId) => ({
    field: "memberNodeIds",
    message: `there is no node "${nodeId}"; add it or take it out of the group`
  }))
);
var expectedSteps = each("group-expected-steps-invalid", "element", ({ group }) => {
  const members = group.memberNodeIds.length;
  if (group.expectedSteps >= 1 && group.expectedSteps <= members) return [];
  return [
    {
      field: "expectedSteps",
      message: `${group.expectedSteps} steps are expected of ${members} members; ${members === 0 ? "add members first" : `give 1 to ${members}`}`
    }
  ];
});
var quorum = each("group-quorum-invalid", "element", ({ group }) => {
  if (group.quorum >= 1 && group.quorum <= group.expectedSteps) return [];
  return [
    {
      field: "quorum",
      message: `a quorum of ${group.quorum} of ${group.expectedSteps} expected steps can never be met as meant; ${group.expectedSteps < 1 ? "correct expectedSteps first" : `give 1 to ${group.expectedSteps}`}`
    }
  ];
});
var requiredNotInMembers = each(
  "group-required-not-in-members",
  "element",
  ({ group }) => (_nullishCoalesce(group.requiredNodeIds, () => ( []))).filter((nodeId) => !group.memberNodeIds.includes(nodeId)).map((nodeId) => ({
    field: "requiredNodeIds",
    message: `"${nodeId}" is required, but no member; add it to memberNodeIds`
  }))
);
var requiredExceedsQuorum = each("group-required-exceeds-quorum", "element", ({ group }) => {
  const required = _nullishCoalesce(_optionalChain([group, 'access', _29 => _29.requiredNodeIds, 'optionalAccess', _30 => _30.length]), () => ( 0));
  if (required <= Math.max(group.quorum, 1)) return [];
  return [
    {
      field: "requiredNodeIds",
      message: `${required} members are required for a quorum of ${group.quorum}; raise the quorum or require fewer`
    }
  ];
});
var nodeInMultipleGroups = {
  codes: ["group-node-in-multiple-groups"],
  reads: "element",
  check: ({ groups }) => {
    const memberships = groups.flatMap(
      ({ group, path }) => [...new Set(group.memberNodeIds)].map((nodeId) => ({ nodeId, path }))
    );
    return repeated(memberships, ({ nodeId }) => nodeId).map(({ nodeId, path }) => ({
      code: "group-node-in-multiple-groups",
      message: `"${nodeId}" is a member of another group already; a node may be in one group`,
      path: [...path, "memberNodeIds"],
      nodeId
    }));
  }
};
var memberWithoutDecision = each(
  "group-non-blocking-agent-member",
  "graph",
  ({ group }, { nodeOf }) => group.memberNodeIds.flatMap((nodeId) => {
    const node = _optionalChain([nodeOf, 'access', _31 => _31.get, 'call', _32 => _32(nodeId), 'optionalAccess', _33 => _33.node]);
    if (node === void 0 || decidedBy(node) !== "nobody") return [];
    const { undecided, mend } = lintKind(node);
    return [
      {
        field: "memberNodeIds",
        message: `"${nodeId}" is ${undecided}, which decides nothing, so it could never approve; take it out of the group${mend === null ? "" : ` or ${mend}`}`,
        nodeId
      }
    ];
  })
);
var memberDependsOnMember = each(
  "group-member-depends-on-member",
  "graph",
  ({ group }, { fullGraph }) => group.memberNodeIds.flatMap((nodeId) => {
    return group.memberNodeIds.filter((other) => other !== nodeId && fullGraph.leadsTo(nodeId, other)).map((other) => ({
      field: "memberNodeIds",
      message: `a path leads from "${nodeId}" to "${other}" (onExhausted routes count), but members run side by side; remove the path or one of them`,
      nodeId: other
    }));
  })
);
var joinSharesSuccessors = each(
  "group-joinonquorum-members-must-share-successors",
  "graph",
  ({ group, policy }, { outgoing }) => {
    if (policy !== "joinOnQuorum") return [];
    const successors = group.memberNodeIds.map((nodeId) => {
      const edges = (_nullishCoalesce(outgoing.get(nodeId), () => ( []))).filter((edge) => edge.firesOn.has("approved"));
      return quoted([...new Set(edges.map((edge) => edge.to))].sort());
    });
    if (new Set(successors).size <= 1) return [];
    const list = group.memberNodeIds.map(
      (nodeId, index) => `"${nodeId}" \u2192 ${successors[index] || "nothing"}`
    );
    return [
      {
        field: "memberNodeIds",
        message: `the join starts what its members share, but an approval leads to different nodes: ${listed(list, "; ")}; give all members the same successors`
      }
    ];
  }
);
var cancelsNothing = each(
  "group-cancelonquorum-cancels-nothing",
  "element",
  ({ group, policy }) => policy === "cancelOnQuorum" && group.quorum === group.expectedSteps ? [
    {
      field: "onQuorumMet",
      message: "the quorum takes every expected step, so nothing is left to cancel; lower it or use waitAll"
    }
  ] : []
);
var groupRules = [
  duplicateId,
  membersEmpty,
  memberMissing,
  expectedSteps,
  quorum,
  requiredNotInMembers,
  requiredExceedsQuorum,
  nodeInMultipleGroups,
  memberWithoutDecision,
  memberDependsOnMember,
  joinSharesSuccessors,
  cancelsNothing
];

// src/lint/worst-case.ts
var OUTCOME_LIST = Object.keys(_chunkW56YDWM6cjs.OUTCOMES);
var RECOVERIES = ["failed", "breached"];
var JOIN_OUTCOMES = ["approved", "rejected"];
function worstCaseSteps(model) {
  const order = model.fullGraph.topological();
  if (order === null) return Infinity;
  const tree = treeSizes(model, order, () => 1);
  const worth = (target) => _nullishCoalesce(tree.get(target), () => ( 0));
  const roots = sum(model.fullGraph.roots().map((nodeId) => _nullishCoalesce(tree.get(nodeId), () => ( 0))));
  const joins = sum(model.joins.map((it) => joinWorth(it, model, worth)));
  const endsBefore = endingsOf(model, order);
  const loops = sum(model.loops.map((loop) => loopWorth(loop, model, { order, tree, endsBefore })));
  return roots + joins + loops;
}
function startsInBody(loop, model) {
  const inside = model.graph.among(loop.bodyNodeIds).topological();
  if (inside === null) return () => 0;
  const joins = joinsIn(loop, model);
  return (nodeId) => {
    const tree = treeSizes(model, inside, (it) => it === nodeId ? 1 : 0);
    const worth = (target) => _nullishCoalesce(tree.get(target), () => ( 0));
    return (_nullishCoalesce(tree.get(loop.entryNodeId), () => ( 0))) + sum(joins.map((it) => joinWorth(it, model, worth)));
  };
}
function treeSizes(model, order, weight) {
  const sizes = /* @__PURE__ */ new Map();
  for (const nodeId of [...order].reverse()) {
    sizes.set(nodeId, weight(nodeId) + edgesWorth(nodeId, model, (target) => _nullishCoalesce(sizes.get(target), () => ( 0))));
  }
  return sizes;
}
function edgesWorth(nodeId, model, worth) {
  const edges = _nullishCoalesce(model.outgoing.get(nodeId), () => ( []));
  return worstOf(edges, model.joined.has(nodeId) ? RECOVERIES : OUTCOME_LIST, worth);
}
function joinWorth({ group }, model, worth) {
  const edges = group.memberNodeIds.flatMap((nodeId) => _nullishCoalesce(model.outgoing.get(nodeId), () => ( [])));
  return worstOf(edges, JOIN_OUTCOMES, worth);
}
function worstOf(edges, outcomes, worth) {
  return Math.max(
    0,
    ...outcomes.map((outcome) => {
      const firing = edges.filter((edge) => edge.firesOn.has(outcome));
      const byTarget = new Map(firing.map((edge) => [edge.to, worth(edge.to, edge)]));
      return sum(byTarget.values());
    })
  );
}
function loopWorth(loop, model, { order, tree, endsBefore }) {
  const body = new Set(loop.bodyNodeIds);
  const rejecters = loop.bodyNodeIds.filter((nodeId) => {
    const node = _optionalChain([model, 'access', _34 => _34.nodeOf, 'access', _35 => _35.get, 'call', _36 => _36(nodeId), 'optionalAccess', _37 => _37.node]);
    return node !== void 0 && decidedBy(node) === "people";
  });
  if (rejecters.length === 0) return 0;
  const starts = startsInBody(loop, model);
  const isStartedAgain = rejecters.some((it) => starts(it) > 1);
  const canRewindAfter = (ended) => isStartedAgain || rejecters.some((it) => !ended.includes(it) && ended.some((nodeId) => !endsBefore(it, nodeId)));
  const iteration = /* @__PURE__ */ new Map();
  const worthAfter = (ended) => {
    const rewinds = canRewindAfter(ended);
    return (target) => body.has(target) ? _nullishCoalesce(iteration.get(target), () => ( 0)) : rewinds ? _nullishCoalesce(tree.get(target), () => ( 0)) : 0;
  };
  for (const nodeId of [...order].reverse().filter((it) => body.has(it))) {
    iteration.set(nodeId, 1 + edgesWorth(nodeId, model, worthAfter([nodeId])));
  }
  const oneIteration = (_nullishCoalesce(iteration.get(loop.entryNodeId), () => ( 0))) + sum(joinsIn(loop, model).map((it) => joinWorth(it, model, worthAfter(it.group.memberNodeIds))));
  const exhausted = loop.exhaustedNodeId === null ? 0 : _nullishCoalesce(tree.get(loop.exhaustedNodeId), () => ( 0));
  return (loop.maxIterations - 1) * oneIteration + exhausted;
}
function endingsOf({ fullGraph }, order) {
  const bits = new Map(order.map((nodeId, index) => [nodeId, 1n << BigInt(index)]));
  const passed = /* @__PURE__ */ new Map();
  for (const nodeId of order) {
    const here = (_nullishCoalesce(passed.get(nodeId), () => ( 0n))) | (_nullishCoalesce(bits.get(nodeId), () => ( 0n)));
    passed.set(nodeId, here);
    for (const to of fullGraph.successors(nodeId)) passed.set(to, (_nullishCoalesce(passed.get(to), () => ( here))) & here);
  }
  return (first, second) => ((_nullishCoalesce(passed.get(second), () => ( 0n))) & (_nullishCoalesce(bits.get(first), () => ( 0n)))) !== 0n;
}
function joinsIn({ bodyNodeIds }, { joins }) {
  const body = new Set(bodyNodeIds);
  return joins.filter(({ group }) => group.memberNodeIds.some((it) => body.has(it)));
}
function sum(numbers) {
  let total = 0;
  for (const it of numbers) total += it;
  return total;
}

// src/lint/rules/loops.ts
function each2(code, reads, judge, loopsOf = ({ loops }) => loops) {
  return {
    codes: [code],
    reads,
    *check(model) {
      for (const loop of loopsOf(model)) {
        for (const { field, ...finding } of judge(loop, model)) {
          const nodeId = _nullishCoalesce(finding.nodeId, () => ( loop.loopBackOf));
          yield { ...finding, code, path: fieldPath(loop, field), ...nodeId !== null && { nodeId } };
        }
      }
    }
  };
}
function fieldPath({ path, loopBackOf }, field) {
  if (field === void 0 || loopBackOf !== null && field !== "onExhausted") return path;
  return [...path, field];
}
var duplicateId2 = {
  codes: ["loop-duplicate-id"],
  reads: "element",
  check: ({ loops }) => repeated(loops, (loop) => loop.loopId).map(({ loopId, path }) => ({
    code: "loop-duplicate-id",
    message: `another loop is named "${loopId}" already; give each its own loopId`,
    path: [...path, "loopId"]
  }))
};
var entryInBody = each2(
  "loop-entry-must-be-in-body",
  "element",
  (loop) => loop.bodyNodeIds.includes(loop.entryNodeId) ? [] : [
    {
      field: "entryNodeId",
      message: `the entry "${loop.entryNodeId}" is not in the body; add it to bodyNodeIds`
    }
  ]
);
var memberMissing2 = each2(
  "loop-body-member-missing",
  "graph",
  (loop, { nodeOf }) => loop.bodyNodeIds.filter((nodeId) => !nodeOf.has(nodeId)).map((nodeId) => ({
    field: "bodyNodeIds",
    message: `there is no node "${nodeId}"; add it or take it out of the body`
  }))
);
var unreachableFromEntry = each2("loop-body-unreachable-from-entry", "graph", (loop, model) => {
  const reached = bodyGraph(loop, model).reachableFrom([loop.entryNodeId]);
  return loop.bodyNodeIds.filter((nodeId) => model.nodeOf.has(nodeId) && !reached.has(nodeId)).map((nodeId) => ({
    field: "bodyNodeIds",
    message: `no path inside the body leads from the entry "${loop.entryNodeId}" to "${nodeId}", so a rewind would not run it again; add an edge or take it out of the body`,
    nodeId
  }));
});
var nodeInMultipleLoops = {
  codes: ["loop-node-in-multiple-loops"],
  reads: "graph",
  check: ({ loops }) => {
    const memberships = loops.flatMap((loop) => loop.bodyNodeIds.map((nodeId) => ({ nodeId, loop })));
    return repeated(memberships, ({ nodeId }) => nodeId).map(({ nodeId, loop }) => ({
      code: "loop-node-in-multiple-loops",
      message: `"${nodeId}" is in the body of "${loop.loopId}" and of another loop; a node may be in one loop: merge them into one of loops[]`,
      path: loop.path,
      nodeId
    }));
  }
};
var routeNotFound = each2(
  "loop-on-exhausted-route-to-not-found",
  "graph",
  ({ exhaustedNodeId }, { nodeOf }) => exhaustedNodeId === null || nodeOf.has(exhaustedNodeId) ? [] : [{ field: "onExhausted", message: `there is no node "${exhaustedNodeId}"; add it or name another` }],
  ({ loops, pathlessLoops }) => [...loops, ...pathlessLoops]
);
var routeInBody = each2(
  "loop-on-exhausted-route-to-in-body",
  "element",
  (loop) => loop.exhaustedNodeId !== null && loop.bodyNodeIds.includes(loop.exhaustedNodeId) ? [
    {
      field: "onExhausted",
      message: `"${loop.exhaustedNodeId}" is in the body, which has no iteration left; route to a node outside`
    }
  ] : []
);
function boundingGroup(loop, { outgoing, groups }) {
  const exits = loop.bodyNodeIds.filter(
    (nodeId) => (_nullishCoalesce(outgoing.get(nodeId), () => ( []))).some((edge) => !loop.bodyNodeIds.includes(edge.to))
  );
  return groups.find(
    ({ group, policy }) => policy === "joinOnQuorum" && group.memberNodeIds.length === exits.length && exits.every((nodeId) => group.memberNodeIds.includes(nodeId))
  );
}
var quorumMustEqualExpected = each2(
  "loop-group-bounded-quorum-must-equal-expected",
  "graph",
  (loop, model) => {
    const group = _optionalChain([boundingGroup, 'call', _38 => _38(loop, model), 'optionalAccess', _39 => _39.group]);
    if (group === void 0 || group.quorum === group.expectedSteps) return [];
    return [
      {
        field: "bodyNodeIds",
        message: `the body is left through group "${group.groupId}", whose quorum of ${group.quorum} could be met while another member still rejects; make the quorum equal to expectedSteps (${group.expectedSteps})`
      }
    ];
  }
);
var singleTerminal = each2("loop-body-must-have-single-terminal", "graph", (loop, model) => {
  if (boundingGroup(loop, model) !== void 0) return [];
  const body = bodyGraph(loop, model);
  const terminals = body.nodeIds.filter((nodeId) => body.successors(nodeId).size === 0);
  const starts = startsInBody(loop, model);
  const several = body.nodeIds.filter((nodeId) => starts(nodeId) > 1);
  const advice = "make the body a sequence, or let it end in the members of one joinOnQuorum group with quorum equal to expectedSteps";
  return [
    ...terminals.length === 1 ? [] : [
      {
        field: "bodyNodeIds",
        message: `the body ends in ${terminals.length === 0 ? "no node" : quoted(terminals)} instead of one node; ${advice}`
      }
    ],
    ...several.length === 0 ? [] : [
      {
        field: "bodyNodeIds",
        message: `one pass through the body can start ${quoted(several)} more than once; ${advice}`
      }
    ]
  ];
});
function bodyGraph(loop, { graph, nodeOf }) {
  return graph.among(loop.bodyNodeIds.filter((nodeId) => nodeOf.has(nodeId)));
}
var loopBackPathMissing = {
  codes: ["loop-back-path-missing"],
  reads: "graph",
  check: ({ pathlessLoops, nodeOf }) => pathlessLoops.filter(({ entryNodeId }) => nodeOf.has(entryNodeId)).map(({ entryNodeId, loopBackOf, path }) => ({
    code: "loop-back-path-missing",
    message: `no path leads from "${entryNodeId}" to "${loopBackOf}", so going back there would never return; name a node before this one`,
    path: [...path, "toNodeId"],
    ...loopBackOf !== null && { nodeId: loopBackOf }
  }))
};
var exhaustedTargetReachable = each2(
  "exhausted-target-reachable-otherwise",
  "graph",
  (loop, { edges, loops }) => {
    const target = loop.exhaustedNodeId;
    if (target === null) return [];
    const edge = edges.find((it) => it.to === target);
    const other = loops.find((it) => it !== loop && it.exhaustedNodeId === target);
    if (edge === void 0 && other === void 0) return [];
    const by = edge === void 0 ? `loop "${_optionalChain([other, 'optionalAccess', _40 => _40.loopId])}"` : `the edge from "${edge.from}"`;
    return [
      {
        field: "onExhausted",
        message: `"${target}" can also be started by ${by}, so it may run without this loop being exhausted; route to a node of its own`,
        nodeId: target
      }
    ];
  }
);
var loopRules = [
  duplicateId2,
  entryInBody,
  memberMissing2,
  unreachableFromEntry,
  nodeInMultipleLoops,
  routeNotFound,
  routeInBody,
  quorumMustEqualExpected,
  singleTerminal,
  loopBackPathMissing,
  exhaustedTargetReachable
];

// src/lint/rules/nodes.ts
var humans = ({ nodes }) => nodes.flatMap(
  ({ node, path }) => node.type === "human" && node.config ? [{ nodeId: node.nodeId, config: node.config, path }] : []
);
var agents = ({ nodes }) => nodes.flatMap(
  ({ node, path }) => node.type === "agent" && node.config ? [{ nodeId: node.nodeId, config: node.config, path }] : []
);
var nodeMissingConfig = {
  codes: ["node-missing-config"],
  reads: "element",
  check: ({ nodes }) => nodes.filter(({ node }) => node.config === void 0).map(({ node: { nodeId, type }, path }) => ({
    code: "node-missing-config",
    message: `a node of type ${type} needs a config; add config: {\u2026}`,
    path: [...path, "config"],
    nodeId
  }))
};
var humanMissingRejectPath = {
  codes: ["human-missing-reject-path"],
  reads: "graph",
  check: (model) => {
    const inLoop = new Set(model.loops.flatMap((loop) => loop.bodyNodeIds));
    return humans(model).filter(({ nodeId, config }) => config.onReject === void 0 && !inLoop.has(nodeId)).map(({ nodeId, path }) => ({
      code: "human-missing-reject-path",
      message: `the node says nothing on what a rejection does; add onReject (routeToNodeId or loopBack), or put the node into the body of a loop`,
      path: [...path, "config", "onReject"],
      nodeId
    }));
  }
};
var onRejectTargetMissing = {
  codes: ["on-reject-target-missing"],
  reads: "graph",
  check: (model) => humans(model).flatMap(({ nodeId, config: { onReject }, path }) => {
    const target = _nullishCoalesce(_optionalChain([onReject, 'optionalAccess', _41 => _41.routeToNodeId]), () => ( _optionalChain([onReject, 'optionalAccess', _42 => _42.loopBack, 'optionalAccess', _43 => _43.toNodeId])));
    if (target === void 0 || model.nodeOf.has(target)) return [];
    const field = _optionalChain([onReject, 'optionalAccess', _44 => _44.loopBack]) ? ["loopBack", "toNodeId"] : ["routeToNodeId"];
    return [
      {
        code: "on-reject-target-missing",
        message: `there is no node "${target}" for a rejection to go to; add it or name another`,
        path: [...path, "config", "onReject", ...field],
        nodeId
      }
    ];
  })
};
var missingBreachEdge = {
  codes: ["missing-breach-edge"],
  reads: "graph",
  check: ({ nodes, outgoing }) => nodes.filter(({ node }) => hasDeadline(node) && !(_nullishCoalesce(outgoing.get(node.nodeId), () => ( []))).some(routesBreach)).map(({ node: { nodeId, slaMs }, path }) => ({
    code: "missing-breach-edge",
    message: `the node has ${slaMs === void 0 ? "sla" : "slaMs"}, but no outgoing edge is taken when it is breached; add one with when {"op":"eq","args":[{"var":"step.status"},"breached"]}`,
    path: [...path, slaMs === void 0 ? "sla" : "slaMs"],
    nodeId
  }))
};
var hasDeadline = ({ slaMs, sla }) => slaMs !== void 0 || sla !== void 0;
var slaConflict = {
  codes: ["sla-conflict"],
  reads: "element",
  check: ({ nodes }) => nodes.filter(({ node }) => node.slaMs !== void 0 && node.sla !== void 0).map(({ node: { nodeId }, path }) => ({
    code: "sla-conflict",
    message: "the node has slaMs and sla, which are two deadlines; remove one of them",
    path: [...path, "sla"],
    nodeId
  }))
};
function routesBreach({ guard }) {
  if (guard === null) return true;
  return guard.when !== null && guard.readsStatus && _chunkW56YDWM6cjs.canHoldOn.call(void 0, guard.when, "breached");
}
var agentFields = {
  codes: ["agent-missing-agent-id", "agent-missing-url-path", "resolution-policy-missing"],
  reads: "element",
  check: (model) => agents(model).flatMap(({ nodeId, config, path }) => {
    const missing = (code, field, message) => ({
      code,
      message,
      path: [...path, "config", field],
      nodeId
    });
    return [
      ...config.agentId ? [] : [
        missing(
          "agent-missing-agent-id",
          "agentId",
          'the node has no agentId; name the agent to run, or "__mock__"'
        )
      ],
      ...config.urlPath ? [] : [
        missing(
          "agent-missing-url-path",
          "urlPath",
          "the node has no urlPath; give the dot-path in triggerContext to the URL that the agent acts on"
        )
      ],
      ...config.blocking && !config.resolutionPolicy ? [
        missing(
          "resolution-policy-missing",
          "resolutionPolicy",
          'a blocking agent does not say when its findings are resolved; give {"kind": "allResolved"} or {"kind": "minResolved", "minCount": n}'
        )
      ] : []
    ];
  })
};
var nodeRules = [
  nodeMissingConfig,
  humanMissingRejectPath,
  onRejectTargetMissing,
  missingBreachEdge,
  slaConflict,
  agentFields
];

// src/lint/rules/reviewers.ts
var isMandatory = ({ mandatory, chain }) => mandatory === true || chain !== void 0;
var peopleNodes = ({ nodes }) => nodes.flatMap(
  ({ node, path }) => node.type === "human" && node.config ? [
    {
      nodeId: node.nodeId,
      config: node.config,
      entries: _nullishCoalesce(node.config.reviewers, () => ( [])),
      path: [...path, "config"]
    }
  ] : []
);
var reviewers = {
  codes: ["reviewers-missing", "reviewers-not-unique", "reviewers-none-mandatory"],
  reads: "element",
  check: (model) => peopleNodes(model).flatMap(({ nodeId, config, entries, path }) => {
    const finding = (code, message) => ({
      code,
      message,
      path: [...path, "reviewers"],
      nodeId
    });
    if (entries.length === 0) {
      return [finding("reviewers-missing", "the node has no reviewers; name at least one")];
    }
    const persons = entries.flatMap(({ userId }) => _nullishCoalesce(userId, () => ( [])));
    const twice = repeated(persons, (it) => it).map(
      (userId) => finding("reviewers-not-unique", `reviewer "${userId}" is named twice; name each once`)
    );
    if (config.decisionRule !== void 0 || entries.some(isMandatory)) return twice;
    const none = finding(
      "reviewers-none-mandatory",
      "no reviewer is mandatory, so nobody could approve; set mandatory: true on at least one, or give a decisionRule"
    );
    return [...twice, none];
  })
};
var badOrder = {
  codes: ["reviewers-bad-order"],
  reads: "element",
  check: (model) => peopleNodes(model).flatMap(({ nodeId, entries, path }) => {
    const orderOf = ({ order = 1 }) => order;
    const orders = [...new Set(entries.map(orderOf))].sort((a, b) => a - b);
    const idle = orders.slice(0, -1).filter((order) => !entries.some((it) => isMandatory(it) && orderOf(it) === order));
    return idle.map((order) => ({
      code: "reviewers-bad-order",
      message: `no entry of order ${order} is mandatory, so the people of higher orders would not wait for anybody in it; make one of them mandatory, or give them all one order`,
      path: [...path, "reviewers"],
      nodeId
    }));
  })
};
var ruleUnreachable = {
  codes: ["decision-rule-unreachable"],
  reads: "element",
  check: (model) => peopleNodes(model).flatMap(
    (node) => unreachable(node).map(({ path, message }) => ({
      code: "decision-rule-unreachable",
      message: `not even approvals from everybody would approve the step: ${message}`,
      path: [...node.path, ...path],
      nodeId: node.nodeId
    }))
  )
};
function unreachable({ config, entries }) {
  const pools = entries.flatMap(({ pool, count = 1, mandatory }, index) => {
    const size = _nullishCoalesce(_optionalChain([pool, 'optionalAccess', _45 => _45.users, 'optionalAccess', _46 => _46.length]), () => ( Infinity));
    if (!mandatory || count <= size) return [];
    const message = `the pool has ${size} candidates and needs ${count}; lower count, or name more`;
    return [{ path: ["reviewers", index, "count"], message }];
  });
  if (entries.some((it) => it.chain !== void 0 || it.pool && it.pool.users === void 0)) return pools;
  const weights = greatestWeights(entries);
  const people = weights.size;
  const weight = [...weights.values()].reduce((sum2, it) => sum2 + it, 0);
  const { decisionRule: rule, minDistinctApprovers = 1 } = config;
  const found = [...pools];
  if (people > 0 && minDistinctApprovers > people) {
    const message = `there are ${people} people; lower minDistinctApprovers`;
    found.push({ path: ["minDistinctApprovers"], message });
  }
  if (_optionalChain([rule, 'optionalAccess', _47 => _47.kind]) === "count" && rule.approvals > people) {
    found.push({ path: RULE, message: `there are ${people} people; lower approvals` });
  }
  if (_optionalChain([rule, 'optionalAccess', _48 => _48.kind]) === "weight" && rule.approvals > weight) {
    found.push({ path: RULE, message: `all together weigh ${weight}; lower approvals` });
  }
  return found;
}
var RULE = ["decisionRule", "approvals"];
function greatestWeights(entries) {
  const weights = /* @__PURE__ */ new Map();
  for (const { userId, pool, weight = 1 } of entries) {
    for (const person of [_nullishCoalesce(userId, () => ( [])), _nullishCoalesce(_optionalChain([pool, 'optionalAccess', _49 => _49.users]), () => ( []))].flat()) {
      weights.set(person, Math.max(weight, _nullishCoalesce(weights.get(person), () => ( 0))));
    }
  }
  return weights;
}
var reviewerRules = [reviewers, badOrder, ruleUnreachable];

// src/lint/rules/separation.ts
var othersOf = ({ config }) => _nullishCoalesce(_optionalChain([config, 'access', _50 => _50.separation, 'optionalAccess', _51 => _51.excludeDecidersOf]), () => ( []));
var pathOf = ({ path }) => [...path, "separation", "excludeDecidersOf"];
var nodeMissing = {
  codes: ["separation-node-missing"],
  reads: "graph",
  check: (model) => peopleNodes(model).flatMap(
    (people) => othersOf(people).flatMap((other, index) => {
      const isOther = other !== people.nodeId && _optionalChain([model, 'access', _52 => _52.nodeOf, 'access', _53 => _53.get, 'call', _54 => _54(other), 'optionalAccess', _55 => _55.node, 'access', _56 => _56.type]) === "human";
      if (isOther) return [];
      return [
        {
          code: "separation-node-missing",
          message: `"${other}" is not another human node, so nobody decides it; name one, or remove it`,
          path: [...pathOf(people), index],
          nodeId: people.nodeId
        }
      ];
    })
  )
};
var conflict = {
  codes: ["separation-conflict"],
  reads: "element",
  check: (model) => {
    const nodes = peopleNodes(model);
    return nodes.flatMap(
      (people) => othersOf(people).flatMap((other) => {
        const theirs = nodes.find((it) => it.nodeId === other && it.nodeId !== people.nodeId);
        if (theirs === void 0) return [];
        const both = mandatoryPeople(people).filter((it) => mandatoryPeople(theirs).includes(it));
        return both.map((userId) => ({
          code: "separation-conflict",
          message: `"${userId}" is mandatory here and in "${other}", and must not decide both; name somebody else in one of them`,
          path: [...people.path, "reviewers"],
          nodeId: people.nodeId
        }));
      })
    );
  }
};
var mandatoryPeople = ({ entries }) => entries.flatMap(({ userId, mandatory }) => userId !== void 0 && mandatory ? [userId] : []);
var triggerWithoutInitiator = {
  codes: ["trigger-without-initiator"],
  reads: "element",
  check: (model) => {
    if (!hasTriggers(model)) return [];
    return peopleNodes(model).filter(({ config }) => _optionalChain([config, 'access', _57 => _57.separation, 'optionalAccess', _58 => _58.excludeInitiator]) === true).map(({ nodeId, path }) => ({
      code: "trigger-without-initiator",
      message: "the node excludes the initiator, and a run that a trigger starts has none; remove the triggers, or excludeInitiator",
      path: [...path, "separation", "excludeInitiator"],
      nodeId
    }));
  }
};
var hasTriggers = ({ definition }) => (_nullishCoalesce(definition.triggers, () => ( []))).length > 0;
var separationRules = [nodeMissing, conflict, triggerWithoutInitiator];

// src/lint/rules/run-time.ts
var fanOut = {
  codes: ["fan-out-exceeds-limit"],
  reads: "graph",
  check: (model, { maxStepsPerExecution }) => {
    if (model.fullGraph.topological() === null) return [];
    const steps = worstCaseSteps(model);
    if (steps <= maxStepsPerExecution) return [];
    const count = Number.isFinite(steps) ? Math.ceil(steps) : "countless";
    return [
      {
        code: "fan-out-exceeds-limit",
        message: `a run could start ${count} steps, more than the ${maxStepsPerExecution} that are allowed: every edge starts a step of its own; join branches with a joinOnQuorum group, or lower maxIterations`,
        path: ["edges"]
      }
    ];
  }
};
var agentNotRegistered = {
  codes: ["agent-not-registered"],
  reads: "element",
  check: ({ nodes }, { agentIds }) => nodes.flatMap(({ node, path }) => {
    if (agentIds === null || node.type !== "agent" || !_optionalChain([node, 'access', _59 => _59.config, 'optionalAccess', _60 => _60.agentId])) return [];
    const { agentId } = node.config;
    if (agentId === _chunkBOADPL7Scjs.RESERVED_AGENT_ID || agentIds.has(agentId)) return [];
    return [
      {
        code: "agent-not-registered",
        message: `no agent "${agentId}" is registered in this process${agentIds.size > 0 ? ` (there are ${quoted(agentIds)})` : ""}, so its steps would fail; register it or correct the name`,
        path: [...path, "config", "agentId"],
        nodeId: node.nodeId
      }
    ];
  })
};
var webhookNotExecuted = {
  codes: ["webhook-node-not-executed"],
  reads: "element",
  check: ({ nodes }) => nodes.filter(({ node }) => node.type === "webhook").map(({ node: { nodeId }, path }) => ({
    code: "webhook-node-not-executed",
    message: "webhook nodes are not executed in this version: the step is skipped and its success edges are followed; use an agent to call another system",
    path,
    nodeId
  }))
};
var directoryNotConfigured = {
  codes: ["directory-not-configured"],
  reads: "element",
  check: (model, { hasDirectory }) => hasDirectory !== false ? [] : peopleNodes(model).flatMap(
    ({ nodeId, entries, path }) => entries.flatMap(({ pool, chain }, index) => {
      const asks = chain !== void 0 || _optionalChain([pool, 'optionalAccess', _61 => _61.group]) !== void 0 || _optionalChain([pool, 'optionalAccess', _62 => _62.role]) !== void 0;
      if (!asks) return [];
      return [
        {
          code: "directory-not-configured",
          message: "groups, roles and chains are asked of a directory, and this engine has none, so the step would fail; give createApprovalEngine a directory",
          path: [...path, "reviewers", index],
          nodeId
        }
      ];
    })
  )
};
var calendarUnknown = {
  codes: ["calendar-unknown"],
  reads: "element",
  check: ({ nodes }, { calendars }) => nodes.flatMap(({ node: { nodeId, sla }, path }) => {
    if (calendars === void 0 || sla === void 0 || calendars.has(sla.calendar)) return [];
    return [
      {
        code: "calendar-unknown",
        message: `this engine has no calendar "${sla.calendar}"${calendars.size > 0 ? ` (there are ${quoted(calendars)})` : ""}, so no run would start; add it to calendars or correct the name`,
        path: [...path, "sla", "calendar"],
        nodeId
      }
    ];
  })
};
var runTimeRules = [
  fanOut,
  agentNotRegistered,
  webhookNotExecuted,
  directoryNotConfigured,
  calendarUnknown
];

// src/lint/rules/receiver.ts
var unknownType = {
  codes: ["webhook-event-type-unknown"],
  reads: "element",
  check: ({ definition }) => (_nullishCoalesce(_optionalChain([definition, 'access', _63 => _63.webhookConfig, 'optionalAccess', _64 => _64.eventTypes]), () => ( []))).flatMap(
    (type, index) => Object.hasOwn(_chunkXOUBN7VRcjs.EXTERNAL_EVENTS, type) ? [] : [
      {
        code: "webhook-event-type-unknown",
        message: `no event has the type "${type}", so that nothing is sent for it; the types are ${TYPES}`,
        path: ["webhookConfig", "eventTypes", index]
      }
    ]
  )
};
var TYPES = Object.keys(_chunkXOUBN7VRcjs.EXTERNAL_EVENTS).join(", ");
var receiverRules = [unknownType];

// src/lint/rules/triggers.ts
var triggersOf = ({ definition }) => (_nullishCoalesce(definition.triggers, () => ( []))).map((trigger2, index) => ({
  trigger: trigger2,
  path: ["triggers", index, "inboundWebhook"]
}));
function isReplayable({ inboundWebhook }) {
  const { authMode, provider = "svc", idempotencyBodyPath, idempotencyHeader } = inboundWebhook;
  if (idempotencyBodyPath !== void 0) return false;
  return authMode === "bearer" || provider !== "svc" || idempotencyHeader !== void 0;
}
var replayable = {
  codes: ["trigger-replayable"],
  reads: "element",
  check: (model) => triggersOf(model).filter(({ trigger: trigger2 }) => isReplayable(trigger2)).map(({ trigger: trigger2, path }) => ({
    code: "trigger-replayable",
    message: `whoever saw one request to "${trigger2.triggerId}" can send it again under another id and start another run: the id is not in the body, which is what is proved; name it by idempotencyBodyPath, or use provider "svc"`,
    path
  }))
};
var secretShort = {
  codes: ["trigger-secret-short"],
  reads: "element",
  check: (model) => triggersOf(model).filter(({ trigger: { inboundWebhook: it } }) => it.authMode === "bearer" && isShort(it.secret)).map(({ trigger: trigger2, path }) => ({
    code: "trigger-secret-short",
    message: `the bearer secret of "${trigger2.triggerId}" is all that a caller has to guess; give ${_chunkKPSFIHDZcjs.LIMITS.bearerSecretLength} random characters or more`,
    path: [...path, "secret"]
  }))
};
var isShort = (secret) => secret !== void 0 && _chunkATSCIM4Icjs.characterCount.call(void 0, secret) < _chunkKPSFIHDZcjs.LIMITS.bearerSecretLength;
var triggerRules = [replayable, secretShort];

// src/lint/lint.ts
var everyCode = (rules) => rules;
var RULES = everyCode([
  ...graphRules,
  ...nodeRules,
  ...reviewerRules,
  ...separationRules,
  ...expressionRules,
  ...groupRules,
  ...loopRules,
  ...runTimeRules,
  ...triggerRules,
  ...receiverRules
]);
function* lint(definition, context, issues) {
  const model = yield* modelInSteps(definition);
  return { warnings: yield* run(RULES, model, context, issues), model };
}
function* lintParts(definition, context, issues, toPath) {
  const elementRules = RULES.filter((rule) => rule.reads === "element");
  return yield* run(elementRules, yield* modelInSteps(definition), context, issues, toPath);
}
function* run(rules, model, context, issues, toPath = (path) => path) {
  const warnings = [];
  for (const rule of rules) {
    for (const { path, ...finding } of rule.check(model, context)) {
      const issue = { ...finding, path: _chunkATSCIM4Icjs.formatPath.call(void 0, toPath(path)) };
      if (isWarning(issue)) warnings.push(issue);
      else issues.add([issue]);
      if (issues.isFull) return warnings;
    }
    yield;
  }
  return warnings;
}
var WARNINGS = new Set(_chunkRAARGUI6cjs.WARNING_CODES);
var isWarning = (issue) => WARNINGS.has(issue.code);

// src/lint/read.ts
function* readInSteps(json, context) {
  const issues = new (0, _chunkBOADPL7Scjs.IssueList)();
  const frame = _chunkBOADPL7Scjs.definitionFrame.safeParse(json);
  if (!frame.success) {
    issues.add(_chunkBOADPL7Scjs.schemaIssues.call(void 0, frame.error, json));
    const isTooLong = frame.error.issues.some((it) => it.code === "too_big" && it.origin === "array");
    if (isTooLong) return { ok: false, issues: issues.toArray(), warnings: [] };
  }
  const written = _chunkATSCIM4Icjs.isPlainObject.call(void 0, json) ? json : {};
  const sound = {};
  for (const name of PART_NAMES) {
    sound[name] = yield* soundItems(name, written[name], json, issues);
  }
  issues.add(repeatedTriggers(sound.triggers));
  yield;
  if (issues.isFull) return { ok: false, issues: issues.toArray(), warnings: [] };
  const definition = { ..._nullishCoalesce(frame.data, () => ( NAMELESS)), ...dataOf(sound, written) };
  const isWhole = PART_NAMES.every(
    (name) => sound[name].all || OPTIONAL.includes(name) && written[name] === void 0 || name === "triggers"
  );
  if (!isWhole) {
    const warnings2 = yield* lintParts(definition, context, issues, (path) => writtenAt(path, sound));
    return { ok: false, issues: issues.toArray(), warnings: warnings2 };
  }
  const { warnings, model } = yield* lint(definition, context, issues);
  const found = issues.toArray();
  return found.length > 0 ? { ok: false, issues: found, warnings } : { ok: true, definition, model, warnings };
}
var NAMELESS = { definitionId: "parts", name: "parts" };
var PARTS = {
  nodes: _chunkBOADPL7Scjs.nodeSchema,
  edges: _chunkBOADPL7Scjs.edgeSchema,
  groups: _chunkBOADPL7Scjs.groupSchema,
  loops: _chunkBOADPL7Scjs.loopSchema,
  triggers: _chunkBOADPL7Scjs.trigger
};
var OPTIONAL = ["groups", "loops", "triggers"];
var PART_NAMES = Object.keys(PARTS);
var ITEMS_PER_STEP = 32;
function* soundItems(name, list, whole, issues) {
  const written = Array.isArray(list) ? list : [];
  const items = [];
  for (const [index, item] of written.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    const parsed = PARTS[name].safeParse(item);
    if (!parsed.success) issues.add(_chunkBOADPL7Scjs.schemaIssues.call(void 0, parsed.error, whole, [name, index]));
    if (issues.isFull) break;
    const known = parsed.success ? parsed : parsedWithoutUnknown(PARTS[name], item, parsed.error);
    if (_optionalChain([known, 'optionalAccess', _65 => _65.success])) items.push({ index, data: known.data });
  }
  return { items, all: Array.isArray(list) && items.length === written.length };
}
function repeatedTriggers({ items }) {
  const triggers = items.map(({ index, data }) => ({ index, ...data }));
  return repeated(triggers, (it) => it.triggerId).map(
    ({ index, triggerId }) => _chunkRAARGUI6cjs.invalidField.call(void 0, 
      `triggers[${index}].triggerId`,
      `another trigger is named "${triggerId}" already; give each its own triggerId`
    )
  );
}
function parsedWithoutUnknown(schema, item, error) {
  const isOnlyUnknown = error.issues.every((it) => it.code === "unrecognized_keys");
  return isOnlyUnknown ? schema.safeParse(withoutUnknown(item, error)) : null;
}
function withoutUnknown(item, error) {
  return error.issues.reduce(
    (it, issue) => issue.code === "unrecognized_keys" ? without(it, issue.path, new Set(issue.keys)) : it,
    item
  );
}
function without(json, path, keys) {
  const [head, ...tail] = path;
  if (head === void 0) {
    return Object.fromEntries(Object.entries(json).filter(([key]) => !keys.has(key)));
  }
  if (Array.isArray(json)) {
    return json.map((it, index) => index === head ? without(it, tail, keys) : it);
  }
  const object = json;
  return { ...object, [head]: without(object[String(head)], tail, keys) };
}
function dataOf(sound, written) {
  const isThere = (name) => !OPTIONAL.includes(name) || Array.isArray(written[name]);
  const lists = PART_NAMES.filter(isThere).map((name) => [name, sound[name].items.map((it) => it.data)]);
  return Object.fromEntries(lists);
}
var writtenAt = ([name, index, ...rest], sound) => [
  name,
  _nullishCoalesce(_optionalChain([sound, 'access', _66 => _66[name], 'access', _67 => _67.items, 'access', _68 => _68[index], 'optionalAccess', _69 => _69.index]), () => ( index)),
  ...rest
];

// src/compile/kinds/agent.ts
function compileAgent({ nodeId, slaMs, retry = {}, config = {} }) {
  return {
    nodeId,
    type: "agent",
    slaMs: _nullishCoalesce(slaMs, () => ( null)),
    agentId: _nullishCoalesce(config.agentId, () => ( "")),
    urlPath: _nullishCoalesce(config.urlPath, () => ( "")),
    resolutionPolicy: config.blocking ? _nullishCoalesce(config.resolutionPolicy, () => ( null)) : null,
    agentMaxRuntimeMs: _nullishCoalesce(config.agentMaxRuntimeMs, () => ( _chunkKPSFIHDZcjs.DEFAULTS.agentMaxRuntimeMs)),
    promptOverride: _nullishCoalesce(config.promptOverride, () => ( null)),
    inputMapping: _nullishCoalesce(config.inputMapping, () => ( {})),
    requireNonEmptyOutput: _nullishCoalesce(config.requireNonEmptyOutput, () => ( false)),
    retry: _chunkDOAVFUNXcjs.compileRetry.call(void 0, retry)
  };
}

// src/compile/kinds/human.ts
function compileHuman({ nodeId, slaMs, retry, config = {} }) {
  const people = _chunkDOAVFUNXcjs.compilePeople.call(void 0, config, retry);
  return {
    nodeId,
    type: "human",
    slaMs: _nullishCoalesce(slaMs, () => ( null)),
    reviewers: (_nullishCoalesce(config.reviewers, () => ( []))).flatMap(
      ({ userId, mandatory = false }) => userId === void 0 ? [] : [{ userId, mandatory }]
    ),
    reviewerEmails: _nullishCoalesce(config.reviewerEmails, () => ( [])),
    commentBody: _nullishCoalesce(config.commentBody, () => ( null)),
    ...people !== null && { people }
  };
}

// src/compile/kinds/webhook.ts
var compileWebhook = ({ nodeId, slaMs }) => ({
  nodeId,
  type: "webhook",
  slaMs: _nullishCoalesce(slaMs, () => ( null))
});

// src/compile/kinds/kinds.ts
var COMPILERS = {
  human: compileHuman,
  agent: compileAgent,
  webhook: compileWebhook
};
function compileNode(node) {
  return COMPILERS[node.type](node);
}

// src/compile/compile.ts
function compile(model) {
  const edges = model.edges.map(compileEdge);
  const loops = model.loops.map(compileLoop);
  const loopOf = Object.fromEntries(
    loops.flatMap((loop, index) => loop.bodyNodeIds.map((nodeId) => [nodeId, index]))
  );
  const groups = model.groups.map((group) => compileGroup(group, loops));
  const groupOf = Object.fromEntries(
    groups.flatMap((group, index) => group.memberNodeIds.map((nodeId) => [nodeId, index]))
  );
  const nodes = Object.fromEntries(model.nodes.map(({ node }) => [node.nodeId, withSla(node)]));
  const separated = separatedOf(model);
  return _chunkBOADPL7Scjs.deepFreeze.call(void 0, {
    format: 1,
    roots: model.fullGraph.roots(),
    nodes,
    edges,
    groups,
    loops,
    outgoing: outgoingOf(edges),
    groupOf,
    loopOf,
    ...separated !== null && { separated }
  });
}
var withSla = (node) => ({
  ...compileNode(node),
  ...node.sla !== void 0 && { sla: node.sla }
});
function separatedOf({ nodes }) {
  const separated = /* @__PURE__ */ new Map();
  const note = (a, b) => separated.set(a, (_nullishCoalesce(separated.get(a), () => ( /* @__PURE__ */ new Set()))).add(b));
  for (const { node } of nodes) {
    const others = node.type === "human" ? _nullishCoalesce(_optionalChain([node, 'access', _70 => _70.config, 'optionalAccess', _71 => _71.separation, 'optionalAccess', _72 => _72.excludeDecidersOf]), () => ( [])) : [];
    for (const other of others) {
      note(node.nodeId, other);
      note(other, node.nodeId);
    }
  }
  if (separated.size === 0) return null;
  return Object.fromEntries([...separated].map(([nodeId, others]) => [nodeId, [...others]]));
}
function outgoingOf(edges) {
  const outgoing = /* @__PURE__ */ new Map();
  edges.forEach(({ from }, index) => {
    const known = outgoing.get(from);
    if (known) known.push(index);
    else outgoing.set(from, [index]);
  });
  return Object.fromEntries(outgoing);
}
function compileEdge({ from, to, role, guard }) {
  return { from, to, role, ..._nullishCoalesce(guard, () => ( _chunkW56YDWM6cjs.guardOf.call(void 0, null))) };
}
function compileLoop(loop) {
  return {
    loopId: loop.loopId,
    entryNodeId: loop.entryNodeId,
    bodyNodeIds: loop.bodyNodeIds,
    maxIterations: loop.maxIterations,
    when: loop.predicate,
    exhaustedNodeId: loop.exhaustedNodeId
  };
}
function compileGroup({ group, policy }, loops) {
  const loopIdsOfMembers = group.memberNodeIds.map(
    (nodeId) => _nullishCoalesce(_optionalChain([loops, 'access', _73 => _73.find, 'call', _74 => _74((loop) => loop.bodyNodeIds.includes(nodeId)), 'optionalAccess', _75 => _75.loopId]), () => ( null))
  );
  const distinct = [...new Set(loopIdsOfMembers)];
  return {
    groupId: group.groupId,
    memberNodeIds: group.memberNodeIds,
    requiredNodeIds: _nullishCoalesce(group.requiredNodeIds, () => ( [])),
    expectedSteps: group.expectedSteps,
    quorum: group.quorum,
    policy,
    loopIds: distinct.filter((it) => it !== null),
    uniform: distinct.length === 1
  };
}

// src/compile/compile-definition.ts
function compileDefinition(json, context = {}) {
  return atOnce(compileInSteps(json, context));
}
function* compileInSteps(json, context = {}) {
  const read = yield* readInSteps(json, {
    maxStepsPerExecution: _chunkKPSFIHDZcjs.LIMITS.stepsPerExecution,
    agentIds: null,
    ...context
  });
  if (!read.ok) return read;
  const { definition, model, warnings } = read;
  yield;
  return { ok: true, definition, compiled: compile(model), warnings };
}







exports.parseJson = parseJson; exports.patternBudget = patternBudget; exports.parseTree = parseTree; exports.compileDefinition = compileDefinition; exports.compileInSteps = compileInSteps;
//# sourceMappingURL=chunk-LKUKSAS5.cjs.map