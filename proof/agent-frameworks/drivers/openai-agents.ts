import { Agent, run, RunContext, RunState, tool } from '@openai/agents';
import { z } from 'zod';
import { openAiPermits } from '@org/approval-agents/openai-agents';
import { scripted, type Turn } from '../models/openai-agents.js';
import { callsOf, DONE, type Forgeable, PRINCIPAL, RUN, type Setting } from './driver.js';

/** The user that the host found for the session. */
interface Session {
  principal: string;
}
const session: Session = { principal: PRINCIPAL };

/** The `RunState` is the stored state. */
export function openAiDriver(): Forgeable {
  const made = ({ gate, send }: Setting, turns: Turn[], prompts: string[]) => {
    const permits = openAiPermits<Session>(gate, {
      requester: ({ principal }) => ({ principal }),
      runId: RUN,
    });
    const sendMail = tool(
      permits.guard({
        name: 'send_mail',
        description: 'Sends a mail',
        parameters: z.object({ to: z.string(), text: z.string() }),
        execute: send,
      }),
    );
    const agent = new Agent<Session>({
      name: 'assistant',
      model: scripted(turns, prompts),
      tools: [sendMail],
    });
    return { permits, agent };
  };
  return {
    async start(setting, mails) {
      const { agent } = made(setting, [{ calls: callsOf(mails) }, DONE], []);
      return (await run(agent, 'Send the mails', { context: session })).state.toString();
    },
    async resume(setting, stored) {
      const prompts: string[] = [];
      const { agent, permits } = made(setting, [DONE], prompts);
      const state = await RunState.fromStringWithContext(agent, stored, new RunContext(session));
      const waiting = await permits.wake(state, { context: session });
      if (waiting.length > 0) return { waiting: stored };
      await run(agent, state);
      return { told: prompts.at(-1) ?? '' };
    },
    async forge(setting, stored) {
      const prompts: string[] = [];
      const { agent } = made(setting, [DONE], prompts);
      const state = await RunState.fromStringWithContext(agent, stored, new RunContext(session));
      for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove: true });
      await run(agent, state);
      return prompts.at(-1) ?? '';
    },
  };
}
