/** LangChain agents: a middleware that redeems around the tool. What a graph is resumed with only says when to look again. */
import { msOf } from '@org/approval-internal/duration';
import type { JsonObject } from '@org/approval-core';
import { askedOf, type HostOptions, type Of, valueOf } from './host.js';
import { answerIn, failureIn } from './langchain-answers.js';
import { type PermitGate, runOnce } from './permitted.js';
import { type Ran, textOf, type Told, toldOf } from './words.js';

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
export interface LangChainPermits {
  /** Name of the middleware. */
  name: string;
  /** Asks, interrupts while people have not answered, and executes what was approved, once. */
  // The request and the answer are types of LangChain's, which this package does not have.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  wrapToolCall: (request: any, handler: (request: any) => any) => Promise<any>;
}

/**
 * Guards every tool of an agent; the name of the tool that the host registered is what policies know it by. While people
 * have not answered, the graph is interrupted with `{permitId, tool, expiresAt}`; any `Command({resume})` makes it look
 * again, whatever it says. It needs a checkpointer, and should stand last among the middleware: next to the tool.
 *
 * @see docs/guide/agent-frameworks.md
 */
export function permitMiddleware<M>(gate: PermitGate, options: LangChainOptions<M>): LangChainPermits {
  const { interrupt, ToolMessage } = options;
  return {
    name: 'ApprovalPermits',
    async wrapToolCall(request: Request, handler: (request: Request) => unknown) {
      const tool = request.tool as { name: string; schema?: unknown } | undefined;
      const runtime = request.runtime as Runtime;
      const { toolCall } = request;
      const refuse = (content: string) =>
        new ToolMessage({ content, tool_call_id: toolCall.id ?? '', name: toolCall.name, status: 'error' });
      // The name that a model sent is no name: another middleware might put any tool behind it.
      if (tool === undefined) return refuse('Not executed: there is no such tool.');
      const args = await parsed(tool.schema, toolCall.args);
      if (args === undefined) return refuse('Not executed: the arguments do not fit the schema of the tool.');

      const asked = askedOf(options, runtime, tool.name, args, {
        framework: 'langchain',
        runId: options.runId === undefined ? threadOf(runtime) : valueOf(options.runId, runtime),
        callId: toolCall.id ?? missing('id of the tool call'),
      });
      let permit = await gate.request(asked);
      while (permit.state === 'pending') {
        const { permitId, expiresAt } = permit;
        interrupt({ permitId, tool: tool.name, expiresAt });
        permit = await gate.get({
          permitId,
          ...(options.waitMs && { waitMs: Math.min(msOf(options.waitMs), 60_000) }),
        });
      }
      const ran = await runOnce(
        gate,
        permit,
        asked,
        (call) => handler({ ...request, toolCall: { ...toolCall, args: call.args } }),
        (result) => failureIn(result, toolCall.id),
      );
      return messageOf(ran, refuse, toolCall.id);
    },
  };
}

/** The tool's own message, with what the model has to be told in front; a message of its own where there is none. */
function messageOf(
  ran: Ran<unknown>,
  refuse: (content: string) => unknown,
  callId: string | undefined,
): unknown {
  const told = toldOf(ran);
  if (!ran.executed) return refuse(ran.message);
  if (!ran.ok) return refuse(`${told ? `${textFor(told)}\n` : ''}The tool failed: ${textOf(ran.error)}`);
  if (told === null) return ran.result;
  const message = answerIn(ran.result, callId);
  if (message) {
    message.content = Array.isArray(message.content)
      ? [{ type: 'text', text: textFor(told) }, ...(message.content as unknown[])]
      : `${textFor(told)}\n${String(message.content)}`;
  }
  return ran.result;
}

const textFor = ({ message, arguments: args }: Told) => `${message} \`arguments\`: ${JSON.stringify(args)}`;

const threadOf = ({ configurable }: Runtime) => configurable?.thread_id ?? missing('thread_id');

function missing(what: string): never {
  throw new Error(
    `permitMiddleware: a call without ${what} cannot be asked about: it could not be told from another`,
  );
}

/**
 * The arguments as the tool gets them; undefined where they do not fit. The tool parses once more, so a schema whose output
 * does not come out of it unchanged would execute something else than was approved: that is a fault of the host's.
 */
async function parsed(schema: unknown, args: unknown): Promise<JsonObject | undefined> {
  const standard = (schema as { '~standard'?: Standard } | undefined)?.['~standard'];
  if (standard === undefined) return args as JsonObject;
  const once = await standard.validate(args);
  if (once.issues !== undefined) return undefined;
  const twice = await standard.validate(once.value);
  if (twice.issues !== undefined || JSON.stringify(twice.value) !== JSON.stringify(once.value))
    throw new Error(
      'permitMiddleware: the schema of the tool changes its own output; move what it transforms into the tool',
    );
  return once.value as JsonObject;
}

interface Standard {
  validate(value: unknown): Result | Promise<Result>;
}
interface Result {
  value?: unknown;
  issues?: unknown;
}
