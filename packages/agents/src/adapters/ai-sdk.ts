/** The AI SDK, versions 6 and 7: tools whose `execute` redeems. Approval parts of messages only say when to go on. */
import type { Duration } from '@org/approval-internal/duration';
import type { JsonObject } from '@org/approval-core';
import type { Asked, Permit } from '../types.js';
import { askedOf, type HostOptions } from './host.js';
import { last, type ModelOutput, tellingModel } from './ai-sdk-results.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import { answerOf, whyNot } from './words.js';

/** Who asks, and in which run. */
export interface AiSdkOptions extends HostOptions<undefined> {
  /** The conversation, 1 to 200 characters: ids of tool calls are unique in it. The same after a restart. */
  runId: string;
}

/** The part of a tool of the SDK that is wrapped. */
interface Tool {
  execute?: (input: never, options: never) => unknown;
  toModelOutput?: (given: never) => unknown;
}
interface CallOptions {
  toolCallId: string;
  messages?: readonly Message[];
}
interface Part {
  type: string;
  toolCallId?: string;
  approvalId?: string;
  toolName?: string;
  input?: unknown;
}
interface Message {
  role: string;
  content: unknown;
}

/** One answer in a tool message. */
export interface AiSdkResponse {
  /** What kind of part it is. */
  type: 'tool-approval-response';
  /** Of the part that asked. */
  approvalId: string;
  /** Whether to go on to `execute`, which looks at the permit itself. */
  approved: boolean;
  /** Why not, for the model. */
  reason?: string;
}

/** Guarded tools, and what makes a stopped generation go on. */
export interface AiSdkPermits<TOOLS> {
  /** The tools, in the place of those given. */
  tools: TOOLS;
  /** For `toolApproval` of version 7; version 6 needs nothing beside the tools. */
  toolApproval: (given: {
    toolCall: { toolName: string; toolCallId: string; input: unknown };
  }) => Promise<'user-approval' | 'not-applicable' | undefined>;
  /**
   * The tool message that goes on with a generation that stopped for people: append it and call `generateText` again.
   * null while one of its calls is pending, and when none was put to people. Waits `waitMs` for each.
   */
  answer: (
    messages: readonly Message[],
    given?: { waitMs?: Duration },
  ) => Promise<{ role: 'tool'; content: AiSdkResponse[] } | null>;
}

const partsOf = (message: Message | undefined): Part[] =>
  Array.isArray(message?.content) ? (message.content as Part[]) : [];

/**
 * Guards every tool of the set; the key of each is the name that policies know it by.
 * @throws Error for a tool without `execute`: it runs elsewhere, and has to be guarded there.
 *
 * @see docs/guide/agent-frameworks.md
 */
export function guardTools<TOOLS extends Record<string, object>>(
  gate: PermitGate,
  tools: TOOLS,
  options: AiSdkOptions,
): AiSdkPermits<TOOLS> {
  const asked = (name: string, input: unknown, callId: string): Asked =>
    askedOf(options, undefined, name, input, { framework: 'ai-sdk', runId: options.runId, callId });
  const ask = (name: string, input: unknown, callId: string) => gate.request(asked(name, input, callId));

  const guarded = Object.entries(tools as Record<string, Tool>).map(([name, tool]) => {
    const execute = tool.execute as ((input: JsonObject, given: object) => unknown) | undefined;
    if (execute === undefined)
      throw new Error(
        `guardTools: "${name}" has no execute. It runs elsewhere: guard it there, and leave it out here`,
      );
    return [
      name,
      {
        ...tool,
        // Version 6 asks again when it goes on, and takes a no for "not approved": a call that was put to people stays so.
        needsApproval: async (input: unknown, { toolCallId, messages }: CallOptions) =>
          (await ask(name, input, toolCallId)).state === 'pending' || wasPut(messages, toolCallId),
        execute: async (input: unknown, given: CallOptions) => {
          const request = asked(name, input, given.toolCallId);
          const permit = await awaitAnswer(gate, await gate.request(request), options.waitMs);
          const ran = await runOnce(gate, permit, request, async ({ args }) =>
            last(await execute.call(tool, args, given)),
          );
          return answerOf(ran);
        },
        ...(tool.toModelOutput && { toModelOutput: tellingModel(tool.toModelOutput as ModelOutput) }),
      },
    ];
  });

  return {
    tools: Object.fromEntries(guarded) as TOOLS,
    async toolApproval({ toolCall: { toolName, toolCallId, input } }) {
      if (!Object.hasOwn(tools, toolName)) return undefined;
      const { state } = await ask(toolName, input, toolCallId);
      return state === 'pending' ? 'user-approval' : 'not-applicable';
    },
    async answer(messages, { waitMs = 0 } = {}) {
      const parts = partsOf(messages.findLast(({ role }) => role === 'assistant'));
      const content: AiSdkResponse[] = [];
      for (const { type, approvalId = '', toolCallId = '' } of parts) {
        if (type !== 'tool-approval-request') continue;
        const call = parts.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId);
        if (!call?.toolName || !Object.hasOwn(tools, call.toolName)) continue;
        const permit = await awaitAnswer(gate, await ask(call.toolName, call.input, toolCallId), waitMs);
        if (permit.state === 'pending') return null;
        content.push({ type: 'tool-approval-response', approvalId, ...verdict(permit) });
      }
      return content.length === 0 ? null : { role: 'tool', content };
    },
  };
}

const wasPut = (messages: readonly Message[] = [], toolCallId: string) =>
  messages.some((message) =>
    partsOf(message).some((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId),
  );

function verdict({ state, code, ...permit }: Permit) {
  if (state === 'granted' || state === 'pending') return { approved: true };
  return {
    approved: false,
    reason: whyNot({ why: state, code, difference: [] }, { ...permit, state, code }),
  };
}
