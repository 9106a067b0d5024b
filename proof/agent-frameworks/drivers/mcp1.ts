import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { guardTool } from '@org/approval-agents/mcp';
import { type Driver, type Mail, PRINCIPAL, type Setting } from './driver.js';

interface Result {
  content: { type: string; text: string }[];
}

/** The host names the requester. The arguments are stored, and the client retries. */
export function mcp1Driver(): Driver {
  const call = async ({ gate, send }: Setting, mail: Mail): Promise<Result> => {
    const server = new McpServer({ name: 'mail', version: '1' });
    const sendMail = async (given: Mail) => ({
      content: [{ type: 'text' as const, text: await send(given) }],
    });
    server.registerTool(
      'send_mail',
      { inputSchema: { to: z.string(), text: z.string() } },
      guardTool(gate, sendMail, { name: 'send_mail', requester: { principal: PRINCIPAL } }),
    );
    const client = new Client({ name: 'client', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    try {
      return (await client.callTool({ name: 'send_mail', arguments: { ...mail } })) as unknown as Result;
    } finally {
      await client.close();
      await server.close();
    }
  };
  return {
    namesNoCall: true,
    async start(setting, mails) {
      for (const mail of mails) await call(setting, mail);
      return JSON.stringify(mails);
    },
    async resume(setting, stored) {
      const told: Result[] = [];
      for (const mail of JSON.parse(stored) as Mail[]) told.push(await call(setting, mail));
      const waiting = told.some(({ content }) =>
        content.some(({ text }) => text.includes('have not answered yet')),
      );
      return waiting ? { waiting: stored } : { told: JSON.stringify(told.map(({ content }) => content)) };
    },
  };
}
