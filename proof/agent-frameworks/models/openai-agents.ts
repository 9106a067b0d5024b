/** A scripted model for the OpenAI Agents SDK. */
import { type AgentOutputItem, type Model, setTracingDisabled, Usage } from '@openai/agents';

setTracingDisabled(true);

export interface Turn {
  text?: string;
  calls?: { id: string; name: string; input: unknown }[];
}

/** Pushes the model's input to `prompts`, as JSON. */
export function scripted(turns: readonly Turn[], prompts: string[] = []): Model {
  let turn = 0;
  return {
    async getResponse(request) {
      prompts.push(JSON.stringify(request.input));
      const { text, calls = [] } = turns[turn++] ?? { text: 'The script is over.' };
      const output: AgentOutputItem[] = calls.map(({ id, name, input }) => ({
        type: 'function_call',
        callId: id,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      }));
      if (text !== undefined)
        output.push({
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text }],
        });
      return { usage: new Usage(), output };
    },
    getStreamedResponse() {
      throw new Error('the script does not stream');
    },
  };
}
