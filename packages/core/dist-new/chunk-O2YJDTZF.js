import {
  isLookedAt
} from "./chunk-KDCD4MTW.js";
import {
  conditionOf,
  holds,
  scopeOf,
  takingLoop
} from "./chunk-4KOKJCGB.js";
import {
  COMMAND_COSTS
} from "./chunk-M7O3D2SA.js";
import {
  isOpen,
  isRejected
} from "./chunk-WNMCWCRL.js";
import {
  derived
} from "./chunk-WKSNQK7F.js";

// src/interpreter/firing.ts
function firingEdges(asking, step) {
  const { compiled, work } = asking;
  const { status } = step;
  if (isOpen(status) || status === "cancelled") return [];
  const known = asking.firing?.get(step);
  if (known !== void 0) return known;
  const decision = step.output?.["decision"];
  let scope = null;
  const found = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index];
    work.spend(COMMAND_COSTS.edge);
    if (!isLookedAt(edge, status, decision)) continue;
    const when = derived(edge, conditionOfEdge);
    if (when === null || holds(when, scope ??= scopeOf(asking, step), work)) found.push(edge);
  }
  (asking.firing ??= /* @__PURE__ */ new Map()).set(step, found);
  return found;
}
var conditionOfEdge = ({ when }) => when === null ? null : conditionOf(when);
var NONE = [];
var outgoing = ({ outgoing: of }, nodeId) => (Object.hasOwn(of, nodeId) ? of[nodeId] : void 0) ?? NONE;
function targetsOf(edges) {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}
function isRecovered(asking, step) {
  return isFault(step) && firingEdges(asking, step).length > 0;
}
function isUnhandled(asking, step) {
  if (!isFault(step) && !isRejected(step)) return false;
  return firingEdges(asking, step).length === 0 && takingLoop(asking, step) === null;
}
var isFault = (step) => step.status === "failed" || step.status === "breached";

export {
  firingEdges,
  targetsOf,
  isRecovered,
  isUnhandled,
  isFault
};
//# sourceMappingURL=chunk-O2YJDTZF.js.map