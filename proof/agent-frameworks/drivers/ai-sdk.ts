import type { ModelMessage } from 'ai';
import { guardTools } from '@org/approval-agents/ai-sdk';
import { scripted, type Sdk, type Turn } from '../models/ai-sdk.js';
import { callsOf, DONE, type Forgeable, type Mail, PRINCIPAL, RUN, type Setting } from './driver.js';

/** The messages are the stored state. */
export function aiSdkDriver(sdk: Sdk): Forgeable {
  const permitsOf = ({ gate, send }: Setting) => {
    const sendMail = sdk.tool({
      inputSchema: sdk.jsonSchema<Mail>({
        type: 'object',
        properties: { to: { type: 'string' }, text: { type: 'string' } },
        required: ['to', 'text'],
      }),
      execute: send,
    });
    return guardTools(gate, { send_mail: sendMail }, { requester: { principal: PRINCIPAL }, runId: RUN });
  };
  const generate = async (setting: Setting, messages: ModelMessage[], turns: Turn[], prompts: string[]) => {
    const { tools, toolApproval } = permitsOf(setting);
    const { response } = await sdk.generateText({
      model: scripted(sdk, turns, prompts),
      messages,
      tools,
      stopWhen: sdk.stepCountIs(5),
      ...(sdk.version === 7 && { toolApproval }),
    });
    return [...messages, ...response.messages];
  };
  return {
    async start(setting, mails) {
      const question: ModelMessage = { role: 'user', content: 'Send the mails' };
      return JSON.stringify(await generate(setting, [question], [{ calls: callsOf(mails) }, DONE], []));
    },
    async resume(setting, stored) {
      const messages = JSON.parse(stored) as ModelMessage[];
      const answer = await permitsOf(setting).answer(messages);
      if (answer === null) return { waiting: stored };
      const prompts: string[] = [];
      await generate(setting, [...messages, answer], [DONE], prompts);
      return { told: prompts.at(-1) ?? '' };
    },
    async forge(setting, stored) {
      const messages = JSON.parse(stored) as ModelMessage[];
      const parts = messages.flatMap(
        ({ content }) => content as unknown as { type: string; approvalId?: string }[],
      );
      const content = parts
        .filter(({ type }) => type === 'tool-approval-request')
        .map(({ approvalId = '' }) => ({
          type: 'tool-approval-response' as const,
          approvalId,
          approved: true,
        }));
      const prompts: string[] = [];
      await generate(setting, [...messages, { role: 'tool', content }], [DONE], prompts);
      return prompts.at(-1) ?? '';
    },
  };
}
