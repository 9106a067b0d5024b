/** Features of the AI SDK only: custom rendering, streaming tools, external tools. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { guardTools } from '@org/approval-agents/ai-sdk';
import { createTestEngine } from '@org/approval-testkit';
import { generateText, jsonSchema, type ModelMessage, tool } from 'ai';
import { expect, test } from 'vitest';
import { callsOf, DONE, type Mail, PRINCIPAL } from '../drivers/driver.js';
import { scripted, sdk6 } from '../models/ai-sdk.js';
import { answer, asked, policies, redirect, review } from './people.js';

const inputSchema = jsonSchema<Mail>({ type: 'object', properties: {}, additionalProperties: true });
const MAIL: Mail = { to: 'ann@example.com', text: 'Hello' };
const host = { requester: { principal: PRINCIPAL }, runId: 'chat-1' };

test('a tool that streams and shows its results in its own way does so, beside what a person changed', async () => {
  const { engine, clock } = createTestEngine();
  await engine.definitions.create(review);
  const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies });
  const sendMail = tool({
    inputSchema,
    async *execute({ to }: Mail) {
      yield { progress: 'connecting', to };
      yield { progress: 'sent', to };
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: `${output.progress}: ${output.to}` }),
  });
  const permits = guardTools(gate, { send_mail: sendMail }, host);
  const sdk = await sdk6();
  const prompts: string[] = [];
  const generate = (messages: ModelMessage[], turns: Parameters<typeof scripted>[1]) =>
    generateText({ model: scripted(sdk, turns, prompts), messages, tools: permits.tools });

  const question: ModelMessage = { role: 'user', content: 'Write to Ann' };
  const { response } = await generate([question], [{ calls: callsOf([MAIL]) }]);
  const messages = [question, ...response.messages];
  const [permit] = await asked(gate);
  await answer(engine, await redirect(gate, permit!, 'boss@example.com'), 'approve');
  await generate([...messages, (await permits.answer(messages))!], [DONE]);

  const words = prompts.at(-1)!;
  expect(words).toContain('sent: boss@example.com');
  expect(words).toContain('A person changed the arguments');
  // Unchanged without amendments.
  const plain = await permits.tools.send_mail.toModelOutput?.({
    toolCallId: 'call_2',
    input: MAIL,
    output: { progress: 'sent', to: 'ann@example.com' },
  });
  expect(plain).toEqual({ type: 'text', value: 'sent: ann@example.com' });
  await gate.stop();
  await engine.stop();
});

test('a tool that runs elsewhere cannot be guarded here', async () => {
  const { engine } = createTestEngine();
  const gate = createApprovalGate({ engine, store: createMemoryPermitStore(), policies });
  expect(() => guardTools(gate, { elsewhere: tool({ inputSchema }) }, host)).toThrow(
    '"elsewhere" has no execute',
  );
  await gate.stop();
  await engine.stop();
});
