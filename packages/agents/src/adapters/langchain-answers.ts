/** Results of LangChain tools: a message, or a command that contains one. */
import { fieldOf, itemsOf } from './fields.js';
import { faultIn } from './words.js';

interface Message {
  content: unknown;
  status?: unknown;
  tool_call_id?: unknown;
}

/** The message that answers the call. */
function answerIn(result: unknown, callId: string | undefined): Message | undefined {
  const brought = itemsOf(fieldOf(fieldOf(result, 'update'), 'messages'));
  return [result, ...brought].find((it): it is Message => isAnswerTo(it, callId));
}

const isAnswerTo = (it: unknown, callId: string | undefined): boolean =>
  typeof it === 'object' && it !== null && fieldOf(it, 'tool_call_id') === callId;

/**
 * Error text of a failed tool: LangChain turns exceptions into messages. null if it did not fail.
 */
export function failureIn(result: unknown, callId: string | undefined): string | null {
  const { status, content } = answerIn(result, callId) ?? {};
  return status === 'error' ? faultIn(content) : null;
}

/** Puts the gate's text in front of the content of the message that answers the call. */
export function tellBeside(result: unknown, callId: string | undefined, text: string): void {
  const message = answerIn(result, callId);
  if (message === undefined) return;
  message.content = Array.isArray(message.content)
    ? [{ type: 'text', text }, ...itemsOf(message.content)]
    : `${text}\n${String(message.content)}`;
}
