/** What a host tells an adapter about its calls: who asks, in which run, about what. */
import type { Duration } from '@org/approval-internal/duration';
import type { JsonObject } from '@org/approval-core';
import type { Asked, Call, RefRequest, RequesterRequest } from '../types.js';

/** A value, or what gives it for a call. */
export type Of<Context, T> = T | ((context: Context) => T);

/** Who asks, in which run, and what people are shown beside the arguments. */
export interface HostOptions<Context> {
  /** Whose call it is. From the host's own session or token, never from what a model or a client says. */
  requester: Of<Context, RequesterRequest>;
  /** What the call is done to, where its arguments do not say; null by default. */
  target?: ((tool: string, args: JsonObject) => string | null) | undefined;
  /** Why, shown to people as the agent's own word. */
  reason?: ((tool: string, args: JsonObject) => string | undefined) | undefined;
  /** How long a call waits for people before it says that it is pending, in ms; 0 by default. */
  waitMs?: Duration | undefined;
}

export const valueOf = <Context, T extends object | string>(of: Of<Context, T>, context: Context): T =>
  isGiver(of) ? of(context) : of;

const isGiver = <Context, T>(of: Of<Context, T>): of is (context: Context) => T => typeof of === 'function';

/** The request for one call, as `gate.request` takes it. */
export function askedOf<Context>(
  options: HostOptions<Context>,
  context: Context,
  tool: string,
  args: unknown,
  ref: RefRequest | ((call: Call) => RefRequest),
): Asked {
  // What is no JSON object is refused by the gate, which says where.
  const given = args as JsonObject;
  const reason = options.reason?.(tool, given);
  const call = { tool, args: given, target: options.target?.(tool, given) ?? null };
  return {
    call,
    ref: typeof ref === 'function' ? ref(call) : ref,
    requester: valueOf(options.requester, context),
    ...(reason !== undefined && { reason }),
  };
}
