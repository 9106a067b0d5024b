/** A run of many automatic steps lets the rest of the process go on between them. */
import { createApprovalEngine, createMemoryStore } from '../../index.js';
import { agent } from '../../test-support/run.js';
import { expect, test } from 'vitest';

/** ms that each agent takes up, so that a run of them is far longer than a turn may be on any machine. */
const BUSY_MS = 5;

test('300 agents that never wait, one after the other and at once', async () => {
  const busy = () => {
    const end = performance.now() + BUSY_MS;
    while (performance.now() < end);
    return { passed: true };
  };
  const engine = createApprovalEngine({ store: createMemoryStore(), agents: { busy } });
  const nodes = Array.from({ length: 100 }, (_, index) => agent(`n${index}`, 'busy'));
  await engine.definitions.create({ definitionId: 'row', name: 'Row', nodes, edges: [] });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  for (let run = 0; run < 3; run++) {
    await engine.executions.dispatch({ definitionId: 'row', triggerContext: { url: 'u' } });
  }
  await engine.idle();
  clearInterval(timer);
  // Sixteen are called at once; without a pause there is no turn before the last.
  expect(turns).toBeGreaterThan(10);
  await engine.stop();
}, 20_000);
