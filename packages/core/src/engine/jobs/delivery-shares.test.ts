/** The capacity a workspace leaves to others while its own receivers are slow. */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import type { WorkspaceOperations } from '../../index.js';
import { CONTEXT, agent, edge, human, rejectTo } from '../../test-support/run.js';

const QUICK = 'https://a.example.com/hooks';
const FLOW = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('review', 'ann', rejectTo('rework')), agent('rework'), agent('publish')],
  edges: [edge('review', 'publish')],
};

/** Two workspaces share 4 slots. Receivers below `long.example.com` answer on request. */
async function sharing() {
  const receiver = createTestReceiver();
  const { engine, clock } = createTestEngine({
    webhooks: { transport: receiver, random: () => 0, concurrency: 4 },
  });
  const other = engine.forWorkspace('other');
  await engine.definitions.create(FLOW);
  await other.definitions.create(FLOW);
  const answers: ((status: number) => void)[] = [];
  receiver.respondWith(({ url }) =>
    url.includes('long') ? new Promise((resolve) => answers.push(resolve)) : 200,
  );
  const dispatch = ({ executions }: Pick<WorkspaceOperations, 'executions'>, webhookUrl: string) =>
    executions.dispatch({
      ...{ definitionId: 'flow', triggerContext: CONTEXT },
      ...{ webhookUrl, webhookSecret: 'run-secret-0123456789' },
    });
  /** Deliveries of the other workspace. */
  const delivered = () => receiver.received.filter(({ url }) => url === QUICK).length;
  const turns = async (done: () => boolean) => {
    for (let turn = 0; turn < 500 && !done(); turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { engine, clock, receiver, other, answers, dispatch, delivered, turns };
}

test('a workspace whose receivers hang, each under its own name, holds up no other workspace', async () => {
  const { engine, clock, other, answers, dispatch, delivered, turns } = await sharing();
  for (let run = 0; run < 40; run++) await dispatch(engine, `https://x${run}.long.example.com`);
  await turns(() => answers.length === 4);
  await dispatch(other, QUICK);
  await clock.advance(1_000);
  await turns(() => false);
  // Deliveries that began before the other workspace was known end first.
  for (const answer of answers.splice(0, 3)) answer(503);
  await turns(() => delivered() === 2);
  expect(delivered()).toBe(2);
  await dispatch(other, QUICK);
  await turns(() => delivered() === 4);
  expect(delivered()).toBe(4);
  await engine.stop({ graceMs: 0 });
});

test('a workspace with much to deliver to receivers that take their time holds up no other workspace', async () => {
  const { engine, clock, receiver, other, answers, dispatch, delivered, turns } = await sharing();
  for (let run = 0; run < 80; run++) await dispatch(engine, `https://x${run % 4}.long.example.com`);
  await turns(() => answers.length === 4);
  await dispatch(other, QUICK);
  // They answer before they would be taken to hang.
  for (let round = 0; round < 8 && delivered() < 2; round++) {
    await clock.advance(900);
    for (const answer of answers.splice(0)) answer(200);
    await turns(() => answers.length === 4 && delivered() === 2);
  }
  expect(delivered()).toBe(2);
  expect(receiver.received.length).toBeLessThan(20);
  await engine.stop({ graceMs: 0 });
});
