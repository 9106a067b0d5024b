/** Tools that do not throw, but answer that they failed: the outcome of the permit says so. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { permitMiddleware } from './langchain.js';
import { guardTool } from './mcp.js';
import { mails } from './test-support/mails.js';

const ANN = { to: 'ann@example.com' };
const requester = { principal: 'assistant' };

let set: Awaited<ReturnType<typeof mails>>;
beforeEach(async () => {
  set = await mails();
});
afterEach(() => set.stop());

const outcomeOf = async (permitId: string) => (await set.gate.get({ permitId })).outcome;

test.each([
  [
    'with its error',
    { isError: true, content: [{ type: 'text', text: 'no mail server' }] },
    { ok: false, error: 'no mail server' },
  ],
  ['without a word', { isError: true }, { ok: false, error: expect.stringContaining('failed') as string }],
  [
    'with more words than an outcome has',
    { isError: true, content: [{ type: 'text', text: 'x'.repeat(5_000) }] },
    { ok: false, error: 'x'.repeat(2_000) },
  ],
  [
    'with words that end within a character where an outcome does',
    { isError: true, content: [{ type: 'text', text: `${'x'.repeat(1_999)}🔑` }] },
    { ok: false, error: 'x'.repeat(1_999) },
  ],
  [
    'with words that a store cannot hold',
    { isError: true, content: [{ type: 'text', text: 'read \0\ud800' }] },
    { ok: false, error: 'read \ufffd' },
  ],
  [
    'that it is done',
    { isError: false, content: [{ type: 'text', text: 'sent' }] },
    { ok: true, error: null },
  ],
  ['nothing', undefined, { ok: true, error: null }],
])('a handler of MCP answers %s', async (_, result, outcome) => {
  const tool = guardTool(set.gate, () => result, { name: 'send_mail', requester });
  await tool(ANN, {});
  const { permitId } = await set.answer('approve');
  // The model gets the tool's own text, as without a gate.
  expect(await tool(ANN, {})).toBe(result);
  expect(await outcomeOf(permitId)).toMatchObject(outcome);
});

class ToolMessage {
  content: string;
  tool_call_id: string;
  status: string;

  constructor({ content, tool_call_id, status }: { content: string; tool_call_id: string; status: string }) {
    this.content = content;
    this.tool_call_id = tool_call_id;
    this.status = status;
  }
}

const said = (status: string) =>
  new ToolMessage({ content: 'Error: no mail server', tool_call_id: 'call_1', status });

test.each([
  ['a message', said('error'), { ok: false, error: 'Error: no mail server' }],
  ['a command', { update: { messages: [said('error')] } }, { ok: false, error: 'Error: no mail server' }],
  ['a message that it is done', said('success'), { ok: true, error: null }],
])('a tool of LangChain answers with %s', async (_, result, outcome) => {
  const interrupt = () => {
    throw new Error('interrupted');
  };
  const { wrapToolCall } = permitMiddleware(set.gate, { interrupt, ToolMessage, requester });
  const request = {
    toolCall: { name: 'send_mail', args: ANN, id: 'call_1' },
    tool: { name: 'send_mail' },
    runtime: { configurable: { thread_id: 'thread_1' } },
  };
  await expect(wrapToolCall(request, () => result)).rejects.toThrow('interrupted');
  const { permitId } = await set.answer('approve');
  expect(await wrapToolCall(request, () => result)).toBe(result);
  expect(await outcomeOf(permitId)).toMatchObject(outcome);
});
