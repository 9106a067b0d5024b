/** Features of LangChain only: late parsing, invented names, command results. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { permitMiddleware } from '@org/approval-agents/langchain';
import { createTestEngine } from '@org/approval-testkit';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, type StructuredTool, tool, ToolMessage } from 'langchain';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { PRINCIPAL } from '../drivers/driver.js';
import { Scripted } from '../models/langchain.js';
import { answer, asked, policies, redirect, review } from './people.js';

const THREAD = { configurable: { thread_id: 'thread-1' } };
const ASK = { messages: [{ role: 'user', content: 'Write to Ann' }] };

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0)) await it.stop();
});

async function agentWith(sendMail: unknown, name: string, args: object) {
  const { engine, clock } = createTestEngine();
  await engine.definitions.create(review);
  const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies });
  open.push(gate, engine);
  const prompts: string[] = [];
  const agent = createAgent({
    model: new Scripted([{ calls: [{ id: 'call_1', name, input: args }] }, { text: 'Done.' }], prompts),
    checkpointer: new MemorySaver(),
    middleware: [
      createMiddleware(
        permitMiddleware(gate, { interrupt, ToolMessage, requester: { principal: PRINCIPAL } }),
      ),
    ],
    tools: [sendMail as StructuredTool],
  });
  return { engine, gate, agent, prompts };
}

const named = { name: 'send_mail', description: 'Sends a mail' };

test('people are asked about what the tool will get: what the schema fills in included', async () => {
  const sent: unknown[] = [];
  const schema = z.object({ to: z.string(), copyTo: z.string().default('everybody@example.com') });
  const sendMail = tool((mail) => String(sent.push(mail)), { ...named, schema });
  const { engine, gate, agent } = await agentWith(sendMail, 'send_mail', { to: 'ann@example.com' });
  await agent.invoke(ASK, THREAD);
  const [permit] = await asked(gate);
  expect(permit!.call.args).toEqual({ to: 'ann@example.com', copyTo: 'everybody@example.com' });
  await answer(engine, permit!, 'approve');
  await agent.invoke(new Command({ resume: 1 }), THREAD);
  expect(sent).toEqual([{ to: 'ann@example.com', copyTo: 'everybody@example.com' }]);
});

test('a schema that changes its own output is refused: the tool would get something else', async () => {
  const schema = z.object({ to: z.string().transform((to) => `${to}.example.com`) });
  const sendMail = tool(() => 'sent', { ...named, schema });
  const { gate, agent } = await agentWith(sendMail, 'send_mail', { to: 'ann@mail' });
  await expect(agent.invoke(ASK, THREAD)).rejects.toThrow('changes its own output');
  expect(await asked(gate)).toEqual([]);
});

test.each([
  ['a name that no tool has', 'send_mails', { to: 'ann@example.com' }, 'the tool does not exist'],
  ['arguments that do not fit', 'send_mail', { to: 7 }, 'do not fit the schema'],
])('%s: nobody is asked, and the model is told', async (_what, name, args, words) => {
  const sendMail = tool(() => 'sent', { ...named, schema: z.object({ to: z.string() }) });
  const { gate, agent, prompts } = await agentWith(sendMail, name, args);
  await agent.invoke(ASK, THREAD);
  expect(await asked(gate)).toEqual([]);
  expect(prompts.at(-1)).toContain(words);
});

test('a tool that answers with a command: what a person changed is in its message', async () => {
  const schema = z.object({ to: z.string() });
  const sendMail = tool(
    ({ to }) =>
      new Command({
        update: { messages: [new ToolMessage({ content: `sent to ${to}`, tool_call_id: 'call_1' })] },
      }),
    { ...named, schema },
  );
  const { engine, gate, agent, prompts } = await agentWith(sendMail, 'send_mail', { to: 'ann@example.com' });
  await agent.invoke(ASK, THREAD);
  const [permit] = await asked(gate);
  await answer(engine, await redirect(gate, permit!, 'boss@example.com'), 'approve');
  await agent.invoke(new Command({ resume: 1 }), THREAD);
  expect(prompts.at(-1)).toContain('A person changed the arguments');
  expect(prompts.at(-1)).toContain('sent to boss@example.com');
});
