/**
 * LangChain agents: a middleware that redeems around the tool. Resuming a graph only triggers a new
 * look.
 */
import { msOf } from '@org/approval-internal/duration';
import { fieldOf, signalIn, stringIn } from './fields.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { failureIn, tellBeside } from './langchain-answers.js';
import { type PermitGate, runOnce } from './permitted.js';
import { unlessAborted } from './abandoned.js';
import { validatorOf } from './standard-schema.js';
import { type Ran, textOf, type Told, changeTold } from './words.js';

/** Runtime of the middleware. */
interface Runtime {
  context?: unknown;
  configurable?: { thread_id?: string } | undefined;
}
interface ToolCall {
  name: string;
  args: unknown;
  id?: string | undefined;
}
/** Request to the middleware, limited to the fields that are read. */
interface Request {
  toolCall: ToolCall;
  tool: unknown;
  runtime: unknown;
}

/** Parts of LangChain that the host passes in, and the requester. */
export interface LangChainOptions<M> extends HostOptions<Runtime> {
  /** `interrupt` of `@langchain/langgraph`. */
  interrupt: (value: { permitId: string; tool: string; expiresAt: number }) => unknown;
  /** `ToolMessage` of `langchain`. */
  ToolMessage: new (fields: { content: string; tool_call_id: string; name: string; status: 'error' }) => M;
  /** The conversation; the `thread_id` of the run by default. Stable across restarts. */
  runId?: Of<Runtime, string> | undefined;
}

/** Argument of `createMiddleware`. */
export interface LangChainPermits<M> {
  /** Name of the middleware. */
  name: string;
  /** Asks, interrupts while the permit is pending, and executes the approved call once. */
  wrapToolCall: <Q extends Request, R>(
    request: Q,
    handler: (request: Q) => R | PromiseLike<R>,
  ) => Promise<Awaited<R> | M>;
}

/**
 * Guards every tool of an agent; policies use the name under which the host registered it. While a
 * permit is pending, the graph is interrupted with `{permitId, tool, expiresAt}`; any
 * `Command({resume})` makes it look again, regardless of its value. It needs a checkpointer, and
 * belongs last among the middleware: next to the tool.
 * @see docs/guide/agent-frameworks.md
 */
export function permitMiddleware<M>(gate: PermitGate, options: LangChainOptions<M>): LangChainPermits<M> {
  const { interrupt, ToolMessage } = options;
  return {
    name: 'ApprovalPermits',
    async wrapToolCall<Q extends Request, R>(
      request: Q,
      handler: (request: Q) => R | PromiseLike<R>,
    ): Promise<Awaited<R> | M> {
      const { toolCall } = request;
      const runtime = isRuntime(request.runtime) ? request.runtime : {};
      const signal = signalIn(request.runtime, 'signal');
      const refuse = (content: string) =>
        new ToolMessage({ content, tool_call_id: toolCall.id ?? '', name: toolCall.name, status: 'error' });
      // The model's name for the tool is not trusted: another middleware might put any tool behind
      // it.
      const name = stringIn(request.tool, 'name');
      if (name === undefined) return refuse('Not executed: the tool does not exist.');
      const args = await parsed(fieldOf(request.tool, 'schema'), toolCall.args);
      if (!args.ok) return refuse('Not executed: the arguments do not fit the schema of the tool.');

      const asked = askedOf(options, runtime, name, args.value, {
        framework: 'langchain',
        runId: options.runId === undefined ? threadOf(runtime) : valueOf(options.runId, runtime),
        callId: toolCall.id ?? missing('id of the tool call'),
      });
      let permit = await gate.request(asked);
      while (permit.state === 'pending') {
        const { permitId, expiresAt } = permit;
        interrupt({ permitId, tool: name, expiresAt });
        const waitMs = options.waitMs === undefined ? 0 : Math.min(msOf(options.waitMs), 60_000);
        permit = await unlessAborted(signal, gate.get({ permitId, ...(waitMs > 0 && { waitMs }) }));
      }
      const ran = await runOnce(
        gate,
        permit,
        asked,
        (call) => handler({ ...request, toolCall: { ...toolCall, args: call.args } }),
        { faultOf: (result) => failureIn(result, toolCall.id), signal },
      );
      return messageOf(ran, refuse, toolCall.id);
    },
  };
}

/** The tool's own message with the gate's text in front; a new message if the tool has none. */
function messageOf<R, M>(ran: Ran<R>, refuse: (content: string) => M, callId: string | undefined): R | M {
  if (!ran.executed) return refuse(ran.message);
  const change = changeTold(ran);
  if (!ran.ok) return refuse(`${change ? `${textFor(change)}\n` : ''}The tool failed: ${textOf(ran.error)}`);
  if (change !== null) tellBeside(ran.result, callId, textFor(change));
  return ran.result;
}

const textFor = ({ message, arguments: args }: Told) => `${message} \`arguments\`: ${JSON.stringify(args)}`;

const isRuntime = (runtime: unknown): runtime is Runtime => typeof runtime === 'object' && runtime !== null;

const threadOf = ({ configurable }: Runtime) => configurable?.thread_id ?? missing('thread_id');

function missing(what: string): never {
  throw new Error(
    `permitMiddleware: a call without ${what} cannot be asked about, because it is indistinguishable from another`,
  );
}

/**
 * Parses the arguments if they fit. The tool parses again, so a schema whose output does not
 * survive that unchanged would execute other arguments than were approved: an error of the host.
 */
async function parsed(schema: unknown, args: unknown) {
  const validate = validatorOf(schema);
  if (validate === null) return { ok: true, value: args } as const;
  const once = await validate(args);
  if (!once.ok) return once;
  const twice = await validate(once.value);
  if (!twice.ok || JSON.stringify(twice.value) !== JSON.stringify(once.value))
    throw new Error(
      'permitMiddleware: the schema of the tool changes its own output; move what it transforms into the tool',
    );
  return once;
}
