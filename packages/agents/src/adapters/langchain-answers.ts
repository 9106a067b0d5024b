/** What tools of LangChain answer with: a message, or a command that brings one. */
import { faultIn } from './words.js';

interface Message {
  content: unknown;
  status?: unknown;
  tool_call_id?: string;
}

/** The message that answers the call. */
export function answerIn(result: unknown, callId: string | undefined): Message | undefined {
  const { update } = (result ?? {}) as { update?: { messages?: unknown } };
  const brought = Array.isArray(update?.messages) ? (update.messages as unknown[]) : [];
  return [result, ...brought].find(
    (it): it is Message => typeof it === 'object' && it !== null && (it as Message).tool_call_id === callId,
  );
}

/** What a tool that failed said of it: LangChain makes messages of what tools throw. null: it did not fail. */
export function failureIn(result: unknown, callId: string | undefined): string | null {
  const { status, content } = answerIn(result, callId) ?? {};
  return status === 'error' ? faultIn(content) : null;
}
