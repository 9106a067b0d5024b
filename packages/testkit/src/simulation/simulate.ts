/** Many histories of simulated worlds, and what came of them. */
import type { Agents, JsonObject } from '@org/approval-core';
import { keysOf } from '@org/approval-internal/values';
import { ALL_FAULTS, FAULTS, type Fault } from './world/faults.js';
import { type History, type Sabotage, count, runHistory } from './world/history.js';
import { EXPECTED_FEATURES } from './world/features.js';
import { givenScenario } from './world/scenario.js';

/** What is simulated, and for how long. */
export interface SimulationOptions {
  /** The definition whose runs are simulated; a random one for each history by default. */
  readonly definition?: JsonObject;
  /** What its runs are dispatched with; a `url` by default. */
  readonly triggerContext?: JsonObject;
  /** Its agents by agentId, called in the time of the simulated world; random ones by default. */
  readonly agents?: Agents;
  /**
   * How many histories.
   * @defaultValue 1_000
   */
  readonly histories?: number;
  /**
   * Of the first history; the next has the next.
   * @defaultValue 1
   */
  readonly seed?: number;
  /** Which faults may happen; all by default. */
  readonly faults?: readonly Fault[];
  /** Calls that people make in a history, at most; up to 40 by default. */
  readonly calls?: number;
  /** A bug that is planted, to see that it is found. */
  readonly sabotage?: Sabotage;
  /** Stops at the first history with a violation. */
  readonly stopAtFirst?: boolean;
  /** Stops behind the history that is under way; the report is of those that were run. */
  readonly signal?: AbortSignal;
  /** Called after each history. */
  readonly onHistory?: (history: History) => void;
}

/** What came of all histories. */
export interface SimulationReport {
  /** How many were run. */
  readonly histories: number;
  /** Those that violated something, the first ones first; 20 at most. */
  readonly failed: readonly History[];
  /** How many violated something. */
  readonly failures: number;
  /** The first that failed, or else the one that took longest; with its trace. */
  readonly worst: History | null;
  /** How often each fault happened. */
  readonly faults: Readonly<Record<Fault, number>>;
  /** Faults that may happen and never did: what was not tried was not shown. */
  readonly neverHappened: readonly Fault[];
  /** How often the runs came to each feature of the engine. */
  readonly features: Readonly<Record<string, number>>;
  /** Features of random histories that none came to: a generator that never makes something shows nothing about it. */
  readonly neverReached: readonly string[];
  /** Events of all schedules together. */
  readonly steps: number;
}

const KEPT = 20;

/**
 * Runs histories of engines, callers, agents and receivers in a world where everything goes wrong that can, one after the
 * other; the same seed gives the same histories.
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
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
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
  const tally = new Tally();
  for (let index = 0; index < histories; index++) {
    const history = await runHistory({ ...historyOptions(options), seed: seed + index });
    tally.add(history);
    onHistory?.(history);
    if (signal?.aborted === true || (stopAtFirst && tally.failures > 0)) break;
    // A history waits for nothing of the outside: without this no signal would ever be heard.
    if (signal !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  const { worst } = tally;
  const traced =
    worst === null
      ? null
      : await runHistory({ ...historyOptions(options), seed: worst.seed, keepTrace: true });
  return tally.report(options.faults ?? ALL_FAULTS, traced);
}

/** A part of the seeds by itself, as `simulate` would run each of them. */
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
    return { histories, failed, failures, worst, faults, neverHappened, features, neverReached, steps };
  }
}

function isWorse(history: History, than: History | null): boolean {
  if (than === null) return true;
  const [fails, failed] = [history, than].map((it) => it.violations.length > 0);
  if (fails !== failed) return fails === true;
  return failed === false && history.virtualMs > than.virtualMs;
}

/** The report in words. */
export function describeReport({
  histories,
  failed,
  failures,
  faults,
  features,
  neverHappened,
  steps,
}: SimulationReport): string {
  const lines = [`${histories} histories, ${steps} steps, ${failures} with a violation`, '', 'faults:'];
  for (const fault of keysOf(faults))
    lines.push(`  ${String(faults[fault]).padStart(9)}  ${fault}: ${FAULTS[fault]}`);
  lines.push('', 'features:');
  for (const [feature, times] of Object.entries(features))
    lines.push(`  ${String(times).padStart(9)}  ${feature}`);
  if (features['ok dispatch'] === undefined)
    lines.push('', 'nothing ran: no run could be dispatched, so nothing was shown');
  if (neverHappened.length > 0) lines.push('', `never happened: ${neverHappened.join(', ')}`);
  for (const { seed, violations } of failed) {
    lines.push('', `seed ${seed}:`, ...violations.slice(0, 5).map((it) => `  ${it.code}: ${it.message}`));
    lines.push(`  replay it alone: --seed ${seed} --histories 1; in a program the trace is in \`worst\``);
  }
  return lines.join('\n');
}
