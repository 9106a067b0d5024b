/** The OpenAI Agents SDK: function tools whose `execute` redeems. `approve` and `reject` on a state only say when to go on. */
import type { Duration } from '@org/approval-internal/duration';
import type { JsonObject } from '@org/approval-core';
import type { Asked, Permit } from '../types.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import { answerOf, whyNot } from './words.js';

/** Who asks, and in which run; from the context that the host gives to `run`. */
export interface OpenAiOptions<Context> extends HostOptions<Context> {
  /** The conversation, 1 to 200 characters: ids of calls are unique in it. The same after a restart. */
  runId: Of<Context, string>;
}

/** The part of the options of `tool()` that is wrapped. */
interface ToolOptions {
  name?: string;
  parameters: unknown;
  execute: (input: never, context?: never, details?: never) => unknown;
}
interface RunContext {
  context: unknown;
}
interface Interruption {
  rawItem: unknown;
}
/** A `RunState` with what it waits for. */
export interface OpenAiState {
  /** The calls that wait. */
  getInterruptions(): Interruption[];
  /** Lets one of them go on to `execute`, which looks at the permit itself. */
  approve(item: never): void;
  /** Ends one of them, with what the model is told. */
  reject(item: never, options?: { message?: string }): void;
}

/** Guards tools, and makes stopped runs go on. */
export interface OpenAiPermits<Context> {
  /** The options for `tool()`, guarded; their `name` is what policies know the tool by. */
  guard: <O extends ToolOptions>(options: O) => O;
  /**
   * Marks the calls that have been answered, so that `run(agent, state)` goes on with them: what is granted as approved,
   * what is not as rejected, with why. Never for later calls. Waits `waitMs` for each.
   * @returns the permits that are still pending; run on when there are none.
   */
  wake: (state: OpenAiState, given: { context: Context; waitMs?: Duration }) => Promise<Permit[]>;
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
  const schemas = new Map<string, unknown>();
  const asked = (name: string, input: unknown, callId: string, context: Context): Asked =>
    askedOf(options, context, name, input, {
      framework: 'openai-agents',
      runId: valueOf(options.runId, context),
      callId,
    });

  return {
    guard(tool) {
      const { name } = tool;
      if (name === undefined) throw new Error('guard: the tool needs a name; policies know it by that');
      if ('outputSchema' in tool)
        throw new Error(
          `guard: "${name}" has an outputSchema, which what the model is told of a refusal does not fit`,
        );
      schemas.set(name, tool.parameters);
      const execute = tool.execute as (input: JsonObject, context: unknown, details: unknown) => unknown;
      return {
        ...tool,
        needsApproval: async (run: RunContext, input: unknown, callId?: string) =>
          (await gate.request(asked(name, input, known(callId), run.context as Context))).state === 'pending',
        execute: async (input: unknown, run: RunContext, details?: { toolCall?: { callId?: string } }) => {
          const request = asked(name, input, known(details?.toolCall?.callId), run.context as Context);
          const permit = await awaitAnswer(gate, await gate.request(request), options.waitMs);
          return answerOf(await runOnce(gate, permit, request, ({ args }) => execute(args, run, details)));
        },
      };
    },

    async wake(state, { context, waitMs = 0 }) {
      const waiting: Permit[] = [];
      for (const item of state.getInterruptions()) {
        const call = item.rawItem as { name?: string; callId?: string; arguments?: string };
        if (call.name === undefined || !schemas.has(call.name)) continue;
        const input = await parsed(schemas.get(call.name), JSON.parse(call.arguments ?? '{}'));
        const permit = await awaitAnswer(
          gate,
          await gate.request(asked(call.name, input, known(call.callId), context)),
          waitMs,
        );
        if (permit.state === 'pending') waiting.push(permit);
        else if (permit.state === 'granted') state.approve(item as never);
        else
          state.reject(item as never, {
            message: whyNot({ ...permit, why: permit.state, difference: [] }, permit),
          });
      }
      return waiting;
    },
  };
}

function known(callId: string | undefined): string {
  if (callId === undefined)
    throw new Error('A call without an id cannot be asked about: it could not be told from another');
  return callId;
}

/** As the SDK parses: with a Standard Schema, of which Zod's are some. Of a JSON schema the model's arguments are the tool's. */
async function parsed(schema: unknown, input: unknown): Promise<unknown> {
  const standard = (schema as { '~standard'?: { validate(value: unknown): unknown } })['~standard'];
  if (standard === undefined) return input;
  const result = (await standard.validate(input)) as { value?: unknown; issues?: unknown };
  if (result.issues !== undefined)
    throw new Error('The arguments that the run waits with do not fit the schema of the tool');
  return result.value;
}
