/** A user's own workflow, with their own agents, in a thousand worlds where everything goes wrong that can. */
import { type Agents, type JsonObject, compileDefinition } from '@org/approval-core';
import { checkOptions, count, listOf, must, object, optional } from '@org/approval-internal/options';
import { type ShrunkHistory, shrinkHistory } from './shrink.js';
import { type SimulationReport, simulate } from './simulate.js';
import { ALL_FAULTS, type Fault } from './world/faults.js';
import { givenScenario } from './world/scenario.js';

/** How a workflow is simulated. */
export interface WorkflowSimulationOptions {
  /** Its agents by agentId, called in the time of the simulated world; by default they pass, fail and hang at random. */
  readonly agents?: Agents;
  /** What its runs are dispatched with; a `url` by default. */
  readonly triggerContext?: JsonObject;
  /**
   * How many histories, up to 1,000,000; each takes about 30 ms of a core.
   * @defaultValue 1_000
   */
  readonly histories?: number;
  /**
   * Of the first history; the next has the next. The same seed gives the same histories, unless agents look at a clock or at chance.
   * @defaultValue 1
   */
  readonly seed?: number;
  /** Which faults may happen; all by default. */
  readonly faults?: readonly Fault[];
}

/** What came of it. */
export interface WorkflowSimulation extends SimulationReport {
  /** How the runs of all histories ended, and how often: `completed`, `cancelled`, or the code of a failure. */
  readonly endings: Readonly<Record<string, number>>;
  /** The first history that failed, with as few faults and calls as still make it fail; null: none failed. */
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
 * Runs a workflow in simulated worlds: processes crash and pause, the database fails before and after it has written, clocks jump,
 * agents hang and call back twice, people decide, resolve, cancel and come back. `worst` is the history that failed, or else
 * the one that took longest, with everything that happened in it.
 * @throws TypeError that names every option that is wrong; Error with every issue of a definition that is not valid.
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
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
 *     },
 *     { nodeId: 'rework', type: 'agent', config: { agentId: 'writer', urlPath: 'url' } },
 *   ],
 *   edges: [{ from: 'scan', to: 'legal' }],
 * };
 * const agents = { scanner: () => ({ passed: true }), writer: () => ({ passed: true }) };
 * const { failures, endings, worst } = await simulateWorkflow(definition, { agents, histories: 20 });
 * console.log(failures, Object.keys(endings).includes('completed'), worst?.trace.length !== 0); // → 0 true true
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

function endingsOf({ features }: SimulationReport): Record<string, number> {
  const failures = Object.entries(features).filter(([name]) => name.startsWith('failure '));
  const whole = ['completed', 'cancelled'].map((it) => [it, features[`event execution.${it}`] ?? 0] as const);
  const named = failures.map(([name, times]) => [name.slice('failure '.length), times] as const);
  return Object.fromEntries([...whole, ...named].filter(([, times]) => times > 0));
}
