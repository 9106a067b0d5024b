/**
 * The AI SDK, versions 6 and 7: tools whose `execute` redeems. Approval parts only resume a
 * generation.
 */
import type { Duration } from '@org/approval-internal/duration';
import type { Asked, Permit } from '../types.js';
import { type Message, type Part, partsOf, wasPut } from './ai-sdk-messages.js';
import { last, type ModelOutput, tellingModel } from './ai-sdk-results.js';
import { signalIn } from './fields.js';
import { askedOf, type HostOptions } from './host.js';
import { asksItself, type OwnApproval } from './own-approval.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import { answerOf, whyNot } from './words.js';

/** Requester and run of the calls. */
export interface AiSdkOptions extends HostOptions<undefined> {
  /**
   * The conversation, 1 to 200 characters; ids of tool calls are unique in it. Stable across
   * restarts.
   */
  runId: string;
}

/** Options of a call, as the SDK passes them. */
interface CallOptions {
  readonly toolCallId: string;
  readonly messages?: readonly Message[];
}

/** The part of a tool of the SDK that is wrapped. */
interface Tool {
  execute?(input: unknown, given: unknown): unknown;
  needsApproval?: OwnApproval<[input: unknown, given: unknown]>;
  toModelOutput?: ModelOutput;
}

/** One answer in a tool message. */
export interface AiSdkResponse {
  /** Type of the part. */
  type: 'tool-approval-response';
  /** Id of the part that asked. */
  approvalId: string;
  /** True to continue with `execute`, which checks the permit itself. */
  approved: boolean;
  /** Reason for a refusal, for the model. */
  reason?: string;
}

/** Guarded tools, and functions that resume a stopped generation. */
export interface AiSdkPermits<TOOLS> {
  /** The guarded tools. A tool's own `needsApproval` applies in addition to the permit. */
  tools: TOOLS;
  /** For `toolApproval` of version 7; version 6 needs only the tools. */
  toolApproval: (given: {
    toolCall: { toolName: string; toolCallId: string; input: unknown };
    messages?: readonly Message[];
  }) => Promise<'user-approval' | 'not-applicable' | undefined>;
  /**
   * Returns the tool message that resumes a generation which stopped for people: append it and call
   * `generateText` again. null while one of its calls is pending, and if no call was put to people.
   * Waits `waitMs` for each. A permit does not answer a tool's own `needsApproval`: then the
   * message has only refusals of the gate, and you add the approval.
   */
  answer: (
    messages: readonly Message[],
    given?: { waitMs?: Duration },
  ) => Promise<{ role: 'tool'; content: AiSdkResponse[] } | null>;
}

/** Parts shared by one set of tools. */
interface Setting {
  readonly gate: PermitGate;
  readonly waitMs: Duration | undefined;
  readonly asked: (name: string, input: unknown, callId: string) => Asked;
  readonly ask: (name: string, input: unknown, callId: string) => Promise<Permit>;
}

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
  const { runId, waitMs } = options;
  const asked = (name: string, input: unknown, callId: string): Asked =>
    askedOf(options, undefined, name, input, { framework: 'ai-sdk', runId, callId });
  const setting: Setting = { gate, waitMs, asked, ask: (...call) => gate.request(asked(...call)) };
  const given = new Map<string, Tool>(Object.entries(tools));
  const guarded = [...given].map(([name, tool]) => [
    name,
    { ...tool, ...replacementOf(setting, name, tool) },
  ]);

  return {
    // The same names, with replaced functions.
    tools: Object.fromEntries(guarded) as TOOLS,
    async toolApproval({ toolCall: { toolName, toolCallId, input }, messages }) {
      const tool = given.get(toolName);
      if (tool === undefined) return undefined;
      const { state } = await setting.ask(toolName, input, toolCallId);
      const isPut = state === 'pending' || (await ownOf(tool, input, { toolCallId, messages }));
      return isPut ? 'user-approval' : 'not-applicable';
    },
    async answer(messages, { waitMs: patience = 0 } = {}) {
      const parts = partsOf(messages.findLast(({ role }) => role === 'assistant'));
      const content: AiSdkResponse[] = [];
      for (const part of parts) {
        if (part.type !== 'tool-approval-request') continue;
        const call = parts.find((it) => it.type === 'tool-call' && it.toolCallId === part.toolCallId);
        const tool = given.get(call?.toolName ?? '');
        if (call === undefined || tool === undefined) continue;
        const response = await responseTo(setting, tool, { part, call, messages, waitMs: patience });
        if (response === 'pending') return null;
        if (response !== null) content.push(response);
      }
      return content.length === 0 ? null : { role: 'tool', content };
    },
  };
}

/** Functions that replace the tool's own. */
function replacementOf({ gate, waitMs, asked, ask }: Setting, name: string, tool: Tool) {
  if (tool.execute === undefined)
    throw new Error(
      `guardTools: "${name}" has no execute. It runs elsewhere: guard it there, and leave it out here`,
    );
  const execute = tool.execute.bind(tool);
  return {
    // Version 6 asks again when it resumes, and reads false as "not approved", so the answer stays
    // the same.
    needsApproval: async (input: unknown, call: CallOptions) => {
      const { state } = await ask(name, input, call.toolCallId);
      return state === 'pending' || wasPut(call.messages, call.toolCallId) || ownOf(tool, input, call);
    },
    execute: async (input: unknown, call: CallOptions) => {
      const request = asked(name, input, call.toolCallId);
      const signal = signalIn(call, 'abortSignal');
      const permit = await awaitAnswer(gate, await gate.request(request), { waitMs, signal });
      const run = async ({ args }: Asked['call']) => last(await execute(args, call));
      return answerOf(await runOnce(gate, permit, request, run, { signal }));
    },
    ...(tool.toModelOutput && { toModelOutput: tellingModel(tool.toModelOutput.bind(tool)) }),
  };
}

/** A call that the SDK has put to people, as stored in the messages. */
interface Put {
  readonly part: Part;
  readonly call: Part;
  readonly messages: readonly Message[];
  readonly waitMs: Duration;
}

/** Returns the response to one call; null if the host responds; `pending` if undecided. */
async function responseTo(
  { gate, ask }: Setting,
  tool: Tool,
  { part, call, messages, waitMs }: Put,
): Promise<AiSdkResponse | null | 'pending'> {
  const { approvalId = '', toolCallId = '' } = part;
  const { toolName = '', input } = call;
  const permit = await awaitAnswer(gate, await ask(toolName, input, toolCallId), { waitMs });
  if (permit.state === 'pending') return 'pending';
  const verdict = verdictOf(permit);
  if (verdict.approved && (await ownOf(tool, input, { toolCallId, messages }))) return null;
  return { type: 'tool-approval-response', approvalId, ...verdict };
}

/** True when the tool's own `needsApproval` asks about the call. */
const ownOf = (tool: Tool, input: unknown, call: object): Promise<boolean> =>
  asksItself(tool.needsApproval, input, call);

function verdictOf({ state, code, ...permit }: Permit) {
  if (state === 'granted' || state === 'pending') return { approved: true };
  return {
    approved: false,
    reason: whyNot({ why: state, code, difference: [] }, { ...permit, state, code }),
  };
}
