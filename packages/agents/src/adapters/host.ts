/** Options of the host that all adapters share: requester, run, and texts for people. */
import type { Duration } from '@org/approval-internal/duration';
import type { JsonObject } from '@org/approval-core';
import type { Asked, Call, RefRequest, RequesterRequest } from '../types.js';

/** A value, or a function that returns it for a call. */
export type Of<Context, T> = T | ((context: Context) => T);

/** Requester, run, and the texts that people see beside the arguments. */
export interface HostOptions<Context> {
  /**
   * Requester of the call. Take it from your own session or token, never from a model or a client.
   */
  requester: Of<Context, RequesterRequest>;
  /** Target of the call, if the arguments do not name it; null by default. */
  target?: ((tool: string, args: JsonObject) => string | null) | undefined;
  /** Reason shown to people as the agent's own words. */
  reason?: ((tool: string, args: JsonObject) => string | undefined) | undefined;
  /** Time in ms that a call waits for people before it reports that it is pending; 0 by default. */
  waitMs?: Duration | undefined;
}

export const valueOf = <Context, T extends object | string>(of: Of<Context, T>, context: Context): T =>
  isGiver(of) ? of(context) : of;

const isGiver = <Context, T>(of: Of<Context, T>): of is (context: Context) => T => typeof of === 'function';

/** Builds the request for one call, for `gate.request`. */
export function askedOf<Context>(
  options: HostOptions<Context>,
  context: Context,
  tool: string,
  args: unknown,
  ref: RefRequest | ((call: Call) => RefRequest),
): Asked {
  // The gate refuses anything but a JSON object, and says where it is wrong.
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
