/** The OpenAI Agents SDK's own approval: `needsApproval`, and `approve` on a stored `RunState`. */
import { Agent, run, RunState, tool } from '@openai/agents';
import { z } from 'zod';
import { scripted, type Turn } from '../models/openai-agents.js';
import { aYearLater, ANN, EVE, happened, type Mail, type Row } from './scenario.js';

const CALL: Turn = { calls: [{ id: 'call_1', name: 'send_mail', input: ANN }] };
const DONE: Turn = { text: 'Done.' };

export async function openAiAgents(): Promise<Row> {
  const agentOf = (turns: Turn[], sent: Mail[]) =>
    new Agent({
      name: 'assistant',
      model: scripted(turns),
      tools: [
        tool({
          name: 'send_mail',
          description: 'Sends a mail',
          parameters: z.object({ to: z.string() }),
          needsApproval: true,
          execute: (input) => {
            sent.push(input);
            return 'sent';
          },
        }),
      ],
    });
  /** The stored state of a host while reviewers are asked. */
  const asked = async () => (await run(agentOf([CALL], []), 'Write to Ann')).state.toString();
  /** Resumes stored state after `answer`. */
  const goOn = async (stored: string, sent: Mail[], answer: (state: State) => void, turns = [DONE]) => {
    const agent = agentOf(turns, sent);
    const state = await RunState.fromString(agent, stored);
    answer(state);
    return run(agent, state);
  };
  type State = RunState<unknown, Agent>;
  const approve = (state: State) => state.getInterruptions().forEach((item) => state.approve(item));
  const reject = (state: State) => state.getInterruptions().forEach((item) => state.reject(item));
  const scenario = async (make: (sent: Mail[]) => Promise<unknown>, only?: Mail) => {
    const sent: Mail[] = [];
    return happened(sent, () => make(sent), only);
  };

  return {
    framework: 'OpenAI Agents SDK 0.20',
    set: '`needsApproval`, a stored `RunState`',
    seen: {
      changed: await scenario(async (sent) => {
        // Approved, stored, and changed in storage.
        const agent = agentOf([DONE], sent);
        const state = await RunState.fromString(agent, await asked());
        approve(state);
        await goOn(state.toString().replaceAll(ANN.to, EVE.to), sent, () => undefined);
      }),
      forged: await scenario(async (sent) => {
        // A client with the state invents a call and approves it itself.
        await goOn((await asked()).replaceAll(ANN.to, EVE.to), sent, approve);
      }),
      later: await scenario(async (sent) => {
        const later = { calls: [{ id: 'call_1', name: 'send_mail', input: EVE }] };
        await goOn(await asked(), sent, approve, [later, DONE]);
      }, EVE),
      restart: await scenario(async (sent) => {
        const stored = await asked();
        await goOn(stored, sent, approve);
        await goOn(stored, sent, approve);
      }),
      timeout: await scenario(async (sent) => {
        const stored = await asked();
        await aYearLater(() => goOn(stored, sent, approve));
      }),
      denied: await scenario(async (sent) => {
        const stored = await asked();
        await goOn(stored, sent, reject);
        await goOn(stored, sent, approve);
      }),
    },
  };
}
