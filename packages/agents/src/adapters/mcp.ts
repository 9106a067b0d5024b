/**
 * MCP servers, SDK 2 and 1: tool handlers that redeem. Input of a client, its state included, only
 * names the permit.
 */
import { digestOf } from '../call/call.js';
import type { Call, Permit } from '../types.js';
import { fieldOf, itemsOf, signalIn, stringIn } from './fields.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { type PermitGate, runOnce, awaitAnswer } from './permitted.js';
import { type Ran, faultIn, stillPending, textOf, changeTold } from './words.js';

/** Context of a call in either version, limited to the fields that are read. */
export interface McpContext {
  /** Version 1. */
  authInfo?: unknown;
  /** Version 1: aborted when the client cancels the request. */
  signal?: unknown;
  /** Version 2. */
  http?: { authInfo?: unknown } | undefined;
  /** Version 2: the request that is served. */
  mcpReq?: { envelope?: unknown; requestState?: (() => unknown) | undefined; signal?: unknown } | undefined;
}

/**
 * Sends a client of revision 2026-07-28 to the decision page; `Request` and `Required` are SDK
 * types.
 */
export interface McpElicitation<Request, Required> {
  /** `inputRequired` of `@modelcontextprotocol/server`. */
  inputRequired: ((spec: { inputRequests: Record<string, Request>; requestState: string }) => Required) & {
    elicitUrl: (params: { message: string; url: string }) => Request;
  };
  /**
   * `createRequestStateCodec({key, ttlSeconds, bind})`; its `verify` belongs in the options of the
   * server.
   */
  codec: { mint(payload: { permitId: string }, context?: McpContext): Promise<string> };
  /** URL where people see the permit. */
  url: (permit: Permit) => string;
}

/** Requester, name of the tool, and waiting by the client. */
export interface McpOptions<Request = never, Required = never> extends HostOptions<unknown> {
  /** Name of the tool in policies: the one it is registered under. */
  name: string;
  /** Requester of the call; a function gets the `authInfo` of the request, undefined over stdio. */
  requester: HostOptions<unknown>['requester'];
  /**
   * Scope of identical calls of the requester; `mcp` by default. Not the session: it ends with the
   * process.
   */
  runId?: Of<McpContext, string> | undefined;
  /** For clients with URL elicitation; others get a result that asks to call again. */
  elicitation?: McpElicitation<Request, Required> | undefined;
}

/**
 * Text for the model as a result. A type alias, because interfaces do not fit the SDK's results.
 */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type McpRefusal = {
  /** The reason, as one text. */
  content: { type: 'text'; text: string }[];
  /** Marks the result as an error of the tool. */
  isError: true;
};

/**
 * Wraps the handler of `registerTool`. MCP has no ids of calls, so the arguments identify the call:
 * a repeat with the same arguments is the same permit until that has ended.
 * @see docs/guide/agent-frameworks.md
 */
export function guardTool<Args extends object, C extends McpContext, R, Request = never, Required = never>(
  gate: PermitGate,
  handler: (args: Args, context: C) => R | PromiseLike<R>,
  options: McpOptions<Request, Required>,
): (args: Args, context: C) => Promise<Awaited<R> | McpRefusal | Required> {
  const { name, elicitation, waitMs } = options;
  return async (args, context): Promise<Awaited<R> | McpRefusal | Required> => {
    const asked = askedOf(options, context.http?.authInfo ?? context.authInfo, name, args, (call) => ({
      framework: 'mcp',
      runId: options.runId === undefined ? 'mcp' : valueOf(options.runId, context),
      callId: digestOf(call),
      attempt: 'auto',
    }));
    const known =
      elicitation === undefined ? undefined : stringIn(context.mcpReq?.requestState?.(), 'permitId');
    const signal = signalIn(context.mcpReq, 'signal') ?? signalIn(context, 'signal');
    const permit = await awaitAnswer(
      gate,
      known === undefined ? await gate.request(asked) : await gate.get({ permitId: known }),
      { waitMs, signal },
    );
    if (permit.state === 'pending') return pending(permit, context, elicitation);
    const execute = (call: Call) => handler(call.args as Args, context);
    return resultOf(await runOnce(gate, permit, asked, execute, { faultOf, signal }));
  };
}

async function pending<Request, Required>(
  permit: Permit,
  context: McpContext,
  elicitation: McpElicitation<Request, Required> | undefined,
): Promise<McpRefusal | Required> {
  const message = `${stillPending(permit)} Permit ${permit.permitId}.`;
  if (elicitation === undefined || !takesUrls(context))
    return refusal(`${message} Call this tool again later, with exactly the same arguments.`);
  const { inputRequired, codec, url } = elicitation;
  return inputRequired({
    inputRequests: {
      approval: inputRequired.elicitUrl({ message: 'People have to approve this call.', url: url(permit) }),
    },
    requestState: await codec.mint({ permitId: permit.permitId }, context),
  });
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

function takesUrls({ mcpReq }: McpContext): boolean {
  const capabilities = fieldOf(mcpReq?.envelope, CAPABILITIES);
  return fieldOf(fieldOf(capabilities, 'elicitation'), 'url') !== undefined;
}

/** Not a result of the tool, so it lacks the content that its `outputSchema` promises. */
const refusal = (text: string): McpRefusal => ({ content: [{ type: 'text', text }], isError: true });

/** Handlers report errors for the model in their result instead of throwing. */
const faultOf = (result: unknown): string | null =>
  fieldOf(result, 'isError') === true ? faultIn(fieldOf(result, 'content')) : null;

/** The handler's own result, with the gate's text in front. */
function resultOf<R>(ran: Ran<R>): R | McpRefusal {
  if (!ran.executed) return refusal(ran.message);
  const change = changeTold(ran);
  const text = change && `${change.message} \`arguments\`: ${JSON.stringify(change.arguments)}`;
  if (!ran.ok) {
    if (text === null) throw ran.error;
    return refusal(`${text}\nThe tool failed: ${textOf(ran.error)}`);
  }
  if (text === null) return ran.result;
  const content = [{ type: 'text', text }, ...itemsOf(fieldOf(ran.result, 'content'))];
  return { ...ran.result, content };
}
