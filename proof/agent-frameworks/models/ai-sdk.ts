/** A scripted model for both versions of the AI SDK. */
import type * as six from 'ai';

export interface Turn {
  text?: string;
  calls?: { id: string; name: string; input: unknown }[];
}

/** The used parts of the SDK; version 7 is called like version 6. */
export interface Sdk {
  version: 6 | 7;
  generateText: typeof six.generateText;
  streamText: typeof six.streamText;
  tool: typeof six.tool;
  jsonSchema: typeof six.jsonSchema;
  stepCountIs: typeof six.stepCountIs;
}

export const sdk6 = async (): Promise<Sdk> => ({ version: 6, ...(await import('ai')) });
export const sdk7 = async (): Promise<Sdk> => ({
  version: 7,
  ...((await import('ai7')) as unknown as typeof six),
});

/** Pushes the prompts that the model received to `prompts`, as JSON. */
export function scripted(sdk: Sdk, turns: readonly Turn[], prompts: string[] = []): six.LanguageModel {
  let turn = 0;
  const model = {
    specificationVersion: sdk.version === 6 ? 'v3' : 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }: { prompt: unknown }) => {
      prompts.push(JSON.stringify(prompt));
      const { text, calls = [] } = turns[turn++] ?? { text: 'The script is over.' };
      return {
        content: [
          ...(text === undefined ? [] : [{ type: 'text', text }]),
          ...calls.map(({ id, name, input }) => ({
            type: 'tool-call',
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(input),
          })),
        ],
        finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: async () => {
      throw new Error('the script does not stream');
    },
  };
  return model as unknown as six.LanguageModel;
}
