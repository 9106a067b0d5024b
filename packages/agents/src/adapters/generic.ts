/** A guarded function for any program: asks, optionally waits, redeems, executes once. */
import type { JsonObject } from '@org/approval-core';
import type { Call, RefRequest, RequesterRequest } from '../types.js';
import { askedOf, type HostOptions, type Of } from './host.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import type { Ran } from './words.js';

export type { HostOptions, Of } from './host.js';
export type { PermitGate } from './permitted.js';
export { answerOf, type Ran, type Told } from './words.js';

/** Second argument of a guarded function, beside the approved arguments. */
export interface Execution {
  /** The call as it was approved, frozen. */
  call: Call;
  /** For tools that take a key: the same for every delivery of this call. */
  idempotencyKey: string;
}

/** Options of `guard`. */
export interface GuardOptions<Args extends JsonObject, Context> extends HostOptions<Context> {
  /** Name of the function in policies: 1 to 200 letters, digits and `_ . : / -`. */
  name: string;
  /**
   * Requester of the call. Take it from your own session or token, never from a model or a client.
   */
  requester: Of<Context, RequesterRequest>;
  /** Name of the call in its run; the same ref is the same permit. */
  ref: (args: Args, context: Context) => RefRequest;
  /** Signal of the caller: once aborted, the call stops waiting and does not execute. */
  signal?: ((context: Context) => AbortSignal | undefined) | undefined;
}

/**
 * Wraps the function that executes. A repeat with the same `ref` and arguments does not ask again:
 * it reports a pending permit, executes once, or explains why not.
 *
 * @returns `executed: true` with the result or the thrown error; `executed: false` with the reason,
 * in words for a model.
 * @throws ApprovalError of the gate, and the reason of an aborted signal; nothing was executed
 *   then.
 *
 * @example
 * ```ts
 * import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
 * import { guard } from '@org/approval-agents/generic';
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const policies = { rules: [{ tool: 'mail.send', do: 'allow' as const }] };
 * const gate = createApprovalGate({ engine, store: createMemoryPermitStore(), policies });
 *
 * const send = guard(gate, ({ to }: { to: string }) => `sent to ${to}`, {
 *   name: 'mail.send',
 *   requester: { principal: 'assistant' },
 *   ref: (_args, callId: string) => ({ framework: 'mine', runId: 'run-1', callId }),
 * });
 * const ran = await send({ to: 'a@example.com' }, 'call-1');
 * if (ran.executed && ran.ok) console.log(ran.result); // → sent to a@example.com
 * const again = await send({ to: 'a@example.com' }, 'call-1');
 * if (!again.executed) console.log(again.message);
 * // → Not executed again: it was executed before, successfully.
 * await gate.stop();
 * await engine.stop();
 * ```
 */
export function guard<Args extends JsonObject, R, Context = undefined>(
  gate: PermitGate,
  tool: (args: Args, execution: Execution, context: Context) => R | PromiseLike<R>,
  options: GuardOptions<Args, Context>,
): (args: Args, context: Context) => Promise<Ran<Awaited<R>>> {
  return async (args, context) => {
    const asked = askedOf(options, context, options.name, args, options.ref(args, context));
    const signal = options.signal?.(context);
    const permit = await awaitAnswer(gate, await gate.request(asked), { waitMs: options.waitMs, signal });
    return runOnce(
      gate,
      permit,
      asked,
      (call, { idempotencyKey }) => tool(call.args as Args, { call, idempotencyKey }, context),
      { signal },
    );
  };
}
