"use strict";Object.defineProperty(exports, "__esModule", {value: true});// src/definition/event-types.ts
var EXTERNAL_EVENTS = {
  "execution.dispatched": true,
  "step.awaiting-approval": true,
  "step.answered": true,
  "step.assigned": true,
  "step.answer-retracted": true,
  "step.question-asked": true,
  "step.question-answered": true,
  "step.reminder": true,
  "step.completed": true,
  "step.failed": true,
  "step.breached": true,
  "step.cancelled": true,
  "group.quorum-met": true,
  "loop.iteration-started": true,
  "loop.exhausted": true,
  "execution.subject-revised": true,
  "execution.completed": true,
  "execution.failed": true,
  "execution.cancelled": true
};



exports.EXTERNAL_EVENTS = EXTERNAL_EVENTS;
//# sourceMappingURL=chunk-XOUBN7VR.cjs.map