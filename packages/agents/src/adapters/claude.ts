/**
 * The Claude Agent SDK: a `PreToolUse` hook that redeems. `canUseTool` skips tools that are allowed
 * beforehand; this hook never does. The CLI executes, not this process; the guide describes the
 * gap.
 */
import { msOf } from '@org/approval-internal/duration';
import { digestOf } from '../call/call.js';
import type { Asked, RequesterRequest } from '../types.js';
import { askedOf, type HostOptions } from './host.js';
import { ABANDONED, type PermitGate, awaitAnswer } from './permitted.js';
import { stillPending, textOf, whyNot } from './words.js';

/** Input of the hooks, limited to the fields that are read. */
export interface ClaudeHookInput {
  /** Name of the event. */
  hook_event_name: string;
  /** Id of the session, which survives resuming. */
  session_id: string;
  /** Name of the tool in the CLI. */
  tool_name?: unknown;
  /** Arguments of the tool. */
  tool_input?: unknown;
  /** Id of the call. */
  tool_use_id?: unknown;
  /** Error of a failed call. */
  error?: unknown;
}

/** Output of a hook. */
export interface ClaudeHookOutput {
  /** The decision; only for `PreToolUse`. */
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'allow' | 'deny' | 'defer';
    permissionDecisionReason: string;
    updatedInput?: Record<string, unknown>;
  };
}
/** One hook. The inputs of all hooks are one union in the SDK, of which every member fits. */
export type ClaudeHook = (
  input: ClaudeHookInput,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<ClaudeHookOutput>;
/** The hooks of one event. `onFailure: block`: an exception blocks the call. */
export interface ClaudeHookMatcher {
  /** One hook. */
  hooks: ClaudeHook[];
  /** In seconds; longer than the hook waits. */
  timeout: number;
  /** Effect on the call when the hook throws. */
  onFailure: 'block' | 'continue';
}

/** Requester of the calls, and handling of pending ones. */
export interface ClaudeOptions extends HostOptions<{ sessionId: string }> {
  /**
   * `defer` stops the query with `deferred_tool_use`; resume its session later. `deny`, the
   * default, tells the model to continue without the call.
   */
  whenPending?: 'defer' | 'deny' | undefined;
}

/** The `hooks` of a query. */
export interface ClaudeHooks {
  /** Asks, waits, redeems. */
  PreToolUse: ClaudeHookMatcher[];
  /** Reports a call that was executed. */
  PostToolUse: ClaudeHookMatcher[];
  /** Reports one that failed. */
  PostToolUseFailure: ClaudeHookMatcher[];
}

/** Number of calls in progress whose outcome is tracked; beyond it, the oldest stay `unknown`. */
const UNDER_WAY = 10_000;
/**
 * Some versions of the CLI let the call through when a hook times out, so the hook answers long
 * before.
 */
const TIMEOUT_SLACK_S = 60;

/**
 * Guards every tool of a query; policies use the names of the CLI (`Bash`,
 * `mcp__<server>__<tool>`).
 * @see docs/guide/agent-frameworks.md
 */
export function permitHooks(gate: PermitGate, options: ClaudeOptions): ClaudeHooks {
  const { whenPending = 'deny' } = options;
  const waitMs = msOf(options.waitMs ?? 0);
  const underWay = new Map<string, { permitId: string; requester: RequesterRequest }>();

  const before: ClaudeHook = async (input, _toolUseId, { signal }) => {
    const { asked, callId } = askedFor(options, input);
    const permit = await awaitAnswer(gate, await gate.request(asked), { waitMs, signal });
    if (permit.state === 'pending') return decision(whenPending, stillPending(permit));
    const { permitId } = permit;
    const { call, requester } = asked;
    signal.throwIfAborted();
    const redeemed = await gate.redeem({ permitId, call, requester });
    if (!redeemed.ok) return decision('deny', whyNot(redeemed, await gate.get({ permitId })));
    if (signal.aborted) {
      await gate.outcome({ permitId, requester, ok: false, error: ABANDONED });
      signal.throwIfAborted();
    }
    underWay.set(callId, { permitId, requester });
    for (const oldest of underWay.keys())
      if (underWay.size > UNDER_WAY) underWay.delete(oldest);
      else break;
    const { args } = redeemed.call;
    const text = redeemed.changed
      ? `A person changed the arguments before approving. What is executed: ${JSON.stringify(args)}`
      : 'Approved.';
    return decision('allow', text, args);
  };

  /** Reports the outcome of a call that this process let through. */
  const after: ClaudeHook = async ({ tool_use_id: callId, error }) => {
    const call = typeof callId === 'string' ? underWay.get(callId) : undefined;
    if (typeof callId === 'string') underWay.delete(callId);
    if (call)
      await gate.outcome({
        ...call,
        ok: error === undefined,
        ...(error !== undefined && { error: textOf(error) }),
      });
    return {};
  };

  const matcher = (hook: ClaudeHook, onFailure: 'block' | 'continue') => [
    { hooks: [hook], timeout: Math.ceil(waitMs / 1_000) + TIMEOUT_SLACK_S, onFailure },
  ];
  return {
    PreToolUse: matcher(before, 'block'),
    PostToolUse: matcher(after, 'continue'),
    PostToolUseFailure: matcher(after, 'continue'),
  };
}

function askedFor(
  options: ClaudeOptions,
  { session_id: sessionId, tool_name, tool_input, tool_use_id: callId }: ClaudeHookInput,
): { readonly asked: Asked; readonly callId: string } {
  if (typeof tool_name !== 'string' || typeof callId !== 'string')
    throw new Error('permitHooks: a call without tool_name or tool_use_id cannot be asked about');
  const ref = { framework: 'claude', runId: sessionId };
  // A call denied as pending comes again under another id, and must be the same question.
  const asked = askedOf(options, { sessionId }, tool_name, tool_input, (call) =>
    options.whenPending === 'defer'
      ? { ...ref, callId }
      : { ...ref, callId: digestOf(call), attempt: 'auto' },
  );
  return { asked, callId };
}

const decision = (
  permissionDecision: 'allow' | 'deny' | 'defer',
  permissionDecisionReason: string,
  updatedInput?: Record<string, unknown>,
): ClaudeHookOutput => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    permissionDecisionReason,
    ...(updatedInput && { updatedInput }),
  },
});
