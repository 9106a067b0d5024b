/** A message in Slack, from the button to its replacement; Slack is a server on loopback. */
import { slackDecisionBlocks } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createSlackReceiver } from '../index.js';

const SECRET = 'slack-signing-secret';
const NOW = Date.UTC(2026, 0, 1);
const [FIRST, SECOND] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
const USERS: Record<string, string> = { U1: 'ann', U2: 'bob', U3: 'zoe' };

const CONTRACT = {
  definitionId: 'contract',
  name: 'Contract',
  nodes: [
    {
      nodeId: 'sign',
      type: 'human' as const,
      config: {
        reviewers: ['ann', 'bob'].map((userId) => ({ userId, mandatory: true })),
        commentBody: 'Sign <it> & file it?',
        requireSubjectDigest: true,
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

interface Block {
  readonly type: string;
  readonly text?: { readonly text: string };
  readonly elements?: readonly {
    readonly action_id: string;
    readonly value: string;
    readonly text: string;
  }[];
}
interface Message {
  readonly blocks: readonly Block[];
}

/** `answers`: how Slack takes what it is sent. */
async function world(
  answers: RequestListener = (_, response) => void response.end('ok'),
  options: { responseOrigins?: undefined } = {},
) {
  const { engine } = createTestEngine();
  await engine.definitions.create(CONTRACT);
  const subject = { digest: FIRST, ref: 'contract-7', revision: '1' };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'contract', subject });
  const posted: { readonly path: string; readonly body: Message & Record<string, unknown> }[] = [];
  const slack = createServer((request, response) => {
    void text(request).then((body) => {
      posted.push({ path: request.url ?? '', body: JSON.parse(body) as Message & Record<string, unknown> });
      answers(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(slack, 'listening');
  onTestFinished(() => {
    slack.closeAllConnections();
    slack.close();
  });
  const origin = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`;
  const warned: string[] = [];
  const receive = createSlackReceiver({
    engine,
    signingSecret: SECRET,
    ...('responseOrigins' in options ? {} : { responseOrigins: [origin] }),
    now: () => NOW,
    logger: {
      warn: (_, error) => void warned.push(String(error)),
      error: (_, error) => void warned.push(String(error)),
    },
    userOf: ({ id }) => (USERS[id] === undefined ? null : { workspaceId: 'default', userId: USERS[id] }),
  });
  const shown = async (withSubject = true): Promise<Message> => {
    const execution = await engine.executions.get({ executionId });
    const subject = withSubject ? execution.subject : null;
    const question = { execution: { ...execution, subject }, stepId: 'step_sign', name: 'Contract' };
    return slackDecisionBlocks(question) as unknown as Message;
  };
  /** Presses a button of a message, as Slack tells it. */
  async function press(id: string, { blocks }: Message, more: object = {}): Promise<[number, string]> {
    const button = blocks
      .flatMap((it) => it.elements ?? [])
      .find((it) => it.action_id === 'approval-decide-approve');
    const { action_id, value } = button ?? { action_id: 'none', value: '' };
    const payload = {
      ...{ type: 'block_actions', user: { id }, team: { id: 'T1' }, actions: [{ action_id, value }] },
      ...{ message: { blocks }, response_url: `${origin}/actions/T1/1`, ...more },
    };
    const bytes = new TextEncoder().encode(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
    const time = String(NOW / 1_000);
    const mac = createHmac('sha256', SECRET).update(`v0:${time}:`).update(bytes).digest('hex');
    const answer = await receive({
      ...{ method: 'POST', path: '/slack', query: '', remoteAddress: null, body: { kind: 'bytes', bytes } },
      headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${mac}` },
    });
    return [answer.status, answer.body];
  }
  const step = async () => (await engine.executions.get({ executionId })).steps[0];
  return { engine, executionId, origin, posted, warned, shown, press, step };
}

const buttonsOf = ({ blocks }: Message) =>
  blocks.flatMap((it) => (it.type === 'actions' ? (it.elements ?? []) : []));

test('a step that asks for the digest is decided from Slack, and the message says who did', async () => {
  const { posted, warned, shown, press, step } = await world();
  const message = await shown();
  expect(message.blocks[0]?.text?.text).toBe(
    `*Contract*\nSign &lt;it&gt; &amp; file it?\ncontract-7\n1\n${FIRST}`,
  );
  expect((await press('U1', message))[1]).toContain('recorded');
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({
    path: '/actions/T1/1',
    body: { replace_original: true, text: 'Approved by <@U1>' },
  });
  // Bob is still asked: the buttons stay.
  expect(buttonsOf(posted[0]!.body)).toHaveLength(2);
  expect(await step()).toMatchObject({ status: 'waiting', output: { approveCount: 1 } });

  await press('U2', posted[0]!.body);
  expect(await step()).toMatchObject({ status: 'completed', output: { decision: 'approve' } });
  expect(buttonsOf(posted[1]!.body)).toEqual([]);
  const said = posted[1]!.body.blocks.flatMap((it) => it.elements ?? []).map((it) => it.text);
  expect(said).toEqual(['Approved by <@U1>', 'Approved by <@U2>']);
  expect(warned).toEqual([]);
});

test('however long the question is, what the buttons are on is shown whole', async () => {
  const { engine, executionId } = await world();
  const execution = await engine.executions.get({ executionId });
  const [sign, ...others] = execution.steps;
  const subject = { digest: FIRST, ref: '&'.repeat(200), revision: '<'.repeat(200) };
  const output = { ...sign?.output, commentBody: 'Approve. '.repeat(800) };
  const { blocks } = slackDecisionBlocks({
    execution: { ...execution, subject, steps: [{ ...sign!, output }, ...others] },
    stepId: 'step_sign',
    name: 'Contract '.repeat(20),
  }) as unknown as Message;
  const shown = blocks[0]?.text?.text ?? '';
  expect(shown.endsWith(`…\n${'&amp;'.repeat(200)}\n${'&lt;'.repeat(200)}\n${FIRST}`)).toBe(true);
  expect(shown.length).toBeLessThanOrEqual(3_000);
});

test('once it is about something else, an old message answers for nothing, and a new one does', async () => {
  const { engine, executionId, posted, shown, press, step } = await world();
  const old = await shown();
  await engine.executions.reviseSubject({
    executionId,
    subject: { digest: SECOND },
    ifDigest: FIRST,
    actorId: 'host',
  });
  expect((await press('U1', old))[1]).toContain('read the step again');
  expect(posted[0]?.body).toMatchObject({ response_type: 'ephemeral', replace_original: false });
  expect(await step()).toMatchObject({ status: 'waiting', output: { totalResponses: 0 } });
  // Not even with the round of now: what was shown is not what it would be an answer to.
  const now = await shown();
  const forged = JSON.parse(JSON.stringify(now).replaceAll(SECOND, FIRST)) as Message;
  expect((await press('U1', forged))[1]).toContain('review the current one');
  expect(await step()).toMatchObject({ status: 'waiting', output: { totalResponses: 0 } });
  expect((await press('U1', now))[1]).toContain('is recorded');
});

test('a message about nothing in particular answers for nothing that came since', async () => {
  const { engine, posted, press } = await world();
  const [sign, rework] = CONTRACT.nodes;
  const config = { ...sign?.config, requireSubjectDigest: false, onSubjectChange: 'keep' as const };
  await engine.definitions.create({
    ...CONTRACT,
    definitionId: 'open',
    nodes: [{ ...sign, config }, rework] as unknown as typeof CONTRACT.nodes,
  });
  const { executionId } = await engine.executions.dispatch({ definitionId: 'open' });
  const message = async () => {
    const execution = await engine.executions.get({ executionId });
    return slackDecisionBlocks({ execution, stepId: 'step_sign', name: 'Open' }) as unknown as Message;
  };
  const old = await message();
  const subject = { digest: FIRST };
  await engine.executions.reviseSubject({ executionId, subject, ifDigest: null, actorId: 'host' });
  expect((await press('U1', old))[1]).toContain('review the current one');
  expect(posted[0]?.body).toMatchObject({ response_type: 'ephemeral', replace_original: false });
  const { steps } = await engine.executions.get({ executionId });
  expect(steps[0]).toMatchObject({ status: 'waiting', output: { totalResponses: 0 } });
  expect((await press('U1', await message()))[1]).toContain('is recorded');
});

test('without a digest the step refuses the button, as it always did', async () => {
  const { shown, press, step } = await world();
  expect((await press('U1', await shown(false)))[1]).toContain('was not recorded');
  expect(await step()).toMatchObject({ output: { totalResponses: 0 } });
});

test('a user who is not a reviewer gets a private message', async () => {
  const { posted, shown, press } = await world();
  await press('U3', await shown());
  await press('U9', await shown());
  expect(posted.map(({ body }) => body['replace_original'])).toEqual([false, false]);
});

test('nothing is sent to an address that Slack has not', async () => {
  const { origin, posted, warned, shown, press, step } = await world();
  const port = new URL(origin).port;
  for (const response_url of [
    `http://localhost:${port}/`,
    `http://user:word@127.0.0.1:${port}/`,
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'no address',
  ]) {
    await press('U1', await shown(), { response_url });
  }
  expect(posted).toEqual([]);
  expect(warned).toHaveLength(5);
  expect(warned[0]).toContain(`the response_url is not at ${origin}`);
  expect(await step()).toMatchObject({ output: { approveCount: 1 } });
});

test('by default only Slack itself is written to', async () => {
  const { engine, posted, warned, shown, press } = await world(undefined, { responseOrigins: undefined });
  await press('U1', await shown());
  expect(posted).toEqual([]);
  expect(warned.join()).toContain('the response_url is not at https://hooks.slack.com');
  const options = { engine, signingSecret: SECRET, userOf: () => null };
  expect(() => createSlackReceiver({ ...options, responseOrigins: ['https://hooks.slack.com/'] })).toThrow(
    'responseOrigins must be origins',
  );
});

test.each<[string, RequestListener, string]>([
  ['an error', (_, response) => void response.writeHead(500).end(), 'Slack answered 500'],
  [
    'a redirect',
    (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    'fetch failed',
  ],
  ['a cut', (request) => void request.socket.destroy(), 'fetch failed'],
  ['silence', () => undefined, 'aborted due to timeout'],
])('what Slack answers with %s is logged, and the decision stands', async (_, answers, why) => {
  const { posted, warned, shown, press, step } = await world(answers);
  expect((await press('U1', await shown()))[0]).toBe(200);
  expect(posted.map(({ path }) => path)).toEqual(['/actions/T1/1']);
  expect(warned.join()).toContain(why);
  expect(await step()).toMatchObject({ output: { approveCount: 1 } });
});
