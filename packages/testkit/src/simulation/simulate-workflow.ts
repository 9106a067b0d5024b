/**
 * Simulates a user's own workflow, with their own agents, in many worlds with every kind of fault.
 */
import { type Agents, type JsonObject, compileDefinition } from '@org/approval-core';
import { isTerminal } from '@org/approval-core/interpreter';
import { checkOptions, count, listOf, must, object, optional } from '@org/approval-internal/options';
import { keyOf } from './outcomes.js';
import { type ShrunkHistory, shrinkHistory } from './shrink.js';
import { type SimulationReport, simulate } from './simulate.js';
import { ALL_FAULTS, type Fault } from './world/faults.js';
import { givenScenario } from './world/scenario.js';

/** Options of a workflow simulation. */
export interface WorkflowSimulationOptions {
  /**
   * The agents by agentId, called in simulated time; by default they pass, fail and hang at random.
   */
  readonly agents?: Agents;
  /** Trigger context of each dispatch; a `url` by default. */
  readonly triggerContext?: JsonObject;
  /**
   * Number of histories, up to 1,000,000; each takes about 30 ms of a core.
   * @defaultValue 1_000
   */
  readonly histories?: number;
  /**
   * Seed of the first history; each next one adds 1. The same seed gives the same histories, unless
   * agents use a clock or random numbers.
   * @defaultValue 1
   */
  readonly seed?: number;
  /** Faults that may happen; all by default. */
  readonly faults?: readonly Fault[];
}

/** Result of a workflow simulation. */
export interface WorkflowSimulation extends SimulationReport {
  /** Number of executions by ending: `completed`, `cancelled`, or the code of a failure. */
  readonly endings: Readonly<Record<string, number>>;
  /**
   * The first failed history, reduced to the faults and calls that it needs; null when none failed.
   */
  readonly smallest: ShrunkHistory | null;
}

const MOST_HISTORIES = 1_000_000;
const CHECKS = {
  agents: optional(object),
  triggerContext: optional(object),
  histories: optional(
    must(
      `at most ${MOST_HISTORIES}, and above 0`,
      (it) => count(it, '').length === 0 && Number(it) <= MOST_HISTORIES,
    ),
  ),
  seed: optional(must('a whole number, 0 or more', (it) => Number.isSafeInteger(it) && Number(it) >= 0)),
  faults: optional(listOf('faults (see FAULTS)', (it) => ALL_FAULTS.some((fault) => fault === it))),
};

/**
 * Runs a workflow in simulated worlds. Processes crash and pause, the database fails before and
 * after writes, and clocks jump. Agents hang and call back twice. Users decide, resolve, cancel and
 * return. `worst` is the first failed history, or else the longest one, with its trace.
 * @throws TypeError that names every option that is wrong; Error with every issue of a definition
 *   that is not valid.
 * @example
 * ```ts
 * import { simulateWorkflow } from '@org/approval-testkit/simulation';
 *
 * const definition = {
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [
 *     { nodeId: 'scan', type: 'agent', config: { agentId: 'scanner', urlPath: 'url' } },
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
 *   edges: [{ from: 'scan', to: 'legal' }],
 * };
 * const agents = { scanner: () => ({ passed: true }), writer: () => ({ passed: true }) };
 * const { failures, endings, worst } = await simulateWorkflow(definition, {
 *   agents,
 *   histories: 20,
 * });
 * console.log(failures, 'completed' in endings, worst?.trace.length !== 0); // → 0 true true
 * ```
 */
export async function simulateWorkflow(
  definition: JsonObject,
  options: WorkflowSimulationOptions = {},
): Promise<WorkflowSimulation> {
  checkOptions('simulateWorkflow', options, CHECKS);
  const checked = compileDefinition(definition);
  if (!checked.ok) {
    const issues = checked.issues.map((it) => `${it.path}: ${it.message}`);
    throw new Error(`simulateWorkflow: the definition is not valid: ${issues.join('; ')}`);
  }
  const report = await simulate({ definition, ...options });
  const first = report.failed[0];
  return { ...report, endings: endingsOf(report), smallest: first === undefined ? null : await smaller() };

  function smaller(): Promise<ShrunkHistory | null> {
    const { triggerContext = { url: 'https://example.com/it' }, agents, faults } = options;
    const scenario = givenScenario(definition, triggerContext);
    return shrinkHistory({ seed: first?.seed ?? 1, scenario, agents, faults });
  }
}

function endingsOf({ outcomes }: SimulationReport): Record<string, number> {
  const endings: Record<string, number> = {};
  for (const it of outcomes.filter(({ status }) => isTerminal(status)))
    endings[keyOf(it)] = (endings[keyOf(it)] ?? 0) + it.runs;
  return endings;
}
