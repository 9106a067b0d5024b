"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkXOUBN7VRcjs = require('./chunk-XOUBN7VR.cjs');

// src/interpreter/event.ts
var EXTERNAL = _chunkXOUBN7VRcjs.EXTERNAL_EVENTS;
var EXTERNAL_EVENT_TYPES = Object.keys(
  _chunkXOUBN7VRcjs.EXTERNAL_EVENTS
);
var EXECUTION_ENDINGS = [
  "execution.completed",
  "execution.failed",
  "execution.cancelled"
];
function isExternal(event) {
  return Object.hasOwn(EXTERNAL, event.type);
}





exports.EXTERNAL_EVENT_TYPES = EXTERNAL_EVENT_TYPES; exports.EXECUTION_ENDINGS = EXECUTION_ENDINGS; exports.isExternal = isExternal;
//# sourceMappingURL=chunk-7M7NLC46.cjs.map