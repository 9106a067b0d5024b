/**
 * Every adapter behind one interface, called as its framework calls it, so that tests are tables.
 */
import type { JsonObject } from '@org/approval-core';
import type { RequesterRequest } from '../../types.js';
import { guardTools } from '../ai-sdk.js';
import { permitHooks } from '../claude.js';
import { guard } from '../generic.js';
import { permitMiddleware } from '../langchain.js';
import { guardTool } from '../mcp.js';
import { openAiPermits } from '../openai-agents.js';
import type { PermitGate } from '../permitted.js';

/** The function that executes. */
export type ToolFunction = (args: JsonObject) => unknown;

export interface Given {
  /** Id of the call in the framework. */
  readonly id?: string;
  /** Aborted when the caller gives up. */
  readonly signal?: AbortSignal;
}

/** One call of the guarded tool. Returns what the model gets, or throws. */
export type GuardedCall = (args: JsonObject, given?: Given) => Promise<unknown>;

export interface Setup {
  readonly gate: PermitGate;
  readonly tool: ToolFunction;
  readonly waitMs?: number;
  readonly requester?: RequesterRequest;
}

export interface Framework {
  readonly name: string;
  /** `framework` of its refs. */
  readonly ref: string;
  /** True when calls are identified by their arguments rather than by an id. */
  readonly namesNoCall: boolean;
  readonly guarded: (setup: Setup) => GuardedCall;
}

export const TOOL = 'send_mail';
export const BOT: RequesterRequest = { principal: 'assistant' };
const RUN = 'chat-1';

export class Interrupted extends Error {}

export class ToolMessage {
  content: unknown;
  tool_call_id: string;
  status: string;

  constructor({ content, tool_call_id, status }: { content: unknown; tool_call_id: string; status: string }) {
    this.content = content;
    this.tool_call_id = tool_call_id;
    this.status = status;
  }
}

const aiSdk: Framework = {
  ...{ name: 'ai-sdk', ref: 'ai-sdk', namesNoCall: false },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const given = { [TOOL]: { execute: (args: JsonObject, _: object) => tool(args) } };
    const { tools } = guardTools(gate, given, { requester, runId: RUN, waitMs });
    return async (args, { id = 'call_1', signal } = {}) =>
      tools[TOOL].execute(args, { toolCallId: id, ...(signal && { abortSignal: signal }) });
  },
};

const openAi: Framework = {
  ...{ name: 'openai-agents', ref: 'openai-agents', namesNoCall: false },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const permits = openAiPermits<undefined>(gate, { requester, runId: RUN, waitMs });
    const execute = (args: unknown, _run?: object, _details?: object) => tool(args as JsonObject);
    const guarded = permits.guard({ name: TOOL, parameters: { type: 'object' }, execute });
    return async (args, { id = 'call_1', signal } = {}) =>
      guarded.execute(args, { context: undefined }, { toolCall: { callId: id }, signal });
  },
};

/** Pauses the graph unless the call may wait; then it acts like a graph resumed while pending. */
const langChain: Framework = {
  ...{ name: 'langchain', ref: 'langchain', namesNoCall: false },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const interrupt = () => {
      if (waitMs === undefined) throw new Interrupted('people have not answered');
    };
    const middleware = permitMiddleware(gate, { interrupt, ToolMessage, requester, waitMs });
    return (args, { id = 'call_1', signal } = {}) => {
      const request = {
        toolCall: { name: TOOL, args, id },
        tool: { name: TOOL },
        runtime: { configurable: { thread_id: RUN }, signal },
      };
      return middleware.wrapToolCall(request, async (it) => {
        const content = await tool(it.toolCall.args);
        return new ToolMessage({ content, tool_call_id: id, status: 'success' });
      });
    };
  },
};

const mcp = (version: 1 | 2): Framework => ({
  ...{ name: `mcp ${version}`, ref: 'mcp', namesNoCall: true },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const handler = async (args: JsonObject) => ({
      content: [{ type: 'text', text: await tool(args) }],
    });
    const guarded = guardTool(gate, handler, { name: TOOL, requester, waitMs });
    return (args, { signal } = {}) => guarded(args, version === 1 ? { signal } : { mcpReq: { signal } });
  },
});

/** With a CLI that does what the hook says. */
const claude: Framework = {
  ...{ name: 'claude', ref: 'claude', namesNoCall: true },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const hooks = permitHooks(gate, { requester, waitMs });
    return async (args, { id = 'toolu_1', signal = new AbortController().signal } = {}) => {
      const head = { session_id: RUN, tool_name: TOOL, tool_use_id: id };
      const call = (event: keyof typeof hooks, more: object) =>
        hooks[event][0]!.hooks[0]!({ hook_event_name: event, ...head, ...more }, id, { signal });
      const { hookSpecificOutput: said } = await call('PreToolUse', { tool_input: args });
      if (said?.permissionDecision !== 'allow') return said;
      try {
        const result = await tool((said.updatedInput ?? {}) as JsonObject);
        await call('PostToolUse', { tool_response: result });
        return { ...said, result };
      } catch (error) {
        await call('PostToolUseFailure', { error: String(error) });
        throw error;
      }
    };
  },
};

const generic: Framework = {
  ...{ name: 'generic', ref: 'mine', namesNoCall: false },
  guarded({ gate, tool, waitMs, requester = BOT }) {
    const run = guard(gate, (args: JsonObject, _execution, _given: Given) => tool(args), {
      ...{ name: TOOL, requester, waitMs },
      ref: (_, { id = 'call_1' }) => ({ framework: 'mine', runId: RUN, callId: id }),
      signal: ({ signal }) => signal,
    });
    return async (args, given = {}) => {
      const ran = await run(args, given);
      if (ran.executed && !ran.ok) throw ran.error;
      return ran;
    };
  },
};

export const FRAMEWORKS: readonly Framework[] = [aiSdk, openAi, langChain, mcp(1), mcp(2), claude, generic];
