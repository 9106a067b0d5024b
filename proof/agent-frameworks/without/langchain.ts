/** LangChain's own approval: `humanInTheLoopMiddleware`, resumed with decisions. */
import { Command, MemorySaver } from '@langchain/langgraph';
import { type AgentMiddleware, AIMessage, createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { Scripted, type Turn } from '../models/langchain.js';
import { aYearLater, ANN, EVE, happened, type Mail, type Row } from './scenario.js';

const CALL: Turn = { calls: [{ id: 'call_1', name: 'send_mail', input: ANN }] };
const LATER: Turn = { calls: [{ id: 'call_1', name: 'send_mail', input: EVE }] };
const DONE: Turn = { text: 'Done.' };
const THREAD = { configurable: { thread_id: 'thread-1' } };
const ASK = { messages: [{ role: 'user', content: 'Write to Ann' }] };

const resume = (...decisions: object[]) => new Command({ resume: { decisions } });

/** Its types do not hold with `exactOptionalPropertyTypes`. */
const asking = humanInTheLoopMiddleware({ interruptOn: { send_mail: true } } as never);

export async function langChain(): Promise<Row> {
  const agentOf = (sent: Mail[], turns = [CALL, DONE]) =>
    createAgent({
      model: new Scripted(turns),
      checkpointer: new MemorySaver(),
      middleware: [asking as unknown as AgentMiddleware],
      tools: [
        tool(
          (input: Mail) => {
            sent.push(input);
            return 'sent';
          },
          { name: 'send_mail', description: 'Sends a mail', schema: z.object({ to: z.string() }) },
        ),
      ],
    });
  const scenario = async (make: (sent: Mail[]) => Promise<unknown>) => {
    const sent: Mail[] = [];
    return happened(sent, () => make(sent));
  };
  const waiting = async (sent: Mail[], turns?: Turn[]) => {
    const agent = agentOf(sent, turns);
    await agent.invoke(ASK, THREAD);
    return agent;
  };
  const approve = { type: 'approve' };

  return {
    framework: 'LangChain 1.5',
    set: '`humanInTheLoopMiddleware`, a checkpointer',
    seen: {
      changed: await scenario(async (sent) => {
        const agent = await waiting(sent);
        // The stored message is changed between question and response.
        const { messages } = (await agent.graph.getState(THREAD)).values as { messages: AIMessage[] };
        const { id } = messages.at(-1) as AIMessage;
        const tool_calls = [{ id: 'call_1', name: 'send_mail', args: EVE }];
        await agent.graph.updateState(THREAD, {
          messages: [new AIMessage({ ...(id !== undefined && { id }), content: '', tool_calls })],
        });
        await agent.invoke(resume(approve), THREAD);
      }),
      forged: await scenario(async (sent) => {
        // A caller who can resume the thread can also write the call.
        const edit = { type: 'edit', editedAction: { name: 'send_mail', args: EVE } };
        await (await waiting(sent)).invoke(resume(edit), THREAD);
      }),
      later: await scenario(async (sent) => {
        const agent = await waiting(sent, [CALL, LATER, DONE]);
        await agent.invoke(resume({ type: 'reject', message: 'no' }), THREAD);
        // A late response to the first call arrives.
        await agent.invoke(resume(approve), THREAD);
      }),
      restart: await scenario(async (sent) => {
        const agent = await waiting(sent);
        const { config } = await agent.graph.getState(THREAD);
        await agent.invoke(resume(approve), config);
        await agent.invoke(resume(approve), config);
      }),
      timeout: await scenario(async (sent) => {
        const agent = await waiting(sent);
        await aYearLater(() => agent.invoke(resume(approve), THREAD));
      }),
      denied: await scenario(async (sent) => {
        const agent = await waiting(sent);
        const { config } = await agent.graph.getState(THREAD);
        await agent.invoke(resume({ type: 'reject', message: 'no' }), config);
        await agent.invoke(resume(approve), config);
      }),
    },
  };
}
