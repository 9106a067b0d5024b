/** A thousand requests of webhook nodes in flight to a hundred origins, from one process. */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceivers } from './deliveries.js';
import { CALL_GOALS } from './goals.js';
import { SMALL, inFlight, sized } from './harness.js';
import { note } from './report.js';

const ORIGINS = 100;
const IN_FLIGHT = 1_000;
/** A receiver responds after this time, in ms. */
const DELAY_MS = 2_000;
const CALLS = 5_000;
const ROUNDS = 3;

async function idleDelay(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(DELAY_MS);
  delay.disable();
  return delay.percentile(99) / 1e6;
}

export async function benchCalls(): Promise<void> {
  const receivers = await openReceivers(ORIGINS, DELAY_MS);
  const [delays, idle, rates, most]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round <= (SMALL.isOn ? 1 : ROUNDS); round++) {
    const transport = createWebhookTransport({
      ...{ allowHttp: true, allowPrivate: true, logger: { warn: () => undefined } },
    });
    let open = 0;
    let peak = 0;
    const counting = {
      ...transport,
      call: async (request: Parameters<typeof transport.call>[0]) => {
        peak = Math.max(peak, (open += 1));
        return transport.call(request).finally(() => (open -= 1));
      },
    };
    const engine = createApprovalEngine({
      store: createMemoryStore(),
      webhooks: { transport: counting, perReceiver: IN_FLIGHT / ORIGINS },
      jobs: { callConcurrency: IN_FLIGHT },
    });
    for (const [index, url] of receivers.urls.entries()) {
      const nodes = [{ nodeId: 'call', type: 'webhook' as const, config: { url } }];
      await engine.definitions.create({ definitionId: `flow-${index}`, name: 'Flow', nodes, edges: [] });
    }
    const count = Math.max(IN_FLIGHT, sized(CALLS));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    await inFlight(64, count, (index) =>
      engine.executions.dispatch({ definitionId: `flow-${index % ORIGINS}` }),
    );
    await engine.idle();
    const seconds = (performance.now() - began) / 1_000;
    delay.disable();
    await engine.stop();
    idle.push(await idleDelay());
    // One round warms up.
    if (round === 0) continue;
    delays.push(delay.percentile(99) / 1e6);
    rates.push(count / seconds);
    most.push(peak);
  }
  console.log(`\n${ORIGINS} origins that respond after ${DELAY_MS} ms`);
  note('requests in flight at once', 'requests', most);
  note('requests per second', '/s', rates);
  // Other programs of the machine delay an idle process as well.
  note('event loop delay, p99, idle', 'ms', idle);
  note('event loop delay, p99, with 1,000 requests in flight', 'ms', delays, CALL_GOALS.loopDelay);
  await receivers.close();
}
