/** An engine for tests: in memory, with its own clock. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { sequentialIds } from './sequential-ids.js';
import { VirtualClock } from './virtual-clock.js';

/** An engine with controls for tests. */
export interface TestEngine {
  /** The engine. */
  readonly engine: ApprovalEngine;
  /** The store, in memory by default. */
  readonly store: ApprovalStore;
  /** The clock, which stands still until `advance`. */
  readonly clock: VirtualClock;
  /** Advances the clock by `ms`: deadlines, timeouts and retries that fall due run in order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Waits until the engine is idle, and agents that respond at once have responded. */
  readonly drain: () => Promise<void>;
}

/**
 * Creates an engine for tests; store, clock and ids have defaults made for tests.
 * @throws TypeError when `clock` is not a `VirtualClock`.
 * @example
 * ```ts
 * import { op, variable, when } from '@org/approval-core';
 * import { createTestEngine } from '@org/approval-testkit';
 *
 * const { engine, advance } = createTestEngine();
 * await engine.definitions.create({
 *   definitionId: 'two-days',
 *   name: 'Two days',
 *   nodes: [
 *     {
 *       nodeId: 'ann',
 *       type: 'human',
 *       slaMs: 2 * 86_400_000,
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { end: 'rejected' } },
 *     },
 *     { nodeId: 'late', type: 'end', config: { outcome: 'late' } },
 *   ],
 *   edges: [
 *     { from: 'ann', to: 'late', when: when(op('eq', variable('step.status'), 'breached')) },
 *   ],
 * });
 * const { executionId } = await engine.executions.dispatch({ definitionId: 'two-days' });
 * await advance(2 * 86_400_000); // no waiting: the clock is the test's
 * const { outcome, steps } = await engine.executions.get({ executionId });
 * console.log(steps[0]?.status, outcome); // → breached late
 * await engine.stop();
 * ```
 */
export function createTestEngine(options: Partial<EngineOptions> = {}): TestEngine {
  const { store = createMemoryStore(), clock = new VirtualClock() } = options;
  if (!(clock instanceof VirtualClock))
    throw new TypeError('createTestEngine: clock must be a VirtualClock, which the test advances');
  const engine = createApprovalEngine({ ids: sequentialIds(), ...options, store, clock });
  const drain = async () => {
    // A responding agent needs a turn of the event loop, and its response may call the next one.
    for (let turn = 0; turn < 3; turn++) {
      await engine.idle({ exceptAgents: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await engine.idle({ exceptAgents: true });
  };
  return { engine, store, clock, drain, advance: (ms) => clock.advance(ms, drain) };
}
