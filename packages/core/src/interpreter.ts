/**
 * `@org/approval-core/interpreter`: the pure interpreter, the checker, `explain` and `simulate`.
 */
export type { Command, CommandKind, CommandOf, Refusal } from './interpreter/command.js';
export { type DecideResult, decide } from './interpreter/decide.js';
export {
  EXTERNAL_EVENT_TYPES,
  type EngineEvent,
  type EventData,
  type EventType,
  isExternal,
} from './interpreter/event.js';
export { type Folding, beginFold, evolve, fold } from './interpreter/evolve.js';
export { presentationShown } from './interpreter/presenting/render.js';
export { JOB_KINDS, type Job, type JobKind } from './interpreter/job.js';
export {
  type ExecutionState,
  type ExecutionStatus,
  type FailureReason,
  type ReviewVote,
  type StepState,
  type StepStatus,
  type Via,
  initialState,
  isOpen,
  isTerminal,
} from './interpreter/state.js';
export type { CallAnswer } from './interpreter/calls.js';
export type { RunEnd } from './interpreter/run-end-data.js';
export type { ExecutionHeader, KeyedRevision, Parties, Subject } from './interpreter/header.js';
export type { Environment } from './interpreter/transition.js';
export { type Finding, checkChange, checkExecution, checkWork } from './checker/check.js';
export { INVARIANTS, type InvariantCode } from './checker/invariants.js';
export type { ExecutionRecord, Fault, Invariant } from './checker/record.js';
export { type NeededJob, lostJobs, neededJobs } from './checker/work.js';
export type { DoctorCode, DoctorFinding, DoctorReport } from './engine/doctor/report.js';
export {
  type ExplainOptions,
  type ExplainedStep,
  type Explanation,
  type WaitsFor,
  explain,
} from './engine/explain/explain.js';
export type { EndedBy } from './engine/explain/ended-by.js';
export type { Missing } from './engine/explain/missing.js';
export type { AnswerEffect } from './engine/explain/effect.js';
export type { NextAnswer } from './engine/explain/next-answers.js';
export {
  type SimulateOptions,
  type SimulatedAnswer,
  type Simulation,
  simulate,
} from './engine/explain/simulate.js';
export type { SimulatedAnswers, SimulatedRun, SimulatedRuns } from './nodes/run-work.js';
export type { Weekday, WorkingCalendar } from './calendar/working-time.js';
export type { Absence } from './interpreter/people/substitutes.js';
export type { RecordChain } from './interpreter/chain.js';
