/** The AI SDK: answers to its approval parts, and options of tools that are kept. */
import type { JsonObject } from '@org/approval-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Policies } from '../types.js';
import { guardTools } from './ai-sdk.js';
import type { Message } from './ai-sdk-messages.js';
import { mails } from './test-support/mails.js';

const ANN = { to: 'ann@example.com' };
const ALLOWED: Policies = { rules: [{ tool: 'send_mail', do: 'allow' }] };

let set: Awaited<ReturnType<typeof mails>>;
beforeEach(async () => {
  set = await mails();
});
afterEach(() => set.stop());

/** A tool of the SDK, as far as tests call it. */
interface SdkTool {
  execute: (input: JsonObject, given: object) => unknown;
  needsApproval?: boolean | ((input: never, given: never) => boolean | Promise<boolean>);
  toModelOutput?: (given: { output: unknown }) => unknown;
  description?: string;
}

const options = { requester: { principal: 'assistant' }, runId: 'chat-1' };
const echo = (input: JsonObject): unknown => `sent to ${JSON.stringify(input['to'])}`;

function guarded(more: Partial<SdkTool> = {}) {
  const permits = guardTools(set.gate, { send_mail: { execute: echo, ...more } satisfies SdkTool }, options);
  const tool = permits.tools.send_mail as unknown as Required<SdkTool> & {
    needsApproval: (input: JsonObject, given: object) => Promise<boolean>;
  };
  const given = { toolCallId: 'call_1' };
  return {
    ...permits,
    tool,
    asks: (messages?: readonly Message[]) => tool.needsApproval(ANN, { ...given, messages }),
    execute: () => tool.execute(ANN, given),
    approval: () => permits.toolApproval({ toolCall: { toolName: 'send_mail', input: ANN, ...given } }),
  };
}

/** Messages that version 6 stores when a generation stopped for `send_mail`. */
const stopped = (callId = 'call_1', input: unknown = ANN, toolName = 'send_mail'): Message => ({
  role: 'assistant',
  content: [
    { type: 'text', text: 'I shall write.' },
    { type: 'tool-call', toolCallId: callId, toolName, input },
    { type: 'tool-approval-request', approvalId: `approval of ${callId}`, toolCallId: callId },
  ],
});

describe('needsApproval', () => {
  test.each<[string, Policies | undefined, boolean]>([
    ['a call that people are asked about', undefined, true],
    ['a call that policy allows', ALLOWED, false],
    ['a call that policy denies, which execute tells', { rules: [] }, false],
  ])('of %s', async (_, policies, isAsked) => {
    await set.stop();
    set = await mails(policies);
    expect(await guarded().asks()).toBe(isAsked);
    expect(await guarded().approval()).toBe(isAsked ? 'user-approval' : 'not-applicable');
  });

  test('stays true for a call that was put to people and is granted by now', async () => {
    const { asks } = guarded();
    expect(await asks()).toBe(true);
    await set.answer('approve');
    expect(await asks()).toBe(false);
    expect(await asks([stopped()])).toBe(true);
    expect(await asks([stopped('call_2')])).toBe(false);
  });

  test('of a tool that is not guarded is not answered', async () => {
    const { toolApproval } = guarded();
    for (const toolName of ['another', 'toString', '__proto__']) {
      expect(await toolApproval({ toolCall: { toolName, toolCallId: 'c', input: {} } })).toBeUndefined();
    }
    expect(await set.pending()).toEqual([]);
  });
});

describe("a tool's own needsApproval holds beside the permit", () => {
  const always = () => true;
  const later = () => Promise.resolve(true);
  const never = () => false;

  test.each<[string, Policies, SdkTool['needsApproval'], boolean]>([
    ['true, of a call that policy allows', ALLOWED, true, true],
    ['a function that says yes', ALLOWED, always, true],
    ['a function that says yes later', ALLOWED, later, true],
    ['false', ALLOWED, false, false],
    ['a function that says no', ALLOWED, never, false],
    ['none', ALLOWED, undefined, false],
    ['false, of a call that people are asked about', { rules: [], otherwise: undefined }, false, false],
  ])('%s', async (_, policies, needsApproval, isAsked) => {
    await set.stop();
    set = await mails({ rules: policies.rules });
    const { asks, approval } = guarded(needsApproval === undefined ? {} : { needsApproval });
    expect(await asks()).toBe(isAsked);
    expect(await approval()).toBe(isAsked ? 'user-approval' : 'not-applicable');
  });

  test('false does not take the question of the gate away', async () => {
    expect(await guarded({ needsApproval: false }).asks()).toBe(true);
  });

  test('gets the input and what the SDK knows of the call', async () => {
    await set.stop();
    set = await mails(ALLOWED);
    const seen: unknown[] = [];
    const needsApproval = (...given: unknown[]) => seen.push(given) > 0;
    const messages = [stopped('call_0')];
    await guarded({ needsApproval }).asks(messages);
    expect(seen).toEqual([[ANN, { toolCallId: 'call_1', messages }]]);
  });

  test('a permit does not answer it: what is granted is left to the host', async () => {
    const { asks, answer } = guarded({ needsApproval: true });
    await asks();
    await set.answer('approve');
    expect(await answer([stopped()])).toBeNull();
  });

  test('what the gate refuses is refused all the same', async () => {
    const { asks, answer } = guarded({ needsApproval: true });
    await asks();
    await set.answer('reject');
    expect(await answer([stopped()])).toMatchObject({
      content: [{ approvalId: 'approval of call_1', approved: false }],
    });
  });
});

describe('answer', () => {
  test('is null while people have not answered', async () => {
    const { asks, answer } = guarded();
    await asks();
    expect(await answer([stopped()])).toBeNull();
  });

  test.each([
    ['approve', { approved: true }],
    ['reject', { approved: false, reason: expect.stringContaining('people rejected it') as string }],
  ] as const)('after %s', async (decision, verdict) => {
    const { asks, answer } = guarded();
    await asks();
    await set.answer(decision);
    expect(await answer([{ role: 'user', content: 'Write' }, stopped()])).toEqual({
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'approval of call_1', ...verdict }],
    });
  });

  test('looks at the last message of the assistant alone', async () => {
    const { asks, answer } = guarded();
    await asks();
    await set.answer('approve');
    const done: Message = { role: 'assistant', content: 'Done.' };
    expect(await answer([stopped(), done])).toBeNull();
    expect(await answer([done, stopped()])).toMatchObject({ content: [{ approved: true }] });
  });

  test.each<[string, Message[]]>([
    ['no message', []],
    ['text', [{ role: 'assistant', content: 'Hello' }]],
    ['a tool that is not guarded', [stopped('call_1', ANN, 'another')]],
    ['a tool by the name of a method of objects', [stopped('call_1', ANN, 'constructor')]],
    [
      'a request without its call',
      [{ role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'x' }] }],
    ],
    ['parts that are none', [{ role: 'assistant', content: [null, 'x', 7] }]],
  ])('is null for %s, and starts no run', async (_, messages) => {
    expect(await guarded().answer(messages)).toBeNull();
    expect((await set.gate.list()).items).toEqual([]);
  });

  test('of several calls waits for the last of them, each with its own answer', async () => {
    const { tool, answer } = guarded();
    const ben = { to: 'ben@example.com' };
    const message: Message = {
      role: 'assistant',
      content: [
        ...(stopped('call_1').content as unknown[]),
        ...(stopped('call_2', ben).content as unknown[]),
      ],
    };
    await tool.needsApproval(ANN, { toolCallId: 'call_1' });
    await set.answer('approve');
    await tool.needsApproval(ben, { toolCallId: 'call_2' });
    expect(await answer([message])).toBeNull();
    await set.answer('reject');
    expect((await answer([message]))?.content).toMatchObject([
      { approvalId: 'approval of call_1', approved: true },
      { approvalId: 'approval of call_2', approved: false },
    ]);
  });

  test('waits for `waitMs`', async () => {
    const { asks, answer } = guarded();
    await asks();
    const waits = answer([stopped()], { waitMs: '1m' });
    await set.answer('approve');
    expect(await waits).toMatchObject({ content: [{ approved: true }] });
  });

  test('an approval that a client made up executes nothing', async () => {
    const { asks, execute } = guarded();
    await asks([stopped()]);
    expect(JSON.stringify(await execute())).toContain('people have not answered yet');
  });
});

describe('the tool itself', () => {
  test('keeps what is not replaced', () => {
    expect(guarded({ description: 'Sends a mail' }).tool.description).toBe('Sends a mail');
  });

  test('without execute cannot be guarded', () => {
    expect(() => guardTools(set.gate, { remote: {} }, options)).toThrow('"remote" has no execute');
  });

  test('a stream is its last value', async () => {
    const { asks, execute } = guarded({
      execute: async function* () {
        yield 'half';
        yield 'whole';
        await Promise.resolve();
      },
    });
    await asks();
    await set.answer('approve');
    expect(await execute()).toBe('whole');
  });

  test('is called as a method of the tool that was given', async () => {
    const given = {
      prefix: 'posted',
      execute(this: { prefix: string }, { to }: JsonObject) {
        return [this.prefix, to];
      },
    };
    const { tools } = guardTools(set.gate, { send_mail: given }, options);
    const call = { toolCallId: 'call_1' };
    const execute = tools.send_mail.execute.bind(tools.send_mail) as unknown as (
      input: object,
      call: object,
    ) => Promise<unknown>;
    await execute(ANN, call);
    await set.answer('approve');
    expect(await execute(ANN, call)).toEqual(['posted', 'ann@example.com']);
  });
});

describe('toModelOutput', () => {
  const toModelOutput = ({ output }: { output: unknown }) => ({ type: 'text', value: `<${String(output)}>` });
  const shown = async (output: unknown) => guarded({ toModelOutput }).tool.toModelOutput({ output });

  test.each<[string, unknown, unknown]>([
    ['a result of the tool as the tool shows it', 'sent', { type: 'text', value: '<sent>' }],
    [
      'a result that looks like a word of the gate, and is none',
      { approval: 'yes' },
      { type: 'text', value: '<[object Object]>' },
    ],
    [
      'a refusal as it is',
      { approval: { permitId: 'p', executed: false } },
      { type: 'json', value: { approval: { permitId: 'p', executed: false } } },
    ],
    [
      'a changed call with the result as the tool shows it',
      { approval: { permitId: 'p' }, result: 'sent' },
      { type: 'json', value: { approval: { permitId: 'p' }, result: { type: 'text', value: '<sent>' } } },
    ],
    [
      'a changed call that failed with what it threw',
      { approval: { permitId: 'p' }, error: 'no mail server' },
      { type: 'json', value: { approval: { permitId: 'p' }, error: 'no mail server' } },
    ],
  ])('shows %s', async (_, output, expected) => {
    expect(await shown(output)).toEqual(expected);
  });

  test('is not made up for a tool without one', () => {
    expect('toModelOutput' in guarded().tool).toBe(false);
  });
});
