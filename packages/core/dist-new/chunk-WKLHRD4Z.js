import {
  EXTERNAL_EVENTS
} from "./chunk-LILXYLN5.js";

// src/interpreter/event.ts
var EXTERNAL = EXTERNAL_EVENTS;
var EXTERNAL_EVENT_TYPES = Object.keys(
  EXTERNAL_EVENTS
);
var EXECUTION_ENDINGS = [
  "execution.completed",
  "execution.failed",
  "execution.cancelled"
];
function isExternal(event) {
  return Object.hasOwn(EXTERNAL, event.type);
}

export {
  EXTERNAL_EVENT_TYPES,
  EXECUTION_ENDINGS,
  isExternal
};
//# sourceMappingURL=chunk-WKLHRD4Z.js.map