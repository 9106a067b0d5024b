/** The OpenAI Agents SDK: function tools whose `execute` redeems. `approve` and `reject` on a state only say when to go on. */
import type { Duration } from '@org/approval-internal/duration';
import type { Asked, Permit } from '../types.js';
import { fieldOf, signalIn, stringIn } from './fields.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { readArguments } from './openai-arguments.js';
import { asksItself, type OwnApproval } from './own-approval.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import type { OutputOf } from './standard-schema.js';
import { answerOf, whyNot } from './words.js';

/** Who asks, and in which run; from the context that the host gives to `run`. */
export interface OpenAiOptions<Context> extends HostOptions<Context> {
  /** The conversation, 1 to 200 characters: ids of calls are unique in it. The same after a restart. */
  runId: Of<Context, string>;
}

/** What the SDK hands over beside the arguments, as far as it is read. */
interface RunContext<Context> {
  context: Context;
}

/** The part of the options of `tool()` that is wrapped. */
export interface OpenAiTool<Parameters, Context> {
  /** The name that policies know the tool by. */
  name?: string | undefined;
  /** Schema of the arguments. */
  parameters: Parameters;
  /** The tool itself. */
  execute(input: OutputOf<Parameters>, context?: RunContext<Context>, details?: object): unknown;
  /** What the tool itself says of its approval; it holds beside the permit. */
  needsApproval?: OwnApproval<[run: never, input: never, callId?: string]>;
}

interface Interruption {
  rawItem: unknown;
}

/** A `RunState` with what it waits for. */
export interface OpenAiState<Item extends Interruption = Interruption> {
  /** The calls that wait. */
  getInterruptions(): Item[];
  /** Lets one of them go on to `execute`, which looks at the permit itself. */
  approve(item: Item): void;
  /** Ends one of them, with what the model is told. */
  reject(item: Item, options?: { message?: string }): void;
}

/** Guards tools, and makes stopped runs go on. */
export interface OpenAiPermits<Context> {
  /**
   * The options for `tool()`, guarded; their `name` is what policies know the tool by. Their own `needsApproval` holds
   * beside the permit.
   */
  guard: <P, O extends OpenAiTool<P, Context>>(options: O & OpenAiTool<P, Context>) => O;
  /**
   * Marks the calls that have been answered, so that `run(agent, state)` goes on with them: what is granted as approved,
   * what is not as rejected, with why. Never for later calls. Waits `waitMs` for each. A call whose arguments are no JSON,
   * or do not fit the schema of the tool, is rejected. A granted call that the tool's own `needsApproval` asks about stays:
   * a permit does not answer that, and the host approves it.
   * @returns the permits that are still pending; run on when there are none.
   */
  wake: <Item extends Interruption>(
    state: OpenAiState<Item>,
    given: { context: Context; waitMs?: Duration },
  ) => Promise<Permit[]>;
}

/** What is kept of a guarded tool, to wake runs that wait for it. */
interface Guarded {
  readonly parameters: unknown;
  readonly asksItself: (run: unknown, input: unknown, callId: string) => Promise<boolean>;
}

/** What one set of permits works with. */
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
        throw new Error(
          `guard: "${name}" has an outputSchema, which what the model is told of a refusal does not fit`,
        );
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

/** What stands in the place of a tool's own functions. */
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

/** One call that a state waits with, and how long to wait for it. */
interface Waiting<Context, Item> {
  readonly item: Item;
  readonly tool: Guarded;
  readonly name: string;
  readonly context: Context;
  readonly waitMs?: Duration;
}

/** Marks one call that waits, and returns its permit; null where it ends without one, because its arguments are none. */
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

/** What the SDK calls of a tool, with what the SDK gives. */
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
    throw new Error('A call without an id cannot be asked about: it could not be told from another');
  return callId;
}
