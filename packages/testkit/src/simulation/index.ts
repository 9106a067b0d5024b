/**
 * `@org/approval-testkit/simulation`: simulated worlds of engines with a shared store, and random
 * workflows for fast-check.
 */
export type { SimulatedRuns } from '@org/approval-core/interpreter';
export type { Reached } from './coverage.js';
export type { RunOutcome } from './outcomes.js';
export { type TwoSpellings, randomSpellings, withGroupEdges } from './in-words.js';
export { PureRun, type RandomAction, randomActions } from './pure-run.js';
export { randomEnds } from './random-ends.js';
export { randomLoopWithGroup, randomSeparation, randomWorkflow } from './random-workflow.js';
export { type SampleSizes, sampleNode } from './sample-nodes.js';
export { type ShrunkHistory, shrinkHistory } from './shrink.js';
export { type SimulationOptions, type SimulationReport, describeReport, simulate } from './simulate.js';
export {
  type WorkflowSimulation,
  type WorkflowSimulationOptions,
  simulateWorkflow,
} from './simulate-workflow.js';
export { FAULTS, type Fault } from './world/faults.js';
export {
  type History,
  type HistoryOptions,
  type Sabotage,
  type WorldTime,
  runHistory,
} from './world/history.js';
export type { Violation } from './world/observer.js';
export { PLANTED_BUGS, type PlantedBug } from './world/sabotages.js';
export type { Scenario } from './world/scenario.js';
export { type Reviewer, agent, edge, human, onDecision, onStatus } from './workflow.js';
