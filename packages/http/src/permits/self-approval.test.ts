/** A program wrongly asked about its own call cannot decide through ways other than `steps/*`. */
import { slackDecisionBlocks } from '@org/approval-core';
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createHandler, createSlackReceiver } from '../index.js';
import { NOW, createKit } from '../test-support/kit.js';
import { GUARDED } from '../test-support/permits.js';

const [review, ...others] = GUARDED.nodes;
/** The program is the one who is asked. */
const careless = {
  ...GUARDED,
  nodes: [
    { ...review!, config: { ...review!.config, reviewers: [{ userId: 'bot', mandatory: true }] } },
    ...others,
  ],
};
const SECRET = 'slack-signing-secret';
const call = { tool: 'mail.send', args: { to: 'a' } };
const requester = { principal: 'bot' };

let close: () => Promise<void>;
afterEach(() => close());

async function asked(definition: object = careless) {
  const kit = await createKit();
  const { engine, clock } = kit;
  await engine.forWorkspace('main').definitions.create(definition as typeof GUARDED);
  const policies = {
    rules: [{ tool: '*', do: 'ask' as const, definitionId: 'guarded', grantNodeId: 'act' }],
  };
  const owner = createApprovalGate({ engine, clock, policies, store: createMemoryPermitStore() });
  close = async () => {
    await owner.stop();
    await engine.stop();
  };
  const gate = owner.forWorkspace('main');
  const ref = { framework: 'test', runId: 'run', callId: 'call' };
  const permit = await gate.request({ call, ref, requester });
  await kit.drain();
  const { permitId } = permit;
  const step = { executionId: permit.executionId!, stepId: 'step_review' };
  return {
    ...{ ...kit, gate, permitId, step, handler: createHandler({ ...kit.handlerOptions, gate: owner }) },
    redeem: () => gate.redeem({ permitId, call, requester }),
  };
}

/** Presses Approve in the message of Slack that shows the step as it is, as `userId`. */
async function press({ engine, step }: Awaited<ReturnType<typeof asked>>, userId: string) {
  const receive = createSlackReceiver({
    engine,
    signingSecret: SECRET,
    now: () => NOW,
    userOf: () => ({ workspaceId: 'main', userId }),
  });
  const { executionId, stepId } = step;
  const execution = await engine.forWorkspace('main').executions.get({ executionId });
  const message = slackDecisionBlocks({ execution, stepId, name: 'A call' }) as unknown as {
    blocks: { elements?: { action_id: string; value: string }[] }[];
  };
  const payload = {
    ...{ type: 'block_actions', user: { id: 'U1', team_id: 'T1' } },
    actions: message.blocks.flatMap((it) => it.elements ?? []).slice(0, 1),
  };
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const time = String(NOW / 1_000);
  const mac = createHmac('sha256', SECRET).update(`v0:${time}:${body}`).digest('hex');
  return receive({
    method: 'POST',
    path: '/slack',
    query: '',
    headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${mac}` },
    remoteAddress: null,
    body: { kind: 'bytes', bytes: new TextEncoder().encode(body) },
  });
}

test('a button of Slack, pressed as the program, grants nothing', async () => {
  const it = await asked();
  const { gate, permitId, redeem, drain } = it;
  expect((await press(it, 'bot')).status).toBe(200);
  await drain();
  expect(await gate.get({ permitId })).toMatchObject({
    state: 'denied',
    code: 'self-approved',
    grantedBy: [],
  });
  expect(await redeem()).toMatchObject({ ok: false, why: 'denied', code: 'self-approved' });
});

test('pressed by a person it grants what the message showed', async () => {
  const it = await asked(GUARDED);
  const { gate, permitId, redeem, drain } = it;
  expect((await press(it, 'ann')).body).toContain('is recorded');
  await drain();
  expect(await gate.get({ permitId })).toMatchObject({ state: 'granted', grantedBy: [{ userId: 'ann' }] });
  expect(await redeem()).toMatchObject({ ok: true });
});

test('a decision link of the program is not made without a relay, and with one grants nothing', async () => {
  const { engine, gate, handler, step, permitId, redeem, drain } = await asked();
  const link = { ...step, reviewerId: 'bot', baseUrl: 'https://approvals.example.com' };
  await expect(engine.forWorkspace('main').links.create(link)).rejects.toMatchObject({
    ...{ status: 'PERMISSION_DENIED', details: { code: 'separation-of-duties' } },
  });
  // Even a relay of the host grants nothing: the decision and its digest are recorded without
  // effect.
  const { url } = await engine.forWorkspace('main', { relaysPermits: true }).links.create(link);
  const send = async (method: string, given: object) =>
    handler({
      ...{ method, path: new URL(url).pathname, query: '', remoteAddress: '192.0.2.1' },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: { kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify(given)) },
    });
  const { formToken } = (JSON.parse((await send('GET', {})).body) as { result: { formToken: string } })
    .result;
  const answer = await send('POST', { data: { decision: 'approve', formToken } });
  expect(answer.status).toBe(200);
  await drain();
  expect(await gate.get({ permitId })).toMatchObject({
    state: 'denied',
    code: 'self-approved',
    grantedBy: [],
  });
  expect(await redeem()).toMatchObject({ ok: false, why: 'denied', code: 'self-approved' });
});
