/** Messages of the AI SDK: calls, and calls that were put to people. */
import { fieldOf, itemsOf, stringIn } from './fields.js';

/** A message of the SDK. */
export interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A part of a message. */
export interface Part {
  readonly type: string | undefined;
  readonly toolCallId: string | undefined;
  readonly approvalId: string | undefined;
  readonly toolName: string | undefined;
  readonly input: unknown;
}

/** Returns the parts of a message; empty for plain text. */
export const partsOf = (message: Message | undefined): readonly Part[] =>
  itemsOf(message?.content).map((part) => ({
    type: stringIn(part, 'type'),
    toolCallId: stringIn(part, 'toolCallId'),
    approvalId: stringIn(part, 'approvalId'),
    toolName: stringIn(part, 'toolName'),
    input: fieldOf(part, 'input'),
  }));

/** True when the framework's own approval asked people about the call. */
export const wasPut = (messages: readonly Message[] = [], toolCallId: string): boolean =>
  messages.some((message) =>
    partsOf(message).some((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId),
  );
