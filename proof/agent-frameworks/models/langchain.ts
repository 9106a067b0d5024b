/** A scripted model for LangChain. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';

export interface Turn {
  text?: string;
  calls?: { id: string; name: string; input: unknown }[];
}

/** Pushes the model's input to `prompts`, as JSON. The messages select the turn. */
export class Scripted extends BaseChatModel {
  private readonly turns: readonly Turn[];
  private readonly prompts: string[];

  constructor(turns: readonly Turn[], prompts: string[] = []) {
    super({});
    this.turns = turns;
    this.prompts = prompts;
  }

  override _llmType() {
    return 'scripted';
  }

  override bindTools() {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    this.prompts.push(JSON.stringify(messages));
    const turn = messages.filter((message) => message.type === 'ai').length;
    const { text = '', calls = [] } = this.turns[turn] ?? { text: 'The script is over.' };
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ id, name, input }) => ({ id, name, args: input as Record<string, unknown> })),
    });
    return { generations: [{ text, message }] };
  }
}
