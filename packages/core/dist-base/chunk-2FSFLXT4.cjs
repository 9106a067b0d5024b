"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }

var _chunkW56YDWM6cjs = require('./chunk-W56YDWM6.cjs');






var _chunkCKBT4O4Vcjs = require('./chunk-CKBT4O4V.cjs');



var _chunk4AF4TM5Ycjs = require('./chunk-4AF4TM5Y.cjs');

// src/interpreter/firing.ts
function firingEdges(compiled, state, step) {
  const { status } = step;
  if (_chunk4AF4TM5Ycjs.isOpen.call(void 0, status) || status === "cancelled") return [];
  const work = _chunkCKBT4O4Vcjs.workUnderWay.call(void 0, );
  const { fuel } = work;
  const known = _optionalChain([work, 'access', _ => _.firing, 'optionalAccess', _2 => _2.get, 'call', _3 => _3(step)]);
  if (known !== void 0) return known;
  const decision = _optionalChain([step, 'access', _4 => _4.output, 'optionalAccess', _5 => _5["decision"]]);
  let scope = null;
  const found = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index];
    fuel.spend(_chunkCKBT4O4Vcjs.WORK.edge);
    if (!_chunkW56YDWM6cjs.isLookedAt.call(void 0, edge, status, decision)) continue;
    if (edge.when === null || _chunkCKBT4O4Vcjs.holds.call(void 0, edge.when, scope ??= _chunkCKBT4O4Vcjs.scopeOf.call(void 0, compiled, state, step), fuel))
      found.push(edge);
  }
  (work.firing ??= /* @__PURE__ */ new Map()).set(step, found);
  return found;
}
var NONE = [];
var outgoing = ({ outgoing: of }, nodeId) => _nullishCoalesce((Object.hasOwn(of, nodeId) ? of[nodeId] : void 0), () => ( NONE));
function targetsOf(edges) {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}
function isRecovered(compiled, state, step) {
  return isFault(step) && firingEdges(compiled, state, step).length > 0;
}
function isUnhandled(compiled, state, step) {
  if (!isFault(step) && !_chunk4AF4TM5Ycjs.isRejected.call(void 0, step)) return false;
  return firingEdges(compiled, state, step).length === 0 && _chunkCKBT4O4Vcjs.takingLoop.call(void 0, compiled, state, step) === null;
}
var isFault = (step) => step.status === "failed" || step.status === "breached";







exports.firingEdges = firingEdges; exports.targetsOf = targetsOf; exports.isRecovered = isRecovered; exports.isUnhandled = isUnhandled; exports.isFault = isFault;
//# sourceMappingURL=chunk-2FSFLXT4.cjs.map