/** Runs many histories of simulated worlds, and summarizes them. */
import type { Agents, JsonObject } from '@org/approval-core';
import type { ExecutionState } from '@org/approval-core/interpreter';
import { keysOf } from '@org/approval-internal/values';
import { Coverage, type Reached } from './coverage.js';
import { Outcomes, type RunOutcome, outcomeLines } from './outcomes.js';
import { ALL_FAULTS, FAULTS, type Fault } from './world/faults.js';
import { type History, type Sabotage, count, runHistory } from './world/history.js';
import { EXPECTED_FEATURES } from './world/features.js';
import { givenScenario } from './world/scenario.js';

/** Options of a simulation. */
export interface SimulationOptions {
  /** Definition of the simulated executions; a random one for each history by default. */
  readonly definition?: JsonObject;
  /** Trigger context of each dispatch; a `url` by default. */
  readonly triggerContext?: JsonObject;
  /** The agents by agentId, called in simulated time; random ones by default. */
  readonly agents?: Agents;
  /**
   * Number of histories.
   * @defaultValue 1_000
   */
  readonly histories?: number;
  /**
   * Seed of the first history; each next one adds 1.
   * @defaultValue 1
   */
  readonly seed?: number;
  /** Faults that may happen; all by default. */
  readonly faults?: readonly Fault[];
  /** Most calls that users make in a history; up to 40 by default. */
  readonly calls?: number;
  /** A planted bug, to show that it is found. */
  readonly sabotage?: Sabotage;
  /** Stops at the first history with a violation. */
  readonly stopAtFirst?: boolean;
  /** Stops after the current history; the report covers the finished ones. */
  readonly signal?: AbortSignal;
  /** Called after each history. */
  readonly onHistory?: (history: History) => void;
}

/** Result of all histories. */
export interface SimulationReport {
  /** Number of histories. */
  readonly histories: number;
  /** The first histories with violations, at most 20. */
  readonly failed: readonly History[];
  /** Number of histories with violations. */
  readonly failures: number;
  /** The first failed history, or else the longest one; with its trace. */
  readonly worst: History | null;
  /** Number of occurrences of each fault. */
  readonly faults: Readonly<Record<Fault, number>>;
  /** Enabled faults that never happened: they were not tested. */
  readonly neverHappened: readonly Fault[];
  /** Number of times that executions reached each feature of the engine. */
  readonly features: Readonly<Record<string, number>>;
  /** Features that no random history reached: they were not tested. */
  readonly neverReached: readonly string[];
  /** Events of all schedules together. */
  readonly steps: number;
  /** Endings of the executions, the most frequent one first. */
  readonly outcomes: readonly RunOutcome[];
  /**
   * Nodes and edges of a given definition that no execution reached; null for random definitions.
   */
  readonly neverRan: Reached | null;
}

const KEPT = 20;

/**
 * Runs histories of engines, callers, agents and receivers in a world with every kind of fault, one
 * after the other. The same seed gives the same histories.
 * @example
 * ```ts
 * import { simulate } from '@org/approval-testkit/simulation';
 *
 * const definition = {
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [
 *     {
 *       nodeId: 'legal',
 *       type: 'human',
 *       config: {
 *         reviewers: [{ userId: 'ann', mandatory: true }],
 *         onReject: { routeToNodeId: 'rework' },
 *       },
 *     },
 *     { nodeId: 'rework', type: 'agent', config: { agentId: 'writer', urlPath: 'url' } },
 *   ],
 *   edges: [],
 * };
 * const agents = { writer: () => ({ passed: true }) };
 * const report = await simulate({ definition, agents, histories: 5, seed: 1 });
 * console.log(report.histories, report.failures); // → 5 0
 * ```
 */
export async function simulate(options: SimulationOptions = {}): Promise<SimulationReport> {
  const { histories = 1_000, seed = 1, stopAtFirst = false, signal, onHistory } = options;
  const tally = new Tally(options.definition === undefined ? null : new Coverage(options.definition));
  for (let index = 0; index < histories; index++) {
    const onExecution = (state: ExecutionState) => tally.addExecution(state, seed + index);
    const history = await runHistory({ ...historyOptions(options), seed: seed + index, onExecution });
    tally.add(history);
    onHistory?.(history);
    if (signal?.aborted === true || (stopAtFirst && tally.failures > 0)) break;
    // A history awaits no external event: without this pause no signal would arrive.
    if (signal !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  const { worst } = tally;
  const traced =
    worst === null
      ? null
      : await runHistory({ ...historyOptions(options), seed: worst.seed, keepTrace: true });
  return tally.report(options.faults ?? ALL_FAULTS, traced);
}

/** Options of each seed, as `simulate` runs them. */
function historyOptions({
  definition,
  triggerContext = { url: 'https://example.com/it' },
  agents,
  faults,
  calls,
  sabotage,
}: SimulationOptions) {
  const scenario = definition === undefined ? undefined : givenScenario(definition, triggerContext);
  return { scenario, agents, faults, calls, sabotage };
}

class Tally {
  failures = 0;
  worst: History | null = null;
  private histories = 0;
  private steps = 0;
  private readonly failed: History[] = [];
  private readonly faults = new Map<Fault, number>();
  private readonly features = new Map<string, number>();
  private readonly outcomes = new Outcomes();
  private readonly coverage: Coverage | null;

  constructor(coverage: Coverage | null) {
    this.coverage = coverage;
  }

  addExecution(state: ExecutionState, seed: number): void {
    this.outcomes.add(state, seed);
    this.coverage?.add(state);
  }

  add(history: History): void {
    this.histories += 1;
    this.steps += history.steps;
    if (history.violations.length > 0) {
      this.failures += 1;
      if (this.failed.length < KEPT) this.failed.push(history);
    }
    for (const [fault, times] of history.faults) count(this.faults, fault, times);
    for (const [feature, times] of history.features) count(this.features, feature, times);
    if (isWorse(history, this.worst)) this.worst = history;
  }

  report(allowed: readonly Fault[], worst: History | null): SimulationReport {
    const { histories, failed, failures, steps } = this;
    const faults = Object.fromEntries(ALL_FAULTS.map((it) => [it, this.faults.get(it) ?? 0])) as Record<
      Fault,
      number
    >;
    const features = Object.fromEntries([...this.features].sort());
    const neverHappened = allowed.filter((it) => faults[it] === 0);
    const neverReached = EXPECTED_FEATURES.filter((it) => features[it] === undefined);
    return {
      ...{ histories, failed, failures, worst, faults, neverHappened, features, neverReached, steps },
      outcomes: this.outcomes.list(),
      neverRan: this.coverage?.neverRan() ?? null,
    };
  }
}

function isWorse(history: History, than: History | null): boolean {
  if (than === null) return true;
  const [fails, failed] = [history, than].map((it) => it.violations.length > 0);
  if (fails !== failed) return fails === true;
  return failed === false && history.virtualMs > than.virtualMs;
}

function neverRanLines(neverRan: Reached | null): string[] {
  if (neverRan === null) return [];
  const { nodes, edges } = neverRan;
  if (nodes.length + edges.length === 0) return ['', 'every node and every edge ran'];
  return [
    '',
    ...(nodes.length > 0 ? [`nodes that never ran: ${nodes.join(', ')}`] : []),
    ...(edges.length > 0 ? [`edges that never ran: ${edges.join(', ')}`] : []),
  ];
}

/** The report as text. */
export function describeReport({
  histories,
  failed,
  failures,
  faults,
  features,
  neverHappened,
  steps,
  outcomes,
  neverRan,
}: SimulationReport): string {
  const lines = [`${histories} histories, ${steps} steps, ${failures} with a violation`, ''];
  lines.push('runs ended:', ...outcomeLines(outcomes), ...neverRanLines(neverRan), '', 'faults:');
  for (const fault of keysOf(faults))
    lines.push(`  ${String(faults[fault]).padStart(9)}  ${fault}: ${FAULTS[fault]}`);
  lines.push('', 'features:');
  for (const [feature, times] of Object.entries(features))
    lines.push(`  ${String(times).padStart(9)}  ${feature}`);
  if (features['event execution.started'] === undefined)
    lines.push('', 'nothing ran: no execution could be dispatched, so nothing was tested');
  if (neverHappened.length > 0) lines.push('', `never happened: ${neverHappened.join(', ')}`);
  for (const { seed, violations } of failed) {
    lines.push('', `seed ${seed}:`, ...violations.slice(0, 5).map((it) => `  ${it.code}: ${it.message}`));
    lines.push(`  replay it alone: --seed ${seed} --histories 1; in a program the trace is in \`worst\``);
  }
  return lines.join('\n');
}
