import {
  isLookedAt
} from "./chunk-7WV6LJXC.js";
import {
  WORK,
  holds,
  scopeOf,
  takingLoop,
  workUnderWay
} from "./chunk-4ZZ6HWTZ.js";
import {
  isOpen,
  isRejected
} from "./chunk-WNMCWCRL.js";

// src/interpreter/firing.ts
function firingEdges(compiled, state, step) {
  const { status } = step;
  if (isOpen(status) || status === "cancelled") return [];
  const work = workUnderWay();
  const { fuel } = work;
  const known = work.firing?.get(step);
  if (known !== void 0) return known;
  const decision = step.output?.["decision"];
  let scope = null;
  const found = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index];
    fuel.spend(WORK.edge);
    if (!isLookedAt(edge, status, decision)) continue;
    if (edge.when === null || holds(edge.when, scope ??= scopeOf(compiled, state, step), fuel))
      found.push(edge);
  }
  (work.firing ??= /* @__PURE__ */ new Map()).set(step, found);
  return found;
}
var NONE = [];
var outgoing = ({ outgoing: of }, nodeId) => (Object.hasOwn(of, nodeId) ? of[nodeId] : void 0) ?? NONE;
function targetsOf(edges) {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}
function isRecovered(compiled, state, step) {
  return isFault(step) && firingEdges(compiled, state, step).length > 0;
}
function isUnhandled(compiled, state, step) {
  if (!isFault(step) && !isRejected(step)) return false;
  return firingEdges(compiled, state, step).length === 0 && takingLoop(compiled, state, step) === null;
}
var isFault = (step) => step.status === "failed" || step.status === "breached";

export {
  firingEdges,
  targetsOf,
  isRecovered,
  isUnhandled,
  isFault
};
//# sourceMappingURL=chunk-XVL2NF7J.js.map