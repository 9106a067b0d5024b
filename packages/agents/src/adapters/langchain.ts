/** LangChain agents: a middleware that redeems around the tool. What a graph is resumed with only says when to look again. */
import { msOf } from '@org/approval-internal/duration';
import { fieldOf, signalIn, stringIn } from './fields.js';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { failureIn, tellBeside } from './langchain-answers.js';
import { type PermitGate, runOnce } from './permitted.js';
import { unlessAborted } from './abandoned.js';
import { validatorOf } from './standard-schema.js';
import { type Ran, textOf, type Told, changeTold } from './words.js';

/** What the middleware sees of where it runs. */
interface Runtime {
  context?: unknown;
  configurable?: { thread_id?: string } | undefined;
}
interface ToolCall {
  name: string;
  args: unknown;
  id?: string | undefined;
}
/** What LangChain hands to the middleware, as far as it is read. */
interface Request {
  toolCall: ToolCall;
  tool: unknown;
  runtime: unknown;
}

/** What LangChain is needed for, given by the host, and who asks. */
export interface LangChainOptions<M> extends HostOptions<Runtime> {
  /** `interrupt` of `@langchain/langgraph`. */
  interrupt: (value: { permitId: string; tool: string; expiresAt: number }) => unknown;
  /** `ToolMessage` of `langchain`. */
  ToolMessage: new (fields: { content: string; tool_call_id: string; name: string; status: 'error' }) => M;
  /** The conversation; the `thread_id` of the run by default. The same after a restart. */
  runId?: Of<Runtime, string> | undefined;
}

/** What `createMiddleware` takes. */
export interface LangChainPermits<M> {
  /** Name of the middleware. */
  name: string;
  /** Asks, interrupts while people have not answered, and executes what was approved, once. */
  wrapToolCall: <Q extends Request, R>(
    request: Q,
    handler: (request: Q) => R | PromiseLike<R>,
  ) => Promise<Awaited<R> | M>;
}

/**
 * Guards every tool of an agent; the name of the tool that the host registered is what policies know it by. While people
 * have not answered, the graph is interrupted with `{permitId, tool, expiresAt}`; any `Command({resume})` makes it look
 * again, whatever it says. It needs a checkpointer, and should stand last among the middleware: next to the tool.
 *
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
      // The name that a model sent is no name: another middleware might put any tool behind it.
      const name = stringIn(request.tool, 'name');
      if (name === undefined) return refuse('Not executed: there is no such tool.');
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

/** The tool's own message, with what the model has to be told in front; a message of its own where there is none. */
function messageOf<R, M>(ran: Ran<R>, refuse: (content: string) => M, callId: string | undefined): R | M {
  if (!ran.executed) return refuse(ran.message);
  const told = changeTold(ran);
  if (!ran.ok) return refuse(`${told ? `${textFor(told)}\n` : ''}The tool failed: ${textOf(ran.error)}`);
  if (told !== null) tellBeside(ran.result, callId, textFor(told));
  return ran.result;
}

const textFor = ({ message, arguments: args }: Told) => `${message} \`arguments\`: ${JSON.stringify(args)}`;

const isRuntime = (runtime: unknown): runtime is Runtime => typeof runtime === 'object' && runtime !== null;

const threadOf = ({ configurable }: Runtime) => configurable?.thread_id ?? missing('thread_id');

function missing(what: string): never {
  throw new Error(
    `permitMiddleware: a call without ${what} cannot be asked about: it could not be told from another`,
  );
}

/**
 * The arguments as the tool gets them, if they fit. The tool parses once more, so a schema whose output does not come out of
 * it unchanged would execute something else than was approved: that is a fault of the host's.
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
