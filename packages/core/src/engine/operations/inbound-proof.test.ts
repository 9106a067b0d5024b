import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { agent } from '../../test-support/run.js';

const triggerOf = (secret: string) => ({
  triggerId: 'push',
  inboundWebhook: { authMode: 'bearer', secret } as const,
});
const FLOW = { definitionId: 'flow', name: 'Flow', nodes: [agent('check')], edges: [] };

test('a request starts the definition whose secret it proved to know, or none', async () => {
  const { engine } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
  const on = engine.forWorkspace('main');
  const [ofWorkspace, ofAcme] = ['secret-of-the-workspace', 'secret-of-the-organization'] as const;
  await on.definitions.create({ ...FLOW, triggers: [triggerOf(ofWorkspace)] });
  const own = { definitionId: 'flow', organizationId: 'acme' };
  const scope = { level: 'organization', organizationId: 'acme' } as const;
  await on.definitions.create({ ...FLOW, scope, triggers: [triggerOf(ofAcme)] });
  const sent = (secret: string, between = () => Promise.resolve()) =>
    engine.inbound.trigger(
      { ...own, workspaceId: 'main', triggerId: 'push' },
      { headers: { authorization: `Bearer ${secret}` }, body: new TextEncoder().encode('{"url":"u"}') },
      between,
    );
  // The definition is deleted between the proof and the run; one that replaced it is cached.
  const goes = async () => void (await on.definitions.delete(own));
  await expect(sent(ofAcme, goes)).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  await expect(sent(ofAcme)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  expect((await on.executions.list()).items).toEqual([]);
  await on.definitions.create({ ...FLOW, scope, triggers: [triggerOf(ofAcme)] });
  const goesAndAnother = async () => {
    await goes();
    await on.executions.dispatch(own);
  };
  await expect(sent(ofAcme, goesAndAnother)).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  expect((await on.executions.list()).items).toHaveLength(1);
  expect(await sent(ofWorkspace)).toMatchObject({ accepted: true });
  await engine.stop();
});
