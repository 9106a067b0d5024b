/** The context of the guide's code blocks: a gate, a mailer, reviewers, and models. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createTestEngine } from '@org/approval-testkit';
import { scripted as aiSdk, sdk6 } from '../models/ai-sdk.js';
import { Scripted } from '../models/langchain.js';
import { scripted as openAi } from '../models/openai-agents.js';
import { answer, asked, policies, review } from './people.js';

const TURNS = [
  { calls: [{ id: 'call_1', name: 'send_mail', input: { to: 'ann@example.com', text: 'Hello' } }] },
  { text: 'Done.' },
];

/** A new context for each block, so that they do not see each other's mails. */
export async function guideSetting() {
  const { engine, clock } = createTestEngine();
  await engine.definitions.create(review);
  const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies });
  const sent: string[] = [];
  return {
    gate,
    mailer: {
      sent,
      send: (to: string, text: string) => {
        sent.push(`${to}: ${text}`);
        return Promise.resolve(`sent to ${to}`);
      },
    },
    people: {
      approve: async () => {
        for (const permit of await asked(gate)) await answer(engine, permit, 'approve');
      },
    },
    models: {
      'ai-sdk': aiSdk(await sdk6(), TURNS),
      'openai-agents': openAi(TURNS),
      langchain: new Scripted(TURNS),
    },
  };
}
