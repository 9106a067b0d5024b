/**
 * The OpenAI Agents SDK: function tools whose `execute` redeems. `approve` and `reject` only resume
 * a run.
 */
import type { Duration } from '@org/approval-internal/duration';
import type { Asked, Permit } from '../types.js';
import { fieldOf, signalIn, stringIn } from './fields.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { readArguments } from './openai-arguments.js';
import { asksItself, type OwnApproval } from './own-approval.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import type { OutputOf } from './standard-schema.js';
import { answerOf, whyNot } from './words.js';

/** Requester and run, from the context that the host gives to `run`. */
export interface OpenAiOptions<Context> extends HostOptions<Context> {
  /**
   * The conversation, 1 to 200 characters; ids of calls are unique in it. Stable across restarts.
   */
  runId: Of<Context, string>;
}

/** Context of a call, limited to the fields that are read. */
interface RunContext<Context> {
  context: Context;
}

/** The part of the options of `tool()` that is wrapped. */
export interface OpenAiTool<Parameters, Context> {
  /** Name of the tool in policies. */
  name?: string | undefined;
  /** Schema of the arguments. */
  parameters: Parameters;
  /** The tool itself. */
  execute(input: OutputOf<Parameters>, context?: RunContext<Context>, details?: object): unknown;
  /** The tool's own approval setting; it applies in addition to the permit. */
  needsApproval?: OwnApproval<[run: never, input: never, callId?: string]>;
}

interface Interruption {
  rawItem: unknown;
}

/** A `RunState` with its interruptions. */
export interface OpenAiState<Item extends Interruption = Interruption> {
  /** Returns the waiting calls. */
  getInterruptions(): Item[];
  /** Lets a call continue to `execute`, which checks the permit itself. */
  approve(item: Item): void;
  /** Rejects an interruption, with a message for the model. */
  reject(item: Item, options?: { message?: string }): void;
}

/** Functions that guard tools and resume stopped runs. */
export interface OpenAiPermits<Context> {
  /**
   * Guards options for `tool()`; policies use their `name`. Their own `needsApproval` applies in
   * addition to the permit.
   */
  guard: <P, O extends OpenAiTool<P, Context>>(options: O & OpenAiTool<P, Context>) => O;
  /**
   * Marks the decided calls, so that `run(agent, state)` continues: granted ones as approved,
   * others as rejected, with the reason. Never marks later calls. Waits `waitMs` for each. A call
   * with invalid JSON, or with arguments that do not fit the tool's schema, is rejected. A granted
   * call stays if the tool's own `needsApproval` asks about it: a permit does not answer that, so
   * you approve it.
   * @returns the permits that are still pending; run on when the list is empty.
   */
  wake: <Item extends Interruption>(
    state: OpenAiState<Item>,
    given: { context: Context; waitMs?: Duration },
  ) => Promise<Permit[]>;
}

/** Data of a guarded tool that waking needs. */
interface Guarded {
  readonly parameters: unknown;
  readonly asksItself: (run: unknown, input: unknown, callId: string) => Promise<boolean>;
}

/** Parts shared by one set of tools. */
interface Setting<Context> {
  readonly gate: PermitGate;
  readonly waitMs: Duration | undefined;
  readonly asked: (name: string, input: unknown, callId: string, context: Context) => Asked;
}

/**
 * Guards the tools of agents, and wakes their stopped runs.
 * @throws Error by `guard`, for a tool without a name or with an `outputSchema`.
 *
 * @see docs/guide/agent-frameworks.md
 */
export function openAiPermits<Context>(
  gate: PermitGate,
  options: OpenAiOptions<Context>,
): OpenAiPermits<Context> {
  const tools = new Map<string, Guarded>();
  const setting: Setting<Context> = {
    gate,
    waitMs: options.waitMs,
    asked: (name, input, callId, context) =>
      askedOf(options, context, name, input, {
        framework: 'openai-agents',
        runId: valueOf(options.runId, context),
        callId,
      }),
  };
  return {
    guard(tool) {
      const { name, parameters } = tool;
      if (name === undefined) throw new Error('guard: the tool needs a name; policies know it by that');
      if ('outputSchema' in tool)
        throw new Error(`guard: "${name}" has an outputSchema, which a refusal cannot satisfy; remove it`);
      const { execute, own } = callable(tool);
      tools.set(name, { parameters, asksItself: own });
      return { ...tool, ...replacementOf(setting, name, { execute, own }) };
    },

    async wake(state, given) {
      const waiting: Permit[] = [];
      for (const item of state.getInterruptions()) {
        const name = stringIn(item.rawItem, 'name');
        const tool = name === undefined ? undefined : tools.get(name);
        if (name === undefined || tool === undefined) continue;
        const permit = await marked(setting, state, { ...given, item, tool, name });
        if (permit?.state === 'pending') waiting.push(permit);
      }
      return waiting;
    },
  };
}

/** Functions that replace the tool's own. */
function replacementOf<Context>(
  { gate, waitMs, asked }: Setting<Context>,
  name: string,
  { execute, own }: ReturnType<typeof callable>,
) {
  return {
    needsApproval: async (run: RunContext<Context>, input: unknown, callId?: string) => {
      const id = known(callId);
      const { state } = await gate.request(asked(name, input, id, run.context));
      return state === 'pending' || own(run, input, id);
    },
    execute: async (input: unknown, run: RunContext<Context>, details?: object) => {
      const callId = known(stringIn(fieldOf(details, 'toolCall'), 'callId'));
      const request = asked(name, input, callId, run.context);
      const signal = signalIn(details, 'signal');
      const permit = await awaitAnswer(gate, await gate.request(request), { waitMs, signal });
      const call = ({ args }: Asked['call']) => execute(args, run, details);
      return answerOf(await runOnce(gate, permit, request, call, { signal }));
    },
  };
}

/** A call that a state waits for, and how long to wait for its permit. */
interface Waiting<Context, Item> {
  readonly item: Item;
  readonly tool: Guarded;
  readonly name: string;
  readonly context: Context;
  readonly waitMs?: Duration;
}

/** Marks one waiting call, and returns its permit; null if its arguments are invalid. */
async function marked<Context, Item extends Interruption>(
  { gate, asked }: Setting<Context>,
  state: OpenAiState<Item>,
  { item, tool, name, context, waitMs = 0 }: Waiting<Context, Item>,
): Promise<Permit | null> {
  const callId = known(stringIn(item.rawItem, 'callId'));
  const read = await readArguments(tool.parameters, fieldOf(item.rawItem, 'arguments'));
  if (!read.ok) {
    state.reject(item, { message: `Not executed: ${read.message}` });
    return null;
  }
  const request = asked(name, read.input, callId, context);
  const permit = await awaitAnswer(gate, await gate.request(request), { waitMs });
  if (permit.state === 'granted') {
    const run = fieldOf(state, '_context') ?? { context };
    if (!(await tool.asksItself(run, read.input, callId))) state.approve(item);
  } else if (permit.state !== 'pending') {
    state.reject(item, { message: whyNot({ ...permit, why: permit.state, difference: [] }, permit) });
  }
  return permit;
}

/** Types of a tool's functions, with the arguments of the SDK. */
function callable(tool: { execute: unknown; needsApproval?: unknown }) {
  const { execute, needsApproval } = tool as {
    execute: (...given: unknown[]) => unknown;
    needsApproval?: OwnApproval<[run: unknown, input: unknown, callId: string]>;
  };
  const own = (run: unknown, input: unknown, callId: string) => asksItself(needsApproval, run, input, callId);
  return { execute, own };
}

function known(callId: string | undefined): string {
  if (callId === undefined)
    throw new Error(
      'A call without an id cannot be asked about, because it is indistinguishable from another',
    );
  return callId;
}
