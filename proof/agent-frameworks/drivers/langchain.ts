import { deserialize, serialize } from 'node:v8';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, tool, ToolMessage } from 'langchain';
import { z } from 'zod';
import { permitMiddleware } from '@org/approval-agents/langchain';
import { Scripted } from '../models/langchain.js';
import { callsOf, DONE, type Driver, type Mail, PRINCIPAL, RUN, type Setting } from './driver.js';

const THREAD = { configurable: { thread_id: RUN } };

/** The checkpointer holds the stored state. */
export function langChainDriver(): Driver {
  const agentOf = (
    { gate, send }: Setting,
    mails: readonly Mail[],
    checkpointer: MemorySaver,
    prompts: string[],
  ) =>
    createAgent({
      model: new Scripted([{ calls: callsOf(mails) }, DONE], prompts),
      checkpointer,
      middleware: [
        createMiddleware(
          permitMiddleware(gate, { interrupt, ToolMessage, requester: { principal: PRINCIPAL } }),
        ),
      ],
      tools: [
        tool(send, {
          name: 'send_mail',
          description: 'Sends a mail',
          schema: z.object({ to: z.string(), text: z.string() }),
        }),
      ],
    });
  const stored = (saver: MemorySaver, mails: readonly Mail[]) =>
    serialize({ storage: saver.storage, writes: saver.writes, mails }).toString('base64');

  return {
    async start(setting, mails) {
      const saver = new MemorySaver();
      const question = { messages: [{ role: 'user', content: 'Send the mails' }] };
      await agentOf(setting, mails, saver, []).invoke(question, THREAD);
      return stored(saver, mails);
    },
    async resume(setting, store) {
      const { mails, ...held } = deserialize(Buffer.from(store, 'base64')) as Held;
      const saver = Object.assign(new MemorySaver(), held);
      const prompts: string[] = [];
      const agent = agentOf(setting, mails, saver, prompts);
      const { tasks } = await agent.graph.getState(THREAD);
      const waiting = tasks.flatMap(({ interrupts }) => interrupts);
      // The resume value carries no decision: each open question is checked again.
      const resume = Object.fromEntries(waiting.map(({ id = '' }) => [id, 'look again']));
      const result = await agent.invoke(new Command({ resume }), THREAD);
      if ('__interrupt__' in result) return { waiting: stored(saver, mails) };
      return { told: prompts.at(-1) ?? '' };
    },
  };
}

interface Held {
  mails: Mail[];
  storage: MemorySaver['storage'];
  writes: MemorySaver['writes'];
}
