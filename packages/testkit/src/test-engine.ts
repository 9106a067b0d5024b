/** An engine for tests: in memory, with a clock of its own. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { sequentialIds } from './sequential-ids.js';
import { VirtualClock } from './virtual-clock.js';

export interface TestEngine {
  readonly engine: ApprovalEngine;
  readonly store: ApprovalStore;
  readonly clock: VirtualClock;
  /** Lets time pass, in ms: deadlines, timeouts and retries that fall due are done, in order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Waits until the engine has nothing to do, and agents that answer at once have answered. */
  readonly settle: () => Promise<void>;
}

/** Takes the options of an engine; store, clock and ids have defaults made for tests. */
export function createTestEngine(options: Partial<EngineOptions> = {}): TestEngine {
  const store = options.store ?? createMemoryStore();
  const clock = new VirtualClock();
  const engine = createApprovalEngine({ ids: sequentialIds(), ...options, store, clock });
  const settle = async () => {
    // An agent that answers needs a turn of the event loop, and what it answers may call the next one.
    for (let turn = 0; turn < 3; turn++) {
      await engine.idle({ exceptAgents: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await engine.idle({ exceptAgents: true });
  };
  return { engine, store, clock, settle, advance: (ms) => clock.advance(ms, settle) };
}
