"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }

var _chunk4XUCS4KDcjs = require('./chunk-4XUCS4KD.cjs');





var _chunkO4WZWP72cjs = require('./chunk-O4WZWP72.cjs');


var _chunkPU4EMH7Acjs = require('./chunk-PU4EMH7A.cjs');



var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');


var _chunkBDDY2ZMKcjs = require('./chunk-BDDY2ZMK.cjs');

// src/interpreter/firing.ts
function firingEdges(asking, step) {
  const { compiled, work } = asking;
  const { status } = step;
  if (_chunk4AF4TM5Ycjs.isOpen.call(void 0, status) || status === "cancelled") return [];
  const known = _optionalChain([asking, 'access', _ => _.firing, 'optionalAccess', _2 => _2.get, 'call', _3 => _3(step)]);
  if (known !== void 0) return known;
  const decision = _optionalChain([step, 'access', _4 => _4.output, 'optionalAccess', _5 => _5["decision"]]);
  let scope = null;
  const found = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index];
    work.spend(_chunkPU4EMH7Acjs.COMMAND_COSTS.edge);
    if (!_chunk4XUCS4KDcjs.isLookedAt.call(void 0, edge, status, decision)) continue;
    const when = _chunkBDDY2ZMKcjs.derived.call(void 0, edge, conditionOfEdge);
    if (when === null || _chunkO4WZWP72cjs.holds.call(void 0, when, scope ??= _chunkO4WZWP72cjs.scopeOf.call(void 0, asking, step), work)) found.push(edge);
  }
  (asking.firing ??= /* @__PURE__ */ new Map()).set(step, found);
  return found;
}
var conditionOfEdge = ({ when }) => when === null ? null : _chunkO4WZWP72cjs.conditionOf.call(void 0, when);
var NONE = [];
var outgoing = ({ outgoing: of }, nodeId) => _nullishCoalesce((Object.hasOwn(of, nodeId) ? of[nodeId] : void 0), () => ( NONE));
function targetsOf(edges) {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}
function isRecovered(asking, step) {
  return isFault(step) && firingEdges(asking, step).length > 0;
}
function isUnhandled(asking, step) {
  if (!isFault(step) && !_chunk4AF4TM5Ycjs.isRejected.call(void 0, step)) return false;
  return firingEdges(asking, step).length === 0 && _chunkO4WZWP72cjs.takingLoop.call(void 0, asking, step) === null;
}
var isFault = (step) => step.status === "failed" || step.status === "breached";







exports.firingEdges = firingEdges; exports.targetsOf = targetsOf; exports.isRecovered = isRecovered; exports.isUnhandled = isUnhandled; exports.isFault = isFault;
//# sourceMappingURL=chunk-3ID3FQYL.cjs.map